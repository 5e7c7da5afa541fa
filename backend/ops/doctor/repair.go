package doctor

import (
	"context"
	"fmt"
	"strings"

	"uvboard/backend/platform/store"
	"uvboard/backend/vote"
	"uvboard/ent"
)

// Repair sets every counter to what it counts and returns what was wrong; drift that is no counter it leaves alone. Nobody
// votes or writes to projects and members meanwhile, and all see the old numbers until it ends: a server may go on running.
func Repair(ctx context.Context, db *store.DB) ([]Drift, error) {
	var mended []Drift
	err := db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		mended = nil // of an attempt before
		if !db.IsSQLite() {
			tables := []string{"votes", "users", "counters"}
			for _, targetType := range sortedTargets() {
				tables = append(tables, vote.Targets[targetType].Table)
			}
			if _, err := tx.ExecContext(ctx, "LOCK TABLE "+strings.Join(tables, ", ")+" IN SHARE ROW EXCLUSIVE MODE"); err != nil {
				return fmt.Errorf("lock: %w", err)
			}
		}
		_, err := examine(ctx, tx, func(d Drift, set string) error {
			if set == "" {
				return nil
			}
			mended = append(mended, d)
			_, err := tx.ExecContext(ctx, set, d.Counted, d.ID)
			return err
		})
		return err
	})
	return mended, err
}

// setColumn is the statement that stores $1 in a column of the row $2.
func setColumn(table, column string) string {
	return fmt.Sprintf("UPDATE %s SET %s = $1 WHERE id = $2", table, column)
}
