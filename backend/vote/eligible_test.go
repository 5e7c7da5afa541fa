package vote_test

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
)

// fair is a board whose clock, settings and mail the test sets.
type fair struct {
	*board
	now    time.Time
	minAge time.Duration
}

func newFair(t *testing.T, db *store.DB, mail bool) *fair {
	f := &fair{board: &board{t: t, db: db}, now: published.Add(time.Hour), minAge: 24 * time.Hour}
	f.service = vote.NewService(db, []domain.Votable{project.Votable}, func() time.Time { return f.now })
	f.service.UseRule(func() (time.Duration, int) { return f.minAge, vote.EntryVotes }, mail)
	db.SetListeners(vote.Domain(f.service).Listeners...)
	f.owner = f.member("owner")
	f.project = f.show(f.owner, true)
	return f
}

// join adds a member whose account has an age.
func (f *fair) join(name string, age time.Duration) (id uuid.UUID) {
	f.t.Helper()
	f.write(func(ctx context.Context, tx *ent.Client) error {
		u, err := account.NewUser(tx, name, name+"@example.com", "", f.now.Add(-age)).Save(ctx)
		if err == nil {
			id = u.ID
		}
		return err
	})
	return id
}

// set changes the row of a user and emits the event that follows.
func (f *fair) set(id uuid.UUID, emit func(uuid.UUID) event.Event, change func(*ent.UserUpdateOne)) {
	f.t.Helper()
	f.write(func(ctx context.Context, tx *ent.Client) error {
		update := tx.User.UpdateOneID(id)
		change(update)
		if err := update.Exec(ctx); err != nil {
			return err
		}
		return f.db.Emit(ctx, tx, emit(id))
	})
}

// work runs the jobs that are due.
func (f *fair) work() {
	f.t.Helper()
	must.NoError(f.t, jobs.New(f.db, vote.Domain(f.service).Jobs, slog.New(slog.DiscardHandler),
		func() time.Time { return f.now }).Work(f.t.Context()))
}

// votes casts a vote on an item and returns whether it is eligible, and why not.
func (f *fair) votes(voter, item uuid.UUID, value int) string {
	f.t.Helper()
	sum, err := f.service.Cast(f.t.Context(), voter, "project", item, value)
	must.NoError(f.t, err)
	return fmt.Sprint(sum.IsEligible, sum.Reason)
}

// wantEligible compares the eligible votes on the project.
func (f *fair) wantEligible(up, down int) {
	f.t.Helper()
	p := f.db.Client().Project.GetX(f.t.Context(), f.project)
	if p.EligibleUpvotes != up || p.EligibleDownvotes != down {
		f.t.Errorf("%d eligible upvotes and %d downvotes, want %d and %d", p.EligibleUpvotes, p.EligibleDownvotes, up,
			down)
	}
	if want := vote.Rank(up, down, published); math.Abs(p.Rank-want) > 1e-9 {
		f.t.Errorf("rank %v, want %v", p.Rank, want)
	}
}

func confirm(u *ent.UserUpdateOne)   { u.SetEmailVerifiedAt(published) }
func hold(u *ent.UserUpdateOne)      { u.SetVotesHeldAt(published) }
func release(u *ent.UserUpdateOne)   { u.ClearVotesHeldAt() }
func ban(u *ent.UserUpdateOne)       { u.SetSuspendedAt(published) }
func makeAdmin(u *ent.UserUpdateOne) { u.SetRole(auth.RoleAdmin) }

