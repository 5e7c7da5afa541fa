package news

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/newsarticle"
	"uvboard/ent/newsfeed"
	"uvboard/ent/predicate"
	pb "uvboard/gen/uvboard/v1"
)

// maxAdded limits the feeds that admins add to the operator's list.
const maxAdded = 100

// Feed is a feed of the list.
type Feed struct {
	config.Feed
	Disabled bool          // an admin has stopped it
	Added    bool          // by an admin; otherwise it is in the operator's list
	State    *ent.NewsFeed // nil before the server has begun
	Articles int           // set by Feeds
}

// sourceOf returns the name that a feed and its articles have.
func sourceOf(f *ent.NewsFeed) string { return cmp.Or(f.OwnName, f.Name) }

// inList matches the feeds of the list; the table may have others that the operator has removed.
func (s *Service) inList() predicate.NewsFeed {
	urls := make([]string, len(s.feeds))
	for i, f := range s.feeds {
		urls[i] = f.URL
	}
	return newsfeed.Or(newsfeed.IsAdded(true), newsfeed.IDIn(urls...))
}

// enabled matches the feeds of the list that are not stopped.
func (s *Service) enabled() predicate.NewsFeed {
	return newsfeed.And(s.inList(), newsfeed.IsDisabled(false))
}

// listed returns all feeds: the operator's in that order, under the names that admins gave them, then those that admins
// added, by name.
func (s *Service) listed(ctx context.Context, client *ent.Client) ([]Feed, error) {
	rows, err := client.NewsFeed.Query().Where(s.inList()).Order(newsfeed.ByID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list feeds: %w", err)
	}
	states := make(map[string]*ent.NewsFeed, len(rows))
	for _, row := range rows {
		states[row.ID] = row
	}
	list := make([]Feed, 0, len(s.feeds))
	for _, f := range s.feeds {
		feed := Feed{Feed: f, State: states[f.URL]}
		if feed.State != nil {
			feed.Name, feed.Disabled = cmp.Or(feed.State.OwnName, f.Name), feed.State.IsDisabled
		}
		list = append(list, feed)
		delete(states, f.URL)
	}
	for _, row := range rows {
		if states[row.ID] != nil {
			list = append(list, Feed{Feed: config.Feed{Name: sourceOf(row), URL: row.ID}, State: row,
				Disabled: row.IsDisabled, Added: true})
		}
	}
	slices.SortStableFunc(list[len(s.feeds):],
		func(a, b Feed) int { return cmp.Compare(letters.Fold(a.Name), letters.Fold(b.Name)) })
	return list, nil
}

// Sources returns the names of the feeds, in the order of the list.
func (s *Service) Sources(ctx context.Context) ([]string, error) {
	list, err := s.listed(ctx, s.db.Client())
	if err != nil {
		return nil, err
	}
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.Name
	}
	return names, nil
}

const listFeeds = "feeds"

// Feeds returns the feeds with their state, in the order of the list.
func (s *Service) Feeds(ctx context.Context, size int, token string) ([]Feed, string, error) {
	from, err := paging.Parse[int](listFeeds, token)
	if err != nil {
		return nil, "", err
	}
	list, err := s.listed(ctx, s.db.Client())
	if err != nil {
		return nil, "", err
	}
	begin := 0
	if from != nil {
		begin = max(0, min(*from, len(list)))
	}
	end := min(begin+size, len(list))
	next := ""
	if end < len(list) {
		if next, err = paging.Token(listFeeds, end); err != nil {
			return nil, "", err
		}
	}
	page := list[begin:end]
	return page, next, s.countArticles(ctx, page)
}

// Reading is the state of the feeds that are fetched.
type Reading struct {
	All     int
	Read    int      // fetched with success, perhaps not the last time
	Failing []string // names of those whose last fetch failed, in the order of the list
}

