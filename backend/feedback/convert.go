package feedback

import (
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "uvboard/gen/uvboard/v1"
)

func requestToProto(r *Request) *pb.FeedbackRequest {
	return &pb.FeedbackRequest{Questions: r.Questions, RequestedAt: timestamppb.New(r.RequestedAt), IsOwed: r.IsOwed,
		Ahead: int32(r.Ahead)}
}

func (s *Service) assignmentToProto(a *Assignment) *pb.ReviewAssignment {
	return &pb.ReviewAssignment{Id: a.ID.String(), Project: s.projects.ToProto(a.Project), Questions: a.Questions,
		ExpiresAt: timestamppb.New(a.ExpiresAt())}
}

// StatsToProto converts the numbers of answers.
func StatsToProto(s AnswerStats) *pb.AnswerStats {
	return &pb.AnswerStats{Days: statsDays, Shown: int32(s.Shown), AnsweredWithin_48H: int32(s.InTime), Share: s.Share,
		MedianHours: s.Median, Unanswered: int32(s.Unanswered)}
}
