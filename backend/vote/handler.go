package vote

import (
	"context"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/store"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements VoteService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// GetVoteSummary implements VoteService.
func (h *Handler) GetVoteSummary(ctx context.Context, r *pb.GetVoteSummaryRequest) (*pb.GetVoteSummaryResponse, error) {
	sum, err := h.service.Summary(ctx, auth.From(ctx), enumname.Of(r.TargetType), store.ParseID(r.TargetId))
	return &pb.GetVoteSummaryResponse{Summary: summaryToProto(r.TargetType, sum)}, err
}

// BatchGetVoteSummaries implements VoteService.
func (h *Handler) BatchGetVoteSummaries(ctx context.Context,
	r *pb.BatchGetVoteSummariesRequest) (*pb.BatchGetVoteSummariesResponse, error) {
	ids := make([]uuid.UUID, len(r.TargetIds))
	for i, text := range r.TargetIds {
		ids[i] = store.ParseID(text)
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

// GetFairRules implements VoteService.
func (h *Handler) GetFairRules(context.Context, *pb.GetFairRulesRequest) (*pb.GetFairRulesResponse, error) {
	minAge, entryVotes := h.service.voting()
	return &pb.GetFairRulesResponse{Rules: &pb.FairRules{ConfirmedEmail: h.service.mail,
		MinAccountHours: int32(minAge.Hours()), EntryVotes: int32(entryVotes), PerOwnerInTen: PerOwnerInTen}}, nil
}

// CastVote implements VoteService.
func (h *Handler) CastVote(ctx context.Context, r *pb.CastVoteRequest) (*pb.CastVoteResponse, error) {
	value := Up
	if r.VoteType == pb.VoteType_VOTE_TYPE_DOWNVOTE {
		value = Down
	}
	sum, err := h.service.Cast(ctx, auth.From(ctx).UserID, enumname.Of(r.TargetType), store.ParseID(r.TargetId), value)
	if err != nil {
		return nil, err
	}
	return &pb.CastVoteResponse{Vote: &pb.Vote{
		TargetId: sum.TargetID.String(), TargetType: r.TargetType, VoteType: r.VoteType, Counts: countsToProto(sum),
		Pending: pendingToProto(sum), UserVote: ownToProto(sum),
	}}, nil
}

// RemoveVote implements VoteService.
func (h *Handler) RemoveVote(ctx context.Context, r *pb.RemoveVoteRequest) (*pb.RemoveVoteResponse, error) {
	_, err := h.service.Cast(ctx, auth.From(ctx).UserID, enumname.Of(r.TargetType), store.ParseID(r.TargetId), None)
	return &pb.RemoveVoteResponse{Success: true}, err
}
