package forum

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Kinds of changes besides threads and replies.
const (
	editedThread = "forum_thread_content"
	threadVotes  = "forum_thread_votes"
	postVotes    = "forum_post_votes"
)

// listChange is announced when the list of channels changes.
var listChange = domain.ListChange(pb.LiveList_LIVE_LIST_FORUM)

// announceThread announces that a thread of these channels has changed in lists.
func (s *Service) announceThread(ctx context.Context, id uuid.UUID, channels ...uuid.UUID) {
	topics := []string{domain.ThreadTopic(id), listChange.Kind}
	for _, c := range channels {
		topics = append(topics, domain.ChannelTopic(c))
	}
	s.db.Announce(ctx, store.Change{Kind: ThreadKind, ID: id, Topics: topics})
}

// announceContent announces that the title or the content of a thread has changed.
func (s *Service) announceContent(ctx context.Context, id uuid.UUID) {
	s.db.Announce(ctx, store.Change{Kind: editedThread, ID: id, Topics: []string{domain.ThreadTopic(id)}})
}

// announcePosts announces that replies of a thread have changed.
func (s *Service) announcePosts(ctx context.Context, threadID uuid.UUID, ids ...uuid.UUID) {
	for _, id := range ids {
		s.db.Announce(ctx, store.Change{Kind: PostKind, ID: id, Topics: []string{domain.ThreadTopic(threadID)}})
	}
}

func (s *Service) live() []domain.Live {
	return []domain.Live{
		{Kind: ThreadKind, Pause: domain.ItemPause, Load: s.liveThreads},
		{Kind: editedThread, Pause: domain.ItemPause, Load: s.liveContents},
		{Kind: PostKind, Pause: domain.ItemPause, Load: s.livePosts},
		{Kind: threadVotes, Pause: domain.ItemPause, Load: s.liveVotes(pb.TargetType_TARGET_TYPE_FORUM_THREAD,
			"SELECT id, upvotes, downvotes, id, channel_id FROM forum_threads WHERE "+ThreadVotable.Visible)},
		{Kind: postVotes, Pause: domain.ItemPause, Load: s.liveVotes(pb.TargetType_TARGET_TYPE_FORUM_POST,
			"SELECT id, upvotes, downvotes, thread_id, NULL FROM forum_posts WHERE "+PostVotable.Visible)},
		domain.LiveList(pb.LiveList_LIVE_LIST_FORUM),
	}
}

// liveThreads loads threads as they are in lists.
func (s *Service) liveThreads(ctx context.Context, ids []uuid.UUID) ([]domain.LiveEvent, error) {
	list, args := among(ids)
	threads, err := readThreads(ctx, s.db, "t.is_visible AND t.id IN "+list, args...)
	if err != nil {
		return nil, fmt.Errorf("live threads: %w", err)
	}
	events := make([]domain.LiveEvent, len(ids))
	for i, id := range ids {
		events[i] = domain.LiveEvent{ID: id, Event: removal(pb.ForumItemType_FORUM_ITEM_TYPE_THREAD, id)}
		if at := slices.IndexFunc(threads, func(t *ent.ForumThread) bool { return t.ID == id }); at >= 0 {
			events[i].Event = &pb.SubscribeResponse{Event: &pb.SubscribeResponse_ForumThread{ForumThread: threadInList(threads[at])}}
		}
	}
	return events, nil
}

// liveContents loads threads with their content. liveThreads tells of threads that are gone.
func (s *Service) liveContents(ctx context.Context, ids []uuid.UUID) (events []domain.LiveEvent, err error) {
	for _, id := range ids { // few are edited at a time
		t, err := readThread(ctx, s.db, id)
		if err != nil {
			return nil, fmt.Errorf("live content: %w", err)
		}
		if t != nil && t.IsVisible {
			event := &pb.SubscribeResponse{Event: &pb.SubscribeResponse_ForumThreadContent{ForumThreadContent: ThreadToProto(t)}}
			events = append(events, domain.LiveEvent{ID: id, Event: event})
		}
	}
	return events, nil
}

// livePosts loads replies as ListPosts lists them for a visitor.
func (s *Service) livePosts(ctx context.Context, ids []uuid.UUID) ([]domain.LiveEvent, error) {
	list, args := among(ids)
	posts, err := readPosts(ctx, s.db, "(p.is_visible OR p.answer_count > 0) AND p.id IN "+list+
		" AND EXISTS (SELECT 1 FROM forum_threads h WHERE h.id = p.thread_id AND "+readable+")", args...)
	if err != nil {
		return nil, fmt.Errorf("live replies: %w", err)
	}
	events := make([]domain.LiveEvent, len(ids))
	for i, id := range ids {
		events[i] = domain.LiveEvent{ID: id, Event: removal(pb.ForumItemType_FORUM_ITEM_TYPE_POST, id)}
		if at := slices.IndexFunc(posts, func(p *ent.ForumPost) bool { return p.ID == id }); at >= 0 {
			conceal(nil, posts[at])
			events[i].Event = &pb.SubscribeResponse{Event: &pb.SubscribeResponse_ForumPost{ForumPost: PostToProto(posts[at])}}
		}
	}
	return events, nil
}

func removal(kind pb.ForumItemType, id uuid.UUID) *pb.SubscribeResponse {
	return &pb.SubscribeResponse{Event: &pb.SubscribeResponse_Removal{Removal: &pb.LiveRemoval{Type: kind, Id: id.String()}}}
}

// liveVotes loads vote counts with a query for id, upvotes, downvotes, thread and, for threads, channel.
func (s *Service) liveVotes(kind pb.TargetType, query string) func(context.Context, []uuid.UUID) ([]domain.LiveEvent, error) {
	return func(ctx context.Context, ids []uuid.UUID) ([]domain.LiveEvent, error) {
		list, args := among(ids)
		events, err := read(ctx, s.db, query+" AND id IN "+list, args, func(rows scanner) (domain.LiveEvent, error) {
			var (
				e        domain.LiveEvent
				threadID uuid.UUID
				channel  uuid.NullUUID
				votes    = &pb.LiveVotes{TargetType: kind}
			)
			err := rows.Scan(&e.ID, &votes.Upvotes, &votes.Downvotes, &threadID, &channel)
			votes.TargetId, e.Topics = e.ID.String(), []string{domain.ThreadTopic(threadID)}
			if channel.Valid {
				e.Topics = append(e.Topics, domain.ChannelTopic(channel.UUID), listChange.Kind)
			}
			e.Event = &pb.SubscribeResponse{Event: &pb.SubscribeResponse_Votes{Votes: votes}}
			return e, err
		})
		if err != nil {
			return nil, fmt.Errorf("live votes: %w", err)
		}
		return events, nil
	}
}
