package forum

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// Found is a thread or a reply that a search found.
type Found struct {
	IsThread                bool
	ID, ThreadID, ChannelID uuid.UUID
	Title                   string // of the thread
	Excerpt                 string // the passage that matches, plain text on one line
	Author                  *ent.User
	Via                     string
	CreatedAt               time.Time
}

// searchPosition is the number of matches on the pages before.
type searchPosition struct {
	Offset int `json:"o"`
}

// Search returns visible threads and replies with all words of a query, best match first: of a channel, or of all if
// channelID is nil. A page may have fewer than size matches, since some may be hidden with their thread. It finds at
// most search.Candidates.
func (s *Service) Search(ctx context.Context, query string, channelID *uuid.UUID, size int,
	token string) ([]Found, string, error) {
	q := search.Query{Kind: SearchKind, Text: query}
	if channelID != nil {
		q.Filters = filters(*channelID)
	}
	list := paging.ListName(append([]string{"forum search", strings.TrimSpace(query)}, q.Filters...)...)
	at, err := paging.Parse[searchPosition](list, token)
	if err != nil {
		return nil, "", err
	}
	offset := 0
	if at != nil {
		if offset = at.Offset; offset < 0 || offset > math.MaxInt16 {
			return nil, "", paging.Invalid()
		}
	}
	ids, _, err := search.IDs(ctx, s.db, q)
	if err != nil {
		return nil, "", fmt.Errorf("search forum: %w", err)
	}
	next := ""
	if ids = ids[min(offset, len(ids)):]; len(ids) > size {
		ids = ids[:size]
		if next, err = paging.Token(list, searchPosition{offset + size}); err != nil {
			return nil, "", err
		}
	}
	found, err := s.readFound(ctx, ids, query)
	if err != nil {
		return nil, "", fmt.Errorf("search forum: %w", err)
	}
	return found, next, nil
}

const (
	foundThreads = `SELECT t.id, t.id, t.channel_id, t.title, t.content, t.content_version, t.content_html, t.created_at, t.via,
u.id, u.username, u.display_name, u.viber_tag, u.avatar, u.deleted_at` + fromThreads + `t.is_visible AND t.id IN `
	foundPosts = `SELECT p.id, t.id, t.channel_id, t.title, p.content, p.content_version, p.content_html, p.created_at, p.via,
u.id, u.username, u.display_name, u.viber_tag, u.avatar, u.deleted_at
FROM forum_posts p CROSS JOIN forum_threads t CROSS JOIN forum_channels c CROSS JOIN users u
WHERE t.id = p.thread_id AND c.id = t.channel_id AND u.id = p.user_id AND c.deleted_at IS NULL AND t.is_visible AND p.is_visible AND p.id IN `
)

// readFound reads threads and replies in the order of ids, without those that are hidden.
func (s *Service) readFound(ctx context.Context, ids []uuid.UUID, query string) ([]Found, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, args := among(ids)
	byID := make(map[uuid.UUID]Found, len(ids))
	for _, text := range []string{foundThreads, foundPosts} {
		some, err := read(ctx, s.db, text+list,
			args, func(rows scanner) (Found, error) { return scanFound(rows, query) })
		if err != nil {
			return nil, err
		}
		for _, f := range some {
			byID[f.ID] = f
		}
	}
	found := make([]Found, 0, len(ids))
	for _, id := range ids {
		if f, ok := byID[id]; ok {
			found = append(found, f)
		}
	}
	return found, nil
}

func scanFound(rows scanner, query string) (Found, error) {
	var (
		f          = Found{Author: new(ent.User)}
		text, html string
		version    int
		gone       sql.NullTime
	)
	err := rows.Scan(&f.ID, &f.ThreadID, &f.ChannelID, &f.Title, &text, &version, &html, &f.CreatedAt, &f.Via,
		&f.Author.ID, &f.Author.Username, &f.Author.DisplayName, &f.Author.ViberTag, &f.Author.Avatar, &gone)
	f.Author.DeletedAt = store.TimeOf(gone)
	f.IsThread = f.ID == f.ThreadID
	f.Excerpt = search.Passage(plain(text, html, version), query, maxExcerpt)
	return f, err
}
