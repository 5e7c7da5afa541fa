package forum

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/stats"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Page sizes of lists if none is requested.
const (
	channelsSize = 100
	postsSize    = 50
)

// Handler implements ForumService.
type Handler struct {
	service  *Service
	counters *stats.Service
}

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler {
	return &Handler{service: service, counters: stats.NewService(service.db)}
}

// ListChannels implements ForumService.
func (h *Handler) ListChannels(ctx context.Context, r *pb.ListChannelsRequest) (*pb.ListChannelsResponse, error) {
	channels, next, err := h.service.ListChannels(ctx, store.ParseOptionalID(r.ProjectId),
		paging.Size(r.PageSize, channelsSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	response := &pb.ListChannelsResponse{NextPageToken: next}
	for _, c := range channels {
		response.Channels = append(response.Channels, ChannelToProto(c))
	}
	return response, nil
}

// CreateChannel implements ForumService.
func (h *Handler) CreateChannel(ctx context.Context, r *pb.CreateChannelRequest) (*pb.CreateChannelResponse, error) {
	c, err := h.service.CreateChannel(ctx, auth.From(ctx), NewChannel{Name: r.Name, Description: r.Description,
		ProjectID: store.ParseOptionalID(r.GetProjectId())})
	if err != nil {
		return nil, err
	}
	return &pb.CreateChannelResponse{Channel: ChannelToProto(c)}, nil
}

// UpdateChannel implements ForumService.
func (h *Handler) UpdateChannel(ctx context.Context, r *pb.UpdateChannelRequest) (*pb.UpdateChannelResponse, error) {
	c, err := h.service.UpdateChannel(ctx, auth.From(ctx), store.ParseID(r.Id), r.Name, r.Description)
	if err != nil {
		return nil, err
	}
	return &pb.UpdateChannelResponse{Channel: ChannelToProto(c)}, nil
}

// DeleteChannel implements ForumService.
func (h *Handler) DeleteChannel(ctx context.Context, r *pb.DeleteChannelRequest) (*pb.DeleteChannelResponse, error) {
	return &pb.DeleteChannelResponse{Success: true}, h.service.DeleteChannel(ctx, auth.From(ctx), store.ParseID(r.Id),
		r.Reason)
}

// ListThreads implements ForumService.
func (h *Handler) ListThreads(ctx context.Context, r *pb.ListThreadsRequest) (*pb.ListThreadsResponse, error) {
	channelID := store.ParseOptionalID(r.ChannelId)
	if r.ProjectId != "" {
		bound, err := h.service.ChannelOf(ctx, store.ParseID(r.ProjectId))
		if err != nil {
			return nil, err
		}
		if bound == nil || channelID != nil && *channelID != *bound {
			return &pb.ListThreadsResponse{}, nil
		}
		channelID = bound
	}
	threads, next, err := h.service.ListThreads(ctx, auth.From(ctx), ThreadQuery{ChannelID: channelID, Tag: r.Tag,
		Sort: enumname.Of(r.Sort), HideAgents: r.HideAgents, Size: paging.Size(r.PageSize, paging.DefaultSize),
		Token: r.PageToken})
	if err != nil {
		return nil, err
	}
	response := &pb.ListThreadsResponse{NextPageToken: next}
	for _, t := range threads {
		response.Threads = append(response.Threads, h.service.threadInList(t))
	}
	return response, nil
}

// GetThread implements ForumService.
func (h *Handler) GetThread(ctx context.Context, r *pb.GetThreadRequest) (*pb.GetThreadResponse, error) {
	t, err := h.service.GetThread(ctx, auth.From(ctx), store.ParseID(r.Id))
	if err != nil {
		return nil, err
	}
	return h.withParticipants(ctx, t)
}

func (h *Handler) withParticipants(ctx context.Context, t *ent.ForumThread) (*pb.GetThreadResponse, error) {
	response := &pb.GetThreadResponse{Thread: h.service.ThreadToProto(t)}
	if t.ReplyCount == 0 {
		return response, nil
	}
	users, err := h.service.Participants(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	for _, u := range users {
		response.Participants = append(response.Participants, usersummary.ToProto(u))
	}
	return response, nil
}

// CreateThread implements ForumService.
func (h *Handler) CreateThread(ctx context.Context, r *pb.CreateThreadRequest) (*pb.CreateThreadResponse, error) {
	t, err := h.service.CreateThread(ctx, auth.From(ctx), store.ParseID(r.ChannelId), r.Title, r.Content)
	if err != nil {
		return nil, err
	}
	return &pb.CreateThreadResponse{Thread: h.service.ThreadToProto(t)}, nil
}

// UpdateThread implements ForumService.
func (h *Handler) UpdateThread(ctx context.Context, r *pb.UpdateThreadRequest) (*pb.UpdateThreadResponse, error) {
	t, err := h.service.UpdateThread(ctx, auth.From(ctx), store.ParseID(r.Id), r.Title, r.Content)
	if err != nil {
		return nil, err
	}
	return &pb.UpdateThreadResponse{Thread: h.service.ThreadToProto(t)}, nil
}

// DeleteThread implements ForumService.
func (h *Handler) DeleteThread(ctx context.Context, r *pb.DeleteThreadRequest) (*pb.DeleteThreadResponse, error) {
	return &pb.DeleteThreadResponse{Success: true}, h.service.DeleteThread(ctx, auth.From(ctx), store.ParseID(r.Id))
}

// PinThread implements ForumService.
func (h *Handler) PinThread(ctx context.Context, r *pb.PinThreadRequest) (*pb.PinThreadResponse, error) {
	t, err := h.service.PinThread(ctx, auth.From(ctx), store.ParseID(r.Id), r.IsPinned)
	if err != nil {
		return nil, err
	}
	return &pb.PinThreadResponse{Thread: h.service.ThreadToProto(t)}, nil
}

// LockThread implements ForumService.
func (h *Handler) LockThread(ctx context.Context, r *pb.LockThreadRequest) (*pb.LockThreadResponse, error) {
	t, err := h.service.LockThread(ctx, auth.From(ctx), store.ParseID(r.Id), r.IsLocked)
	if err != nil {
		return nil, err
	}
	return &pb.LockThreadResponse{Thread: h.service.ThreadToProto(t)}, nil
}

// MoveThread implements ForumService.
func (h *Handler) MoveThread(ctx context.Context, r *pb.MoveThreadRequest) (*pb.MoveThreadResponse, error) {
	t, err := h.service.MoveThread(ctx, auth.From(ctx), store.ParseID(r.Id), store.ParseID(r.ChannelId))
	if err != nil {
		return nil, err
	}
	return &pb.MoveThreadResponse{Thread: h.service.ThreadToProto(t)}, nil
}

// ListPosts implements ForumService.
func (h *Handler) ListPosts(ctx context.Context, r *pb.ListPostsRequest) (*pb.ListPostsResponse, error) {
	q := PostQuery{ThreadID: store.ParseID(r.ThreadId), Size: paging.Size(r.PageSize, postsSize), Token: r.PageToken,
		Position: int(r.FromPosition), Before: int(r.Before)}
	if r.After != nil {
		q.After = r.After.AsTime()
	}
	if r.FromPostId != "" {
		q.From = store.ParseID(r.FromPostId)
	}
	page, err := h.service.ListPosts(ctx, auth.From(ctx), q)
	if err != nil {
		return nil, err
	}
	response := &pb.ListPostsResponse{NextPageToken: page.Next, PreviousPageToken: page.Previous}
	for _, p := range page.Posts {
		response.Posts = append(response.Posts, PostToProto(p))
	}
	return response, nil
}

// CreatePost implements ForumService.
func (h *Handler) CreatePost(ctx context.Context, r *pb.CreatePostRequest) (*pb.CreatePostResponse, error) {
	p, err := h.service.CreatePost(ctx, auth.From(ctx), store.ParseID(r.ThreadId),
		store.ParseOptionalID(r.GetParentId()), r.Content)
	if err != nil {
		return nil, err
	}
	return &pb.CreatePostResponse{Post: PostToProto(p)}, nil
}

// UpdatePost implements ForumService.
func (h *Handler) UpdatePost(ctx context.Context, r *pb.UpdatePostRequest) (*pb.UpdatePostResponse, error) {
	p, err := h.service.UpdatePost(ctx, auth.From(ctx), store.ParseID(r.Id), r.Content)
	if err != nil {
		return nil, err
	}
	return &pb.UpdatePostResponse{Post: PostToProto(p)}, nil
}

// DeletePost implements ForumService.
func (h *Handler) DeletePost(ctx context.Context, r *pb.DeletePostRequest) (*pb.DeletePostResponse, error) {
	return &pb.DeletePostResponse{Success: true}, h.service.DeletePost(ctx, auth.From(ctx), store.ParseID(r.Id))
}

// SearchForum implements ForumService.
func (h *Handler) SearchForum(ctx context.Context, r *pb.SearchForumRequest) (*pb.SearchForumResponse, error) {
	page, err := h.service.Search(ctx, SearchQuery{Text: r.Query, ChannelID: store.ParseOptionalID(r.ChannelId),
		Exact: r.Exact, Size: paging.Size(r.PageSize, paging.DefaultSize), Token: r.PageToken})
	if err != nil {
		return nil, err
	}
	response := &pb.SearchForumResponse{NextPageToken: page.Next, SearchedFor: page.SearchedFor,
		DidYouMean: page.DidYouMean}
	for _, f := range page.Found {
		response.Results = append(response.Results, h.service.foundToProto(f))
	}
	return response, nil
}

// GetForumStats implements ForumService.
func (h *Handler) GetForumStats(ctx context.Context, _ *pb.GetForumStatsRequest) (*pb.GetForumStatsResponse, error) {
	counts, err := h.counters.Counts(ctx, stats.Channels, stats.ForumThreads, stats.ForumPosts)
	if err != nil {
		return nil, err
	}
	return &pb.GetForumStatsResponse{Stats: &pb.ForumStats{
		TotalChannels: int32(counts[stats.Channels]), TotalThreads: int32(counts[stats.ForumThreads]),
		TotalPosts: int32(counts[stats.ForumPosts]),
	}}, nil
}

// BatchGetReadMarkers implements ForumService.
func (h *Handler) BatchGetReadMarkers(ctx context.Context,
	r *pb.BatchGetReadMarkersRequest) (*pb.BatchGetReadMarkersResponse, error) {
	ids := make([]uuid.UUID, len(r.ThreadIds))
	for i, text := range r.ThreadIds {
		ids[i] = store.ParseID(text)
	}
	markers, err := h.service.ReadMarkers(ctx, auth.From(ctx), ids)
	if err != nil {
		return nil, err
	}
	response := &pb.BatchGetReadMarkersResponse{}
	for _, m := range markers {
		response.Markers = append(response.Markers, markerToProto(m))
	}
	return response, nil
}

// MarkThreadRead implements ForumService.
func (h *Handler) MarkThreadRead(ctx context.Context, r *pb.MarkThreadReadRequest) (*pb.MarkThreadReadResponse, error) {
	id := store.ParseID(r.ThreadId)
	until, err := h.service.MarkRead(ctx, auth.From(ctx), id, r.ReadAt.AsTime())
	if err != nil {
		return nil, err
	}
	return &pb.MarkThreadReadResponse{Marker: markerToProto(&ent.ForumRead{ThreadID: id, ReadAt: until})}, nil
}

// GetThreadWatch implements ForumService.
func (h *Handler) GetThreadWatch(ctx context.Context, r *pb.GetThreadWatchRequest) (*pb.GetThreadWatchResponse, error) {
	watching, err := h.service.Watching(ctx, auth.From(ctx), store.ParseID(r.Id))
	return &pb.GetThreadWatchResponse{Watching: watching}, err
}

// WatchThread implements ForumService.
func (h *Handler) WatchThread(ctx context.Context, r *pb.WatchThreadRequest) (*pb.WatchThreadResponse, error) {
	return &pb.WatchThreadResponse{Watching: true}, h.service.Watch(ctx, auth.From(ctx), store.ParseID(r.Id), true)
}

// UnwatchThread implements ForumService.
func (h *Handler) UnwatchThread(ctx context.Context, r *pb.UnwatchThreadRequest) (*pb.UnwatchThreadResponse, error) {
	return &pb.UnwatchThreadResponse{}, h.service.Watch(ctx, auth.From(ctx), store.ParseID(r.Id), false)
}

func markerToProto(m *ent.ForumRead) *pb.ForumReadMarker {
	return &pb.ForumReadMarker{ThreadId: m.ThreadID.String(), ReadAt: timestamppb.New(m.ReadAt)}
}
