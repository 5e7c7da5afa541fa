package search_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// searchID returns an id that is newer for a larger n.
func searchID(n int) uuid.UUID {
	return store.IDAt(time.Date(2026, 1, 1, 0, 0, n, 0, time.UTC), uuid.UUID{15: byte(n)})
}

func write(t *testing.T, db *store.DB, fn func(ctx context.Context, tx *ent.Client) error) {
	t.Helper()
	must.NoError(t, db.Write(t.Context(), fn))
}

func put(t *testing.T, db *store.DB, docs ...search.Doc) {
	t.Helper()
	for i := range docs {
		if docs[i].Kind == "" {
			docs[i].Kind = "project"
		}
		if docs[i].RefID == uuid.Nil {
			docs[i].RefID = searchID(i)
		}
	}
	write(t, db, func(ctx context.Context, tx *ent.Client) error { return search.Put(ctx, tx, docs...) })
}

func find(t *testing.T, db *store.DB, q search.Query) []uuid.UUID {
	t.Helper()
	if q.Kind == "" {
		q.Kind = "project"
	}
	ids, _, err := search.IDs(t.Context(), db, q)
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
			search.Doc{Title: "Boring ledger", Body: "mentions a rocket somewhere at the end"},
			search.Doc{Title: "Ledger two", OwnerID: alice, Owner: "rocketeer Alice"},
			search.Doc{Title: "Ledger three", Words: "rocket Next.js GitHub Copilot"},
			search.Doc{Title: "Ledger four", Summary: "A rocket for your books"},
			search.Doc{Title: "The Rocket ledger", Filters: []string{"stage:mvp", "category:ai_agents"}},
			search.Doc{Title: "Rocket", Filters: []string{"stage:beta", "category:ai_agents"}},
			search.Doc{Title: "Café Über Straße", Body: "日本語の検索"},
			search.Doc{Title: "Productivity libraries", Summary: "Running games for you",
				Body: "C++ v0 https://example.com/a?b=c 1e5"},
			search.Doc{Kind: "story", RefID: searchID(200), Title: "Rocket story"},
		)
		for name, test := range map[string]struct {
			query search.Query
			want  []int
		}{
			"RanksByFieldThenAge":          {search.Query{Text: "rocket"}, []int{5, 4, 3, 2, 1, 0}},
			"FindsPrefixes":                {search.Query{Text: "rock"}, []int{5, 4, 3, 2, 1, 0}},
			"FindsOneLetter":               {search.Query{Text: "ü"}, []int{6}},
			"FindsPrefixesLongerThanAStem": {search.Query{Text: "productivi"}, []int{7}},
			"RequiresEveryWord":            {search.Query{Text: "ROCKET  ledg"}, []int{4, 3, 2, 1, 0}},
			"FindsCommonWords":             {search.Query{Text: "the rocket ledger"}, []int{4, 0}},
			"IgnoresAccentsAndCase":        {search.Query{Text: "CAFE uber"}, []int{6}},
			"FoldsSharpS":                  {search.Query{Text: "strasse"}, []int{6}},
			"FindsInsideJapanese":          {search.Query{Text: "検索"}, []int{6}},
			"FindsWordsWithDots":           {search.Query{Text: "next.js"}, []int{2}},
			"FindsTheOwner":                {search.Query{Text: "alice"}, []int{1}},
			"FindsPartsOfURLs":             {search.Query{Text: "example com"}, []int{7}},
			"FindsNumbers":                 {search.Query{Text: "1e5 v0"}, []int{7}},
			"FindsPlurals":                 {search.Query{Text: "rockets"}, []int{5, 4, 3, 2, 1, 0}},
			"FindsSingularOfIes":           {search.Query{Text: "library"}, []int{}},
			"FindsIesFromThePlural":        {search.Query{Text: "libraries"}, []int{7}},
			"FindsGamingInGames":           {search.Query{Text: "gaming"}, []int{7}},
			"FindsRunInRunning":            {search.Query{Text: "run"}, []int{7}},
			"Filters": {search.Query{Text: "rocket", Filters: []string{"category:ai_agents"}},
				[]int{5, 4}},
			"FiltersTwice": {search.Query{Text: "rocket", Filters: []string{"category:ai_agents",
				"stage:mvp"}}, []int{4}},
			"TextDoesNotMatchFilters": {search.Query{Text: "category:ai_agents"}, []int{}},
			"TextDoesNotMatchTheKind": {search.Query{Text: "kind"}, []int{}},
			"FindsOneKind":            {search.Query{Kind: "story", Text: "rocket"}, []int{200}},
			"UnknownWord":             {search.Query{Text: "zeppelin"}, []int{}},
			"OnlyPunctuation":         {search.Query{Text: ` !"'()*&|:\ `}, []int{}},
			"EmptyText":               {search.Query{Text: "  "}, []int{}},
			"OperatorsAreWords":       {search.Query{Text: `rocket AND -ledger OR "NEAR(`}, []int{}},
			"IgnoresQuotes":           {search.Query{Text: `"rocket" *'\ ledger*`}, []int{4, 3, 2, 1, 0}},
			"IgnoresRepeatedWords":    {search.Query{Text: "alice alice"}, []int{1}},
			"IgnoresWordsBeyondTheTwelfth": {
				search.Query{Text: "productivity libraries running games for you c v0 https example com a zeppelin"},
				[]int{7}},
		} {
			t.Run(name, func(t *testing.T) {
				if diff := cmp.Diff(test.want, numbers(find(t, db, test.query))); diff != "" {
					t.Errorf("found (-want +got):\n%s", diff)
				}
			})
		}
	})
}

