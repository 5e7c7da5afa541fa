package forum

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
)

// ListChannels returns channels by name: all, or that of a project if projectID is not nil.
func (s *Service) ListChannels(ctx context.Context, projectID *uuid.UUID, size int,
	token string) ([]*ent.ForumChannel, string, error) {
	list := "channels"
	query := s.db.Client().ForumChannel.Query().Where(forumchannel.DeletedAtIsNil()).Order(forumchannel.ByNameKey()).
		Limit(size + 1)
	if projectID != nil {
		list += " of " + projectID.String()
		query.Where(forumchannel.ProjectID(*projectID))
	}
	after, err := paging.Parse[uuid.UUID](list, token)
	if err != nil {
		return nil, "", err
	}
	if after != nil {
		last, err := s.db.Client().ForumChannel.Query().Where(forumchannel.ID(*after)).
			Select(forumchannel.FieldNameKey).All(ctx)
		if err != nil {
			return nil, "", fmt.Errorf("list channels: %w", err)
		}
		if len(last) == 0 {
			return nil, "", paging.Invalid()
		}
		query.Where(forumchannel.NameKeyGT(last[0].NameKey))
	}
	channels, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list channels: %w", err)
	}
	return paging.Cut(list, channels, size, func(last *ent.ForumChannel) uuid.UUID { return last.ID })
}

// GetChannel returns a channel. Fault: not found.
func (s *Service) GetChannel(ctx context.Context, id uuid.UUID) (*ent.ForumChannel, error) {
	c, err := s.db.Client().ForumChannel.Query().Where(forumchannel.ID(id), forumchannel.DeletedAtIsNil()).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, errNoChannel()
	}
	if err != nil {
		return nil, fmt.Errorf("get channel: %w", err)
	}
	return c, nil
}

// threadPosition is the position of a thread in a list. Pinned matters in a channel only.
type threadPosition struct {
	Pinned bool      `json:"p,omitempty"`
	At     time.Time `json:"a"`
	ID     uuid.UUID `json:"i"`
}

// ListThreads returns visible threads without their content, newest activity first. In a channel, pinned threads come
// before all others; a nil channelID means all channels.
func (s *Service) ListThreads(ctx context.Context, channelID *uuid.UUID, size int,
	token string) ([]*ent.ForumThread, string, error) {
	list, where, order, args := "threads", "t.is_visible", "t.last_activity_at DESC, t.id DESC", []any(nil)
	if channelID != nil {
		list, args = "threads of "+channelID.String(), []any{*channelID}
		where, order = where+" AND t.channel_id = $1", "t.is_pinned DESC, "+order
	}
	at, err := paging.Parse[threadPosition](list, token)
	if err != nil {
		return nil, "", err
	}
	if at != nil {
		if channelID != nil {
			where, args = where+" AND (t.is_pinned, t.last_activity_at, t.id) < ($2, $3, $4)",
				append(args, at.Pinned, at.At.UTC(), at.ID)
		} else {
			where, args = where+" AND (t.last_activity_at, t.id) < ($1, $2)", append(args, at.At.UTC(), at.ID)
		}
	}
	threads, err := readThreads(ctx, s.db, where+" ORDER BY "+order+" LIMIT "+strconv.Itoa(size+1), args...)
	if err != nil {
		return nil, "", fmt.Errorf("list threads: %w", err)
	}
	return paging.Cut(list, threads, size, func(last *ent.ForumThread) threadPosition {
		return threadPosition{Pinned: channelID != nil && last.IsPinned, At: last.LastActivityAt.UTC(), ID: last.ID}
	})
}

// ChannelOf returns the id of the channel of a project, nil if it has none.
func (s *Service) ChannelOf(ctx context.Context, projectID uuid.UUID) (*uuid.UUID, error) {
	ids, err := s.db.Client().ForumChannel.Query().
		Where(forumchannel.ProjectID(projectID), forumchannel.DeletedAtIsNil()).Limit(1).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("channel of a project: %w", err)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return &ids[0], nil
}

// PostQuery selects a page of the replies of a thread. At most one of Token, From and After is used, in this order.
type PostQuery struct {
	ThreadID uuid.UUID
	Size     int
	Token    string
	From     uuid.UUID // the page begins with this reply, or with the first one after it
	After    time.Time // the page begins with the first reply after this time
}

// PostPage is a page of replies, oldest first.
type PostPage struct {
	Posts          []*ent.ForumPost
	Next, Previous string // tokens; empty at the end and at the start
}

