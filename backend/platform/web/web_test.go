package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/httpcontent"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/web"
	"uvboard/backend/platform/web/webtest"
	pb "uvboard/gen/uvboard/v1"
)

// hostile tries to end the element that it is in.
const hostile = `</script><script>alert(1)</script><!--<script>` + "\u2028"

var published = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func numbered(n int) uuid.UUID {
	return uuid.MustParse(fmt.Sprintf("01900000-0002-7000-8000-%012d", n))
}

// notes is a domain of numbered notes: 1 to count are public, "draft" is a user's own.
type notes struct {
	count    int
	sitemaps bool
	calls    []web.Call
}

func (n notes) pages() web.Pages {
	pages := web.Pages{
		Routes: []web.Route{
			{Path: "/notes", Title: "Notes", Description: "All notes."},
			{Path: "/all-notes", Title: "Notes", Canonical: "/notes"},
			{Path: "/notes/{id}", Missing: "Note Not Found", Describe: n.describe, Modules: []string{"src/note.tsx"}},
			{Path: "/inbox", Title: "Inbox", Personal: true},
		},
		First: map[string]func(web.Request) []web.Call{"/notes": func(web.Request) []web.Call { return n.calls }},
		Feeds: []web.Feed{{
			Path: "/notes/feed.xml", Title: "notes", Page: "/notes", Entries: n.entries, ByUser: true,
			Narrow: func(_ context.Context, query url.Values) (web.Feed, error) {
				feed := web.Feed{Path: "/notes/feed.xml", Title: "notes", Page: "/notes", Entries: n.entries}
				if tag := query.Get("tag"); tag == "none" {
					return feed, fault.NotFound("TAG_NOT_FOUND", "Tag not found")
				} else if tag != "" {
					feed = feed.With("tag", tag, "about "+tag, "/notes?tag="+tag).
						With("sort", "new & old", "by date", "/notes?tag="+tag)
				}
				return feed, nil
			},
		}},
	}
	if n.sitemaps {
		pages.Sitemaps = []web.Sitemap{{Name: "notes", Pages: n.listed}}
	}
	return pages
}

func (n notes) describe(ctx context.Context, r web.Request, page *web.Page) error {
	switch r.Param {
	case "1":
		page.Name, page.Description, page.Path = hostile, "Ink & paper", "/notes/1"
		page.Feeds = []web.Feed{{Path: "/ink.xml", Title: "ink"}}
		page.UserFeed = func(f web.Feed) web.Feed { return f.With("userId", "7", "by Kira & K", "/profile/kira") }
		page.Data = web.Thing("Note", web.Object{"name": hostile, "text": "", "comments": []string{}})
		return nil
	case "draft":
		if auth.From(ctx) == nil {
			break
		}
		page.Name, page.Description, page.Path, page.First = "Draft", "secret", "/notes/draft", n.calls
		return nil
	case "unreachable":
		return fault.Unavailable("UNREACHABLE", "Try again.")
	case "broken":
		return errors.New("password=secret")
	}
	return fault.NotFound("NOTE_NOT_FOUND", "Note not found")
}

func (n notes) entries(_ context.Context, query url.Values, limit int) (entries []web.Entry, _ error) {
	for i := n.count; i > 0 && len(entries) < limit; i-- {
		entries = append(entries, web.Entry{
			ID: numbered(i), Title: fmt.Sprintf("<b>Note</b> %d", i), Path: fmt.Sprint("/notes/", i),
			Published: published.Add(time.Duration(i) * time.Hour),
			Updated:   published.Add(time.Duration(i) * time.Hour),
			Author:    web.Person{Name: "Kira & K", Path: "/profile/kira"}, Summary: query.Get("tag"),
			HTML: `<p>Ink &lt;on&gt; <a href="/paper">paper</a>, ` +
				`<a href="https://ink.example/">ink</a> and ="&quot;/<img src="/uploads/a/9x9.png" alt=""> <a href="#fn-1">1</a></p>`,
			Categories: []web.Category{{Term: "notes", Label: "Notes"}},
		})
	}
	return entries, nil
}

