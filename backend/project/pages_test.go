package project

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/web"
	"uvboard/backend/platform/web/webtest"
	"uvboard/ent"
)

func (h fixture) site(t *testing.T, callers map[string]*auth.Caller) *webtest.Site {
	t.Helper()
	return webtest.New(t, callers, func(c *web.Config) { c.Images = h.media }, NewHandler(h.Service).Pages())
}

// shown is a project that fills its page.
func (h fixture) shown(t *testing.T, owner *auth.Caller) *ent.Project {
	t.Helper()
	in := idea(`<img src=x onerror="alert(1)">`)
	in.Description, in.Tags, in.Links.Demo = new("Ink <on> *paper*.\n\nTwo colors, one sheet and a dry afternoon."),
		[]string{"print", "</script>"}, new("https://demo.example/?a=1&b=2")
	in.Screenshots, in.Monetization = []string{h.upload(t, owner)}, new("free")
	return h.create(t, owner, in)
}

func TestProjectPage(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "kilnfire")
		p := h.shown(t, maker)
		id, site := p.ID.String(), h.site(t, nil)
		status, head := site.Head(t, "/projects/"+id)
		if strings.Contains(head, "<img") || strings.Count(head, "</script>") != 1 {
			t.Errorf("a text ends its element\n%s", head)
		}
		upload := strings.Split(p.Media.Screenshots[0], "/")[2]
		_, stamp, _ := strings.Cut(head, "/og.png?v=")
		stamp, _, _ = strings.Cut(stamp, `"`) // of the card, which shows the upload
		if golden.Check(t, "page.html", strings.NewReplacer(id, "ID", p.Short, "SHORT", upload, "UPLOAD", stamp,
			"STAMP").
			Replace(head)); status != 200 {
			t.Errorf("status %d", status)
		}
		want := []string{`GetProject {"id":"` + p.Short + `"}`, `ListRelatedProjects {"id":"` + id + `","pageSize":6}`,
			`ListProjectUpdates {"projectId":"` + id + `","pageSize":5}`}
		if diff := cmp.Diff(want, site.First(t, "/project/"+id)); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		for _, path := range []string{"/projects/one", "/projects/" + uuid.NewString()} {
			if status, head := site.Head(t, path); status != 404 ||
				!strings.HasPrefix(head, "<title>Project Not Found – ") {
				t.Errorf("%s: %d %s", path, status, head)
			}
		}
		if w := site.Get(t, "/projects/"+id+"/og.png"); w.Code != 200 || w.Header().Get("Content-Type") != "image/png" {
			t.Error(w.Code, w.Header())
		}
	})
}

func TestPageOfADraft(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		site := h.site(t, map[string]*auth.Caller{"maker": maker, "stranger": h.user(t, "stranger"),
			"admin": h.admin(t)})
		path := "/projects/" + h.draft(t, maker, "Secret").ID.String()
		for token, want := range map[string]int{"": 404, "stranger": 404, "maker": 200, "admin": 200} {
			status, head := site.Head(t, path, "Cookie", auth.CookieName+"="+token)
			if status != want || strings.Contains(head, "Secret") != (want == 200) ||
				!strings.Contains(head, "noindex") || strings.Contains(head, "og:") {
				t.Errorf("%q: %d %s", token, status, head)
			}
		}
		if w := site.Get(t, path+"/og.png", "Cookie", auth.CookieName+"=maker"); w.Code != 404 {
			t.Error("the card:", w.Code)
		}
	})
}

