package feedback

import (
	"context"

	"uvboard/backend/forum"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements FeedbackService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service} }

// ListProjectFeedback implements FeedbackService.
func (h *Handler) ListProjectFeedback(ctx context.Context,
	r *pb.ListProjectFeedbackRequest) (*pb.ListProjectFeedbackResponse, error) {
	sort := forum.FeedbackUseful
	if r.Sort == pb.FeedbackSort_FEEDBACK_SORT_NEWEST {
		sort = forum.FeedbackNewest
	}
	posts, next, err := h.service.forum.ListFeedback(ctx, auth.From(ctx), store.ParseID(r.ProjectId), sort,
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	response := &pb.ListProjectFeedbackResponse{NextPageToken: next}
	for _, p := range posts {
		response.Posts = append(response.Posts, forum.PostToProto(p))
	}
	return response, nil
}

// CreateProjectFeedback implements FeedbackService.
func (h *Handler) CreateProjectFeedback(ctx context.Context,
	r *pb.CreateProjectFeedbackRequest) (*pb.CreateProjectFeedbackResponse, error) {
	p, err := h.service.forum.CreateFeedback(ctx, auth.From(ctx), forum.NewFeedback{
		ProjectID: store.ParseID(r.ProjectId), ParentID: store.ParseOptionalID(r.GetParentId()), Content: r.Content})
	if err != nil {
		return nil, err
	}
	return &pb.CreateProjectFeedbackResponse{Post: forum.PostToProto(p)}, nil
}

// GetFeedbackRequest implements FeedbackService.
func (h *Handler) GetFeedbackRequest(ctx context.Context,
	r *pb.GetFeedbackRequestRequest) (*pb.GetFeedbackRequestResponse, error) {
	request, err := h.service.Request(ctx, auth.From(ctx), store.ParseID(r.ProjectId))
	if err != nil || request == nil {
		return &pb.GetFeedbackRequestResponse{}, err
	}
	return &pb.GetFeedbackRequestResponse{Request: requestToProto(request)}, nil
}

// SetFeedbackRequest implements FeedbackService.
func (h *Handler) SetFeedbackRequest(ctx context.Context,
	r *pb.SetFeedbackRequestRequest) (*pb.SetFeedbackRequestResponse, error) {
	request, err := h.service.Ask(ctx, auth.From(ctx), store.ParseID(r.ProjectId), r.Questions)
	if err != nil || request == nil { // written or withdrawn meanwhile
		return &pb.SetFeedbackRequestResponse{}, err
	}
	return &pb.SetFeedbackRequestResponse{Request: requestToProto(request)}, nil
}

// DeleteFeedbackRequest implements FeedbackService.
func (h *Handler) DeleteFeedbackRequest(ctx context.Context,
	r *pb.DeleteFeedbackRequestRequest) (*pb.DeleteFeedbackRequestResponse, error) {
	err := h.service.TakeBack(ctx, auth.From(ctx), store.ParseID(r.ProjectId))
	return &pb.DeleteFeedbackRequestResponse{Success: true}, err
}

// AssignReview implements FeedbackService.
func (h *Handler) AssignReview(ctx context.Context, _ *pb.AssignReviewRequest) (*pb.AssignReviewResponse, error) {
	a, err := h.service.Assign(ctx, auth.From(ctx))
	if err != nil || a == nil {
		return &pb.AssignReviewResponse{}, err
	}
	return &pb.AssignReviewResponse{Review: h.service.assignmentToProto(a)}, nil
}

// WriteReview implements FeedbackService.
func (h *Handler) WriteReview(ctx context.Context, r *pb.WriteReviewRequest) (*pb.WriteReviewResponse, error) {
	p, err := h.service.Write(ctx, auth.From(ctx), store.ParseID(r.Id), Texts{
		Reach: enumname.Of(r.Reach), FirstImpression: r.FirstImpression, Tried: r.Tried, Broke: r.Broke,
		Suggestion: r.Suggestion, Answers: r.Answers})
	return &pb.WriteReviewResponse{Post: postToProto(p)}, err
}

// SkipReview implements FeedbackService.
func (h *Handler) SkipReview(ctx context.Context, r *pb.SkipReviewRequest) (*pb.SkipReviewResponse, error) {
	return &pb.SkipReviewResponse{Success: true}, h.service.Skip(ctx, auth.From(ctx), store.ParseID(r.Id))
}

// SetReviewUseful implements FeedbackService.
func (h *Handler) SetReviewUseful(ctx context.Context,
	r *pb.SetReviewUsefulRequest) (*pb.SetReviewUsefulResponse, error) {
	p, err := h.service.SetUseful(ctx, auth.From(ctx), store.ParseID(r.Id), r.Useful)
	return &pb.SetReviewUsefulResponse{Post: postToProto(p)}, err
}

// GetReviewBalance implements FeedbackService.
func (h *Handler) GetReviewBalance(ctx context.Context,
	_ *pb.GetReviewBalanceRequest) (*pb.GetReviewBalanceResponse, error) {
	b, err := h.service.Balance(ctx, auth.From(ctx).UserID)
	return &pb.GetReviewBalanceResponse{Balance: &pb.ReviewBalance{
		Given: int32(b.Given), Useful: int32(b.Useful), Owed: int32(b.Owed), Received: int32(b.Received)}}, err
}

// GetAnswerStats implements FeedbackService.
func (h *Handler) GetAnswerStats(ctx context.Context, _ *pb.GetAnswerStatsRequest) (*pb.GetAnswerStatsResponse, error) {
	stats, err := h.service.AnswerStats(ctx)
	return &pb.GetAnswerStatsResponse{Stats: StatsToProto(stats)}, err
}

// postToProto converts a reply, nil for none.
func postToProto(p *ent.ForumPost) *pb.ForumPost {
	if p == nil {
		return nil
	}
	return forum.PostToProto(p)
}
