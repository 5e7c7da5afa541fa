package producttest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
)

// waits is a post that waits as the queue shows it.
type waits struct {
	TargetType, TargetID, Reason, Detail, Text, Version string
	Links                                               []string
	WasVisible                                          bool
	Target                                              struct {
		Title  string
		Author struct{ Username string }
	}
}

// newcomers is a board with an admin and somebody who has been here for long.
type newcomers struct {
	t              *testing.T
	db             *store.DB
	visitor        *client
	admin, regular *client
	channel, story string
}

func eachNewcomers(t *testing.T, test func(t *testing.T, b *newcomers)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		b := &newcomers{t: t, db: db, visitor: &client{t: t, base: server.URL}}
		b.admin, _ = b.visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		b.regular, _ = b.visitor.register("regular")
		storetest.Exec(t, db, "UPDATE users SET link_post_count = 3 WHERE username_key = 'regular'")
		b.channel = b.create(b.regular, "/api/forum/channels", `{"name":"Glazes"}`)
		b.story = b.create(b.regular, "/api/blog/posts", `{"title":"A winter","content":"It was cold."}`)
		test(t, b)
	})
}

func (b *newcomers) create(c *client, path, body string) string {
	b.t.Helper()
	return valueAt(b.t, c.want(http.StatusCreated, "POST", path, body), "id")
}

func (b *newcomers) newcomer(name string) *client { c, _ := b.visitor.register(name); return c }

func (b *newcomers) queue() (list []waits) {
	b.t.Helper()
	must.NoError(b.t, json.Unmarshal(b.admin.want(http.StatusOK, "GET", "/api/admin/approvals", ""), &list))
	return list
}

func (b *newcomers) decide(want int, kind, id string, approve bool, reason string) {
	b.t.Helper()
	b.admin.want(want, "PUT", "/api/admin/approvals/"+kind+"/"+id,
		fmt.Sprintf(`{"approve":%t,"reason":%q}`, approve, reason))
}

func (b *newcomers) makeModerator(name string) {
	storetest.Exec(b.t, b.db, "UPDATE users SET role = 'moderator' WHERE username_key = $1", name)
}

func (b *newcomers) set(rules string) {
	b.t.Helper()
	b.admin.want(http.StatusOK, "PUT", "/api/admin/board", `{"newcomers":`+rules+`}`)
}

// notices returns the kinds of notifications that a user has.
func (b *newcomers) notices(c *client) (kinds []string) {
	b.t.Helper()
	c2 := testConfig(b.t)
	tasks := domain.Collect(product.New(c2, b.db, openUploads(b.t, c2, b.db)).Domains,
		func(d domain.Domain) []jobs.Job { return d.Jobs })
	must.NoError(b.t, jobs.New(b.db, tasks, slog.New(slog.DiscardHandler), time.Now).Work(b.t.Context()))
	var inbox []struct{ Kind, Detail string }
	must.NoError(b.t, json.Unmarshal(c.want(http.StatusOK, "GET", "/api/notifications", ""), &inbox))
	for _, n := range inbox {
		kinds = append(kinds, strings.TrimSuffix(n.Kind+" "+n.Detail, " "))
	}
	return kinds
}

const linked = "@regular, see https://elsewhere.example/buy for glazes."

