package news

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"

	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/web/webtest"
	"uvboard/ent"
	"uvboard/ent/newsarticle"
	"uvboard/ent/newsfeed"
	pb "uvboard/gen/uvboard/v1"
)

var start = time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)

// site is a site with feeds, and a service that reads them.
type site struct {
	*Service
	t       *testing.T
	clock   time.Time
	content map[string]http.HandlerFunc // by path
	feeds   []config.Feed
}

// newSite registers a feed for each name, at the path of that name.
func newSite(t *testing.T, db *store.DB, names ...string) *site {
	t.Helper()
	s := &site{t: t, clock: start, content: map[string]http.HandlerFunc{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if handle := s.content[r.URL.Path]; handle != nil {
			handle(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(server.Close)
	for _, name := range names {
		s.feeds = append(s.feeds, config.Feed{Name: name, URL: server.URL + "/" + name})
	}
	s.Service = NewService(db, s.feeds, 30*time.Minute, func() time.Time { return s.clock })
	return s
}

// serve makes a feed answer with items.
func (s *site) serve(name string, items ...string) {
	s.content["/"+name] = func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, feedOf(items...)) }
}

func feedOf(items ...string) string {
	return `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title>` + strings.Join(items, "") + `</channel></rss>`
}

func entry(title, link string, published time.Time, more ...string) string {
	return fmt.Sprintf("<item><title>%s</title><link>%s</link><pubDate>%s</pubDate>%s</item>", title, link,
		published.Format(time.RFC1123Z), strings.Join(more, ""))
}

// refresh fetches all feeds and returns the result of each.
func (s *site) refresh() map[string]Result {
	s.t.Helper()
	results := map[string]Result{}
	must.NoError(s.t, s.Refresh(s.t.Context(), func(r Result) { results[r.Feed.Name] = r }))
	drifts, err := doctor.Examine(s.t.Context(), s.db, []domain.Domain{Domain(s.Service, nil)})
	if err != nil || len(drifts) > 0 {
		s.t.Errorf("drift %v, %v", drifts, err)
	}
	return results
}

func (s *site) titles(q ListQuery) []string {
	s.t.Helper()
	q.Size = 50
	page, err := s.List(s.t.Context(), q)
	must.NoError(s.t, err)
	titles := []string{}
	for _, a := range page.Articles {
		titles = append(titles, a.Title)
	}
	return titles
}

func (s *site) state(name string) *ent.NewsFeed {
	s.t.Helper()
	state, err := s.db.Client().NewsFeed.Query().Where(newsfeed.Name(name)).Only(s.t.Context())
	must.NoError(s.t, err)
	return state
}

func TestRefresh(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "kiln", "clay")
		s.serve("kiln",
			entry("Claude &amp;amp; clay", "https://www.a.example/1/?utm_source=rss&amp;b=2&amp;a=1",
				start.Add(-time.Hour),
				`<description><![CDATA[<p>Fires <b>a kiln</b>.</p><script>alert(1)</script><img src="https://a.example/first.png"><p>Twice.</p>]]></description>`),
			entry("Undated", "/relative", time.Time{}),
			entry("From tomorrow", "https://a.example/2", start.Add(24*time.Hour)),
			entry("Too old", "https://a.example/old", start.Add(-keepFor-time.Hour)),
			entry("No link", "", start), entry("A script", "javascript:alert(1)", start),
			entry(" ", "https://a.example/untitled", start),
			entry("The same again", "http://a.example/1?a=1&amp;b=2", start),
		)
		s.serve("clay")
		if first := s.refresh(); first["kiln"].Added != 3 || first["clay"].Err != nil {
			t.Errorf("results %+v", first)
		}
		s.serve("clay", entry("Claude in another feed", "https://a.example/1?b=2&amp;a=1&amp;fbclid=x", start),
			entry("Glazes", "https://a.example/3", start.Add(-2*time.Hour),
				`<media:thumbnail url="http://a.example/insecure.png"/><media:content medium="image" url="https://a.example/large.png"/>`))
		if second := s.refresh(); second["kiln"].Added != 0 || second["clay"].Added != 1 {
			t.Errorf("results %+v", second)
		}
		all, err := db.Client().NewsArticle.Query().Order(newsarticle.ByPublishedAt(), newsarticle.ByTitle()).
			All(t.Context())
		must.NoError(t, err)
		type article struct {
			Title, Excerpt, URL, Image string
			Tags                       []string
			Age                        time.Duration
		}
		var got []article
		for _, a := range all {
			got = append(got, article{a.Title, a.Excerpt, a.SourceURL, a.ImageURL, a.Tags, start.Sub(a.PublishedAt)})
		}
		want := []article{
			{"Glazes", "", "https://a.example/3", "https://a.example/large.png", []string{}, 2 * time.Hour},
			{"Claude & clay", "Fires a kiln. Twice.", "https://www.a.example/1/?utm_source=rss&b=2&a=1",
				"https://a.example/first.png", []string{"claude", "ai"}, time.Hour},
			{"From tomorrow", "", "https://a.example/2", "", []string{}, 0},
			{"Undated", "", strings.TrimSuffix(s.feeds[0].URL, "/kiln") + "/relative", "", []string{}, 0},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// Entries whose addresses differ in their fragment are articles of their own, also when the feed is fetched again with
// another one. The admins' list of feeds has what is left out.
func TestFragments(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "kiln")
		releases := []string{
			entry("4.2", "https://a.example/changelog#v4-2", start.Add(-time.Hour)),
			entry("4.1", "https://a.example/changelog#v4-1", start.Add(-2*time.Hour)),
			entry("4.0", "https://a.example/changelog#v4-0", start.Add(-3*time.Hour)),
		}
		s.serve("kiln", append(slices.Clone(releases), entry("No address", "", start),
			entry("Old", "https://a.example/old", start.Add(-keepFor-time.Hour)))...)
		if r := s.refresh()["kiln"]; r.Added != 3 || r.Skipped[noAddress] != 1 || r.Skipped[tooOld] != 1 {
			t.Errorf("first result %+v", r)
		}
		feeds, err := NewHandler(s.Service).ListNewsFeeds(t.Context(), &pb.ListNewsFeedsRequest{})
		must.NoError(t, err)
		want := []*pb.SkippedEntries{{Reason: tooOld, Count: 1}, {Reason: noAddress, Count: 1}}
		if diff := cmp.Diff(want, feeds.Feeds[0].Skipped, protocmp.Transform()); diff != "" {
			t.Errorf("skipped: -want +got\n%s", diff)
		}
		s.content["/kiln"] = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) }
		s.refresh()
		if state := s.state("kiln"); len(state.Skipped) != 2 {
			t.Errorf("after an unchanged fetch %v", state.Skipped)
		}
		s.serve("kiln", append([]string{entry("4.3", "https://a.example/changelog#v4-3", start)}, releases...)...)
		if r := s.refresh()["kiln"]; r.Added != 1 || len(r.Skipped) != 0 {
			t.Errorf("second result %+v", r)
		}
		if diff := cmp.Diff([]string{"4.3", "4.2", "4.1", "4.0"}, s.titles(ListQuery{})); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		if r := s.refresh()["kiln"]; r.Added != 0 {
			t.Errorf("third result %+v", r)
		}
	})
}

