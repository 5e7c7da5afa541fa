package project

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/vote"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	pb "uvboard/gen/uvboard/v1"
)

// ranking is what a test compares of a project in Trending.
type ranking struct {
	id, owner uuid.UUID
	title     string
	entered   bool
	rank      float64
}

// shown computes the order of Trending as the rule says it, without pages.
func shown(all []ranking) []ranking {
	byScore := slices.SortedFunc(slices.Values(all), func(a, b ranking) int {
		switch {
		case a.entered != b.entered && a.entered:
			return -1
		case a.entered != b.entered:
			return 1
		}
		return cmp.Or(cmp.Compare(b.rank, a.rank), slices.Compare(a.id[:], b.id[:]))
	})
	var first, rest []ranking
	for _, entered := range []bool{true, false} {
		var wait []ranking
		for _, p := range byScore {
			switch {
			case p.entered != entered:
			case len(first) < 10 && !slices.ContainsFunc(first, func(o ranking) bool { return o.owner == p.owner }):
				first = append(first, p)
			default:
				wait = append(wait, p)
			}
		}
		n := min(10-len(first), len(wait))
		first, rest = append(first, wait[:n]...), append(rest, wait[n:]...)
	}
	return append(first, rest...)
}

// rankings reads all public projects.
func (h fixture) rankings(t *testing.T) (all []ranking) {
	t.Helper()
	for _, p := range h.db.Client().Project.Query().Where(entproject.IsPublic(true)).AllX(t.Context()) {
		all = append(all, ranking{p.ID, p.UserID, p.Title, p.IsEntered, p.Rank})
	}
	return all
}

func titlesOf(all []ranking) (titles []string) {
	for _, p := range all {
		titles = append(titles, p.title)
	}
	return titles
}

// Trending is the rule's order whatever the size of the pages, and a project's place and neighbors are those of the
// list.
func TestTrending(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for seed, board := range []struct {
			owners, projects, most int // the first owner has most of the projects
			entered                float64
		}{
			{owners: 1, projects: 14, entered: 0.5},
			{owners: 3, projects: 20, entered: 0.3},
			{owners: 12, projects: 40, most: 30, entered: 1},
			{owners: 12, projects: 60, most: 45, entered: 0.8},
			{owners: 15, projects: 60, most: 45, entered: 0},
			{owners: 30, projects: 60, entered: 0.2},
		} {
			t.Run(fmt.Sprintf("%+v", board), func(t *testing.T) {
				storetest.Exec(t, db, "DELETE FROM projects")
				storetest.Exec(t, db, "DELETE FROM users")
				h, r := open(t, db), rand.New(rand.NewPCG(uint64(seed), 1))
				var owners []uuid.UUID
				for i := range board.owners {
					owners = append(owners, h.user(t, fmt.Sprint("maker", i)).UserID)
				}
				must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
					for i := range board.projects {
						owner := owners[r.IntN(len(owners))]
						rank := float64(r.IntN(8)) // with equal ones
						if i < board.most {
							owner, rank = owners[0], 5+rank
						}
						at := start.Add(time.Duration(i) * time.Second)
						upvotes := 0
						if r.Float64() < board.entered {
							upvotes = vote.EntryVotes
						}
						err := tx.Project.Create().SetID(store.NewID(at)).SetUserID(owner).SetTitle(fmt.Sprint("P", i)).
							SetTitleKey("p").SetTagline("x").SetStage("mvp").SetPrimaryCategory("games").
							SetIsPublic(i%10 != 9).
							SetPublishedAt(at).SetRank(rank).SetUpvotes(upvotes).SetEligibleUpvotes(upvotes).
							SetIsEntered(upvotes > 0).SetCreatedAt(at).SetUpdatedAt(at).Exec(ctx)
						if err != nil {
							return err
						}
					}
					return nil
				}))
				all := shown(h.rankings(t))
				want := titlesOf(all)
				for _, size := range []int{1, 3, 10, 11, 24, 100} {
					for _, q := range []ListQuery{{Type: trending}, {Sort: trending}, {Sort: trending, Stage: "mvp"}} {
						equal(t, fmt.Sprintf("%+v by %d", q, size), h.list(t, q.sized(size)), want)
					}
					for _, skip := range []int{2, 9, 10, 13, len(want) + 1} {
						q := ListQuery{Type: trending, Skip: skip, Size: size}
						equal(t, fmt.Sprintf("from %d by %d", skip, size), h.list(t, q), want[min(skip, len(want)):])
					}
				}
				for i, p := range all {
					st, err := h.Standing(t.Context(), p.id)
					must.NoError(t, err)
					title := func(at int, has *ent.Project) (got, want string) {
						if has != nil {
							got = has.Title
						}
						if at >= 0 && at < len(all) {
							want = all[at].title
						}
						return got, want
					}
					above, wantAbove := title(i-1, st.Above)
					below, wantBelow := title(i+1, st.Below)
					if st.Place != i+1 || above != wantAbove || below != wantBelow {
						t.Errorf("%s: place %d between %q and %q, want %d between %q and %q", p.title, st.Place, above, below,
							i+1, wantAbove, wantBelow)
					}
				}
			})
		}
	})
}