func TestRule(t *testing.T) {
	vouched := func(u *ent.UserUpdateOne) { u.SetVouchedAt(time.Now()) }
	for name, c := range map[string]struct {
		age  time.Duration
		mail bool
		is   []func(*ent.UserUpdateOne)
		want string
	}{
		"Minutes":           {time.Minute, false, nil, "false" + vote.NewAccount},
		"23Hours":           {23 * time.Hour, false, nil, "false" + vote.NewAccount},
		"24Hours":           {24 * time.Hour, false, nil, "true"},
		"25Hours":           {25 * time.Hour, false, nil, "true"},
		"Unconfirmed":       {25 * time.Hour, true, nil, "false" + vote.UnconfirmedEmail},
		"NewAndUnconfirmed": {time.Hour, true, nil, "false" + vote.UnconfirmedEmail},
		"Confirmed":         {25 * time.Hour, true, []func(*ent.UserUpdateOne){confirm}, "true"},
		"NewAndConfirmed":   {23 * time.Hour, true, []func(*ent.UserUpdateOne){confirm}, "false" + vote.NewAccount},
		"Vouched":           {time.Minute, false, []func(*ent.UserUpdateOne){vouched}, "true"},
		"VouchedAndUnconfirmed": {time.Minute, true, []func(*ent.UserUpdateOne){vouched},
			"false" + vote.UnconfirmedEmail},
		"Held":               {25 * time.Hour, false, []func(*ent.UserUpdateOne){hold}, "false" + vote.Held},
		"HeldAndUnconfirmed": {25 * time.Hour, true, []func(*ent.UserUpdateOne){hold}, "false" + vote.Held},
		"Banned":             {25 * time.Hour, false, []func(*ent.UserUpdateOne){ban}, "false"},
		"Admin":              {time.Minute, true, []func(*ent.UserUpdateOne){makeAdmin}, "true"},
		"HeldAdmin":          {time.Minute, true, []func(*ent.UserUpdateOne){makeAdmin, hold}, "true"},
		"BannedAdmin":        {25 * time.Hour, false, []func(*ent.UserUpdateOne){makeAdmin, ban}, "false"},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				f := newFair(t, db, c.mail)
				voter := f.join("voter", c.age)
				for _, change := range c.is {
					f.set(voter, event.AccessOf, change)
				}
				if got := f.votes(voter, f.project, vote.Up); got != c.want {
					t.Errorf("%s, want %s", got, c.want)
				}
				if c.want == "true" {
					f.wantEligible(1, 0)
				} else {
					f.wantEligible(0, 0)
				}
				sums, err := f.service.Summaries(t.Context(), &auth.Caller{UserID: voter}, "project",
					[]uuid.UUID{f.project})
				must.NoError(t, err)
				if got := fmt.Sprint(sums[0].IsEligible, sums[0].Reason); got != c.want {
					t.Errorf("the summary says %s, want %s", got, c.want)
				}
			})
		})
	}
}

// Ten accounts of a minute change counters, but no rank, no milestone and no tally.
func TestTenAccountsOfAMinute(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFair(t, db, false)
		var events []event.Event
		db.SetListeners(append(vote.Domain(f.service).Listeners,
			event.Listener{InTx: func(_ context.Context, _ *ent.Client, e event.Event) error {
				events = append(events, e)
				return nil
			}})...)
		var ids []uuid.UUID
		for i := range 10 {
			ids = append(ids, f.join(fmt.Sprint("new", i), 0))
			f.votes(ids[i], f.project, vote.Up)
		}
		f.wantReceived(10, 0)
		f.wantEligible(0, 0)
		for _, e := range events {
			if e.Upvotes != (event.Upvotes{}) || e.UpvotesByDay[0] != 0 || len(e.UpvotesByDay) > 0 &&
				e.UpvotesByDay[vote.Day(f.now)] != 0 {
				t.Errorf("event %+v", e)
			}
		}
		sums, err := f.service.Summaries(t.Context(), nil, "project", []uuid.UUID{f.project})
		must.NoError(t, err)
		if s := sums[0]; s.Upvotes != 10 || s.PendingUp != 10 {
			t.Errorf("%+v", s)
		}
		// Each has one task for the moment when its account is a day old.
		f.work()
		if n := db.Client().Task.Query().CountX(t.Context()); n != 10 {
			t.Errorf("%d tasks, want 10", n)
		}
		f.wantEligible(0, 0)
		f.wantDrift("")
		f.now = f.now.Add(f.minAge)
		f.wantDrift("") // the tasks are due
		events = nil
		f.work()
		f.wantEligible(10, 0)
		f.wantReceived(10, 10)
		f.wantDrift("")
		last := events[len(events)-1]
		if last.Upvotes != (event.Upvotes{Before: 9, After: 10}) || last.Actor != uuid.Nil {
			t.Errorf("last event %+v, want the tenth upvote", last)
		}
		if n := db.Client().Task.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d tasks are left", n)
		}
	})
}