func TestConditionalFetch(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "kiln")
		asked := 0
		s.content["/kiln"] = func(w http.ResponseWriter, r *http.Request) {
			if asked++; r.Header.Get("If-None-Match") == `"v1"` {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			w.Header().Set("Etag", `"v1"`)
			fmt.Fprint(w, feedOf(entry("Once", "https://a.example/1", start)))
		}
		if first := s.refresh()["kiln"]; first.Added != 1 || first.Unchanged {
			t.Errorf("first %+v", first)
		}
		for range 2 {
			if again := s.refresh()["kiln"]; !again.Unchanged || again.Err != nil {
				t.Errorf("again %+v", again)
			}
		}
		if asked != 3 {
			t.Errorf("asked %d times", asked)
		}
	})
}

// A broken feed neither delays nor breaks another.
func TestFailuresAreIsolated(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		private := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter,
			*http.Request) {
			t.Error("the private server was called")
		}))
		defer private.Close()
		s := newSite(t, db, "good", "missing", "html", "empty", "cut", "huge", "bomb", "deep", "many", "redirect",
			"json", "wide", "gone", "late")
		s.serve("good", entry("Good news", "https://a.example/1", start))
		write := func(content string) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, content) }
		}
		s.content["/html"] = write("<!doctype html><html><body><p>Please log in")
		s.content["/empty"] = write("")
		s.content["/cut"] = write(feedOf(entry("Cut", "https://a.example/cut", start))[:120])
		s.content["/huge"] = write(feedOf() + strings.Repeat(" ", 2<<20))
		s.content["/deep"] = write(`<rss version="2.0" xmlns:m="urn:m"><channel>` + strings.Repeat("<m:a>", 300_000))
		s.content["/many"] = write(`<rss version="2.0" xmlns:m="urn:m"><channel><m:a>` + strings.Repeat("x<m:b/>",
			280_000))
		s.content["/json"] = write(`{"version":"https://jsonfeed.org/version/1.1","items":` +
			strings.Repeat("[", 500_000))
		s.content["/wide"] = write(`{"version":"https://jsonfeed.org/version/1.1","title":"w","items":[` +
			strings.Repeat(`{"id":"1"},`, 50_000) + `{"id":"2"}]}`)
		s.content["/redirect"] = func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, private.URL, http.StatusMovedPermanently)
		}
		s.content["/gone"] = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "7200")
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		s.content["/bomb"] = func(w http.ResponseWriter, _ *http.Request) {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			for range 8 {
				_, _ = z.Write(bytes.Repeat([]byte(" "), 1<<20))
			}
			_ = z.Close()
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(b.Bytes())
		}
		s.content["/late"] = func(w http.ResponseWriter, _ *http.Request) {
			panic(http.ErrAbortHandler) // the connection breaks
		}
		results := s.refresh()
		for name, want := range map[string]string{
			"good": "", "missing": "404", "html": "neither RSS nor Atom", "empty": "neither RSS nor Atom", "cut": "",
			"huge": "larger than 2 MB", "bomb": "larger than 2 MB",
			"deep": "nests them too deeply", "many": "too many elements", "redirect": "not on the public internet",
			"json": "malformed", "wide": "", "gone": "503", "late": "EOF",
		} {
			r, ok := results[name]
			if !ok || (want == "") != (r.Err == nil) && name != "cut" || r.Err != nil &&
				!strings.Contains(r.Err.Error(), want) {
				t.Errorf("%s: %v, want %q", name, r.Err, want)
			}
		}
		if got := s.titles(ListQuery{}); !slices.Contains(got, "Good news") || len(got) > 2 {
			t.Errorf("titles %q", got)
		}
		if gone := s.state("gone"); gone.LastError != "HTTP status 503 Service Unavailable" || gone.Failures != 1 ||
			!gone.NextFetchAt.Equal(start.Add(2*time.Hour)) {
			t.Errorf("state %+v", gone)
		}
	})
}