// Pages stay complete while a project of the first ten disappears.
func TestTrendingDuringChanges(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		many := h.user(t, "many")
		for i := range 14 {
			owner := many
			if i%2 == 0 {
				owner = h.user(t, fmt.Sprint("maker", i))
			}
			h.create(t, owner, idea(fmt.Sprintf("Kiln %02d", i)))
		}
		want := titlesOf(shown(h.rankings(t)))
		page, err := h.List(t.Context(), ListQuery{Type: trending, Size: 4})
		must.NoError(t, err)
		equal(t, "first page", titles(page.Projects), want[:4])
		must.NoError(t, h.Delete(t.Context(), many, h.id(t, "Kiln 01"), ""))
		want = slices.DeleteFunc(want, func(title string) bool { return title == "Kiln 01" })
		equal(t, "rest", h.list(t, ListQuery{Type: trending, Size: 4, Token: page.Next}), want[4:])
	})
}

// A project enters with two eligible upvotes of others, and leaves with one; a change of the setting is followed by a
// recount.
func TestEntry(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		votes := h.votes()
		early := h.create(t, h.user(t, "early"), idea("Early"))
		h.clock.Add(int64(30 * 24 * time.Hour / time.Millisecond))
		late := h.create(t, h.user(t, "late"), idea("Late"))
		voters := []uuid.UUID{h.user(t, "ada").UserID, h.user(t, "bob").UserID}
		h.clock.Add(int64(48 * time.Hour / time.Millisecond))
		cast := func(id uuid.UUID, value int, voters ...uuid.UUID) {
			t.Helper()
			for _, voter := range voters {
				_, err := votes.Cast(t.Context(), voter, Kind, id, value)
				must.NoError(t, err)
			}
		}
		expect := func(what string, needs int, want ...string) {
			t.Helper()
			equal(t, what, h.list(t, ListQuery{Type: trending}), want)
			st, err := h.Standing(t.Context(), early.ID)
			must.NoError(t, err)
			if st.Needs != needs || st.Project.IsEntered != (needs == 0) {
				t.Errorf("%s: needs %d, entered %v", what, st.Needs, st.Project.IsEntered)
			}
		}
		expect("no votes", 2, "Late", "Early")
		cast(early.ID, vote.Up, voters[0])
		expect("one vote", 1, "Late", "Early")
		cast(early.ID, vote.Up, voters[1])
		expect("two votes", 0, "Early", "Late")
		cast(late.ID, vote.Down, voters[0])
		expect("two votes", 0, "Early", "Late")
		cast(early.ID, vote.None, voters[1])
		expect("a vote withdrawn", 1, "Late", "Early")

		set := func(entryVotes int) {
			t.Helper()
			storetest.Exec(t, h.db, "DELETE FROM boards")
			must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				return tx.Board.Create().SetEntryVotes(entryVotes).SetCreatedAt(h.now()).SetUpdatedAt(h.now()).Exec(ctx)
			}))
			must.NoError(t, votes.RecountEntries(t.Context()))
		}
		set(1)
		expect("one is enough", 0, "Early", "Late")
		set(3)
		cast(early.ID, vote.Up, voters[1])
		expect("three are needed", 1, "Late", "Early")
		set(0)
		expect("none is needed", 0, "Late", "Early")
		h.create(t, h.user(t, "newest"), idea("Newest"))
		expect("none is needed by new ones", 0, "Newest", "Late", "Early")
	})
}

