package search_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/tag"
	"uvboard/ent"
)

// said describes what a search found and what it says about its words.
func said(t *testing.T, db *store.DB, q search.Query) string {
	t.Helper()
	if q.Kind == "" {
		q.Kind = "project"
	}
	f, err := search.Find(t.Context(), db, q)
	must.NoError(t, err)
	text := fmt.Sprint(numbers(f.IDs))
	if f.SearchedFor != "" {
		text += " for " + f.SearchedFor
	}
	if f.DidYouMean != "" {
		text += " or " + f.DidYouMean
	}
	return text
}

func count(t *testing.T, db *store.DB) {
	t.Helper()
	must.NoError(t, search.CountWords(t.Context(), db))
}

func TestFind(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		put(t, db,
			search.Doc{Title: "Garden planner", Summary: "Plan beds", Filters: []string{"stage:mvp"}},
			search.Doc{Title: "Garden diary", Filters: []string{"stage:beta"}},
			search.Doc{Title: "Secret garden", Body: "productivity"},
			search.Doc{Title: "Café menu", Body: "kiln temperatures"},
			search.Doc{Title: "Сад и огород", Body: "замок"},
			search.Doc{Title: "Gerden", Summary: "a name"},
			search.Doc{Title: "Node.js server", Body: "c++ app web"},
			search.Doc{Title: "東京の庭園", Body: "ตัวอย่าง 12345678"},
			search.Doc{Kind: "story", RefID: searchID(200), Title: "Lighthouse"},
		)
		count(t, db)
		for query, want := range map[string]string{
			"garden":                 "[2 1 0]",
			"gardn":                  "[2 1 0] for garden",
			"gadren":                 "[2 1 0] for garden", // two letters swapped
			"harden":                 "[2 1 0] for garden", // the first letter
			"ggarden":                "[2 1 0] for garden",
			"gardxn":                 "[2 1 0] for garden",
			"GARDÉN plannr":          "[0] for GARDÉN planner",
			"gardn planer":           "[0] for garden planner",
			"gxrdxn":                 "[]", // two letters of a short word
			"prodctivty":             "[2] for productivity",
			"rpoductivity":           "[2] for productivity",
			"prxdxctxvity":           "[]", // three
			"cafés":                  "[3]",
			"cafw":                   "[3] for cafe",
			"klin":                   "[3] for kiln",
			"kln":                    "[]", // short words stay as they are
			"апп":                    "[]",
			"огарод":                 "[4] for огород",
			"сад огарод":             "[4] for сад огород",
			"gardn огород":           "[]",
			"gerden":                 "[5] or garden",
			"lighthose":              "[]", // of another kind
			"node.js servr":          "[6] for node.js server",
			"c++ servr":              "[6] for c++ server",
			"東京":                     "[7]",
			"京の庭":                    "[7]",
			"京東":                     "[]",
			"園":                      "[7]",
			"วอย่า":                  "[7]",
			"12345679":               "[]", // another number
			"diary planner":          "[]",
			"garden-plannr":          "[0] for garden planner",
			"gardn gardn gardn diry": "[1] for garden garden garden diary",
		} {
			if got := said(t, db, search.Query{Text: query}); got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
			if got := said(t, db, search.Query{Text: query, Exact: true}); len(got) > len("[2 1 0]") {
				t.Errorf("%s exactly: %s", query, got)
			}
		}
		// What the filters leave decides.
		if got := said(t, db, search.Query{Text: "gardn", Filters: []string{"stage:beta"}}); got != "[1] for garden" {
			t.Errorf("beta: %s", got)
		}
		if got := said(t, db, search.Query{Text: "gardn", Filters: []string{"stage:idea"}}); got != "[]" {
			t.Errorf("idea: %s", got)
		}
	})
}