func TestSchedule(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "kiln", "broken")
		s.serve("kiln")
		var asked atomic.Int32
		s.content["/broken"] = func(w http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			w.WriteHeader(http.StatusBadGateway)
		}
		work := func(after time.Duration) {
			t.Helper()
			s.clock = start.Add(after)
			must.NoError(t, s.Work(t.Context()))
		}
		work(0)
		// After each failure the wait doubles.
		for i, after := range []time.Duration{30, 60, 89, 90, 120, 209, 210} {
			work(after * time.Minute)
			if want := []int32{2, 2, 2, 3, 3, 3, 4}[i]; asked.Load() != want {
				t.Errorf("after %d minutes: asked %d times, want %d", after, asked.Load(), want)
			}
		}
		for range 20 {
			s.refresh()
		}
		state := s.state("broken")
		if wait := state.NextFetchAt.Sub(s.clock); wait != maxBackoff || state.Failures != 24 ||
			state.LastSuccessAt != nil {
			t.Errorf("wait %s, %+v", wait, state)
		}
		s.serve("broken", entry("Repaired", "https://a.example/1", start))
		work(time.Duration(210)*time.Minute + maxBackoff)
		state = s.state("broken")
		if state.LastError != "" || state.Failures != 0 || state.LastSuccessAt == nil ||
			state.NextFetchAt.Sub(s.clock) != 30*time.Minute {
			t.Errorf("after a success: %+v", state)
		}
	})
}