// String describes the state in a sentence.
func (r Reading) String() string {
	switch {
	case r.All == 0:
		return "No feed is fetched."
	case len(r.Failing) > 0:
		return fmt.Sprintf("%d of %d cannot be read: %s.", len(r.Failing), r.All, strings.Join(r.Failing, ", "))
	case r.Read == 0:
		return "Not fetched yet."
	case r.Read < r.All:
		return fmt.Sprintf("%d of %d can be read, the others are not fetched yet.", r.Read, r.All)
	}
	return fmt.Sprintf("All %d can be read.", r.All)
}

// Reading returns the state of the feeds that are fetched.
func (s *Service) Reading(ctx context.Context) (Reading, error) {
	list, err := s.listed(ctx, s.db.Client())
	if err != nil {
		return Reading{}, err
	}
	var r Reading
	for _, f := range list {
		if f.Disabled {
			continue
		}
		r.All++
		if f.State == nil {
			continue
		}
		if f.State.LastSuccessAt != nil {
			r.Read++
		}
		if f.State.Failures > 0 {
			r.Failing = append(r.Failing, f.Name)
		}
	}
	return r, nil
}

func (s *Service) countArticles(ctx context.Context, feeds []Feed) error {
	names := make([]string, len(feeds))
	for i, f := range feeds {
		names[i] = f.Name
	}
	var counts []struct {
		SourceName string `sql:"source_name"`
		Count      int    `sql:"count"`
	}
	err := s.db.Client().NewsArticle.Query().Where(newsarticle.SourceNameIn(names...)).
		GroupBy(newsarticle.FieldSourceName).Aggregate(ent.Count()).Scan(ctx, &counts)
	if err != nil {
		return fmt.Errorf("count articles: %w", err)
	}
	for i := range feeds {
		for _, c := range counts {
			if c.SourceName == feeds[i].Name {
				feeds[i].Articles = c.Count
			}
		}
	}
	return nil
}

// AddFeed adds a feed to the list and fetches it soon, and records the act. The access option admits admins only.
// Fault: conflict for a name or URL that is in the list, and for too many feeds.
func (s *Service) AddFeed(ctx context.Context, admin *auth.Caller, name, url string) (Feed, error) {
	name = oneLine(store.Clean(name))
	if name == "" {
		return Feed{}, fault.Invalid("name", "Name is required")
	}
	if s.client.Check(url) != nil {
		return Feed{}, fault.Invalid("url", "Enter an address on the public internet, on port 80 or 443")
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		list, err := s.listed(ctx, tx)
		if err != nil {
			return err
		}
		if err := free(list, name, url); err != nil {
			return err
		}
		if len(list)-len(s.feeds) >= maxAdded {
			return fault.Precondition("TOO_MANY_FEEDS", fmt.Sprintf("There are %d feeds already. Remove one first.",
				len(list)))
		}
		err = tx.NewsFeed.Create().SetID(url).SetName(name).SetIsAdded(true).SetPosition(len(list)).
			SetNextFetchAt(s.now()).Exec(ctx)
		if ent.IsConstraintError(err) {
			return errFeedListed("url")
		}
		if err != nil {
			return err
		}
		return s.addEntry(ctx, tx, admin, actionAdd, url)
	})
	if err != nil {
		return Feed{}, fmt.Errorf("add feed: %w", err)
	}
	return s.feed(ctx, url)
}

func errFeedListed(field string) error {
	return fault.Conflict("FEED_LISTED", field, "A feed with this "+field+" is in the list already")
}

// addEntry adds an admin's action on a feed, or on all feeds if the URL is empty, to the audit log.
func (s *Service) addEntry(ctx context.Context, tx *ent.Client, admin *auth.Caller, action, url string) error {
	e := audit.Entry{Action: action, TargetType: feedKind, Reason: url}
	if url != "" {
		e.Target = uuid.NewSHA1(uuid.NameSpaceURL, []byte(url)) // feeds have no id
	}
	return audit.Add(ctx, s.db, tx, admin, e, s.now())
}

// free returns a fault if a feed of the list has the name or the URL.
func free(list []Feed, name, url string) error {
	for _, f := range list {
		if f.URL == url {
			return errFeedListed("url")
		}
		if letters.Fold(f.Name) == letters.Fold(name) {
			return errFeedListed("name")
		}
	}
	return nil
}

