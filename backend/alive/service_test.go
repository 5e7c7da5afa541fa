package alive

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/stats"
	"uvboard/ent"
)

var start = time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)

type fixture struct {
	*Service
	clock  *atomic.Int64 // milliseconds
	asked  *sync.Map     // Outcome by address
	events *[]event.Event
}

func open(t testing.TB, db *store.DB) fixture {
	t.Helper()
	bucket, err := media.OpenBucket(t.Context(), "", t.TempDir())
	must.NoError(t, err)
	h := fixture{clock: new(atomic.Int64), asked: new(sync.Map), events: new([]event.Event)}
	h.clock.Store(start.UnixMilli())
	now := func() time.Time { return time.UnixMilli(h.clock.Load()).UTC() }
	projects := project.NewService(db, media.NewService(db, bucket, now), now)
	h.Service = NewService(db, projects, func(_ context.Context, address string) Outcome {
		if out, ok := h.asked.Load(address); ok {
			return out.(Outcome)
		}
		return Outcome{Result: answered, Reached: true}
	}, now)
	h.gap = 0
	db.SetListeners(append(Domain(h.Service).Listeners, event.Listener{
		InTx: func(_ context.Context, _ *ent.Client, e event.Event) error {
			if e.Kind == event.Down {
				*h.events = append(*h.events, e)
			}
			return nil
		}})...)
	return h
}

func each(t *testing.T, test func(t *testing.T, h fixture)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		test(t, h)
		drifts, err := doctor.Examine(t.Context(), db, []domain.Domain{project.Domain(h.projects), Domain(h.Service)})
		must.NoError(t, err)
		for _, d := range drifts {
			t.Error(d)
		}
	})
}

func (h fixture) user(t testing.TB, name string) *auth.Caller {
	t.Helper()
	caller := &auth.Caller{Username: name, SessionID: uuid.New()}
	must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		u, err := account.NewUser(tx, name, name+"@example.com", "", start).Save(ctx)
		if err != nil {
			return err
		}
		caller.UserID = u.ID
		return stats.Add(ctx, tx, stats.Users, 1)
	}))
	return caller
}

func (h fixture) project(t testing.TB, owner *auth.Caller, links project.Links) uuid.UUID {
	t.Helper()
	p, err := h.projects.Create(t.Context(), owner, project.Input{
		Title: new("Kiln log"), Tagline: new("What happens in the kiln"), PrimaryCategory: new("games"),
		Stage: new("mvp"), VibeTools: []string{"cursor"}, Logo: new("/uploads/logo.png"), Links: links,
	})
	must.NoError(t, err)
	return p.ID
}

func (h fixture) pass(d time.Duration) { h.clock.Add(d.Milliseconds()) }

// days lets days pass, with a run in each half an hour.
func (h fixture) days(t testing.TB, n int) {
	t.Helper()
	for range n * 48 {
		must.NoError(t, h.Run(t.Context()))
		h.pass(30 * time.Minute)
	}
}

func (h fixture) state(t testing.TB, id uuid.UUID) string {
	t.Helper()
	p, err := h.projects.Get(t.Context(), nil, id)
	must.NoError(t, err)
	return p.Alive
}

// listed returns how many projects a list has and says that it has.
func (h fixture) listed(t testing.TB, q project.ListQuery) int {
	t.Helper()
	q.Size = 100
	page, err := h.projects.List(t.Context(), q)
	must.NoError(t, err)
	if page.Total != len(page.Projects) {
		t.Errorf("%+v: %d projects, total %d", q, len(page.Projects), page.Total)
	}
	return len(page.Projects)
}

