package forum

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
)

// The columns of a thread with its channel's name and project, its author and that of its newest visible reply, and of
// a reply with its author, in the order in which they are scanned. Hand-written SQL for the most frequent reads: Ent
// would run three queries and read all columns of channel and author.
const (
	threadColumns = `SELECT t.id, t.channel_id, t.user_id, t.created_at, t.title, t.is_visible, t.is_feedback, t.is_pinned, t.is_locked, t.edited_at, t.hidden_at, t.is_awaiting,
t.last_activity_at, t.reply_count, t.upvotes, t.downvotes, t.eligible_upvotes, t.eligible_downvotes, t.excerpt, t.via, t.short, c.name, c.project_id, u.username, u.display_name, u.viber_tag, u.avatar, u.deleted_at,
l.id, COALESCE(l.username, ''), COALESCE(l.display_name, ''), COALESCE(l.viber_tag, ''), COALESCE(l.avatar, ''), l.deleted_at,
COALESCE((SELECT p.via FROM forum_posts p WHERE p.thread_id = t.id AND p.is_visible ORDER BY p.id DESC LIMIT 1), '')`
	threadContent = `, t.content, t.content_version, t.content_html`
	// With CROSS JOIN, SQLite reads the threads first, in the order of the list.
	fromThreads = `
FROM forum_threads t CROSS JOIN forum_channels c CROSS JOIN users u` + threadIsThere
	fromThreadsWithLast = `
FROM forum_threads t CROSS JOIN forum_channels c CROSS JOIN users u LEFT JOIN users l ON l.id =
(SELECT p.user_id FROM forum_posts p WHERE p.thread_id = t.id AND p.is_visible ORDER BY p.id DESC LIMIT 1)` + threadIsThere
	threadIsThere = `
WHERE c.id = t.channel_id AND u.id = t.user_id AND t.deleted_at IS NULL AND c.deleted_at IS NULL AND `

	postColumns = `SELECT p.id, p.thread_id, p.parent_id, p.user_id, p.created_at, p.is_visible, p.edited_at, p.hidden_at, p.is_awaiting, p.upvotes, p.downvotes, p.eligible_upvotes, p.eligible_downvotes, p.via,
p.content, p.content_version, p.content_html, COALESCE(u.username, ''), COALESCE(u.display_name, ''), COALESCE(u.viber_tag, ''),
COALESCE(u.avatar, ''), u.deleted_at, r.id, COALESCE(r.reach, ''), COALESCE(r.first_impression, ''), COALESCE(r.tried, ''),
COALESCE(r.broke, ''), COALESCE(r.suggestion, ''), COALESCE(r.questions, '[]'), COALESCE(r.answers, '[]'), r.is_useful`
	fromPosts = `
FROM forum_posts p LEFT JOIN users u ON u.id = p.user_id LEFT JOIN reviews r ON r.post_id = p.id WHERE `
)

// readThreads returns threads without their content. The only post of a thread is the newest one that everybody can
// read. where is the SQL after the joins, with arguments from $1.
func readThreads(ctx context.Context, db *store.DB, where string, args ...any) ([]*ent.ForumThread, error) {
	return read(ctx, db, threadColumns+fromThreadsWithLast+where, args, func(rows scanner) (*ent.ForumThread, error) {
		t := new(ent.ForumThread)
		return t, scanThread(rows.Scan, t)
	})
}

// readThread returns a thread with its content, nil if there is none.
func readThread(ctx context.Context, db *store.DB, id uuid.UUID) (*ent.ForumThread, error) {
	t := new(ent.ForumThread)
	row := db.Reads().QueryRowContext(ctx, threadColumns+threadContent+fromThreadsWithLast+"t.id = $1", id)
	err := scanThread(row.Scan, t, &t.Content, &t.ContentVersion, &t.ContentHTML)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return t, markdown.Refresh(ctx, usersummary.Lookup(db), markdown.Row{Source: t.Content, HTML: &t.ContentHTML,
		Version: &t.ContentVersion})
}

