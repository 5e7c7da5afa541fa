package web_test

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/httpcontent"
	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

// app is a web app whose pages and services are fakes.
type app struct {
	*web.App
	t        *testing.T
	allowed  int // how many more pages may come with first data
	reported []error
}

func newApp(t *testing.T, change func(*web.AppConfig)) *app {
	t.Helper()
	a := &app{t: t, allowed: 1000}
	config := web.AppConfig{
		Files: fstest.MapFS{
			"index.html": {Data: []byte(`<!doctype html><meta name="application-name" content="x" /><meta name="contact-email" content="" /><meta name="outgoing-mail" content="" />
<meta name="description" content="x" /><title>x</title><body>`)}, "assets/app-1.js": {Data: []byte(strings.Repeat("let x = 1;\n", 200))},
			"assets/app-1.js.br": {Data: []byte("packed")}, "assets/app-1.css": {Data: []byte(strings.Repeat("a{}", 1000))}, "favicon.svg": {Data: []byte("<svg/>")},
		},
		Describe: func(_ context.Context, at *url.URL, caller web.Caller) (web.Page, bool, error) {
			switch at.Path {
			case "/", "/projects/one":
				return web.Page{Status: 200, Title: "<" + at.Path + ">", Description: strings.Repeat("long ", len(at.RawQuery))}, true, nil
			case "/projects/draft":
				if c, err := caller(); err != nil || c == nil {
					return web.Page{Status: 404, Title: "404"}, true, err
				}
				return web.Page{Status: 200, Title: "draft", Private: true}, true, nil
			case "/.env":
				return web.Page{}, false, nil
			case "/unreachable":
				return web.Page{Title: "x"}, true, fault.Unavailable("UNREACHABLE", "Try again.")
			case "/broken":
				return web.Page{Title: "x"}, true, errors.New("password=secret")
			}
			return web.Page{Status: 404, Title: "404"}, true, nil
		},
		Answers: []web.Answer{
			web.NewAnswer(func(ctx context.Context, _ *pb.GetSessionRequest) (*pb.GetSessionResponse, error) {
				if auth.From(ctx) != nil {
					return nil, errors.New("a page's answers are for everybody")
				}
				return &pb.GetSessionResponse{}, nil
			}),
			web.NewAnswer(func(context.Context, *pb.ListProjectsRequest) (*pb.ListProjectsResponse, error) {
				return &pb.ListProjectsResponse{Projects: []*pb.Project{sampleProject(hostile)}}, nil
			}),
			web.NewAnswer(func(ctx context.Context, r *pb.GetProjectRequest) (*pb.GetProjectResponse, error) {
				if r.Id == "late" {
					<-ctx.Done()
					return nil, ctx.Err()
				}
				return nil, errors.New("dial tcp: password=secret")
			}),
		},
		Authenticate: func(_ context.Context, token string) (*auth.Caller, error) {
			if token != "member" {
				return nil, nil
			}
			return &auth.Caller{Username: "kiln"}, nil
		},
		AllowRead: func(context.Context) bool {
			a.allowed--
			return a.allowed >= 0
		},
		Report: func(ctx context.Context, err error) *fault.Fault {
			a.reported = append(a.reported, err)
			f, _ := fault.Resolve(ctx, nil, err)
			return f
		},
		ProductName: `Ann & Bob's "$1"`, ContactEmail: "help@board.example", SendsMail: true,
	}
	if change != nil {
		change(&config)
	}
	var err error
	if a.App, err = web.NewApp(config); err != nil {
		t.Fatal(err)
	}
	return a
}

// get reads an address. No header is set beforehand, as when the cache of anonymous answers records a page.
func (a *app) get(address string, header ...string) (*http.Response, string) {
	a.t.Helper()
	r := serveRequest(a.t, address)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		a.t.Fatal(err)
	}
	return w.Result(), string(body)
}

