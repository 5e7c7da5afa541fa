package producttest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/types/descriptorpb"

	"uvboard/backend/account"
	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	"uvboard/ent"
	"uvboard/ent/user"
)

// exempt lists tables and partial indexes that stay small on a large site.
var exempt = map[string]string{
	"keys":               "a row for each use of a secret",
	"boards":             "the row of the board's settings",
	"counters":           "a row for each thing that is counted",
	"asked":              "what comes with the question",
	"jobs":               "a row for each job",
	"rate_buckets":       "who is near a rate limit; read by id",
	"tasks":              "only work that waits or was given up, which is counted",
	"schema_versions":    "a row for each migration",
	"tag_synonyms":       "what an operator merges",
	"ring_searches":      "how far the search for rings is",
	"publish_requests":   "drafts that an agent asks to publish, until the owner decides",
	"idempotency_keys":   "keys of calls that create something, for a day",
	"upload_tickets":     "addresses that take an image, for ten minutes",
	"weekly_issues":      "an issue a week",
	"search_changes":     "documents whose words are about to be counted",
	"found":              "what a limit bounds, in a subquery",
	"board_pages":        "the operator's own texts of five pages",
	"weekly_subscribers": "readers of the weekly issue, which is sent to all of them",
	"setup_tokens":       "the links for a board without an admin, for a day",
	"news_feeds":         "the operator's list, and at most 100 feeds of admins",
	"feature_acts":       "what admins feature by hand",
	"contact_messages":   "what people write to the admins, who search it by the beginning of a name",

	"weeklysubscriber_confirmed": "addresses, counted when an admin reads the draft",
	"project_featured":           "what admins feature, which is as little as people can read",
	"user_deleting":              "members whose account is being deleted",
	"user_admins":                "the admins",
	"user_demo":                  "members of the demo content",
	"user_suspended":             "suspended members",
	"vote_uncounted":             "votes of banned members",
	"days":                       "counted days of searches, a subquery of the visits of two days",
	"placed":                     "open reports of a page of cases, a subquery of what an index found",
	"numbered":                   "new items of what a member follows, a subquery of what indexes found",
}

// rare matches the queries that read a table because an admin asks for it: storage and counts in the overview, and the
// removal of demo content. And the numbers of answers, which are of 30 days, as all grown projects are, the place of a
// request in the queue, and which of up to a thousand found projects are gone.
var rare = regexp.MustCompile(
	`SUM\(["\x60]uploads|["\x60]visitor_id["\x60] LIKE|WHERE ["\x60]news_articles["\x60]\.["\x60]is_demo|pragma_page_count|COUNT\(["\x60]report_cases|AS bucket|q\.requested_at, q\.id\) <|["\x60]published_at["\x60], ["\x60]projects["\x60]\.["\x60]first_answer_at["\x60] FROM|p\.alive = \$1 AND p\.id IN`)

// Every query of the product uses an index. The test records the queries of the API's story, of further reads and of
// the jobs on grown tables, and then looks at their plans on both databases.
func TestPlans(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		heard := &queries{args: map[string][]any{}}
		defer store.Observe(heard.hear)()
		log := &procedures{seen: map[string]bool{}}
		server := serveTest(t, testConfig(t), db, log)
		tell(t, db, server, func(step, *http.Response, []byte) {})
		heard.pause(func() {
			grow(t, db)
			// for the authors with the most likes
			storetest.Exec(t, db, "UPDATE blog_posts SET upvotes = 1 WHERE is_visible")
		})
		readEverything(t, server)
		admin := &client{t: t, base: server.URL}
		readDashboard(t, admin)
		readFollowing(t, admin)
		checkAllRead(t, log)
		heard.pause(func() { leave(t, db) })
		runJobs(t, db)
		heard.pause(func() {
			explain, scanned := explainSQLite, 0
			if !db.IsSQLite() {
				explain = explainPostgres
			}
			for _, query := range heard.sorted() {
				if rare.MatchString(query) {
					continue
				}
				for _, problem := range explain(t, db, query, heard.args[query]) {
					t.Errorf("%s\nin %s\nwith %.200v", problem, query, heard.args[query])
				}
				scanned++
			}
			t.Logf("%d queries", scanned)
			if scanned < 100 {
				t.Errorf("only %d queries were heard", scanned)
			}
		})
	})
}