// A newcomer's post of any kind with links to other sites is seen by its author and the team only, in no list, count,
// feed or search, and nobody is told of it. Approved, it appears as new.
func TestNewcomersLinksWait(t *testing.T) {
	for _, kind := range []struct {
		name, publish, body string // what the newcomer posts
		list                string // where others see it
		own                 string // where its author does
	}{
		{"forum_thread", "/api/forum/threads", `{"title":"Cheap glaze","content":"LINKED","channelId":"CHANNEL"}`,
			"/api/forum/threads?channelId=CHANNEL", "/api/forum/threads/ID"},
		{"forum_post", "/api/forum/posts", `{"content":"Cheap glaze. LINKED","threadId":"THREAD"}`,
			"/api/forum/threads/THREAD/posts", "/api/forum/threads/THREAD/posts"},
		{"blog_post", "/api/blog/posts", `{"title":"Cheap glaze","content":"LINKED"}`, "/api/blog/posts",
			"/api/blog/posts/ID"},
		{"blog_comment", "/api/blog/posts/STORY/comments", `{"content":"Cheap glaze. LINKED"}`,
			"/api/blog/posts/STORY/comments", "/api/blog/posts/STORY/comments"},
		{"project", "/api/projects", `{"title":"Cheap glaze","tagline":"Glazes for every kiln","description":"All about glazes, with tests, photos and recipes. LINKED","primaryCategory":"ai_agents","stage":"mvp","vibeTools":["cursor"],"logo":"https://art.example/logo.png"}`,
			"/api/projects", "/api/projects/ID"},
		{"project_update", "/api/projects/PROJECT/updates", `{"title":"Cheap glaze","content":"LINKED"}`,
			"/api/projects/PROJECT/updates", "/api/projects/PROJECT/updates"},
	} {
		t.Run(kind.name, func(t *testing.T) {
			eachNewcomers(t, func(t *testing.T, b *newcomers) {
				newcomer := b.newcomer("newcomer")
				fill := []string{"LINKED", linked, "CHANNEL", b.channel, "STORY", b.story}
				fill = append(fill, "THREAD", b.create(b.regular, "/api/forum/threads",
					`{"title":"Cone six","content":"Which?","channelId":"`+b.channel+`"}`))
				fill = append(fill, "PROJECT", b.create(newcomer, "/api/projects", `{"title":"Kiln log","tagline":"Logs what a kiln does",`+
					`"primaryCategory":"ai_agents","stage":"mvp","vibeTools":["cursor"],"logo":"https://art.example/logo.png","links":{"demo":"https://kiln.example"}}`))
				at := func(text string) string { return strings.NewReplacer(fill...).Replace(text) }
				before := b.visitor.want(http.StatusOK, "GET", "/api/stats/community", "")
				heard := len(b.notices(b.regular))

				body := newcomer.want(http.StatusCreated, "POST", at(kind.publish), at(kind.body))
				id := valueAt(t, body, "id")
				fill = append(fill, "ID", id)
				if !strings.Contains(string(body), `"isAwaiting":true`) {
					t.Errorf("the author is not told that it waits: %s", body)
				}
				if got := string(newcomer.want(http.StatusOK, "GET", at(kind.own), "")); !strings.Contains(got,
					"Cheap glaze") || !strings.Contains(got, `"isAwaiting":true`) {
					t.Errorf("the author sees %s", got)
				}
				for _, other := range []*client{b.visitor, b.regular} {
					if got := string(other.want(http.StatusOK, "GET", at(kind.list), "")); strings.Contains(got,
						"heap") {
						t.Errorf("others see %s", got)
					}
					if strings.HasSuffix(kind.own, "/ID") {
						other.want(http.StatusNotFound, "GET", at(kind.own), "")
					}
				}
				if got := b.visitor.want(http.StatusOK, "GET", "/api/stats/community", ""); !bytes.Equal(got, before) {
					t.Errorf("it is counted: %s, before %s", got, before)
				}
				if got := b.notices(b.regular); len(got) != heard {
					t.Errorf("somebody is told of it: %s", got)
				}
				expectNoDrift(t, b.db)

				queue := b.queue()
				if len(queue) != 1 || queue[0].TargetType != kind.name || queue[0].TargetID != id ||
					queue[0].Reason != "links" || !slices.Contains(queue[0].Links, "https://elsewhere.example/buy") ||
					!strings.Contains(queue[0].Text, "for glazes") || queue[0].Target.Author.Username != "newcomer" ||
					queue[0].WasVisible {
					t.Fatalf("queue %+v", queue)
				}
				b.decide(http.StatusOK, kind.name, id, true, "")
				b.decide(http.StatusNotFound, kind.name, id, true, "")
				if got := string(b.visitor.want(http.StatusOK, "GET", at(kind.list), "")); !strings.Contains(got,
					"heap") {
					t.Errorf("others still do not see it: %s", got)
				}
				if got := b.notices(b.regular); len(got) <= heard {
					t.Errorf("who is mentioned is told %s", got)
				}
				if got := b.notices(newcomer); !slices.Contains(got, "moderation approve") {
					t.Errorf("the author is told %s", got)
				}
				if len(b.queue()) > 0 {
					t.Errorf("queue %+v", b.queue())
				}
				expectNoDrift(t, b.db)
			})
		})
	}
}

