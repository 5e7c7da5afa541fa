// Package lease lets one of several servers that share a database do a job that only one may do at a time.
package lease

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/lease"
)

// Lease is the right to do a job, as one of those sees it who want to have it. It is for one goroutine at a time.
type Lease struct {
	db           *store.DB
	name, holder string
	held         bool
}

// New is somebody's view of the lease called name. Nobody holds it by that.
func New(db *store.DB, name string) *Lease {
	return &Lease{db: db, name: name, holder: uuid.NewString()}
}

// Hold takes or renews the lease until that long after now, which store.Clock tells, and says whether it is held. It fails
// to while somebody else's has not run out.
func (l *Lease) Hold(ctx context.Context, now time.Time, period time.Duration) (bool, error) {
	err := l.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		// Not Ent's upsert, which on PostgreSQL takes a row that is there already for a failure.
		_, err := tx.ExecContext(ctx, "INSERT INTO leases (id, holder, expires_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING", l.name, l.holder, now)
		if err != nil {
			return err
		}
		n, err := tx.Lease.Update().
			Where(lease.ID(l.name), lease.Or(lease.Holder(l.holder), lease.ExpiresAtLTE(now))).
			SetHolder(l.holder).SetExpiresAt(now.Add(period)).Save(ctx)
		l.held = n == 1
		return err
	})
	if err != nil {
		return false, fmt.Errorf("lease %s: %w", l.name, err)
	}
	return l.held, nil
}

// Release gives the lease back, so that somebody else need not wait until it has run out. One that is not held, or not any
// more, stays as it is.
func (l *Lease) Release(ctx context.Context) error {
	if !l.held {
		return nil
	}
	err := l.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.Lease.Delete().Where(lease.ID(l.name), lease.Holder(l.holder)).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("give back the lease %s: %w", l.name, err)
	}
	l.held = false
	return nil
}