func TestExplorePage(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		h.shown(t, h.user(t, "kilnfire"))
		site := h.site(t, nil)
		for _, tc := range []struct {
			query, canonical, first string
			preloads                bool
		}{
			{"", "", `{"pageSize":24}`, true},
			{"?sort=newest&view=list", "", `{"pageSize":24}`, false},
			{"?sort=relevance&stage=x&category=", "", `{"pageSize":24}`, true},
			{"?utm_source=x&sort=trending&stage=mvp", "?stage=mvp",
				`{"stage":"STAGE_MVP","sort":"PROJECT_SORT_TRENDING","pageSize":24}`, true},
			{"?tool=react&category=ai_agents", "?category=ai_agents&amp;tool=react",
				`{"category":"CATEGORY_AI_AGENTS","tool":"VIBE_TOOL_REACT","pageSize":24}`, false},
			{"?q=+tea&stage=mvp", "?stage=mvp", `{"search":"tea","stage":"STAGE_MVP","pageSize":24}`, false},
		} {
			for _, path := range []string{"/search", "/projects", "/explore/"} {
				status, head := site.Head(t, path+tc.query)
				if want := `<link rel="canonical" href="https://board.example/search` + tc.canonical +
					`" />`; status != 200 || !strings.Contains(head, want) {
					t.Errorf("%s: %d, want %s\n%s", path+tc.query, status, want, head)
				}
				if strings.Contains(head, "noindex") != strings.Contains(tc.query, "q=") ||
					strings.Contains(head, "imagesrcset") != tc.preloads {
					t.Errorf("%s: %s", path+tc.query, head)
				}
				want := []string{"ListProjects " + tc.first}
				if diff := cmp.Diff(want, site.First(t, path+tc.query)); diff != "" {
					t.Errorf("%s: -want +got\n%s", path+tc.query, diff)
				}
			}
		}
		_, head := site.Head(t, "/search?category=health_fitness&stage=mvp")
		golden.Check(t, "explore.html", head)
	})
}

func TestHomeLists(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		want := []string{
			`ListProjects {"type":"PROJECT_LIST_TYPE_FEATURED","pageSize":12}`,
			`ListProjects {"type":"PROJECT_LIST_TYPE_TRENDING","pageSize":3}`,
			`ListProjects {"type":"PROJECT_LIST_TYPE_AGAIN","pageSize":2}`,
			`ListProjects {"type":"PROJECT_LIST_TYPE_NEWEST","pageSize":4}`,
			`ListProjects {"type":"PROJECT_LIST_TYPE_WAITING","pageSize":3}`,
		}
		if diff := cmp.Diff(want, h.site(t, nil).First(t, "/")); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	})
}

func TestFeedAndSitemap(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "kilnfire")
		first := h.shown(t, maker)
		h.draft(t, maker, "Secret")
		second := h.create(t, maker, idea("Newest"))
		gone := h.create(t, maker, idea("Silent for a month"))
		h.set(t, gone, func(u *ent.ProjectUpdate) *ent.ProjectUpdate { return u.SetAlive(Gone) })
		site := h.site(t, nil)
		feed := site.Get(t, "/projects/feed.xml").Body.String()
		h.set(t, gone, func(u *ent.ProjectUpdate) *ent.ProjectUpdate { return u.SetAlive(unchecked) }) // as counted
		golden.Check(t, "feed.xml", strings.NewReplacer(first.ID.String(), "FIRST", second.ID.String(), "SECOND",
			first.Short, "SHORT", second.Short, "SHORT2").
			Replace(feed))
		want := []string{"https://board.example" + Path(first), "https://board.example" + Path(second),
			"https://board.example" + Path(gone)}
		if got := webtest.Locations(t, site, "/sitemap/projects/start.xml"); !slices.Equal(got, want) {
			t.Errorf("the sitemap has %v, want %v", got, want)
		}
		if got := webtest.Locations(t, site, "/sitemap.xml"); len(got) != 2 {
			t.Errorf("sitemaps %v", got)
		}
		if got := webtest.Locations(t, site, "/sitemap/projects/"+first.ID.String()+".xml"); !slices.Equal(got,
			want[1:]) {
			t.Errorf("after the first one the sitemap has %v", got)
		}
	})
}

