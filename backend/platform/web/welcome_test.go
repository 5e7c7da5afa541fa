package web_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/schema"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var published = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// board is a database with a member and projects, seen from outside.
type board struct {
	t        *testing.T
	db       *store.DB
	now      time.Time
	service  *web.Service
	owner    uuid.UUID
	caller   *auth.Caller
	pictures *media.Service
	bucket   bucket.Bucket // of the pictures
}

func newBoard(t *testing.T, db *store.DB) *board {
	b := &board{t: t, db: db, now: published.Add(time.Hour)}
	b.bucket = buckettest.Open(t, buckettest.Disk(t))
	clock := func() time.Time { return b.now }
	b.pictures = media.NewService(db, b.bucket, clock)
	b.service = web.NewService(db, b.pictures, &url.URL{Scheme: "https", Host: "board.example"}, `Ann & Bob's "Board"`, clock)
	b.owner = b.member(0, "kilnfire", `Kira </script><b>"K"`)
	return b
}

func numbered(kind, n int) uuid.UUID {
	return uuid.MustParse(fmt.Sprintf("01900000-000%d-7000-8000-%012d", kind, n))
}

func (b *board) write(fn func(ctx context.Context, tx *ent.Client) error) {
	b.t.Helper()
	if err := b.db.Write(b.t.Context(), fn); err != nil {
		b.t.Fatal(err)
	}
}

func (b *board) member(n int, name, displayName string) uuid.UUID {
	b.t.Helper()
	id := numbered(1, n)
	b.write(func(ctx context.Context, tx *ent.Client) error {
		return tx.User.Create().SetID(id).SetUsername(name).SetUsernameKey(strings.ToLower(name)).SetEmail(name + "@example.com").
			SetEmailKey(name + "@example.com").SetPasswordHash("x").SetViberTag("@" + name).SetDisplayName(displayName).
			SetBio("Makes  things.\n" + strings.Repeat("And more of them. ", 20)).SetUpvotesReceived(7).SetProjectCount(2).
			SetWebsite("https://kira.example/?a=1&b=2").SetCreatedAt(published).SetUpdatedAt(published).Exec(ctx)
	})
	return id
}

func (b *board) show(n int, title string, public bool) uuid.UUID {
	b.t.Helper()
	id := numbered(2, n)
	b.write(func(ctx context.Context, tx *ent.Client) error {
		c := tx.Project.Create().SetID(id).SetUserID(b.owner).SetTitle(title).SetTitleKey(strings.ToLower(title)).
			SetTagline(`Any photo into a "print" & more`).SetDescription("Ink <on> paper.\n\nTwo colours.").
			SetLogo("/uploads/logo/256x256.png").SetStage("mvp").SetPrimaryCategory("photo_video").SetTags([]string{"print", "</script>"}).
			SetLinks(schema.ProjectLinks{Demo: "https://demo.example/"}).SetUpvotes(3).SetIsPublic(public).
			SetCreatedAt(published).SetUpdatedAt(published.Add(time.Duration(n) * time.Minute))
		if public {
			c.SetPublishedAt(published)
		}
		return c.Exec(ctx)
	})
	return id
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-want +got of %s (rewrite with -update)\n%s", path, diff)
	}
}

func (b *board) describe(address string) (web.Page, bool) {
	b.t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		b.t.Fatal(err)
	}
	page, ok, err := b.service.Describe(b.t.Context(), at, func() (*auth.Caller, error) { return b.caller, nil })
	if err != nil {
		b.t.Fatal(err)
	}
	return page, ok
}

func TestStatus(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		shown, draft := b.show(1, "Two-Drum", true).String(), b.show(2, "Secret", false).String()
		for _, tc := range []struct {
			path           string
			status         int
			title          string
			index          bool
			canonical      string
			looksLikeAFile bool
		}{
			{path: "/", status: 200, title: `Ann & Bob's "Board"`, index: true, canonical: "/"},
			{path: "/about", status: 200, title: `Our Story – Ann & Bob's "Board"`, index: true, canonical: "/about"},
			{path: "/About/", status: 200, title: `Our Story – Ann & Bob's "Board"`, index: true, canonical: "/about"},
			{path: "/submit-project", status: 200, title: `Submit Project – Ann & Bob's "Board"`, index: true, canonical: "/submit"},
			{path: "/login", status: 200, title: `Login – Ann & Bob's "Board"`},
			{path: "/projects/" + shown, status: 200, title: `Two-Drum - Any photo into a "print" & more`, index: true, canonical: "/projects/" + shown},
			{path: "/project/" + shown, status: 200, title: `Two-Drum - Any photo into a "print" & more`, index: true, canonical: "/projects/" + shown},
			{path: "/projects/" + draft, status: 404, title: `Project Not Found – Ann & Bob's "Board"`},
			{path: "/projects/" + uuid.NewString(), status: 404, title: `Project Not Found – Ann & Bob's "Board"`},
			{path: "/projects/one", status: 404, title: `Project Not Found – Ann & Bob's "Board"`},
			{path: "/profile/KilnFire", status: 200, title: `@kilnfire – Ann & Bob's "Board"`, index: true, canonical: "/profile/kilnfire"},
			{path: "/profile/nobody", status: 404, title: `User Not Found – Ann & Bob's "Board"`},
			{path: "/profile/a%00b", status: 404, title: `404 Page Not Found – Ann & Bob's "Board"`},
			{path: "/nothing/here", status: 404, title: `404 Page Not Found – Ann & Bob's "Board"`},
			{path: "/.env", looksLikeAFile: true}, {path: "/.git/config", looksLikeAFile: true}, {path: "/old.php", looksLikeAFile: true},
			{path: "/metrics", looksLikeAFile: true}, {path: "/debug/pprof/", looksLikeAFile: true},
			{path: "/search", status: 200, title: `Explore – Ann & Bob's "Board"`, index: true, canonical: "/search"},
			{path: "/search?utm_source=x&view=list&sort=oldest&tool=cursor&category=games", status: 200, title: `Explore – Ann & Bob's "Board"`, index: true, canonical: "/search?category=games&tool=cursor"},
			{path: "/projects", status: 200, title: `Explore – Ann & Bob's "Board"`, index: true, canonical: "/search"},
			{path: "/explore/?tool=cursor&view=list", status: 200, title: `Explore – Ann & Bob's "Board"`, index: true, canonical: "/search?tool=cursor"},
			{path: "/search?category=nonsense&stage=", status: 200, title: `Explore – Ann & Bob's "Board"`, index: true, canonical: "/search"},
			{path: "/search?q=print", status: 200, title: `Explore – Ann & Bob's "Board"`, canonical: "/search"},
		} {
			page, ok := b.describe(tc.path)
			if ok == tc.looksLikeAFile {
				t.Errorf("%s: is an address of the app: %v", tc.path, ok)
			}
			if tc.looksLikeAFile {
				continue
			}
			canonical := strings.TrimPrefix(page.Canonical, "https://board.example")
			if page.Status != tc.status || page.Title != tc.title || page.NoIndex == tc.index || canonical != tc.canonical {
				t.Errorf("%s: %d %q, index %v, canonical %q", tc.path, page.Status, page.Title, !page.NoIndex, page.Canonical)
			}
			head, err := page.Head()
			if err != nil {
				t.Fatal(err)
			}
			if page.Status == 404 && (page.Data != nil || strings.Contains(string(head), "og:") || strings.Contains(string(head), "Secret")) {
				t.Errorf("%s: says something of what is not there\n%s", tc.path, head)
			}
		}
	})
}

func TestDraftIsItsMakersAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		path := "/projects/" + b.show(1, "Secret", false).String()
		for _, tc := range []struct {
			name   string
			caller *auth.Caller
			status int
		}{
			{"Visitor", nil, 404},
			{"Stranger", &auth.Caller{UserID: uuid.New()}, 404},
			{"Maker", &auth.Caller{UserID: b.owner}, 200},
			{"Admin", &auth.Caller{UserID: uuid.New(), IsAdmin: true}, 200},
		} {
			b.caller = tc.caller
			page, _ := b.describe(path)
			if page.Status != tc.status || !page.NoIndex || page.Data != nil || page.Canonical != "" || page.Private != (tc.status == 200) {
				t.Errorf("%s: %+v", tc.name, page)
			}
		}
	})
}

// A head is read by programs, so its texts must neither end an element nor a script.
func TestHead(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		b.show(1, `<img src=x onerror="alert(1)">`, true)
		for name, path := range map[string]string{
			"home": "/", "explore": "/search?category=health_fitness&stage=mvp", "project": "/projects/" + numbered(2, 1).String(),
			"profile": "/profile/kilnfire", "missing": "/projects/" + numbered(2, 9).String(),
		} {
			page, _ := b.describe(path)
			head, err := page.Head()
			if err != nil {
				t.Fatal(err)
			}
			text := string(head)
			if strings.Contains(text, "<img") || strings.Contains(text, "<b>") || strings.Count(text, "</script>") > 1 {
				t.Errorf("%s: a text got out of its place\n%s", name, text)
			}
			if _, data, has := strings.Cut(text, `<script type="application/ld+json">`); has {
				data, _, _ = strings.Cut(data, "</script>")
				var read map[string]any
				if err := json.Unmarshal([]byte(data), &read); err != nil || read["@context"] != "https://schema.org" {
					t.Errorf("%s: %v\n%s", name, err, data)
				}
			}
			golden(t, name+".html", strings.ReplaceAll(text, "><", ">\n<")+"\n")
		}
	})
}

// The server answers 404 for what the web app's router does not have, and titles pages as that does.
func TestTextForWhereNoScriptRuns(t *testing.T) {
	got := string(web.Page{Name: "Two <Drums>", Description: "Ink & paper"}.Text())
	want := `<noscript><div class="wrap page"><h1 class="h1">Two &lt;Drums&gt;</h1><p>Ink &amp; paper</p></div></noscript>`
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestRoutesAreThoseOfTheWebApp(t *testing.T) {
	source, err := os.ReadFile("../../../webapp/src/app/router.tsx")
	if err != nil {
		t.Fatal(err)
	}
	variable := regexp.MustCompile(`\$(\w+)`)
	want := map[string]string{}
	for _, block := range strings.Split(string(source), "createRoute({")[1:] {
		block, _, _ = strings.Cut(block, "\n});")
		path := regexp.MustCompile(`\n  path: "([^"]*)"`).FindStringSubmatch(block)
		if path == nil {
			continue // groups others
		}
		title := regexp.MustCompile(`title: "([^"]*)"`).FindStringSubmatch(block)
		text := ""
		if title != nil {
			text = title[1]
		}
		want[variable.ReplaceAllString(path[1], "{$1}")] = text
	}
	if len(want) < 20 {
		t.Fatalf("the router was not read: %v", want)
	}
	got := web.Routes()
	for path, title := range want {
		if known, ok := got[path]; !ok || title != "" && known != title {
			t.Errorf("%s: the app's title is %q, here it is %q, known %v", path, title, known, ok)
		}
	}
	for path := range got {
		if _, ok := want[path]; !ok {
			t.Errorf("%s is no route of the app", path)
		}
	}
}

func serve(t *testing.T, handle web.Handle, path string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := serveRequest(t, path)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	if err := handle(w, r); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return w
}

func serveRequest(t *testing.T, path string) *http.Request {
	t.Helper()
	return httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
}
