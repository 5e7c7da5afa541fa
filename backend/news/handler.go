package news

import (
	"context"
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/paging"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

const defaultSize = 50

// Handler implements NewsService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// ListNews implements NewsService.
func (h *Handler) ListNews(ctx context.Context, r *pb.ListNewsRequest) (*pb.ListNewsResponse, error) {
	tools := make([]string, len(r.Tools))
	for i, tool := range r.Tools {
		tools[i] = strings.ToLower(tool)
	}
	page, err := h.service.List(ctx, ListQuery{
		Source: r.Source, Tools: tools, Search: r.Search, Exact: r.Exact, Size: paging.Size(r.PageSize, defaultSize),
		Token: r.PageToken,
	})
	if err != nil {
		return nil, err
	}
	response := &pb.ListNewsResponse{Articles: make([]*pb.NewsArticle, len(page.Articles)),
		NextPageToken: page.Next, SearchedFor: page.SearchedFor, DidYouMean: page.DidYouMean}
	for i, a := range page.Articles {
		response.Articles[i] = articleToProto(a)
	}
	return response, nil
}

// ListNewsSources implements NewsService.
func (h *Handler) ListNewsSources(ctx context.Context,
	_ *pb.ListNewsSourcesRequest) (*pb.ListNewsSourcesResponse, error) {
	names, err := h.service.Sources(ctx)
	return &pb.ListNewsSourcesResponse{Names: names}, err
}

// ListNewsFeeds implements NewsService.
func (h *Handler) ListNewsFeeds(ctx context.Context, r *pb.ListNewsFeedsRequest) (*pb.ListNewsFeedsResponse, error) {
	feeds, next, err := h.service.Feeds(ctx, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	response := &pb.ListNewsFeedsResponse{Feeds: make([]*pb.NewsFeed, len(feeds)), NextPageToken: next}
	for i, f := range feeds {
		response.Feeds[i] = feedToProto(f)
	}
	return response, nil
}

// AddNewsFeed implements NewsService.
func (h *Handler) AddNewsFeed(ctx context.Context, r *pb.AddNewsFeedRequest) (*pb.AddNewsFeedResponse, error) {
	f, err := h.service.AddFeed(ctx, auth.From(ctx), r.Name, r.Url)
	if err != nil {
		return nil, err
	}
	return &pb.AddNewsFeedResponse{Feed: feedToProto(f)}, nil
}

// UpdateNewsFeed implements NewsService.
func (h *Handler) UpdateNewsFeed(ctx context.Context, r *pb.UpdateNewsFeedRequest) (*pb.UpdateNewsFeedResponse, error) {
	f, err := h.service.UpdateFeed(ctx, auth.From(ctx), r.Url, r.Name, r.IsEnabled)
	if err != nil {
		return nil, err
	}
	return &pb.UpdateNewsFeedResponse{Feed: feedToProto(f)}, nil
}

// DeleteNewsFeed implements NewsService.
func (h *Handler) DeleteNewsFeed(ctx context.Context, r *pb.DeleteNewsFeedRequest) (*pb.DeleteNewsFeedResponse, error) {
	return &pb.DeleteNewsFeedResponse{Success: true}, h.service.DeleteFeed(ctx, auth.From(ctx), r.Url)
}

// RefreshNews implements NewsService.
func (h *Handler) RefreshNews(ctx context.Context, _ *pb.RefreshNewsRequest) (*pb.RefreshNewsResponse, error) {
	return &pb.RefreshNewsResponse{Success: true}, h.service.RequestRefresh(ctx, auth.From(ctx))
}

func articleToProto(a *ent.NewsArticle) *pb.NewsArticle {
	return &pb.NewsArticle{
		Id: a.ID.String(), Title: a.Title, Excerpt: a.Excerpt, Tags: a.Tags, SourceName: a.SourceName,
		SourceUrl: a.SourceURL,
		ImageUrl:  a.ImageURL, PublishedAt: timestamppb.New(a.PublishedAt), CreatedAt: timestamppb.New(a.CreatedAt),
		IsDemo: a.IsDemo,
	}
}

func feedToProto(f Feed) *pb.NewsFeed {
	p := &pb.NewsFeed{Name: f.Name, Url: f.URL, ArticleCount: int32(f.Articles), IsEnabled: !f.Disabled,
		IsAdded: f.Added}
	if state := f.State; state != nil {
		p.LastError, p.Failures = state.LastError, int32(state.Failures)
		for _, reason := range slices.Sorted(maps.Keys(state.Skipped)) {
			p.Skipped = append(p.Skipped, &pb.SkippedEntries{Reason: reason, Count: int32(state.Skipped[reason])})
		}
		if state.LastSuccessAt != nil {
			p.LastSuccessAt = timestamppb.New(*state.LastSuccessAt)
		}
		if state.NextFetchAt.Before(never) && !f.Disabled {
			p.NextFetchAt = timestamppb.New(state.NextFetchAt)
		}
	}
	return p
}