func TestWithoutASchedule(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "kiln")
		s.serve("kiln", entry("News", "https://a.example/1", start))
		s.interval = 0
		must.NoError(t, s.Work(t.Context()))
		if got := s.titles(ListQuery{}); len(got) != 0 {
			t.Errorf("fetched %q", got)
		}
		must.NoError(t, s.RequestRefresh(t.Context(), nil))
		must.NoError(t, s.Work(t.Context()))
		if got := s.titles(ListQuery{}); len(got) != 1 {
			t.Errorf("fetched %q after a request", got)
		}
		if state := s.state("kiln"); !state.NextFetchAt.Equal(never) {
			t.Errorf("next fetch %s", state.NextFetchAt)
		}
		scheduled := NewService(db, s.feeds, time.Hour, func() time.Time { return start })
		must.NoError(t, scheduled.Work(t.Context()))
		if state := s.state("kiln"); !state.NextFetchAt.Equal(start.Add(time.Hour)) {
			t.Errorf("next fetch %s after the schedule was turned on", state.NextFetchAt)
		}
	})
}

func TestOldArticlesAreDeleted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "kiln")
		s.serve("kiln", entry("OpenAI fires", "https://a.example/1", start.Add(-time.Hour)),
			entry("Claude Code fires", "https://a.example/2", start))
		s.refresh()
		s.serve("kiln")
		s.clock = start.Add(keepFor)
		must.NoError(t, s.Work(t.Context()))
		if got := s.titles(ListQuery{}); !slices.Equal(got, []string{"Claude Code fires"}) {
			t.Errorf("left %q", got)
		}
		if got := s.titles(ListQuery{Search: "fires"}); len(got) != 1 {
			t.Errorf("search finds %q", got)
		}
		s.refresh() // and examines
	})
}

// Feeds list some articles for longer than the board keeps them. An expired article without a date must not come back
// as a new one.
func TestExpiredArticlesStayAway(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "kiln")
		undated := "<item><title>Undated</title><link>https://a.example/undated</link></item>"
		s.serve("kiln", undated)
		if first := s.refresh(); first["kiln"].Added != 1 {
			t.Fatalf("result %+v", first)
		}
		work := func(passed time.Duration) {
			s.clock = s.clock.Add(passed)
			must.NoError(t, s.Work(t.Context()))
		}
		for range 5 { // longer than keepKeyFor
			work(keepFor - time.Hour)
			s.refresh()
			work(2 * time.Hour)
			if result := s.refresh(); result["kiln"].Added != 0 || len(s.titles(ListQuery{})) != 0 {
				t.Fatalf("after %s: %+v, %q", s.clock.Sub(start), result, s.titles(ListQuery{}))
			}
		}
		s.serve("kiln")
		work(keepKeyFor + time.Hour)
		if n := db.Client().ExpiredArticle.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d keys are kept that no feed lists", n)
		}
	})
}

// A source corrects its own articles, and only those.
func TestCorrections(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "kiln", "clay")
		s.serve("kiln", entry("Cluade fires clay", "https://a.example/1", start, "<description>A kiln</description>"))
		s.serve("clay")
		s.refresh()
		s.serve("kiln", entry("Claude fires clay", "https://a.example/1", start.Add(-time.Hour),
			"<description>An electric kiln</description>"))
		s.serve("clay", entry("Elsewhere", "https://a.example/1", start))
		for range 2 {
			s.clock = s.clock.Add(time.Hour)
			if results := s.refresh(); results["kiln"].Added != 0 || results["clay"].Added != 0 {
				t.Errorf("results %+v", results)
			}
		}
		all, err := db.Client().NewsArticle.Query().All(t.Context())
		must.NoError(t, err)
		if len(all) != 1 || all[0].Title != "Claude fires clay" || all[0].Excerpt != "An electric kiln" ||
			!all[0].PublishedAt.Equal(start) || all[0].SourceName != "kiln" {
			t.Errorf("articles %v", all)
		}
		for query, want := range map[string]int{"Claude": 1, "Cluade": 0, "Electric": 1} {
			if got := s.titles(ListQuery{Search: query}); len(got) != want {
				t.Errorf("search for %s: %q", query, got)
			}
		}
		if got := s.titles(ListQuery{Tools: []string{"claude"}}); len(got) != 1 {
			t.Errorf("articles about claude: %q", got)
		}
	})
}

