package main

import (
	"context"
	"fmt"

	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

func me(ctx context.Context) error {
	accounts := uvboardv1connect.NewAccountServiceClient(client, board)
	session, err := accounts.GetSession(ctx, &pb.GetSessionRequest{})
	if err != nil {
		return err
	}
	fmt.Println(session.GetUser().GetUsername())
	return nil
}
