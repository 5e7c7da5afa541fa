package project

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/vote"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// TestList compares every combination of order, filter and search with the same computed in memory, page by page.
func TestList(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker, admin := h.user(t, "maker"), h.admin(t)
		votes := h.votes()
		r := rand.New(rand.NewPCG(1, 2))
		pick := func(from ...string) string { return from[r.IntN(len(from))] }
		type thing struct {
			id                 uuid.UUID
			title, key         string
			stage, first, also string
			tool               string
			rank               float64
			featured, public   bool
		}
		var things []thing
		for i := range 60 {
			x := thing{
				title: fmt.Sprintf("%s %s %d", pick("Éclair", "apple", "Zebra", "banana"), pick("rocket", "boat"), i%7),
				stage: pick("idea", "mvp", "beta"), first: pick("games", "news"), also: pick("", "social"),
				tool:     pick("react", "vue"),
				featured: i%9 == 0, public: i%5 != 0 || i%9 == 0,
			}
			in := idea(x.title)
			in.Stage, in.PrimaryCategory, in.VibeTools, in.IsPublic = &x.stage, &x.first, []string{x.tool}, &x.public
			if x.also != "" {
				in.SecondaryCategories = []string{x.also}
			}
			p := h.create(t, maker, in)
			if x.featured {
				if _, err := h.Feature(t.Context(), admin, p.ID, nil, "test", ""); err != nil {
					t.Fatal(err)
				}
			}
			if x.public && i%4 == 0 {
				if _, err := votes.Cast(t.Context(), admin.UserID, "project", p.ID, vote.Up); err != nil {
					t.Fatal(err)
				}
			}
			p = h.get(t, maker, p.ID)
			x.id, x.key, x.rank = p.ID, p.TitleKey, p.Rank
			if x.public {
				things = append(things, x)
			}
		}
		for _, order := range []ListQuery{
			// spec: explore.server, explore.trending_rank, call.projects.sort
			{}, {Sort: newest}, {Sort: oldest}, {Sort: trending}, {Sort: alphabetical}, {Sort: relevance},
			// spec: call.projects.newest, call.projects.trending
			{Type: newest, Sort: oldest}, {Type: trending}, {Type: featured},
		} {
			for _, filter := range []ListQuery{
				{}, {Stage: "mvp"}, {Category: "games"}, {Category: "social"}, {Category: "sports"},
				{Stage: "beta", Category: "social", Tool: "react"},
			} {
				for _, text := range []string{"", "rocket", "eclair boats", "!?"} {
					q := order
					q.Stage, q.Category, q.Tool, q.Search = filter.Stage, filter.Category, filter.Tool, text
					want := slices.Clone(things)
					want = slices.DeleteFunc(want, func(x thing) bool {
						for word := range strings.FieldsSeq(text) {
							word = map[string]string{"rocket": "rocket", "eclair": "éclair", "boats": "boat"}[word]
							if word == "" || !strings.Contains(strings.ToLower(x.title), word) {
								return true
							}
						}
						return q.Stage != "" && x.stage != q.Stage || q.Tool != "" && x.tool != q.Tool ||
							q.Category != "" && x.first != q.Category && x.also != q.Category || q.Type == featured &&
							!x.featured
					})
					byAge := func(a, b thing) int { return strings.Compare(a.id.String(), b.id.String()) }
					slices.SortFunc(want, func(a, b thing) int {
						switch {
						case q.Type == "" && q.Sort == oldest:
							return byAge(a, b)
						case q.Type == "" && q.Sort == alphabetical && a.key != b.key:
							return strings.Compare(a.key, b.key)
						case q.Type == "" && q.Sort == alphabetical:
							return byAge(a, b)
						case (q.Type == trending || q.Type == "" && q.Sort == trending) && a.rank != b.rank:
							if a.rank > b.rank {
								return -1
							}
							return 1
						}
						return byAge(b, a)
					})
					wantTitles := []string{}
					for _, x := range want {
						wantTitles = append(wantTitles, x.title)
					}
					name := fmt.Sprintf("%+v", q)
					first, err := h.List(t.Context(), q.sized(7))
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					if first.Total != len(want) || first.Capped {
						t.Errorf("%s counts %d, want %d", name, first.Total, len(want))
					}
					equal(t, name, h.list(t, q.sized(7)), wantTitles)
					if len(want) > 3 {
						q.Skip = 3
						equal(t, name, h.list(t, q.sized(7)), wantTitles[3:])
					}
				}
			}
		}
	})
}

