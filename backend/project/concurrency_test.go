package project

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/stats"
	"uvboard/backend/vote"
	"uvboard/ent"
	entproject "uvboard/ent/project"
)

// TestConcurrentChanges has 50 users create, edit, hide, vote on, feature and delete the same few projects. Afterwards
// each checks every counter.
func TestConcurrentChanges(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		makers := []*auth.Caller{h.user(t, "ada"), h.user(t, "bob"), h.admin(t)}
		votes := h.votes()
		var ids []uuid.UUID
		for i := range 12 {
			ids = append(ids, h.create(t, makers[i%2], idea(fmt.Sprintf("Shared %d", i))).ID)
		}
		var wg sync.WaitGroup
		var did, refused atomic.Int64
		for n := range 50 {
			wg.Go(func() {
				r := rand.New(rand.NewPCG(7, uint64(n)))
				me := makers[r.IntN(len(makers))]
				for range 8 {
					h.clock.Add(1)
					id := ids[r.IntN(len(ids))]
					public := r.IntN(2) == 0
					stage := []string{"idea", "mvp", "beta"}[r.IntN(3)]
					var err error
					switch r.IntN(7) {
					case 0:
						in := idea(fmt.Sprintf("Made %d", n))
						in.IsPublic, in.Stage = &public, &stage
						_, err = h.Create(t.Context(), me, in)
					case 1:
						_, err = h.Update(t.Context(), me, id, Input{IsPublic: &public})
					case 2:
						_, err = h.Update(t.Context(), me, id,
							Input{Stage: &stage, VibeTools: []string{stage, "react"}})
					case 3:
						if r.IntN(4) == 0 {
							err = h.Delete(t.Context(), me, id, "")
						}
					case 4:
						if public {
							_, err = h.Feature(t.Context(), makers[2], id, nil, "why not", "")
						} else {
							_, err = h.Unfeature(t.Context(), makers[2], id, "why not")
						}
					default:
						_, err = votes.Cast(t.Context(), me.UserID, "project", id,
							[]int{vote.Up, vote.Down, vote.None}[r.IntN(3)])
					}
					switch {
					case err == nil:
						did.Add(1)
					case fault.Of(err) != nil:
						refused.Add(1)
					default:
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if did.Load() < 100 || refused.Load() == 0 {
			t.Errorf("%d changes and %d refusals are too few to tell", did.Load(), refused.Load())
		}
		expectPublic(t, h)
	})
}

// expectPublic checks that lists, search and counts have exactly the public projects.
func expectPublic(t *testing.T, h fixture) {
	t.Helper()
	public, err := h.db.Client().Project.Query().Where(entproject.IsPublic(true)).Count(t.Context())
	must.NoError(t, err)
	if got := len(h.list(t, ListQuery{})); got != public {
		t.Errorf("%d listed of %d public", got, public)
	}
	// The tagline of every project says "does".
	if got := len(h.list(t, ListQuery{Search: "does"})); got != public {
		t.Errorf("%d found of %d public", got, public)
	}
	counter, err := h.db.Client().Counter.Get(t.Context(), stats.Projects)
	if err != nil || counter.Value != public {
		t.Errorf("counter %v of %d public, %v", counter, public, err)
	}
}

// TestDeleteWhileEditing checks that concurrent edits do not restore a deleted project.
func TestDeleteWhileEditing(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		for range 10 {
			p := h.create(t, maker, idea("Contested"))
			must.Concurrently(t, 10, func(i int) (err error) {
				if i == 5 {
					err = h.Delete(t.Context(), maker, p.ID, "")
				} else {
					_, err = h.Update(t.Context(), maker, p.ID, Input{IsPublic: new(i%2 == 0)})
				}
				if f := fault.Of(err); f != nil && f.Code == "PROJECT_NOT_FOUND" {
					return nil
				}
				return err
			})
			err := h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				_, err := h.lock(ctx, tx, p.ID)
				return err
			})
			refuse(t, err, "PROJECT_NOT_FOUND", "")
		}
		expectPublic(t, h)
	})
}

// TestNoDeadlocks checks that transactions lock in a fixed order: PostgreSQL resolves a deadlock only after a second.
func TestNoDeadlocks(t *testing.T) {
	address := storetest.PostgresURL(t)
	h := open(t, storetest.Open(t, address))
	votes := h.votes()
	var makers []*auth.Caller
	for i := range 16 {
		makers = append(makers, h.user(t, fmt.Sprintf("maker%d", i)))
	}
	for range 3 {
		var wg sync.WaitGroup
		do := func(change func() error) {
			wg.Go(func() {
				if err := change(); err != nil && fault.Of(err) == nil {
					t.Error(err)
				}
			})
		}
		var ids []uuid.UUID
		for _, maker := range makers {
			ids = append(ids, h.create(t, maker, idea("Contested")).ID)
		}
		for _, id := range ids {
			for _, i := range rand.Perm(len(makers)) { // the order of votes differs from that of voters
				if _, err := votes.Cast(t.Context(), makers[i].UserID, "project", id, vote.Up); err != nil &&
					fault.Of(err) == nil {
					t.Fatal(err)
				}
			}
		}
		for i, maker := range makers {
			do(func() error { return h.Delete(t.Context(), maker, ids[i], "") })
			for n := range 3 {
				do(func() error {
					_, err := h.Update(t.Context(), maker, ids[i],
						Input{Tagline: new(fmt.Sprintf("Does something else %d", n))})
					return err
				})
				do(func() error {
					_, err := votes.Cast(t.Context(), maker.UserID, "project", ids[rand.IntN(len(ids))], vote.Down)
					return err
				})
				do(func() error { // a change of the display name
					return h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
						if err := tx.User.UpdateOneID(maker.UserID).SetDisplayName(fmt.Sprint("Name ", n)).
							Exec(ctx); err != nil {
							return err
						}
						return search.RenameOwner(ctx, h.db, tx, maker.UserID, fmt.Sprint("name ", n))
					})
				})
			}
		}
		wg.Wait()
	}
	must.NoError(t, h.db.Close())
	storetest.NoDeadlocks(t, address)
}
