package forum

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/markdown"
)

// Queries for what a user wrote and everybody can read; x is the item.
const (
	ownThreads = `SELECT x.id, x.id, x.title, x.short, x.excerpt, 0, '', x.created_at, x.via
FROM forum_threads x CROSS JOIN forum_channels c
WHERE c.id = x.channel_id AND c.deleted_at IS NULL AND x.is_visible AND x.user_id = $1`
	ownPosts = `SELECT x.id, t.id, t.title, t.short, x.content, x.content_version, x.content_html, x.created_at, x.via
FROM forum_posts x CROSS JOIN forum_threads t CROSS JOIN forum_channels c
WHERE t.id = x.thread_id AND t.is_visible AND c.id = t.channel_id AND c.deleted_at IS NULL AND x.is_visible AND x.user_id = $1`
)

func (s *Service) threadActivity(ctx context.Context, userID uuid.UUID, after *domain.ActivityPosition,
	limit int) ([]domain.ActivityEntry, error) {
	return s.activity(ctx, ownThreads, userID, after, limit, func(e *domain.ActivityEntry, text, _ string,
		_ int) {
		e.Text = text
	})
}

func (s *Service) postActivity(ctx context.Context, userID uuid.UUID, after *domain.ActivityPosition,
	limit int) ([]domain.ActivityEntry, error) {
	return s.activity(ctx, ownPosts, userID, after, limit, func(e *domain.ActivityEntry, text, html string,
		version int) {
		e.Text = markdown.Excerpt(markdown.Shown(text, html, version), maxExcerpt)
	})
}

// activity reads entries in the order of ids, which begin with the time.
func (s *Service) activity(ctx context.Context, query string, userID uuid.UUID, after *domain.ActivityPosition,
	limit int,
	setText func(e *domain.ActivityEntry, text, html string, version int)) ([]domain.ActivityEntry, error) {
	args := []any{userID}
	if after != nil {
		query += " AND x.id < $2 AND (x.created_at, x.id) < ($3, $4)"
		args = append(args, firstID(after.At.Add(time.Millisecond)), after.At.UTC(), after.ID)
	}
	entries, err := read(ctx, s.db, query+" ORDER BY x.id DESC LIMIT "+strconv.Itoa(limit), args,
		func(row scanner) (domain.ActivityEntry, error) {
			var (
				e          domain.ActivityEntry
				text, html string
				short      string
				version    int
			)
			err := row.Scan(&e.ID, &e.TargetID, &e.Title, &short, &text, &version, &html, &e.At, &e.Via)
			setText(&e, text, html, version)
			if e.Path = address.Thread(e.Title, short); e.ID != e.TargetID {
				e.Path += "?post=" + e.ID.String()
			}
			return e, err
		})
	if err != nil {
		return nil, fmt.Errorf("activity in the forum: %w", err)
	}
	return entries, nil
}