// No word of a document that is gone or that visitors do not see is suggested, also before words are counted anew.
func TestSuggestionsDoNotLeak(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		put(t, db, search.Doc{Title: "unicorn acquisition"}, search.Doc{Title: "unicorm"},
			search.Doc{Title: "unicorn two"}, search.Doc{Title: "unicorn three"})
		count(t, db)
		if got := said(t, db, search.Query{Text: "acquisitoin"}); got != "[0] for acquisition" {
			t.Fatal(got)
		}
		hidden := func(context.Context, []uuid.UUID) (bool, error) { return false, nil }
		for _, text := range []string{"acquisitoin", "unicorm"} {
			if got := said(t, db, search.Query{Text: text, Seen: hidden}); got != "[]" && got != "[1]" {
				t.Errorf("hidden: %s", got)
			}
		}
		write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return search.Remove(ctx, tx, "project", searchID(0), searchID(2), searchID(3))
		})
		check := func() {
			for text, want := range map[string]string{"acquisitoin": "[]", "unicorm": "[1]",
				"unicrm": "[1] for unicorm"} {
				if got := said(t, db, search.Query{Text: text}); got != want {
					t.Errorf("removed: %s: %s", text, got)
				}
			}
		}
		check()
		count(t, db)
		check()
	})
}

// words returns the rows of a table of words.
func words(t *testing.T, db *store.DB, query string) []string {
	t.Helper()
	rows, err := db.Reader().QueryContext(t.Context(), query)
	must.NoError(t, err)
	defer rows.Close()
	list := []string{}
	for rows.Next() {
		var row string
		must.NoError(t, rows.Scan(&row))
		list = append(list, row)
	}
	must.NoError(t, rows.Err())
	return list
}

func TestCountWords(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		owner := uuid.New()
		put(t, db, search.Doc{Title: "kiln kiln fire", Owner: "ada lovelace", OwnerID: owner},
			search.Doc{Title: "kiln"},
			search.Doc{Kind: "story", RefID: searchID(9), Title: "kiln 2026"})
		write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return search.RenameOwner(ctx, db, tx, owner, "grace")
		})
		put(t, db, search.Doc{Title: "kiln glaze", OwnerID: owner, Owner: "grace"})
		counted := func(want ...string) {
			t.Helper()
			count(t, db)
			got := words(t, db, "SELECT kind || ' ' || word || ' ' || docs FROM search_words ORDER BY 1")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("words: -want +got\n%s", diff)
			}
			if more, err := search.Uncounted(t.Context(), db); err != nil || more {
				t.Errorf("uncounted %v %v", more, err)
			}
		}
		counted("project glaze 1", "project grace 1", "project kiln 2", "story kiln 1")
		put(t, db, search.Doc{Title: "glaze", OwnerID: owner, Owner: "grace"})
		write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return search.Remove(ctx, tx, "project", searchID(1))
		})
		counted("project glaze 1", "project grace 1", "story kiln 1")
		write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return search.Remove(ctx, tx, "project", searchID(0))
		})
		counted("story kiln 1")
		if forms := words(t, db, "SELECT DISTINCT word FROM search_forms"); len(forms) != 1 {
			t.Errorf("forms of %v are left", forms)
		}
	})
}

// Writers and the job work at the same time, and no change is lost or counted twice.
func TestCountWordsBesideWriters(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var g errgroup.Group
		for n := range 4 {
			g.Go(func() error {
				for i := range 25 {
					err := db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
						return search.Put(ctx, tx, search.Doc{Kind: "project", RefID: searchID(n),
							Title: fmt.Sprintf("kiln %s", []string{"glaze", "clay"}[i%2])})
					})
					if err != nil {
						return err
					}
				}
				return nil
			})
		}
		g.Go(func() error {
			for range 20 {
				if err := search.CountWords(t.Context(), db); err != nil {
					return err
				}
			}
			return nil
		})
		must.NoError(t, g.Wait())
		count(t, db)
		got := words(t, db, "SELECT word || ' ' || docs FROM search_words ORDER BY 1")
		if diff := cmp.Diff([]string{"glaze 4", "kiln 4"}, got); diff != "" {
			t.Errorf("words: -want +got\n%s", diff)
		}
	})
}

