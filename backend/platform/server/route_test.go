package server

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/ratelimit"
	"uvboard/backend/platform/rest"
)

// The bounds that a route declares hold before and while its Handle runs.
func TestRoutesAreBounded(t *testing.T) {
	read := auth.Rule{Level: auth.User, Limit: auth.LimitRead}
	var f *fixture
	inside := func(path string) func(http.ResponseWriter, *http.Request) error {
		return func(w http.ResponseWriter, r *http.Request) error {
			inner, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "https://board.example"+path, nil)
			must.NoError(t, err)
			inner.RemoteAddr, inner.RequestURI, inner.Header = r.RemoteAddr, path, r.Header
			a := httptest.NewRecorder()
			f.server.ServeHTTP(a, inner)
			w.WriteHeader(a.Code)
			return nil
		}
	}
	var left time.Duration // until the deadline of the last Handle
	var taken int          // slots while it runs
	look := func(w http.ResponseWriter, r *http.Request) error {
		deadline, ok := r.Context().Deadline()
		if left = 0; ok {
			left = time.Until(deadline).Round(time.Second)
		}
		taken = len(f.server.work.slots)
		n, err := io.Copy(io.Discard, r.Body)
		w.Header().Set("Got", time.Duration(n).String())
		return err
	}
	f = newFixture(t, func(c *Config) {
		c.RateLimits = ratelimit.New(nil, time.Now)
		c.Routes = []Route{
			{Method: "POST", Path: "/none", Rule: read, Handle: look},
			{Method: "POST", Path: "/small", Rule: read, Handle: look, MaxBody: 4 << 10},
			{Method: "POST", Path: "/large", Rule: read, Handle: look, MaxBody: 1 << 20},
			{Method: "POST", Path: "/slow", Rule: read, Handle: look, Timeout: 25 * time.Second},
			{Method: "POST", Path: "/file", Rule: read, Handle: look, MaxBody: 1 << 20, File: true},
			{Method: "POST", Path: "/twice", Rule: read, Handle: inside("/api/projects/one")},
			{Method: "POST", Path: "/upload", Rule: read, Handle: inside("/file")},
			{Method: "GET", Path: "/file", Rule: read, Handle: look, File: true},
		}
	})
	f.server.work = newWork(1)
	send := func(path string, size int) (int, string) {
		t.Helper()
		response, _ := f.do(t, call{method: "POST", path: path, body: strings.Repeat(" ", size), header: asUser()})
		return response.StatusCode, response.Header.Get("Got")
	}
	for _, tc := range []struct {
		name, path string
		size       int
		status     int
		got        string
		deadline   time.Duration
		turn       int
	}{
		{"NoBodyIsRead", "/none", 100, 200, "0s", callTimeout, 1},
		{"Body", "/small", 4 << 10, 200, "4.096µs", callTimeout, 1},
		{"BodyTooLarge", "/small", 4<<10 + 1, 413, "", 0, 0},
		{"LargeBody", "/large", 1 << 20, 200, "1.048576ms", callTimeout, 1},
		{"LargeBodyTooLarge", "/large", 1<<20 + 1, 413, "", 0, 0},
		{"OtherMachine", "/slow", 0, 200, "0s", 25 * time.Second, 0},
		{"File", "/file", 1 << 20, 200, "1.048576ms", 0, 0},
		{"FileTooLarge", "/file", 1<<20 + 1, 500, "", 0, 0}, // the route has its own message
	} {
		t.Run(tc.name, func(t *testing.T) {
			left, taken = 0, 0
			if status, got := send(tc.path, tc.size); status != tc.status || status == http.StatusOK && got != tc.got ||
				left != tc.deadline || taken != tc.turn {
				t.Errorf("%d, got %q, %s left, %d turns; want %+v", status, got, left, taken, tc)
			}
			if n := len(f.server.work.slots); n != 0 {
				t.Errorf("%d slots are taken after the request", n)
			}
		})
	}
	t.Run("OneLargeBodyOfAUser", func(t *testing.T) {
		done, err := f.server.large.begin(callers["member"].UserID)
		must.NoError(t, err)
		if status, _ := send("/large", rest.MaxBodyBytes+1); status != http.StatusTooManyRequests {
			t.Errorf("a second large body: %d", status)
		}
		if status, _ := send("/large", rest.MaxBodyBytes); status != http.StatusOK {
			t.Errorf("a small body: %d", status)
		}
		done()
	})
	counts := func(limit auth.Limit) (n int) {
		n, _, _, err := f.server.gate.limits.Left(t.Context(), ratelimit.ByUser(limit, callers["member"].UserID))
		must.NoError(t, err)
		return n
	}
	t.Run("RequestInside", func(t *testing.T) {
		for path, reads := range map[string]int{"/twice": 1, "/upload": 1, "/none": 1} {
			before := counts(auth.LimitRead)
			if status, _ := send(path, 0); status != http.StatusOK {
				t.Errorf("%s with one slot: %d", path, status)
			}
			if counted := before - counts(auth.LimitRead); counted != reads {
				t.Errorf("%s counts as %d reads", path, counted)
			}
		}
	})
	t.Run("LargeBodyCountsAsAWrite", func(t *testing.T) {
		for path, writes := range map[string]int{"/large": 1, "/file": 0} {
			before := counts(auth.LimitWrite)
			send(path, 1<<20)
			if counted := before - counts(auth.LimitWrite); counted != writes {
				t.Errorf("%s counts as %d writes", path, counted)
			}
		}
	})
}
