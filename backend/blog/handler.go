package blog

import (
	"context"
	"strings"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/usersummary"
	pb "uvboard/gen/uvboard/v1"
)

const (
	relatedSize  = 3
	commentsSize = 50
	tagsSize     = 10
	authorsSize  = 4
)

// Handler implements BlogService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// ListBlogPosts implements BlogService.
func (h *Handler) ListBlogPosts(ctx context.Context, r *pb.ListBlogPostsRequest) (*pb.ListBlogPostsResponse, error) {
	sort := enumname.Of(r.Sort)
	if sort == "" && r.Sort != 0 {
		return nil, fault.UnknownValue("sort")
	}
	page, err := h.service.List(ctx, auth.From(ctx), ListQuery{
		Search: r.Search, Exact: r.Exact, Tag: r.Tag, UserID: r.UserId, Sort: sort, Size: paging.Size(r.PageSize,
			paging.DefaultSize),
		Token: r.PageToken,
	})
	return &pb.ListBlogPostsResponse{Posts: h.service.listToProto(page.Posts), NextPageToken: page.Next,
		SearchedFor: page.SearchedFor, DidYouMean: page.DidYouMean}, err
}

// GetBlogPost implements BlogService.
func (h *Handler) GetBlogPost(ctx context.Context, r *pb.GetBlogPostRequest) (*pb.GetBlogPostResponse, error) {
	p, err := h.service.Get(ctx, auth.From(ctx), store.ParseID(r.Id))
	if err != nil {
		return nil, err
	}
	return &pb.GetBlogPostResponse{Post: h.service.ToProto(p)}, nil
}

// CreateBlogPost implements BlogService.
func (h *Handler) CreateBlogPost(ctx context.Context, r *pb.CreateBlogPostRequest) (*pb.CreateBlogPostResponse, error) {
	p, err := h.service.Create(ctx, auth.From(ctx), inputFromProto(r.Post))
	if err != nil {
		return nil, err
	}
	return &pb.CreateBlogPostResponse{Post: h.service.ToProto(p)}, nil
}

// UpdateBlogPost implements BlogService.
func (h *Handler) UpdateBlogPost(ctx context.Context, r *pb.UpdateBlogPostRequest) (*pb.UpdateBlogPostResponse, error) {
	p, err := h.service.Update(ctx, auth.From(ctx), store.ParseID(r.Id), inputFromProto(r.Post))
	if err != nil {
		return nil, err
	}
	return &pb.UpdateBlogPostResponse{Post: h.service.ToProto(p)}, nil
}

// DeleteBlogPost implements BlogService.
func (h *Handler) DeleteBlogPost(ctx context.Context, r *pb.DeleteBlogPostRequest) (*pb.DeleteBlogPostResponse, error) {
	return &pb.DeleteBlogPostResponse{Success: true}, h.service.Delete(ctx, auth.From(ctx), store.ParseID(r.Id), "")
}

// ListRelatedBlogPosts implements BlogService.
func (h *Handler) ListRelatedBlogPosts(ctx context.Context,
	r *pb.ListRelatedBlogPostsRequest) (*pb.ListRelatedBlogPostsResponse, error) {
	posts, err := h.service.Related(ctx, auth.From(ctx), store.ParseID(r.Id), paging.Size(r.PageSize, relatedSize))
	return &pb.ListRelatedBlogPostsResponse{Posts: h.service.listToProto(posts)}, err
}

// ListLinkedProjects implements BlogService.
func (h *Handler) ListLinkedProjects(ctx context.Context,
	r *pb.ListLinkedProjectsRequest) (*pb.ListLinkedProjectsResponse, error) {
	projects, err := h.service.LinkedProjects(ctx, auth.From(ctx), store.ParseID(r.Id))
	return &pb.ListLinkedProjectsResponse{Projects: h.service.projects.ListToProto(projects)}, err
}

// GetBlogEngagement implements BlogService.
func (h *Handler) GetBlogEngagement(ctx context.Context,
	r *pb.GetBlogEngagementRequest) (*pb.GetBlogEngagementResponse, error) {
	e, err := h.service.Engagement(ctx, auth.From(ctx), store.ParseID(r.Id))
	return &pb.GetBlogEngagementResponse{Engagement: engagementToProto(e)}, err
}

// LikeBlogPost implements BlogService.
func (h *Handler) LikeBlogPost(ctx context.Context, r *pb.LikeBlogPostRequest) (*pb.LikeBlogPostResponse, error) {
	e, err := h.service.Like(ctx, auth.From(ctx), store.ParseID(r.Id))
	return &pb.LikeBlogPostResponse{Engagement: engagementToProto(e)}, err
}

