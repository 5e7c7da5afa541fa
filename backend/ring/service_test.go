package ring_test

import (
	"context"
	"log/slog"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/ring"
	"uvboard/backend/vote"
	"uvboard/ent"
)

var script = crowd{n: 10, over: time.Minute, networks: 1, agents: 1, delay: within(2 * time.Minute)}

// wantCode compares the code of a fault.
func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	if f := fault.Of(err); f == nil || f.Code != code {
		t.Errorf("fault %v, want %s", err, code)
	}
}

// A release lets the votes count again, and the search does not hold the same members for the same again.
func TestRelease(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db, 150, 40)
		admin := &auth.Caller{UserID: b.honest[0]}
		bought := b.join(script, b.projects[len(b.projects)-3])
		changed := 0
		db.SetListeners(event.Listener{InTx: func(_ context.Context, _ *ent.Client, e event.Event) error {
			if e.Kind == event.Access {
				changed++
			}
			return nil
		}})
		b.find()
		if n := b.held(bought); n != len(bought) {
			t.Fatalf("%d are held, want all", n)
		}
		row := db.Client().Ring.Query().OnlyX(t.Context())
		act := db.Client().AuditEntry.Query().OnlyX(t.Context())
		if act.Action != "hold" || act.TargetType != ring.Kind || act.TargetID != row.ID ||
			act.Reason != row.Findings || act.ActorID != nil {
			t.Errorf("the audit log has %v", act)
		}
		if changed != len(bought) {
			t.Errorf("%d events of access, want %d", changed, len(bought))
		}
		decide := func(state string) {
			t.Helper()
			_, err := b.service.Decide(t.Context(), admin, row.ID, state, "I know them.")
			must.NoError(t, err)
		}
		decide(ring.Released)
		if n := b.held(bought); n != 0 {
			t.Errorf("%d are held after the release", n)
		}
		for _, id := range bought {
			b.upvote(id, b.projects[3], now.Add(-time.Hour))
		}
		b.save()
		b.find()
		if n := b.held(bought); n != 0 {
			t.Errorf("%d are held again", n)
		}
		acts := db.Client().AuditEntry.Query().CountX(t.Context())
		decide(ring.Released) // changes nothing
		if n := db.Client().AuditEntry.Query().CountX(t.Context()); n != acts {
			t.Error("a release of what is released is recorded")
		}
		decide(ring.Held)
		if n := b.held(bought); n != len(bought) {
			t.Errorf("%d are held, want all", n)
		}
		_, err := b.service.Decide(t.Context(), admin, uuid.New(), ring.Held, "Why not")
		wantCode(t, err, "RING_NOT_FOUND")
	})
}

// A member of several rings stays held until all are released, and is told only then.
func TestSeveralRings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db, 150, 40)
		admin := &auth.Caller{UserID: b.honest[0]}
		target, second := b.projects[len(b.projects)-3], b.projects[len(b.projects)-4]
		bought := b.join(script, target)
		b.find()
		first := db.Client().Ring.Query().OnlyIDX(t.Context())
		for _, id := range bought {
			b.upvote(id, second, now.Add(-21*time.Hour))
		}
		more := b.join(script, second)
		b.find()
		rings := db.Client().Ring.Query().AllX(t.Context())
		if len(rings) != 2 {
			t.Fatalf("%d rings, want 2", len(rings))
		}
		if rings[0].ID != first { // ids of one moment have any order
			slices.Reverse(rings)
		}
		notice := ring.Domain(b.service).Notices[0]
		for i, r := range rings {
			_, err := b.service.Decide(t.Context(), admin, r.ID, ring.Released, "I know them.")
			must.NoError(t, err)
			told, err := notice.Of(t.Context(), db.Client(), event.Event{Kind: event.Decided,
				Item: event.Item{Type: ring.Kind, ID: r.ID}})
			must.NoError(t, err)
			users, err := told.To(t.Context(), uuid.Nil, 100)
			must.NoError(t, err)
			if want := i * (len(bought) + len(more)); len(users) != want {
				t.Errorf("%d are told of release %d, want %d", len(users), i+1, want)
			}
			if n := b.held(append(bought, more...)); n != (1-i)*(len(bought)+len(more)) {
				t.Errorf("%d are held after %d releases", n, i+1)
			}
		}
		drifts, err := doctor.Examine(t.Context(), db, []domain.Domain{ring.Domain(b.service)})
		must.NoError(t, err)
		if len(drifts) > 0 {
			t.Errorf("drifts: %v", drifts)
		}
	})
}

