package forum

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// Found is a thread or a reply that a search found.
type Found struct {
	IsThread                bool
	ID, ThreadID, ChannelID uuid.UUID
	Title, Short            string // of the thread
	Excerpt                 string // the passage that matches, plain text on one line
	Author                  *ent.User
	Via                     string
	CreatedAt               time.Time
}

// searchPosition is the number of matches on the pages before.
type searchPosition struct {
	Offset int `json:"o"`
}

// SearchQuery asks for threads and replies.
type SearchQuery struct {
	Text      string     // words and operators
	ChannelID *uuid.UUID // nil for all channels
	Exact     bool       // without other words than those of Text
	Size      int
	Token     string
}

// SearchPage is a page of what was found.
type SearchPage struct {
	Found []Found
	Next  string // token of the next page; empty on the last one
	search.Said
}

// language is what a search of the forum understands besides words.
var language = search.Language{Field: "query", Noun: "thread or reply", Operators: []string{search.ByOperator}}

// Search returns visible threads and replies with all words of a query, best match first. A page may have fewer than
// q.Size matches, since some may be hidden with their thread. It finds at most search.Candidates. Faults: invalid for
// the page token of another list, or for an unknown user.
func (s *Service) Search(ctx context.Context, q SearchQuery) (SearchPage, error) {
	of := search.Query{Kind: SearchKind, Exact: q.Exact, Seen: s.seen}
	if q.ChannelID != nil {
		of.Filters = filters(*q.ChannelID)
	}
	list := paging.ListName(append([]string{"forum search", strings.TrimSpace(q.Text), strconv.FormatBool(q.Exact)},
		of.Filters...)...)
	at, err := paging.Parse[searchPosition](list, q.Token)
	if err != nil {
		return SearchPage{}, err
	}
	if of.Text, of.Terms, err = language.Read(ctx, s.db.Client(), q.Text); err != nil {
		return SearchPage{}, err
	}
	offset := 0
	if at != nil {
		if offset = at.Offset; offset < 0 || offset > math.MaxInt16 {
			return SearchPage{}, paging.Invalid()
		}
	}
	found, err := search.Find(ctx, s.db, of)
	if err != nil {
		return SearchPage{}, fmt.Errorf("search forum: %w", err)
	}
	page := SearchPage{Said: found.Said}
	ids := found.IDs[min(offset, len(found.IDs)):]
	if len(ids) > q.Size {
		ids = ids[:q.Size]
		if page.Next, err = paging.Token(list, searchPosition{offset + q.Size}); err != nil {
			return SearchPage{}, err
		}
	}
	if page.Found, err = s.readFound(ctx, ids, cmp.Or(found.SearchedFor, of.Text)); err != nil {
		return SearchPage{}, fmt.Errorf("search forum: %w", err)
	}
	return page, nil
}

// seen reports whether everybody sees any of the first of these threads and replies: those of hidden threads have
// documents.
func (s *Service) seen(ctx context.Context, ids []uuid.UUID) (bool, error) {
	found, err := s.readFound(ctx, ids[:min(len(ids), maxSeen)], "")
	return len(found) > 0, err
}

// maxSeen limits the matches that seen reads.
const maxSeen = 20

const (
	foundThreads = `SELECT t.id, t.id, t.channel_id, t.title, t.short, t.content, t.content_version, t.content_html, t.created_at, t.via,
u.id, u.username, u.display_name, u.viber_tag, u.avatar, u.deleted_at` + fromThreads + `t.is_visible AND t.id IN `
	foundPosts = `SELECT p.id, t.id, t.channel_id, t.title, t.short, p.content, p.content_version, p.content_html, p.created_at, p.via,
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

// path returns the path of the page that shows the thread or the reply.
func (f Found) path() string {
	path := address.Thread(f.Title, f.Short)
	if !f.IsThread {
		path += "?post=" + f.ID.String()
	}
	return path
}

func scanFound(rows scanner, query string) (Found, error) {
	var (
		f          = Found{Author: new(ent.User)}
		text, html string
		version    int
		gone       sql.NullTime
	)
	err := rows.Scan(&f.ID, &f.ThreadID, &f.ChannelID, &f.Title, &f.Short, &text, &version, &html, &f.CreatedAt, &f.Via,
		&f.Author.ID, &f.Author.Username, &f.Author.DisplayName, &f.Author.ViberTag, &f.Author.Avatar, &gone)
	f.Author.DeletedAt = store.TimeOf(gone)
	f.IsThread = f.ID == f.ThreadID
	f.Excerpt = search.Passage(plain(text, html, version), query, maxExcerpt)
	return f, err
}