func (q ListQuery) sized(size int) ListQuery { q.Size = size; return q }

func TestSearchRanksTitlesFirst(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "boatbuilder")
		tagged := idea("One")
		tagged.Tags = []string{"boat"}
		described := idea("Two")
		described.Description = new("There is a boat in here somewhere, and quite some more text.")
		h.create(t, maker, idea("Boat"))
		h.create(t, maker, tagged)
		h.create(t, maker, described) // the owner's name has the word
		equal(t, "search", h.list(t, ListQuery{Search: "boat", Size: 1}), []string{"Boat", "One", "Two"})
		// in the generated descriptions
		equal(t, "search", h.list(t, ListQuery{Search: "cursor mvp"}), []string{"One", "Boat"})
		equal(t, "search by tool", h.list(t, ListQuery{Search: "CURSOR bo", Sort: oldest}),
			[]string{"Boat", "One", "Two"})
	})
}

func TestCursors(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		for i := range 3 {
			h.create(t, maker, idea(fmt.Sprintf("Thing %d", i)))
		}
		first, err := h.List(t.Context(), ListQuery{Size: 1})
		must.NoError(t, err)
		t.Run("StaysStableDuringChanges", func(t *testing.T) {
			h.create(t, maker, idea("Newer"))
			must.NoError(t, h.Delete(t.Context(), maker, first.Projects[0].ID, ""))
			equal(t, "next page", h.list(t, ListQuery{Token: first.Next}), []string{"Thing 1", "Thing 0"})
		})
		t.Run("TotalOnlyOnTheFirstPage", func(t *testing.T) {
			page, err := h.List(t.Context(), ListQuery{Token: first.Next, Size: 1})
			if err != nil || page.Total != -1 {
				t.Errorf("total %d, %v", page.Total, err)
			}
		})
		for name, q := range map[string]ListQuery{
			"ErrOtherOrder":  {Sort: oldest, Token: first.Next},
			"ErrOtherFilter": {Stage: "mvp", Token: first.Next},
			"ErrOtherSearch": {Search: "thing", Token: first.Next},
			"ErrGarbage":     {Token: "garbage!"},
			"ErrNotJSON":     {Token: "bm9wZQ"},
		} {
			t.Run(name, func(t *testing.T) {
				_, err := h.List(t.Context(), q.sized(1))
				refuse(t, err, "VALIDATION_FAILED", "cursor")
			})
		}
		t.Run("ErrNULInTitle", func(t *testing.T) {
			q := ListQuery{Sort: alphabetical, Size: 1}
			q.Token, err = paging.Token(q.fingerprint(), position{Title: "a\x00"})
			must.NoError(t, err)
			_, err := h.List(t.Context(), q)
			refuse(t, err, "VALIDATION_FAILED", "cursor")
		})
		t.Run("ErrTokenOfOtherRelatedList", func(t *testing.T) {
			id := h.id(t, "Thing 0")
			related, err := h.Related(t.Context(), nil, id, 1, "")
			must.NoError(t, err)
			equal(t, "related", titles(related.Projects), []string{"Newer"})
			rest, err := h.Related(t.Context(), nil, id, 6, related.Next)
			must.NoError(t, err)
			equal(t, "related", titles(rest.Projects), []string{"Thing 1"})
			_, err = h.Related(t.Context(), nil, h.id(t, "Thing 1"), 6, related.Next)
			refuse(t, err, "VALIDATION_FAILED", "cursor")
		})
	})
}

