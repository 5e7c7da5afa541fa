package blog

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/web"
	"uvboard/backend/platform/web/webtest"
	"uvboard/ent"
)

func (h fixture) site(t *testing.T, callers map[string]*auth.Caller) *webtest.Site {
	t.Helper()
	return webtest.New(t, callers, func(c *web.Config) { c.Images = h.media }, NewHandler(h.Service).Pages())
}

// shown is a post that fills its page.
func (h fixture) shown(t *testing.T, writer *auth.Caller) *ent.BlogPost {
	t.Helper()
	in := story(`<img src=x onerror="alert(1)">`, "print", "</script>")
	in.Content, in.Excerpt = new("Ink <on> *paper*.\n\nTwo colors."), new("How\nit dries")
	in.CoverImage = new(h.upload(t, writer))
	return h.create(t, writer, in)
}

func TestPostPage(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		p := h.shown(t, h.user(t, "kilnfire"))
		id, site := p.ID.String(), h.site(t, nil)
		status, head := site.Head(t, "/blog/"+id)
		if strings.Contains(head, "<img") || strings.Count(head, "</script>") != 1 {
			t.Errorf("a text ends its element\n%s", head)
		}
		upload := strings.Split(p.CoverImage, "/")[2]
		_, stamp, _ := strings.Cut(head, "/og.png?v=")
		stamp, _, _ = strings.Cut(stamp, `"`) // of the card, which shows the upload
		if golden.Check(t, "page.html", strings.NewReplacer(id, "ID", p.Short, "SHORT", upload, "UPLOAD", stamp,
			"STAMP").
			Replace(head)); status != 200 {
			t.Errorf("status %d", status)
		}
		want := []string{
			`GetBlogPost {"id":"` + p.Short + `"}`, `ListBlogComments {"postId":"` + id + `","pageSize":50}`,
			`ListBlogPosts {"pageSize":20}`,
			`ListRelatedBlogPosts {"id":"` + id + `","pageSize":3}`, `ListLinkedProjects {"id":"` + id + `"}`,
		}
		if diff := cmp.Diff(want, site.First(t, "/blog/"+id)); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		for _, path := range []string{"/blog/one", "/blog/" + uuid.NewString()} {
			if status, head := site.Head(t, path); status != 404 ||
				!strings.HasPrefix(head, "<title>Blog post not found – ") {
				t.Errorf("%s: %d %s", path, status, head)
			}
		}
		if w := site.Get(t, "/blog/"+id+"/og.png"); w.Code != 200 || w.Header().Get("Content-Type") != "image/png" {
			t.Error(w.Code, w.Header())
		}
		if status, head := site.Head(t, "/blog/new"); status != 200 ||
			!strings.Contains(head, "<title>Write a Blog Post – ") || !strings.Contains(head, "noindex") {
			t.Errorf("%d %s", status, head)
		}
	})
}

func TestPageOfADraft(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer := h.user(t, "writer")
		site := h.site(t, map[string]*auth.Caller{"writer": writer, "stranger": h.user(t, "stranger"),
			"admin": h.admin(t)})
		path := "/blog/" + h.create(t, writer, draft("Secret")).ID.String()
		for token, want := range map[string]int{"": 404, "stranger": 404, "writer": 200, "admin": 200} {
			status, head := site.Head(t, path, "Cookie", auth.CookieName+"="+token)
			if status != want || strings.Contains(head, "Secret") != (want == 200) ||
				!strings.Contains(head, "noindex") || strings.Contains(head, "og:") {
				t.Errorf("%q: %d %s", token, status, head)
			}
		}
		if w := site.Get(t, path+"/og.png", "Cookie", auth.CookieName+"=writer"); w.Code != 404 {
			t.Error("the card:", w.Code)
		}
	})
}