// A refused post stays hidden from others, its author is told, and nobody can approve it any more.
func TestRefusedPost(t *testing.T) {
	eachNewcomers(t, func(t *testing.T, b *newcomers) {
		newcomer := b.newcomer("newcomer")
		thread := b.create(newcomer, "/api/forum/threads", `{"title":"Cheap","content":"`+linked+`","channelId":"`+
			b.channel+`"}`)
		newcomer.want(http.StatusForbidden, "PUT", "/api/admin/approvals/forum_thread/"+thread, `{"approve":true}`)
		b.decide(http.StatusBadRequest, "forum_thread", thread, false, " ")
		b.decide(http.StatusOK, "forum_thread", thread, false, "Advertising")
		b.decide(http.StatusNotFound, "forum_thread", thread, true, "")
		b.visitor.want(http.StatusNotFound, "GET", "/api/forum/threads/"+thread, "")
		got := string(newcomer.want(http.StatusOK, "GET", "/api/forum/threads/"+thread, ""))
		if !strings.Contains(got, `"isHidden":true`) || !strings.Contains(got, `"isAwaiting":false`) {
			t.Errorf("its author sees %s", got)
		}
		if got := b.notices(newcomer); !slices.Contains(got, "moderation refuse") {
			t.Errorf("its author is told %s", got)
		}
		expectNoDrift(t, b.db)
	})
}

// The author of a refused post appeals. If the appeal is granted, the post appears as new.
func TestAppealOfARefusedPost(t *testing.T) {
	eachNewcomers(t, func(t *testing.T, b *newcomers) {
		newcomer := b.newcomer("newcomer")
		heard := len(b.notices(b.regular))
		for _, kind := range []struct{ name, publish, body, own string }{
			{"forum_thread", "/api/forum/threads", `{"title":"Cheap","content":"` + linked + `","channelId":"` +
				b.channel + `"}`, "/api/forum/threads/"},
			{"blog_post", "/api/blog/posts", `{"title":"Cheap","content":"` + linked + `"}`, "/api/blog/posts/"},
		} {
			id := b.create(newcomer, kind.publish, kind.body)
			body := `{"targetType":"` + kind.name + `","targetId":"` + id + `","message":"It is no ad."}`
			newcomer.want(http.StatusNotFound, "POST", "/api/appeals", body)
			b.decide(http.StatusOK, kind.name, id, false, "Advertising")
			decision := string(newcomer.want(http.StatusOK, "GET", "/api/decisions/"+kind.name+"/"+id, ""))
			if !strings.Contains(decision, `"refuse"`) {
				t.Errorf("the decision: %s", decision)
			}
			made := valueAt(t, newcomer.want(http.StatusCreated, "POST", "/api/appeals", body), "id")
			b.visitor.want(http.StatusNotFound, "GET", kind.own+id, "")
			b.admin.want(http.StatusOK, "PUT", "/api/admin/appeals/"+made, `{"outcome":"grant","reason":"It is no ad"}`)
			b.visitor.want(http.StatusOK, "GET", kind.own+id, "")
			newcomer.want(http.StatusNotFound, "GET", "/api/decisions/"+kind.name+"/"+id, "")
			if log := string(b.admin.want(http.StatusOK, "GET", "/api/admin/audit-log", "")); !strings.Contains(log,
				`"approve"`) {
				t.Errorf("the audit log: %s", log)
			}
			if got := b.notices(b.regular); len(got) <= heard {
				t.Errorf("who is mentioned is told %s", got)
			}
			heard = len(b.notices(b.regular))
			expectNoDrift(t, b.db)
		}
	})
}

