// Package webtest serves the pages that domains contribute, as the server does, for tests.
package webtest

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/web"
)

// Index is the index.html of a build.
const Index = `<!doctype html><html><head><meta name="application-name" content="" /><meta name="time-zone" content="" />` +
	`<meta name="max-image-bytes" content="" /><meta name="max-video-bytes" content="" /><meta name="own-policies" content="" /><meta name="outgoing-mail" content="" /><meta name="description" content="x" /><title>x</title></head><body><div id="root"></div></body></html>`

// Site is a web.Service behind its endpoints.
type Site struct {
	*web.Service
	Reported []error
	mux      *http.ServeMux
}

// New returns a site at https://board.example. Callers are the users by session token. Change may change the rest.
func New(t testing.TB, callers map[string]*auth.Caller, change func(*web.Config), pages ...web.Pages) *Site {
	t.Helper()
	s := &Site{mux: http.NewServeMux()}
	config := web.Config{
		Position: func() string { return "here.1" },
		Site: func() web.Site {
			return web.Site{Name: `Ann & Bob's "Board"`, Origin: "https://board.example",
				Tagline: "Notes on ink & light.", Accent: "#0e8a6a", Theme: "light", Zone: "Europe/Berlin"}
		}, SendsMail: true,
		MaxImageBytes: 5_000, MaxVideoBytes: 70_000,
		Files: fstest.MapFS{"index.html": {Data: []byte(Index)}}, Pages: pages,
		Authenticate: func(_ context.Context, token string) (*auth.Caller, error) { return callers[token], nil },
		CountRead:    func(context.Context) error { return nil },
		Report: func(ctx context.Context, err error) *fault.Fault {
			s.Reported = append(s.Reported, err)
			f, _ := fault.Resolve(ctx, nil, err)
			return f
		},
		Now: time.Now, InlineTimeout: time.Minute, // also on a slow machine
	}
	if change != nil {
		change(&config)
	}
	var err error
	if s.Service, err = web.New(config); err != nil {
		t.Fatal(err)
	}
	s.mux.Handle("/", s.Service)
	for _, e := range s.Endpoints() {
		s.mux.HandleFunc(e.Path, func(w http.ResponseWriter, r *http.Request) {
			// as the server does
			if caller := callers[auth.Token(r.Header)]; caller != nil && e.Rule != auth.PublicFile {
				r = r.WithContext(auth.WithCaller(r.Context(), caller))
			}
			if err := e.Handle(w, r); err != nil {
				http.Error(w, err.Error(), config.Report(r.Context(), err).Status())
			}
		})
	}
	return s
}

// Get requests a path, with headers in pairs of name and value.
func (s *Site) Get(t testing.TB, path string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.mux.ServeHTTP(w, r)
	if to := w.Header().Get("Location"); w.Code == http.StatusMovedPermanently && to != path {
		return s.Get(t, to, header...)
	}
	return w
}

// Head requests a path and returns its status and the elements that the page adds to the document's head.
func (s *Site) Head(t testing.TB, path string, header ...string) (status int, head string) {
	t.Helper()
	w := s.Get(t, path, header...)
	_, head, _ = strings.Cut(w.Body.String(), `content="sent" />`)
	head, _, _ = strings.Cut(head, "</head>")
	return w.Code, head
}

// First requests a path and returns the calls whose answers are inlined in the page, such as `ListProjects
// {"pageSize":3}`.
func (s *Site) First(t testing.TB, path string, header ...string) (calls []string) {
	t.Helper()
	_, first, ok := strings.Cut(s.Get(t, path, header...).Body.String(), `<script type="application/json" id="first">`)
	if !ok {
		return nil
	}
	first, _, _ = strings.Cut(first, "</script>")
	var answers []struct {
		Method        string
		Input, Answer json.RawMessage
	}
	if err := json.Unmarshal([]byte(first), &answers); err != nil {
		t.Fatalf("%v in %s", err, first)
	}
	for _, a := range answers {
		calls = append(calls, a.Method+" "+string(a.Input))
	}
	return calls
}

// Locations requests a sitemap, or the list of them, and returns the addresses in it.
func Locations(t testing.TB, s *Site, path string) []string {
	t.Helper()
	var list struct {
		Pages    []string `xml:"url>loc"`
		Sitemaps []string `xml:"sitemap>loc"`
	}
	if w := s.Get(t, path); w.Code != http.StatusOK || xml.Unmarshal(w.Body.Bytes(), &list) != nil {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return append(list.Sitemaps, list.Pages...)
}
