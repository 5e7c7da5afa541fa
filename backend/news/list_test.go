package news

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"buf.build/go/protovalidate"

	"uvboard/backend/platform/config"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/fetch/fetchtest"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	pb "uvboard/gen/uvboard/v1"
)

func code(err error) string {
	if f := fault.Of(err); f != nil {
		return f.Code
	}
	return fmt.Sprint(err)
}

func (s *site) sources() string {
	s.t.Helper()
	names, err := s.Sources(s.t.Context())
	must.NoError(s.t, err)
	return strings.Join(names, " ")
}

// Admins add, rename, stop and remove feeds. Another server on the same database follows, since it reads the list at
// each use.
func TestAdminsEditTheList(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "kiln", "clay")
		s.serve("kiln", entry("Hot kilns", "https://kiln.example/1", start))
		s.serve("wheel", entry("Round wheels", "https://wheel.example/1", start))
		must.NoError(t, s.Work(t.Context()))
		kiln := s.feeds[0].URL
		wheel := strings.TrimSuffix(kiln, "kiln") + "wheel"
		other := NewService(db, s.feeds, 30*time.Minute, s.now)

		s.client = newClient([]config.Feed{{URL: kiln}, {URL: wheel}}) // as if it were public
		other.client = s.client
		f, err := other.AddFeed(t.Context(), nil, " The\nwheel ", wheel)
		must.NoError(t, err)
		if f.Name != "The wheel" || !f.Added || f.Disabled || s.sources() != "kiln clay The wheel" {
			t.Errorf("added %+v, sources %s", f, s.sources())
		}
		for name, url := range map[string]string{"KILN": "https://new.example", "new": wheel} {
			if _, err := s.AddFeed(t.Context(), nil, name, url); code(err) != "FEED_LISTED" {
				t.Errorf("%s at %s: %v", name, url, err)
			}
		}
		must.NoError(t, s.Work(t.Context()))
		if got := s.titles(ListQuery{Source: "The wheel"}); len(got) != 1 {
			t.Errorf("articles of an added feed: %v", got)
		}

		// A new name applies to the articles too, also in a search.
		rename := "Kilns & more"
		if f, err = other.UpdateFeed(t.Context(), nil, kiln, &rename, nil); err != nil || f.Name != rename || f.Added ||
			f.Articles != 1 {
			t.Errorf("renamed %+v, %v", f, err)
		}
		if got := s.titles(ListQuery{Source: rename, Search: "hot"}); len(got) != 1 {
			t.Errorf("articles under the new name: %v", got)
		}
		taken := "the WHEEL"
		if _, err := s.UpdateFeed(t.Context(), nil, kiln, &taken, nil); code(err) != "FEED_LISTED" {
			t.Errorf("a name of another feed: %v", err)
		}

		// A stopped feed is not fetched until it is started again, which makes it due.
		off, on := false, true
		f, err = other.UpdateFeed(t.Context(), nil, kiln, nil, &off)
		must.NoError(t, err)
		s.serve("kiln", entry("Cold kilns", "https://kiln.example/2", start))
		must.NoError(t, s.RequestRefresh(t.Context(), nil))
		if _, fetched := s.refresh()[rename]; fetched || !f.Disabled {
			t.Errorf("a stopped feed was fetched: %+v", f)
		}
		_, err = other.UpdateFeed(t.Context(), nil, kiln, nil, &on)
		must.NoError(t, err)
		must.NoError(t, s.Work(t.Context()))
		if got := s.titles(ListQuery{Source: rename}); !slices.Contains(got, "Cold kilns") {
			t.Errorf("articles of a feed that was started again: %v", got)
		}

		// The list survives a restart. The operator's feeds stay; those of admins can be removed.
		again := NewService(db, s.feeds, 30*time.Minute, s.now)
		must.NoError(t, again.Work(t.Context()))
		if got := s.sources(); got != rename+" clay The wheel" {
			t.Errorf("after a restart: %s", got)
		}
		if err := s.DeleteFeed(t.Context(), nil, kiln); code(err) != "OPERATORS_FEED" {
			t.Errorf("a feed of the operator was removed: %v", err)
		}
		must.NoError(t, other.DeleteFeed(t.Context(), nil, wheel))
		if err := s.DeleteFeed(t.Context(), nil, wheel); code(err) != "FEED_NOT_FOUND" || s.sources() != rename+
			" clay" {
			t.Errorf("removed: %v, sources %s", err, s.sources())
		}
		if got := s.titles(ListQuery{Source: "The wheel"}); len(got) != 1 {
			t.Errorf("articles of a removed feed: %v", got)
		}

		// A feed that an admin added becomes the operator's when the operator lists it.
		_, err = s.AddFeed(t.Context(), nil, "wheel", wheel)
		must.NoError(t, err)
		owned := newSite(t, db)
		owned.feeds = append(slices.Clone(s.feeds), config.Feed{Name: "wheel", URL: wheel})
		operator := NewService(db, owned.feeds, 30*time.Minute, s.now)
		must.NoError(t, operator.Work(t.Context()))
		if err := operator.DeleteFeed(t.Context(), nil, wheel); code(err) != "OPERATORS_FEED" {
			t.Errorf("a feed that the operator has listed since: %v", err)
		}
	})
}

