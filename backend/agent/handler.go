package agent

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements AgentService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// RequestPublish implements AgentService.
func (h *Handler) RequestPublish(ctx context.Context, r *pb.RequestPublishRequest) (*pb.RequestPublishResponse, error) {
	p, err := h.service.RequestPublish(ctx, auth.From(ctx), store.ParseID(r.Id))
	if err != nil {
		return nil, err
	}
	return &pb.RequestPublishResponse{Request: toProto(p)}, nil
}

// GetPublishRequest implements AgentService.
func (h *Handler) GetPublishRequest(ctx context.Context,
	r *pb.GetPublishRequestRequest) (*pb.GetPublishRequestResponse, error) {
	p, err := h.service.PublishRequest(ctx, auth.From(ctx), store.ParseID(r.Id))
	if p == nil || err != nil {
		return &pb.GetPublishRequestResponse{}, err
	}
	return &pb.GetPublishRequestResponse{Request: toProto(p)}, nil
}

// DismissPublishRequest implements AgentService.
func (h *Handler) DismissPublishRequest(ctx context.Context,
	r *pb.DismissPublishRequestRequest) (*pb.DismissPublishRequestResponse, error) {
	err := h.service.Dismiss(ctx, auth.From(ctx), store.ParseID(r.Id))
	return &pb.DismissPublishRequestResponse{Success: true}, err
}

// ListFeedback implements AgentService.
func (h *Handler) ListFeedback(ctx context.Context, r *pb.ListFeedbackRequest) (*pb.ListFeedbackResponse, error) {
	all, err := h.service.Feedback(ctx, auth.From(ctx).UserID, paging.Size(r.PageSize, paging.DefaultSize))
	if err != nil {
		return nil, err
	}
	out := &pb.ListFeedbackResponse{}
	for _, f := range all {
		one := &pb.Feedback{
			ThreadId: f.ID.String(), ProjectId: f.Project.ID.String(), ProjectTitle: f.Project.Title, Title: f.Title,
			Excerpt: f.Text(),
			Author:  usersummary.ToProto(f.Edges.Author), CreatedAt: timestamppb.New(f.LastActivityAt),
			Via: usersummary.Via(f.Via),
			Url: address.Thread(f.Title, f.Short),
		}
		if f.Last != nil {
			one.PostId, one.Url = f.Last.ID.String(), one.Url+"?post="+f.Last.ID.String()
			one.Via = usersummary.Via(f.Last.Via)
			if one.Author = nil; f.Last.Edges.Author != nil {
				one.Author = usersummary.ToProto(f.Last.Edges.Author)
			}
		}
		out.Feedback = append(out.Feedback, one)
	}
	return out, nil
}

func toProto(p *Publish) *pb.PublishRequest {
	return &pb.PublishRequest{ProjectId: p.ProjectID.String(), RequestedAt: timestamppb.New(p.RequestedAt), Url: p.URL}
}