func (a *app) getGzip(address string) string {
	a.t.Helper()
	response, body := a.get(address, "Accept-Encoding", "gzip")
	unpacked, err := gzip.NewReader(strings.NewReader(body))
	if err != nil {
		a.t.Fatal(response.Header, err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil {
		a.t.Fatal(err)
	}
	return string(content)
}

func TestApp(t *testing.T) {
	page := func(head string) string {
		return `<!doctype html><meta name="application-name" content="Ann &amp; Bob&#39;s &#34;$1&#34;" />` +
			`<meta name="contact-email" content="help@board.example" /><meta name="outgoing-mail" content="sent" />` + head +
			`<link rel="alternate" type="application/atom+xml" title=": what is new" href="/feed.xml" />` +
			`<link rel="alternate" type="application/atom+xml" title=": projects" href="/projects/feed.xml" />` +
			`<link rel="manifest" href="/manifest.webmanifest" /><body>`
	}
	for _, tc := range []struct {
		name, path, encoding string
		status               int
		cache, body          string
	}{
		{"Root", "/", "", 200, "no-cache", page("<title>&lt;/&gt;</title>")},
		{"PageOfTheApp", "/projects/one", "", 200, "no-cache", page("<title>&lt;/projects/one&gt;</title>")},
		{"UnknownAddress", "/nothing", "", 404, "no-cache", page("<title>404</title>")},
		{"ProbedAddress", "/.env", "", 404, "", "There is no such file.\n"},
		{"BrokenPage", "/broken", "", 500, "no-cache", page("<title>x</title>")},
		{"UnreachableDatabase", "/unreachable", "", 503, "no-cache", page("<title>x</title>")},
		{"HashedAssetIsImmutable", "/assets/app-1.js", "br", 200, "public, max-age=31536000, immutable", "packed"},
		{"BrotliRefused", "/assets/app-1.js", "br;q=0", 200, "public, max-age=31536000, immutable", strings.Repeat("let x = 1;\n", 200)},
		{"OtherFile", "/favicon.svg", "gzip", 200, "no-cache", "<svg/>"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			response, body := newApp(t, nil).get(tc.path, "Accept-Encoding", tc.encoding+",identity")
			if response.StatusCode != tc.status || body != tc.body || response.Header.Get("Cache-Control") != tc.cache {
				t.Errorf("%s, Cache-Control %q\n%s\nwant %d, %q\n%s", response.Status, response.Header.Get("Cache-Control"), body, tc.status, tc.cache, tc.body)
			}
		})
	}
	t.Run("TextIsCompressed", func(t *testing.T) {
		a := newApp(t, nil)
		if got := a.getGzip("/assets/app-1.css"); got != strings.Repeat("a{}", 1000) {
			t.Errorf("%q", got)
		}
		for range 2 { // the second one reuses the writer of the first
			want := page("<title>&lt;/projects/one&gt;</title>" + `<meta name="description" content="` + strings.Repeat("long ", 1000) + `" />`)
			if diff := cmp.Diff(want, a.getGzip("/projects/one?"+strings.Repeat("x", 1000))); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		}
	})
	t.Run("KnownTagIs304", func(t *testing.T) {
		for _, path := range []string{"/", "/assets/app-1.js"} {
			a := newApp(t, nil)
			first, _ := a.get(path)
			second, body := a.get(path, "If-None-Match", `W/"old", `+first.Header.Get("Etag"))
			if second.StatusCode != http.StatusNotModified || body != "" {
				t.Errorf("%s: %s %.300q", path, second.Status, body)
			}
		}
	})
	t.Run("DraftIsPrivate", func(t *testing.T) {
		a := newApp(t, nil)
		if response, _ := a.get("/projects/draft"); response.StatusCode != 404 {
			t.Error(response.Status)
		}
		response, body := a.get("/projects/draft", "Cookie", "uvboard_session=member")
		if response.StatusCode != 200 || !strings.Contains(body, "draft") || response.Header.Get("Cache-Control") != "no-store" {
			t.Error(response.Status, response.Header, body)
		}
	})
	t.Run("UnknownAddressIsNever304", func(t *testing.T) {
		if response, _ := newApp(t, nil).get("/nothing"); response.Header.Get("Etag") != "" {
			t.Error(response.Header)
		}
	})
	t.Run("BrokenPageHidesAndReportsItsCause", func(t *testing.T) {
		a := newApp(t, nil)
		if _, body := a.get("/broken"); strings.Contains(body, "secret") || len(a.reported) != 1 {
			t.Error(body, a.reported)
		}
	})
	t.Run("PostIsRefused", func(t *testing.T) {
		w := httptest.NewRecorder()
		newApp(t, nil).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader("x")))
		if w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" {
			t.Error(w.Code, w.Header())
		}
	})
	t.Run("WithoutABuild", func(t *testing.T) {
		a := newApp(t, func(c *web.AppConfig) { c.Files = nil })
		if response, body := a.get("/"); response.StatusCode != 200 || !strings.Contains(body, "The web app was not built") {
			t.Error(response.Status, body)
		}
	})
	t.Run("OwnScriptsAreAllowedByTheirHash", func(t *testing.T) {
		a := newApp(t, func(c *web.AppConfig) {
			c.Files = fstest.MapFS{"index.html": {Data: []byte(
				`<html><head><title>x</title><script>let own = 1;</script><script src="/app.js"></script></head><body></body></html>`,
			)}}
		})
		sum := sha256.Sum256([]byte("let own = 1;"))
		want := httpcontent.ContentPolicy + "; script-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		response, _ := a.get("/")
		if got := response.Header.Get("Content-Security-Policy"); got != want {
			t.Errorf("policy %q, want %q", got, want)
		}
	})
}

// open reads the page and the methods whose answers came with it.
func (a *app) open(header ...string) (response *http.Response, body string, methods []string) {
	a.t.Helper()
	response, body = a.get("/", header...)
	_, rest, found := strings.Cut(body, `<script type="application/json" id="first">`)
	if !found {
		return response, body, nil
	}
	text, _, _ := strings.Cut(rest, "</script>")
	var answers []struct{ Method string }
	if err := json.Unmarshal([]byte(text), &answers); err != nil {
		a.t.Fatalf("%v in %s", err, text)
	}
	for _, answer := range answers {
		methods = append(methods, answer.Method)
	}
	return response, body, methods
}