// queries holds each recorded query once, with its last arguments.
type queries struct {
	mu     sync.Mutex
	paused bool
	args   map[string][]any
}

var planned = regexp.MustCompile(`(?i)^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b`)

func (q *queries) hear(query string, args []driver.NamedValue) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.paused || !planned.MatchString(query) {
		return
	}
	values := make([]any, len(args))
	for i, a := range args {
		values[i] = a.Value
	}
	q.args[query] = values
}

func (q *queries) pause(do func()) {
	set := func(paused bool) {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.paused = paused
	}
	set(true)
	defer set(false)
	do()
}

func (q *queries) sorted() []string {
	var all []string
	for query := range q.args {
		all = append(all, query)
	}
	slices.Sort(all)
	return all
}

// readEverything reads all lists with their pages, filters and orders, and the pages, feeds and sitemaps.
func readEverything(t *testing.T, server *httptest.Server) {
	t.Helper()
	targets := []string{
		"/", "/search", "/feed.xml", "/projects/feed.xml", "/sitemap.xml", "/sitemap/projects/start.xml",
		"/sitemap/members/start.xml", "/sitemap/leaderboards/start.xml", "/sitemap/collections/start.xml", "/top",
		"/top/2026/w01",
		"/api/users/top?limit=5", "/api/users/active?limit=5", "/api/stats/community", "/api/projects?type=featured",
		"/api/projects?offset=900", "/api/projects/tools/popular",
		"/blog", "/blog/feed.xml", "/blog/feed.xml?tag=grown", "/sitemap/stories/start.xml", "/api/blog/tags/popular",
		"/api/blog/stats",
		"/forum", "/forum/feed.xml", "/sitemap/threads/start.xml", "/api/stats/forum", "/api/forum/channels?limit=2",
		"/api/forum/threads?limit=1", "/api/forum/threads?limit=1&tag=number-7", "/tools/cursor", "/tools/cursor/feed.xml",
		"/tags/grown007", "/tags/grown007/feed.xml", "/api/tags/grown007", "/sitemap/tags/start.xml",
		"/api/forum/search?limit=2&q=grown", "/api/forum/search?limit=2&q=number+7",
		connectGet("BlogService/ListTopAuthors", `{"pageSize":5}`), connectGet("NewsService/ListNewsSources", `{}`),
	}
	for _, narrowed := range []string{"", "stage=mvp", "category=games", "vibeTools=cursor", "tag=grown",
		"stage=beta&category=games&vibeTools=claude"} {
		for _, text := range []string{"", "&search=grown", "&search=number+7", "&search=neverheardof"} {
			for _, order := range []string{"", "&type=trending", "&type=newest", "&sort=oldest", "&sort=alphabetical",
				"&sort=relevance"} {
				targets = append(targets, "/api/projects?limit=2&"+narrowed+text+order)
			}
		}
	}
	for _, narrowed := range []string{"", "tag=grown", "tag=grown007", "search=grown", "search=grown+7&tag=grown"} {
		for _, order := range []string{"", "&sort=newest", "&sort=oldest", "&sort=popular"} {
			targets = append(targets, "/api/blog/posts?limit=2&"+narrowed+order)
		}
	}
	for _, narrowed := range []string{"", "source=Source+3", "tools=cursor", "source=Source+3&tools=v0,claude"} {
		targets = append(targets, "/api/news?limit=2&"+narrowed, "/api/news?limit=2&q=number&"+narrowed,
			"/news?"+narrowed)
	}
	for len(targets) > 0 {
		response, err := server.Client().Get(server.URL + targets[0])
		must.NoError(t, err)
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode >= http.StatusInternalServerError {
			t.Fatalf("%s: %d %v %s", targets[0], response.StatusCode, err, body)
		}
		if next := response.Header.Get("X-Next-Cursor"); next != "" && !strings.Contains(targets[0], "cursor=") {
			targets = append(targets, targets[0]+"&cursor="+next)
		}
		var list []struct {
			ID        string
			ChannelID string
			Author    struct{ ID, Username string }
		}
		if json.Unmarshal(body, &list) == nil && len(list) > 0 && list[0].Author.ID != "" &&
			targets[0] == "/api/projects?type=featured" {
			project, user := list[0].ID, list[0].Author
			targets = append(targets, "/projects/"+project, "/projects/"+project+"/og.png", "/api/projects/"+project+
				"/related", "/profile/"+user.Username, "/projects/feed.xml?userId="+user.ID,
				"/api/users/"+user.ID+"/projects?limit=2", "/api/collections?limit=1&projectId="+project+"&userId="+
					user.ID, "/api/users/"+user.ID+"/activity", "/api/votes?targetType=project&targetIds="+project,
				"/api/projects/"+project+"/awards", "/api/projects/"+project+"/rank")
		}
		if targets[0] == "/api/blog/posts?limit=2&" && len(list) > 0 {
			story, user := list[0].ID, list[0].Author
			targets = append(targets, "/blog/"+story, "/blog/"+story+"/og.png", "/api/blog/posts/"+story+"/related",
				connectGet("BlogService/ListLinkedProjects", `{"id":"`+story+`"}`), "/api/blog/posts/"+story+
					"/engagement",
				"/api/blog/posts/"+story+"/comments?limit=1", "/api/users/"+user.ID+"/activity?types=blog_comment",
				"/blog/feed.xml?userId="+user.ID,
				"/api/blog/posts?limit=1&userId="+user.ID, "/api/blog/posts?limit=1&sort=oldest&tag=grown&userId="+
					user.ID)
		}
		if targets[0] == "/api/forum/threads?limit=1" && len(list) > 0 {
			thread, channel, user := list[0].ID, list[0].ChannelID, list[0].Author
			targets = append(targets, "/forum/"+channel, "/forum/feed.xml?channelId="+channel,
				"/forum/feed.xml?userId="+user.ID, "/forum/thread/"+thread, "/forum/thread/"+thread+"/og.png",
				"/api/forum/threads?limit=1&channelId="+channel, "/api/forum/threads?projectId="+thread,
				"/api/forum/threads?limit=1&sort=top", "/api/forum/threads?limit=1&sort=top&channelId="+channel,
				"/api/forum/threads?limit=1&sort=unanswered",
				"/api/forum/threads?limit=1&sort=unanswered&channelId="+channel,
				"/api/forum/threads/"+thread+"/posts?limit=1&fromPosition=2&before=5",
				"/api/forum/channels?projectId="+thread,
				"/api/forum/threads/"+thread+"/posts?limit=1", "/api/forum/threads/"+thread+
					"/posts?limit=1&fromPostId="+thread,
				"/api/forum/threads/"+thread+"/posts?limit=1&after=2026-01-01T00:00:00Z",
				"/api/forum/search?q=words&channelId="+channel,
				"/api/users/"+user.ID+"/activity?limit=1&types=forum_thread", "/api/users/"+user.ID+
					"/activity?limit=1&types=forum_post",
				"/api/votes?targetType=forum_thread&targetIds="+thread)
		}
		targets = targets[1:]
	}
}