// ListBlogComments implements BlogService.
func (h *Handler) ListBlogComments(ctx context.Context,
	r *pb.ListBlogCommentsRequest) (*pb.ListBlogCommentsResponse, error) {
	comments, next, err := h.service.Comments(ctx, auth.From(ctx), store.ParseID(r.PostId),
		paging.Size(r.PageSize, commentsSize), r.PageToken)
	response := &pb.ListBlogCommentsResponse{NextPageToken: next}
	for _, c := range comments {
		response.Comments = append(response.Comments, commentToProto(c))
	}
	return response, err
}

// CreateBlogComment implements BlogService.
func (h *Handler) CreateBlogComment(ctx context.Context,
	r *pb.CreateBlogCommentRequest) (*pb.CreateBlogCommentResponse, error) {
	c, err := h.service.CreateComment(ctx, auth.From(ctx), store.ParseID(r.PostId),
		store.ParseOptionalID(r.GetParentId()), r.Content)
	if err != nil {
		return nil, err
	}
	return &pb.CreateBlogCommentResponse{Comment: commentToProto(c)}, nil
}

// UpdateBlogComment implements BlogService.
func (h *Handler) UpdateBlogComment(ctx context.Context,
	r *pb.UpdateBlogCommentRequest) (*pb.UpdateBlogCommentResponse, error) {
	c, err := h.service.UpdateComment(ctx, auth.From(ctx), store.ParseID(r.PostId), store.ParseID(r.CommentId),
		r.Content)
	if err != nil {
		return nil, err
	}
	return &pb.UpdateBlogCommentResponse{Comment: commentToProto(c)}, nil
}

// DeleteBlogComment implements BlogService.
func (h *Handler) DeleteBlogComment(ctx context.Context,
	r *pb.DeleteBlogCommentRequest) (*pb.DeleteBlogCommentResponse, error) {
	err := h.service.DeleteComment(ctx, auth.From(ctx), store.ParseID(r.PostId), store.ParseID(r.CommentId))
	return &pb.DeleteBlogCommentResponse{Success: true}, err
}

// HideBlogComment implements BlogService.
func (h *Handler) HideBlogComment(ctx context.Context,
	r *pb.HideBlogCommentRequest) (*pb.HideBlogCommentResponse, error) {
	c, err := h.service.HideComment(ctx, auth.From(ctx), store.ParseID(r.PostId), store.ParseID(r.CommentId),
		r.IsHidden)
	if err != nil {
		return nil, err
	}
	return &pb.HideBlogCommentResponse{Comment: commentToProto(c)}, nil
}

// ListPopularTags implements BlogService.
func (h *Handler) ListPopularTags(ctx context.Context,
	r *pb.ListPopularTagsRequest) (*pb.ListPopularTagsResponse, error) {
	tags, err := h.service.PopularTags(ctx, paging.Size(r.PageSize, tagsSize))
	response := &pb.ListPopularTagsResponse{}
	for _, t := range tags {
		_, slug, _ := strings.Cut(t.ID, ":")
		response.Tags = append(response.Tags, &pb.PopularTag{Tag: strings.ToLower(tag.Name(t)),
			Count: int32(t.StoryCount), Id: slug})
	}
	return response, err
}

// ListTopAuthors implements BlogService.
func (h *Handler) ListTopAuthors(ctx context.Context, r *pb.ListTopAuthorsRequest) (*pb.ListTopAuthorsResponse, error) {
	authors, err := h.service.TopAuthors(ctx, paging.Size(r.PageSize, authorsSize))
	response := &pb.ListTopAuthorsResponse{}
	for _, a := range authors {
		response.Authors = append(response.Authors, &pb.BlogAuthor{
			Author: usersummary.ToProto(a.User), Reputation: int32(a.User.Reputation), LikesCount: int32(a.Likes),
		})
	}
	return response, err
}

// GetBlogStats implements BlogService.
func (h *Handler) GetBlogStats(ctx context.Context, _ *pb.GetBlogStatsRequest) (*pb.GetBlogStatsResponse, error) {
	s, err := h.service.Stats(ctx)
	return &pb.GetBlogStatsResponse{Stats: &pb.BlogStats{
		TotalPosts: int32(s.Posts), TotalAuthors: int32(s.Authors), AvgReadTime: int32(s.ReadTime),
		PostsThisWeek: int32(s.ThisWeek),
	}}, err
}