// postPosition is the position of a page: after one reply, or before one.
type postPosition struct {
	After  uuid.UUID `json:"a,omitzero"`
	Before uuid.UUID `json:"b,omitzero"`
}

// ListPosts returns a page of replies. A reply that the caller, nil for a visitor, may not see is a placeholder if it
// has answers, else it is left out. Faults: those of GetThread; invalid for the token of another list.
func (s *Service) ListPosts(ctx context.Context, caller *auth.Caller, q PostQuery) (PostPage, error) {
	list := "posts of " + q.ThreadID.String()
	at, err := paging.Parse[postPosition](list, q.Token)
	if err != nil {
		return PostPage{}, err
	}
	// The condition on the thread is evaluated once.
	thread, where, args := "t.is_visible", "(p.is_visible OR p.answer_count > 0)", []any{q.ThreadID}
	switch {
	case caller != nil && caller.IsAdmin:
		thread, where = "TRUE", "TRUE"
	case caller != nil:
		thread, where, args = "(t.is_visible OR t.user_id = $2)",
			"(p.is_visible OR p.answer_count > 0 OR p.user_id = $2)", append(args, caller.UserID)
	}
	where = `p.thread_id = $1 AND EXISTS (SELECT 1 FROM forum_threads t JOIN forum_channels c ON c.id = t.channel_id
WHERE t.id = $1 AND t.deleted_at IS NULL AND c.deleted_at IS NULL AND ` + thread + ") AND " + where
	parameter := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	known, backward := len(args), at != nil && at.Before != uuid.Nil
	condition, order := "", "ASC"
	switch {
	case backward:
		condition, order = " AND p.id < "+parameter(at.Before), "DESC"
	case at != nil:
		condition = " AND p.id > " + parameter(at.After)
	case q.From != uuid.Nil:
		condition = " AND p.id >= " + parameter(q.From)
	case !q.After.IsZero():
		condition = " AND p.id >= " + parameter(firstID(q.After)) + " AND p.created_at > " + parameter(q.After.UTC())
	}
	posts, err := readPosts(ctx, s.db, where+condition+" ORDER BY p.id "+order+" LIMIT "+strconv.Itoa(q.Size+1),
		args...)
	if err != nil {
		return PostPage{}, fmt.Errorf("list replies: %w", err)
	}
	if len(posts) == 0 {
		if _, err := s.GetThread(ctx, caller, q.ThreadID); err != nil {
			return PostPage{}, err
		}
	}
	more := len(posts) > q.Size
	posts = posts[:min(len(posts), q.Size)]
	if backward {
		slices.Reverse(posts)
	}
	page := PostPage{Posts: posts}
	for _, p := range posts {
		conceal(caller, p)
	}
	before, after := more, more
	if backward {
		after = true
	} else if before = false; condition != "" {
		first := uuid.Max
		if len(posts) > 0 {
			first = posts[0].ID
		}
		args = args[:known]
		earlier, err := readPosts(ctx, s.db, where+" AND p.id < "+parameter(first)+" ORDER BY p.id DESC LIMIT 1",
			args...)
		if err != nil {
			return PostPage{}, fmt.Errorf("earlier replies: %w", err)
		}
		before = len(earlier) > 0
	}
	if err := page.link(list, before, after); err != nil {
		return PostPage{}, err
	}
	return page, nil
}

// link sets the tokens of the pages before and after.
func (page *PostPage) link(list string, before, after bool) (err error) {
	first, last := uuid.Max, uuid.Nil
	if n := len(page.Posts); n > 0 {
		first, last = page.Posts[0].ID, page.Posts[n-1].ID
	}
	if before {
		page.Previous, err = paging.Token(list, postPosition{Before: first})
	}
	if after && err == nil {
		page.Next, err = paging.Token(list, postPosition{After: last})
	}
	return err
}

// conceal turns a reply that the caller may not see into a placeholder.
func conceal(caller *auth.Caller, p *ent.ForumPost) {
	if p.IsVisible || p.UserID != nil && mayRemove(caller, *p.UserID) {
		return
	}
	p.UserID, p.Edges.Author, p.Content, p.ContentHTML, p.EditedAt, p.HiddenAt = nil, nil, "", "", nil, nil
	p.Upvotes, p.Downvotes = 0, 0
}

// firstID returns an id that is not greater than those of rows created at a time.
func firstID(at time.Time) uuid.UUID {
	return store.IDAt(time.UnixMilli(max(0, at.UnixMilli())), uuid.Nil)
}
