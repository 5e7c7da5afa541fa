// Package news reads feeds of other sites on a schedule and lists their articles.
package news

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/config"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/ent"
	"uvboard/ent/newsarticle"
	"uvboard/ent/predicate"
	"uvboard/ent/tagged"
)

// Kind names articles among search documents.
const Kind = "news"

// feedKind is the target type of feeds in the audit log, with actions.
const (
	feedKind      = "news_feed"
	actionAdd     = "add"
	actionRefresh = "refresh"
)

// keepFor is how long articles are listed after their publication.
const keepFor = 90 * 24 * time.Hour

// keepKeyFor is how long the key of an expired article is kept after a feed last listed it. It is long because an
// unchanged feed is not read.
const keepKeyFor = 365 * 24 * time.Hour

// Service lists articles and keeps them up to date.
type Service struct {
	db       *store.DB
	feeds    []config.Feed
	client   *fetch.Client
	interval time.Duration // 0 for no schedule
	now      func() time.Time

	begun   bool      // the table has the feeds; used by Work alone
	expired time.Time // when old articles were deleted last; used by Work alone
}

// NewService returns a service for the feeds that the operator names, or DefaultFeeds if there are none.
func NewService(db *store.DB, named []config.Feed, interval time.Duration, now func() time.Time) *Service {
	s := &Service{db: db, feeds: named, client: newClient(named), interval: interval, now: store.Clock(now)}
	if len(named) == 0 {
		s.feeds = DefaultFeeds
	}
	return s
}

// ListQuery selects articles. Empty fields are ignored.
type ListQuery struct {
	Source string
	Tools  []string // any of them
	Search string
	Exact  bool // without other words than those of Search
	Size   int
	Token  string
}

// Page is a page of articles.
type Page struct {
	Articles []*ent.NewsArticle
	Next     string // token of the next page; empty on the last one
	search.Said
}

// position is where a page of articles ends.
type position struct {
	At time.Time
	ID uuid.UUID
}

// List returns articles, newest first. A search finds at most search.Candidates. Fault: invalid for the page token of
// another list.
func (s *Service) List(ctx context.Context, q ListQuery) (page Page, err error) {
	text := strings.TrimSpace(q.Search)
	list := paging.ListName(append([]string{"news", q.Source, text, strconv.FormatBool(q.Exact)}, q.Tools...)...)
	from, err := paging.Parse[position](list, q.Token)
	if err != nil {
		return Page{}, err
	}
	query := s.db.Client().NewsArticle.Query().
		Order(newsarticle.ByPublishedAt(entsql.OrderDesc()), newsarticle.ByID(entsql.OrderDesc())).
		Limit(q.Size + 1)
	if q.Source != "" {
		query.Where(newsarticle.SourceName(q.Source))
	}
	if len(q.Tools) > 0 {
		ids, err := tag.Find(ctx, s.db.Client(), append(tag.Of(tag.Tool, q.Tools...), tag.Of(tag.Topic, q.Tools...)...))
		if err != nil {
			return Page{}, err
		}
		if q.Source == "" && text == "" {
			query.Where(newestWith(ids, q.Size+1, from))
		} else {
			query.Where(tag.Has(ids...))
		}
	}
	if text != "" {
		found, err := s.search(ctx, q, text)
		if err != nil || len(found.IDs) == 0 {
			return Page{}, err
		}
		page.Said = found.Said
		query.Where(newsarticle.IDIn(found.IDs...))
	}
	if from != nil {
		query.Where(func(q *entsql.Selector) {
			q.Where(entsql.CompositeLT([]string{q.C(newsarticle.FieldPublishedAt), q.C(newsarticle.FieldID)},
				from.At.UTC(), from.ID))
		})
	}
	found, err := query.All(ctx)
	if err != nil {
		return Page{}, fmt.Errorf("list news: %w", err)
	}
	page.Articles, page.Next, err = paging.Cut(list, found, q.Size,
		func(last *ent.NewsArticle) position { return position{last.PublishedAt, last.ID} })
	return page, err
}

// imageOf returns the URL of the image of an article, "" if it has none. Fault: not found.
func (s *Service) imageOf(ctx context.Context, id uuid.UUID) (string, error) {
	a, err := s.db.Client().NewsArticle.Query().Where(newsarticle.ID(id)).Select(newsarticle.FieldImageURL).Only(ctx)
	if ent.IsNotFound(err) {
		return "", fault.NotFound("ARTICLE_NOT_FOUND", "Article not found")
	}
	if err != nil {
		return "", fmt.Errorf("image of an article: %w", err)
	}
	return a.ImageURL, nil
}

// newestWith matches the newest articles after a position that have any of these tags. It reads the index of tags,
// because a scan of the articles would be slow for a rare tag.
func newestWith(tags []string, limit int, from *position) predicate.NewsArticle {
	return func(q *entsql.Selector) {
		t := entsql.Table(tagged.Table)
		at, id := t.C(tagged.FieldPublishedAt), t.C(tagged.FieldTargetID)
		args := make([]any, len(tags))
		for i, tag := range tags {
			args[i] = tag
		}
		ids := entsql.Select(id).From(t).
			Where(entsql.And(entsql.EQ(t.C(tagged.FieldTargetType), Kind), entsql.In(t.C(tagged.FieldTag), args...))).
			GroupBy(at, id).OrderBy(entsql.Desc(at), entsql.Desc(id)).Limit(limit)
		if from != nil {
			ids.Where(entsql.CompositeLT([]string{at, id}, from.At.UTC(), from.ID))
		}
		q.Where(entsql.In(q.C(newsarticle.FieldID), ids))
	}
}

func (s *Service) search(ctx context.Context, q ListQuery, text string) (search.Found, error) {
	var filters []string
	if q.Source != "" {
		filters = append(filters, sourceFilter(q.Source))
	}
	return search.Find(ctx, s.db, search.Query{Kind: Kind, Text: text, Filters: filters, Exact: q.Exact})
}

// SearchDoc returns the search document of an article.
func SearchDoc(a *ent.NewsArticle) search.Doc {
	return search.Doc{
		Kind: Kind, RefID: a.ID, Title: a.Title, Summary: a.Excerpt, Words: strings.Join(a.Tags, " "),
		Filters: []string{sourceFilter(a.SourceName)},
	}
}

func searchDocs(ctx context.Context, tx *ent.Client, ids []uuid.UUID) ([]search.Doc, error) {
	articles, err := tx.NewsArticle.Query().Where(newsarticle.IDIn(ids...)).Order(newsarticle.ByID()).All(ctx)
	docs := make([]search.Doc, len(articles))
	for i, a := range articles {
		docs[i] = SearchDoc(a)
	}
	return docs, err
}

// sourceFilter may be the same for two sources: the list checks the name too.
func sourceFilter(name string) string {
	return "source:" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, letters.Fold(name))
}