// spec: call.related, project.related
func TestRelated(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		games, news := "games", "news"
		for i := range 9 {
			in := idea(fmt.Sprint("Game ", i))
			in.PrimaryCategory = &games
			if i == 4 {
				in.PrimaryCategory, in.SecondaryCategories = &news, []string{games}
			}
			h.create(t, maker, in)
		}
		related, err := h.Related(t.Context(), nil, h.id(t, "Game 7"), 6, "")
		must.NoError(t, err)
		got := titles(related.Projects)
		slices.Sort(got)
		equal(t, "related", got, []string{"Game 1", "Game 2", "Game 3", "Game 5", "Game 6", "Game 8"})
	})
}

// The filter finds a tool that the owner typed if it is in the list of tools.
func TestOwnNamesOfTools(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		in := idea("Named")
		in.VibeTools, in.CustomTools = []string{"claude"}, []string{"Open AI", "Kiln 3.5"}
		p := h.create(t, h.user(t, "maker"), in)
		for _, tool := range []string{"openai", "claude", "other"} {
			equal(t, tool, h.list(t, ListQuery{Tool: tool}), []string{"Named"})
			equal(t, tool+" in a search", h.list(t, ListQuery{Tool: tool, Search: "named"}), []string{"Named"})
		}
		equal(t, "shown", p.CustomTools, []string{"Open AI", "Kiln 3.5"})
	})
}

func TestPopularTools(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		for title, tools := range map[string][]string{"One": {"claude", "react"}, "Two": {"claude", "other"},
			"Three": {"other"}} {
			in := idea(title)
			in.VibeTools, in.CustomTools = tools, []string{"Kiln 3.5"}
			h.create(t, maker, in)
		}
		h.draft(t, maker, "Draft") // with Cursor
		list := func(size int32) (names []string) {
			answer, err := NewHandler(h.Service).ListPopularTools(t.Context(),
				&pb.ListPopularToolsRequest{PageSize: size})
			must.NoError(t, err)
			for _, tool := range answer.Tools {
				names = append(names, fmt.Sprint(tool.Id, " ", tool.Name, " ", tool.Count))
			}
			return names
		}
		equal(t, "tools", list(0), []string{"claude Claude 2", "react React 1"})
		equal(t, "the first", list(1), []string{"claude Claude 2"})
	})
}

// A list counts at most search.Candidates projects by facets or in a search, and all projects by the counters.
func TestListCounts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		maker := h.user(t, "maker")
		things := []string{"Thing 1", "Thing 2", "Thing 3"}
		for _, title := range things {
			h.create(t, maker, idea(title))
		}
		// More documents that match. They have no project, which takes longer to create.
		owner := db.Client().User.GetX(t.Context(), maker.UserID)
		p := h.get(t, nil, h.id(t, things[0]))
		doc, docs := SearchDoc(p, owner, Tags(p)), make([]search.Doc, search.Candidates)
		for i := range docs {
			docs[i] = doc
			docs[i].RefID = uuid.New()
		}
		must.NoError(t, bulk.Load(t.Context(),
			db, func(l *bulk.Loader) error { return l.Add(t.Context(), search.Rows(docs...)) }))
		for name, test := range map[string]struct {
			query  ListQuery
			total  int
			capped bool
		}{
			"AllByTheCounters":   {ListQuery{}, len(things), false},
			"StageByTheCounters": {ListQuery{Stage: "mvp"}, len(things), false},
			"FacetCapped":        {ListQuery{Category: "games"}, search.Candidates, true},
			"SearchCapped":       {ListQuery{Search: "thing"}, search.Candidates, true},
			"FacetsCounted":      {ListQuery{Category: "games", Tool: "vue"}, 0, false},
		} {
			t.Run(name, func(t *testing.T) {
				page, err := h.List(t.Context(), test.query.sized(2))
				must.NoError(t, err)
				if page.Total != test.total || page.Capped != test.capped {
					t.Errorf("%d and capped %v, want %d and %v", page.Total, page.Capped, test.total, test.capped)
				}
			})
		}
		t.Run("FiltersByACommonFacetInEveryOrder", func(t *testing.T) {
			for _, sort := range []string{newest, oldest, trending, alphabetical} {
				if got := h.list(t, ListQuery{Category: "games", Sort: sort, Size: 2}); len(got) != len(things) {
					t.Errorf("%s: %q", sort, got)
				}
			}
		})
	})
}