// After three approved posts with links the next ones show at once. An edit that adds a link sends a post back.
func TestNewcomerNoMore(t *testing.T) {
	eachNewcomers(t, func(t *testing.T, b *newcomers) {
		newcomer := b.newcomer("newcomer")
		post := func(text string) string {
			return b.create(newcomer, "/api/forum/threads", `{"title":"Glaze","content":"`+text+`","channelId":"`+
				b.channel+`"}`)
		}
		plain := post("No link, but https://LOCALHOST:8080/projects and `https://elsewhere.example`.")
		b.visitor.want(http.StatusOK, "GET", "/api/forum/threads/"+plain, "")
		var waiting []string
		for range 3 {
			waiting = append(waiting, post(linked))
		}
		newcomer.want(http.StatusConflict, "POST", "/api/forum/threads", `{"title":"Fourth","content":"`+linked+
			`","channelId":"`+b.channel+`"}`)
		old := b.queue()[0].Version
		newcomer.want(http.StatusOK, "PATCH", "/api/forum/threads/"+waiting[0], `{"title":"Better glaze"}`)
		b.admin.want(http.StatusConflict, "PUT", "/api/admin/approvals/forum_thread/"+waiting[0],
			`{"approve":true,"version":"`+old+`"}`)
		b.visitor.want(http.StatusNotFound, "GET", "/api/forum/threads/"+waiting[0], "")
		b.admin.want(http.StatusOK, "PUT", "/api/admin/approvals/forum_thread/"+waiting[0],
			`{"approve":true,"version":"`+b.queue()[0].Version+`"}`)
		edit := func(text string) {
			newcomer.want(http.StatusOK, "PATCH", "/api/forum/threads/"+waiting[0], `{"content":"`+text+`"}`)
		}
		edit(linked + " With a better text.")
		b.visitor.want(http.StatusOK, "GET", "/api/forum/threads/"+waiting[0], "")
		edit(linked + " And https://other.example")
		b.visitor.want(http.StatusNotFound, "GET", "/api/forum/threads/"+waiting[0], "")
		if queue := b.queue(); len(queue) != 3 || !queue[2].WasVisible {
			t.Errorf("queue %+v", queue)
		}
		for _, id := range waiting {
			b.decide(http.StatusOK, "forum_thread", id, true, "")
		}
		b.visitor.want(http.StatusOK, "GET", "/api/forum/threads/"+post(linked), "")
		expectNoDrift(t, b.db)

		// What is deleted does not wait.
		other := b.newcomer("other")
		gone := b.create(other, "/api/forum/threads", `{"title":"G","content":"`+linked+`","channelId":"`+b.channel+
			`"}`)
		other.want(http.StatusOK, "DELETE", "/api/forum/threads/"+gone, "")
		if queue := b.queue(); len(queue) > 0 {
			t.Errorf("queue %+v", queue)
		}
	})
}

// The settings decide which posts wait. Watched words concern all but the team.
func TestNewcomersSettings(t *testing.T) {
	eachNewcomers(t, func(t *testing.T, b *newcomers) {
		seen := func(c *client, title, content string) int {
			t.Helper()
			id := b.create(c, "/api/forum/threads", fmt.Sprintf(`{"title":%q,"content":%q,"channelId":%q}`, title, content,
				b.channel))
			response, _ := b.visitor.send("GET", "/api/forum/threads/"+id, "")
			return response.StatusCode
		}
		b.set(`{"firstPosts":"open","watchedWords":["Poker night","casino"," CASINO ",""]}`)
		var board struct {
			Newcomers struct {
				FirstPosts   string
				WatchedWords []string
			}
		}
		must.NoError(t, json.Unmarshal(b.admin.want(http.StatusOK, "GET", "/api/admin/board", ""), &board))
		if board.Newcomers.FirstPosts != "open" || !slices.Equal(board.Newcomers.WatchedWords,
			[]string{"Poker night", "casino"}) {
			t.Errorf("settings %+v", board)
		}
		if got := string(b.visitor.want(http.StatusOK, "GET", "/api/board", "")); strings.Contains(got, "casino") {
			t.Errorf("everybody reads the watched words: %s", got)
		}
		newcomer := b.newcomer("newcomer")
		for content, want := range map[string]int{
			linked: http.StatusOK, "A casinò!": http.StatusNotFound, "Two casinos": http.StatusOK,
			"POKER  **night**": http.StatusNotFound, "A poker night.": http.StatusNotFound,
		} {
			if got := seen(newcomer, "Title", content); got != want {
				t.Errorf("%q: %d, want %d", content, got, want)
			}
		}
		if got := seen(b.regular, "The Casino", "Come"); got != http.StatusNotFound {
			t.Errorf("a watched word of a regular in the title: %d", got)
		}
		if got := seen(b.admin, "The Casino", "Come"); got != http.StatusOK {
			t.Errorf("a watched word of an admin: %d", got)
		}
		b.regular.want(http.StatusForbidden, "POST", "/api/forum/channels", `{"name":"Casino"}`)

		b.set(`{"firstPosts":"review"}`)
		second := b.newcomer("second")
		for range 3 {
			if got := seen(second, "Glaze", "No link."); got != http.StatusNotFound {
				t.Errorf("a first post where all wait: %d", got)
			}
		}
		second.want(http.StatusForbidden, "POST", "/api/forum/channels", `{"name":"Kilns"}`)
		for _, w := range b.queue() {
			b.decide(http.StatusOK, w.TargetType, w.TargetID, true, "")
		}
		if got := seen(second, "Glaze", "No link."); got != http.StatusOK {
			t.Errorf("a post after three approved ones: %d", got)
		}
		expectNoDrift(t, b.db)
	})
}

