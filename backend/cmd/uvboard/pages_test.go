package main

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
)

const webAppFolder = "../../../webapp/"

// The server answers 404 for paths that the web app's router does not have, and gives pages the same titles.
func TestRoutesAreThoseOfTheWebApp(t *testing.T) {
	source, err := os.ReadFile(webAppFolder + "src/app/router.tsx")
	must.NoError(t, err)
	pathLine, titleText := regexp.MustCompile(`\n  path: "([^"]*)"`), regexp.MustCompile(`title: "([^"]*)"`)
	want := map[string]string{}
	for _, block := range strings.Split(string(source), "createRoute({")[1:] {
		block, _, _ = strings.Cut(block, "\n});")
		path := pathLine.FindStringSubmatch(block)
		if path == nil {
			continue // it groups others
		}
		title := ""
		if found := titleText.FindStringSubmatch(block); found != nil {
			title = found[1]
		}
		want[regexp.MustCompile(`\$(\w+)`).ReplaceAllString(path[1], "{$1}")] = title
	}
	if len(want) < 20 {
		t.Fatalf("the router was not read: %v", want)
	}

	c := testConfig(t)
	db := storetest.Open(t, storetest.SQLiteURL(t))
	p := newProduct(c, db, openUploads(t, c, db))
	site, err := web.New(web.Config{Pages: domain.Collect(p.domains, func(d domain.Domain) []web.Pages { return []web.Pages{d.Pages} })})
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
