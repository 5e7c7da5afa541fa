package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"uvboard/backend/platform/ratelimit"
	pb "uvboard/gen/uvboard/v1"
)

// countedProjects counts its calls and answers with the number of the call.
type countedProjects struct {
	fakeProjects
	calls atomic.Int64
	hold  chan struct{} // if not nil, every call waits for it
	fail  atomic.Bool
}

func (c *countedProjects) ListProjects(context.Context, *pb.ListProjectsRequest) (*pb.ListProjectsResponse, error) {
	n := c.calls.Add(1)
	if c.hold != nil {
		<-c.hold
	}
	if c.fail.Load() {
		return nil, errors.New("database is locked")
	}
	return &pb.ListProjectsResponse{Projects: []*pb.Project{{Id: fmt.Sprint("answer-", n),
		Title: strings.Repeat("long ", 300)}}, NextPageToken: "next"}, nil
}

// cacheFixture is a server whose cache ages only when a test says so.
type cacheFixture struct {
	*fixture
	projects *countedProjects
	version  atomic.Uint64
	passed   atomic.Int64 // nanoseconds
}

func newCacheFixture(t testing.TB, change func(*Config, *countedProjects)) *cacheFixture {
	f := &cacheFixture{projects: &countedProjects{}}
	f.fixture = newFixture(t, func(c *Config) {
		c.Services, c.Version = fakeServices(f.projects, &fakeVotes{}), f.version.Load
		c.CachedPaths = []string{"/", "/api/projects", "/uvboard.v1.ProjectService/ListProjects"}
		if change != nil {
			change(c, f.projects)
		}
	})
	begin := time.Now()
	f.server.cache.now = func() time.Time { return begin.Add(time.Duration(f.passed.Load())) }
	return f
}

const (
	cachedREST    = "/api/projects?type=trending&limit=3"
	cachedConnect = "/uvboard.v1.ProjectService/ListProjects?connect=v1&encoding=json&message=%7B%22pageSize%22%3A3%7D"
)

// answer returns the number of the call whose answer the response has.
func (f *cacheFixture) answer(t *testing.T, c call) string {
	t.Helper()
	if c.method == "" {
		c.method = "GET"
	}
	response, body := f.do(t, c)
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %s %s", c.method, c.path, response.Status, body)
	}
	_, rest, _ := strings.Cut(body, "answer-")
	number, _, _ := strings.Cut(rest, `"`)
	return number
}

func TestCacheHoldsUntilAWriteOrASecond(t *testing.T) {
	for _, path := range []string{cachedREST, cachedConnect} {
		f := newCacheFixture(t, nil)
		for _, step := range []struct {
			name   string
			passed time.Duration
			writes uint64
			want   string
		}{
			{"Miss", 0, 0, "1"}, {"Hit", 0, 0, "1"}, {"HitBeforeASecond", time.Second - 1, 0, "1"},
			{"MissAfterASecond", time.Second, 0, "2"},
			{"MissAfterAWrite", time.Second, 1, "3"}, {"HitAfterAWrite", time.Second, 1, "3"},
		} {
			f.passed.Store(int64(step.passed))
			f.version.Store(step.writes)
			if got := f.answer(t, call{path: path}); got != step.want {
				t.Errorf("%s of %s: answer %s, want %s", step.name, path, got, step.want)
			}
		}
	}
}

// A hit equals the miss before it but for the request id, whatever encoding and ETag the first client sent.
func TestCachedResponses(t *testing.T) {
	for _, path := range []string{cachedREST, cachedConnect} {
		f := newCacheFixture(t, nil)
		miss, _ := f.do(t, call{method: "GET", path: path, header: map[string]string{"Accept-Encoding": "gzip",
			"If-None-Match": `W/"old"`}})
		if miss.StatusCode != 200 || miss.Header.Get("Content-Encoding") != "gzip" || miss.ContentLength > 1000 {
			t.Errorf("%s: %s, %q, %d bytes", path, miss.Status, miss.Header.Get("Content-Encoding"), miss.ContentLength)
		}
		hit, body := f.do(t, call{method: "GET", path: path, header: map[string]string{"Accept-Encoding": "identity"}})
		if hit.Header.Get("Content-Encoding") != "" || !strings.Contains(body, "answer-1") {
			t.Errorf("%s: identity is %q: %.60s", path, hit.Header.Get("Content-Encoding"), body)
		}
		for _, header := range []string{"Content-Type", "X-Next-Cursor", "Etag", "Cache-Control", "Vary"} {
			if miss.Header.Get(header) != hit.Header.Get(header) || len(hit.Header.Values(header)) > 1 {
				t.Errorf("%s: %s is %q on a miss, %q on a hit", path, header, miss.Header.Values(header),
					hit.Header.Values(header))
			}
		}
		if miss.Header.Get("X-Request-Id") == hit.Header.Get("X-Request-Id") {
			t.Error("two requests have one id")
		}
		known, body := f.do(t, call{method: "GET", path: path,
			header: map[string]string{"If-None-Match": hit.Header.Get("Etag")}})
		if known.StatusCode != http.StatusNotModified || body != "" || known.Header.Get("Etag") == "" {
			t.Errorf("%s: known ETag: %s %q", path, known.Status, body)
		}
	}
}