func TestListPage(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		h.shown(t, h.user(t, "kilnfire"))
		site := h.site(t, nil)
		for _, tc := range []struct{ query, canonical, first string }{
			{"", "", `{"pageSize":20}`},
			{"?sort=newest&utm_source=x", "", `{"pageSize":20}`},
			{"?sort=popular&tag=print", "?tag=print", `{"tag":"print","sort":"BLOG_SORT_POPULAR","pageSize":20}`},
			{"?q=tea&tag=c%2B%2B", "?tag=c%2B%2B", `{"search":"tea","tag":"c++","pageSize":20}`},
		} {
			status, head := site.Head(t, "/blog"+tc.query)
			if want := `<link rel="canonical" href="https://board.example/blog` + tc.canonical +
				`" />`; status != 200 || !strings.Contains(head, want) {
				t.Errorf("%s: %d, want %s\n%s", tc.query, status, want, head)
			}
			if strings.Contains(head, "noindex") != strings.Contains(tc.query, "q=") {
				t.Errorf("%s: %s", tc.query, head)
			}
			want := []string{`ListPopularTags {"pageSize":10}`, `GetBlogStats {}`, `ListTopAuthors {"pageSize":4}`}
			if tc.first != "" {
				want = append(want, "ListBlogPosts "+tc.first)
			}
			if diff := cmp.Diff(want, site.First(t, "/blog"+tc.query)); diff != "" {
				t.Errorf("%s: -want +got\n%s", tc.query, diff)
			}
		}
		if diff := cmp.Diff([]string{`ListBlogPosts {"pageSize":4}`}, site.First(t, "/")); diff != "" {
			t.Errorf("home: -want +got\n%s", diff)
		}
	})
}

func TestSearchPage(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		h.create(t, h.user(t, "kilnfire"), story("Porcelain"))
		must.NoError(t, search.CountWords(t.Context(), h.db))
		site := h.site(t, nil)
		const nothing = "No blog posts found"
		for query, want := range map[string]string{
			"q=porcelian&sort=oldest": `Nothing for “porcelian”. Showing results for <b>“porcelain”</b>. ` +
				`<a class="link" href="/blog?exact=yes&amp;q=porcelian&amp;sort=oldest" rel="nofollow">` +
				`Search for “porcelian” as typed</a>`,
			"q=porcelian&exact=yes": nothing,
			"tag=none":              nothing,
		} {
			page := site.Get(t, "/blog?"+query).Body.String()
			if !strings.Contains(page, want) || strings.Contains(page, ">Porcelain</a>") == (want == nothing) {
				t.Errorf("%s: want %s in %s", query, want, page)
			}
		}
		if diff := cmp.Diff(`ListBlogPosts {"search":"ink","pageSize":20,"exact":true}`,
			site.First(t, "/blog?q=ink&exact=yes")[3]); diff != "" {
			t.Error(diff)
		}
	})
}

func TestFeedAndSitemap(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, other := h.user(t, "kilnfire"), h.user(t, "other")
		first := h.shown(t, writer)
		h.create(t, writer, draft("Secret", "print"))
		second := h.create(t, other, story("Newest"))
		site := h.site(t, nil)
		replace := strings.NewReplacer(first.ID.String(), "FIRST", second.ID.String(), "SECOND", first.Short,
			"SHORT", second.Short, "SHORT2")
		golden.Check(t, "feed.xml", replace.Replace(site.Get(t, "/blog/feed.xml").Body.String()))
		for query, want := range map[string]int{"": 2, "?tag=Print": 1, "?tag=none": 0,
			"?userId=" + other.UserID.String(): 1} {
			if got := strings.Count(site.Get(t, "/blog/feed.xml"+query).Body.String(), "<entry>"); got != want {
				t.Errorf("%s: %d entries, want %d", query, got, want)
			}
		}
		_, head := site.Head(t, "/blog?tag=Print")
		if want := `: stories about print" href="https://board.example/blog/feed.xml?tag=print"`; !strings.Contains(
			head, want) {
			t.Errorf("the list of a tag does not name its feed: %s", head)
		}
		want := []string{"https://board.example" + path(first), "https://board.example" + path(second)}
		if got := webtest.Locations(t, site, "/sitemap/stories/start.xml"); !slices.Equal(got, want) {
			t.Errorf("the sitemap has %v, want %v", got, want)
		}
	})
}
