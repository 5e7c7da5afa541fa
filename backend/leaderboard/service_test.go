package leaderboard

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	"uvboard/ent/user"
)

// fixture is a board with projects of several owners, in the time zone of Auckland: its days begin at 11:00 UTC in
// November.
type fixture struct {
	*Service
	t      *testing.T
	votes  *vote.Service
	clock  *atomic.Int64 // seconds
	voters []uuid.UUID
	ids    map[string]uuid.UUID
}

func open(t *testing.T, db *store.DB) *fixture {
	t.Helper()
	zone, err := time.LoadLocation("Pacific/Auckland")
	must.NoError(t, err)
	f := &fixture{t: t, clock: new(atomic.Int64), ids: map[string]uuid.UUID{}}
	f.at("2026-11-20T00:00:00Z")
	now := func() time.Time { return time.Unix(f.clock.Load(), 0).UTC() }
	inZone := func() *time.Location { return zone }
	f.Service = NewService(db, project.NewService(db, nil, now), inZone, now)
	f.votes = vote.NewService(db, []domain.Votable{project.Votable}, now)
	f.votes.UseZone(inZone)
	db.SetListeners(event.Listener{InTx: count})
	for i := range 5 {
		f.voters = append(f.voters, f.user(fmt.Sprint("voter", i)))
	}
	for _, title := range []string{"Kiln", "Glaze", "Lamp", "Vase", "Draft"} {
		f.show(f.user(title), title)
	}
	return f
}

// show publishes a project.
func (f *fixture) show(owner uuid.UUID, title string) {
	f.t.Helper()
	must.NoError(f.t, f.db.Write(f.t.Context(), func(ctx context.Context, tx *ent.Client) error {
		f.clock.Add(1)
		p, err := tx.Project.Create().SetID(store.NewID(f.now())).SetUserID(owner).SetTitle(title).SetTitleKey(title).
			SetTagline("x").SetStage("mvp").SetPrimaryCategory("games").
			SetIsPublic(true).SetPublishedAt(f.now()).SetRank(vote.Rank(0, 0, f.now())).SetCreatedAt(f.now()).
			SetUpdatedAt(f.now()).Save(ctx)
		if err == nil {
			f.ids[title] = p.ID
		}
		return err
	}))
}

func (f *fixture) at(text string) {
	at, err := time.Parse(time.RFC3339, text)
	must.NoError(f.t, err)
	f.clock.Store(at.Unix())
}

func (f *fixture) user(name string) (id uuid.UUID) {
	must.NoError(f.t, f.db.Write(f.t.Context(), func(ctx context.Context, tx *ent.Client) error {
		u, err := account.NewUser(tx, name, name+"@example.com", "", f.now()).Save(ctx)
		if err == nil {
			id = u.ID
		}
		return err
	}))
	storetest.Age(f.t, f.db, id)
	return id
}

// cast casts votes of the first voters.
func (f *fixture) cast(title string, voters int, value int) {
	f.t.Helper()
	for _, voter := range f.voters[:voters] {
		_, err := f.votes.Cast(f.t.Context(), voter, project.Kind, f.ids[title], value)
		must.NoError(f.t, err)
	}
}

func (f *fixture) want(kind, date string, want ...string) {
	f.t.Helper()
	p, err := f.PeriodWith(kind, date)
	must.NoError(f.t, err)
	entries, err := f.List(f.t.Context(), p, DefaultSize)
	must.NoError(f.t, err)
	var got []string
	for _, e := range entries {
		got = append(got, fmt.Sprint(e.Rank, " ", e.Project.Title, " ", e.Votes))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		f.t.Errorf("%s %s: (-want +got)\n%s", kind, date, diff)
	}
}

func (f *fixture) drifts() (ids []string) {
	f.t.Helper()
	drifts, err := doctor.Examine(f.t.Context(), f.db, []domain.Domain{{Checks: []domain.Check{check}}})
	must.NoError(f.t, err)
	for _, d := range drifts {
		ids = append(ids, d.ID)
	}
	return ids
}

