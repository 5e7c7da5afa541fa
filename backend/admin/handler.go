package admin

import (
	"context"

	pb "uvboard/gen/uvboard/v1"
)

// Handler implements AdminService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// GetAdminStats implements AdminService.
func (h *Handler) GetAdminStats(ctx context.Context, _ *pb.GetAdminStatsRequest) (*pb.GetAdminStatsResponse, error) {
	totals, states, err := h.service.Stats(ctx)
	if err != nil {
		return nil, err
	}
	out := &pb.AdminStats{
		TotalUsers: int32(totals.Users), TotalProjects: int32(totals.Projects), TotalForumThreads: int32(totals.ForumThreads),
		TotalForumPosts: int32(totals.ForumPosts), TotalBlogPosts: int32(totals.BlogPosts), TotalVotes: int32(totals.Votes), IsHealthy: true,
	}
	for _, state := range states {
		out.IsHealthy = out.IsHealthy && state.OK
		out.Checks = append(out.Checks, &pb.AdminCheck{Name: state.Name, IsOk: state.OK, Detail: state.Detail})
	}
	return &pb.GetAdminStatsResponse{Stats: out}, nil
}
