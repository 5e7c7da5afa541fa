package admin

import (
	"cmp"
	"context"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/account"
	"uvboard/backend/platform/adminlist"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements AdminService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// GetAdminStats implements AdminService.
func (h *Handler) GetAdminStats(ctx context.Context, _ *pb.GetAdminStatsRequest) (*pb.GetAdminStatsResponse, error) {
	totals, states, err := h.service.Totals(ctx)
	if err != nil {
		return nil, err
	}
	out := &pb.AdminStats{
		TotalUsers: int32(totals.Users), TotalProjects: int32(totals.Projects),
		TotalForumThreads: int32(totals.ForumThreads),
		TotalForumPosts:   int32(totals.ForumPosts), TotalBlogPosts: int32(totals.BlogPosts),
		TotalVotes: int32(totals.Votes), IsHealthy: true,
	}
	for _, state := range states {
		out.IsHealthy = out.IsHealthy && state.OK
		out.Checks = append(out.Checks, &pb.AdminCheck{Name: state.Name, IsOk: state.OK, Detail: state.Detail})
	}
	return &pb.GetAdminStatsResponse{Stats: out}, nil
}

// GetOverview implements AdminService.
func (h *Handler) GetOverview(ctx context.Context, _ *pb.GetOverviewRequest) (*pb.GetOverviewResponse, error) {
	o, err := h.service.Overview(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.GetOverviewResponse{Overview: overviewToProto(o)}, nil
}

// TestSetupStep implements AdminService.
func (h *Handler) TestSetupStep(ctx context.Context, r *pb.TestSetupStepRequest) (*pb.TestSetupStepResponse, error) {
	step, err := h.service.TestStep(ctx, auth.From(ctx), r.Id)
	if err != nil {
		return nil, err
	}
	return &pb.TestSetupStepResponse{Step: stepToProto(step)}, nil
}

// RemoveDemo implements AdminService.
func (h *Handler) RemoveDemo(ctx context.Context, _ *pb.RemoveDemoRequest) (*pb.RemoveDemoResponse, error) {
	return &pb.RemoveDemoResponse{Success: true}, h.service.RemoveDemo(ctx, auth.From(ctx))
}

type listRequest interface {
	GetSearch() string
	GetOrder() pb.SortOrder
	GetPageSize() int32
	GetPageToken() string
}

func query(r listRequest, sort protoreflect.Enum) adminlist.Query {
	return adminlist.Query{
		Search: r.GetSearch(), Sort: enumname.Of(sort), Order: enumname.Of(r.GetOrder()),
		Size: paging.Size(r.GetPageSize(), paging.DefaultSize), Token: r.GetPageToken(),
	}
}

// ListAdminUsers implements AdminService.
func (h *Handler) ListAdminUsers(ctx context.Context, r *pb.ListAdminUsersRequest) (*pb.ListAdminUsersResponse, error) {
	users, next, err := h.service.Users.AdminList(ctx, query(r, r.Sort))
	if err != nil {
		return nil, err
	}
	out := &pb.ListAdminUsersResponse{NextPageToken: next}
	for _, u := range users {
		shown := userToProto(u, h.service.now())
		if !auth.From(ctx).IsAdmin() {
			shown.Email = ""
		}
		out.Users = append(out.Users, shown)
	}
	return out, nil
}

// ListAdminProjects implements AdminService.
func (h *Handler) ListAdminProjects(ctx context.Context,
	r *pb.ListAdminProjectsRequest) (*pb.ListAdminProjectsResponse, error) {
	projects, next, err := h.service.Projects.AdminList(ctx, query(r, r.Sort))
	if err != nil {
		return nil, err
	}
	out := &pb.ListAdminProjectsResponse{NextPageToken: next}
	for _, p := range projects {
		out.Projects = append(out.Projects, projectToProto(p))
	}
	return out, nil
}

// ListAdminBlogPosts implements AdminService.
func (h *Handler) ListAdminBlogPosts(ctx context.Context,
	r *pb.ListAdminBlogPostsRequest) (*pb.ListAdminBlogPostsResponse, error) {
	posts, next, err := h.service.Blog.AdminList(ctx, query(r, r.Sort))
	if err != nil {
		return nil, err
	}
	out := &pb.ListAdminBlogPostsResponse{NextPageToken: next}
	for _, p := range posts {
		out.BlogPosts = append(out.BlogPosts, blogPostToProto(p))
	}
	return out, nil
}

// ListAdminForumChannels implements AdminService.
func (h *Handler) ListAdminForumChannels(ctx context.Context,
	r *pb.ListAdminForumChannelsRequest) (*pb.ListAdminForumChannelsResponse, error) {
	channels, next, err := h.service.Forum.AdminList(ctx, query(r, r.Sort))
	if err != nil {
		return nil, err
	}
	out := &pb.ListAdminForumChannelsResponse{NextPageToken: next}
	for _, c := range channels {
		out.Channels = append(out.Channels, channelToProto(c))
	}
	return out, nil
}

// RemoveUser implements AdminService.
func (h *Handler) RemoveUser(ctx context.Context, r *pb.RemoveUserRequest) (*pb.RemoveUserResponse, error) {
	content := cmp.Or(enumname.Of(r.Content), account.Erase)
	return &pb.RemoveUserResponse{Success: true}, h.service.Accounts.Remove(ctx, auth.From(ctx), store.ParseID(r.Id),
		content, r.Reason)
}

// SetUserRole implements AdminService.
func (h *Handler) SetUserRole(ctx context.Context, r *pb.SetUserRoleRequest) (*pb.SetUserRoleResponse, error) {
	role := auth.Role(enumname.Of(r.Role))
	if role == "" {
		return nil, fault.UnknownValue("role")
	}
	u, err := h.service.Accounts.SetRole(ctx, auth.From(ctx), store.ParseID(r.Id), role, r.Reason)
	if err != nil {
		return nil, err
	}
	return &pb.SetUserRoleResponse{User: userToProto(u, h.service.now())}, nil
}

// SetUserAdmin implements AdminService.
func (h *Handler) SetUserAdmin(ctx context.Context, r *pb.SetUserAdminRequest) (*pb.SetUserAdminResponse, error) {
	u, err := h.service.Accounts.SetAdmin(ctx, auth.From(ctx), store.ParseID(r.Id), r.GetIsAdmin(), r.Reason)
	if err != nil {
		return nil, err
	}
	return &pb.SetUserAdminResponse{User: userToProto(u, h.service.now())}, nil
}

// RemoveProject implements AdminService.
func (h *Handler) RemoveProject(ctx context.Context, r *pb.RemoveProjectRequest) (*pb.RemoveProjectResponse, error) {
	return &pb.RemoveProjectResponse{Success: true}, h.service.Projects.Delete(ctx, auth.From(ctx), store.ParseID(r.Id),
		r.Reason)
}

// RemoveBlogPost implements AdminService.
func (h *Handler) RemoveBlogPost(ctx context.Context, r *pb.RemoveBlogPostRequest) (*pb.RemoveBlogPostResponse, error) {
	return &pb.RemoveBlogPostResponse{Success: true}, h.service.Blog.Delete(ctx, auth.From(ctx), store.ParseID(r.Id),
		r.Reason)
}

// bulkRequest has the fields that PreviewBulkAction and RunBulkAction share.
type bulkRequest interface {
	GetTargetType() pb.ReportTargetType
	GetIds() []string
	GetAction() pb.BulkAction
	GetContent() pb.DeletedContent
}

func bulk(r bulkRequest) Bulk {
	b := Bulk{
		TargetType: enumname.Of(r.GetTargetType()), Action: enumname.Of(r.GetAction()),
		Content: cmp.Or(enumname.Of(r.GetContent()), account.Erase),
	}
	for _, text := range r.GetIds() {
		if id := store.ParseID(text); !slices.Contains(b.IDs, id) {
			b.IDs = append(b.IDs, id)
		}
	}
	return b
}

// PreviewBulkAction implements AdminService.
func (h *Handler) PreviewBulkAction(ctx context.Context,
	r *pb.PreviewBulkActionRequest) (*pb.PreviewBulkActionResponse, error) {
	summary, err := h.service.Preview(ctx, auth.From(ctx), bulk(r))
	if err != nil {
		return nil, err
	}
	return &pb.PreviewBulkActionResponse{Summary: summaryToProto(summary)}, nil
}

// RunBulkAction implements AdminService.
func (h *Handler) RunBulkAction(ctx context.Context, r *pb.RunBulkActionRequest) (*pb.RunBulkActionResponse, error) {
	b := bulk(r)
	b.Reason = r.Reason
	if r.Until != nil {
		until := r.Until.AsTime()
		b.Until = &until
	}
	results, err := h.service.Run(ctx, auth.From(ctx), b)
	if err != nil {
		return nil, err
	}
	return &pb.RunBulkActionResponse{Results: resultsToProto(results)}, nil
}
