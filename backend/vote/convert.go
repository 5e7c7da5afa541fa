package vote

import pb "uvboard/gen/uvboard/v1"

func summaryToProto(t pb.TargetType, sum Summary) *pb.VoteSummary {
	summary := &pb.VoteSummary{TargetId: sum.TargetID.String(), TargetType: t, Counts: countsToProto(sum)}
	switch sum.Own {
	case Up:
		summary.UserVote = &pb.UserVote{VoteType: pb.VoteType_VOTE_TYPE_UPVOTE}
	case Down:
		summary.UserVote = &pb.UserVote{VoteType: pb.VoteType_VOTE_TYPE_DOWNVOTE}
	}
	return summary
}

func countsToProto(sum Summary) *pb.VoteCounts {
	return &pb.VoteCounts{Upvotes: int32(sum.Upvotes), Downvotes: int32(sum.Downvotes)}
}
