package main

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/tooltest"
	"uvboard/bench/process"
)

// TestMain runs the program instead of the tests if a test started this binary as a reference server.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "reference" {
		main()
		return
	}
	os.Exit(m.Run())
}

var databases = flag.String("databases", "sqlite", "the databases of TestPairs; the nightly task runs both")

// Every pair runs, and its two sides answer the same.
func TestPairs(t *testing.T) {
	t.Chdir("..") // as the task runs the program: PocketBase is built from its folder
	binary, err := tooltest.Program()
	must.NoError(t, err)
	for kind := range strings.SplitSeq(*databases, ",") {
		t.Run(kind, func(t *testing.T) {
			e := &env{binary: binary, dir: t.TempDir(), running: map[string]*process.Process{},
				roundTime: 100 * time.Millisecond}
			t.Cleanup(func() {
				if err := e.close(); err != nil {
					t.Error(err)
				}
			})
			var err error
			if e.database, err = seeded(t.Context(), binary, e.dir, kind, seedSize{projects: 3400, votes: 1000,
				threads: 1300}); err != nil {
				t.Fatal(err)
			}
			chosen, err := choose(nil, e.database)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range chosen {
				t.Run(p.name, func(t *testing.T) {
					sides, err := p.open(t.Context(), e)
					if err != nil {
						t.Fatal(err)
					}
					for _, side := range sides {
						if s, err := side(t.Context(), 50*time.Millisecond); err != nil || s == (sample{}) {
							t.Errorf("%+v, %v", s, err)
						}
					}
				})
			}
			t.Run("overload", func(t *testing.T) {
				if err := measureOverload(t.Context(), e); err != nil {
					t.Error(err)
				}
			})
			t.Run("searches", func(t *testing.T) {
				if err := measureSearches(t.Context(), e); err != nil {
					t.Error(err)
				}
			})
			t.Run("followers", func(t *testing.T) {
				if err := measureFollowers(t.Context(), e, 100, 1, 600); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestLoad(t *testing.T) {
	var requests atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		switch r.URL.Path {
		case "/chunked":
			fmt.Fprint(w, strings.Repeat("x", 5000))
			_ = http.NewResponseController(w).Flush()
			fmt.Fprint(w, strings.Repeat("y", 5000))
		case "/broken":
			http.Error(w, "broken", http.StatusInternalServerError)
		default:
			fmt.Fprint(w, "short")
		}
	}))
	defer server.Close()
	addr := strings.TrimPrefix(server.URL, "http://")

	measured, err := load(t.Context(), addr, 3, 100*time.Millisecond, func(_ int, r *rand.Rand) request {
		return request{wire: get([]string{"/short", "/chunked"}[r.IntN(2)])}
	})
	if err != nil {
		t.Fatal(err)
	}
	// The rate is a little lower, since the last requests end after the 0.1 s.
	if most := float64(requests.Load()) * 10; measured.Rate > most || measured.Rate < most/2 {
		t.Errorf("rate %.0f/s, but %d responses in 0.1 s", measured.Rate, requests.Load())
	}
	if measured.P50 <= 0 || measured.P95 < measured.P50 || measured.P99 < measured.P95 {
		t.Errorf("times %+v", measured)
	}

	_, err = load(t.Context(), addr, 3, 100*time.Millisecond, func(client int, _ *rand.Rand) request {
		return request{wire: get("/broken"), aside: true}
	})
	if err == nil || !strings.Contains(err.Error(), "GET /broken HTTP/1.1: status 500: broken") {
		t.Errorf("failed response: %v", err)
	}
}

func TestReadResponseStopsAtEnd(t *testing.T) {
	two := "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nab" +
		"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
	r := bufio.NewReader(strings.NewReader(two))
	for range 2 {
		if err := readResponse(r); err != nil {
			t.Fatal(err)
		}
	}
	if r.Buffered() != 0 {
		t.Errorf("%d bytes left", r.Buffered())
	}
}

func TestRatio(t *testing.T) {
	slow, fast := sample{Rate: 60, P95: 30 * time.Millisecond, P99: 40 * time.Millisecond},
		sample{Rate: 100, P95: 20 * time.Millisecond, P99: 20 * time.Millisecond}
	for _, c := range []struct {
		name    string
		goal    goal
		samples []sample
		ratio   float64
		reached bool
	}{
		{"Rate", goal{ratio: .6}, []sample{slow, fast}, .6, true},
		{"RateMissed", goal{ratio: .61}, []sample{slow, fast}, .6, false},
		{"P99Missed", goal{ratio: .5, maxP99: 1.5}, []sample{slow, fast}, .6, false},
		{"P95", goal{ratio: 1.5, p95: true}, []sample{slow, fast}, 1.5, true},
		{"P95Missed", goal{ratio: 1.4, p95: true}, []sample{slow, fast}, 1.5, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := result{pair: pair{goal: c.goal}, samples: c.samples}
			if diff := r.ratio() - c.ratio; diff > 1e-9 || diff < -1e-9 || r.reached() != c.reached {
				t.Errorf("ratio %v reached %v, want %v %v", r.ratio(), r.reached(), c.ratio, c.reached)
			}
		})
	}
}
