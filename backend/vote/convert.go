package vote

import (
	"uvboard/backend/platform/enumname"
	pb "uvboard/gen/uvboard/v1"
)

func summaryToProto(t pb.TargetType, sum Summary) *pb.VoteSummary {
	return &pb.VoteSummary{TargetId: sum.TargetID.String(), TargetType: t, Counts: countsToProto(sum),
		UserVote: ownToProto(sum), Pending: pendingToProto(sum)}
}

// ownToProto returns the own vote, nil for none.
func ownToProto(sum Summary) *pb.UserVote {
	own := &pb.UserVote{IsEligible: sum.IsEligible}
	switch sum.Own {
	case Up:
		own.VoteType = pb.VoteType_VOTE_TYPE_UPVOTE
	case Down:
		own.VoteType = pb.VoteType_VOTE_TYPE_DOWNVOTE
	default:
		return nil
	}
	if sum.Reason != "" {
		own.Reason = new(enumname.Enum[pb.PendingReason](sum.Reason))
	}
	return own
}

func pendingToProto(sum Summary) *pb.VoteCounts {
	return &pb.VoteCounts{Upvotes: int32(sum.PendingUp), Downvotes: int32(sum.PendingDown)}
}

func countsToProto(sum Summary) *pb.VoteCounts {
	return &pb.VoteCounts{Upvotes: int32(sum.Upvotes), Downvotes: int32(sum.Downvotes)}
}
