package producttest

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/ops/erasure"
	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	entuser "uvboard/ent/user"
)

var pathVariable = regexp.MustCompile(`\{\w+\}`)

// Every call that is for admins is 401 for visitors and 403 for members, over Connect and at each of its REST paths.
// No call of AdminService is for members.
//
// spec: role.admin.only
func TestAdminCallsAreForAdmins(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	c := testConfig(t)
	c.RateLimits = false
	visitor := &client{t: t, base: serveTest(t, c, db, io.Discard).URL}
	member, id := visitor.register("member")
	procedures, paths := 0, 0
	for method := range apitest.Methods() {
		procedure := fmt.Sprintf("/%s/%s", method.Parent().FullName(), method.Name())
		if auth.RuleOf(method).Level != auth.Admin {
			if level := auth.RuleOf(method).Level; method.Parent().Name() == "AdminService" && level != auth.Moderator {
				t.Errorf("%s is for %s", procedure, level)
			}
			continue
		}
		refused := func(do, path string) {
			t.Helper()
			for _, who := range []struct {
				*client
				status int
				code   string
			}{{visitor, http.StatusUnauthorized, "UNAUTHENTICATED"}, {member, http.StatusForbidden, "ADMIN_REQUIRED"}} {
				body := ""
				if do != "GET" {
					body = "{}"
				}
				response, answer := who.send(do, path, body)
				if response.StatusCode != who.status || !strings.Contains(string(answer), who.code) {
					t.Errorf("%s %s: %s %s, want %d %s", do, path, response.Status, answer, who.status, who.code)
				}
			}
		}
		procedures++
		if !method.IsStreamingServer() {
			refused("POST", procedure)
		}
		routes, err := rest.Routes(method.Parent().(protoreflect.ServiceDescriptor))
		must.NoError(t, err)
		for _, r := range routes {
			if r.RPC == method {
				paths++
				refused(r.Method, pathVariable.ReplaceAllString(r.Pattern, id))
			}
		}
	}
	if procedures < 20 || paths < 20 {
		t.Errorf("only %d procedures and %d paths", procedures, paths)
	}
}

