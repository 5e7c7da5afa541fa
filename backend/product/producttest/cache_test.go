package producttest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"testing"

	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// A visitor sees every write at once in spite of the cache, over REST and over Connect.
func TestVisitorsSeeEveryWriteAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		visitor := &client{t: t, base: serveTest(t, testConfig(t), db, io.Discard).URL}
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
				for path, into := range map[string]any{"/api/projects?type=newest&limit=4": &list,
					"/api/users/top?limit=5": &top, "/api/stats/community": &stats} {
					body := visitor.want(http.StatusOK, "GET", path, "")
					if err := json.Unmarshal(body, into); err != nil {
						t.Fatalf("%v in %s", err, body)
					}
				}
				connect := visitor.want(http.StatusOK, "GET",
					"/uvboard.v1.ProjectService/ListProjects?connect=v1&encoding=json&message="+
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
		maker, userID := visitor.register("maker")
		reader, _ := visitor.register("reader")
		want.users = 2
		check("two registrations")
		body := maker.want(http.StatusCreated, "POST", "/api/projects",
			`{"title":"Kiln log","tagline":"Keeps the firing curve of a kiln","primaryCategory":"games","stage":"mvp","vibeTools":["claude"],"logo":"https://kiln.example/l.png"}`)
		project := "/api/projects/" + valueAt(t, body, "id")
		want.titles, want.projects = "Kiln log;", 1
		check("a project")
		reader.want(http.StatusCreated, "POST", "/api/votes", `{"targetId":"`+valueAt(t, body, "id")+
			`","targetType":"project","voteType":"upvote"}`)
		want.upvotes, want.received = 1, 1
		check("a vote")
		maker.want(http.StatusOK, "PUT", project, `{"title":"Kiln book"}`)
		want.titles = "Kiln book;"
		check("a rename")
		maker.want(http.StatusOK, "PUT", project, `{"isPublic":false}`)
		want.titles, want.upvotes, want.projects = "", 0, 0
		check("hiding")
		// Only the owner sees the draft, and only with a session.
		own := "/api/users/" + userID + "/projects"
		if seen := maker.want(http.StatusOK, "GET", own, ""); !bytes.Contains(seen, []byte("Kiln book")) {
			t.Errorf("the owner sees %s", seen)
		}
		ended := maker.as(maker.cookie)
		maker.want(http.StatusOK, "POST", "/api/auth/logout", "")
		for _, stranger := range []*client{visitor, ended, reader} {
			if seen := stranger.want(http.StatusOK, "GET", own, ""); !bytes.Equal(seen, []byte("[]")) {
				t.Errorf("a stranger sees %s", seen)
			}
		}
	})
}
