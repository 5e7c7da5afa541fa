package main

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"uvboard/backend/platform/config"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// A visitor sees every write at once, though the cache answers: on REST and on Connect.
func TestVisitorsSeeEveryWriteAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := &config.Config{BaseURL: &url.URL{Scheme: "http", Host: "localhost:8080"}, DataDir: t.TempDir(), ProductName: "UV Board"}
		uploads := openUploads(t, c, db)
		built, err := newServer(c, db, newProduct(c, db, uploads), slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(built)
		defer server.Close()
		do := func(cookie, method, path, body string) (*http.Response, []byte) {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if body != "" {
				r.Header.Set("Content-Type", "application/json")
			}
			if cookie != "" {
				r.Header.Set("Cookie", cookie)
			}
			response, err := server.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			content, err := io.ReadAll(response.Body)
			if err != nil || response.StatusCode/100 != 2 {
				t.Fatalf("%s %s: %s %s %v", method, path, response.Status, content, err)
			}
			return response, content
		}
		join := func(name string) string {
			response, _ := do("", "POST", "/api/auth/register", `{"username":"`+name+`","email":"`+name+`@mail.example","password":"vibecoding"}`)
			return response.Cookies()[0].Name + "=" + response.Cookies()[0].Value
		}
		// What a visitor sees of the newest list, the users and the counts, each read twice.
		type seen struct {
			titles            string
			upvotes, received int
			projects, users   int
		}
		look := func() (s seen) {
			t.Helper()
			for range 2 {
				s = seen{}
				var list []struct {
					Title   string
					Upvotes int
				}
				var top []struct{ VoteCount int }
				var stats struct{ TotalProjects, ActiveVibers int }
				for path, into := range map[string]any{"/api/projects?type=newest&limit=4": &list, "/api/users/top?limit=5": &top, "/api/stats/community": &stats} {
					_, body := do("", "GET", path, "")
					if err := json.Unmarshal(body, into); err != nil {
						t.Fatalf("%v in %s", err, body)
					}
				}
				_, connect := do("", "GET", "/uvboard.v1.ProjectService/ListProjects?connect=v1&encoding=json&message="+
					url.QueryEscape(`{"type":"PROJECT_LIST_TYPE_NEWEST","pageSize":4}`), "")
				for _, p := range list {
					s.titles += p.Title + ";"
					s.upvotes += p.Upvotes
					if !bytes.Contains(connect, []byte(p.Title)) {
						t.Errorf("REST has %s, Connect %s", p.Title, connect)
					}
				}
				for _, u := range top {
					s.received += u.VoteCount
				}
				s.projects, s.users = stats.TotalProjects, stats.ActiveVibers
			}
			return s
		}
		want := seen{}
		check := func(what string) {
			t.Helper()
			if got := look(); got != want {
				t.Errorf("after %s visitors see %+v, want %+v", what, got, want)
			}
		}
		check("nothing")
		maker, reader := join("maker"), join("reader")
		want.users = 2
		check("two registrations")
		_, body := do(maker, "POST", "/api/projects", `{"title":"Kiln log","tagline":"Keeps the firing curve of a kiln","primaryCategory":"games","stage":"mvp","vibeTools":["claude"],"logo":"https://kiln.example/l.png"}`)
		project := "/api/projects/" + valueAt(t, body, "id")
		want.titles, want.projects = "Kiln log;", 1
		check("a project")
		do(reader, "POST", "/api/votes", `{"targetId":"`+valueAt(t, body, "id")+`","targetType":"project","voteType":"upvote"}`)
		want.upvotes, want.received = 1, 1
		check("a vote")
		do(maker, "PUT", project, `{"title":"Kiln book"}`)
		want.titles = "Kiln book;"
		check("a rename")
		do(maker, "PUT", project, `{"isPublic":false}`)
		want.titles, want.upvotes, want.projects = "", 0, 0
		check("hiding")
		// Only the owner sees the draft, and only with a session.
		own := "/api/users/" + valueAt(t, body, "userId") + "/projects"
		if _, seen := do(maker, "GET", own, ""); !bytes.Contains(seen, []byte("Kiln book")) {
			t.Errorf("the owner sees %s", seen)
		}
		do(maker, "POST", "/api/auth/logout", "")
		for _, cookie := range []string{"", maker, reader} {
			if _, seen := do(cookie, "GET", own, ""); !bytes.Equal(seen, []byte("[]")) {
				t.Errorf("a stranger sees %s", seen)
			}
		}
	})
}
