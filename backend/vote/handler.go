package vote

import (
	"context"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements VoteService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// GetVoteSummary implements VoteService.
func (h *Handler) GetVoteSummary(ctx context.Context, r *pb.GetVoteSummaryRequest) (*pb.GetVoteSummaryResponse, error) {
	t, id, err := h.parse(r.TargetType, r.TargetId)
	if err != nil {
		return nil, err
	}
	sums, err := h.service.Summaries(ctx, auth.From(ctx), t.Type, []uuid.UUID{id})
	if err != nil {
		return nil, err
	}
	if len(sums) == 0 {
		return nil, notFound(t.Votable)
	}
	return &pb.GetVoteSummaryResponse{Summary: summaryToProto(r.TargetType, sums[0])}, nil
}

// BatchGetVoteSummaries implements VoteService.
func (h *Handler) BatchGetVoteSummaries(ctx context.Context, r *pb.BatchGetVoteSummariesRequest) (*pb.BatchGetVoteSummariesResponse, error) {
	ids := make([]uuid.UUID, 0, len(r.TargetIds))
	for _, text := range r.TargetIds {
		if id, err := uuid.Parse(text); err == nil { // a malformed id is unknown
			ids = append(ids, id)
		}
	}
	sums, err := h.service.Summaries(ctx, auth.From(ctx), enumname.Of(r.TargetType), ids)
	if err != nil {
		return nil, err
	}
	response := &pb.BatchGetVoteSummariesResponse{}
	for _, sum := range sums {
		response.Summaries = append(response.Summaries, summaryToProto(r.TargetType, sum))
	}
	return response, nil
}

// CastVote implements VoteService.
func (h *Handler) CastVote(ctx context.Context, r *pb.CastVoteRequest) (*pb.CastVoteResponse, error) {
	value := Up
	if r.VoteType == pb.VoteType_VOTE_TYPE_DOWNVOTE {
		value = Down
	}
	sum, err := h.cast(ctx, r.TargetType, r.TargetId, value)
	if err != nil {
		return nil, err
	}
	return &pb.CastVoteResponse{Vote: &pb.Vote{
		TargetId: sum.TargetID.String(), TargetType: r.TargetType, VoteType: r.VoteType, Counts: countsToProto(sum),
	}}, nil
}

// RemoveVote implements VoteService.
func (h *Handler) RemoveVote(ctx context.Context, r *pb.RemoveVoteRequest) (*pb.RemoveVoteResponse, error) {
	if _, err := h.cast(ctx, r.TargetType, r.TargetId, None); err != nil {
		return nil, err
	}
	return &pb.RemoveVoteResponse{Success: true}, nil
}

func (h *Handler) cast(ctx context.Context, targetType pb.TargetType, targetID string, value int) (Summary, error) {
	t, id, err := h.parse(targetType, targetID)
	if err != nil {
		return Summary{}, err
	}
	return h.service.Cast(ctx, auth.From(ctx).UserID, t.Type, id, value)
}

// parse returns the kind of content and the id of a target. A malformed id is reported as not found.
func (h *Handler) parse(targetType pb.TargetType, targetID string) (*target, uuid.UUID, error) {
	t, err := h.service.target(enumname.Of(targetType))
	if err != nil {
		return nil, uuid.Nil, err
	}
	id, err := uuid.Parse(targetID)
	if err != nil {
		return nil, uuid.Nil, notFound(t.Votable)
	}
	return t, id, nil
}