// A newcomer's first project shows at once with its links, unless another newcomer's project leads to the same site, or
// a moderator has refused that.
func TestSitesOfNewcomers(t *testing.T) {
	eachNewcomers(t, func(t *testing.T, b *newcomers) {
		n := 0
		publish := func(c *client, links, description string) (id string, status int) {
			t.Helper()
			n++
			description = cmp.Or(description, "A log for potters who fire often, with charts and photos.")
			id = b.create(c, "/api/projects", fmt.Sprintf(`{"title":"Project %d","tagline":"Logs what a kiln does","description":%q,`+
				`"primaryCategory":"ai_agents","stage":"mvp","vibeTools":["cursor"],"logo":"https://art.example/logo.png","links":%s}`, n, description, links))
			response, _ := b.visitor.send("GET", "/api/projects/"+id, "")
			return id, response.StatusCode
		}
		first, second := b.newcomer("first"), b.newcomer("second")
		kiln, got := publish(first, `{"demo":"https://www.kiln.example/a","repo":"https://github.com/first/kiln"}`,
			"A log for potters who fire often. See [docs](https://docs.kiln.example).")
		if got != http.StatusOK {
			t.Errorf("a first project: %d", got)
		}
		if _, got := publish(first, `{"demo":"https://kiln.example/b"}`, ""); got != http.StatusOK {
			t.Errorf("another project of the same maker: %d", got)
		}
		if _, got := publish(second, `{"demo":"https://other.example","repo":"https://github.com/second/kiln"}`, ""); got !=
			http.StatusOK {
			t.Errorf("a repository of somebody else on the same host: %d", got)
		}
		third := b.newcomer("third")
		if _, got := publish(third, `{"demo":"https://app.kiln.example"}`, ""); got != http.StatusNotFound {
			t.Errorf("the site of another newcomer: %d", got)
		}
		queue := b.queue()
		if len(queue) != 1 || queue[0].Reason != "same_site" || queue[0].Detail != "kiln.example" {
			t.Fatalf("queue %+v", queue)
		}
		b.decide(http.StatusOK, "project", queue[0].TargetID, true, "")
		if _, got := publish(b.regular, `{"demo":"https://kiln.example"}`, ""); got != http.StatusOK {
			t.Errorf("the same site by a regular: %d", got)
		}
		b.admin.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/HideContent",
			`{"targetType":"REPORT_TARGET_TYPE_PROJECT","targetId":"`+kiln+`","reason":"Spam"}`)
		first.want(http.StatusOK, "DELETE", "/api/projects/"+kiln, "")
		if _, got := publish(b.newcomer("fourth"), `{"demo":"https://kiln.example"}`, ""); got != http.StatusNotFound {
			t.Errorf("a site that a moderator has hidden: %d", got)
		}
		expectNoDrift(t, b.db)
	})
}

// A member who is made a moderator while a post waits cannot decide about it.
func TestOwnPostWaits(t *testing.T) {
	eachNewcomers(t, func(t *testing.T, b *newcomers) {
		newcomer := b.newcomer("newcomer")
		thread := b.create(newcomer, "/api/forum/threads", `{"title":"Cheap","content":"`+linked+`","channelId":"`+
			b.channel+`"}`)
		b.makeModerator("newcomer")
		for _, body := range []string{`{"approve":true}`, `{"approve":false,"reason":"Mine"}`} {
			if got := string(newcomer.want(http.StatusForbidden, "PUT", "/api/admin/approvals/forum_thread/"+thread,
				body)); !strings.Contains(got, "OWN_CONTENT") {
				t.Errorf("%s: %s", body, got)
			}
		}
		b.decide(http.StatusOK, "forum_thread", thread, true, "")
	})
}

