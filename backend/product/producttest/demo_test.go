package producttest

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"uvboard/backend/ops/erasure"
	"uvboard/backend/ops/seed"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	"uvboard/ent/blogcomment"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
	entuser "uvboard/ent/user"
)

// The removal of demo content leaves what real users made elsewhere, and exact counters. A real user's thread keeps its
// demo channel; a reply in a demo thread goes with the thread.
func TestRemoveDemo(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c, ctx, rows := testConfig(t), t.Context(), db.Client()
		c.RateLimits = false
		uploads := openUploads(t, c, db)
		o := seed.Options{Users: 70, Projects: 6, Votes: 200, Threads: 30, Posts: 90, Stories: 6, Comments: 12,
			RandSeed: 3}
		sum, err := seed.Run(ctx, db, uploads, o, time.Now(), func(string, ...any) {})
		must.NoError(t, err)
		visitor := &client{t: t, base: serveTest(t, c, db, io.Discard).URL}
		demoAdmin := visitor.as("")
		demoAdmin.want(http.StatusOK, "POST", "/api/auth/login", `{"username":"`+sum.Admin+`","password":"vibecoding"}`)
		if body := demoAdmin.want(http.StatusConflict, "DELETE", "/api/admin/demo", ""); !strings.Contains(string(body),
			"LAST_ADMIN") {
			t.Errorf("without another admin: %s", body)
		}

		admin, adminID := visitor.register("overseer")
		member, memberID := visitor.register("member")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		demoThread := rows.ForumThread.Query().Order(forumthread.ByID()).FirstX(ctx)
		used := rows.ForumChannel.Query().Where(forumchannel.IDNEQ(demoThread.ChannelID)).Order(forumchannel.ByID()).
			FirstX(ctx)
		make := func(path, body string) string {
			return valueAt(t, member.want(http.StatusCreated, "POST", path, body), "id")
		}
		own := make("/api/forum/threads", `{"title":"Cone six","content":"Which glaze?","channelId":"`+used.ID.String()+
			`"}`)
		reply := make("/api/forum/posts", `{"content":"Celadon.","threadId":"`+demoThread.ID.String()+`"}`)
		story := make("/api/blog/posts", `{"title":"A winter of kilns","content":"It was cold."}`)
		// Demo accounts answer and vote too.
		post := valueAt(t, demoAdmin.want(http.StatusCreated, "POST", "/api/forum/posts",
			`{"content":"Tenmoku.","threadId":"`+own+`"}`), "id")
		demoAdmin.want(http.StatusCreated, "POST", "/api/votes", `{"targetId":"`+own+
			`","targetType":"forum_thread","voteType":"upvote"}`)
		demoAdmin.want(http.StatusCreated, "POST", "/api/blog/posts/"+story+"/comments", `{"content":"Still cold."}`)
		member.want(http.StatusCreated, "POST", "/api/votes", `{"targetId":"`+post+
			`","targetType":"forum_post","voteType":"upvote"}`)

		var seen struct {
			Demo *struct {
				Users, Projects, Answers int
				IsRemoving               bool
			}
		}
		look := func() {
			t.Helper()
			seen.Demo = nil
			must.NoError(t, json.Unmarshal(admin.want(http.StatusOK, "GET", "/api/admin/overview", ""), &seen))
		}
		look()
		if d := seen.Demo; d == nil || d.Users != 70 || d.Projects != 6 || d.Answers != 1 || d.IsRemoving {
			t.Errorf("demo %+v", d)
		}
		admin.want(http.StatusOK, "DELETE", "/api/admin/demo", "")
		if look(); seen.Demo == nil || !seen.Demo.IsRemoving {
			t.Errorf("after the request: %+v", seen.Demo)
		}
		p := product.New(c, db, uploads)
		must.NoError(t, p.Admin.WorkDemo(ctx))
		worker := erasure.NewWorker(db, p.Domains, func() time.Time { return time.Now().Add(2 * time.Hour) })
		for range 12 { // accounts are erased, and later their rows deleted, 20 at a time
			must.NoError(t, worker.Work(ctx))
		}
		expectNoDrift(t, db)

		for what, n := range map[string]int{
			"demo accounts": rows.User.Query().Where(entuser.IsDemo(true)).CountX(ctx),
			"projects":      rows.Project.Query().CountX(ctx),
			"articles":      rows.NewsArticle.Query().CountX(ctx), "visits": rows.Visit.Query().CountX(ctx),
			"votes": rows.Vote.Query().CountX(ctx), "replies": rows.ForumPost.Query().CountX(ctx),
			"comments":       rows.BlogComment.Query().CountX(ctx),
			"uploads in use": rows.UploadUse.Query().CountX(ctx),
		} {
			if n != 0 {
				t.Errorf("%d %s are left", n, what)
			}
		}
		for what, n := range map[string]int{
			"users": rows.User.Query().Where(entuser.IDIn(store.ParseID(adminID), store.ParseID(memberID)),
				entuser.DeletedAtIsNil()).CountX(ctx) - 1,
			"threads": rows.ForumThread.Query().Where(forumthread.ID(store.ParseID(own))).CountX(ctx),
			"channels": rows.ForumChannel.Query().Where(forumchannel.ID(used.ID), forumchannel.DeletedAtIsNil()).
				CountX(ctx),
			"stories": rows.BlogPost.Query().CountX(ctx),
		} {
			if n != 1 {
				t.Errorf("%d %s of real users, want 1", n, what)
			}
		}
		if n := rows.ForumThread.Query().CountX(ctx) + rows.ForumChannel.Query().CountX(ctx); n != 2 {
			t.Errorf("%d threads and channels are left, want 2", n)
		}
		if rows.ForumPost.Query().Where(forumpost.ID(store.ParseID(reply))).ExistX(ctx) || rows.BlogComment.Query().
			Where(blogcomment.PostID(store.ParseID(story))).ExistX(ctx) {
			t.Error("a reply in a demo thread, or a comment of a demo account, is left")
		}
		storetest.Exec(t, db, "DELETE FROM tasks")
		if look(); seen.Demo != nil {
			t.Errorf("demo content afterwards: %+v", seen.Demo)
		}
	})
}
