package alive

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"uvboard/backend/platform/fetch"
)

// A site is asked as its robots.txt allows, and its answer means what docs/alive.md says.
func TestAsk(t *testing.T) {
	var robotsAsked atomic.Int32
	mux := http.NewServeMux()
	status := func(path string, head, get int) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			if r.UserAgent() != UserAgent("https://board.example") {
				t.Errorf("User-Agent %q", r.UserAgent())
			}
			if r.Method == http.MethodHead {
				w.WriteHeader(head)
				return
			}
			w.WriteHeader(get)
		})
	}
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		robotsAsked.Add(1)
		_, _ = w.Write([]byte("User-agent: *\nDisallow: /private\n\nUser-agent: UVBoard\nDisallow: /secret\n"))
	})
	mux.Handle("/moved", http.RedirectHandler("/ok", http.StatusFound))
	mux.Handle("/circle", http.RedirectHandler("/circle", http.StatusFound))
	for path, codes := range map[string][2]int{
		"/ok": {200, 200}, "/nohead": {405, 200}, "/head404": {404, 200}, "/login": {401, 401}, "/wall": {403, 403},
		"/busy": {429, 429}, "/none": {404, 404}, "/was": {410, 410}, "/broken": {500, 503}, "/private": {200, 200},
	} {
		status(path, codes[0], codes[1])
	}
	site := httptest.NewServer(mux)
	defer site.Close()
	failing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502) }))
	defer failing.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	ask := NewAsk(fetch.New(UserAgent("https://board.example"), fetch.Hosts{"127.0.0.1"}), time.Now)
	for address, want := range map[string]Outcome{
		site.URL + "/ok": {answered, "", true}, site.URL + "/nohead": {answered, "", true},
		site.URL + "/head404": {answered, "", true}, site.URL + "/moved": {answered, "", true},
		site.URL + "/circle": {answered, "", true}, site.URL + "/login": {answered, "", true},
		site.URL + "/wall": {answered, "", true}, site.URL + "/busy": {answered, "", true},
		site.URL + "/private":           {answered, "", true}, // the rules for all agents are not those for this one
		site.URL + "/none":              {failed, "HTTP status 404 Not Found", true},
		site.URL + "/was":               {failed, "HTTP status 410 Gone", true},
		site.URL + "/broken":            {failed, "HTTP status 503 Service Unavailable", true},
		site.URL + "/secret/page":       {unknown, "Its robots.txt does not allow checks", true},
		failing.URL + "/":               {failed, "HTTP status 502 Bad Gateway", true},
		closed.URL + "/":                {failed, "No connection", false},
		"http://10.0.0.1/":              {unknown, "It is no public web address", false},
		"ftp://files.kiln.test/archive": {unknown, "It is no public web address", false},
	} {
		if got := ask(t.Context(), address); got != want {
			t.Errorf("%s: %+v, want %+v", address, got, want)
		}
	}
	if n := robotsAsked.Load(); n != 1 {
		t.Errorf("robots.txt was asked for %d times", n)
	}
}
