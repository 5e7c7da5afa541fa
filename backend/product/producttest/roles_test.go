package producttest

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// rolesHeading begins the part of docs/moderation.md that TestRoles writes.
const rolesHeading = `## Who may call what

From the options of the methods, written by ` + "`go test ./backend/product/producttest -run TestRoles -update`" + `.
All other calls are those of every member; [calls.md](calls.md) has them. A token needs the scope of the call, too.

| call | member | moderator | admin |
|---|---|---|---|
`

// roles are the roles with the scopes that their access tokens may have.
var roles = []struct {
	role   auth.Role
	scopes []auth.Scope
}{
	{auth.RoleMember, []auth.Scope{auth.ScopeRead, auth.ScopeWrite}},
	{auth.RoleModerator, []auth.Scope{auth.ScopeRead, auth.ScopeWrite, auth.ScopeModerate}},
	{auth.RoleAdmin, []auth.Scope{auth.ScopeRead, auth.ScopeWrite, auth.ScopeModerate, auth.ScopeAdmin}},
}

// doors returns the credentials with which a user of a role may make a call: session, token, app.
func doors(rule auth.Rule, role auth.Role, scopes []auth.Scope) (open []string) {
	for _, c := range []struct {
		door   string
		caller auth.Caller
	}{
		{"session", auth.Caller{Role: role, SessionID: uuid.New(), Proved: true}},
		{"token", auth.Caller{Role: role, Scopes: scopes}},
		{"app", auth.Caller{AppID: uuid.New(), Scopes: []auth.Scope{auth.ScopeRead, auth.ScopeWrite}}},
	} {
		if rule.Admit(&c.caller) == nil {
			open = append(open, c.door)
		}
	}
	return open
}

// beyondMembers lists the calls that not every member may make, by service.
func beyondMembers() (calls []protoreflect.MethodDescriptor) {
	for method := range apitest.Methods() {
		if level := auth.RuleOf(method).Level; level != auth.Public && level != auth.User {
			calls = append(calls, method)
		}
	}
	slices.SortStableFunc(calls, func(a, b protoreflect.MethodDescriptor) int {
		return strings.Compare(string(a.Parent().Name()), string(b.Parent().Name()))
	})
	return calls
}

// docs/moderation.md says who may make each call beyond those of members.
func TestRoles(t *testing.T) {
	paths := map[protoreflect.FullName]string{}
	for _, service := range apitest.Services() {
		routes, err := rest.Routes(service)
		must.NoError(t, err)
		for _, r := range routes {
			paths[r.RPC.FullName()] = " `" + r.Method + " " + r.Pattern + "`"
		}
	}
	page := filepath.Join("..", "..", "..", "..", "docs", "moderation.md")
	written, err := os.ReadFile(filepath.Join("testdata", page))
	must.NoError(t, err)
	prose, _, _ := strings.Cut(string(written), rolesHeading[:strings.Index(rolesHeading, "\n")+1])
	var table strings.Builder
	table.WriteString(prose + rolesHeading)
	for _, method := range beyondMembers() {
		fmt.Fprintf(&table, "| %s.%s%s |", method.Parent().Name(), method.Name(), paths[method.FullName()])
		for _, r := range roles {
			fmt.Fprintf(&table, " %s |", strings.Join(doors(auth.RuleOf(method), r.role, r.scopes), ", "))
		}
		table.WriteString("\n")
	}
	golden.Check(t, page, table.String())
}

// The server refuses each call to the roles and credentials that docs/moderation.md does not name, and to no others.
// What every member may call is refused to no role.
func TestRolesOfEveryCall(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		ofRole := []string{"MODERATOR_REQUIRED", "ADMIN_REQUIRED"}
		for _, r := range roles {
			user, id := visitor.register("the_" + string(r.role))
			storetest.Exec(t, db, "UPDATE users SET role = $1 WHERE id = $2", string(r.role), id)
			var scopes []string
			for _, scope := range r.scopes {
				scopes = append(scopes, fmt.Sprintf("%d", scope))
			}
			body := user.want(http.StatusOK, "POST", "/uvboard.v1.AccountService/CreateToken",
				`{"name":"script","scopes":[`+strings.Join(scopes, ",")+`]}`)
			token := "Bearer " + valueAt(t, body, "token")
			for _, method := range beyondMembers() {
				rule := auth.RuleOf(method)
				open := doors(rule, r.role, r.scopes)
				for door, header := range map[string][2]string{"session": {"Cookie", user.cookie},
					"token": {"Authorization", token}} {
					got := refusal(t, server.URL, method, header[0], header[1])
					refused := slices.Contains(append(ofRole, "SCOPE", "LOGIN_REQUIRED", "PEOPLE_ONLY"), got)
					if refused == slices.Contains(open, door) {
						t.Errorf("%s by the %s of a %s: %s, but the table has %v", method.FullName(), door, r.role, got,
							open)
					}
				}
			}
			storetest.Exec(t, db, "UPDATE users SET suspended_at = created_at WHERE id = $1", id)
			for _, method := range beyondMembers() {
				if !slices.Contains(doors(auth.RuleOf(method), r.role, r.scopes), "session") {
					continue
				}
				if got := refusal(t, server.URL, method, "Cookie", user.cookie); got != "SUSPENDED" {
					t.Errorf("%s by a suspended %s: %s", method.FullName(), r.role, got)
				}
			}
		}
		// Beyond those, the role makes no difference.
		for method := range apitest.Methods() {
			rule := auth.RuleOf(method)
			if rule.Level != auth.Public && rule.Level != auth.User {
				continue
			}
			want := doors(rule, auth.RoleMember, roles[0].scopes)
			for _, r := range roles {
				if got := doors(rule, r.role, r.scopes); !slices.Equal(got, want) {
					t.Errorf("%s as a %s by %v, as a member by %v", method.FullName(), r.role, got, want)
				}
			}
		}
	})
}