func TestRemovedFeed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "kiln", "clay")
		s.refresh()
		s = newSite(t, db, "wheel")
		s.refresh()
		if n := db.Client().NewsFeed.Query().CountX(t.Context()); n != 3 {
			t.Errorf("%d feeds: the command must leave those of the server", n)
		}
		must.NoError(t, s.Work(t.Context()))
		left, err := db.Client().NewsFeed.Query().All(t.Context())
		must.NoError(t, err)
		if len(left) != 1 || left[0].Name != "wheel" {
			t.Errorf("feeds %v", left)
		}
	})
}

func TestList(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "Kiln weekly", "Clay dailý")
		add(t, db,
			Demo(uuid.New(), "Kiln weekly", "Claude Code fires a kiln", "It was hot", "https://a.example/1", start),
			Demo(uuid.New(), "Kiln weekly", "OpenAI throws pots", "With an agent", "https://a.example/2",
				start.Add(time.Minute)),
			Demo(uuid.New(), "Clay dailý", "Anthropic against OpenAI", "Pottery wars", "https://a.example/3",
				start.Add(2*time.Minute)),
			Demo(uuid.New(), "Clay dailý", "Glazes", "Of the week", "https://a.example/4", start.Add(2*time.Minute)),
		)
		for _, tc := range []struct {
			name string
			q    ListQuery
			want []string
		}{
			// spec: news.source
			{"Source", ListQuery{Source: "Clay dailý", Tools: []string{"claude"}},
				[]string{"Anthropic against OpenAI"}},
			// spec: news.tool
			{"Tool", ListQuery{Tools: []string{"openai"}}, []string{"Anthropic against OpenAI", "OpenAI throws pots"}},
			{"Tools", ListQuery{Tools: []string{"claude", "openai"}},
				[]string{"Anthropic against OpenAI", "OpenAI throws pots", "Claude Code fires a kiln"}},
			// spec: news.search
			{"SearchTitle", ListQuery{Search: "open"}, []string{"Anthropic against OpenAI", "OpenAI throws pots"}},
			// spec: news.search
			{"SearchExcerpt", ListQuery{Search: "HOT it"}, []string{"Claude Code fires a kiln"}},
			// spec: news.search
			{"SearchTag", ListQuery{Search: "coding"}, []string{"Claude Code fires a kiln"}},
			{"SearchWithSource", ListQuery{Search: "openai", Source: "Kiln weekly"}, []string{"OpenAI throws pots"}},
			{"SearchWithTool", ListQuery{Search: "pot", Tools: []string{"claude"}},
				[]string{"Anthropic against OpenAI"}},
			{"SearchWithoutWords", ListQuery{Search: "???"}, []string{}},
			{"UnknownSource", ListQuery{Source: "Wheel"}, []string{}},
			{"UnknownTool", ListQuery{Tools: []string{"wheel"}}, []string{}},
		} {
			t.Run(tc.name, func(t *testing.T) {
				if diff := cmp.Diff(tc.want, s.titles(tc.q)); diff != "" {
					t.Error(diff)
				}
			})
		}
		t.Run("Pages", func(t *testing.T) {
			for _, q := range []ListQuery{{}, {Tools: []string{"openai", "claude"}}, {Search: "pot"},
				{Source: "Kiln weekly"}} {
				var paged []string
				all := s.titles(q)
				for q.Size = 1; ; {
					page, err := s.List(t.Context(), q)
					must.NoError(t, err)
					for _, a := range page.Articles {
						paged = append(paged, a.Title)
					}
					if q.Token = page.Next; q.Token == "" {
						break
					}
				}
				if diff := cmp.Diff(all, paged); diff != "" || len(all) < 2 {
					t.Errorf("%+v: %s", q, diff)
				}
			}
		})
		t.Run("TokenOfAnotherList", func(t *testing.T) {
			page, err := s.List(t.Context(), ListQuery{Size: 1})
			must.NoError(t, err)
			if _, err := s.List(t.Context(), ListQuery{Size: 1, Source: "Kiln weekly", Token: page.Next}); fault.Of(
				err) == nil {
				t.Errorf("error %v", err)
			}
		})
	})
}