// FuzzCursor checks that every token returns a page or is rejected.
func FuzzCursor(f *testing.F) {
	houses := []fixture{open(f, storetest.Open(f, storetest.SQLiteURL(f))),
		open(f, storetest.Open(f, storetest.PostgresURL(f)))}
	queries := []ListQuery{{Size: 1}, {Sort: alphabetical, Size: 1}, {Sort: trending, Size: 1},
		{Search: "thing", Size: 1}, {Type: featured, Size: 1}}
	for _, h := range houses {
		maker := h.user(f, "maker")
		for i := range 3 {
			h.create(f, maker, idea(fmt.Sprintf("Thing %d", i)))
		}
	}
	for i, q := range queries {
		page, err := houses[0].List(f.Context(), q)
		must.NoError(f, err)
		f.Add(page.Next, q.fingerprint(), "thing", 1.5, i, start.Unix())
		f.Add("", q.fingerprint(), "\x00", -1e300, -1, int64(-62167219200)) // the year 0
	}
	f.Fuzz(func(t *testing.T, raw, list, title string, rank float64, offset int, seconds int64) {
		tokens := []string{raw}
		if token, err := paging.Token(list, position{Title: title, Rank: rank, Offset: offset,
			Time: time.Unix(seconds, 0)}); err == nil {
			tokens = append(tokens, token)
		}
		for _, token := range tokens {
			for _, q := range queries {
				q.Token = token
				for _, h := range houses {
					if _, err := h.List(t.Context(), q); err != nil && fault.Of(err) == nil {
						t.Errorf("%s: token %q of %+v: %v", h.db.Dialect, token, q, err)
					}
				}
			}
		}
	})
}

// Projects without an answer, the one shown first at the head; from 48 to 72 hours they are shown again.
func TestWaiting(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		draft := idea("Draft")
		draft.IsPublic = new(false)
		late := h.create(t, maker, draft) // created first, shown last
		var shown []string
		for i := range 5 {
			p := h.create(t, maker, idea(fmt.Sprintf("Kiln %d", i)))
			if i == 2 {
				must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
					return tx.Project.UpdateOneID(p.ID).SetFirstAnswerAt(h.now()).Exec(ctx)
				}))
			} else {
				shown = append(shown, p.Title)
			}
			h.clock.Add(int64(24 * time.Hour / time.Millisecond))
		}
		in := idea("Draft")
		in.IsPublic = new(true)
		_, err := h.Update(t.Context(), maker, late.ID, in)
		must.NoError(t, err)
		shown = append(shown, "Draft")

		list := func(q ListQuery) (titles []string) {
			for q.Size = 2; ; {
				page, err := h.List(t.Context(), q)
				must.NoError(t, err)
				if q.Token == "" && page.Total != len(titles)+len(page.Projects) && page.Next == "" {
					t.Errorf("total %d", page.Total)
				}
				for _, p := range page.Projects {
					titles = append(titles, p.Title)
				}
				if q.Token = page.Next; q.Token == "" {
					return titles
				}
			}
		}
		if got := list(ListQuery{Type: waiting}); !slices.Equal(got, shown) {
			t.Errorf("waiting %q, want %q", got, shown)
		}
		if got := list(ListQuery{Type: waiting, Search: "kiln"}); !slices.Equal(got, shown[:4]) {
			t.Errorf("waiting and found %q, want %q", got, shown[:4])
		}
		// They are 120, 96, 48 and 24 hours old.
		if got, want := list(ListQuery{Type: again}), shown[2:3]; !slices.Equal(got, want) {
			t.Errorf("again %q, want %q", got, want)
		}
	})
}
