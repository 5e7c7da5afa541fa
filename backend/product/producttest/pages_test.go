package producttest

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/web"
	"uvboard/backend/product"
)

const webAppFolder = "../../../webapp/"

// The server answers 404 for paths that the web app's router does not have, and gives pages the same titles.
func TestRoutesAreThoseOfTheWebApp(t *testing.T) {
	source, err := os.ReadFile(webAppFolder + "src/app/router.tsx")
	must.NoError(t, err)
	// A screen is a call of createRoute or, on fewer lines, of page, top or an alias.
	path, title := regexp.MustCompile(`(?:path: |^)"(/[^"]*)"`), regexp.MustCompile(`title: "([^"]*)"`)
	crumb := regexp.MustCompile(`^"[^"]*", "([^"]*)"`)
	want := map[string]string{}
	for _, block := range regexp.MustCompile(`createRoute\(\{|\b(?:page|top)\(|Alias\(`).Split(string(source), -1)[1:] {
		block, _, _ = strings.Cut(block, "\n});")
		block = strings.TrimSpace(block)
		at := path.FindStringSubmatch(block)
		if at == nil {
			continue // the route only groups others
		}
		name := regexp.MustCompile(`\$(\w+)`).ReplaceAllString(at[1], "{$1}")
		if strings.Contains(block, "getParentRoute: forumAt") { // a screen inside the forum's frame
			name = strings.TrimSuffix("/forum"+name, "/")
		}
		found := crumb.FindStringSubmatch(block)
		if found == nil {
			found = title.FindStringSubmatch(block)
		}
		if found == nil {
			found = []string{"", ""}
		}
		want[name] = found[1]
	}
	if len(want) < 20 {
		t.Fatalf("the router was not read: %v", want)
	}

	c := testConfig(t)
	db := storetest.Open(t, storetest.SQLiteURL(t))
	p := product.New(c, db, openUploads(t, c, db))
	site, err := web.New(web.Config{Pages: domain.Collect(p.Domains,
		func(d domain.Domain) []web.Pages { return []web.Pages{d.Pages} })})
	must.NoError(t, err)
	got := map[string]string{}
	for _, route := range site.Routes() {
		got[route.Path] = route.Title
		if title, ok := want[route.Path]; ok && title == "" { // of an alias, or set by the page
			delete(want, route.Path)
			delete(got, route.Path)
		}
		for _, module := range route.Modules {
			if _, err := os.Stat(filepath.Join(webAppFolder, module)); err != nil {
				t.Errorf("%s preloads what the web app does not have: %v", route.Path, err)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-webapp/src/app/router.tsx +server\n%s", diff)
	}
}

// What only its author and admins see, such as a draft, is in no page: neither in its HTML nor in the answers in it.
func TestHiddenContentIsInNoPage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		if _, body := visitor.send("GET", "/", ""); strings.Contains(string(body), "The web app was not built") {
			t.Skip("the web app was not built")
		}
		admin, _ := visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		maker, _ := visitor.register("maker")
		stranger, _ := visitor.register("stranger")
		paths := []string{"/", "/search", "/blog", "/forum", "/top", "/news", "/profile/maker"}
		for _, item := range hideThings(maker, admin) {
			for _, id := range []string{item.id, item.parent} {
				for _, kind := range []string{"/projects/", "/blog/", "/forum/thread/", "/collections/"} {
					paths = append(paths, kind+id)
				}
			}
		}
		slices.Sort(paths)
		for _, reader := range []*client{visitor, stranger} {
			for _, path := range slices.Compact(paths) {
				_, body := reader.send("GET", path, "")
				page := string(body)
				if strings.Contains(page, secret) {
					t.Errorf("%s has hidden content", path)
				}
				if path == "/" && !strings.Contains(page, "served-footer") {
					t.Error("Home has no content before the web app")
				}
			}
		}
	})
}
