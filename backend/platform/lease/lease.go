// Package lease lets only one of several servers on one database do a job at a time.
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

// Lease is one candidate for the right to do a job. It is not safe for concurrent use.
type Lease struct {
	db           *store.DB
	name, holder string
	held         bool
}

// New returns a candidate for the named lease. It does not hold it.
func New(db *store.DB, name string) *Lease {
	return &Lease{db: db, name: name, holder: uuid.NewString()}
}

// Hold takes or renews the lease for period from now, a time of store.Clock, and reports whether it is held. It is not if another
// candidate holds it and its period has not ended.
func (l *Lease) Hold(ctx context.Context, now time.Time, period time.Duration) (bool, error) {
	err := l.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		// Not Ent's upsert, which on PostgreSQL reports an existing row as an error.
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

// Release ends the lease, so that another candidate need not wait for the end of its period. It does nothing if the lease is
// not held.
func (l *Lease) Release(ctx context.Context) error {
	if !l.held {
		return nil
	}
	err := l.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.Lease.Delete().Where(lease.ID(l.name), lease.Holder(l.holder)).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("release lease %s: %w", l.name, err)
	}
	l.held = false
	return nil
}