// Hiding a post that waits refuses it, with a report or without one. The reporter is told that it was hidden.
func TestHidingAWaitingPost(t *testing.T) {
	eachNewcomers(t, func(t *testing.T, b *newcomers) {
		newcomer := b.newcomer("newcomer")
		post := func(text string) string {
			return b.create(newcomer, "/api/forum/threads", `{"title":"Cheap","content":"`+text+`","channelId":"`+
				b.channel+`"}`)
		}
		first, second := post(linked), post("No link.")
		b.admin.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/HideContent",
			`{"targetType":"REPORT_TARGET_TYPE_FORUM_THREAD","targetId":"`+first+`","reason":"Advertising"}`)
		report := b.create(b.regular, "/api/reports", `{"targetType":"forum_thread","targetId":"`+second+
			`","reason":"spam"}`)
		newcomer.want(http.StatusOK, "PATCH", "/api/forum/threads/"+second, `{"content":"`+linked+`"}`)
		if got := string(b.admin.want(http.StatusOK, "PUT", "/api/admin/reports/"+report,
			`{"action":"hide","reason":"Advertising"}`)); !strings.Contains(got, `"decision":"hide"`) {
			t.Errorf("the report: %s", got)
		}
		if got := b.notices(b.regular); !slices.Contains(got, "report hide") {
			t.Errorf("the reporter is told %s", got)
		}
		if queue := b.queue(); len(queue) > 0 {
			t.Errorf("queue %+v", queue)
		}
		for _, id := range []string{first, second} {
			b.decide(http.StatusNotFound, "forum_thread", id, true, "")
			b.visitor.want(http.StatusNotFound, "GET", "/api/forum/threads/"+id, "")
			if got := string(newcomer.want(http.StatusOK, "GET", "/api/decisions/forum_thread/"+id,
				"")); !strings.Contains(got, `"refuse"`) {
				t.Errorf("the decision: %s", got)
			}
		}
		if got := b.notices(newcomer); !slices.Contains(got, "moderation refuse") {
			t.Errorf("the author is told %s", got)
		}
		// The report is opened again: nobody has approved the post, so it waits as before.
		b.admin.want(http.StatusOK, "PUT", "/api/admin/reports/"+report, `{"action":"reopen","reason":"Too early"}`)
		if queue := b.queue(); len(queue) != 1 || queue[0].TargetID != second {
			t.Errorf("queue %+v", queue)
		}
		b.visitor.want(http.StatusNotFound, "GET", "/api/forum/threads/"+second, "")
		expectNoDrift(t, b.db)
		b.decide(http.StatusOK, "forum_thread", second, true, "")
		b.visitor.want(http.StatusOK, "GET", "/api/forum/threads/"+second, "")
		expectNoDrift(t, b.db)
	})
}

// A waiting post whose author unpublishes it is not in the queue, and nobody decides about it until it is published.
func TestUnpublishedPostWaits(t *testing.T) {
	eachNewcomers(t, func(t *testing.T, b *newcomers) {
		newcomer := b.newcomer("newcomer")
		for _, kind := range []struct{ name, publish, edit, body, field, text string }{
			{"blog_post", "/api/blog/posts", "PATCH /api/blog/", `{"title":"Cheap","content":"` + linked + `"}`,
				"isPublished", "content"},
			{"project", "/api/projects", "PUT /api/projects/", `{"title":"Cheap glaze","tagline":"Glazes for every kiln","description":"All about glazes, with tests, photos and recipes. ` + linked +
				`","primaryCategory":"ai_agents","stage":"mvp","vibeTools":["cursor"],"logo":"https://art.example/logo.png"}`, "isPublic", "description"},
		} {
			id := b.create(newcomer, kind.publish, kind.body)
			edit := func(body string) {
				t.Helper()
				method, path, _ := strings.Cut(kind.edit, " ")
				newcomer.want(http.StatusOK, method, path+id, body)
			}
			if len(b.queue()) != 1 {
				t.Errorf("queue %+v", b.queue())
			}
			edit(`{"` + kind.field + `":false,"` + kind.text + `":"My private diary of glazes, with all of my plans for them."}`)
			if queue := b.queue(); len(queue) > 0 {
				t.Errorf("the queue shows what is private: %+v", queue)
			}
			b.decide(http.StatusNotFound, kind.name, id, true, "")
			b.decide(http.StatusNotFound, kind.name, id, false, "Advertising")
			edit(`{"` + kind.field + `":true}`)
			b.visitor.want(http.StatusNotFound, "GET", kind.publish+"/"+id, "")
			if queue := b.queue(); len(queue) != 1 || !strings.Contains(queue[0].Text, "diary") {
				t.Errorf("queue %+v", queue)
			}
			b.decide(http.StatusOK, kind.name, id, true, "")
			b.visitor.want(http.StatusOK, "GET", kind.publish+"/"+id, "")
			expectNoDrift(t, b.db)
			storetest.Exec(t, b.db, "UPDATE users SET link_posted_at = NULL")
		}
	})
}