func TestCacheIsForAnonymousGets(t *testing.T) {
	f := newCacheFixture(t, nil)
	f.answer(t, call{path: cachedREST})
	for name, c := range map[string]call{
		"Session":        {path: cachedREST, header: asUser()},
		"UnknownSession": {path: cachedREST, header: map[string]string{"Cookie": "a=b; uvboard_session=ended"}},
		"Authorization":  {path: cachedREST, header: map[string]string{"Authorization": "Bearer x"}},
		"Post":           {method: "POST", path: "/uvboard.v1.ProjectService/ListProjects", body: `{"pageSize":3}`},
	} {
		if first, second := f.answer(t, c), f.answer(t, c); first == second || first == "1" {
			t.Errorf("%s is answered from the cache", name)
		}
	}
	if got := f.answer(t, call{path: cachedREST, header: map[string]string{"Cookie": "theme=dark"}}); got != "1" {
		t.Errorf("a cookie that is not the session's: answer %s", got)
	}
}

func TestConcurrentMissesComputeOnce(t *testing.T) {
	f := newCacheFixture(t, func(_ *Config, p *countedProjects) { p.hold = make(chan struct{}) })
	synctest.Test(t, func(t *testing.T) {
		f.projects.hold = make(chan struct{}) // of this bubble
		ask := func(ctx context.Context) string {
			w := httptest.NewRecorder()
			f.server.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", cachedREST, http.NoBody))
			_, rest, _ := strings.Cut(w.Body.String(), "answer-")
			return rest[:1]
		}
		var all sync.WaitGroup
		ctx, cancel := context.WithCancel(t.Context())
		all.Go(func() { ask(ctx) })
		synctest.Wait()
		cancel() // the first client leaves; the others still get its answer
		for range 10 {
			all.Go(func() {
				if got := ask(t.Context()); got != "1" {
					t.Errorf("concurrent miss: answer %s", got)
				}
			})
		}
		synctest.Wait()
		f.version.Add(1)
		all.Go(func() {
			if got := ask(t.Context()); got != "2" {
				t.Errorf("after a write: answer %s", got)
			}
		})
		synctest.Wait()
		close(f.projects.hold)
		all.Wait()
	})
}

func TestCacheCountsAgainstTheRateLimit(t *testing.T) {
	f := newCacheFixture(t, func(c *Config, _ *countedProjects) { c.RateLimits = ratelimit.New(nil, time.Now) })
	for n := range 121 {
		response, body := f.do(t, call{method: "GET", path: cachedREST})
		switch limited := response.StatusCode == http.StatusTooManyRequests &&
			strings.Contains(body, `"code":"RATE_LIMITED"`); {
		case n == 120 && !limited:
			t.Errorf("call 121: %s %s", response.Status, body)
		case n < 120 && response.StatusCode != http.StatusOK:
			t.Fatalf("call %d: %s %s", n+1, response.Status, body)
		}
	}
	if n := f.projects.calls.Load(); n != 1 {
		t.Errorf("computed %d times, want once", n)
	}
}

func TestFailuresAreNotCached(t *testing.T) {
	f := newCacheFixture(t, nil)
	f.projects.fail.Store(true)
	if response, body := f.do(t, call{method: "GET", path: cachedREST}); response.StatusCode != 500 ||
		strings.Contains(body, "locked") {
		t.Errorf("%s %s", response.Status, body)
	}
	f.projects.fail.Store(false)
	if got := f.answer(t, call{path: cachedREST}); got != "2" {
		t.Errorf("answer %s after a failure", got)
	}
}

func TestCacheIsBounded(t *testing.T) {
	f := newCacheFixture(t, nil)
	for i := range 2 * cacheResponses {
		f.answer(t, call{path: fmt.Sprintf("/api/projects?x=%d", i)})
	}
	if n := len(f.server.cache.responses); n != cacheResponses {
		t.Errorf("%d responses, want %d", n, cacheResponses)
	}
	f.passed.Store(int64(time.Second))
	if first, second := f.answer(t, call{path: cachedREST}), f.answer(t, call{path: cachedREST}); first != second {
		t.Error("a new response does not replace old ones")
	}
}

func TestCachedPages(t *testing.T) {
	cacheControl, rendered := "no-cache", 0
	f := newCacheFixture(t, func(c *Config, _ *countedProjects) {
		c.Web = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			rendered++
			w.Header().Set("Cache-Control", cacheControl)
			_, _ = w.Write([]byte("page"))
		})
	})
	ask := func(path string, header map[string]string, want int) {
		t.Helper()
		if response, body := f.do(t, call{method: "GET", path: path, header: header}); response.StatusCode != 200 ||
			body != "page" || rendered != want {
			t.Errorf("%s: %s %s, rendered %d times, want %d", path, response.Status, body, rendered, want)
		}
	}
	ask("/", nil, 1)
	ask("/", nil, 1)
	ask("/", asUser(), 2)
	ask("/projects/one", nil, 3)
	ask("/projects/one", nil, 4)
	f.version.Add(1)
	cacheControl = "no-store" // a page without its inlined data
	ask("/", nil, 5)
	ask("/", nil, 6)
}
