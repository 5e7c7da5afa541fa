package producttest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"uvboard/backend/platform/must"
)

// The command shows each feed as it is fetched, in any order, works while the server is running and fails if no feed
// could be read.
func TestNewsRefresh(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/kiln":
			http.NotFound(w, r)
		case r.Header.Get("If-None-Match") == `"1"`:
			w.WriteHeader(http.StatusNotModified)
		default:
			w.Header().Set("Etag", `"1"`)
			fmt.Fprint(w, `<rss version="2.0"><channel><item><title>Claude fires a kiln</title><link>https://kiln.example/1</link></item></channel></rss>`)
		}
	}))
	defer site.Close()
	feeds := func(paths ...string) string {
		file := filepath.Join(t.TempDir(), "feeds.yaml")
		var list strings.Builder
		for _, path := range paths {
			fmt.Fprintf(&list, "- {name: The %s, url: '%s/%s'}\n", path, site.URL, path)
		}
		must.NoError(t, os.WriteFile(file, []byte(list.String()), 0o600))
		return "UVBOARD_NEWS_FEEDS=" + file
	}
	data := "UVBOARD_DATA_DIR=" + t.TempDir()
	server := startServe(t, []string{data, feeds("kiln", "clay")})
	refresh := func(status int, env string, want ...string) {
		t.Helper()
		lines := strings.Split(strings.TrimSpace(do(t, status, []string{data, env}, "news", "refresh")), "\n")
		var got []string
		for i, line := range lines {
			got = append(got, strings.TrimPrefix(line, fmt.Sprintf("%d of 2  ", i+1)))
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	refresh(0, feeds("kiln", "clay"), "The clay: failed: HTTP status 404 Not Found", "The kiln: 1 new")
	refresh(0, feeds("kiln", "clay"), "The clay: failed: HTTP status 404 Not Found", "The kiln: unchanged")
	refresh(1, feeds("clay", "wheel"), "The clay: failed: HTTP status 404 Not Found",
		"The wheel: failed: HTTP status 404 Not Found",
		"uvboard: none of the 2 feeds could be read")
	if body := (&client{t: t, base: server.base}).want(http.StatusOK, "GET", "/api/news?tools=claude",
		""); !strings.Contains(string(body), "Claude fires a kiln") {
		t.Errorf("the server lists %s", body)
	}
	server.stop(syscall.SIGTERM)
}
