package leaderboard

import (
	"context"
	"time"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements LeaderboardService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service} }

// ListLeaderboard implements LeaderboardService.
func (h *Handler) ListLeaderboard(ctx context.Context,
	r *pb.ListLeaderboardRequest) (*pb.ListLeaderboardResponse, error) {
	kind := enumname.Of(r.Period)
	if kind == "" {
		kind = All
	}
	p, err := h.service.PeriodWith(kind, r.Date)
	if err != nil {
		return nil, err
	}
	entries, err := h.service.List(ctx, p, paging.Size(r.PageSize, DefaultSize))
	if err != nil {
		return nil, err
	}
	out := &pb.ListLeaderboardResponse{}
	for _, e := range entries {
		out.Entries = append(out.Entries, &pb.LeaderboardEntry{Rank: int32(e.Rank),
			Project: h.service.projects.ToProto(e.Project),
			Votes:   int32(e.Votes)})
	}
	return out, nil
}

// ListProjectAwards implements LeaderboardService.
func (h *Handler) ListProjectAwards(ctx context.Context,
	r *pb.ListProjectAwardsRequest) (*pb.ListProjectAwardsResponse, error) {
	awards, err := h.service.Awards(ctx, auth.From(ctx), store.ParseID(r.ProjectId),
		paging.Size(r.PageSize, paging.DefaultSize))
	out := &pb.ListProjectAwardsResponse{}
	for _, a := range awards {
		p := periodOf(a)
		out.Awards = append(out.Awards, &pb.ProjectAward{
			Period: enumname.Enum[pb.LeaderboardPeriod](a.Period), Start: p.Start.Format(time.DateOnly),
			Rank: int32(a.Rank), Votes: int32(a.Votes), Url: p.Path(),
		})
	}
	return out, err
}
