package web_test

import (
	"encoding/xml"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// locations are the addresses that a sitemap or a list of them has.
func locations(t *testing.T, w *httptest.ResponseRecorder) []string {
	t.Helper()
	var list struct {
		Addresses []string `xml:"url>loc"`
		Sitemaps  []string `xml:"sitemap>loc"`
	}
	if err := xml.Unmarshal(w.Body.Bytes(), &list); err != nil {
		t.Fatal(err, w.Body)
	}
	return append(list.Sitemaps, list.Addresses...)
}

func TestSitemap(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		b.service.SetPerSitemap(2)
		var want []string
		for n := 1; n <= 7; n++ {
			id := b.show(n, "Project", n != 3)
			if n != 3 {
				want = append(want, "https://board.example/projects/"+id.String())
			}
		}
		sitemaps := locations(t, serve(t, b.service.ServeSitemapIndex, "/sitemap.xml"))
		if len(sitemaps) != 5 { // pages, three of projects, one of members
			t.Errorf("sitemaps %v", sitemaps)
		}
		var got []string
		for _, address := range sitemaps {
			some := locations(t, serve(t, b.service.ServeSitemap, strings.TrimPrefix(address, "https://board.example")))
			switch {
			case strings.Contains(address, "/projects/"):
				if len(some) != 2 {
					t.Errorf("%s has %v", address, some)
				}
				got = append(got, some...)
			case strings.Contains(address, "/members/"):
				if !slices.Equal(some, []string{"https://board.example/profile/kilnfire"}) {
					t.Errorf("members %v", some)
				}
			case !slices.Contains(some, "https://board.example/") || slices.Contains(some, "https://board.example/login"):
				t.Errorf("pages %v", some)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("projects\n%v\nwant\n%v", got, want)
		}
		t.Run("ListHoldsForAnHour", func(t *testing.T) {
			b.show(8, "Project", true)
			if again := locations(t, serve(t, b.service.ServeSitemapIndex, "/sitemap.xml")); len(again) != 5 {
				t.Errorf("sitemaps %v", again)
			}
			b.now = b.now.Add(time.Hour)
			if later := locations(t, serve(t, b.service.ServeSitemapIndex, "/sitemap.xml")); len(later) != 6 {
				t.Errorf("sitemaps %v", later)
			}
		})
		t.Run("UnknownIs404", func(t *testing.T) {
			for _, path := range []string{"/sitemap/", "/sitemap/projects", "/sitemap/projects/x.xml", "/sitemap/votes/start.xml", "/sitemap/pages/2.xml"} {
				err := b.service.ServeSitemap(httptest.NewRecorder(), serveRequest(t, path))
				if f := fault.Of(err); f == nil || f.Status() != 404 {
					t.Errorf("%s: %v", path, err)
				}
			}
		})
	})
}

// A sitemap is read in batches, which must join without a gap or an overlap.
func TestSitemapOfManyBatches(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		const projects = 2300
		b.service.SetPerSitemap(2200)
		b.showMany(projects)
		sitemaps := locations(t, serve(t, b.service.ServeSitemapIndex, "/sitemap.xml"))
		seen := map[string]bool{}
		for _, address := range sitemaps {
			if !strings.Contains(address, "/projects/") {
				continue
			}
			some := locations(t, serve(t, b.service.ServeSitemap, strings.TrimPrefix(address, "https://board.example")))
			for _, one := range some {
				if seen[one] {
					t.Fatalf("%s is there twice", one)
				}
				seen[one] = true
			}
		}
		if len(seen) != projects || len(sitemaps) != 4 {
			t.Errorf("%d projects in %v", len(seen), sitemaps)
		}
	})
}

func TestRobots(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		golden(t, "robots.txt", serve(t, newBoard(t, db).service.ServeRobots, "/robots.txt").Body.String())
	})
}
