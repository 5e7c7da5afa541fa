package collection

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/project"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements CollectionService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service} }

// ListCollections implements CollectionService.
func (h *Handler) ListCollections(ctx context.Context,
	r *pb.ListCollectionsRequest) (*pb.ListCollectionsResponse, error) {
	caller, userID := auth.From(ctx), store.ParseID(r.UserId)
	if r.UserId == "" {
		if caller == nil {
			return nil, fault.Invalid("userId", "Log in, or say whose collections you want")
		}
		userID = caller.UserID
	}
	all, next, err := h.service.List(ctx, caller, userID, store.ParseID(r.ProjectId),
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	out := &pb.ListCollectionsResponse{NextPageToken: next}
	for _, c := range all {
		out.Collections = append(out.Collections, h.service.toProto(c))
	}
	return out, err
}

// GetCollection implements CollectionService.
func (h *Handler) GetCollection(ctx context.Context, r *pb.GetCollectionRequest) (*pb.GetCollectionResponse, error) {
	c, err := h.service.Get(ctx, auth.From(ctx), store.ParseID(r.Id))
	if err != nil {
		return nil, err
	}
	return &pb.GetCollectionResponse{Collection: h.service.toProto(c)}, nil
}

// CreateCollection implements CollectionService.
func (h *Handler) CreateCollection(ctx context.Context,
	r *pb.CreateCollectionRequest) (*pb.CreateCollectionResponse, error) {
	c, err := h.service.Create(ctx, auth.From(ctx), Change{&r.Title, &r.Description, &r.IsPublic})
	if err != nil {
		return nil, err
	}
	return &pb.CreateCollectionResponse{Collection: h.service.toProto(c)}, nil
}

// UpdateCollection implements CollectionService.
func (h *Handler) UpdateCollection(ctx context.Context,
	r *pb.UpdateCollectionRequest) (*pb.UpdateCollectionResponse, error) {
	c, err := h.service.Update(ctx, auth.From(ctx), store.ParseID(r.Id), Change{r.Title, r.Description, r.IsPublic})
	if err != nil {
		return nil, err
	}
	return &pb.UpdateCollectionResponse{Collection: h.service.toProto(c)}, nil
}

// DeleteCollection implements CollectionService.
func (h *Handler) DeleteCollection(ctx context.Context,
	r *pb.DeleteCollectionRequest) (*pb.DeleteCollectionResponse, error) {
	return &pb.DeleteCollectionResponse{Success: true}, h.service.Delete(ctx, auth.From(ctx), store.ParseID(r.Id))
}

// SetCollectionItem implements CollectionService.
func (h *Handler) SetCollectionItem(ctx context.Context,
	r *pb.SetCollectionItemRequest) (*pb.SetCollectionItemResponse, error) {
	var place *int
	if r.Position != nil {
		place = new(int(*r.Position))
	}
	c, err := h.service.SetItem(ctx, auth.From(ctx), store.ParseID(r.Id), store.ParseID(r.ProjectId), r.Note, place)
	if err != nil {
		return nil, err
	}
	return &pb.SetCollectionItemResponse{Collection: h.service.toProto(c)}, nil
}

// RemoveCollectionItem implements CollectionService.
func (h *Handler) RemoveCollectionItem(ctx context.Context,
	r *pb.RemoveCollectionItemRequest) (*pb.RemoveCollectionItemResponse, error) {
	removed, err := h.service.RemoveItem(ctx, auth.From(ctx), store.ParseID(r.Id), store.ParseID(r.ProjectId))
	if err != nil {
		return nil, err
	}
	out := &pb.RemoveCollectionItemResponse{Success: true}
	if removed != nil {
		out.Item = itemToProto(removed, removed.Position)
	}
	return out, nil
}

func (s *Service) toProto(c Collection) *pb.Collection {
	out := &pb.Collection{
		Id: c.ID.String(), Title: c.Title, Description: c.Description, IsPublic: c.IsPublic,
		IsHidden: c.HiddenAt != nil, Author: usersummary.ToProto(c.Edges.Owner),
		ProjectCount: int32(c.Count), HasProject: c.Has, CreatedAt: timestamppb.New(c.CreatedAt),
		UpdatedAt: timestamppb.New(c.UpdatedAt),
	}
	for i, item := range c.Items {
		one := itemToProto(item.CollectionItem, i+1)
		if item.Project != nil {
			one.Project = s.projects.ToProto(item.Project)
		}
		out.Items = append(out.Items, one)
	}
	for _, p := range c.First {
		out.Pictures = append(out.Pictures, &pb.CollectionPicture{Title: p.Title, Image: project.Picture(p)})
	}
	return out
}

func itemToProto(item *ent.CollectionItem, place int) *pb.CollectionItem {
	return &pb.CollectionItem{ProjectId: item.ProjectID.String(), Note: item.Note, Position: int32(place)}
}