func TestSearchPage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "Kiln weekly")
		add(t, db, Demo(uuid.New(), "Kiln weekly", "Porcelain", "It was hot", "https://a.example/1", start))
		must.NoError(t, search.CountWords(t.Context(), db))
		site := webtest.New(t, nil, nil, Domain(s.Service, nil).Pages)
		const nothing = "No matching articles found"
		for query, want := range map[string]string{
			"q=porcelian&source=Kiln+weekly": `Nothing for “porcelian”. Showing results for <b>“porcelain”</b>. ` +
				`<a class="link" href="/news?exact=yes&amp;q=porcelian&amp;source=Kiln+weekly" rel="nofollow">` +
				`Search for “porcelian” as typed</a>`,
			"q=porcelian&exact=yes": nothing,
			"tool=claude":           nothing,
		} {
			page := site.Get(t, "/news?"+query).Body.String()
			if !strings.Contains(page, want) || strings.Contains(page, ">Porcelain</a>") == (want == nothing) {
				t.Errorf("%s: want %s in %s", query, want, page)
			}
		}
	})
}

func add(t *testing.T, db *store.DB, articles ...*ent.NewsArticle) {
	t.Helper()
	must.NoError(t, db.Write(t.Context(),
		func(ctx context.Context, tx *ent.Client) error { return Add(ctx, tx, articles) }))
}

func TestFeeds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSite(t, db, "kiln", "clay", "wheel")
		s.serve("kiln", entry("News", "https://a.example/1", start))
		feeds, next, err := s.Feeds(t.Context(), 2, "")
		must.NoError(t, err)
		if len(feeds) != 2 || feeds[0].Name != "kiln" || feeds[0].State != nil || next == "" {
			t.Errorf("before a fetch: %+v, next %q", feeds, next)
		}
		s.refresh()
		feeds, _, err = s.Feeds(t.Context(), 2, "")
		must.NoError(t, err)
		if feeds[0].Articles != 1 || feeds[0].State.LastSuccessAt == nil || feeds[1].State.LastError == "" {
			t.Errorf("after a fetch: %+v", feeds)
		}
		feeds, next, err = s.Feeds(t.Context(), 2, next)
		must.NoError(t, err)
		if len(feeds) != 1 || feeds[0].Name != "wheel" || next != "" {
			t.Errorf("second page: %+v, next %q", feeds, next)
		}
	})
}

// A page token that the server did not make is a fault or a page, never an internal error.
func FuzzCursor(f *testing.F) {
	db := storetest.Open(f, storetest.SQLiteURL(f))
	s := NewService(db, nil, 0, time.Now)
	must.NoError(f, db.Write(f.Context(), func(ctx context.Context, tx *ent.Client) error {
		return Add(ctx, tx, []*ent.NewsArticle{
			Demo(uuid.New(), "a", "One", "", "https://a.example/1", start),
			Demo(uuid.New(), "a", "Two", "", "https://a.example/2", start),
		})
	}))
	page, err := s.List(f.Context(), ListQuery{Size: 1})
	must.NoError(f, err)
	f.Add(page.Next, "", "", "")
	f.Add("e30", "a", "v0", "one")
	f.Add("eyJsIjoiIiwicCI6eyJBdCI6Ijk5OTktMTItMzFUMjM6NTk6NTlaIn19", "\x00", "\xff", "'\"*")
	f.Fuzz(func(t *testing.T, token, source, tool, search string) {
		_, err := s.List(t.Context(), ListQuery{Token: token, Source: source, Tools: []string{tool}, Search: search,
			Size: 1})
		if err != nil && fault.Of(err) == nil {
			t.Error(err)
		}
		if _, _, err := s.Feeds(t.Context(), 2, token); err != nil && fault.Of(err) == nil {
			t.Error(err)
		}
	})
}