func TestOperators(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		var ada *ent.User
		write(t, db, func(ctx context.Context, tx *ent.Client) error {
			ada = tx.User.Create().SetUsername("Ada").SetUsernameKey("ada").SetEmail("o@example.com").
				SetEmailKey("o@example.com").SetPasswordHash("x").SetViberTag("@ada").SetCreatedAt(at).SetUpdatedAt(at).
				SaveX(ctx)
			for _, id := range []string{"tag:web-apps", "tool:github-copilot", "tool:claude"} {
				tx.Tag.Create().SetID(id).SetProjectCount(1).SaveX(ctx)
			}
			tx.Tag.Create().SetID("tag:unused").SetStoryCount(1).SaveX(ctx)
			return tx.TagSynonym.Create().SetID("tag:sites").SetTag("tag:web-apps").Exec(ctx)
		})
		put(t, db,
			search.Doc{Title: "kiln one", OwnerID: ada.ID, Filters: []string{"tag:web_apps", "stage:mvp"}},
			search.Doc{Title: "kiln two", OwnerID: uuid.New(), Filters: []string{"tool:claude", "tool:github_copilot",
				"stage:beta"}},
			search.Doc{Title: "three", OwnerID: ada.ID, Filters: []string{"tool:claude", "stage:idea"}},
		)
		count(t, db)
		language := search.Language{Field: "search", Noun: "project", Stages: []string{"idea", "mvp", "beta"},
			Tagged:    tag.Target{Type: "project", Count: "project_count"},
			Operators: []string{search.TagOperator, search.ToolOperator, search.ByOperator, search.StageOperator}}
		change := func(term string) string { return " Change or remove “" + term + "” in your search." }
		for query, want := range map[string]string{
			"kiln tag:web-apps":                 "[0]",
			`tag:"Web Apps" kiln`:               "[0]",
			"tag:“web apps”":                    "[0]",
			"Tag:sites":                         "[0]",
			`tool:claude tool:"GitHub Copilot"`: "[1]",
			"tool:claude":                       "[2 1]",
			"by:@ADA":                           "[2 0]",
			"by:ada kiln":                       "[0]",
			"stage:mvp stage:BETA":              "[1 0]",
			"stage:mvp tool:claude":             "[]",
			"klin by:ada":                       "[0] for by:ada kiln",
			`tag:"web apps" klin`:               `[0] for tag:"web apps" kiln`,
			"http://kiln":                       "[]",
			"metatag:x kiln":                    "[]",
			"":                                  "[]",
			"tag:nowhere":                       "No project has the tag “nowhere”." + change("tag:nowhere"),
			"tag:unused":                        "No project has the tag “unused”." + change("tag:unused"),
			"by:nobody kiln":                    "There is no user “nobody”." + change("by:nobody"),
			"stage:alpha":                       "There is no stage “alpha”: the stages are idea, mvp, beta." + change("stage:alpha"),
			"tag: kiln":                         "There is no value after “tag:”, as in tag:name." + change("tag:"),
			strings.Repeat("by:ada ", 11):       "A search takes at most 10 operators such as tag:games",
		} {
			words, terms, err := language.Read(t.Context(), db.Client(), query)
			got := ""
			if f := fault.Of(err); f != nil {
				got = f.Message
			} else {
				must.NoError(t, err)
				got = said(t, db, search.Query{Text: words, Terms: terms})
			}
			if got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		}
		language.Operators = []string{search.ByOperator}
		words, terms, err := language.Read(t.Context(), db.Client(), "tag:x by:ada")
		if err != nil || words != "tag:x" || len(terms.By) != 1 {
			t.Errorf("%q %+v %v", words, terms, err)
		}
	})
}
