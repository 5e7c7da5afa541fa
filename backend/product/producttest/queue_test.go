package producttest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// reported is a report as the queue shows it.
type reported struct {
	ID, Status, Decision string
	OpenReports          int
	Target               *struct {
		Title, Excerpt, Path string
		Author               struct{ Username string }
		IsHidden, IsDeleted  bool
	}
	AuthorHistory *struct {
		Warnings, HiddenItems, Suspensions int
		Suspension                         *struct{ Until, Reason string }
	}
	Reporter struct{ Username string }
}

// The queue shows reported content and the moderation history of its author. A decision can be undone.
func TestQueue(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		maker, makerID := visitor.register("maker")
		first, _ := visitor.register("first")
		second, _ := visitor.register("second")
		admin, _ := visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		create := func(path, body string) string {
			return valueAt(t, maker.want(http.StatusCreated, "POST", path, body), "id")
		}
		channel := create("/api/forum/channels", `{"name":"Glazes"}`)
		thread := create("/api/forum/threads", `{"title":"Cone six","content":"**Which** glaze?","channelId":"`+channel+
			`"}`)
		post := create("/api/forum/posts", `{"content":"Celadon.","threadId":"`+thread+`"}`)
		story := create("/api/blog/posts", `{"title":"A winter of kilns","content":"It was cold."}`)
		comment := create("/api/blog/posts/"+story+"/comments", `{"content":"Still cold."}`)
		report := func(c *client, kind, id string) string {
			return valueAt(t, c.want(http.StatusCreated, "POST", "/api/reports",
				fmt.Sprintf(`{"targetType":%q,"targetId":%q,"reason":"spam"}`, kind, id)), "id")
		}
		queue := func(status string) (list []reported) {
			t.Helper()
			must.NoError(t, json.Unmarshal(admin.want(http.StatusOK, "GET", "/api/admin/reports?status="+status, ""),
				&list))
			return list
		}
		decide := func(want int, id, action string) {
			t.Helper()
			admin.want(want, "PUT", "/api/admin/reports/"+id, fmt.Sprintf(`{"action":%q,"reason":"Because"}`, action))
		}

		threads := report(first, "forum_thread", thread)
		report(second, "forum_thread", thread)
		report(first, "forum_post", post)
		stories := report(first, "blog_post", story)
		report(first, "blog_comment", comment)
		report(first, "user", makerID)
		var got []string
		for _, r := range queue("open") {
			if r.Target == nil || r.Target.Author.Username != "maker" || r.AuthorHistory == nil || r.Decision != "" {
				t.Fatalf("report %+v", r)
			}
			r.Target.Path = pathByID(t, db, r.Target.Path)
			got = append(got, fmt.Sprintf("%d by %s: %s, %s, %s", r.OpenReports, r.Reporter.Username, r.Target.Title,
				r.Target.Excerpt, r.Target.Path))
		}
		if diff := cmp.Diff([]string{
			"1 by first: @maker, , /profile/maker",
			"1 by first: A winter of kilns, Still cold., /blog/" + story + "#comment-" + comment,
			"1 by first: A winter of kilns, It was cold., /blog/" + story,
			"1 by first: Cone six, Celadon., /forum/thread/" + thread + "?post=" + post,
			"2 by second: Cone six, Which glaze?, /forum/thread/" + thread,
			"2 by first: Cone six, Which glaze?, /forum/thread/" + thread,
		}, got); diff != "" {
			t.Errorf("queue (-want +got):\n%s", diff)
		}

		// A decision concerns all open reports of the target, and so does taking it back.
		decide(http.StatusOK, threads, "hide")
		if resolved := queue("resolved"); len(resolved) != 2 || resolved[0].Decision != "hide" ||
			!resolved[0].Target.IsHidden || resolved[0].AuthorHistory.HiddenItems != 1 {
			t.Errorf("after a decision: %+v", resolved)
		}
		decide(http.StatusConflict, threads, "dismiss") // by an admin whose list is out of date
		decide(http.StatusOK, threads, "hide")          // again: nothing changes
		decide(http.StatusOK, threads, "restore")
		if resolved := queue("resolved"); len(resolved) != 2 || resolved[0].Decision != "restore" ||
			resolved[0].Target.IsHidden {
			t.Errorf("after another decision: %+v", resolved)
		}
		decide(http.StatusOK, threads, "hide")
		decide(http.StatusOK, threads, "reopen")
		if open := queue("open"); len(open) != 6 || open[4].OpenReports != 2 || open[4].Target.IsHidden ||
			open[4].AuthorHistory.HiddenItems != 0 {
			t.Errorf("after taking it back: %+v", open)
		}
		decide(http.StatusConflict, threads, "reopen")
		decide(http.StatusOK, threads, "dismiss")
		report(second, "forum_thread", thread)
		decide(http.StatusConflict, threads, "reopen") // the second reporter's old report would be open too
		expectNoDrift(t, db)

		// The history of the author.
		admin.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/WarnUser", `{"userId":"`+makerID+
			`","reason":"Please stop."}`)
		suspension := "/api/admin/users/" + makerID + "/suspension"
		admin.want(http.StatusConflict, "DELETE", suspension, "")
		admin.want(http.StatusOK, "PUT", suspension, `{"until":"2199-01-01T00:00:00Z","reason":"Spam"}`)
		h := queue("open")[0].AuthorHistory
		if h.Warnings != 1 || h.Suspensions != 1 || h.HiddenItems != 0 || h.Suspension == nil ||
			h.Suspension.Reason != "Spam" || h.Suspension.Until != "2199-01-01T00:00:00Z" {
			t.Errorf("history %+v", h)
		}
		admin.want(http.StatusOK, "DELETE", suspension, "")
		admin.want(http.StatusConflict, "DELETE", suspension, "")
		if h := queue("open")[0].AuthorHistory; h.Suspension != nil || h.Suspensions != 1 {
			t.Errorf("history after the suspension %+v", h)
		}
		var acts []struct {
			Action string
			Target *struct{ Title, Path string }
		}
		must.NoError(t, json.Unmarshal(admin.want(http.StatusOK, "GET", "/api/admin/audit-log?userId="+makerID, ""),
			&acts))
		got = nil
		for _, act := range acts {
			got = append(got, act.Action+" "+act.Target.Title)
		}
		if diff := cmp.Diff([]string{"lift @maker", "suspend @maker", "warn @maker", "dismiss Cone six",
			"restore Cone six", "hide Cone six", "restore Cone six", "hide Cone six"}, got); diff != "" {
			t.Errorf("acts that concern the author (-want +got):\n%s", diff)
		}

		// Hiding an item that is already hidden dismisses the report.
		admin.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/HideContent",
			`{"targetType":"REPORT_TARGET_TYPE_BLOG_POST","targetId":"`+story+`","reason":"Cold"}`)
		decide(http.StatusOK, stories, "hide")
		if r := queue("resolved")[0]; r.ID != stories || r.Decision != "dismiss" || !r.Target.IsHidden ||
			r.AuthorHistory.HiddenItems != 1 {
			t.Errorf("after a decision that changes nothing: %+v", r)
		}
		decide(http.StatusOK, stories, "reopen")
		visitor.want(http.StatusNotFound, "GET", "/api/blog/posts/"+story, "")

		// A deleted item has no page.
		maker.want(http.StatusOK, "DELETE", "/api/forum/threads/"+thread, "")
		for _, r := range queue("open") {
			if r.Target != nil && r.Target.Title == "Cone six" && (!r.Target.IsDeleted || r.Target.Path != "") {
				t.Errorf("a deleted thread: %+v", r.Target)
			}
		}
	})
}