func (n notes) listed(_ context.Context, after uuid.UUID, skip, limit int) (pages []web.Listed, _ error) {
	for i := 1; i <= n.count && len(pages) < limit; i++ {
		if id := numbered(i); id.String() > after.String() {
			if skip--; skip < 0 {
				pages = append(pages, web.Listed{ID: id, Path: fmt.Sprint("/notes/", i), Updated: published})
			}
		}
	}
	return pages, nil
}

var callers = map[string]*auth.Caller{"user": {Username: "kira"}}

const session = "uvboard_session=user"

func newSite(t *testing.T, change func(*web.Config), n notes) *webtest.Site {
	t.Helper()
	return webtest.New(t, callers, change, n.pages())
}

func TestPages(t *testing.T) {
	site := newSite(t, nil, notes{count: 1})
	for _, tc := range []struct {
		path      string
		status    int
		title     string
		index     bool
		canonical string
	}{
		{"/", 200, "", true, "/"},
		{"/about", 200, "Our Story", true, "/about"},
		{"/About/", 200, "Our Story", true, "/about"},
		{"/all-notes", 200, "Notes", true, "/notes"},
		{"/inbox", 200, "Inbox", false, ""},
		{"/notes/1", 200, hostile, true, "/notes/1"},
		{"/notes/2", 404, "Note Not Found", false, ""},
		{"/notes/draft", 404, "Note Not Found", false, ""},
		{"/notes/a%00b", 404, "404 Page Not Found", false, ""},
		{"/nothing/here", 404, "404 Page Not Found", false, ""},
		{"/notes/broken", 500, "", false, ""},
		{"/notes/unreachable", 503, "", false, ""},
	} {
		t.Run(tc.path, func(t *testing.T) {
			status, head := site.Head(t, tc.path)
			want := "<title>" + escape(strings.TrimPrefix(tc.title+` – Ann & Bob's "Board"`, " – ")) + "</title>"
			if status != tc.status || !strings.HasPrefix(head, want) ||
				strings.Contains(head, `content="noindex"`) == tc.index {
				t.Errorf("%d, want %d and %s, index %v\n%s", status, tc.status, want, tc.index, head)
			}
			canonical := `<link rel="canonical" href="https://board.example` + tc.canonical + `" />`
			if strings.Contains(head, canonical) != (tc.canonical != "") ||
				strings.Contains(head, "og:") != (tc.canonical != "") {
				t.Errorf("want the canonical address %q\n%s", tc.canonical, head)
			}
		})
	}
	for _, path := range []string{"/.env", "/.git/config", "/old.php", "/metrics", "/debug/pprof/"} {
		if w := site.Get(t, path); w.Code != 404 || w.Body.String() != "There is no such file.\n" {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}

func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;").Replace(text)
}

// Programs read the head. No text may end an element or a script.
func TestHead(t *testing.T) {
	site := newSite(t, nil, notes{})
	for name, path := range map[string]string{"home": "/", "note": "/notes/1", "missing": "/notes/9"} {
		_, head := site.Head(t, path)
		if strings.Contains(head, "alert(1)</script>") || strings.Count(head, "</script>") > 1 {
			t.Errorf("%s: a text ends its element\n%s", name, head)
		}
		if _, data, has := strings.Cut(head, `<script type="application/ld+json">`); has {
			data, _, _ = strings.Cut(data, "</script>")
			var read map[string]any
			if err := json.Unmarshal([]byte(data), &read); err != nil || read["@context"] != "https://schema.org" {
				t.Errorf("%s: %v\n%s", name, err, data)
			}
		}
		golden.Check(t, name+".html", head)
	}
	if body := site.Get(t, "/notes/1").Body.String(); !strings.Contains(body,
		`<noscript><div class="wrap page"><h1 class="served-h1">`+escape(hostile)+
			"</h1><p>Ink &amp; paper</p></div></noscript>") {
		t.Errorf("the page shows nothing without scripts: %s", body)
	}
}

func TestPrivatePage(t *testing.T) {
	site := newSite(t, nil, notes{calls: []web.Call{listCall}})
	w := site.Get(t, "/notes/draft", "Cookie", session)
	if body := w.Body.String(); w.Code != 200 || w.Header().Get("Cache-Control") != "no-store" ||
		!strings.Contains(body, "<title>Draft – ") ||
		!strings.Contains(body, "noindex") || strings.Contains(body, "secret") || strings.Contains(body, "canonical") ||
		strings.Contains(body, `id="first"`) {
		t.Error(w.Code, w.Header(), body)
	}
	if w := site.Get(t, "/notes/draft", "Cookie", "uvboard_session=ended"); w.Code != 404 {
		t.Error("with a session that has ended:", w.Code)
	}
	if w := site.Get(t, "/notes/1", "Cookie", session); w.Code != 200 || w.Header().
		Get("Cache-Control") != "no-cache" || w.Header().Get("Etag") == "" {
		t.Error("a public page of a user:", w.Code, w.Header())
	}
}

func TestResponse(t *testing.T) {
	site := newSite(t, nil, notes{})
	t.Run("KnownPageIs304", func(t *testing.T) {
		tag := site.Get(t, "/").Header().Get("Etag")
		if w := site.Get(t, "/", "If-None-Match", `W/"old", `+tag); w.Code != 304 || w.Body.Len() > 0 {
			t.Error(w.Code, w.Body)
		}
	})
	t.Run("MissingPageHasNoTag", func(t *testing.T) {
		if w := site.Get(t, "/nothing"); w.Header().Get("Etag") != "" {
			t.Error(w.Header())
		}
	})
	t.Run("IsCompressed", func(t *testing.T) {
		for _, path := range []string{"/notes/1", "/nothing"} {
			unpacked, err := gzip.NewReader(site.Get(t, path, "Accept-Encoding", "gzip").Body)
			if err != nil {
				t.Fatal(path, err)
			}
			content, err := io.ReadAll(unpacked)
			if want := site.Get(t, path).Body.String(); err != nil || string(content) != want {
				t.Error(path, err, cmp.Diff(want, string(content)))
			}
		}
	})
	t.Run("ErrorIsHiddenAndReported", func(t *testing.T) {
		before := len(site.Reported)
		if body := site.Get(t, "/notes/broken").Body.String(); strings.Contains(body, "secret") ||
			len(site.Reported) != before+1 {
			t.Error(body, site.Reported)
		}
	})
	t.Run("PostIsRefused", func(t *testing.T) {
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader("x")))
		if w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" {
			t.Error(w.Code, w.Header())
		}
	})
	t.Run("WithoutABuild", func(t *testing.T) {
		site := newSite(t, func(c *web.Config) { c.Files = nil }, notes{})
		if w := site.Get(t, "/"); w.Code != 200 || !strings.Contains(w.Body.String(), "The web app was not built") {
			t.Error(w.Code, w.Body)
		}
	})
}

