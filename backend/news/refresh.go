package news

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/ent"
	"uvboard/ent/expiredarticle"
	"uvboard/ent/newsarticle"
	"uvboard/ent/newsfeed"
)

const (
	holdRetry     = time.Second
	fetches       = 16 // at the same time
	usualInterval = 30 * time.Minute
	maxBackoff    = 24 * time.Hour
	maxError      = 300 // characters of an error that are stored
	expireEvery   = time.Hour
	expireBatch   = 200
)

const jobName = "fetch news"

// never is the time of the next fetch of a feed without a schedule.
var never = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Result is the result of fetching a feed.
type Result struct {
	Feed      config.Feed
	Of        int // number of feeds that are fetched
	Added     int
	Skipped   map[string]int // entries that were left out, by reason
	Unchanged bool           // the site answered that nothing has changed
	Err       error
	NextTry   time.Time
}

// Job returns the job that fetches feeds and deletes old articles.
func (s *Service) Job() jobs.Job {
	return jobs.Job{Name: jobName, Every: 10 * time.Second, Run: s.Work, Due: func(ctx context.Context) (bool, error) {
		if !s.begun || s.now().Sub(s.expired) >= expireEvery {
			return true, nil
		}
		return s.due().Exist(ctx)
	}}
}

// due matches the feeds to fetch now.
func (s *Service) due() *ent.NewsFeedQuery {
	return s.db.Client().NewsFeed.Query().Where(newsfeed.NextFetchAtLTE(s.now()), s.enabled())
}

// Work fetches the feeds that are due and deletes old articles.
func (s *Service) Work(ctx context.Context) error {
	if !s.begun {
		if err := s.begin(ctx); err != nil {
			return err
		}
		s.begun = true
	}
	if now := s.now(); now.Sub(s.expired) >= expireEvery {
		if err := s.expire(ctx); err != nil {
			return err
		}
		s.expired = now
	}
	due, err := s.due().Order(newsfeed.ByPosition()).All(ctx)
	if err != nil {
		return fmt.Errorf("look for feeds: %w", err)
	}
	return s.fetch(ctx, due, func(r Result) {
		if r.Err != nil {
			slog.WarnContext(ctx, "feed not read", "feed", r.Feed.Name, "error", r.Err.Error(), "next_try", r.NextTry)
		}
	})
}

// RequestRefresh makes every feed due, and records the act.
func (s *Service) RequestRefresh(ctx context.Context, admin *auth.Caller) error {
	if err := s.register(ctx); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if err := tx.NewsFeed.Update().Where(s.enabled()).SetNextFetchAt(s.now()).Exec(ctx); err != nil {
			return err
		}
		return s.addEntry(ctx, tx, admin, actionRefresh, "")
	})
}

// Refresh fetches every feed now and passes the result of each to report. It waits while a server is fetching.
func (s *Service) Refresh(ctx context.Context, report func(Result)) error {
	if err := s.register(ctx); err != nil {
		return err
	}
	all, err := s.db.Client().NewsFeed.Query().Where(s.enabled()).Order(newsfeed.ByPosition()).All(ctx)
	if err != nil {
		return fmt.Errorf("look for feeds: %w", err)
	}
	for {
		held, err := jobs.Hold(ctx, s.db, jobName, s.now,
			func(ctx context.Context) error { return s.fetch(ctx, all, report) })
		if err != nil || held {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(holdRetry):
		}
	}
}

// register stores the feeds of the operator's list. New ones are due at once, if there is a schedule.
func (s *Service) register(ctx context.Context) error {
	first := s.now()
	if s.interval == 0 {
		first = never
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		for i, f := range s.feeds {
			_, err := tx.ExecContext(ctx,
				`INSERT INTO news_feeds (id, name, "position", next_fetch_at, is_added) VALUES ($1, $2, $3, $4, FALSE)
				ON CONFLICT (id) DO UPDATE SET name = excluded.name, "position" = excluded."position",
				is_added = excluded.is_added`, f.URL, f.Name, i, first)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("register feeds: %w", err)
	}
	return nil
}

// begin updates the table to the operator's list and schedule, which may have changed since the last start.
func (s *Service) begin(ctx context.Context) error {
	if err := s.register(ctx); err != nil {
		return err
	}
	later, latest := s.now(), never
	if s.interval > 0 {
		later = later.Add(s.interval)
		latest = later
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := tx.NewsFeed.Delete().Where(newsfeed.Not(s.inList())).Exec(ctx); err != nil {
			return err
		}
		return tx.NewsFeed.Update().Where(newsfeed.NextFetchAtGT(later)).SetNextFetchAt(latest).Exec(ctx)
	})
	if err != nil {
		return fmt.Errorf("schedule feeds: %w", err)
	}
	return nil
}

