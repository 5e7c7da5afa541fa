package ring

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements RingService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// ListRings implements RingService.
func (h *Handler) ListRings(ctx context.Context, r *pb.ListRingsRequest) (*pb.ListRingsResponse, error) {
	rings, next, err := h.service.List(ctx, enumname.Of(r.State), paging.Size(r.PageSize, paging.DefaultSize),
		r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListRingsResponse{NextPageToken: next}
	for _, ring := range rings {
		out.Rings = append(out.Rings, toProto(ring))
	}
	return out, nil
}

// UpdateRing implements RingService.
func (h *Handler) UpdateRing(ctx context.Context, r *pb.UpdateRingRequest) (*pb.UpdateRingResponse, error) {
	state := enumname.Of(r.State)
	if state == "" {
		return nil, fault.UnknownValue("state")
	}
	row, err := h.service.Decide(ctx, auth.From(ctx), store.ParseID(r.Id), state, r.Reason)
	if err != nil {
		return nil, err
	}
	shown, err := h.service.Show(ctx, row)
	if err != nil {
		return nil, err
	}
	return &pb.UpdateRingResponse{Ring: toProto(shown)}, nil
}

// GetHeldVotes implements RingService.
func (h *Handler) GetHeldVotes(ctx context.Context, _ *pb.GetHeldVotesRequest) (*pb.GetHeldVotesResponse, error) {
	held, err := h.service.HeldOf(ctx, auth.From(ctx).UserID)
	if err != nil {
		return nil, err
	}
	return &pb.GetHeldVotesResponse{Held: heldToProto(held)}, nil
}

// AppealHeldVotes implements RingService.
func (h *Handler) AppealHeldVotes(ctx context.Context,
	r *pb.AppealHeldVotesRequest) (*pb.AppealHeldVotesResponse, error) {
	held, err := h.service.Appeal(ctx, auth.From(ctx).UserID, r.Message)
	if err != nil {
		return nil, err
	}
	return &pb.AppealHeldVotesResponse{Held: heldToProto(held)}, nil
}

func toProto(l Listed) *pb.Ring {
	out := &pb.Ring{
		Id: l.ID.String(), Kind: enumname.Enum[pb.RingKind](l.Kind), State: enumname.Enum[pb.RingState](l.State),
		Findings: l.Findings, MemberCount: int32(l.Count), CreatedAt: timestamppb.New(l.CreatedAt), Reason: l.Reason,
	}
	for _, m := range l.Members {
		member := &pb.RingMember{User: usersummary.ToProto(m.Edges.User),
			RegisteredAt: timestamppb.New(m.Edges.User.CreatedAt), VotesGiven: int32(m.Edges.User.VotesGiven),
			Appeal: m.Appeal}
		if m.AppealedAt != nil {
			member.AppealedAt = timestamppb.New(*m.AppealedAt)
		}
		out.Members = append(out.Members, member)
	}
	for _, t := range l.Targets {
		out.Targets = append(out.Targets, &pb.RingTarget{Type: enumname.Enum[pb.TargetType](t.Type),
			Id: t.ID.String(), Title: t.Title, Path: t.Path, Upvotes: int32(t.Upvotes)})
	}
	if l.DecidedAt != nil {
		out.DecidedAt = timestamppb.New(*l.DecidedAt)
	}
	if l.Admin != nil {
		out.DecidedBy = usersummary.ToProto(l.Admin)
	}
	return out
}

func heldToProto(h HeldVotes) *pb.HeldVotes {
	out := &pb.HeldVotes{IsHeld: h.At != nil, Findings: h.Findings, CanAppeal: h.Open}
	if h.At != nil {
		out.HeldAt = timestamppb.New(*h.At)
	}
	if h.Appeal != nil {
		out.Appeal, out.AppealedAt = h.Appeal.Appeal, timestamppb.New(*h.Appeal.AppealedAt)
	}
	return out
}
