package forum

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumpost"
	enttag "uvboard/ent/tag"
	"uvboard/ent/user"
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

// Orders of threads.
const (
	Latest     = "latest" // newest activity first
	Top        = "top"    // most eligible upvotes first
	Unanswered = "unanswered"
)

// threadPosition is the position of a thread in a list. Pinned matters in a channel only; Upvotes are eligible ones.
type threadPosition struct {
	Pinned  bool      `json:"p,omitempty"`
	At      time.Time `json:"a"`
	ID      uuid.UUID `json:"i"`
	Upvotes int       `json:"u,omitempty"`
}

// of returns the value of a column.
func (p threadPosition) of(column string) any {
	switch column {
	case "t.is_pinned":
		return p.Pinned
	case "t.last_activity_at":
		return p.At.UTC()
	case "t.eligible_upvotes":
		return p.Upvotes
	default:
		return p.ID
	}
}

// ThreadQuery selects visible threads. Empty fields are ignored.
type ThreadQuery struct {
	ChannelID *uuid.UUID
	Tag       string // name or slug of a tool or a tag that the thread or a reply names
	Sort      string // Latest if empty
	// HideAgents leaves out the threads of others that came via an agent; nil for the preference of the caller.
	HideAgents *bool
	Size       int
	Token      string
}

// ListThreads returns visible threads without their content: in one of the orders, or those that are Unanswered and not
// locked, newest first. Among the latest of a channel, pinned threads come before all others.
func (s *Service) ListThreads(ctx context.Context, caller *auth.Caller,
	q ThreadQuery) ([]*ent.ForumThread, string, error) {
	channelID, hideAgents := q.ChannelID, q.HideAgents
	list, where, args := "threads", "t.is_visible", []any(nil)
	order := []string{"t.id"}
	switch q.Sort {
	case Top:
		list, order = "top threads", []string{"t.eligible_upvotes", "t.id"}
	case Unanswered:
		list, where = "unanswered threads", where+" AND t.reply_count = 0 AND NOT t.is_locked"
	default:
		if order = []string{"t.last_activity_at", "t.id"}; channelID != nil {
			order = slices.Insert(order, 0, "t.is_pinned")
		}
	}
	if channelID != nil {
		list, where, args = list+" of "+channelID.String(), where+" AND t.channel_id = $1", []any{*channelID}
	}
	if q.Tag != "" {
		ids, err := s.naming(ctx, q.Tag)
		if err != nil {
			return nil, "", err
		}
		var in string
		in, args = among(ids, args...)
		list, where = paging.ListName(list, q.Tag), where+" AND t.id IN "+in
	}
	if hideAgents == nil && caller != nil || hideAgents != nil && *hideAgents {
		args = append(args, caller.ID())
		reader := "$" + strconv.Itoa(len(args))
		where += " AND (t.via = '' OR t.user_id = " + reader
		if hideAgents == nil {
			where += " OR NOT (SELECT r.hides_agents FROM users r WHERE r.id = " + reader + ")"
		}
		where += ")"
	}
	at, err := paging.Parse[threadPosition](list, q.Token)
	if err != nil {
		return nil, "", err
	}
	if at != nil {
		var values []string
		for _, column := range order {
			args = append(args, at.of(column))
			values = append(values, "$"+strconv.Itoa(len(args)))
		}
		where += " AND (" + strings.Join(order, ", ") + ") < (" + strings.Join(values, ", ") + ")"
	}
	threads, err := readThreads(ctx, s.db,
		where+" ORDER BY "+strings.Join(order, " DESC, ")+" DESC LIMIT "+strconv.Itoa(q.Size+1), args...)
	if err != nil {
		return nil, "", fmt.Errorf("list threads: %w", err)
	}
	return paging.Cut(list, threads, q.Size, func(last *ent.ForumThread) threadPosition {
		return threadPosition{Pinned: channelID != nil && last.IsPinned, At: last.LastActivityAt.UTC(), ID: last.ID,
			Upvotes: last.EligibleUpvotes}
	})
}

// naming returns the threads that name a tool or a tag, in the thread or in a visible reply.
func (s *Service) naming(ctx context.Context, word string) ([]uuid.UUID, error) {
	ids, err := tag.Find(ctx, s.db.Client(), append(tag.Of(tag.Tool, word), tag.Of(tag.Topic, word)...))
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	known, err := s.db.Client().Tag.Query().Where(enttag.IDIn(ids...)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("the name of a tag: %w", err)
	}
	name := tag.Slug(ids[0])
	for _, t := range known {
		name = cmp.Or(t.Name, name)
	}
	named, err := search.Naming(ctx, s.db, SearchKind, name)
	if err != nil || len(named) == 0 {
		return nil, err
	}
	of, err := s.db.Client().ForumPost.Query().Where(forumpost.IDIn(named...), forumpost.IsVisible(true)).
		Unique(true).Select(forumpost.FieldThreadID).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("threads of replies: %w", err)
	}
	for _, p := range of {
		named = append(named, p.ThreadID)
	}
	return named, nil
}