// Deletions by an admin, one by one or in bulk, keep every counter exact, at once and after the jobs have finished.
func TestRemovalsKeepCountersExact(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := testConfig(t)
		c.RateLimits = false
		visitor := &client{t: t, base: serveTest(t, c, db, io.Discard).URL}
		admin, adminID := visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		var makers []*client
		var ids []string
		things := map[string][]string{} // by target type
		for i := range 6 {
			maker, id := visitor.register(fmt.Sprint("maker", i))
			makers, ids = append(makers, maker), append(ids, id)
			add := func(kind, path, body string) string {
				id := valueAt(t, maker.want(http.StatusCreated, "POST", path, body), "id")
				things[kind] = append(things[kind], id)
				return id
			}
			add("project", "/api/projects",
				fmt.Sprintf(`{"title":"Kiln log %d","tagline":"Fires and forgets nothing","primaryCategory":"other","stage":"mvp","vibeTools":["cursor"],"logo":"https://kiln.example/logo.png"}`, i))
			add("project", "/api/projects",
				fmt.Sprintf(`{"title":"Draft %d","tagline":"Fires and forgets nothing","primaryCategory":"other","stage":"mvp","vibeTools":["cursor"],"logo":"https://kiln.example/logo.png","isPublic":false}`, i))
			story := add("blog_post", "/api/blog/posts",
				fmt.Sprintf(`{"title":"Winter %d","content":"It was cold.","tags":["clay"]}`, i))
			channel := add("forum_channel", "/api/forum/channels", fmt.Sprintf(`{"name":"Glazes %d"}`, i))
			thread := add("forum_thread", "/api/forum/threads",
				`{"title":"Cone six","content":"Which glaze?","channelId":"`+channel+`"}`)
			for _, other := range makers {
				post := valueAt(t, other.want(http.StatusCreated, "POST", "/api/forum/posts",
					`{"content":"Celadon.","threadId":"`+thread+`"}`), "id")
				other.want(http.StatusCreated, "POST", "/api/blog/posts/"+story+"/comments",
					`{"content":"Still cold."}`)
				if other == maker {
					continue
				}
				other.want(http.StatusOK, "POST", "/api/blog/posts/"+story+"/like", "")
				for kind, target := range map[string]string{"project": things["project"][2*i], "forum_thread": thread} {
					other.want(http.StatusCreated, "POST", "/api/votes",
						fmt.Sprintf(`{"targetId":%q,"targetType":%q,"voteType":"downvote"}`, target, kind))
				}
				maker.send("POST", "/api/votes",
					fmt.Sprintf(`{"targetId":%q,"targetType":"forum_post","voteType":"upvote"}`, post))
			}
		}
		expectNoDrift(t, db)
		votes := func() string {
			body := admin.want(http.StatusOK, "GET", "/api/admin/stats", "")
			return fmt.Sprint(number(t, body, "totalUsers"), number(t, body, "totalVotes"))
		}
		if got := votes(); got != "7 60" {
			t.Errorf("users and votes %s", got)
		}
		later := time.Now
		worker := erasure.NewWorker(db, product.New(c, db, openUploads(t, c, db)).Domains,
			func() time.Time { return later() })
		settle := func(what string) {
			t.Helper()
			if expectNoDrift(t, db); t.Failed() {
				t.Fatalf("after %s", what)
			}
			must.NoError(t, worker.Work(t.Context()))
			if expectNoDrift(t, db); t.Failed() {
				t.Fatalf("after %s and the jobs", what)
			}
		}
		bulk := func(path, kind, action string, ids ...string) []byte {
			t.Helper()
			return admin.want(http.StatusOK, "POST", path,
				fmt.Sprintf(`{"targetType":%q,"ids":["%s"],"action":%q,"reason":"Mud"}`, kind, strings.Join(ids, `","`),
					action))
		}
		count := func(body []byte) string {
			var counts []string
			for _, name := range []string{"users", "projects", "blogPosts", "channels", "threads", "replies",
				"comments", "votes", "unchanged"} {
				counts = append(counts, fmt.Sprint(number(t, body, name)))
			}
			return strings.Join(counts, " ")
		}

		admin.want(http.StatusOK, "DELETE", "/api/admin/projects/"+things["project"][0], "")
		settle("a project")
		admin.want(http.StatusOK, "DELETE", "/api/admin/blog/posts/"+things["blog_post"][0], "")
		settle("a story")
		admin.want(http.StatusOK, "DELETE", "/api/admin/forum/channels/"+things["forum_channel"][0], "")
		settle("a channel")
		admin.want(http.StatusOK, "DELETE", "/api/admin/users/"+ids[0], "")
		settle("a user")
		admin.want(http.StatusOK, "DELETE", "/api/admin/users/"+ids[1], `{"content":"anonymise"}`)
		settle("a user whose content stays")

		for _, kind := range []string{"project", "blog_post"} {
			rows := things[kind][4:6]
			for _, step := range []struct{ action, want string }{{"hide", "2 0"}, {"hide", "0 2"}, {"restore", "2 0"},
				{"restore", "0 2"}} {
				preview := bulk("/api/admin/bulk/preview", kind, step.action, rows...)
				if got := fmt.Sprint(number(t, preview, "projects")+number(t, preview, "blogPosts"),
					number(t, preview, "unchanged")); got != step.want {
					t.Errorf("preview of %s %s: %s, want %s", step.action, kind, got, step.want)
				}
				bulk("/api/admin/bulk", kind, step.action, rows...)
				expectNoDrift(t, db)
			}
		}
		if got := count(bulk("/api/admin/bulk/preview", "user", "delete", ids[2], ids[3], adminID,
			ids[0])); got != "2 4 2 0 2 7 7 32 0" {
			t.Errorf("preview %s", got)
		}
		results := bulk("/api/admin/bulk", "user", "delete", ids[2], adminID, ids[0], ids[3])
		if got := string(results); strings.Count(got, `"isDone":true`) != 2 ||
			!strings.Contains(got, "This is the only admin.") || !strings.Contains(got, "User not found") {
			t.Errorf("results %s", got)
		}
		settle("several users")
		bulk("/api/admin/bulk", "blog_post", "delete", things["blog_post"]...)
		settle("all stories")
		bulk("/api/admin/bulk", "project", "delete", things["project"]...)
		settle("all projects")
		bulk("/api/admin/bulk", "forum_channel", "delete", things["forum_channel"]...)
		settle("all channels")
		bulk("/api/admin/bulk", "user", "delete", ids...)
		later = func() time.Time { return time.Now().Add(2 * time.Hour) }
		settle("all users")
		settle("their rows")
		if got := votes(); got != "1 0" {
			t.Errorf("users and votes %s", got)
		}
		if n := db.Client().User.Query().Where(entuser.DeletedAtNotNil()).CountX(t.Context()); n != 1 {
			t.Errorf("%d rows of deleted users are left, want that of the user whose content stayed", n)
		}
	})
}