func errFeedNotFound() error { return fault.NotFound("FEED_NOT_FOUND", "Feed not found") }

// feed returns the feed with a URL. Fault: not found.
func (s *Service) feed(ctx context.Context, url string) (Feed, error) {
	list, err := s.listed(ctx, s.db.Client())
	if err != nil {
		return Feed{}, err
	}
	at := slices.IndexFunc(list, func(f Feed) bool { return f.URL == url })
	if at < 0 {
		return Feed{}, errFeedNotFound()
	}
	return list[at], s.countArticles(ctx, list[at:at+1])
}

// UpdateFeed renames a feed with its articles, and starts or stops fetching it, and records the act; nil keeps the name
// or the state. The access option admits admins only. Faults: not found; conflict for a name that is in the list.
func (s *Service) UpdateFeed(ctx context.Context, admin *auth.Caller, url string, name *string,
	enabled *bool) (Feed, error) {
	if err := s.register(ctx); err != nil {
		return Feed{}, err
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		list, err := s.listed(ctx, tx)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(list, func(f Feed) bool { return f.URL == url })
		if at < 0 {
			return errFeedNotFound()
		}
		f := list[at]
		u := tx.NewsFeed.UpdateOneID(url)
		if enabled != nil && *enabled == f.Disabled {
			u.SetIsDisabled(!*enabled)
			if *enabled {
				u.SetNextFetchAt(s.now())
			}
		}
		if name != nil {
			is := oneLine(store.Clean(*name))
			if is == "" {
				return fault.Invalid("name", "Name is required")
			}
			if err := free(slices.Delete(list, at, at+1), is, ""); err != nil {
				return err
			}
			u.SetOwnName(is)
			if err := s.rename(ctx, tx, f.Name, is); err != nil {
				return err
			}
		}
		if err := u.Exec(ctx); err != nil {
			return err
		}
		return s.addEntry(ctx, tx, admin, audit.Update, url)
	})
	if err != nil {
		return Feed{}, fmt.Errorf("update feed: %w", err)
	}
	return s.feed(ctx, url)
}

// rename gives the articles of a source its new name.
func (s *Service) rename(ctx context.Context, tx *ent.Client, was, is string) error {
	if was == is {
		return nil
	}
	if err := tx.NewsArticle.Update().Where(newsarticle.SourceName(was)).SetSourceName(is).Exec(ctx); err != nil {
		return err
	}
	articles, err := tx.NewsArticle.Query().Where(newsarticle.SourceName(is)).All(ctx)
	if err != nil {
		return err
	}
	docs := make([]search.Doc, len(articles))
	for i, a := range articles {
		docs[i] = SearchDoc(a)
	}
	if err := s.db.Emit(ctx, tx, articlesEvent(event.Edited)); err != nil {
		return err
	}
	return search.Put(ctx, tx, docs...)
}

// DeleteFeed removes a feed that an admin added, and records the act. Its articles stay until they are too old. The
// access option admits admins only. Faults: not found; conflict for a feed of the operator's list.
func (s *Service) DeleteFeed(ctx context.Context, admin *auth.Caller, url string) error {
	f, err := s.feed(ctx, url)
	if err != nil {
		return err
	}
	if !f.Added {
		return fault.Precondition("OPERATORS_FEED", "This feed is in the operator's list. You can stop it instead.")
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		n, err := tx.NewsFeed.Delete().Where(newsfeed.ID(url), newsfeed.IsAdded(true)).Exec(ctx)
		if err == nil && n == 0 { // deleted meanwhile
			err = errFeedNotFound()
		}
		if err != nil {
			return err
		}
		return s.addEntry(ctx, tx, admin, audit.Delete, url)
	})
	if err != nil {
		return fmt.Errorf("delete feed: %w", err)
	}
	return nil
}

// articlesEvent is the event that some articles are new or have changed.
func articlesEvent(kind event.Kind) event.Event {
	return event.Event{Kind: kind, Item: event.Item{Type: Kind}, Public: true,
		Lists: []pb.LiveList{pb.LiveList_LIVE_LIST_NEWS}}
}
