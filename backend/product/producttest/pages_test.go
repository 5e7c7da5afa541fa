package producttest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/must"
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