// wantReceived compares the upvotes that the owner has received.
func (b *board) wantReceived(all, eligible int) {
	b.t.Helper()
	u := b.db.Client().User.GetX(b.t.Context(), b.owner)
	if u.UpvotesReceived != all || u.EligibleUpvotesReceived != eligible || u.Reputation != 5*all {
		b.t.Errorf("%d upvotes received, %d eligible, reputation %d; want %d and %d", u.UpvotesReceived,
			u.EligibleUpvotesReceived, u.Reputation, all, eligible)
	}
}

// Each change that affects the rule leads to a recount.
func TestChangesOfStanding(t *testing.T) {
	unban := func(u *ent.UserUpdateOne) { u.ClearSuspendedAt() }
	for name, steps := range map[string][]struct {
		emit     func(uuid.UUID) event.Event
		change   func(*ent.UserUpdateOne)
		eligible int
	}{
		"Confirm": {{event.VouchedFor, confirm, 1}},
		"HoldAndRelease": {{event.VouchedFor, confirm, 1}, {event.AccessOf, hold, 0},
			{event.AccessOf, release, 1}},
		"BanAndLift": {{event.VouchedFor, confirm, 1}, {event.AccessOf, ban, 0}, {event.AccessOf, unban, 1}},
		"Admin":      {{event.AccessOf, makeAdmin, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				f := newFair(t, db, true)
				voter := f.join("voter", 25*time.Hour)
				f.votes(voter, f.project, vote.Down)
				f.wantEligible(0, 0)
				for _, step := range steps {
					f.set(voter, step.emit, step.change)
					if name != "BanAndLift" {
						f.wantDrift("") // the task is due
					}
					f.work()
					f.wantEligible(0, step.eligible)
					f.wantDrift("")
				}
			})
		})
	}
}

// An upvote of a member of age makes a new owner's votes eligible, for good; those make nobody else's eligible.
func TestVouching(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFair(t, db, false)
		old := f.member("old")
		first, second := f.join("first", time.Minute), f.join("second", time.Minute)
		ofFirst, ofSecond := f.show(first, true), f.show(second, true)
		f.votes(first, ofSecond, vote.Up)
		f.votes(first, f.project, vote.Up)
		f.votes(second, ofFirst, vote.Up)
		f.votes(second, f.project, vote.Up)
		want := func(eligible int) {
			t.Helper()
			f.work()
			f.wantDrift("")
			f.wantEligible(eligible, 0)
		}
		want(0)
		f.votes(old, ofFirst, vote.Up)
		want(1)
		f.votes(old, ofFirst, vote.Down)
		f.set(old, event.AccessOf, hold)
		want(1)
		f.now = f.now.Add(25 * time.Hour) // both are of age
		want(2)
	})
}

