package user

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements UserService.
type Handler struct {
	service  *Service
	projects ListProjects
}

// ListProjects returns the projects of a user that the caller in ctx may see, and the token of the next page.
type ListProjects func(ctx context.Context, userID uuid.UUID, size int, token string) ([]*pb.Project, string, error)

// NewHandler returns a handler for service.
func NewHandler(service *Service, projects ListProjects) *Handler {
	return &Handler{service: service, projects: projects}
}

// GetUser implements UserService.
func (h *Handler) GetUser(ctx context.Context, r *pb.GetUserRequest) (*pb.GetUserResponse, error) {
	u, err := h.service.Get(ctx, store.ParseID(r.Id))
	if err != nil {
		return nil, err
	}
	return &pb.GetUserResponse{User: ToProto(u)}, nil
}

// GetUserByUsername implements UserService.
func (h *Handler) GetUserByUsername(ctx context.Context,
	r *pb.GetUserByUsernameRequest) (*pb.GetUserByUsernameResponse, error) {
	u, err := h.service.GetByUsername(ctx, r.Username)
	if err != nil {
		return nil, err
	}
	return &pb.GetUserByUsernameResponse{User: ToProto(u)}, nil
}

// FindUsers implements UserService.
func (h *Handler) FindUsers(ctx context.Context, r *pb.FindUsersRequest) (*pb.FindUsersResponse, error) {
	users, err := h.service.Find(ctx, r.Prefix)
	if err != nil {
		return nil, err
	}
	response := &pb.FindUsersResponse{}
	for _, u := range users {
		response.Users = append(response.Users, usersummary.ToProto(u))
	}
	return response, nil
}

// UpdateUser implements UserService.
func (h *Handler) UpdateUser(ctx context.Context, r *pb.UpdateUserRequest) (*pb.UpdateUserResponse, error) {
	u, err := h.service.Update(ctx, auth.From(ctx), store.ParseID(r.Id), changesFromProto(r.User))
	if err != nil {
		return nil, err
	}
	return &pb.UpdateUserResponse{User: ToProto(u)}, nil
}

// GetUserStats implements UserService.
func (h *Handler) GetUserStats(ctx context.Context, r *pb.GetUserStatsRequest) (*pb.GetUserStatsResponse, error) {
	id := store.ParseID(r.Id)
	u, err := h.service.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	caller := auth.From(ctx)
	own := caller != nil && caller.UserID == id
	return &pb.GetUserStatsResponse{Stats: StatsToProto(u, own)}, nil
}

// ListUserActivity implements UserService.
func (h *Handler) ListUserActivity(ctx context.Context,
	r *pb.ListUserActivityRequest) (*pb.ListUserActivityResponse, error) {
	kinds := enumname.List(r.Types)
	if slices.Contains(kinds, "") { // unspecified is any kind
		kinds = nil
	}
	activities, next, err := h.service.Activity(ctx, store.ParseID(r.Id), kinds,
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	response := &pb.ListUserActivityResponse{NextPageToken: next}
	for _, a := range activities {
		response.Activities = append(response.Activities, activityToProto(a))
	}
	return response, nil
}

// ListUserProjects implements UserService.
func (h *Handler) ListUserProjects(ctx context.Context,
	r *pb.ListUserProjectsRequest) (*pb.ListUserProjectsResponse, error) {
	id := store.ParseID(r.Id)
	if _, err := h.service.Get(ctx, id); err != nil {
		return nil, err
	}
	projects, next, err := h.projects(ctx, id, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	return &pb.ListUserProjectsResponse{Projects: projects, NextPageToken: next}, err
}

// ListTopUsers implements UserService.
func (h *Handler) ListTopUsers(ctx context.Context, r *pb.ListTopUsersRequest) (*pb.ListTopUsersResponse, error) {
	users, rank, next, err := h.service.Top(ctx, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	response := &pb.ListTopUsersResponse{NextPageToken: next}
	for i, u := range users {
		response.Users = append(response.Users, topToProto(u, rank+i))
	}
	return response, nil
}

// ListActiveUsers implements UserService.
func (h *Handler) ListActiveUsers(ctx context.Context,
	r *pb.ListActiveUsersRequest) (*pb.ListActiveUsersResponse, error) {
	users, next, err := h.service.Active(ctx, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	response := &pb.ListActiveUsersResponse{NextPageToken: next}
	for _, u := range users {
		response.Users = append(response.Users, activeToProto(u))
	}
	return response, nil
}