func TestLife(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		const demo = "https://kiln.dev/"
		kiln := h.project(t, ada, project.Links{Demo: new(demo), Repo: new("https://code.dev/kiln")})
		for _, other := range []string{"https://a.dev", "https://b.dev", "https://c.dev", "https://d.dev"} {
			h.project(t, ada, project.Links{Demo: &other})
		}
		bare := h.project(t, ada, project.Links{Demo: new("https://kiln.example")})
		h.days(t, 2)
		if kiln, bare := h.state(t, kiln), h.state(t, bare); kiln != isAlive || bare != isUnknown {
			t.Errorf("states %s and %s", kiln, bare)
		}
		if checks, err := h.Get(t.Context(), nil, kiln); err != nil || len(checks.Row.Days) != 2 {
			t.Errorf("checks %+v, %v", checks, err)
		}

		// A failed try is repeated, and the day counts as the last try does.
		h.asked.Store(demo, Outcome{Result: failed, Detail: "HTTP status 404 Not Found", Reached: true})
		h.days(t, 2)
		h.days(t, 1)
		if state := h.state(t, kiln); state != isDown {
			t.Errorf("after two days: %s", state)
		}
		h.days(t, 2)
		if len(*h.events) != 1 || (*h.events)[0].Item.ID != kiln {
			t.Errorf("asked the maker: %+v", *h.events)
		}
		told, err := notify(t.Context(), h.db.Client(), (*h.events)[0])
		must.NoError(t, err)
		if to, err := told.To(t.Context(), uuid.Nil, 10); err != nil || len(to) != 1 || to[0] != ada.UserID {
			t.Errorf("told %v, %v", to, err)
		}
		if n := h.listed(t, project.ListQuery{}); n != 6 {
			t.Errorf("%d projects are listed while one is down", n)
		}
		h.days(t, 28)
		if state := h.state(t, kiln); state != isGone {
			t.Errorf("after 30 days: %s", state)
		}
		if a, b, c := h.listed(t, project.ListQuery{}), h.listed(t, project.ListQuery{Gone: true}),
			h.listed(t, project.ListQuery{Stage: "mvp"}); a != 5 || b != 6 || c != 5 {
			t.Errorf("lists without it %d, with it %d, at its stage %d", a, b, c)
		}
		if a, b := h.listed(t, project.ListQuery{Search: "kiln"}),
			h.listed(t, project.ListQuery{Search: "kiln", Gone: true, Category: "games"}); a != 5 || b != 6 {
			t.Errorf("searches without it %d, with it %d", a, b)
		}
		if len(*h.events) != 1 {
			t.Errorf("asked the maker %d times", len(*h.events))
		}

		// An edited link is checked at the next run.
		moved := project.Links{Demo: new("https://new.dev")}
		_, err = h.projects.Update(t.Context(), ada, kiln, project.Input{Links: moved})
		must.NoError(t, err)
		must.NoError(t, h.Run(t.Context()))
		if state := h.state(t, kiln); state != isAlive || h.listed(t, project.ListQuery{}) != 6 {
			t.Errorf("after the link moved: %s", state)
		}

		// What a moderator hides, or its owner unpublishes, is not asked.
		_, err = h.projects.Update(t.Context(), ada, kiln, project.Input{IsPublic: new(false)})
		must.NoError(t, err)
		if checks, err := h.Get(t.Context(), ada, kiln); err != nil || checks.Row.DueAt != nil {
			t.Errorf("checks of a draft: %+v, %v", checks, err)
		}
	})
}

// A repository decides where the demo cannot be checked; robots and walls are no deaths.
func TestUnknown(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, eve := h.user(t, "ada"), h.user(t, "eve")
		const demo, repo = "https://robots.dev", "https://code.dev/robots"
		h.asked.Store(demo, Outcome{Result: unknown, Detail: "Its robots.txt does not allow checks", Reached: true})
		alone := h.project(t, ada, project.Links{Demo: new(demo)})
		both := h.project(t, ada, project.Links{Demo: new(demo), Repo: new(repo)})
		h.days(t, 3)
		if a, b := h.state(t, alone), h.state(t, both); a != isUnknown || b != isAlive {
			t.Errorf("states %s and %s", a, b)
		}

		_, err := h.SetEnabled(t.Context(), eve, both, false)
		if f := fault.Of(err); f == nil || f.Code != "NOT_PROJECT_OWNER" {
			t.Errorf("another member switches checks off: %v", err)
		}
		off, err := h.SetEnabled(t.Context(), ada, both, false)
		must.NoError(t, err)
		if off.Row.DueAt != nil || off.Project.Alive != isUnknown || off.Project.AliveShare != nil {
			t.Errorf("switched off: %+v", off)
		}
		h.days(t, 1)
		on, err := h.SetEnabled(t.Context(), ada, both, true)
		must.NoError(t, err)
		if on.Row.DueAt == nil || on.Project.Alive != isAlive {
			t.Errorf("switched on: %+v", on)
		}
		must.NoError(t, h.Run(t.Context()))
		if again, err := h.CheckSoon(t.Context(), ada, both); err != nil || !again.Row.DueAt.Equal(h.now()) {
			t.Errorf("checked again: %+v, %v", again, err)
		}
	})
}

// While the board's own network is down nothing counts, for a week at most.
func TestOwnNetwork(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		addresses := []string{"https://a.dev", "https://b.dev", "https://c.dev", "https://d.dev", "https://e.dev"}
		var ids []uuid.UUID
		for _, address := range addresses {
			ids = append(ids, h.project(t, ada, project.Links{Demo: &address}))
		}
		h.days(t, 2)
		for _, address := range addresses {
			h.asked.Store(address, Outcome{Result: failed, Detail: "No connection"})
		}
		h.days(t, 5)
		for _, id := range ids {
			if checks, err := h.Get(t.Context(), nil, id); err != nil || strings.Contains(checks.Row.Days, "d") {
				t.Errorf("days %s, %v", checks.Row.Days, err)
			}
		}
		for _, address := range addresses[1:] {
			h.asked.Delete(address)
		}
		h.days(t, 4)
		for i, id := range ids {
			if state := h.state(t, id); state != map[bool]string{true: isDown, false: isAlive}[i == 0] {
				t.Errorf("project %d is %s", i, state)
			}
		}
	})
}
