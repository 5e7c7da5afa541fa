package analytics

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/go-cmp/cmp"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent/key"
	"uvboard/ent/predicate"
)

func TestTrendingSearches(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		visits := 0
		look := func(visitors int, path string) {
			for i := range visitors {
				visits++
				b.addr = netip.AddrFrom4([4]byte{192, 0, byte(i), 1})
				b.visit(fmt.Sprint("visit-", visits), "tab", path)
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
		for i := range 9 { // one network, which invents visitors
			visits++
			b.addr = netip.AddrFrom4([4]byte{198, 51, 100, byte(i)})
			b.visit(fmt.Sprint("visit-", visits), fmt.Sprint("tab-", i), "/search?q=kiln+log")
		}
		want("kilns", "kiln")
		look(3, "/search?q=kiln+shelf")
		want("kilns", "kiln", "kiln shelf")
		look(3, "/search?q=K%C3%8Eln") // the same word
		want("kilns", "kiln", "kiln shelf")
		b.gone = "kilns"
		want("kiln", "kiln shelf")
		b.gone = ""
		for range 3 { // one network on three days
			b.pass(24 * time.Hour)
			look(1, "/search?q=kiln+rent")
		}
		want("kilns", "kiln", "kiln shelf")
		if n := db.Client().Key.Query().Where(predicate.Key(entsql.FieldHasPrefix(key.FieldID, networkPurpose))).
			CountX(t.Context()); n != 1 {
			t.Errorf("the secrets of %d days are kept", n)
		}
		b.pass(8 * 24 * time.Hour)
		want()
		if v := b.visit("last", "tab", "/search?q=kiln"); v.Page != "/search" || *v.Search != "kiln" {
			t.Errorf("visit %+v", v)
		}
	})
}
