package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	pb "uvboard/gen/uvboard/v1"
)

// countedProjects counts how often it is asked, and answers with that number.
type countedProjects struct {
	fakeProjects
	asked atomic.Int64
	hold  chan struct{} // when not nil, every call waits for it
	fail  atomic.Bool
}

func (c *countedProjects) ListProjects(context.Context, *pb.ListProjectsRequest) (*pb.ListProjectsResponse, error) {
	n := c.asked.Add(1)
	if c.hold != nil {
		<-c.hold
	}
	if c.fail.Load() {
		return nil, errors.New("the database is away")
	}
	return &pb.ListProjectsResponse{Projects: []*pb.Project{{Id: fmt.Sprint("answer-", n), Title: strings.Repeat("long ", 300)}}, NextPageToken: "next"}, nil
}

// hotFixture is a server whose ready answers grow old only when a test says so: how fast it gets on decides nothing.
type hotFixture struct {
	*fixture
	projects *countedProjects
	version  atomic.Uint64
	passed   atomic.Int64 // nanoseconds
}

func newHotFixture(t testing.TB, change func(*Config, *countedProjects)) *hotFixture {
	f := &hotFixture{projects: &countedProjects{}}
	f.fixture = newFixture(t, func(c *Config) {
		c.Services, c.Version = fakeServices(f.projects, &fakeVotes{}), f.version.Load
		if change != nil {
			change(c, f.projects)
		}
	})
	begin := time.Now()
	f.server.hot.now = func() time.Time { return begin.Add(time.Duration(f.passed.Load())) }
	return f
}

const (
	hotREST    = "/api/projects?type=trending&limit=3"
	hotConnect = "/uvboard.v1.ProjectService/ListProjects?connect=v1&encoding=json&message=%7B%22pageSize%22%3A3%7D"
	listCall   = "/uvboard.v1.ProjectService/ListProjects"
)

// answerOf is which answer of the service a response carries.
func answerOf(t *testing.T, f *hotFixture, c call) string {
	t.Helper()
	response, body := f.do(t, c)
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %s %s", c.method, c.path, response.Status, body)
	}
	_, rest, _ := strings.Cut(body, "answer-")
	number, _, _ := strings.Cut(rest, `"`)
	return number
}