// A crowd that votes for several members is one ring.
func TestCrowdForSeveral(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db, 150, 40)
		bought := b.join(crowd{n: 14, over: time.Minute, networks: 1, agents: 1, delay: within(2 * time.Minute)},
			b.projects[len(b.projects)-3])
		for _, id := range bought {
			for i := range 2 {
				b.upvote(id, b.projects[len(b.projects)-4-i], now.Add(-21*time.Hour))
			}
		}
		b.save()
		b.find()
		if n := db.Client().Ring.Query().CountX(t.Context()); n != 1 || b.held(bought) != len(bought) {
			t.Errorf("%d rings hold %d of %d", n, b.held(bought), len(bought))
		}
	})
}

// doctor finds and repairs users that are held without a ring, and the other way round.
func TestDoctor(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db, 150, 40)
		bought := b.join(script, b.projects[len(b.projects)-3])
		b.find()
		storetest.Exec(t, db, "UPDATE users SET votes_held_at = NULL WHERE id = $1", bought[0])
		storetest.Exec(t, db, "UPDATE users SET votes_held_at = $1 WHERE id = $2", now, b.honest[0])
		drifts, err := doctor.Repair(t.Context(), db, []domain.Domain{ring.Domain(b.service)})
		must.NoError(t, err)
		if len(drifts) != 2 {
			t.Errorf("drifts %v, want 2", drifts)
		}
		if b.held(bought) != len(bought) || b.held(b.honest) != 0 {
			t.Error("doctor has not repaired it")
		}
		if at := db.Client().User.GetX(t.Context(), bought[0]).VotesHeldAt; at == nil || !at.Equal(now) {
			t.Errorf("held since %v, want %v", at, now)
		}
	})
}

func TestAppeal(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db, 150, 40)
		bought := b.join(script, b.projects[len(b.projects)-3])
		b.find()
		_, err := b.service.Appeal(t.Context(), b.honest[0], "Why?")
		wantCode(t, err, "NOT_HELD")
		held, err := b.service.HeldOf(t.Context(), bought[0])
		must.NoError(t, err)
		if held.At == nil || !held.Open || len(held.Findings) != 1 || held.Appeal != nil {
			t.Errorf("held: %+v", held)
		}
		_, err = b.service.Appeal(t.Context(), bought[0], " \u0000 ")
		wantCode(t, err, fault.Invalid("message", "").(*fault.Fault).Code)
		held, err = b.service.Appeal(t.Context(), bought[0], " We are a class. ")
		must.NoError(t, err)
		if held.Open || held.Appeal == nil || held.Appeal.Appeal != "We are a class." {
			t.Errorf("held after the appeal: %+v", held)
		}
		_, err = b.service.Appeal(t.Context(), bought[0], "Again")
		wantCode(t, err, "ALREADY_APPEALED")
		items := domain.ItemKinds([]domain.Domain{project.Domain(project.NewService(db, nil, time.Now))})
		rings, _, err := ring.NewService(db, nil, items, time.Now).List(t.Context(), ring.Held, 10, "")
		must.NoError(t, err)
		if len(rings) != 1 || rings[0].Count != 10 || rings[0].Members[0].UserID != bought[0] ||
			rings[0].Targets[0].Upvotes != 10 || rings[0].Targets[0].Title != "Two-Drum" {
			t.Errorf("the list has %+v", rings)
		}
		other, err := b.service.HeldOf(t.Context(), b.honest[0])
		must.NoError(t, err)
		if other.At != nil || other.Open {
			t.Errorf("another user: %+v", other)
		}
	})
}

