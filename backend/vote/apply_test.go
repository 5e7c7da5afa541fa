package vote_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/ops/doctor"
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

// ban bans a user without a recount, as if the server stopped after the ban.
func (b *board) ban(id uuid.UUID) {
	b.t.Helper()
	storetest.Exec(b.t, b.db, "UPDATE users SET suspended_at = $1 WHERE id = $2", published, id)
}

// lift ends a ban without a recount.
func (b *board) lift(id uuid.UUID) {
	b.t.Helper()
	storetest.Exec(b.t, b.db, "UPDATE users SET suspended_at = NULL WHERE id = $1", id)
}

// wantDrift compares what doctor finds: the names of the drifts.
func (b *board) wantDrift(allowed string) {
	b.t.Helper()
	drifts, err := doctor.Examine(b.t.Context(), b.db, []domain.Domain{vote.Domain(b.service)})
	must.NoError(b.t, err)
	for _, d := range drifts {
		if d.What != allowed && (allowed != "votes.is_counted" || d.What != "votes.is_eligible") {
			b.t.Errorf("drift: %v", d)
		}
	}
	if allowed != "" && len(drifts) == 0 {
		b.t.Errorf("no drift of %s", allowed)
	}
}

// If the server stops between the end of a ban and the recount, the voter's next change of the vote counts once.
func TestChangeOfAVoteThatIsNotCounted(t *testing.T) {
	for name, c := range map[string]struct {
		value int
		want  counts
	}{
		"Switch": {vote.Down, counts{0, 1, 0, 1, -2, 1}},
		"Repeat": {vote.Up, counts{1, 0, 1, 0, 5, 1}},
		"Remove": {vote.None, counts{}},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				b := newBoard(t, db)
				voter := b.member("voter")
				b.cast(voter, vote.Up)
				b.ban(voter)
				must.NoError(t, b.service.Recount(t.Context(), voter))
				b.wantCounts(voter, counts{Given: 1})
				b.lift(voter)
				b.cast(voter, c.value)
				b.wantCounts(voter, c.want)
				b.wantDrift("")
			})
		})
	}
}

// A ban and its end store the recount in their transaction: if the server is killed after the commit, the next one does
// it at once.
func TestRecountOfAKilledServer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		db.SetListeners(vote.Domain(b.service).Listeners...)
		voter, bystander := b.member("voter"), b.member("bystander")
		b.cast(voter, vote.Up)
		b.cast(bystander, vote.Up)
		work := func() error {
			return jobs.New(db, vote.Domain(b.service).Jobs, slog.New(slog.DiscardHandler), time.Now).Work(t.Context())
		}
		for _, c := range []struct {
			bannedAt *time.Time
			want     counts
		}{{&published, counts{1, 0, 1, 0, 5, 1}}, {nil, counts{2, 0, 2, 0, 10, 1}}} {
			b.write(func(ctx context.Context, tx *ent.Client) error {
				update := tx.User.UpdateOneID(voter).SetNillableSuspendedAt(c.bannedAt)
				if c.bannedAt == nil {
					update.ClearSuspendedAt()
				}
				if err := update.Exec(ctx); err != nil {
					return err
				}
				if err := db.Emit(ctx, tx, event.AccessOf(b.owner)); err != nil { // has not voted
					return err
				}
				return db.Emit(ctx, tx, event.AccessOf(voter))
			})
			if n := db.Client().Task.Query().CountX(t.Context()); n != 1 {
				t.Errorf("%d tasks are stored, want that of the voter", n)
			}
			must.NoError(t, work())
			b.wantCounts(voter, c.want)
			b.wantDrift("")
		}
	})
}

// If a recount is missing, doctor finds and repairs it.
func TestUnfinishedRecount(t *testing.T) {
	for name, finish := range map[string]func(t *testing.T, b *board) error{
		"Doctor": func(t *testing.T, b *board) error {
			_, err := doctor.Repair(t.Context(), b.db, []domain.Domain{vote.Domain(b.service)})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, banned := range []bool{true, false} {
				t.Run(fmt.Sprint("Banned=", banned), func(t *testing.T) {
					storetest.Each(t, func(t *testing.T, db *store.DB) {
						b := newBoard(t, db)
						voter, want := b.member("voter"), counts{Given: 1}
						b.cast(voter, vote.Up)
						b.ban(voter)
						if !banned {
							must.NoError(t, b.service.Recount(t.Context(), voter))
							b.lift(voter)
							want = counts{1, 0, 1, 0, 5, 1}
						}
						b.wantDrift("votes.is_counted")
						must.NoError(t, finish(t, b))
						b.wantCounts(voter, want)
						b.wantDrift("")
					})
				})
			}
		})
	}
}

// A call that was authenticated before its user was banned may cast a vote after the ban. The vote does not count until
// the ban ends.
func TestLateVoteOfABannedUser(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		voter := b.member("voter")
		b.ban(voter)
		b.cast(voter, vote.Up)
		b.wantCounts(voter, counts{Given: 1})
		b.wantDrift("")
		b.lift(voter)
		must.NoError(t, b.service.Recount(t.Context(), voter))
		b.wantCounts(voter, counts{1, 0, 1, 0, 5, 1})
	})
}

// Every change of votes leaves every counter exact, in any order.
func TestRandomChanges(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		users := []uuid.UUID{b.owner, b.member("ada"), b.member("bob"), b.member("eve")}
		items := []uuid.UUID{b.project, b.show(users[1], true), b.show(users[1], true)}
		random := rand.New(rand.NewPCG(1, 2))
		for range 150 {
			who, item := users[random.IntN(len(users))], items[random.IntN(len(items))]
			var err error
			switch random.IntN(10) {
			case 0:
				b.ban(who)
			case 1:
				b.lift(who)
			case 2:
				err = b.service.Recount(t.Context(), who)
			case 3:
				_, err = b.service.Withdraw(t.Context(), who, 2)
			case 4:
				b.write(func(ctx context.Context, tx *ent.Client) error {
					_, err := vote.RemoveFrom(ctx, db, tx, project.Votable, item, 2, time.Now())
					return err
				})
			default:
				_, _ = b.service.Cast(t.Context(), who, "project", item, random.IntN(3)-1) // fails on one's own project
			}
			must.NoError(t, err)
			drifts, err := doctor.Examine(t.Context(), db, []domain.Domain{vote.Domain(b.service)})
			must.NoError(t, err)
			for _, d := range drifts {
				if d.What != "votes.is_counted" && d.What != "votes.is_eligible" {
					t.Fatalf("drift: %v", d)
				}
			}
		}
		for _, who := range users {
			must.NoError(t, b.service.Recount(t.Context(), who))
		}
		b.wantDrift("")
	})
}
