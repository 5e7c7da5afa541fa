package blog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
)

// postColumns are all columns of a post but deleted_at, and those of its author, in the order in which they are
// scanned. Hand-written SQL for the most frequent read: Ent would run two queries and compose both.
const postColumns = `SELECT p.id, p.user_id, p.created_at, p.updated_at, p.title, p.excerpt, p.tags, p.cover_image, p.is_published, p.is_visible,
p.published_at, p.hidden_at, p.is_awaiting, p.upvotes, p.downvotes, p.comment_count, p.popularity, p.read_time, p.summary, p.content_version, p.content, p.content_html, p.via, p.short,
u.username, u.display_name, u.viber_tag, u.avatar, u.deleted_at`

// readPost returns a post with its author, nil if there is none.
func readPost(ctx context.Context, db *store.DB, id uuid.UUID) (*ent.BlogPost, error) {
	p, writer := new(ent.BlogPost), new(ent.User)
	var published, hidden, writerGone sql.NullTime
	err := db.Reads().QueryRowContext(ctx, postColumns+`
FROM blog_posts p JOIN users u ON u.id = p.user_id WHERE p.id = $1 AND p.deleted_at IS NULL`, id).Scan(
		&p.ID, &p.UserID, &p.CreatedAt, &p.UpdatedAt, &p.Title, &p.Excerpt, (*store.StringList)(&p.Tags), &p.CoverImage,
		&p.IsPublished, &p.IsVisible,
		&published, &hidden, &p.IsAwaiting, &p.Upvotes, &p.Downvotes, &p.CommentCount, &p.Popularity, &p.ReadTime,
		&p.Summary, &p.ContentVersion, &p.Content, &p.ContentHTML, &p.Via, &p.Short,
		&writer.Username, &writer.DisplayName, &writer.ViberTag, &writer.Avatar, &writerGone)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read a blog post: %w", err)
	}
	p.PublishedAt, p.HiddenAt, writer.DeletedAt = store.TimeOf(published), store.TimeOf(hidden),
		store.TimeOf(writerGone)
	writer.ID = p.UserID
	p.Edges.Author = writer
	return p, markdown.Refresh(ctx, usersummary.Lookup(db), markdown.Row{Source: p.Content, HTML: &p.ContentHTML,
		Version: &p.ContentVersion})
}
