package stats

import (
	"context"

	pb "uvboard/gen/uvboard/v1"
)

// Handler implements StatsService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// GetCommunityStats implements StatsService.
func (h *Handler) GetCommunityStats(ctx context.Context,
	_ *pb.GetCommunityStatsRequest) (*pb.GetCommunityStatsResponse, error) {
	counts, err := h.service.Counts(ctx, Projects, Users, Channels,
		ProjectsAt("idea"), ProjectsAt("mvp"), ProjectsAt("beta"), ProjectsAt("launched"))
	if err != nil {
		return nil, err
	}
	return &pb.GetCommunityStatsResponse{Stats: &pb.CommunityStats{
		TotalProjects:    int32(counts[Projects]),
		ActiveVibers:     int32(counts[Users]),
		TotalChannels:    int32(counts[Channels]),
		IdeaProjects:     int32(counts[ProjectsAt("idea")]),
		MvpProjects:      int32(counts[ProjectsAt("mvp")]),
		BetaProjects:     int32(counts[ProjectsAt("beta")]),
		LaunchedProjects: int32(counts[ProjectsAt("launched")]),
	}}, nil
}