func TestHotReads(t *testing.T) {
	asked, err := proto.Marshal(&pb.ListProjectsRequest{PageSize: 3})
	if err != nil {
		t.Fatal(err)
	}
	doors := map[string]call{
		"REST":         {method: "GET", path: hotREST},
		"ConnectGet":   {method: "GET", path: hotConnect},
		"ConnectJSON":  {method: "POST", path: listCall, body: `{"pageSize":3}`},
		"ConnectProto": {method: "POST", path: listCall, body: string(asked), header: map[string]string{"Content-Type": "application/proto"}},
	}
	for name, c := range doors {
		t.Run("AskOnceUntilAWrite/"+name, func(t *testing.T) {
			f := newHotFixture(t, nil)
			first, body := f.do(t, c)
			second, again := f.do(t, c)
			if n := f.projects.asked.Load(); n != 1 || body != again || second.StatusCode != 200 {
				t.Fatalf("asked %d times: %s", n, second.Status)
			}
			for _, header := range []string{"Content-Type", "X-Next-Cursor", "Etag", "Cache-Control", "Vary"} {
				if first.Header.Get(header) != second.Header.Get(header) || len(second.Header.Values(header)) > 1 {
					t.Errorf("%s: first %q, then %q", header, first.Header.Values(header), second.Header.Values(header))
				}
			}
			if first.Header.Get("X-Request-Id") == second.Header.Get("X-Request-Id") {
				t.Error("two requests have one id")
			}
			f.version.Add(1)
			if _, body := f.do(t, c); f.projects.asked.Load() != 2 || body == again {
				t.Error("a write did not drop the answer")
			}
		})
	}

	t.Run("WaitForNoOthersSlowLine", func(t *testing.T) {
		f := newHotFixture(t, nil)
		slow := &stuckWriter{ResponseRecorder: httptest.NewRecorder(), writing: make(chan struct{}), release: make(chan struct{})}
		done := make(chan struct{})
		go func() {
			defer close(done)
			f.server.ServeHTTP(slow, httptest.NewRequest("GET", hotREST, nil))
		}()
		<-slow.writing
		if got := answerOf(t, f, call{method: "GET", path: hotREST}); got != "1" {
			t.Errorf("answer %s, want the one that was made ready", got)
		}
		close(slow.release)
		<-done
	})

	t.Run("AreASecondOldAtMost", func(t *testing.T) {
		f := newHotFixture(t, nil)
		for _, step := range []struct {
			passed time.Duration
			want   string
		}{{0, "1"}, {time.Second - 1, "1"}, {time.Second, "2"}} { // in this order, since the first one makes the answer
			f.passed.Store(int64(step.passed))
			if got := answerOf(t, f, doors["REST"]); got != step.want {
				t.Errorf("answer %s after %s, want %s", got, step.passed, step.want)
			}
		}
	})

	t.Run("PassBy", func(t *testing.T) {
		f := newHotFixture(t, nil)
		answerOf(t, f, doors["REST"])
		for name, c := range map[string]call{
			"Member":          {method: "GET", path: hotREST, header: member()},
			"UnknownSession":  {method: "GET", path: hotREST, header: map[string]string{"Cookie": "a=b; uvboard_session=ended"}},
			"ForeignBearer":   {method: "GET", path: hotREST, header: map[string]string{"Authorization": "Bearer x"}},
			"Search":          {method: "GET", path: "/api/projects?q=kiln"},
			"FurtherPage":     {method: "GET", path: "/api/projects?cursor=abc"},
			"Offset":          {method: "GET", path: "/api/projects?offset=2"},
			"LongPage":        {method: "GET", path: "/api/projects?limit=100"},
			"ConnectSearch":   {method: "POST", path: listCall, body: `{"search":"kiln"}`},
			"ConnectOfMember": {method: "POST", path: listCall, body: `{"pageSize":3}`, header: member()},
		} {
			before := f.projects.asked.Load()
			first, second := answerOf(t, f, c), answerOf(t, f, c)
			if first == second || f.projects.asked.Load() != before+2 {
				t.Errorf("%s: two calls have one answer", name)
			}
		}
		if got := answerOf(t, f, doors["REST"]); got != "1" {
			t.Errorf("a visitor is answered %s, not what visitors are", got)
		}
		if got := answerOf(t, f, call{method: "GET", path: hotREST, header: map[string]string{"Cookie": "theme=dark"}}); got != "1" {
			t.Errorf("a visitor with a cookie of no session is answered %s", got)
		}
	})

	t.Run("AreTaggedAndPacked", func(t *testing.T) {
		for _, path := range []string{hotREST, hotConnect} {
			f := newHotFixture(t, nil)
			// Asked first by somebody who knows an old tag and takes gzip: that decides for nobody else.
			packed, _ := f.do(t, call{method: "GET", path: path, header: map[string]string{"Accept-Encoding": "gzip", "If-None-Match": `W/"old"`}})
			if packed.StatusCode != 200 || packed.Header.Get("Content-Encoding") != "gzip" || packed.ContentLength > 1000 {
				t.Errorf("%s: %s, %q, %d bytes", path, packed.Status, packed.Header.Get("Content-Encoding"), packed.ContentLength)
			}
			plain, body := f.do(t, call{method: "GET", path: path, header: map[string]string{"Accept-Encoding": "identity"}})
			if plain.Header.Get("Content-Encoding") != "" || !strings.Contains(body, "answer-1") {
				t.Errorf("%s: plain is %q: %.60s", path, plain.Header.Get("Content-Encoding"), body)
			}
			known, body := f.do(t, call{method: "GET", path: path, header: map[string]string{"If-None-Match": plain.Header.Get("Etag")}})
			if known.StatusCode != http.StatusNotModified || body != "" || known.Header.Get("Etag") == "" {
				t.Errorf("%s: known tag: %s %q", path, known.Status, body)
			}
		}
	})

	t.Run("AskOnceForAllWhoWait", func(t *testing.T) {
		f := newHotFixture(t, func(_ *Config, p *countedProjects) { p.hold = make(chan struct{}) })
		// The first one goes away before there is an answer: the others get it all the same.
		impatient, leave := context.WithCancel(t.Context())
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			r, _ := http.NewRequestWithContext(impatient, http.MethodGet, f.URL+hotREST, nil)
			_, _ = f.Client().Do(r)
		}()
		for f.projects.asked.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		leave()
		<-gone
		var wg sync.WaitGroup
		answers := make([]string, 30)
		for i := range answers {
			wg.Go(func() { answers[i] = answerOf(t, f, doors["REST"]) })
		}
		time.Sleep(50 * time.Millisecond) // for as many as can to be waiting; those who come later are answered the same
		close(f.projects.hold)
		wg.Wait()
		for _, got := range answers {
			if got != "1" {
				t.Fatalf("answers %q, want all the first", answers)
			}
		}
	})

	t.Run("WhoWaitedInVainHasWaitedInTheTimeOfTheCall", func(t *testing.T) {
		f := newHotFixture(t, nil)
		ask := func(ctx context.Context, begin time.Time, next http.HandlerFunc) {
			ctx = context.WithValue(ctx, exchangeKey{}, &exchange{begin: begin})
			f.server.hot.serve(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, hotREST, nil).WithContext(ctx), next)
		}
		asked, hold := make(chan struct{}), make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			ask(t.Context(), time.Now(), func(w http.ResponseWriter, _ *http.Request) {
				close(asked)
				<-hold
				w.WriteHeader(http.StatusServiceUnavailable)
			})
		})
		<-asked
		waiter := &waitingContext{Context: t.Context(), waits: make(chan struct{})}
		begin := time.Now().Add(-10 * time.Second)
		var until time.Time
		wg.Go(func() {
			ask(waiter, begin, func(_ http.ResponseWriter, r *http.Request) { until, _ = r.Context().Deadline() })
		})
		<-waiter.waits
		close(hold)
		wg.Wait()
		if want := begin.Add(callTimeout); !until.Equal(want) {
			t.Errorf("there is time until %v, want %v", until, want)
		}
	})

	t.Run("AWriteMeanwhileIsSeenByWhoComesAfterIt", func(t *testing.T) {
		f := newHotFixture(t, func(_ *Config, p *countedProjects) { p.hold = make(chan struct{}) })
		var wg sync.WaitGroup
		wg.Go(func() { answerOf(t, f, doors["REST"]) })
		for f.projects.asked.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		f.version.Add(1)
		wg.Go(func() {
			if got := answerOf(t, f, doors["REST"]); got != "2" {
				t.Errorf("asked after a write, answered %s from before it", got)
			}
		})
		for f.projects.asked.Load() == 1 {
			time.Sleep(time.Millisecond)
		}
		close(f.projects.hold)
		wg.Wait()
	})

	t.Run("AFailureIsNotKept", func(t *testing.T) {
		f := newHotFixture(t, nil)
		f.projects.fail.Store(true)
		response, body := f.do(t, doors["REST"])
		if response.StatusCode != 500 || strings.Contains(body, "away") {
			t.Errorf("%s %s", response.Status, body)
		}
		f.projects.fail.Store(false)
		if got := answerOf(t, f, doors["REST"]); got != "2" {
			t.Errorf("answer %s after a failure", got)
		}
	})

	t.Run("AreCountedAsReads", func(t *testing.T) {
		f := newHotFixture(t, func(c *Config, _ *countedProjects) { c.RateLimits = true })
		for n := range 121 {
			response, body := f.do(t, doors["REST"])
			switch refused := response.StatusCode == http.StatusTooManyRequests && strings.Contains(body, `"code":"RATE_LIMITED"`); {
			case n == 120 && !refused:
				t.Errorf("call 121: %s %s, want the refusal of one too many", response.Status, body)
			case n < 120 && response.StatusCode != http.StatusOK:
				t.Fatalf("call %d: %s %s", n+1, response.Status, body)
			}
		}
		if n := f.projects.asked.Load(); n != 1 {
			t.Errorf("the service was asked %d times, want once", n)
		}
	})

	t.Run("AreFew", func(t *testing.T) {
		f := newHotFixture(t, nil)
		for i := range 3 * hotAnswers {
			answerOf(t, f, call{method: "GET", path: "/api/projects?x=" + url.QueryEscape(fmt.Sprint(i))})
		}
		if n := len(f.server.hot.answers); n > hotAnswers {
			t.Errorf("%d answers are kept", n)
		}
	})
}