func asking(asks ...web.Ask) func(*web.AppConfig) {
	return func(c *web.AppConfig) {
		c.Describe = func(context.Context, *url.URL, web.Caller) (web.Page, bool, error) {
			return web.Page{Status: 200, Title: "x", First: asks, Screen: []string{"src/home.tsx"}}, true, nil
		}
	}
}

func TestFirstData(t *testing.T) {
	session := web.Ask{Request: &pb.GetSessionRequest{}, Personal: true}
	list := web.Ask{Request: &pb.ListProjectsRequest{PageSize: 3}, Paged: true}

	t.Run("AnswersAVisitor", func(t *testing.T) {
		response, body, methods := newApp(t, asking(session, list)).open()
		if diff := cmp.Diff([]string{"GetSession", "ListProjects"}, methods); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		if got := response.Header.Get("Vary"); !strings.Contains(got, "Cookie") || !strings.Contains(got, "Authorization") {
			t.Errorf("Vary is %q", got)
		}
		if !strings.HasSuffix(strings.TrimSpace(body), "</script>") {
			t.Errorf("it is not the end of the page: %s", body)
		}
	})

	t.Run("LeavesOutWhatDiffersForAUser", func(t *testing.T) {
		a := newApp(t, asking(session, list))
		for _, header := range [][]string{{"Cookie", "uvboard_session=member"}, {"Authorization", "Bearer uvb_x"}, {"Cookie", "uvboard_session=over"}} {
			if _, _, methods := a.open(header...); !cmp.Equal([]string{"ListProjects"}, methods) {
				t.Errorf("with %v: %v", header, methods)
			}
		}
	})

	t.Run("CannotEndItsScript", func(t *testing.T) {
		_, body, _ := newApp(t, asking(list)).open()
		if n := strings.Count(body, "<script"); n != 1 || strings.Contains(body, "<!--") || strings.Contains(body, "\u2028") {
			t.Errorf("a script, a comment or a line begins in %s", body)
		}
	})

	t.Run("LeavesOutWhatFails", func(t *testing.T) {
		a := newApp(t, asking(web.Ask{Request: &pb.GetProjectRequest{Id: "broken"}}))
		response, body, methods := a.open()
		if response.StatusCode != 200 || methods != nil || strings.Contains(body, "secret") || response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("answered %d %v %s", response.StatusCode, response.Header, body)
		}
		if len(a.reported) != 1 {
			t.Error("the failure is not reported")
		}
	})

	t.Run("LeavesOutWhatTakesLong", func(t *testing.T) {
		a := newApp(t, asking(web.Ask{Request: &pb.GetProjectRequest{Id: "late"}}))
		if response, _, methods := a.open(); response.StatusCode != 200 || methods != nil {
			t.Errorf("answered %d with %v", response.StatusCode, methods)
		}
		if len(a.reported) > 0 {
			t.Errorf("reported as an error: %v", a.reported)
		}
	})

	t.Run("LeavesOutEverythingAboveTheRateLimit", func(t *testing.T) {
		a := newApp(t, asking(list))
		a.allowed = 1
		if _, _, methods := a.open(); len(methods) != 1 {
			t.Errorf("the page came with %v", methods)
		}
		if response, _, methods := a.open(); response.StatusCode != 200 || methods != nil {
			t.Errorf("%s with %v", response.Status, methods)
		}
	})
}

func TestModulesArePreloaded(t *testing.T) {
	a := newApp(t, func(c *web.AppConfig) {
		asking()(c)
		c.Files = fstest.MapFS{
			"index.html": {Data: []byte(`<html><head><title>x</title></head><body></body></html>`)},
			web.ManifestName: {Data: []byte(`{
				"index.html": {"file": "assets/index.js", "isEntry": true, "imports": ["_shared.js"], "css": ["assets/index.css"]},
				"_shared.js": {"file": "assets/shared.js"},
				"_cards.js": {"file": "assets/cards.js", "imports": ["index.html"], "css": ["assets/cards.css"]},
				"src/home.tsx": {"file": "assets/home.js", "imports": ["_shared.js", "_cards.js"], "css": ["assets/home.css"]},
				"src/other.tsx": {"file": "assets/other.js"}
			}`)},
		}
	})
	_, body := a.get("/")
	_, links, _ := strings.Cut(body, "</title>")
	links, _, _ = strings.Cut(links, "</head>")
	want := `<link rel="stylesheet" crossorigin href="/assets/cards.css" /><link rel="stylesheet" crossorigin href="/assets/home.css" />` +
		`<link rel="modulepreload" crossorigin href="/assets/cards.js" /><link rel="modulepreload" crossorigin href="/assets/home.js" />`
	if !strings.HasSuffix(links, want) || strings.Count(links, "modulepreload") != 2 {
		t.Errorf("the head ends with %s", links)
	}
	if response, _ := a.get("/" + web.ManifestName); response.Header.Get("Content-Type") == "application/json" {
		t.Error("the manifest is served")
	}
}
