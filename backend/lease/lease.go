// Package lease lets one of several servers that share a database do a job that only one may do at a time.
package lease

import (
	"context"
	"fmt"
	"time"

	"uvboard/backend/store"
	"uvboard/ent"
	"uvboard/ent/lease"
)

// Hold takes or renews the lease called name for holder until that long after now, and says whether holder has it.
// It fails to while another holder's has not run out.
func Hold(ctx context.Context, db *store.DB, name, holder string, now time.Time, period time.Duration) (bool, error) {
	held := false
	err := db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		now := now.UTC().Truncate(time.Microsecond)
		// Not Ent's upsert, which on PostgreSQL takes a row that is there already for a failure.
		_, err := tx.ExecContext(ctx, "INSERT INTO leases (id, holder, expires_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING", name, holder, now)
		if err != nil {
			return err
		}
		n, err := tx.Lease.Update().
			Where(lease.ID(name), lease.Or(lease.Holder(holder), lease.ExpiresAtLTE(now))).
			SetHolder(holder).SetExpiresAt(now.Add(period)).Save(ctx)
		held = n == 1
		return err
	})
	if err != nil {
		return false, fmt.Errorf("lease %s: %w", name, err)
	}
	return held, nil
}