// connectGet returns the address of a call that has no REST path.
func connectGet(method, message string) string {
	return "/uvboard.v1." + method + "?connect=v1&encoding=json&message=" + url.QueryEscape(message)
}

// readDashboard reads the lists of admins in every order, with rare and common searches.
func readDashboard(t *testing.T, admin *client) {
	t.Helper()
	admin.want(http.StatusOK, "POST", "/api/auth/login", `{"username":"overseer","password":"vibecoding"}`)
	for path, sorts := range map[string][]string{
		"/api/admin/users": {"", "username", "project_count", "forum_post_count", "blog_post_count",
			"reputation", "last_active"},
		"/api/admin/projects":       {"", "title", "upvotes", "downvotes"},
		"/api/admin/blog/posts":     {"", "title", "likes", "comments"},
		"/api/admin/forum/channels": {"", "name", "thread_count", "post_count"},
	} {
		for _, sort := range sorts {
			for _, narrowed := range []string{"&order=asc", "&order=desc", "&search=grown", "&search=grown777"} {
				target := path + "?limit=2&sort=" + sort + narrowed
				response, body := admin.send("GET", target, "")
				if next := response.Header.Get("X-Next-Cursor"); next != "" {
					response, body = admin.send("GET", target+"&cursor="+next, "")
				}
				if response.StatusCode != http.StatusOK {
					t.Errorf("%s: %s %s", target, response.Status, body)
				}
			}
		}
	}
	admin.want(http.StatusOK, "GET", connectGet("ForumService/BatchGetReadMarkers",
		`{"threadIds":["018f0000-0000-7000-8000-000000000000"]}`), "")
	admin.want(http.StatusOK, "GET", connectGet("MarkdownService/RenderMarkdown", `{"text":"*x*"}`), "")
	for _, kind := range []string{"user", "project", "blog_post", "forum_channel"} {
		admin.want(http.StatusOK, "POST", "/api/admin/bulk/preview", `{"targetType":"`+kind+
			`","ids":["018f0000-0000-7000-8000-000000000000"],"action":"delete"}`)
	}
}