// Only the page that needs sources of another site may use them, and the web app gets the path of that page.
func TestPolicyOfAPage(t *testing.T) {
	site := newSite(t, func(c *web.Config) {
		c.Pages = append(c.Pages, web.Pages{Routes: []web.Route{{
			Path: "/pay", Title: "Pay", Sources: map[string]string{"connect-src": "https://api.pay.example",
				"frame-src": "https://pay.example", "img-src": "http://pay.example"},
		}}})
	}, notes{})
	w := site.Get(t, "/pay")
	policy := w.Header().Get("Content-Security-Policy")
	for _, want := range []string{
		"; connect-src 'self' https://api.pay.example",
		"frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://pay.example;",
		"img-src 'self' https: data: blob: http://pay.example;", "default-src 'self';",
	} {
		if !strings.Contains(policy, want) {
			t.Errorf("policy %q lacks %q", policy, want)
		}
	}
	if got := w.Header().Get("Cross-Origin-Opener-Policy"); got != "same-origin-allow-popups" {
		t.Errorf("opener policy %q", got)
	}
	w = site.Get(t, "/about")
	if got := w.Header().Get("Content-Security-Policy"); strings.Contains(got, "pay.example") {
		t.Errorf("policy of another page %q", got)
	}
	if !strings.Contains(w.Body.String(), `<meta name="own-policies" content="/pay" />`) {
		t.Errorf("page %s", w.Body)
	}
}