// Moderators see what is hidden, and no drafts.
func TestModeratorsSeeWhatIsHidden(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		maker, _ := visitor.register("maker")
		moderator, _ := visitor.register("warden")
		storetest.Exec(t, db, "UPDATE users SET role = 'moderator' WHERE username_key = 'warden'")
		form, contentType := imageForm(t, "file")
		logo := valueAt(t, maker.want(http.StatusCreated, "POST", "/api/upload", string(form), "Content-Type",
			contentType), "url")
		project := `{"title":"Kiln log","tagline":"Fires and forgets nothing","primaryCategory":"other","stage":"mvp","vibeTools":["cursor"],"logo":"` +
			logo + `","isPublic":`
		made := map[string]string{}
		for _, make := range [][3]string{
			{"project", "/api/projects", project + `true}`},
			{"draft", "/api/projects", project + `false}`},
			{"story", "/api/blog/posts", `{"title":"A winter of kilns","content":"It was cold."}`},
			{"storyDraft", "/api/blog/posts", `{"title":"A spring","content":"Not yet.","isPublished":false}`},
			{"comment", "/api/blog/posts/{story}/comments", `{"content":"Still cold."}`},
			{"channel", "/api/forum/channels", `{"name":"Glazes"}`},
			{"thread", "/api/forum/threads", `{"title":"Cone six","content":"Which?","channelId":"{channel}"}`},
			{"reply", "/api/forum/posts", `{"content":"Celadon.","threadId":"{thread}"}`},
		} {
			made[make[0]] = valueAt(t, maker.want(http.StatusCreated, "POST", filled(make[1], made),
				filled(make[2], made)), "id")
		}
		// A further draft has the same logo: the upload is seen as long as one item that shows it may be seen.
		moderator.want(http.StatusNotFound, "GET", "/api/projects/"+made["draft"], "")
		moderator.want(http.StatusNotFound, "GET", "/api/blog/posts/"+made["storyDraft"], "")
		for _, target := range [][2]string{{"FORUM_POST", "reply"}, {"FORUM_THREAD", "thread"},
			{"BLOG_COMMENT", "comment"}, {"BLOG_POST", "story"}, {"PROJECT", "project"}} {
			moderator.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/HideContent", filled(
				`{"targetType":"REPORT_TARGET_TYPE_`+target[0]+`","targetId":"{`+target[1]+`}","reason":"Spam"}`, made))
		}
		for _, path := range []string{"/api/projects/{project}", "/api/blog/posts/{story}",
			"/api/forum/threads/{thread}", "/api/forum/threads/{thread}/posts", "/api/blog/posts/{story}/comments",
			logo} {
			path = filled(path, made)
			visitor.want(http.StatusNotFound, "GET", path, "")
			moderator.want(http.StatusOK, "GET", path, "")
		}
		for path, text := range map[string]string{"/api/forum/threads/{thread}/posts": "Celadon.",
			"/api/blog/posts/{story}/comments": "Still cold."} {
			body := string(moderator.want(http.StatusOK, "GET", filled(path, made), ""))
			if !strings.Contains(body, text) {
				t.Errorf("%s lacks what is hidden: %s", path, body)
			}
		}
		made["collection"] = valueAt(t, maker.want(http.StatusCreated, "POST", "/api/collections",
			`{"title":"For my eyes","isPublic":false}`), "id")
		admin, _ := visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		for _, target := range [][3]string{{"PROJECT", "draft"}, {"BLOG_POST", "storyDraft", "A spring"},
			{"COLLECTION", "collection", "For my eyes"}} {
			body := filled(`{"targetType":"REPORT_TARGET_TYPE_`+target[0]+`","targetId":"{`+target[1]+
				`}","reason":"Spam"}`, made)
			moderator.want(http.StatusNotFound, "POST", "/uvboard.v1.ModerationService/HideContent", body)
			admin.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/HideContent", body)
			moderator.want(http.StatusNotFound, "POST", "/uvboard.v1.ModerationService/RestoreContent", body)
			id := made[target[1]]
			seen := string(moderator.want(http.StatusOK, "GET", "/api/admin/audit-log", ""))
			if !strings.Contains(seen, id) || strings.Contains(seen, "/"+id) ||
				target[2] != "" && strings.Contains(seen, target[2]) {
				t.Errorf("a moderator sees of the private %s: %s", target[1], seen)
			}
			if seen := string(admin.want(http.StatusOK, "GET", "/api/admin/audit-log", "")); !strings.Contains(seen,
				target[2]) {
				t.Errorf("an admin sees of the private %s: %s", target[1], seen)
			}
		}
		// Seeing it is not owning it.
		for _, path := range []string{"/api/projects/{project}", "/api/forum/threads/{thread}",
			"/api/forum/posts/{reply}", "/api/blog/{story}", "/api/blog/posts/{story}/comments/{comment}", "/api/projects/{draft}"} {
			if response, body := moderator.send("DELETE", filled(path, made), ""); response.StatusCode < 400 {
				t.Errorf("a moderator deletes %s: %s", path, body)
			}
		}
		storetest.Exec(t, db, "DELETE FROM projects WHERE id = $1", made["project"])
		moderator.want(http.StatusNotFound, "GET", logo, "") // only a draft shows it
	})
}