// Words of languages whose letters have marks, that do not separate words, or whose names have signs.
func TestWords(t *testing.T) {
	docs := []string{
		"サーバーAPIの設計", "バス", "Май", "हिन्दी किताब", "ภาษาไทย", "한국어API", "Café", "C++ toolkit", "C# toolkit",
		"c toolkit", ".NET core", "Node.js", "F# and C++20", "Ünïcode",
	}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for i, title := range docs {
			put(t, db, search.Doc{RefID: searchID(i), Title: title})
		}
		for query, want := range map[string][]string{
			"API": {"한국어API", "サーバーAPIの設計"}, "サーバー": {"サーバーAPIの設計"}, "設計": {"サーバーAPIの設計"}, "サーバーAPI": {"サーバーAPIの設計"},
			"パス": {}, "バス": {"バス"}, "ﾊﾞｽ": {"バス"}, "ハス": {}, "Маи": {}, "МАЙ": {"Май"}, "हिन्दी": {"हिन्दी किताब"},
			"किताब": {"हिन्दी किताब"}, "कतब": {},
			"ภาษา": {"ภาษาไทย"}, "한국": {"한국어API"}, "cafe": {"Café"}, "unicode": {"Ünïcode"},
			"c++": {"C++ toolkit", "F# and C++20"}, "C#": {"C# toolkit"}, "f#": {"F# and C++20"}, ".net": {".NET core"},
			"net": {".NET core"}, "cpp": {},
			"node.js": {"Node.js"}, "nodejs": {"Node.js"}, "node": {"Node.js"}, "js": {"Node.js"},
			"c+": {"F# and C++20", "C++ toolkit"}, "toolkit c++": {"C++ toolkit"},
		} {
			got := []string{}
			for _, n := range numbers(find(t, db, search.Query{Text: query})) {
				got = append(got, docs[n])
			}
			slices.Sort(got)
			slices.Sort(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q: -want +got\n%s", query, diff)
			}
		}
	})
}

// A filter comes from a request, whose length nothing bounds.
func TestLongFilter(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		long := strings.Repeat("\u00e9", 5000)
		ids, _, err := search.Filtered(t.Context(), db, "project", search.Terms{}, long)
		must.NoError(t, err)
		found, _, err := search.IDs(t.Context(), db, search.Query{Kind: "project", Text: "kiln",
			Filters: []string{long}})
		must.NoError(t, err)
		if len(ids)+len(found) > 0 {
			t.Errorf("found %v and %v", ids, found)
		}
	})
}

func TestSearchAfterChanges(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		owner := uuid.New()
		put(t, db, search.Doc{Title: "Old name", OwnerID: owner, Owner: "kiln"},
			search.Doc{Title: "Other", OwnerID: uuid.New(), Owner: "kiln"})
		put(t, db, search.Doc{Title: "New name", OwnerID: owner, Owner: "kiln", Filters: []string{"stage:beta"}})
		expect := func(text string, want ...int) {
			t.Helper()
			if got := numbers(find(t, db, search.Query{Text: text})); !slices.Equal(got, want) {
				t.Errorf("%q finds %v, want %v", text, got, want)
			}
		}
		expect("old")
		expect("new", 0)
		expect("kiln", 1, 0)
		write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return search.RenameOwner(ctx, db, tx, owner, "kilnfire Zoë")
		})
		expect("zoe", 0)
		expect("kilnfire", 0)
		write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return search.Remove(ctx, tx, "project", searchID(0))
		})
		expect("zoe")
		expect("new")
		expect("kiln", 1)
	})
}

