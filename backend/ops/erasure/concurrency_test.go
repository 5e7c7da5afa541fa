package erasure_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/user"
	"uvboard/backend/vote"
	"uvboard/ent"
	entuser "uvboard/ent/user"
)

// cutting is a context that is done after a number of checks.
type cutting struct {
	context.Context
	mu   sync.Mutex
	left int
	done chan struct{}
}

func (c *cutting) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left--; c.left == 0 {
		close(c.done)
	}
	return c.done
}

func (c *cutting) Err() error {
	select {
	case <-c.done:
		return context.Canceled
	default:
		return c.Context.Err()
	}
}

// TestInterruption cancels the work at every point in turn; another worker continues it each time.
func TestInterruption(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		a := h.ada(t)
		for i := range 4 {
			h.vote(t, a.Caller, h.publish(t, a.bob, fmt.Sprint("Loom ", i), "https://loom.example/logo.png"), vote.Down)
		}
		h.leave(t, a.Caller, account.Erase)
		for looks := 1; h.row(t, a.UserID).Deleting != account.Vanish; looks += 1 + looks/4 {
			ctx := &cutting{Context: t.Context(), left: looks, done: make(chan struct{})}
			if err := h.worker().Work(ctx); err != nil && ctx.Err() == nil {
				t.Fatal(err)
			}
			h.exact(t)
			h.clock.Add(2 * time.Minute.Milliseconds())
			if looks > 1000 {
				t.Fatal("it comes to no end")
			}
		}
		if n := h.countFiles(t); n != filesOfImage {
			t.Errorf("%d files are left", n)
		}
	})
}

// TestConcurrentUse has users register, vote, edit, hide, rename and delete their accounts while the worker erases
// accounts.
func TestConcurrentUse(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { concurrentUse(t, storetest.SQLiteURL(t)) })
	t.Run("postgres", func(t *testing.T) {
		address := storetest.PostgresURL(t)
		concurrentUse(t, address)
		storetest.NoDeadlocks(t, address)
	})
}

func concurrentUse(t *testing.T, address string) {
	db, err := store.Open(t.Context(), address)
	must.NoError(t, err)
	h := open(t, db)
	var members []*auth.Caller
	var shown []*ent.Project
	for i := range 10 {
		who := h.join(t, fmt.Sprint("member", i))
		members = append(members, who)
		for n := range 3 {
			shown = append(shown, h.publish(t, who, fmt.Sprintf("Thing %d of %d", n, i),
				"https://thing.example/logo.png"))
		}
	}
	for _, who := range members {
		for _, i := range rand.Perm(len(shown)) {
			if shown[i].UserID != who.UserID {
				h.vote(t, who, shown[i], []int{vote.Up, vote.Up, vote.Down}[rand.IntN(3)])
			}
		}
	}
	var all sync.WaitGroup
	do := func(what string, change func() error) {
		all.Go(func() {
			if err := change(); err != nil && fault.Of(err) == nil {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
	worker := h.worker()
	for i, who := range members {
		if i%2 == 0 {
			content := []string{account.Erase, account.Anonymise}[i/2%2]
			do("leave", func() error {
				for {
					err := h.accounts.Delete(t.Context(), who.UserID, password, content)
					// On a slow machine the last calls wait too long for a hash.
					if f := fault.Of(err); f == nil || f.Kind != fault.KindUnavailable {
						return err
					}
					time.Sleep(100 * time.Millisecond)
				}
			})
		}
		do("register", func() error {
			_, _, err := h.accounts.Register(t.Context(), account.Registration{Username: fmt.Sprint("late", i),
				Email: fmt.Sprintf("late%d@example.org", i), Password: password}, access.Client{})
			return err
		})
		for n := range 6 {
			p := shown[rand.IntN(len(shown))]
			own := shown[3*i+n%3]
			do("vote", func() error {
				_, err := h.votes.Cast(t.Context(), who.UserID, "project", p.ID,
					[]int{vote.Up, vote.Down, vote.None}[n%3])
				return err
			})
			do("edit", func() error {
				_, err := h.projects.Update(t.Context(), who, own.ID,
					project.Input{Tagline: new(fmt.Sprint("Does something else ", n))})
				return err
			})
			do("hide", func() error {
				_, err := h.projects.Update(t.Context(), who, own.ID, project.Input{IsPublic: new(n%2 == 0)})
				return err
			})
			do("rename", func() error {
				_, err := h.users.Update(t.Context(), who, who.UserID,
					user.Changes{DisplayName: new(fmt.Sprintf("Name%dx%d", i, n))})
				return err
			})
			do("work", func() error { return worker.Work(t.Context()) })
		}
	}
	all.Wait()
	h.exact(t)
	for range 3 {
		h.clock.Add(time.Hour.Milliseconds())
		must.NoError(t, worker.Work(t.Context()))
		h.exact(t)
	}
	rows, err := db.Client().User.Query().Where(entuser.DeletedAtNotNil()).WithProjects().All(t.Context())
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d rows of deleted accounts, want those of the two whose projects stay; err %v", len(rows), err)
	}
	for _, row := range rows {
		if len(row.Edges.Projects) != 3 || row.Deleting != "" {
			t.Errorf("row %v with %d projects", row, len(row.Edges.Projects))
		}
	}
	// Search finds no former name.
	for i := range members {
		for n := range 6 {
			name := fmt.Sprintf("Name%dx%d", i, n)
			owner := h.row(t, members[i].UserID)
			if found := h.find(t, name); found > 0 && (owner == nil || owner.DisplayName != name) {
				t.Errorf("search finds %d projects by the old name %s", found, name)
			}
		}
	}
	must.NoError(t, db.Close())
}
