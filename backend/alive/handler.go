package alive

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/store"
	"uvboard/ent/schema"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements AliveService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service} }

// GetProjectChecks implements AliveService.
func (h *Handler) GetProjectChecks(ctx context.Context,
	r *pb.GetProjectChecksRequest) (*pb.GetProjectChecksResponse, error) {
	checks, err := h.service.Get(ctx, auth.From(ctx), store.ParseID(r.Id))
	return &pb.GetProjectChecksResponse{Checks: checksToProto(checks)}, err
}

// SetProjectChecks implements AliveService.
func (h *Handler) SetProjectChecks(ctx context.Context,
	r *pb.SetProjectChecksRequest) (*pb.SetProjectChecksResponse, error) {
	checks, err := h.service.SetEnabled(ctx, auth.From(ctx), store.ParseID(r.Id), r.IsEnabled)
	return &pb.SetProjectChecksResponse{Checks: checksToProto(checks)}, err
}

// CheckProject implements AliveService.
func (h *Handler) CheckProject(ctx context.Context, r *pb.CheckProjectRequest) (*pb.CheckProjectResponse, error) {
	checks, err := h.service.CheckSoon(ctx, auth.From(ctx), store.ParseID(r.Id))
	return &pb.CheckProjectResponse{Checks: checksToProto(checks)}, err
}

// resultNames are the results of a day in REST. A day without a check has none.
var resultNames = map[byte]string{answered: "answered", failed: "failed", unknown: "unknown"}

func checksToProto(c Checks) *pb.ProjectChecks {
	out := &pb.ProjectChecks{IsEnabled: c.Row == nil || !c.Row.IsOff}
	if c.Row == nil {
		return out
	}
	h := history{c.Row.Days, c.Row.LastDay}
	out.FailedDays = int32(h.failedDays())
	if last, err := time.Parse(time.DateOnly, h.last); err == nil {
		for i := range len(h.days) {
			out.Days = append(out.Days, &pb.CheckDay{
				Day:    last.AddDate(0, 0, i+1-len(h.days)).Format(time.DateOnly),
				Result: enumname.Enum[pb.CheckResult](resultNames[h.days[i]]),
			})
		}
	}
	for _, l := range linksOf(c.Row) {
		one, last := pb.CheckedLink_CHECKED_LINK_DEMO, c.Row.Last.Demo
		if l.repo {
			one, last = pb.CheckedLink_CHECKED_LINK_REPO, c.Row.Last.Repo
		}
		out.Links = append(out.Links, linkToProto(one, last))
	}
	if c.Row.DueAt != nil {
		out.NextAt = timestamppb.New(*c.Row.DueAt)
	}
	return out
}

func linkToProto(link pb.CheckedLink, last schema.LinkCheck) *pb.LinkCheck {
	return &pb.LinkCheck{Link: link, Result: enumname.Enum[pb.CheckResult](last.Result), Detail: last.Detail}
}