// A hold and a release store the tasks that recount the votes; those of held members are not eligible.
func TestVotesOfMembers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db, 150, 40)
		target := b.projects[len(b.projects)-3]
		bought := b.join(script, target)
		votesNow := func() time.Time { return now.Add(2 * day) }
		votes := vote.NewService(db, []domain.Votable{project.Votable}, votesNow)
		domains := []domain.Domain{ring.Domain(b.service), vote.Domain(votes)}
		db.SetListeners(domain.Collect(domains, func(d domain.Domain) []event.Listener { return d.Listeners })...)
		_, err := doctor.Repair(t.Context(), db, domains) // counts the votes that the test has stored
		must.NoError(t, err)
		work := func() {
			t.Helper()
			all := domain.Collect(domains, func(d domain.Domain) []jobs.Job { return d.Jobs })
			must.NoError(t, jobs.New(db, all, slog.New(slog.DiscardHandler), votesNow).
				Work(t.Context()))
		}
		before := db.Client().Project.GetX(t.Context(), target)
		must.NoError(t, b.service.Find(t.Context()))
		work()
		held := db.Client().Project.GetX(t.Context(), target)
		if held.Upvotes != before.Upvotes || held.EligibleUpvotes != before.EligibleUpvotes-10 {
			t.Errorf("%d upvotes, %d eligible; before %d and %d", held.Upvotes, held.EligibleUpvotes, before.Upvotes,
				before.EligibleUpvotes)
		}
		_, err = b.service.Decide(t.Context(), &auth.Caller{UserID: b.honest[0]},
			db.Client().Ring.Query().OnlyIDX(t.Context()), ring.Released, "I know them.")
		must.NoError(t, err)
		work()
		if n := db.Client().Project.GetX(t.Context(), target).EligibleUpvotes; n != before.EligibleUpvotes {
			t.Errorf("%d eligible upvotes after the release, want %d", n, before.EligibleUpvotes)
		}
		if b.held(bought) != 0 {
			t.Error("they are still held")
		}
	})
}

// Networks and browsers are stored as hashes that differ each day, and forgotten after 14 days; the salts are deleted
// when their day is over.
func TestTraces(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db, 150, 40)
		db.SetListeners(ring.Domain(b.service).Listeners...)
		from := func(address, agent string) context.Context {
			return auth.WithClient(t.Context(), auth.Client{Addr: netip.MustParseAddr(address), UserAgent: agent})
		}
		act := func(ctx context.Context, e event.Event) {
			t.Helper()
			must.NoError(t, db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
				return db.Emit(ctx, tx, e)
			}))
		}
		registered := func(i int) event.Event {
			return event.Event{Kind: event.Registered, Item: event.Item{Type: "user", ID: b.honest[i]}}
		}
		act(from("203.0.113.7", "Firefox"), registered(0))
		act(from("203.0.113.7", "Firefox"), event.Event{Kind: event.Voted, Actor: b.honest[0]})
		act(from("203.0.113.9", "Firefox"), registered(1))
		act(from("203.0.114.9", "Chrome"), registered(2))
		act(from("2001:db8:1:2:3::1", "Chrome"), registered(3))
		act(from("2001:db8:1:2:4::1", "Chrome"), registered(4))
		act(from("::ffff:203.0.113.1", "Chrome"), registered(5))
		act(t.Context(), registered(6)) // a command
		b.now = now.Add(day)
		act(from("203.0.113.7", "Firefox"), registered(0))
		traces := db.Client().Trace.Query().AllX(t.Context())
		if len(traces) != 7 {
			t.Fatalf("%d traces, want 7", len(traces))
		}
		first, second := traces[0], traces[1]
		if first.Network != second.Network || first.Agent != second.Agent || first.Network == traces[2].Network ||
			first.Agent == traces[2].Agent || traces[3].Network != traces[4].Network ||
			first.Network != traces[5].Network {
			t.Error("the hashes do not tell who shares a network or a browser")
		}
		if last := traces[6]; last.Network == first.Network || last.Agent == first.Agent || last.Day == first.Day {
			t.Error("the hashes of two days are alike")
		}
		must.NoError(t, b.service.Find(t.Context()))
		keys := func() (n int) {
			for _, k := range db.Client().Key.Query().IDsX(t.Context()) {
				if len(k) > 6 && k[:6] == "trace " {
					n++
				}
			}
			return n
		}
		if n := keys(); n != 1 {
			t.Errorf("%d salts are kept, want that of the day", n)
		}
		b.now = now.Add(15 * day)
		must.NoError(t, b.service.Find(t.Context()))
		if n := db.Client().Trace.Query().CountX(t.Context()); n != 1 {
			t.Errorf("%d traces are kept, want 1", n)
		}
		b.now = now.Add(16 * day)
		must.NoError(t, b.service.Find(t.Context()))
		if n := db.Client().Trace.Query().CountX(t.Context()); n != 0 || keys() != 0 {
			t.Errorf("%d traces and %d salts are kept", n, keys())
		}
	})
}