func scanThread(scan func(dest ...any) error, t *ent.ForumThread, more ...any) error {
	var (
		channel                              = new(ent.ForumChannel)
		author, last                         = new(ent.User), new(ent.User)
		lastID                               uuid.NullUUID
		edited, hidden, authorGone, lastGone sql.NullTime
		lastVia                              string
	)
	err := scan(append([]any{&t.ID, &t.ChannelID, &t.UserID, &t.CreatedAt, &t.Title, &t.IsVisible, &t.IsFeedback,
		&t.IsPinned, &t.IsLocked, &edited, &hidden, &t.IsAwaiting,
		&t.LastActivityAt, &t.ReplyCount, &t.Upvotes, &t.Downvotes, &t.EligibleUpvotes, &t.EligibleDownvotes,
		&t.Excerpt, &t.Via, &t.Short, &channel.Name, &channel.ProjectID,
		&author.Username, &author.DisplayName, &author.ViberTag, &author.Avatar, &authorGone,
		&lastID, &last.Username, &last.DisplayName, &last.ViberTag, &last.Avatar, &lastGone, &lastVia}, more...)...)
	if err != nil {
		return fmt.Errorf("read a thread: %w", err)
	}
	t.EditedAt, t.HiddenAt, author.DeletedAt = store.TimeOf(edited), store.TimeOf(hidden), store.TimeOf(authorGone)
	channel.ID, author.ID = t.ChannelID, t.UserID
	t.Edges.Channel, t.Edges.Author = channel, author
	if lastID.Valid {
		last.ID, last.DeletedAt = lastID.UUID, store.TimeOf(lastGone)
		t.Edges.Posts = []*ent.ForumPost{{ThreadID: t.ID, UserID: &last.ID, CreatedAt: t.LastActivityAt,
			Via: lastVia, Edges: ent.ForumPostEdges{Author: last}}}
	}
	return nil
}

// readPosts returns replies. where is the SQL after WHERE, with arguments from $1.
func readPosts(ctx context.Context, db *store.DB, where string, args ...any) ([]*ent.ForumPost, error) {
	posts, err := read(ctx, db, postColumns+fromPosts+where, args, func(rows scanner) (*ent.ForumPost, error) {
		p := new(ent.ForumPost)
		return p, scanPost(rows.Scan, p)
	})
	if err != nil {
		return nil, err
	}
	texts := make([]markdown.Row, len(posts))
	for i, p := range posts {
		texts[i] = markdown.Row{Source: p.Content, HTML: &p.ContentHTML, Version: &p.ContentVersion}
	}
	return posts, markdown.Refresh(ctx, usersummary.Lookup(db), texts...)
}

func scanPost(scan func(dest ...any) error, p *ent.ForumPost) error {
	var (
		parent, user               uuid.NullUUID
		author                     = new(ent.User)
		edited, hidden, authorGone sql.NullTime
		reviewID                   uuid.NullUUID
		useful                     sql.NullBool
		r                          = new(ent.Review)
	)
	err := scan(&p.ID, &p.ThreadID, &parent, &user, &p.CreatedAt, &p.IsVisible, &edited, &hidden, &p.IsAwaiting,
		&p.Upvotes, &p.Downvotes, &p.EligibleUpvotes, &p.EligibleDownvotes, &p.Via,
		&p.Content, &p.ContentVersion, &p.ContentHTML, &author.Username, &author.DisplayName, &author.ViberTag,
		&author.Avatar, &authorGone, &reviewID, &r.Reach, &r.FirstImpression, &r.Tried, &r.Broke, &r.Suggestion,
		(*store.StringList)(&r.Questions), (*store.StringList)(&r.Answers), &useful)
	if err != nil {
		return fmt.Errorf("read a reply: %w", err)
	}
	if reviewID.Valid {
		r.ID, p.Edges.Review = reviewID.UUID, r
	}
	if useful.Valid {
		r.IsUseful = &useful.Bool
	}
	p.EditedAt, p.HiddenAt, author.DeletedAt = store.TimeOf(edited), store.TimeOf(hidden), store.TimeOf(authorGone)
	if parent.Valid {
		p.ParentID = &parent.UUID
	}
	if user.Valid {
		p.UserID, author.ID, p.Edges.Author = &user.UUID, user.UUID, author
	}
	return nil
}

type scanner interface{ Scan(dest ...any) error }

func read[T any](ctx context.Context, db *store.DB, query string, args []any,
	scan func(scanner) (T, error)) (all []T, err error) {
	rows, err := db.Reads().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// scanOne scans the first row of a statement of a transaction, and reports whether there was one.
func scanOne(ctx context.Context, tx *ent.Client, query string, args []any, dest ...any) (found bool, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	if !rows.Next() {
		return false, rows.Err()
	}
	return true, rows.Scan(dest...)
}

// among returns "(…)" with a parameter for each id, numbered after the given arguments, and all arguments.
func among(ids []uuid.UUID, args ...any) (list string, all []any) {
	if len(ids) == 0 {
		return "(NULL)", args
	}
	var b strings.Builder
	for i, id := range ids {
		if i > 0 {
			b.WriteString(", ")
		}
		args = append(args, id)
		b.WriteString("$" + strconv.Itoa(len(args)))
	}
	return "(" + b.String() + ")", args
}
