package tags

import (
	"context"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/tag"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements TagService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// GetTool implements TagService.
func (h *Handler) GetTool(ctx context.Context, r *pb.GetToolRequest) (*pb.GetToolResponse, error) {
	t, err := h.service.Get(ctx, auth.From(ctx), tag.Tool, r.Tool)
	if err != nil {
		return nil, err
	}
	return &pb.GetToolResponse{Tool: toProto(t)}, nil
}

// GetTag implements TagService.
func (h *Handler) GetTag(ctx context.Context, r *pb.GetTagRequest) (*pb.GetTagResponse, error) {
	t, err := h.service.Get(ctx, auth.From(ctx), tag.Topic, r.Slug)
	if err != nil {
		return nil, err
	}
	return &pb.GetTagResponse{Tag: toProto(t)}, nil
}

func toProto(t Tag) *pb.Tag {
	return &pb.Tag{
		Slug: tag.Slug(t.ID), Name: t.Name, Followers: int32(t.Followers), IsFollowed: t.IsFollowed,
		Projects: int32(t.Projects), Stories: int32(t.Stories), Threads: int32(t.Threads), News: int32(t.News),
	}
}