// More documents match than a search considers. It considers whole words first.
func TestSearchOfMany(t *testing.T) {
	for name, matches := range map[string]int{"Many": search.Candidates + 5, "VeryMany": 5*search.Candidates + 5} {
		t.Run(name, func(t *testing.T) { searchMany(t, matches) })
	}
}

func searchMany(t *testing.T, matches int) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		docs := make([]search.Doc, matches)
		for i := range docs {
			docs[i] = search.Doc{Kind: "project", Title: fmt.Sprintf("thing %d", i),
				RefID: store.NewID(time.UnixMilli(int64(i))), Filters: []string{"stage:mvp"}}
		}
		docs[0].Title, docs[len(docs)-1].Title = "thing", "thing"
		docs[3].Filters = append(docs[3].Filters, "tool:vue")
		longer := search.Doc{Kind: "project", Title: "things", RefID: store.NewID(time.UnixMilli(1e6)),
			Filters: []string{"stage:beta"}}
		must.NoError(t, bulk.Load(t.Context(),
			db, func(l *bulk.Loader) error { return l.Add(t.Context(), search.Rows(append(docs, longer)...)) }))
		for name, test := range map[string]struct {
			query search.Query
			best  uuid.UUID
			more  bool
		}{
			"Newest":     {search.Query{Text: "thing"}, docs[len(docs)-1].RefID, true},
			"Oldest":     {search.Query{Text: "thing", OldestFirst: true}, docs[0].RefID, true},
			"All":        {search.Query{Text: "thing 7"}, docs[7].RefID, false},
			"LongerWord": {search.Query{Text: "thing", Filters: []string{"stage:beta"}}, longer.RefID, false},
		} {
			t.Run(name, func(t *testing.T) {
				test.query.Kind = "project"
				ids, more, err := search.IDs(t.Context(), db, test.query)
				must.NoError(t, err)
				if more != test.more || more && len(ids) != search.Candidates || len(ids) == 0 || ids[0] != test.best {
					t.Errorf("%d found and more %v, want more %v and %v first", len(ids), more, test.more, test.best)
				}
			})
		}
		for name, test := range map[string]struct {
			filters []string
			n       int
			more    bool
		}{
			"ManyFiltered": {[]string{"stage:mvp"}, search.Candidates, true},
			"BothFilters":  {[]string{"stage:mvp", "tool:vue"}, 1, false},
			"NoneFiltered": {[]string{"stage:mvp", "tool:react"}, 0, false},
		} {
			t.Run(name, func(t *testing.T) {
				ids, more, err := search.Filtered(t.Context(), db, "project", search.Terms{}, test.filters...)
				if err != nil || len(ids) != test.n || more != test.more {
					t.Errorf("%d and more %v, %v; want %d and %v", len(ids), more, err, test.n, test.more)
				}
			})
		}
	})
}

// FuzzSearchQuery checks that every text is a valid query and finds the item of which it is the title.
func FuzzSearchQuery(f *testing.F) {
	for _, seed := range []string{"rocket", `"`, "a OR b", "NEAR(a b)", "*", "\x00", "\xff\xfe", "'; DROP", `\`, "日本",
		"ß", "´", "ⅷ", "İstanbul", "\u0345", "filters:kind", "a:*", "- -", "١٢٣"} {
		f.Add(seed)
	}
	sqlite := storetest.Open(f, storetest.SQLiteURL(f))
	postgres := storetest.Open(f, storetest.PostgresURL(f))
	f.Fuzz(func(t *testing.T, text string) {
		for _, db := range []*store.DB{sqlite, postgres} {
			id := uuid.New()
			put(t, db, search.Doc{RefID: id, Title: text})
			found := find(t, db, search.Query{Text: text})
			write(t, db, func(ctx context.Context, tx *ent.Client) error {
				return search.Remove(ctx, tx, "project", id)
			})
			if len(strings.Fields(search.TokenText(text))) > 0 != slices.Contains(found, id) {
				t.Errorf("%s: %q finds %v", db.Dialect, text, found)
			}
		}
	})
}