// fetch fetches feeds, several at the same time.
func (s *Service) fetch(ctx context.Context, feeds []*ent.NewsFeed, report func(Result)) error {
	var all sync.WaitGroup
	defer all.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	got, turns := make(chan fetched, len(feeds)), fetch.NewTurns(fetches)
	for _, f := range feeds {
		all.Go(func() {
			done, err := turns.Take(ctx, fetch.Site(f.ID))
			if err != nil {
				got <- fetched{feed: f, failure: err}
				return
			}
			defer done()
			// Reschedule first: a feed that crashes the server must not be fetched at once after every restart.
			f.NextFetchAt = s.after(s.interval)
			if err := s.reschedule(ctx, f); err != nil {
				got <- fetched{feed: f, failure: err}
				return
			}
			got <- s.get(ctx, f)
		})
	}
	for range feeds { // one after the other, because two feeds may have the same article
		f := <-got
		if f.failure != nil {
			return f.failure
		}
		result, err := s.record(ctx, f)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		result.Of = len(feeds)
		report(result)
	}
	return nil
}

func (s *Service) reschedule(ctx context.Context, f *ent.NewsFeed) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return tx.NewsFeed.Update().Where(newsfeed.ID(f.ID)).SetNextFetchAt(f.NextFetchAt).Exec(ctx)
	})
}

// after returns the time of a fetch after a wait, or never if there is no schedule.
func (s *Service) after(wait time.Duration) time.Time {
	if s.interval == 0 {
		return never
	}
	return s.now().Add(wait)
}

// fetched is a feed that was fetched and parsed.
type fetched struct {
	document
	feed     *ent.NewsFeed
	response *fetch.Response // may be nil
	err      error           // of the feed
	failure  error           // of the database or the context
}

func (s *Service) get(ctx context.Context, feed *ent.NewsFeed) fetched {
	f := fetched{feed: feed}
	f.response, f.err = s.client.Get(ctx, feed.ID, fetch.Validators{ETag: feed.Etag, LastModified: feed.LastModified})
	if f.err != nil || f.response.NotModified {
		return f
	}
	base := f.response.URL
	if base == nil {
		base = &url.URL{}
	}
	f.document, f.err = parse(f.response.Body, f.response.ContentType, base)
	return f
}

// record stores the articles and the state of a feed.
func (s *Service) record(ctx context.Context, f fetched) (Result, error) {
	result := Result{Feed: config.Feed{Name: sourceOf(f.feed), URL: f.feed.ID}, Err: f.err, NextTry: f.feed.NextFetchAt}
	if ctx.Err() != nil { // the server is shutting down: not a failure of the feed
		return result, nil
	}
	var wait time.Duration
	if f.response != nil {
		wait = f.response.RetryAfter
	}
	if f.err != nil {
		result.NextTry = s.after(max(wait, s.backoff(f.feed.Failures)))
		return result, s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			return tx.NewsFeed.Update().Where(newsfeed.ID(f.feed.ID)).AddFailures(1).
				SetLastError(letters.Shorten(oneLine(f.err.Error()), maxError)).SetNextFetchAt(result.NextTry).Exec(ctx)
		})
	}
	result.Unchanged = f.response.NotModified
	found, err := s.sort(ctx, sourceOf(f.feed), f.items)
	if err != nil {
		return result, err
	}
	if found.old > 0 {
		f.skipped[tooOld] = found.old
	}
	result.Added, result.Skipped, result.NextTry = len(found.fresh), f.skipped, s.after(max(wait, s.interval))
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		// An admin may have renamed or removed it meanwhile.
		row, err := tx.NewsFeed.Get(ctx, f.feed.ID)
		if ent.IsNotFound(err) {
			result.Added = 0
			return nil
		}
		if err != nil {
			return err
		}
		for _, a := range found.fresh {
			a.SourceName = sourceOf(row)
		}
		if err := Add(ctx, tx, found.fresh); err != nil {
			return err
		}
		for _, a := range found.corrected {
			if err := correct(ctx, tx, a); err != nil {
				return err
			}
		}
		if len(found.expired) > 0 {
			if err := tx.ExpiredArticle.Update().Where(expiredarticle.IDIn(found.expired...)).SetSeenAt(s.now()).
				Exec(ctx); err != nil {
				return err
			}
		}
		if len(found.fresh)+len(found.corrected) > 0 {
			if err := s.db.Emit(ctx, tx, articlesEvent(event.Published)); err != nil {
				return err
			}
		}
		update := tx.NewsFeed.Update().Where(newsfeed.ID(f.feed.ID))
		if !result.Unchanged {
			update.SetSkipped(f.skipped)
		}
		return update.
			SetEtag(f.response.Validators.ETag).SetLastModified(f.response.Validators.LastModified).
			SetLastSuccessAt(s.now()).SetLastError("").SetFailures(0).SetNextFetchAt(result.NextTry).Exec(ctx)
	})
	if err != nil {
		return result, fmt.Errorf("store articles of %s: %w", sourceOf(f.feed), err)
	}
	return result, nil
}