// An admin's feed may be on a public host only: the exception for private hosts is the operator's. An address is
// refused when it is added, a name that resolves to one when it is fetched.
func TestAddedFeedsHavePublicHosts(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	s := newSite(t, db, "kiln")
	asked := false
	private := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer private.Close()
	if _, err := s.AddFeed(t.Context(), nil, "inside", private.URL+"/feed"); fault.Of(err) == nil ||
		fault.Of(err).Fields["url"] == "" {
		t.Errorf("added: %v", err)
	}
	_, err := s.AddFeed(t.Context(), nil, "inside", "https://inside.example/feed")
	must.NoError(t, err)
	storetest.Exec(t, db, "UPDATE news_feeds SET id = $1 WHERE name = 'inside'", private.URL+"/feed")
	if r := s.refresh()["inside"]; r.Err == nil || asked {
		t.Errorf("a private host was asked: %v", r.Err)
	}
}

func TestFeedURLs(t *testing.T) {
	for url, ok := range map[string]bool{
		"https://a.example/feed.xml?x=1": true, "http://a.example": true,
		"": false, "a.example": false, "ftp://a.example/x": false, "file:///etc/passwd": false,
		"javascript:alert(1)":          false,
		"https://user:pass@a.example/": false, "https://": false, "https:///x": false, "https://a.example/" +
			strings.Repeat("x", 500): false,
	} {
		if err := protovalidate.Validate(&pb.AddNewsFeedRequest{Name: "A", Url: url}); (err == nil) != ok {
			t.Errorf("%q: %v", url, err)
		}
	}
}

// Feeds of one site that do not answer delay those of no other one.
func TestSilentSiteDelaysItselfAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		silent, release := fetchtest.Silent(t)
		s := newSite(t, db, "kiln")
		s.serve("kiln", entry("A glaze", "https://kiln.example/glaze", start))
		kiln := s.feeds[0]
		kiln.URL = strings.Replace(kiln.URL, "127.0.0.1", "localhost", 1)
		s.feeds = nil
		for i := range 20 {
			s.feeds = append(s.feeds, config.Feed{Name: fmt.Sprint("silent ", i), URL: fmt.Sprint(silent, "/", i)})
		}
		s.Service = NewService(db, append(s.feeds, kiln), 30*time.Minute, func() time.Time { return s.clock })
		began, results := time.Now(), 0
		must.NoError(t, s.Refresh(t.Context(), func(r Result) {
			if results++; r.Feed.Name == "kiln" {
				if took := time.Since(began); took > fetchtest.Patience || r.Added != 1 {
					t.Errorf("a feed of another site took %v: %+v", took, r)
				}
				release()
			}
		}))
		if results != 21 {
			t.Errorf("%d results", results)
		}
	})
}
