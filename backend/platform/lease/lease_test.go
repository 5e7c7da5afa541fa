package lease_test

import (
	"sync/atomic"
	"testing"
	"time"

	"uvboard/backend/platform/lease"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

func TestHold(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		at := time.Date(2026, 3, 14, 15, 9, 26, 535_000_000, time.UTC)
		leases := map[[2]string]*lease.Lease{}
		of := func(name, holder string) *lease.Lease {
			if leases[[2]string{name, holder}] == nil {
				leases[[2]string{name, holder}] = lease.New(db, name)
			}
			return leases[[2]string{name, holder}]
		}
		hold := func(name, holder string, after time.Duration) bool {
			t.Helper()
			held, err := of(name, holder).Hold(t.Context(), at.Add(after), time.Minute)
			must.NoError(t, err)
			return held
		}
		for i, step := range []struct {
			name, holder string
			after        time.Duration
			want         bool
		}{
			{"mail", "one", 0, true},
			{"mail", "two", 30 * time.Second, false},
			{"news", "two", 30 * time.Second, true},
			{"mail", "one", 50 * time.Second, true},
			{"mail", "two", 109 * time.Second, false},
			{"mail", "two", 110 * time.Second, true},
			{"mail", "one", 111 * time.Second, false},
		} {
			if got := hold(step.name, step.holder, step.after); got != step.want {
				t.Errorf("step %d, %+v: held %v", i, step, got)
			}
		}
		for _, holder := range []string{"one", "two"} { // one has lost it, so its release does nothing
			must.NoError(t, of("mail", holder).Release(t.Context()))
			if got := hold("mail", "three", 112*time.Second); got != (holder == "two") {
				t.Errorf("after the release by %s, three holds it: %v", holder, got)
			}
		}
		if !hold("news", "three", 112*time.Second) {
			t.Error("a lease is held after its period")
		}
	})
}

func TestConcurrentHold(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var holders atomic.Int32
		at := time.Now().UTC()
		must.Concurrently(t, 16, func(int) error {
			held, err := lease.New(db, "job").Hold(t.Context(), at, time.Hour)
			if held {
				holders.Add(1)
			}
			return err
		})
		if holders.Load() != 1 {
			t.Errorf("%d candidates hold the lease", holders.Load())
		}
	})
}