// The page of a project whose owner was deleted does not link to a profile.
func TestPageOfADeletedOwner(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db) // without doctor, which would report the unfinished deletion
		maker := h.user(t, "kilnfire")
		id := h.shown(t, maker).ID.String()
		must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.User.UpdateOneID(maker.UserID).SetUsername("").SetUsernameKey("deleted-1").
				SetViberTag("@deleted-1").
				SetDisplayName("Deleted member").SetDeletedAt(start).Exec(ctx)
		}))
		site := h.site(t, nil)
		for _, path := range []string{"/projects/" + id, "/feed.xml"} {
			body := site.Get(t, path).Body.String()
			if !strings.Contains(body, "Deleted member") || strings.Contains(body, "/profile/") ||
				strings.Contains(body, "deleted-1") {
				t.Errorf("%s leads to a profile: %s", path, body)
			}
		}
		if w := site.Get(t, "/projects/"+id+"/og.png"); w.Code != 200 {
			t.Error("the card:", w.Code)
		}
	})
}

func TestTrendingOnHome(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		h.create(t, h.user(t, "kilnfire"), idea("Inkwell"))
		site := webtest.New(t, nil, func(c *web.Config) {
			c.Images = h.media
			c.Now = func() time.Time { return time.Date(2026, 11, 29, 23, 30, 0, 0, time.UTC) } // Monday in Berlin
		}, NewHandler(h.Service).Pages())
		page := site.Get(t, "/").Body.String()
		for want, n := range map[string]int{
			`href="/top/2026/w49">Top of the week<`:          1,
			`href="/fair" aria-label="Why is Inkwell here?"`: 1, // in the table
			`href="/fair">Why is it here?<`:                  1, // in the list of phones
		} {
			if strings.Count(page, want) != n {
				t.Errorf("%d times %s in %s", strings.Count(page, want), want, page)
			}
		}
	})
}

func TestExploreSaysWhatItSearchedFor(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		h.create(t, h.user(t, "kilnfire"), idea("Porcelain"))
		must.NoError(t, search.CountWords(t.Context(), h.db))
		site := h.site(t, nil)
		const said = "Showing results for <b>“porcelain”</b>"
		page := site.Get(t, "/search?q=porcelian&view=list").Body.String()
		if !strings.Contains(page, said) ||
			!strings.Contains(page, `href="/search?exact=yes&amp;q=porcelian&amp;view=list"`) {
			t.Error(page)
		}
		page = site.Get(t, "/search?q=porcelian&exact=yes").Body.String()
		if strings.Contains(page, said) || !strings.Contains(page, "No projects found matching your search") {
			t.Error(page)
		}
	})
}

// Without the web app, the link below a list leads to its next page.
func TestNextPage(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "kilnfire")
		for i := range 26 {
			h.create(t, maker, idea(fmt.Sprintf("Project %02d", i)))
		}
		site, link := h.site(t, nil), regexp.MustCompile(`href="(/search\?[^"]*page=[^"]*)" rel="next`)
		first := site.Get(t, "/search?stage=mvp").Body.String()
		found := link.FindStringSubmatch(first)
		if found == nil {
			t.Fatal("no link to the next page")
		}
		next := html.UnescapeString(found[1])
		page := site.Get(t, next).Body.String()
		if !strings.Contains(first, "Project 25") || strings.Contains(page, "Project 25") ||
			!strings.Contains(page, "Project 00") || strings.Contains(page, `rel="next`) ||
			!strings.Contains(page, `content="noindex"`) {
			t.Errorf("the next page %s", page)
		}
		if calls := site.First(t, next); len(calls) > 0 {
			t.Errorf("the web app gets a later page as the first one: %v", calls)
		}
		if page := site.Get(t, "/search?page=other"); page.Code != 200 ||
			strings.Contains(page.Body.String(), "Project 25") {
			t.Errorf("a changed link: %d", page.Code)
		}
	})
}