func TestProjectRank(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		p := h.create(t, maker, idea("Kiln"))
		ada, bob, cy := h.user(t, "ada").UserID, h.user(t, "bob").UserID, h.user(t, "cy").UserID
		h.clock.Add(int64(48 * time.Hour / time.Millisecond))
		for voter, value := range map[uuid.UUID]int{ada: vote.Up, bob: vote.Up, cy: vote.Down} {
			_, err := h.votes().Cast(t.Context(), voter, Kind, p.ID, value)
			must.NoError(t, err)
		}
		handler := NewHandler(h.Service)
		answer, err := handler.GetProjectRank(t.Context(), &pb.GetProjectRankRequest{Id: p.ID.String()})
		must.NoError(t, err)
		r := answer.Rank
		if r.Place != 1 || !r.IsEntered || r.Needs != 0 || r.Upvotes != 2 || r.Downvotes != 1 ||
			r.Pending.Upvotes != 0 ||
			r.Confidence != vote.Confidence(2, 1) || !r.PublishedAt.AsTime().Equal(*p.PublishedAt) || r.Above != nil ||
			r.Below != nil {
			t.Errorf("%v", r)
		}
		for _, id := range []string{h.draft(t, maker, "Draft").ID.String(), uuid.NewString(), "x"} {
			_, err := handler.GetProjectRank(t.Context(), &pb.GetProjectRankRequest{Id: id})
			refuse(t, err, "PROJECT_NOT_FOUND", "")
		}
	})
}

// BenchmarkTrending measures Trending on a board of 100,000 projects. One owner has the first 5,000 of them:
// go test -run '^$' -bench Trending -benchtime 100x ./backend/project
func BenchmarkTrending(b *testing.B) {
	const projects, top = 100_000, 5_000
	for name, url := range map[string]func(testing.TB) string{"sqlite": storetest.SQLiteURL,
		"postgres": storetest.PostgresURL} {
		b.Run(name, func(b *testing.B) {
			h := open(b, storetest.Open(b, url(b)))
			owners := []uuid.UUID{h.user(b, "many").UserID}
			for i := range 50 {
				owners = append(owners, h.user(b, fmt.Sprint("maker", i)).UserID)
			}
			rows := bulk.Rows{Table: "projects", Columns: []string{"id", "user_id", "title", "title_key",
				"tagline", "stage",
				"primary_category", "secondary_categories", "vibe_tools", "custom_tools", "looking_for", "tags",
				"links", "media",
				"impact", "is_public", "published_at", "created_at", "updated_at", "is_entered", "rank"}}
			ids := make([]uuid.UUID, projects)
			for i := range projects {
				at := start.Add(-time.Duration(i) * time.Minute)
				owner := owners[0]
				if i >= top {
					owner = owners[1+i%50]
				}
				ids[i] = store.NewID(at)
				rows.Values = append(rows.Values, []any{ids[i], owner, "Kiln", "kiln", "x", "mvp", "games",
					"[]", "[]", "[]",
					"[]", "[]", "{}", "{}", "{}", true, at, at, at, i < projects/2, vote.Rank(0, 0, at)})
			}
			must.NoError(b, bulk.Load(b.Context(), h.db, func(l *bulk.Loader) error {
				return l.Add(b.Context(),
					rows)
			}))
			if !h.db.IsSQLite() { // as autovacuum does before long
				_, err := h.db.Reader().ExecContext(b.Context(), "VACUUM (ANALYZE) projects")
				must.NoError(b, err)
			}
			page := func(q ListQuery) func() error {
				return func() error {
					_, err := h.List(b.Context(), q)
					return err
				}
			}
			place := func(i, place int) func() error {
				return func() error {
					st, err := h.Standing(b.Context(), ids[i])
					if err == nil && st.Place != place {
						err = fmt.Errorf("place %d, want %d", st.Place, place)
					}
					return err
				}
			}
			for _, read := range []struct {
				name string
				do   func() error
			}{
				{"newest", page(ListQuery{Type: newest, Size: 24})}, {"first", page(ListQuery{Type: trending,
					Size: 24})},
				{"skipped", page(ListQuery{Type: trending, Size: 24, Skip: 1000})}, {"best", place(0, 1)},
				{"last", place(projects-1, projects)},
			} {
				b.Run(read.name, func(b *testing.B) {
					for b.Loop() {
						must.NoError(b, read.do())
					}
				})
			}
		})
	}
}
