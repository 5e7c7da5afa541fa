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

	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// counted is a batch that adds a counter of each name and notes how many it was given at once.
type counted struct {
	*store.Batch[string]
	sizes []int // only the writer adds to it
}

var errRefused = errors.New("refused")

func newCounted(db *store.DB) *counted {
	c := &counted{}
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

// together holds the writer until all these calls wait for it and then is called, and returns what each call was told.
func (c *counted) together(t *testing.T, db *store.DB, then func(), calls ...func() error) []error {
	t.Helper()
	answers := make([]error, len(calls))
	var all sync.WaitGroup
	err := db.Write(t.Context(), func(context.Context, *ent.Client) error {
		for i, call := range calls {
			all.Go(func() { answers[i] = call() })
			for c.Waiting() <= i { // one after the other
				time.Sleep(time.Millisecond)
			}
		}
		then()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	all.Wait()
	return answers
}

func TestBatch(t *testing.T) {
	open := func(t *testing.T) (*store.DB, *counted) {
		db := storetest.Open(t, storetest.SQLiteURL(t))
		return db, newCounted(db)
	}
	nothing := func() {}
	add := func(t *testing.T, c *counted, name string) func() error {
		return func() error { return c.Write(t.Context(), name) }
	}

	t.Run("WritesTogetherWhatWaits", func(t *testing.T) {
		db, c := open(t)
		var calls []func() error
		for i := range 300 {
			calls = append(calls, add(t, c, fmt.Sprint("c", i)))
		}
		if err := errors.Join(c.together(t, db, nothing, calls...)...); err != nil {
			t.Fatal(err)
		}
		if got := counters(t, db); got != 300 {
			t.Errorf("%d rows, want 300", got)
		}
		if diff := cmp.Diff([]int{128, 128, 44}, c.sizes); diff != "" {
			t.Errorf("sizes of the pieces (-want +got):\n%s", diff)
		}
	})
	t.Run("IsANewVersionOnce", func(t *testing.T) {
		db, c := open(t)
		var calls []func() error
		for i := range 20 {
			calls = append(calls, func() error {
				before := db.Version()
				if err := c.Write(t.Context(), fmt.Sprint("c", i)); err != nil {
					return err
				}
				if db.Version() == before {
					return errors.New("answered before the version changed")
				}
				return nil
			})
		}
		before := db.Version()
		if err := errors.Join(c.together(t, db, nothing, calls...)...); err != nil {
			t.Fatal(err)
		}
		// The write that held the others up may have had a transaction of its own.
		if n := db.Version() - before; n > 2 {
			t.Errorf("%d new versions for what was written together", n)
		}
	})
	t.Run("OneThatBreaksItFailsAlone", func(t *testing.T) {
		db, c := open(t)
		if err := c.Write(t.Context(), "taken"); err != nil {
			t.Fatal(err)
		}
		answers := c.together(t, db, nothing, add(t, c, "a"), add(t, c, "taken"), add(t, c, "b"))
		if answers[0] != nil || !ent.IsConstraintError(answers[1]) || answers[2] != nil {
			t.Errorf("answers %v", answers)
		}
		if got := counters(t, db); got != 3 {
			t.Errorf("%d rows, want 3", got)
		}
	})
	t.Run("APanicIsItsCallersAlone", func(t *testing.T) {
		db, c := open(t)
		answers := c.together(t, db, nothing, add(t, c, "a"), func() (err error) {
			defer func() {
				if p := recover(); p != nil && strings.Contains(fmt.Sprint(p), "bad code") {
					err = errRefused
				}
			}()
			return c.Write(t.Context(), "panics")
		}, add(t, c, "b"))
		if answers[0] != nil || answers[1] != errRefused || answers[2] != nil {
			t.Errorf("answers %v", answers)
		}
		if got := counters(t, db); got != 2 {
			t.Errorf("%d rows, want 2", got)
		}
	})
	t.Run("DoesNothingForACallerWhoLeft", func(t *testing.T) {
		db, c := open(t)
		ctx, cancel := context.WithCancel(t.Context())
		answers := c.together(t, db, cancel, add(t, c, "a"), func() error { return c.Write(ctx, "left") }, add(t, c, "b"))
		if answers[0] != nil || !errors.Is(answers[1], context.Canceled) || answers[2] != nil {
			t.Errorf("answers %v", answers)
		}
		if got := counters(t, db); got != 2 {
			t.Errorf("%d rows, want 2", got)
		}
	})
	t.Run("EverybodyIsAnsweredWhenItCloses", func(t *testing.T) {
		address := storetest.SQLiteURL(t)
		db, err := store.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		c := newCounted(db)
		var calls []func() error
		for i := range 300 {
			calls = append(calls, add(t, c, fmt.Sprint("c", i)))
		}
		var closing sync.WaitGroup
		written := 0
		for _, err := range c.together(t, db, func() {
			closing.Go(func() {
				if err := db.Close(); err != nil {
					t.Error(err)
				}
			})
		}, calls...) {
			if err == nil {
				written++
			}
		}
		closing.Wait()
		again := storetest.Open(t, address)
		if got := counters(t, again); got != written {
			t.Errorf("%d rows of %d that were answered for", got, written)
		}
		if err := c.Write(t.Context(), "late"); err == nil {
			t.Error("a write to a closed database succeeded")
		}
	})
}
