package ratelimit

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
)

// What is costly does not multiply with the servers: two of them on a database allow what one does.
func TestSharedAllowances(t *testing.T) {
	address := storetest.PostgresURL(t)
	var clock atomic.Int64
	clock.Store(time.Now().Unix())
	now := func() time.Time { return time.Unix(clock.Load(), 0) }
	servers := [2]*Limiter{New(storetest.Open(t, address), now), New(storetest.Open(t, address), now)}
	for limit := range shared {
		t.Run(limit.String(), func(t *testing.T) {
			key, allowed := ByUser(limit, uuid.New()), allowances[limit]
			var taken atomic.Int64
			var calls sync.WaitGroup
			for i := range 3 * int(allowed.burst) {
				calls.Go(func() {
					if wait, err := servers[i%2].Take(t.Context(), key); err != nil {
						t.Error(err)
					} else if wait == 0 {
						taken.Add(1)
					}
				})
			}
			calls.Wait()
			if n := taken.Load(); n != int64(allowed.burst) {
				t.Errorf("%d at once, want %g", n, allowed.burst)
			}
			for _, server := range servers {
				if left := wait(t, server, key); left <= 0 || left > allowed.refill()+time.Second {
					t.Errorf("wait %v for one token, want at most %v", left, allowed.refill())
				}
			}
			must.NoError(t, servers[0].Return(t.Context(), key))
			if left, full, limited, err := servers[1].Left(t.Context(), key); left != 1 || full != int(allowed.burst) ||
				!limited || err != nil {
				t.Errorf("%d of %d left, limited %t, %v; want 1", left, full, limited, err)
			}
		})
	}

	job := servers[0].Job()
	count := func() int {
		n, err := servers[0].db.Client().RateBucket.Query().Count(t.Context())
		must.NoError(t, err)
		return n
	}
	if due, err := job.Due(t.Context()); due || err != nil || count() != len(shared) {
		t.Errorf("due %t, %v, %d buckets", due, err, count())
	}
	clock.Add(24 * 3600)
	if due, err := job.Due(t.Context()); !due || err != nil {
		t.Errorf("a day later due %t, %v", due, err)
	}
	must.NoError(t, job.Run(context.WithoutCancel(t.Context())))
	if n := count(); n != 0 {
		t.Errorf("%d buckets are left", n)
	}
}

// What is cheap is not counted in the database, and neither is a server that has its database for itself.
func TestOwnAllowances(t *testing.T) {
	for _, l := range []*Limiter{New(storetest.Open(t, storetest.PostgresURL(t)), time.Now),
		New(storetest.Open(t, storetest.SQLiteURL(t)), time.Now)} {
		if key := ByUser(auth.LimitRead, uuid.New()); l.shares(key) {
			t.Error("reads are counted in the database")
		}
		if key := ByUser(auth.LimitLogin, uuid.New()); l.shares(key) == (l.db == nil) {
			t.Error("wrong passwords are counted in the wrong place")
		}
	}
}