func TestPagesAreCachedForVisitors(t *testing.T) {
	cacheControl, asked := "no-cache", 0
	f := newHotFixture(t, func(c *Config, _ *countedProjects) {
		c.Web = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked++
			w.Header().Set("Cache-Control", cacheControl)
			_, _ = w.Write([]byte("page"))
		})
	})
	ask := func(path string, header map[string]string, want int) {
		t.Helper()
		if response, body := f.do(t, call{method: "GET", path: path, header: header}); response.StatusCode != 200 || body != "page" || asked != want {
			t.Errorf("%s: %s %s, rendered %d times, want %d", path, response.Status, body, asked, want)
		}
	}
	ask("/", nil, 1)
	ask("/", nil, 1)
	ask("/search?stage=mvp", nil, 2)
	ask("/search?stage=mvp", nil, 2)
	ask("/search?q=tea", nil, 3)
	ask("/search?q=tea", nil, 4)
	ask("/", member(), 5)
	ask("/projects/one", nil, 6)
	ask("/projects/one", nil, 7)
	f.version.Add(1)
	cacheControl = "no-store" // as of a page without its first data
	ask("/", nil, 8)
	ask("/", nil, 9)
}

// What an answer that is ready costs.
func BenchmarkHotRead(b *testing.B) {
	f := newHotFixture(b, nil)
	b.ReportAllocs()
	for b.Loop() {
		w := httptest.NewRecorder()
		w.Body = nil
		f.server.ServeHTTP(w, httptest.NewRequest(http.MethodGet, hotREST, http.NoBody))
		if w.Code != http.StatusOK {
			b.Fatal(w.Code)
		}
	}
}

// stuckWriter is a caller who takes nothing until released.
type stuckWriter struct {
	*httptest.ResponseRecorder
	writing, release chan struct{}
}

func (w *stuckWriter) Write(p []byte) (int, error) {
	close(w.writing)
	<-w.release
	return w.ResponseRecorder.Write(p)
}

// waitingContext tells when somebody waits for its end.
type waitingContext struct {
	context.Context
	once  sync.Once
	waits chan struct{}
}

func (c *waitingContext) Done() <-chan struct{} {
	c.once.Do(func() { close(c.waits) })
	return c.Context.Done()
}