// backoff returns the wait after a number of earlier failures.
func (s *Service) backoff(failures int) time.Duration {
	wait := s.interval
	if wait == 0 {
		wait = usualInterval
	}
	for range failures {
		if wait *= 2; wait >= maxBackoff {
			return maxBackoff
		}
	}
	return wait
}

// sorted holds the articles of a feed that change the table.
type sorted struct {
	fresh     []*ent.NewsArticle // oldest first
	corrected []*ent.NewsArticle // stored ones with a new title, excerpt and tags
	expired   []string           // keys of those that were stored until they were too old
	old       int                // number of items that are too old to be stored
}

// sort compares the items of a source with the stored articles. An article belongs to the source that had it first;
// only that source may correct it.
func (s *Service) sort(ctx context.Context, source string, items []item) (found sorted, err error) {
	if len(items) == 0 {
		return found, nil
	}
	keys := make([]string, len(items))
	for i, item := range items {
		keys[i] = item.key
	}
	stored, err := s.db.Client().NewsArticle.Query().Where(newsarticle.URLKeyIn(keys...)).All(ctx)
	if err != nil {
		return found, fmt.Errorf("look for known articles: %w", err)
	}
	known := make(map[string]*ent.NewsArticle, len(stored))
	for _, a := range stored {
		known[a.URLKey] = a
	}
	if found.expired, err = s.db.Client().ExpiredArticle.Query().Where(expiredarticle.IDIn(keys...)).
		IDs(ctx); err != nil {
		return found, fmt.Errorf("look for expired articles: %w", err)
	}
	now := s.now()
	for _, item := range items {
		if a := known[item.key]; a != nil {
			if a.SourceName == source && (a.Title != item.title || a.Excerpt != item.excerpt) {
				a.Title, a.Excerpt, a.Tags, a.UpdatedAt = item.title, item.excerpt, tagsOf(item.title, item.excerpt),
					now
				found.corrected = append(found.corrected, a)
			}
			continue
		}
		published := item.published
		if published.IsZero() || published.After(now) {
			published = now
		}
		if published.Before(now.Add(-keepFor)) || slices.Contains(found.expired, item.key) {
			found.old++
			continue
		}
		found.fresh = append(found.fresh, &ent.NewsArticle{
			// The id is made from the time of publication, because search prefers later ids.
			ID: store.NewID(published), CreatedAt: now, UpdatedAt: now, PublishedAt: published,
			Title: item.title, Excerpt: item.excerpt, Tags: tagsOf(item.title, item.excerpt),
			SourceName: source, SourceURL: item.url, URLKey: item.key, ImageURL: item.image,
		})
	}
	slices.SortStableFunc(found.fresh, func(a, b *ent.NewsArticle) int { return a.PublishedAt.Compare(b.PublishedAt) })
	return found, nil
}

