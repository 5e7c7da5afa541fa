package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// searchID returns an id that is newer for a larger n.
func searchID(n int) uuid.UUID {
	return store.NewID(time.Date(2026, 1, 1, 0, 0, n, 0, time.UTC), uuid.UUID{15: byte(n)})
}

func put(t *testing.T, db *store.DB, docs ...store.SearchDoc) {
	t.Helper()
	for i := range docs {
		if docs[i].Kind == "" {
			docs[i].Kind = "project"
		}
		if docs[i].RefID == uuid.Nil {
			docs[i].RefID = searchID(i)
		}
	}
	write(t, db, func(ctx context.Context, tx *ent.Client) error { return store.SearchPut(ctx, tx, docs...) })
}

func search(t *testing.T, db *store.DB, q store.SearchQuery) []uuid.UUID {
	t.Helper()
	if q.Kind == "" {
		q.Kind = "project"
	}
	ids, _, err := db.SearchIDs(t.Context(), q)
	must.NoError(t, err)
	return ids
}

// numbers is the inverse of searchID.
func numbers(ids []uuid.UUID) []int {
	ns := []int{}
	for _, id := range ids {
		ns = append(ns, int(id[15]))
	}
	return ns
}

func TestSearchIDs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		alice := uuid.New()
		put(t, db,
			store.SearchDoc{Title: "Boring ledger", Body: "mentions a rocket somewhere at the end"},
			store.SearchDoc{Title: "Ledger two", OwnerID: alice, Owner: "rocketeer Alice"},
			store.SearchDoc{Title: "Ledger three", Words: "rocket Next.js GitHub Copilot"},
			store.SearchDoc{Title: "Ledger four", Summary: "A rocket for your books"},
			store.SearchDoc{Title: "The Rocket ledger", Filters: []string{"stage:mvp", "category:ai_agents"}},
			store.SearchDoc{Title: "Rocket", Filters: []string{"stage:beta", "category:ai_agents"}},
			store.SearchDoc{Title: "Café Über Straße", Body: "日本語の検索"},
			store.SearchDoc{Title: "Productivity libraries", Summary: "Running games for you", Body: "C++ v0 https://example.com/a?b=c 1e5"},
			store.SearchDoc{Kind: "story", RefID: searchID(200), Title: "Rocket story"},
		)
		for name, test := range map[string]struct {
			query store.SearchQuery
			want  []int
		}{
			"RanksByFieldThenAge":          {store.SearchQuery{Text: "rocket"}, []int{5, 4, 3, 2, 1, 0}},
			"FindsPrefixes":                {store.SearchQuery{Text: "rock"}, []int{5, 4, 3, 2, 1, 0}},
			"FindsOneLetter":               {store.SearchQuery{Text: "ü"}, []int{6}},
			"FindsPrefixesLongerThanAStem": {store.SearchQuery{Text: "productivi"}, []int{7}},
			"RequiresEveryWord":            {store.SearchQuery{Text: "ROCKET  ledg"}, []int{4, 3, 2, 1, 0}},
			"FindsCommonWords":             {store.SearchQuery{Text: "the rocket ledger"}, []int{4, 0}},
			"IgnoresAccentsAndCase":        {store.SearchQuery{Text: "CAFE uber"}, []int{6}},
			"FoldsSharpS":                  {store.SearchQuery{Text: "strasse"}, []int{6}},
			"FindsInsideJapanese":          {store.SearchQuery{Text: "検索"}, []int{6}},
			"FindsWordsWithDots":           {store.SearchQuery{Text: "next.js"}, []int{2}},
			"FindsTheOwner":                {store.SearchQuery{Text: "alice"}, []int{1}},
			"FindsPartsOfURLs":             {store.SearchQuery{Text: "example com"}, []int{7}},
			"FindsNumbers":                 {store.SearchQuery{Text: "1e5 v0"}, []int{7}},
			"FindsPlurals":                 {store.SearchQuery{Text: "rockets"}, []int{5, 4, 3, 2, 1, 0}},
			"FindsSingularOfIes":           {store.SearchQuery{Text: "library"}, []int{}},
			"FindsIesFromThePlural":        {store.SearchQuery{Text: "libraries"}, []int{7}},
			"FindsGamingInGames":           {store.SearchQuery{Text: "gaming"}, []int{7}},
			"FindsRunInRunning":            {store.SearchQuery{Text: "run"}, []int{7}},
			"Filters":                      {store.SearchQuery{Text: "rocket", Filters: []string{"category:ai_agents"}}, []int{5, 4}},
			"FiltersTwice":                 {store.SearchQuery{Text: "rocket", Filters: []string{"category:ai_agents", "stage:mvp"}}, []int{4}},
			"TextDoesNotMatchFilters":      {store.SearchQuery{Text: "category:ai_agents"}, []int{}},
			"TextDoesNotMatchTheKind":      {store.SearchQuery{Text: "kind"}, []int{}},
			"FindsOneKind":                 {store.SearchQuery{Kind: "story", Text: "rocket"}, []int{200}},
			"UnknownWord":                  {store.SearchQuery{Text: "zeppelin"}, []int{}},
			"OnlyPunctuation":              {store.SearchQuery{Text: ` !"'()*&|:\ `}, []int{}},
			"EmptyText":                    {store.SearchQuery{Text: "  "}, []int{}},
			"OperatorsAreWords":            {store.SearchQuery{Text: `rocket AND -ledger OR "NEAR(`}, []int{}},
			"IgnoresQuotes":                {store.SearchQuery{Text: `"rocket" *'\ ledger*`}, []int{4, 3, 2, 1, 0}},
			"IgnoresRepeatedWords":         {store.SearchQuery{Text: "alice alice"}, []int{1}},
			"IgnoresWordsBeyondTheTwelfth": {store.SearchQuery{Text: "productivity libraries running games for you c v0 https example com a zeppelin"}, []int{7}},
		} {
			t.Run(name, func(t *testing.T) {
				if diff := cmp.Diff(test.want, numbers(search(t, db, test.query))); diff != "" {
					t.Errorf("found (-want +got):\n%s", diff)
				}
			})
		}
	})
}

