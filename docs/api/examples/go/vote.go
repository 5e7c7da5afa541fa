package main

import (
	"context"
	"fmt"
	"os"

	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

func vote(ctx context.Context) error {
	votes := uvboardv1connect.NewVoteServiceClient(client, board)
	cast, err := votes.CastVote(ctx, &pb.CastVoteRequest{
		TargetType: pb.TargetType_TARGET_TYPE_PROJECT,
		TargetId:   os.Getenv("PROJECT"),
		VoteType:   pb.VoteType_VOTE_TYPE_UPVOTE,
	})
	if err != nil {
		return err
	}
	fmt.Println(cast.GetVote().GetCounts().GetUpvotes(), "upvotes")
	return nil
}