func correct(ctx context.Context, tx *ent.Client, a *ent.NewsArticle) error {
	err := tx.NewsArticle.Update().Where(newsarticle.ID(a.ID)).SetTitle(a.Title).SetExcerpt(a.Excerpt).SetTags(a.Tags).
		SetUpdatedAt(a.UpdatedAt).Exec(ctx)
	if err != nil {
		return err
	}
	if err := setTags(ctx, tx, a); err != nil {
		return err
	}
	return search.Put(ctx, tx, SearchDoc(a))
}

// Add stores articles with their tags and search documents, oldest first.
func Add(ctx context.Context, tx *ent.Client, articles []*ent.NewsArticle) error {
	if len(articles) == 0 {
		return nil
	}
	var (
		rows = make([]*ent.NewsArticleCreate, len(articles))
		docs = make([]search.Doc, len(articles))
	)
	for i, a := range articles {
		rows[i] = tx.NewsArticle.Create().SetID(a.ID).SetCreatedAt(a.CreatedAt).SetUpdatedAt(a.UpdatedAt).
			SetPublishedAt(a.PublishedAt).
			SetTitle(a.Title).SetExcerpt(a.Excerpt).SetTags(a.Tags).SetSourceName(a.SourceName).
			SetSourceURL(a.SourceURL).
			SetURLKey(a.URLKey).SetImageURL(a.ImageURL).SetIsDemo(a.IsDemo)
		docs[i] = SearchDoc(a)
	}
	if err := tx.NewsArticle.CreateBulk(rows...).Exec(ctx); err != nil {
		return err
	}
	if err := setTags(ctx, tx, articles...); err != nil {
		return err
	}
	return search.Put(ctx, tx, docs...)
}

// expire deletes old articles in batches, and keeps their keys while feeds list them.
func (s *Service) expire(ctx context.Context) error {
	for {
		old, err := s.db.Client().NewsArticle.Query().Where(newsarticle.PublishedAtLT(s.now().Add(-keepFor))).
			Order(newsarticle.ByPublishedAt(), newsarticle.ByID()).Limit(expireBatch).Select(newsarticle.FieldURLKey).
			All(ctx)
		if err != nil {
			return fmt.Errorf("old articles: %w", err)
		}
		if len(old) == 0 {
			return s.forget(ctx)
		}
		ids, expired, untagged := make([]uuid.UUID, len(old)), make([]*ent.ExpiredArticleCreate, len(old)),
			make([]tag.Item, len(old))
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			for i, a := range old {
				ids[i], untagged[i].ID, expired[i] = a.ID, a.ID, tx.ExpiredArticle.Create().SetID(a.URLKey).
					SetSeenAt(s.now())
				if err := search.Remove(ctx, tx, Kind, a.ID); err != nil {
					return err
				}
			}
			if err := tx.ExpiredArticle.CreateBulk(expired...).Exec(ctx); err != nil {
				return err
			}
			if err := tag.Set(ctx, tx, Tagged.Target, untagged...); err != nil {
				return err
			}
			_, err := tx.NewsArticle.Delete().Where(newsarticle.IDIn(ids...)).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("delete old articles: %w", err)
		}
	}
}

// forget deletes the keys of expired articles that no feed lists any more.
func (s *Service) forget(ctx context.Context) error {
	for {
		keys, err := s.db.Client().ExpiredArticle.Query().Where(expiredarticle.SeenAtLT(s.now().Add(-keepKeyFor))).
			Order(expiredarticle.BySeenAt()).Limit(expireBatch).IDs(ctx)
		if err != nil {
			return fmt.Errorf("keys of expired articles: %w", err)
		}
		if len(keys) == 0 {
			return nil
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.ExpiredArticle.Delete().Where(expiredarticle.IDIn(keys...)).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("forget expired articles: %w", err)
		}
	}
}

// Demo returns an invented article of a source, for uvboard seed.
func Demo(id uuid.UUID, source, title, excerpt, address string, published time.Time) *ent.NewsArticle {
	return &ent.NewsArticle{
		ID: id, CreatedAt: published, UpdatedAt: published, PublishedAt: published, Title: title, Excerpt: excerpt,
		Tags:       tagsOf(title, excerpt),
		SourceName: source, SourceURL: address, URLKey: strings.TrimPrefix(address, "https://"), IsDemo: true,
	}
}