func TestIndexHTML(t *testing.T) {
	site := newSite(t, func(c *web.Config) {
		c.Files = fstest.MapFS{"index.html": {Data: []byte(strings.Replace(webtest.Index, "</head>",
			`<script>let own = 1;</script><script src="/app.js"></script></head>`, 1))}}
	}, notes{})
	w := site.Get(t, "/")
	sum := sha256.Sum256([]byte("let own = 1;"))
	want := httpcontent.ContentPolicy + "; script-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	if got := w.Header().Get("Content-Security-Policy"); got != want {
		t.Errorf("policy %q, want %q", got, want)
	}
	for _, want := range []string{
		`<meta name="application-name" content="Ann &amp; Bob&#39;s &#34;Board&#34;" />`,
		`<meta name="time-zone" content="Europe/Berlin" />`,
		`<html data-theme="light" data-accent style="--uv-accent: #0e8a6a">`,
		`<meta name="outgoing-mail" content="sent" />`, `<meta name="max-image-bytes" content="5000" />`,
		`<meta name="max-video-bytes" content="70000" />`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the page lacks %s: %s", want, w.Body)
		}
	}
}

func TestFiles(t *testing.T) {
	script, style := strings.Repeat("let x = 1;\n", 200), strings.Repeat("a{}", 1000)
	var packed bytes.Buffer
	writer := brotli.NewWriter(&packed)
	_, err := io.WriteString(writer, script)
	must.NoError(t, errors.Join(err, writer.Close()))
	site := newSite(t, func(c *web.Config) {
		c.Files = fstest.MapFS{
			"index.html": {Data: []byte(webtest.Index)}, "favicon.svg": {Data: []byte("<svg/>")},
			"assets/app-1.js.br": {Data: packed.Bytes()}, "assets/app-1.css": {Data: []byte(style)},
			web.ChunksFile: {Data: []byte(`{
				"index.html": {"file": "assets/start.js"},
				"src/app/main.tsx": {"file": "assets/main.js", "imports": ["_shared.js"]},
				"_shared.js": {"file": "assets/shared.js", "css": ["assets/shared.css"]},
				"_cards.js": {"file": "assets/cards.js", "imports": ["src/app/main.tsx"], "css": ["assets/cards.css"]},
				"src/note.tsx": {"file": "assets/note.js", "imports": ["_shared.js", "_cards.js"], "css": ["assets/note.css"]},
				"src/other.tsx": {"file": "assets/other.js"}
			}`)},
		}
	}, notes{})
	const immutable = "public, max-age=31536000, immutable"
	for _, tc := range []struct{ name, path, accept, contentType, cache, encoding, body string }{
		{"Brotli", "/assets/app-1.js", "gzip, br", "text/javascript; charset=utf-8", immutable, "br", packed.String()},
		{"BrotliRefused", "/assets/app-1.js", "br;q=0", "text/javascript; charset=utf-8", immutable, "", script},
		{"BrotliUnknown", "/assets/app-1.js", "gzip", "text/javascript; charset=utf-8", immutable, "gzip", script},
		{"Gzip", "/assets/app-1.css", "gzip, br", "text/css; charset=utf-8", immutable, "gzip", style},
		{"NotHashed", "/favicon.svg", "gzip", "image/svg+xml; charset=utf-8", "no-cache", "", "<svg/>"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := site.Get(t, tc.path, "Accept-Encoding", tc.accept)
			body, length := w.Body.String(), fmt.Sprint(w.Body.Len())
			if tc.encoding == "gzip" {
				unpacked, err := gzip.NewReader(w.Body)
				must.NoError(t, err)
				content, err := io.ReadAll(unpacked)
				if body = string(content); err != nil {
					t.Error(err)
				}
			}
			for name, want := range map[string]string{
				"Content-Type": tc.contentType, "Cache-Control": tc.cache, "Content-Encoding": tc.encoding,
				"Content-Length": length, "Vary": "Accept-Encoding",
			} {
				if got := w.Header().Get(name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
			if again := site.Get(t, tc.path, "Accept-Encoding", tc.accept, "If-None-Match", w.Header().
				Get("Etag")); w.Code != 200 || body != tc.body || again.Code != 304 {
				t.Errorf("%d %q, then %d", w.Code, body, again.Code)
			}
		})
	}
	t.Run("ModulesOfAPageArePreloaded", func(t *testing.T) {
		_, head := site.Head(t, "/notes/1")
		var want strings.Builder
		for _, name := range []string{"shared", "cards", "note"} {
			want.WriteString(`<link rel="stylesheet" crossorigin href="/assets/` + name + `.css" />`)
		}
		want.WriteString(`<template id="scripts">`)
		for _, name := range []string{"shared", "main", "cards", "note"} {
			want.WriteString(`<link rel="modulepreload" crossorigin href="/assets/` + name + `.js" />`)
		}
		if !strings.HasSuffix(head, want.String()+"</template>") || strings.Count(head, "modulepreload") != 4 {
			t.Errorf("the head ends with %s", head)
		}
		if w := site.Get(t, "/"+web.ChunksFile); w.Code != 404 {
			t.Error("the list of chunks is served")
		}
	})
}

// The texts of a page that shows no answers are in the build. They name the board, whose name is no HTML.
func TestPrerendered(t *testing.T) {
	site := newSite(t, func(c *web.Config) {
		c.Files = fstest.MapFS{
			"index.html":             {Data: []byte(webtest.Index)},
			"prerendered/about.html": {Data: []byte("<h1>About {{name}}</h1><p>http://origin.invalid/api</p>")},
			"prerendered/notes.html": {Data: []byte("<p>no notes</p>")},
		}
		board := c.Site()
		board.Name, board.Origin = "Kiln & Co", "https://kiln.example"
		c.Site = func() web.Site { return board }
	}, notes{})
	body := site.Get(t, "/about").Body.String()
	if want := "<h1>About Kiln &amp; Co</h1><p>https://kiln.example/api</p></main>"; !strings.Contains(body, want) {
		t.Errorf("the page lacks %s: %s", want, body)
	}
	if w := site.Get(t, "/prerendered/about.html"); w.Code != 404 {
		t.Errorf("a text is served alone: %d", w.Code)
	}
}

// The code of a page loads along with the app. Otherwise nothing shows until the app has loaded and asks for it.
func TestSitePagesNameTheirModules(t *testing.T) {
	for _, route := range web.SiteRoutes() {
		if len(route.Modules) == 0 {
			t.Errorf("%s names none", route.Path)
		}
		for _, module := range route.Modules {
			if _, err := os.Stat(filepath.Join("../../../webapp", module)); err != nil {
				t.Errorf("%s: %v", route.Path, err)
			}
		}
	}
}

var (
	sessionCall = web.Ask(func(ctx context.Context, _ *pb.GetSessionRequest) (*pb.GetSessionResponse, error) {
		if auth.From(ctx) != nil {
			return nil, errors.New("first data is that of a visitor")
		}
		return &pb.GetSessionResponse{}, nil
	}, &pb.GetSessionRequest{}, web.Personal)
	listCall = web.Ask(func(context.Context, *pb.ListProjectsRequest) (*pb.ListProjectsResponse, error) {
		return &pb.ListProjectsResponse{Projects: []*pb.Project{{Title: hostile}}}, nil
	}, &pb.ListProjectsRequest{PageSize: 3}, web.Paged, web.Preloads(func(a *pb.ListProjectsResponse) web.Preload {
		return web.Preload{SrcSet: "/uploads/1.png 9w", Sizes: strings.Repeat("9", len(a.Projects)) + "px"}
	}))
	knownCall  = web.Answered(&pb.GetProjectRequest{Id: "one"}, &pb.GetProjectResponse{})
	brokenCall = web.Ask(func(context.Context, *pb.GetUserRequest) (*pb.GetUserResponse, error) {
		return nil, errors.New("dial tcp: password=secret")
	}, &pb.GetUserRequest{})
	lateCall = web.Ask(func(ctx context.Context, _ *pb.GetUserStatsRequest) (*pb.GetUserStatsResponse, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}, &pb.GetUserStatsRequest{})
)

func TestFirstData(t *testing.T) {
	const known, list = `GetProject {"id":"one"}`, `ListProjects {"pageSize":3}`
	for _, tc := range []struct {
		name     string
		calls    []web.Call
		header   []string
		want     []string
		complete bool
		reported int
	}{
		{"Visitor", []web.Call{sessionCall, knownCall, listCall}, nil, []string{"GetSession {}", known, list}, true, 0},
		{"Session", []web.Call{sessionCall, knownCall, listCall}, []string{"Cookie", session}, []string{known, list},
			true, 0},
		{"AccessToken", []web.Call{sessionCall, listCall}, []string{"Authorization", "Bearer uvb_x"}, []string{list},
			true, 0},
		{"FailureIsLeftOutAndReported", []web.Call{knownCall, brokenCall, listCall}, nil, []string{known, list}, false,
			1},
		{"LateAnswerIsLeftOut", []web.Call{knownCall, lateCall}, nil, []string{known}, false, 0},
		{"Nothing", nil, nil, nil, true, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			site := newSite(t, func(c *web.Config) { c.InlineTimeout = 0 }, notes{calls: tc.calls})
			if diff := cmp.Diff(tc.want, site.First(t, "/notes", tc.header...)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if len(site.Reported) != tc.reported {
				t.Errorf("reported %v", site.Reported)
			}
			w := site.Get(t, "/notes", tc.header...)
			if stored := w.Header().Get("Cache-Control") != "no-store"; stored != tc.complete ||
				strings.Contains(w.Body.String(), "secret") {
				t.Error(w.Header(), w.Body)
			}
			if vary := strings.Join(w.Header().Values("Vary"), ", "); w.Code != 200 ||
				!strings.Contains(vary, "Cookie") || !strings.Contains(vary, "Authorization") {
				t.Errorf("%d, Vary %q", w.Code, vary)
			}
		})
	}
	t.Run("RateLimited", func(t *testing.T) {
		described := false
		site := webtest.New(t, nil, func(c *web.Config) {
			c.CountRead = func(context.Context) error { return fault.RateLimited(1500 * time.Millisecond) }
		}, web.Pages{Routes: []web.Route{{Path: "/notes", Title: "Notes",
			Describe: func(_ context.Context, _ web.Request, page *web.Page) error {
				described, page.First = true, []web.Call{knownCall}
				return nil
			}}}})
		w := site.Get(t, "/notes")
		if w.Code != 429 || w.Header().Get("Retry-After") != "2" || w.Header().Get("Cache-Control") != "no-store" ||
			strings.Contains(w.Body.String(), `id="first"`) || !strings.Contains(w.Body.String(), `id="root"`) {
			t.Error(w.Code, w.Header(), w.Body)
		}
		if described {
			t.Error("the page was read")
		}
	})
	t.Run("CannotEndItsScript", func(t *testing.T) {
		_, body, _ := strings.Cut(newSite(t, nil, notes{calls: []web.Call{listCall}}).Get(t, "/notes").Body.String(),
			"<body>")
		if strings.Count(body, "<script") != 1 || strings.Contains(body, "<!--") || strings.Contains(body, "\u2028") {
			t.Errorf("a script, a comment or a line begins in %s", body)
		}
	})
	t.Run("PreloadsTheLargestImage", func(t *testing.T) {
		_, head := newSite(t, nil, notes{calls: []web.Call{listCall}}).Head(t, "/notes")
		if want := `<link rel="preload" as="image" fetchpriority="high" imagesrcset="/uploads/1.png 9w" imagesizes="9px" />`; !strings.HasSuffix(head, want) {
			t.Errorf("the head ends with %s", head)
		}
	})
}

func TestFeed(t *testing.T) {
	site := newSite(t, nil, notes{count: 2})
	w := site.Get(t, "/notes/feed.xml?tag=ink")
	golden.Check(t, "feed.xml", w.Body.String())
	if kind := w.Header().Get("Content-Type"); kind != "application/atom+xml; charset=utf-8" {
		t.Error(kind)
	}
	if again := site.Get(t, "/notes/feed.xml?tag=ink", "If-None-Match", w.Header().Get("Etag")); again.Code != 304 {
		t.Error(again.Code)
	}
	if w := site.Get(t, "/notes/feed.xml?tag=none"); w.Code != 404 {
		t.Errorf("a feed of something unknown: %d", w.Code)
	}
	golden.Check(t, "feed_empty.xml", newSite(t, nil, notes{}).Get(t, "/feed.xml").Body.String())
	t.Run("MergesAllDomainsNewestFirst", func(t *testing.T) {
		other := web.Pages{Feeds: []web.Feed{{Path: "/b.xml", Entries: func(context.Context, url.Values,
			int) ([]web.Entry, error) {
			return []web.Entry{{ID: numbered(100), Title: "Between",
				Published: published.Add(59*time.Hour + time.Minute)}, {ID: numbered(101), Title: "Old"}}, nil
		}}}}
		body := webtest.New(t, nil, nil, notes{count: 60}.pages(), other).Get(t, "/feed.xml").Body.String()
		entries := strings.Split(body, "<entry>")[1:]
		if len(entries) != 50 || !strings.Contains(entries[0], "Note&lt;/b&gt; 60<") ||
			!strings.Contains(entries[1], "Between") || !strings.Contains(entries[2], "Note&lt;/b&gt; 59<") {
			t.Errorf("%d entries: %s", len(entries), body)
		}
	})
}

func TestSitemap(t *testing.T) {
	now := published
	site := newSite(t, func(c *web.Config) { c.Now = func() time.Time { return now } },
		notes{count: 25, sitemaps: true})
	site.SetSitemapSize(10)
	sitemaps := webtest.Locations(t, site, "/sitemap.xml")
	if len(sitemaps) != 4 {
		t.Errorf("sitemaps %v", sitemaps)
	}
	var listed []string
	for _, address := range sitemaps {
		some := webtest.Locations(t, site, strings.TrimPrefix(address, "https://board.example"))
		if strings.Contains(address, "/pages/") {
			for path, want := range map[string]bool{"/": true, "/notes": true, "/all-notes": false, "/inbox": false,
				"/notes/{id}": false} {
				if slices.Contains(some, "https://board.example"+path) != want {
					t.Errorf("%s in %v, want %v", path, some, want)
				}
			}
			continue
		}
		listed = append(listed, some...)
	}
	for i := range 25 {
		if want := fmt.Sprintf("https://board.example/notes/%d", i+1); i >= len(listed) || listed[i] != want {
			t.Fatalf("%d pages, page %d is not %s", len(listed), i, want)
		}
	}
	if len(listed) != 25 {
		t.Errorf("%d pages", len(listed))
	}
	t.Run("EmptyOnesAreOmitted", func(t *testing.T) {
		if sitemaps := webtest.Locations(t, newSite(t, nil, notes{sitemaps: true}),
			"/sitemap.xml"); len(sitemaps) != 1 {
			t.Errorf("sitemaps %v", sitemaps)
		}
	})
	t.Run("ListIsKeptForTenMinutes", func(t *testing.T) {
		site.SetSitemapSize(5)
		for _, step := range []struct {
			passed time.Duration
			want   int
		}{{10*time.Minute - 1, 4}, {10 * time.Minute, 6}} {
			now = published.Add(step.passed)
			if sitemaps := webtest.Locations(t, site, "/sitemap.xml"); len(sitemaps) != step.want {
				t.Errorf("after %s: %v", step.passed, sitemaps)
			}
		}
	})
	t.Run("UnknownIs404", func(t *testing.T) {
		for _, path := range []string{"/sitemap/", "/sitemap/notes", "/sitemap/notes/x.xml", "/sitemap/votes/start.xml",
			"/sitemap/pages/2.xml"} {
			if w := site.Get(t, path); w.Code != 404 {
				t.Errorf("%s: %d", path, w.Code)
			}
		}
	})
}

func TestRobots(t *testing.T) {
	golden.Check(t, "robots.txt", newSite(t, nil, notes{}).Get(t, "/robots.txt").Body.String())
}

func TestManifest(t *testing.T) {
	w := newSite(t, nil, notes{}).Get(t, "/manifest.webmanifest")
	var manifest struct {
		Name  string
		Icons []struct{ Src, Sizes, Type string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &manifest); err != nil || manifest.Name != `Ann & Bob's "Board"` ||
		w.Header().Get("Content-Type") != "application/manifest+json" {
		t.Error(err, manifest, w.Header())
	}
	for _, icon := range manifest.Icons {
		content, err := os.ReadFile(filepath.Join("../../../webapp/public", icon.Src))
		if err != nil {
			t.Error(err)
			continue
		}
		if icon.Type == "image/png" {
			size, err := png.DecodeConfig(bytes.NewReader(content))
			if got := fmt.Sprintf("%dx%d", size.Width, size.Height); err != nil || got != icon.Sizes {
				t.Errorf("%s is %s: %v", icon.Src, got, err)
			}
		}
	}
}

// images are drawn images in memory, and one uploaded image.
type images struct {
	mu    sync.Mutex
	drawn map[string][]byte // by name and stamp
	kept  int
}

func (i *images) Drawn(_ context.Context, name string, stamp [16]byte) ([]byte, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.drawn[name+string(stamp[:])], nil
}

func (i *images) KeepDrawn(_ context.Context, name string, stamp [16]byte, content []byte) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.drawn[name+string(stamp[:])] = content
	i.kept++
	return nil
}

var red = color.RGBA{200, 30, 30, 255}

func (i *images) Image(_ context.Context, address string, _ int) (image.Image, error) {
	if address != "/uploads/logo.png" {
		return nil, nil
	}
	logo := image.NewRGBA(image.Rect(0, 0, 400, 400))
	draw.Draw(logo, logo.Rect, image.NewUniform(red), image.Point{}, draw.Src)
	return logo, nil
}

func TestCard(t *testing.T) {
	card := web.Card{File: "cards/1", Title: "Two-Drum", Tagline: "Prints", By: "@kira", Logo: "/uploads/logo.png",
		Votes: 3}
	store := &images{drawn: map[string][]byte{}}
	site := webtest.New(t, callers, func(c *web.Config) { c.Images = store }, web.Pages{Routes: []web.Route{{
		Path: "/notes/{id}", Card: true,
		Describe: func(ctx context.Context, r web.Request, page *web.Page) error {
			if r.Param != "1" && auth.From(ctx) == nil {
				return fault.NotFound("NOTE_NOT_FOUND", "Note not found")
			}
			page.Path, page.Card = "/notes/1", &card
			return nil
		},
	}}})
	logo := func(t *testing.T) color.Color {
		t.Helper()
		w := site.Get(t, "/notes/1/og.png")
		img, err := png.Decode(w.Body)
		if err != nil || w.Header().Get("Content-Type") != "image/png" || img.Bounds() != image.Rect(0, 0, 1200, 630) {
			t.Fatal(w.Code, w.Header(), err)
		}
		return color.RGBAModel.Convert(img.At(150, 150))
	}
	if got := logo(t); got != red {
		t.Errorf("the logo is %v", got)
	}
	if logo(t); store.kept != 1 {
		t.Errorf("drawn %d times", store.kept)
	}
	t.Run("ChangesWithWhatItShows", func(t *testing.T) {
		_, before := site.Head(t, "/notes/1")
		tag := site.Get(t, "/notes/1/og.png").Header().Get("Etag")
		card.Votes++
		_, after := site.Head(t, "/notes/1")
		if before == after || !strings.Contains(after,
			`<meta property="og:image" content="https://board.example/notes/1/og.png?v=`) {
			t.Error(after)
		}
		if site.Get(t, "/notes/1/og.png").Header().Get("Etag") == tag {
			t.Error("a vote is not on the card")
		}
	})
	t.Run("WithoutALogo", func(t *testing.T) {
		if card.Logo = ""; logo(t) == red {
			t.Error("a logo is on the card")
		}
	})
	t.Run("SimultaneousRequestsDrawOnce", func(t *testing.T) {
		card.Title, store.kept = "Posted everywhere", 0
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() { site.Get(t, "/notes/1/og.png") })
		}
		if all.Wait(); store.kept != 1 {
			t.Errorf("drawn %d times", store.kept)
		}
	})
	t.Run("Home", func(t *testing.T) {
		if w := site.Get(t, "/og.png"); w.Code != 200 || w.Header().Get("Content-Type") != "image/png" {
			t.Error(w.Code, w.Header())
		}
		if _, head := site.Head(t, "/"); !strings.Contains(head,
			`<meta property="og:image" content="https://board.example/og.png?v=`) {
			t.Error(head)
		}
	})
	t.Run("Picture", func(t *testing.T) {
		card.Picture = "/uploads/logo.png"
		defer func() { card.Picture = "" }()
		img, err := png.Decode(site.Get(t, "/notes/1/og.png").Body)
		if err != nil || color.RGBAModel.Convert(img.At(1000, 150)) != red {
			t.Error("no picture on the card", err)
		}
	})
	t.Run("DraftIs404", func(t *testing.T) {
		if w := site.Get(t, "/notes/draft/og.png", "Cookie", session); w.Code != 404 {
			t.Error(w.Code)
		}
	})
}