// A change of the board's settings, and a start with other settings of mail, recount all.
func TestRecountOfAll(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFair(t, db, false)
		f.votes(f.join("day", 25*time.Hour), f.project, vote.Up)
		f.votes(f.join("hours", 3*time.Hour), f.project, vote.Up)
		f.votes(f.join("minutes", time.Minute), f.project, vote.Up)
		f.work()
		f.wantEligible(1, 0)
		set := func(hours int, want int) {
			t.Helper()
			f.minAge = time.Duration(hours) * time.Hour
			f.write(func(ctx context.Context, tx *ent.Client) error {
				return db.Emit(ctx, tx, event.Event{Kind: event.Changed, Item: event.Item{Type: vote.BoardSettings}})
			})
			f.wantDrift("")
			f.work()
			f.wantEligible(want, 0)
			f.wantDrift("")
		}
		set(2, 2)
		set(0, 3)
		set(48, 0)
		set(30, 0)
		f.now = f.now.Add(29 * time.Hour) // two of them are 30 hours old
		f.work()
		f.wantEligible(2, 0)
		f.wantDrift("")
		mailed := vote.NewService(db, []domain.Votable{project.Votable}, func() time.Time { return f.now })
		mailed.UseRule(func() (time.Duration, int) { return f.minAge, vote.EntryVotes }, true)
		f.service = mailed
		f.wantDrift("votes.is_eligible")
		f.work()
		f.wantEligible(0, 0)
		f.wantDrift("")
	})
}

// A review that the maker marks useful makes a new author's votes eligible, for good, once the maker is of age.
func TestUsefulReview(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFair(t, db, false)
		maker, author := f.join("maker", time.Hour), f.join("author", 0)
		f.votes(author, f.project, vote.Up)
		var review uuid.UUID
		mark := func(endorsed *bool, who uuid.UUID) {
			f.write(func(ctx context.Context, tx *ent.Client) error {
				update := tx.Review.UpdateOneID(review).SetIsUseful(endorsed != nil).SetNillableIsEndorsed(endorsed)
				if endorsed == nil {
					update.ClearIsEndorsed()
				}
				if err := update.Exec(ctx); err != nil {
					return err
				}
				return db.Emit(ctx, tx, event.VouchedFor(who))
			})
			f.work()
			f.wantDrift("")
		}
		f.write(func(ctx context.Context, tx *ent.Client) error {
			r, err := tx.Review.Create().SetMakerID(maker).SetUserID(author).SetAssignedAt(f.now).SetWrittenAt(f.now).
				SetIsUseful(true).Save(ctx) // by silence
			review = r.ID
			return err
		})
		f.work()
		f.wantEligible(0, 0)
		mark(new(bool), maker)
		f.wantEligible(0, 0)
		f.now = f.now.Add(23 * time.Hour) // the maker is a day old now, the author is not
		f.work()
		f.wantEligible(1, 0)
		f.wantDrift("")
		f.set(maker, event.AccessOf, hold)
		mark(nil, author)
		f.wantEligible(1, 0)
	})
}

// Votes, confirmations, holds and recounts at once neither deadlock nor leave a drift.
func TestChangesAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFair(t, db, true)
		const people = 12
		ids, items := make([]uuid.UUID, people), make([]uuid.UUID, people)
		for i := range ids {
			ids[i] = f.join(fmt.Sprint("member", i), time.Duration(i%4)*10*time.Hour)
			items[i] = f.show(ids[i], true)
		}
		worker := func() error {
			return jobs.New(db, vote.Domain(f.service).Jobs, slog.New(slog.DiscardHandler),
				func() time.Time { return f.now }).Work(t.Context())
		}
		must.Concurrently(t, 8, func(n int) error {
			random := rand.New(rand.NewPCG(7, uint64(n)))
			for range 40 {
				who, item := random.IntN(people), random.IntN(people)
				var err error
				switch random.IntN(8) {
				case 0:
					f.set(ids[who], event.VouchedFor, confirm)
				case 1:
					f.set(ids[who], event.AccessOf, hold)
				case 2:
					f.set(ids[who], event.AccessOf, release)
				case 3:
					err = worker()
				default:
					if who != item {
						_, err = f.service.Cast(t.Context(), ids[who], "project", items[item], random.IntN(3)-1)
					}
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		f.work()
		f.wantDrift("")
		f.now = f.now.Add(24 * time.Hour)
		f.work()
		f.wantDrift("")
	})
}