func TestSearchAfterChanges(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		owner := uuid.New()
		put(t, db, store.SearchDoc{Title: "Old name", OwnerID: owner, Owner: "kiln"}, store.SearchDoc{Title: "Other", OwnerID: uuid.New(), Owner: "kiln"})
		put(t, db, store.SearchDoc{Title: "New name", OwnerID: owner, Owner: "kiln", Filters: []string{"stage:beta"}})
		expect := func(text string, want ...int) {
			t.Helper()
			if got := numbers(search(t, db, store.SearchQuery{Text: text})); !slices.Equal(got, want) {
				t.Errorf("%q finds %v, want %v", text, got, want)
			}
		}
		expect("old")
		expect("new", 0)
		expect("kiln", 1, 0)
		write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return db.SearchRenameOwner(ctx, tx, owner, "kilnfire Zoë")
		})
		expect("zoe", 0)
		expect("kilnfire", 0)
		write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return store.SearchRemove(ctx, tx, "project", searchID(0))
		})
		expect("zoe")
		expect("new")
		expect("kiln", 1)
	})
}

// More documents match than a search considers. It considers whole words first.
func TestSearchOfMany(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		docs := make([]store.SearchDoc, store.SearchCandidates+5)
		for i := range docs {
			docs[i] = store.SearchDoc{Kind: "project", Title: fmt.Sprintf("thing %d", i), RefID: store.NewID(time.UnixMilli(int64(i)), uuid.New()), Filters: []string{"stage:mvp"}}
		}
		docs[0].Title, docs[len(docs)-1].Title = "thing", "thing"
		docs[3].Filters = append(docs[3].Filters, "tool:vue")
		longer := store.SearchDoc{Kind: "project", Title: "things", RefID: store.NewID(time.UnixMilli(1e6), uuid.New()), Filters: []string{"stage:beta"}}
		must.NoError(t, db.Load(t.Context(), func(l *store.Loader) error { return l.Add(t.Context(), store.SearchRows(append(docs, longer)...)) }))
		for name, test := range map[string]struct {
			query store.SearchQuery
			best  uuid.UUID
			more  bool
		}{
			"Newest":     {store.SearchQuery{Text: "thing"}, docs[len(docs)-1].RefID, true},
			"Oldest":     {store.SearchQuery{Text: "thing", OldestFirst: true}, docs[0].RefID, true},
			"All":        {store.SearchQuery{Text: "thing 7"}, docs[7].RefID, false},
			"LongerWord": {store.SearchQuery{Text: "thing", Filters: []string{"stage:beta"}}, longer.RefID, false},
		} {
			t.Run(name, func(t *testing.T) {
				test.query.Kind = "project"
				ids, more, err := db.SearchIDs(t.Context(), test.query)
				must.NoError(t, err)
				if more != test.more || more && len(ids) != store.SearchCandidates || len(ids) == 0 || ids[0] != test.best {
					t.Errorf("%d found and more %v, want more %v and %v first", len(ids), more, test.more, test.best)
				}
			})
		}
		for name, test := range map[string]struct {
			filters []string
			n       int
			more    bool
		}{
			"ManyFiltered": {[]string{"stage:mvp"}, store.SearchCandidates, true},
			"BothFilters":  {[]string{"stage:mvp", "tool:vue"}, 1, false},
			"NoneFiltered": {[]string{"stage:mvp", "tool:react"}, 0, false},
		} {
			t.Run(name, func(t *testing.T) {
				ids, more, err := db.SearchFiltered(t.Context(), "project", test.filters...)
				if err != nil || len(ids) != test.n || more != test.more {
					t.Errorf("%d and more %v, %v; want %d and %v", len(ids), more, err, test.n, test.more)
				}
			})
		}
	})
}

// FuzzSearchQuery checks that every text is a valid query and finds the item of which it is the title.
func FuzzSearchQuery(f *testing.F) {
	for _, seed := range []string{"rocket", `"`, "a OR b", "NEAR(a b)", "*", "\x00", "\xff\xfe", "'; DROP", `\`, "日本", "ß", "´", "ⅷ", "İstanbul", "\u0345", "filters:kind", "a:*", "- -", "١٢٣"} {
		f.Add(seed)
	}
	sqlite := storetest.Open(f, storetest.SQLiteURL(f))
	postgres := storetest.Open(f, storetest.PostgresURL(f))
	f.Fuzz(func(t *testing.T, text string) {
		for _, db := range []*store.DB{sqlite, postgres} {
			id := uuid.New()
			put(t, db, store.SearchDoc{RefID: id, Title: text})
			found := search(t, db, store.SearchQuery{Text: text})
			write(t, db, func(ctx context.Context, tx *ent.Client) error {
				return store.SearchRemove(ctx, tx, "project", id)
			})
			if len(strings.Fields(store.TokenText(text))) > 0 != slices.Contains(found, id) {
				t.Errorf("%s: %q finds %v", db.Dialect, text, found)
			}
		}
	})
}
