package follow

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements FollowService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// Follow implements FollowService.
func (h *Handler) Follow(ctx context.Context, r *pb.FollowRequest) (*pb.FollowResponse, error) {
	f, err := h.service.Add(ctx, auth.From(ctx).UserID, enumname.Of(r.Type), r.Id)
	if err != nil {
		return nil, err
	}
	return &pb.FollowResponse{Follow: toProto(f)}, nil
}

// Unfollow implements FollowService.
func (h *Handler) Unfollow(ctx context.Context, r *pb.UnfollowRequest) (*pb.UnfollowResponse, error) {
	err := h.service.Remove(ctx, auth.From(ctx).UserID, enumname.Of(r.Type), r.Id)
	return &pb.UnfollowResponse{Success: true}, err
}

// ListFollows implements FollowService.
func (h *Handler) ListFollows(ctx context.Context, r *pb.ListFollowsRequest) (*pb.ListFollowsResponse, error) {
	follows, next, err := h.service.List(ctx, auth.From(ctx).UserID, enumname.Of(r.Type), r.Ids,
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListFollowsResponse{NextPageToken: next}
	for _, f := range follows {
		out.Follows = append(out.Follows, toProto(f))
	}
	return out, nil
}

// ListFollowedItems implements FollowService.
func (h *Handler) ListFollowedItems(ctx context.Context,
	r *pb.ListFollowedItemsRequest) (*pb.ListFollowedItemsResponse, error) {
	items, next, err := h.service.Items(ctx, auth.From(ctx).UserID, paging.Size(r.PageSize, paging.DefaultSize),
		r.PageToken)
	out := &pb.ListFollowedItemsResponse{NextPageToken: next}
	for _, i := range items {
		out.Items = append(out.Items, &pb.FollowedItem{
			Type: enumname.Enum[pb.FollowedItemType](i.Type), Id: i.ID.String(), Title: i.Title, Excerpt: i.Text,
			Author: usersummary.ToProto(i.Owner), Via: usersummary.Via(i.Via),
			Url: i.Path, CreatedAt: timestamppb.New(i.At),
			Follow: toProto(i.Follow), Image: i.Image, Votes: i.Votes,
		})
	}
	return out, err
}

// ListFollowers implements FollowService.
func (h *Handler) ListFollowers(ctx context.Context, r *pb.ListFollowersRequest) (*pb.ListFollowersResponse, error) {
	rows, next, err := h.service.People(ctx, auth.From(ctx), store.ParseID(r.Id), true,
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	out := &pb.ListFollowersResponse{NextPageToken: next}
	for _, row := range rows {
		out.Users = append(out.Users, personToProto(row, row.Edges.User))
	}
	return out, err
}

// ListFollowing implements FollowService.
func (h *Handler) ListFollowing(ctx context.Context, r *pb.ListFollowingRequest) (*pb.ListFollowingResponse, error) {
	rows, next, err := h.service.People(ctx, auth.From(ctx), store.ParseID(r.Id), false,
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	out := &pb.ListFollowingResponse{NextPageToken: next}
	for _, row := range rows {
		out.Users = append(out.Users, personToProto(row, row.Edges.Member))
	}
	return out, err
}

func personToProto(row *ent.Follow, u *ent.User) *pb.FollowedUser {
	return &pb.FollowedUser{Id: u.ID.String(), User: usersummary.ToProto(u), Bio: u.Bio,
		CreatedAt: timestamppb.New(row.CreatedAt)}
}

func toProto(f Follow) *pb.Follow {
	out := &pb.Follow{
		Type: enumname.Enum[pb.FollowType](f.Type), Title: f.Title, Url: f.Path, IsAvailable: f.Path != "",
		CreatedAt: timestamppb.New(f.CreatedAt),
	}
	if f.Tag != nil {
		out.Id = tag.Slug(*f.Tag)
	} else {
		_, id := of(f.Follow)
		out.Id = id.String()
	}
	return out
}
