package analytics

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

func TestTrendingSearches(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		visits := 0
		look := func(visitors int, path string) {
			for i := range visitors {
				visits++
				b.visit(fmt.Sprint("visit-", visits), fmt.Sprint("tab-", i), path)
			}
		}
		want := func(searches ...string) {
			t.Helper()
			got, err := b.TrendingSearches(t.Context())
			must.NoError(t, err)
			if diff := cmp.Diff(searches, got); diff != "" {
				t.Errorf("searches (-want +got):\n%s", diff)
			}
		}
		want()
		look(3, "/search?q=Kiln")
		look(2, "/search?q=+kiln%20+&sort=trending#top")
		look(4, "/search?q=kilns")
		look(2, "/search?q=kiln+shelf")
		look(4, "/search?q=glaze")                       // nothing is found
		look(4, "/search?q="+strings.Repeat("kiln ", 9)) // too long
		look(4, "/profile/ada?q=kiln+gods")
		for range 5 { // one visitor
			visits++
			b.visit(fmt.Sprint("visit-", visits), "tab", "/search?q=kiln+log")
		}
		want("kilns", "kiln")
		look(3, "/search?q=kiln+shelf")
		want("kilns", "kiln", "kiln shelf")
		b.gone = "kilns"
		want("kiln", "kiln shelf")
		b.pass(8 * 24 * time.Hour)
		want()
		if v := b.visit("last", "tab", "/search?q=kiln"); v.Page != "/search" || *v.Search != "kiln" {
			t.Errorf("visit %+v", v)
		}
	})
}