// checkAllRead expects a successful call of everything that only reads, so that its queries are explained.
func checkAllRead(t *testing.T, log *procedures) {
	t.Helper()
	log.mu.Lock()
	defer log.mu.Unlock()
	for method := range apitest.Methods() {
		procedure := "/" + string(method.Parent().FullName()) + "/" + string(method.Name())
		reads := method.Options().(*descriptorpb.MethodOptions).
			GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
		if reads && !method.IsStreamingServer() && !log.seen[procedure] {
			t.Errorf("the queries of %s are not explained: call it in the story or in readEverything", procedure)
		}
	}
}

// readFollowing reads two pages of what is new for a member who follows a tool.
func readFollowing(t *testing.T, member *client) {
	t.Helper()
	member.want(http.StatusOK, "PUT", "/api/follows/tool/cursor", "")
	response, body := member.send("GET", "/api/feed/following?limit=1", "")
	next := response.Header.Get("X-Next-Cursor")
	if next == "" {
		t.Fatalf("%s %s", response.Status, body)
	}
	member.want(http.StatusOK, "GET", "/api/feed/following?limit=1&cursor="+next, "")
}

// leave deletes accounts of the story, which the jobs then erase.
func leave(t *testing.T, db *store.DB) {
	t.Helper()
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		for username, deleting := range map[string]string{"Kilnfire": account.Erase, "": account.Vanish} {
			err := tx.User.Update().Where(user.Username(username)).
				SetDeleting(deleting).SetDeletedAt(time.Now().AddDate(-1, 0, 0)).Exec(ctx)
			if err != nil {
				return err
			}
		}
		return nil
	}))
}

// runJobs runs every job once.
func runJobs(t *testing.T, db *store.DB) {
	t.Helper()
	feed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `<rss version="2.0"><channel><item><title>Claude fires a kiln</title><link>https://kiln.example/fired</link></item></channel></rss>`)
	}))
	defer feed.Close()
	c := testConfig(t)
	c.NewsFeeds, c.NewsInterval = append(c.NewsFeeds, config.Feed{Name: "Local", URL: feed.URL}), time.Hour
	uploads := openUploads(t, c, db)
	must.NoError(t, product.New(c, db, uploads).NewJobs(nil, slog.New(slog.DiscardHandler)).Work(t.Context()))
}