func TestLeaderboard(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		f.at("2026-11-22T10:59:00Z") // Sunday in Auckland
		f.cast("Kiln", 2, vote.Up)
		f.cast("Lamp", 3, vote.Down)
		f.at("2026-11-22T11:01:00Z") // Monday
		f.cast("Glaze", 2, vote.Up)
		f.cast("Vase", 2, vote.Up)
		f.cast("Draft", 4, vote.Up)
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.Project.Update().Where(entproject.ID(f.ids["Draft"])).SetIsPublic(false).Exec(ctx)
		}))
		f.want(Day, "2026-11-22", "1 Kiln 2")
		f.want(Day, "", "1 Glaze 2", "2 Vase 2")
		f.want(Week, "2026-11-16", "1 Kiln 2")
		f.want(Week, "2026-11-29", "1 Glaze 2", "2 Vase 2")
		f.want(Month, "2026-11-01", "1 Kiln 2", "2 Glaze 2", "3 Vase 2")
		f.want(Year, "2026-01-01", "1 Kiln 2", "2 Glaze 2", "3 Vase 2")
		f.want(All, "", "1 Kiln 2", "2 Glaze 2", "3 Vase 2")
		f.want(Day, "2026-11-24")

		// A vote counts on the day of its last change, and a withdrawn one nowhere.
		f.cast("Lamp", 3, vote.Up)
		f.cast("Kiln", 1, vote.None)
		f.want(Day, "2026-11-22", "1 Kiln 1")
		f.want(Day, "2026-11-23", "1 Lamp 3", "2 Glaze 2", "3 Vase 2")
		f.cast("Lamp", 1, vote.Down)
		f.cast("Lamp", 2, vote.Up)
		f.want(Week, "2026-11-23", "1 Lamp 3", "2 Glaze 2", "3 Vase 2")

		// Votes of banned users do not count.
		ban := func(at *time.Time) {
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				change := tx.User.Update().Where(user.ID(f.voters[0]))
				if at == nil {
					return change.ClearSuspendedAt().Exec(ctx)
				}
				return change.SetSuspendedAt(*at).Exec(ctx)
			}))
			must.NoError(t, f.votes.Recount(t.Context(), f.voters[0]))
		}
		ban(new(f.now()))
		f.want(Month, "2026-11-22", "1 Lamp 2", "2 Kiln 1", "3 Glaze 1", "4 Vase 1")
		ban(nil)
		f.want(Month, "2026-11-22", "1 Lamp 3", "2 Glaze 2", "3 Vase 2", "4 Kiln 1")
		if _, err := f.PeriodWith(Day, "2026-02-30"); fault.Of(err) == nil {
			t.Errorf("a day that does not exist: %v", err)
		}

		if got := f.drifts(); got != nil {
			t.Errorf("drift: %v", got)
		}
		storetest.Exec(t, db, "UPDATE project_tallies SET votes = votes + 7 WHERE period = 'week'")
		storetest.Exec(t, db, "DELETE FROM project_tallies WHERE period = 'year'")
		broken := f.drifts()
		if len(broken) != 10 || !slices.Contains(broken, fmt.Sprintf("%s week 20261123", f.ids["Vase"])) {
			t.Errorf("drift: %v", broken)
		}
		_, err := doctor.Repair(t.Context(), db, []domain.Domain{{Checks: []domain.Check{check}}})
		must.NoError(t, err)
		if got := f.drifts(); got != nil {
			t.Errorf("drift after the repair: %v", got)
		}
	})
}

func TestClose(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		closed := func() (n int) {
			due, err := f.Due(t.Context())
			must.NoError(t, err)
			before := db.Client().ClosedPeriod.Query().CountX(t.Context())
			must.NoError(t, f.Close(t.Context()))
			n = db.Client().ClosedPeriod.Query().CountX(t.Context()) - before
			if due != (n > 0) {
				t.Errorf("due: %v, closed %d", due, n)
			}
			return n
		}
		awards := func(title string) (got []string) {
			list, err := f.Awards(t.Context(), nil, f.ids[title], 20)
			must.NoError(t, err)
			for _, a := range list {
				got = append(got, fmt.Sprint(periodOf(a).Path(), " ", a.Rank, " ", a.Votes))
			}
			return got
		}
		expect := func(what string, got []string, want ...string) {
			t.Helper()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: (-want +got)\n%s", what, diff)
			}
		}
		f.at("2026-11-20T12:00:00Z") // Saturday in Auckland
		f.cast("Kiln", 1, vote.Up)
		f.cast("Lamp", 2, vote.Up)
		f.cast("Vase", 3, vote.Up)
		f.cast("Glaze", 4, vote.Up)
		f.at("2026-11-21T11:04:00Z")
		if n := closed(); n != 0 {
			t.Errorf("%d periods closed before votes settled", n)
		}
		f.at("2026-11-21T11:06:00Z")
		if n := closed(); n != 1 {
			t.Errorf("%d periods closed after a day", n)
		}
		expect("Glaze", awards("Glaze"), "/top/2026/11/21 1 4")
		expect("Kiln", awards("Kiln"))

		// What happens later does not change the winners.
		f.cast("Glaze", 4, vote.None)
		f.cast("Kiln", 2, vote.Up)
		if n := closed(); n != 0 {
			t.Errorf("%d periods closed twice", n)
		}

		// After a downtime of months it catches up: a week, a month, a year, and the day of the last votes.
		f.at("2027-03-01T00:00:00Z")
		if n := closed(); n != 4 {
			t.Errorf("%d periods closed after a downtime", n)
		}
		expect("Vase", awards("Vase"), "/top/2026 1 3", "/top/2026/11 1 3", "/top/2026/w47 1 3", "/top/2026/11/21 2 3")
		expect("Kiln later", awards("Kiln"), "/top/2026/11/22 1 1", "/top/2026 2 2", "/top/2026/11 2 2",
			"/top/2026/w47 2 2")

		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.Project.Update().Where(entproject.ID(f.ids["Vase"])).SetIsPublic(false).Exec(ctx)
		}))
		if _, err := f.Awards(t.Context(), &auth.Caller{UserID: f.voters[0]}, f.ids["Vase"],
			20); !fault.IsNotFound(err) {
			t.Errorf("the awards of a draft: %v", err)
		}
		pages, err := f.closedPages(t.Context(), uuid.Nil, 1, 1)
		must.NoError(t, err)
		if len(pages) != 1 || pages[0].Path != "/top/2026/11/22" {
			t.Errorf("%v", pages)
		}
	})
}

