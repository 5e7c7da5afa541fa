package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// counterBatch adds a counter for each name and records the sizes of the batches.
type counterBatch struct {
	*store.Batch[string]
	sizes []int // appended by the writer only
}

var errRefused = errors.New("refused")

func newCounterBatch(db *store.DB) *counterBatch {
	c := &counterBatch{}
	c.Batch = store.NewBatch(db, func(ctx context.Context, tx *ent.Client, names []string) error {
		c.sizes = append(c.sizes, len(names))
		for _, name := range names {
			if err := addCounter(ctx, tx, name); err != nil {
				return err
			}
			if strings.HasPrefix(name, "panics") {
				panic("bad code")
			}
		}
		return nil
	})
	return c
}

// run blocks the writer until all calls wait for it, calls then, and returns the result of each call.
func (c *counterBatch) run(t *testing.T, db *store.DB, then func(), calls ...func() error) []error {
	t.Helper()
	results := make([]error, len(calls))
	var all sync.WaitGroup
	write(t, db, func(context.Context, *ent.Client) error {
		for i, call := range calls {
			all.Go(func() { results[i] = call() })
			for c.Waiting() <= i { // in this order
				time.Sleep(time.Millisecond)
			}
		}
		then()
		return nil
	})
	all.Wait()
	return results
}

func TestBatch(t *testing.T) {
	open := func(t *testing.T) (*store.DB, *counterBatch) {
		db := storetest.Open(t, storetest.SQLiteURL(t))
		return db, newCounterBatch(db)
	}
	nothing := func() {}
	add := func(t *testing.T, c *counterBatch, name string) func() error {
		return func() error { return c.Write(t.Context(), name) }
	}
	addMany := func(t *testing.T, c *counterBatch, n int) (calls []func() error) {
		for i := range n {
			calls = append(calls, add(t, c, fmt.Sprint("c", i)))
		}
		return calls
	}

	t.Run("WritesWaitingValuesTogether", func(t *testing.T) {
		db, c := open(t)
		must.NoError(t, errors.Join(c.run(t, db, nothing, addMany(t, c, 300)...)...))
		wantCounters(t, db, 300)
		if diff := cmp.Diff([]int{128, 128, 44}, c.sizes); diff != "" {
			t.Errorf("sizes of the batches (-want +got):\n%s", diff)
		}
	})
	t.Run("ChangesTheVersionOnce", func(t *testing.T) {
		db, c := open(t)
		var calls []func() error
		for i := range 20 {
			calls = append(calls, func() error {
				before := db.Version()
				if err := c.Write(t.Context(), fmt.Sprint("c", i)); err != nil {
					return err
				}
				if db.Version() == before {
					return errors.New("returned before the version changed")
				}
				return nil
			})
		}
		before := db.Version()
		must.NoError(t, errors.Join(c.run(t, db, nothing, calls...)...))
		// The write that blocked the writer may have had its own transaction.
		if n := db.Version() - before; n > 2 {
			t.Errorf("%d new versions for one batch", n)
		}
	})
	t.Run("InvalidValueFailsAlone", func(t *testing.T) {
		db, c := open(t)
		must.NoError(t, c.Write(t.Context(), "taken"))
		results := c.run(t, db, nothing, add(t, c, "a"), add(t, c, "taken"), add(t, c, "b"))
		if results[0] != nil || !ent.IsConstraintError(results[1]) || results[2] != nil {
			t.Errorf("results %v", results)
		}
		wantCounters(t, db, 3)
	})
	t.Run("PanicReachesOnlyItsCaller", func(t *testing.T) {
		db, c := open(t)
		results := c.run(t, db, nothing, add(t, c, "a"), func() (err error) {
			defer func() {
				if p := recover(); p != nil && strings.Contains(fmt.Sprint(p), "bad code") {
					err = errRefused
				}
			}()
			return c.Write(t.Context(), "panics")
		}, add(t, c, "b"))
		if results[0] != nil || results[1] != errRefused || results[2] != nil {
			t.Errorf("results %v", results)
		}
		wantCounters(t, db, 2)
	})
	t.Run("DoesNothingForACanceledCaller", func(t *testing.T) {
		db, c := open(t)
		ctx, cancel := context.WithCancel(t.Context())
		results := c.run(t, db, cancel, add(t, c, "a"), func() error { return c.Write(ctx, "canceled") }, add(t, c, "b"))
		if results[0] != nil || !errors.Is(results[1], context.Canceled) || results[2] != nil {
			t.Errorf("results %v", results)
		}
		wantCounters(t, db, 2)
	})
	t.Run("CloseAnswersAllCallers", func(t *testing.T) {
		address := storetest.SQLiteURL(t)
		db, err := store.Open(t.Context(), address)
		must.NoError(t, err)
		c := newCounterBatch(db)
		var closing sync.WaitGroup
		written := 0
		for _, err := range c.run(t, db, func() {
			closing.Go(func() {
				if err := db.Close(); err != nil {
					t.Error(err)
				}
			})
		}, addMany(t, c, 300)...) {
			if err == nil {
				written++
			}
		}
		closing.Wait()
		wantCounters(t, storetest.Open(t, address), written)
		if err := c.Write(t.Context(), "late"); err == nil {
			t.Error("a write to a closed database succeeded")
		}
	})
}
