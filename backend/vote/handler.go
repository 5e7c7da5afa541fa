package vote

import (
	"context"
	"net/http"

	"connectrpc.com/connect"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Handler speaks proto for Service.
type Handler struct{ service *Service }

// NewHandler serves service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// Mount makes the service's HTTP handler and returns it with its path.
func (h *Handler) Mount(options ...connect.HandlerOption) (path string, handler http.Handler) {
	return uvboardv1connect.NewVoteServiceHandler(h, options...)
}

// GetVoteSummary implements VoteService.
func (h *Handler) GetVoteSummary(ctx context.Context, r *pb.GetVoteSummaryRequest) (*pb.GetVoteSummaryResponse, error) {
	targetType := enumname.Of(r.TargetType)
	id, err := h.parseID(targetType, r.TargetId)
	if err != nil {
		return nil, err
	}
	sums, err := h.service.Summaries(ctx, auth.From(ctx), targetType, []uuid.UUID{id})
	if err != nil {
		return nil, err
	}
	if len(sums) == 0 {
		t, err := h.service.target(targetType)
		if err != nil {
			return nil, err
		}
		return nil, notFound(t.Votable)
	}
	return &pb.GetVoteSummaryResponse{Summary: summaryToProto(r.TargetType, sums[0])}, nil
}

// BatchGetVoteSummaries implements VoteService.
func (h *Handler) BatchGetVoteSummaries(ctx context.Context, r *pb.BatchGetVoteSummariesRequest) (*pb.BatchGetVoteSummariesResponse, error) {
	ids := make([]uuid.UUID, 0, len(r.TargetIds))
	for _, text := range r.TargetIds {
		if id, err := uuid.Parse(text); err == nil { // what is no id is as unknown as any other
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

func (h *Handler) cast(ctx context.Context, t pb.TargetType, targetID string, value int) (Summary, error) {
	targetType := enumname.Of(t)
	id, err := h.parseID(targetType, targetID)
	if err != nil {
		return Summary{}, err
	}
	return h.service.Cast(ctx, auth.From(ctx).UserID, targetType, id, value) // the access table lets members in only
}

// parseID parses the id of a target. A malformed id is reported as not found.
func (h *Handler) parseID(targetType, text string) (uuid.UUID, error) {
	t, err := h.service.target(targetType)
	if err != nil {
		return uuid.Nil, err
	}
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil, notFound(t.Votable)
	}
	return id, nil
}
