package producttest

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"uvboard/backend/blog"
	"uvboard/backend/forum"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent/auditentry"
)

// recounts runs the tasks of bans.
func recounts(db *store.DB) *jobs.Runner {
	votable := []domain.Votable{project.Votable, blog.Votable, blog.CommentVotable, forum.ThreadVotable,
		forum.PostVotable}
	return jobs.New(db, vote.Domain(vote.NewService(db, votable, time.Now)).Jobs, slog.New(slog.DiscardHandler),
		time.Now)
}

// A moderator hides and restores every kind of content, and suspends and bans users; every counter stays exact.
func TestModeration(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		maker, makerID := visitor.register("maker")
		reader, readerID := visitor.register("reader")
		admin, adminID := visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		create := func(path, body string) string {
			return valueAt(t, maker.want(http.StatusCreated, "POST", path, body), "id")
		}

		channel := create("/api/forum/channels", `{"name":"Glazes"}`)
		thread := create("/api/forum/threads", `{"title":"Cone six","content":"Which glaze?","channelId":"`+channel+
			`"}`)
		post := create("/api/forum/posts", `{"content":"Celadon.","threadId":"`+thread+`"}`)
		story := create("/api/blog/posts", `{"title":"A winter of kilns","content":"It was cold."}`)
		comment := create("/api/blog/posts/"+story+"/comments", `{"content":"Still cold."}`)
		form, contentType := imageForm(t, "file")
		logo := valueAt(t, maker.want(http.StatusCreated, "POST", "/api/upload", string(form), "Content-Type",
			contentType), "url")
		project := create("/api/projects",
			`{"title":"Kiln log","tagline":"Fires and forgets nothing","primaryCategory":"other","stage":"mvp","vibeTools":["cursor"],"logo":"`+logo+`"}`)

		targets := []struct{ kind, id, page string }{
			{"forum_post", post, "/api/forum/threads/" + thread + "/posts"},
			{"forum_thread", thread, "/api/forum/threads/" + thread},
			{"blog_comment", comment, "/api/blog/posts/" + story + "/comments"},
			{"blog_post", story, "/api/blog/posts/" + story},
			{"project", project, "/api/projects/" + project},
		}
		shown := func(c *client, page, id string) bool {
			response, body := c.send("GET", page, "")
			return response.StatusCode == http.StatusOK && strings.Contains(string(body), `"id":"`+id+`"`)
		}
		for _, target := range targets {
			body := fmt.Sprintf(`{"targetType":%q,"targetId":%q,"reason":"spam","details":"Again."}`, target.kind,
				target.id)
			report := valueAt(t, reader.want(http.StatusCreated, "POST", "/api/reports", body), "id")
			reader.want(http.StatusConflict, "POST", "/api/reports", body)
			maker.want(http.StatusForbidden, "POST", "/api/reports", body)
			reader.want(http.StatusForbidden, "PUT", "/api/admin/reports/"+report, `{"action":"hide","reason":"Spam"}`)
			admin.want(http.StatusOK, "PUT", "/api/admin/reports/"+report, `{"action":"hide","reason":"Spam"}`)
			again := fmt.Sprintf(`{"targetType":%q,"targetId":%q,"reason":"Again"}`, "REPORT_TARGET_TYPE_"+
				strings.ToUpper(target.kind), target.id)
			admin.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/HideContent", again)
			if shown(reader, target.page, target.id) {
				t.Errorf("a hidden %s is shown to others", target.kind)
			}
			if !shown(maker, target.page, target.id) {
				t.Errorf("a hidden %s is not shown to its author", target.kind)
			}
			if _, body := maker.send("GET", target.page, ""); !strings.Contains(string(body), `"isHidden":true`) {
				t.Errorf("the author of a hidden %s reads %s", target.kind, body)
			}
			expectNoDrift(t, db)
			reader.want(http.StatusNotFound, "POST", "/api/reports", body)
			admin.want(http.StatusOK, "PUT", "/api/admin/reports/"+report, `{"action":"restore","reason":"It was not"}`)
			admin.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/RestoreContent", again)
			if !shown(reader, target.page, target.id) {
				t.Errorf("a restored %s is not shown", target.kind)
			}
			expectNoDrift(t, db)
			var acts []string
			for _, e := range db.Client().AuditEntry.Query().Where(auditentry.TargetID(store.ParseID(target.id))).
				Order(auditentry.ByID()).AllX(t.Context()) {
				acts = append(acts, e.Action)
			}
			if !slices.Equal(acts, []string{"hide", "restore"}) {
				t.Errorf("acts on a %s are recorded that change nothing: %v", target.kind, acts)
			}
		}

		// The owner of a hidden project may edit it but not show it.
		report := valueAt(t, reader.want(http.StatusCreated, "POST", "/api/reports",
			`{"targetType":"project","targetId":"`+project+`","reason":"other"}`), "id")
		admin.want(http.StatusOK, "PUT", "/api/admin/reports/"+report, `{"action":"hide","reason":"Look again"}`)
		maker.want(http.StatusOK, "PUT", "/api/projects/"+project, `{"isPublic":true,"title":"Kiln log 2"}`)
		reader.want(http.StatusNotFound, "GET", "/api/projects/"+project, "")
		admin.want(http.StatusOK, "PUT", "/api/admin/reports/"+report, `{"action":"restore","reason":"Fine"}`)
		reader.want(http.StatusOK, "GET", "/api/projects/"+project, "")

		userReport := valueAt(t, reader.want(http.StatusCreated, "POST", "/api/reports",
			`{"targetType":"user","targetId":"`+makerID+`","reason":"abuse"}`), "id")
		admin.want(http.StatusBadRequest, "PUT", "/api/admin/reports/"+userReport, `{"action":"hide","reason":"Rude"}`)
		admin.want(http.StatusOK, "PUT", "/api/admin/reports/"+userReport, `{"action":"dismiss","reason":"Not rude"}`)

		vote := func(c *client, status int, kind, id, value string) {
			c.want(status, "POST", "/api/votes", fmt.Sprintf(`{"targetId":%q,"targetType":%q,"voteType":%q}`, id, kind,
				value))
		}
		vote(reader, http.StatusCreated, "project", project, "upvote")
		vote(reader, http.StatusCreated, "forum_thread", thread, "downvote")
		reader.want(http.StatusOK, "POST", "/api/blog/posts/"+story+"/like", "")
		votes := func() string {
			p := maker.want(http.StatusOK, "GET", "/api/projects/"+project, "")
			h := maker.want(http.StatusOK, "GET", "/api/forum/threads/"+thread, "")
			s := maker.want(http.StatusOK, "GET", "/api/blog/posts/"+story+"/engagement", "")
			u := maker.want(http.StatusOK, "GET", "/api/users/"+makerID+"/stats", "")
			return fmt.Sprint(number(t, p, "upvotes"), number(t, h, "downvotes"), number(t, s, "likesCount"),
				number(t, u, "reputation"))
		}
		recount := recounts(db)
		expect := func(want string) {
			t.Helper()
			must.NoError(t, recount.Work(t.Context()))
			if got := votes(); got != want {
				t.Errorf("project's upvotes, thread's downvotes, likes and reputation: %s, want %s", got, want)
			}
			expectNoDrift(t, db)
		}
		expect("1 1 1 8")

		suspension := "/api/admin/users/" + readerID + "/suspension"
		admin.want(http.StatusBadRequest, "PUT", suspension, `{"until":"2001-01-01T00:00:00Z","reason":"Spam"}`)
		admin.want(http.StatusForbidden, "PUT", "/api/admin/users/"+adminID+"/suspension", `{"reason":"Tired"}`)
		admin.want(http.StatusOK, "PUT", suspension, `{"until":"2199-01-01T00:00:00Z","reason":"Spam"}`)
		vote(reader, http.StatusForbidden, "forum_post", post, "upvote")
		reader.want(http.StatusOK, "GET", "/api/projects", "")
		reader.want(http.StatusOK, "POST", "/api/auth/login", `{"username":"reader","password":"vibecoding"}`)
		expect("1 1 1 8")
		session := func() string { return string(reader.want(http.StatusOK, "GET", "/api/auth/me", "")) }
		if got := session(); !strings.Contains(got, `"reason":"Spam"`) ||
			!strings.Contains(got, `"until":"2199-01-01T00:00:00Z"`) || !strings.Contains(got, `"warning":null`) {
			t.Errorf("a suspended user's session: %s", got)
		}

		admin.want(http.StatusOK, "PUT", suspension, `{"until":null,"reason":"More spam"}`)
		if _, body := reader.send("POST", "/api/forum/posts", `{"content":"Buy!","threadId":"`+thread+
			`"}`); !strings.Contains(string(body), "Your account is banned. Reason: More spam") ||
			!strings.Contains(string(body), `"SUSPENDED"`) {
			t.Errorf("a banned user is told %s", body)
		}
		expect("0 0 0 0")

		if got := session(); !strings.Contains(got, `"reason":"More spam"`) || !strings.Contains(got, `"until":null`) {
			t.Errorf("a banned user's session: %s", got)
		}

		admin.want(http.StatusOK, "DELETE", suspension, "")
		for _, reason := range []string{"Slow down", "Slow down, please"} {
			admin.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/WarnUser",
				fmt.Sprintf(`{"userId":%q,"reason":%q}`, readerID, reason))
		}
		if got := session(); !strings.Contains(got, `"suspension":null`) ||
			!strings.Contains(got, `"reason":"Slow down, please"`) {
			t.Errorf("a warned user's session: %s", got)
		}
		storetest.Exec(t, db, "UPDATE audit_entries SET created_at = '2001-01-01 00:00:00'")
		if got := session(); !strings.Contains(got, `"warning":null`) {
			t.Errorf("an old warning stays: %s", got)
		}
		vote(reader, http.StatusCreated, "forum_post", post, "upvote")
		expect("1 1 1 13")

		// A banned user's votes go with the content without being subtracted again.
		admin.want(http.StatusOK, "PUT", suspension, `{"reason":"Spam again"}`)
		maker.want(http.StatusOK, "DELETE", "/api/forum/threads/"+thread, "")
		maker.want(http.StatusOK, "DELETE", "/api/projects/"+project, "")
		must.NoError(t, recount.Work(t.Context()))
		expectNoDrift(t, db)

		log := admin.want(http.StatusOK, "GET", "/api/admin/audit-log?limit=1", "")
		if valueAt(t, log, "0.action") != "ban" || valueAt(t, log, "0.actor.id") != adminID ||
			valueAt(t, log, "0.targetId") != readerID {
			t.Errorf("the audit log is %s", log)
		}
	})
}

func number(t *testing.T, body []byte, name string) int {
	t.Helper()
	var object map[string]any
	must.NoError(t, json.Unmarshal(body, &object))
	return int(object[name].(float64))
}

// If two admins ban each other at the same time, one of them stays an admin.
func TestAdminsWhoBanEachOther(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		ada, adaID := visitor.register("ada")
		bob, bobID := visitor.register("bob")
		for range 3 {
			storetest.Exec(t, db, "UPDATE users SET role = 'admin', suspended_at = NULL")
			status := make([]int, 2)
			must.Concurrently(t, 2, func(i int) error {
				admin, other := ada, bobID
				if i == 1 {
					admin, other = bob, adaID
				}
				response, _ := admin.send("PUT", "/api/admin/users/"+other+"/suspension", `{"reason":"Coup"}`)
				status[i] = response.StatusCode
				return nil
			})
			slices.Sort(status)
			if !slices.Equal(status, []int{http.StatusOK, http.StatusForbidden}) {
				t.Errorf("status %v", status)
			}
		}
	})
}
