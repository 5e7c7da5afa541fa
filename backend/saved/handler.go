package saved

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements SavedService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// ListSaved implements SavedService.
func (h *Handler) ListSaved(ctx context.Context, r *pb.ListSavedRequest) (*pb.ListSavedResponse, error) {
	q := Query{Type: enumname.Of(r.Type), Label: r.Label, Text: r.Query, IDs: make([]uuid.UUID, len(r.Ids))}
	for i, id := range r.Ids {
		q.IDs[i] = store.ParseID(id)
	}
	items, next, err := h.service.List(ctx, auth.From(ctx).UserID, q, paging.Size(r.PageSize, paging.DefaultSize),
		r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListSavedResponse{NextPageToken: next}
	for _, item := range items {
		out.Items = append(out.Items, toProto(item))
	}
	return out, nil
}

// ListSavedLabels implements SavedService.
func (h *Handler) ListSavedLabels(ctx context.Context,
	_ *pb.ListSavedLabelsRequest) (*pb.ListSavedLabelsResponse, error) {
	labels, err := h.service.Labels(ctx, auth.From(ctx).UserID)
	return &pb.ListSavedLabelsResponse{Labels: labels}, err
}

// SaveItem implements SavedService.
func (h *Handler) SaveItem(ctx context.Context, r *pb.SaveItemRequest) (*pb.SaveItemResponse, error) {
	item, err := h.service.Save(ctx, auth.From(ctx).UserID, enumname.Of(r.Type), store.ParseID(r.Id), r.Label)
	if err != nil {
		return nil, err
	}
	return &pb.SaveItemResponse{Item: toProto(item)}, nil
}

// UnsaveItem implements SavedService.
func (h *Handler) UnsaveItem(ctx context.Context, r *pb.UnsaveItemRequest) (*pb.UnsaveItemResponse, error) {
	err := h.service.Unsave(ctx, auth.From(ctx).UserID, enumname.Of(r.Type), store.ParseID(r.Id))
	return &pb.UnsaveItemResponse{Success: true}, err
}

func toProto(item Item) *pb.SavedItem {
	out := &pb.SavedItem{
		Type: enumname.Enum[pb.SavedType](item.TargetType), Id: item.TargetID.String(), Label: item.Label,
		CreatedAt: timestamppb.New(item.CreatedAt),
	}
	if t := item.Target; t != nil {
		out.IsAvailable, out.Title, out.Excerpt, out.Url, out.Image = true, t.Title, t.Text, t.Path, t.Image
		out.Via = usersummary.Via(t.Via)
		if t.Owner != nil {
			out.Author = usersummary.ToProto(t.Owner)
		}
	}
	return out
}