// CountNaming returns the number of visible threads that name a tool or a tag.
func (s *Service) CountNaming(ctx context.Context, word string) (n int, err error) {
	ids, err := s.naming(ctx, word)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	in, args := among(ids)
	err = s.db.Reads().QueryRowContext(ctx, "SELECT COUNT(*)"+fromThreads+"t.is_visible AND t.id IN "+in, args...).
		Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count the threads that name a tag: %w", err)
	}
	return n, nil
}

// maxParticipants limits the users that Participants returns, and ofReplies the replies that it counts.
const (
	maxParticipants = 8
	ofReplies       = 1000
)

// Participants returns who wrote most of the newest visible replies of a thread, most replies first.
func (s *Service) Participants(ctx context.Context, threadID uuid.UUID) ([]*ent.User, error) {
	var authors []uuid.UUID
	err := s.db.Client().ForumPost.Query().Where(forumpost.ThreadID(threadID), forumpost.IsVisible(true)).
		Order(forumpost.ByID(entsql.OrderDesc())).Limit(ofReplies).Select(forumpost.FieldUserID).Scan(ctx, &authors)
	if err != nil {
		return nil, fmt.Errorf("participants of a thread: %w", err)
	}
	replies := map[uuid.UUID]int{}
	for _, id := range authors {
		replies[id]++
	}
	most := slices.SortedFunc(maps.Keys(replies), func(a, b uuid.UUID) int {
		return cmp.Or(replies[b]-replies[a], bytes.Compare(a[:], b[:]))
	})
	most = most[:min(len(most), maxParticipants)]
	users, err := s.db.Client().User.Query().Where(user.IDIn(most...), user.DeletedAtIsNil()).
		Select(user.FieldUsername, user.FieldDisplayName, user.FieldViberTag, user.FieldAvatar).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("participants of a thread: %w", err)
	}
	slices.SortFunc(users, func(a, b *ent.User) int { return slices.Index(most, a.ID) - slices.Index(most, b.ID) })
	return users, nil
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

// PostQuery selects a page of the replies of a thread. At most one of Token, From, After and Position is used, in this
// order.
type PostQuery struct {
	ThreadID uuid.UUID
	Size     int
	Token    string
	From     uuid.UUID // the page begins with this reply, or with the first one after it
	After    time.Time // the page begins with the first reply after this time
	Position int       // the page begins with the visible reply at this position, from 1; 0 for the first page
	Before   int       // how many replies before that one the page has too
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
	where, args := repliesOf(caller, q.ThreadID)
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
	case q.Position > 0: // counted in an index, from which no reply is read
		condition = ` AND p.id >= (SELECT v.id FROM forum_posts v WHERE v.thread_id = $1 AND v.is_visible
ORDER BY v.id LIMIT 1 OFFSET ` + parameter(q.Position-1) + ")"
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
	before, after := more, more
	if backward {
		after = true
	} else if before = false; condition != "" {
		first, with := uuid.Max, q.Before
		if len(posts) > 0 {
			first = posts[0].ID
		}
		if at != nil {
			with = 0
		}
		args = args[:known]
		earlier, err := readPosts(ctx, s.db,
			where+" AND p.id < "+parameter(first)+" ORDER BY p.id DESC LIMIT "+strconv.Itoa(with+1), args...)
		if err != nil {
			return PostPage{}, fmt.Errorf("earlier replies: %w", err)
		}
		before = len(earlier) > with
		earlier = earlier[:min(len(earlier), with)]
		slices.Reverse(earlier)
		posts = append(earlier, posts...)
	}
	page := PostPage{Posts: posts}
	for _, p := range posts {
		conceal(caller, p)
	}
	if err := page.link(list, before, after); err != nil {
		return PostPage{}, err
	}
	return page, nil
}

// repliesOf is the SQL condition on the replies p of a thread that the caller may see, also as a placeholder. The
// condition on the thread is evaluated once.
func repliesOf(caller *auth.Caller, threadID uuid.UUID) (where string, args []any) {
	thread, where, args := "t.is_visible", "(p.is_visible OR p.answer_count > 0)", []any{threadID}
	switch {
	case caller.Moderates():
		thread, where = "TRUE", "TRUE"
	case caller != nil:
		thread, where, args = "(t.is_visible OR t.user_id = $2)",
			"(p.is_visible OR p.answer_count > 0 OR p.user_id = $2)", append(args, caller.UserID)
	}
	return `p.thread_id = $1 AND EXISTS (SELECT 1 FROM forum_threads t JOIN forum_channels c ON c.id = t.channel_id
WHERE t.id = $1 AND t.deleted_at IS NULL AND c.deleted_at IS NULL AND ` + thread + ") AND " + where, args
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
	if p.IsVisible || p.UserID != nil && maySeeHidden(caller, *p.UserID) {
		return
	}
	p.UserID, p.Edges.Author, p.Content, p.ContentHTML, p.EditedAt, p.HiddenAt = nil, nil, "", "", nil, nil
	p.IsAwaiting = false
	p.Upvotes, p.Downvotes, p.Via, p.Edges.Review = 0, 0, "", nil
}

// firstID returns an id that is not greater than those of rows created at a time.
func firstID(at time.Time) uuid.UUID {
	return store.IDAt(time.UnixMilli(max(0, at.UnixMilli())), uuid.Nil)
}