// fullScan matches a step of a SQLite plan that reads all rows of a table or an index.
var fullScan = regexp.MustCompile(`^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?`)

// wordSearch matches a full-text search, which reads only matching documents.
var wordSearch = regexp.MustCompile(`^SCAN search_index VIRTUAL TABLE INDEX \d+:M`)

func explainSQLite(t *testing.T, db *store.DB, query string, args []any) (problems []string) {
	t.Helper()
	rows, err := db.Reader().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatalf("%v in %s", err, query)
	}
	defer rows.Close()
	for rows.Next() {
		var (
			id, parent, unused int
			detail             string
		)
		must.NoError(t, rows.Scan(&id, &parent, &unused, &detail))
		found := fullScan.FindStringSubmatch(detail)
		switch {
		case found == nil, exempt[found[1]] != "", exempt[found[2]] != "", found[1] == "CONSTANT",
			strings.HasSuffix(detail, "VALUES CLAUSE"):
		case found[1] == "JSON_EACH": // expands a JSON value of a row
		case wordSearch.MatchString(detail):
		case found[2] != "" && strings.Contains(query, "LIMIT"): // reads an index in order, up to the limit
		default:
			problems = append(problems, detail)
		}
	}
	must.NoError(t, rows.Err())
	return problems
}

// plan is a node of a PostgreSQL plan.
type plan struct {
	NodeType  string `json:"Node Type"`
	Relation  string `json:"Relation Name"`
	Index     string `json:"Index Name"`
	IndexCond string `json:"Index Cond"`
	Plans     []plan
}

// explainPostgres checks the plan for these arguments and the generic plan.
func explainPostgres(t *testing.T, db *store.DB, query string, args []any) (problems []string) {
	t.Helper()
	conn, err := db.Reader().Conn(t.Context())
	must.NoError(t, err)
	defer conn.Close()
	look := func(row *sql.Row, which string) {
		var text []byte
		if err := row.Scan(&text); err != nil {
			t.Fatalf("%v in %s", err, query)
		}
		var plans []struct{ Plan plan }
		must.NoError(t, json.Unmarshal(text, &plans))
		for _, p := range plans {
			for _, problem := range p.Plan.scans(false) {
				problems = append(problems, which+": "+problem)
			}
		}
	}
	look(conn.QueryRowContext(t.Context(), "EXPLAIN (FORMAT JSON) "+query, args...), "plan for these arguments")
	exec := func(query string) {
		if _, err := conn.ExecContext(t.Context(), query); err != nil {
			t.Fatalf("%v in %s", err, query)
		}
	}
	exec("SET plan_cache_mode = force_generic_plan")
	exec("PREPARE looked_at AS " + query)
	execute := "EXECUTE looked_at"
	if len(args) > 0 {
		execute += "(NULL" + strings.Repeat(", NULL", len(args)-1) + ")"
	}
	look(conn.QueryRowContext(t.Context(), "EXPLAIN (FORMAT JSON) "+execute), "plan for any arguments")
	exec("DEALLOCATE looked_at")
	exec("RESET plan_cache_mode")
	return problems
}

// scans returns the nodes that read all rows of a table or an index. It leaves out an index that is read in order up to
// a limit.
func (p plan) scans(limited bool) (problems []string) {
	limited = limited || p.NodeType == "Limit"
	switch {
	case exempt[p.Relation] != "", exempt[p.Index] != "":
	case p.NodeType == "Seq Scan":
		problems = append(problems, "Seq Scan on "+p.Relation)
	case p.Index != "" && p.IndexCond == "" && !limited:
		problems = append(problems, fmt.Sprintf("%s of all %s", p.NodeType, p.Index))
	}
	for _, below := range p.Plans {
		problems = append(problems, below.scans(limited)...)
	}
	return problems
}