// A project below the entry comes after all that have entered, and an owner has one of the first ten places and one
// award.
func TestPlaces(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		many := f.user("many")
		for i := range 12 {
			f.show(many, fmt.Sprint("Many ", i))
		}
		f.cast("Kiln", 1, vote.Up) // yesterday
		f.at("2026-11-20T12:00:00Z")
		f.cast("Many 3", 5, vote.Up)
		for i := range 12 {
			f.cast(fmt.Sprint("Many ", i), 4, vote.Up)
		}
		_, err := f.votes.Cast(t.Context(), f.voters[4], project.Kind, f.ids["Kiln"], vote.Up)
		must.NoError(t, err) // has entered, with one vote of today
		f.cast("Glaze", 1, vote.Up)
		f.cast("Lamp", 3, vote.Up)
		f.cast("Lamp", 1, vote.Down)
		rest := []string{"4 Many 0 4", "5 Many 1 4", "6 Many 2 4", "7 Many 4 4", "8 Many 5 4", "9 Many 6 4",
			"10 Many 7 4",
			"11 Many 8 4", "12 Many 9 4", "13 Many 10 4", "14 Many 11 4", "15 Glaze 1"}
		f.want(Day, "", append([]string{"1 Many 3 5", "2 Lamp 2", "3 Kiln 1"}, rest...)...)
		f.want(All, "", append([]string{"1 Many 3 5", "2 Kiln 2", "3 Lamp 2"}, rest...)...)

		// Ten owners leave no second place to one.
		for i := range 9 {
			title := fmt.Sprint("Other ", i)
			f.show(f.user(title), title)
			f.cast(title, 2, vote.Up)
		}
		p, err := f.PeriodWith(Day, "")
		must.NoError(t, err)
		entries, err := f.List(t.Context(), p, 11)
		must.NoError(t, err)
		owners := map[uuid.UUID]int{}
		for _, e := range entries[:10] {
			owners[e.Project.UserID]++
		}
		if len(owners) != 10 || entries[10].Project.Title != "Many 0" {
			t.Errorf("%d owners, then %s", len(owners), entries[10].Project.Title)
		}

		// Without others, the owner has the first places and the best award.
		storetest.Exec(t, db, "UPDATE projects SET is_public = FALSE WHERE user_id <> $1", many)
		f.want(Day, "", "1 Many 3 5", "2 Many 0 4", "3 Many 1 4", "4 Many 2 4", "5 Many 4 4", "6 Many 5 4",
			"7 Many 6 4",
			"8 Many 7 4", "9 Many 8 4", "10 Many 9 4", "11 Many 10 4", "12 Many 11 4")
		f.at("2026-11-21T12:00:00Z")
		must.NoError(t, f.Close(t.Context()))
		var awards []string
		for _, a := range db.Client().ProjectAward.Query().WithProject().AllX(t.Context()) {
			if a.Start == 20261121 {
				awards = append(awards, fmt.Sprint(a.Rank, " ", a.Edges.Project.Title))
			}
		}
		if !slices.Equal(awards, []string{"1 Many 3"}) {
			t.Errorf("awards: %q", awards)
		}
	})
}

func TestPlace(t *testing.T) {
	for path, want := range map[string]string{
		"2026/01/14": "#2 on 14 Jan 2026", "2026/w03": "#2 · week 3 of 2026", "2026/01": "#2 · Jan 2026",
		"2026": "#2 · 2026",
	} {
		p, err := parsePath(path)
		must.NoError(t, err)
		if got := p.place(2); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestPaths(t *testing.T) {
	for path, want := range map[string]string{
		"2026/11/23": "day 2026-11-23", "2026/w47": "week 2026-11-16", "2026/W01": "week 2025-12-29",
		"2020/w53": "week 2020-12-28", "2026/11": "month 2026-11-01", "2026": "year 2026-01-01",
		"1969/12/31": "", "1999": "", "2026/02/30": "", "2025/w53": "", "2026/w00": "", "2026/13": "", "26": "",
		"2026/1": "", "2026/11/23/5": "", "top": "",
	} {
		got := ""
		if p, err := parsePath(path); err == nil {
			got = p.Kind + " " + p.Start.Format(time.DateOnly)
		} else if !fault.IsNotFound(err) {
			t.Error(err)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
