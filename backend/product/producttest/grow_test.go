package producttest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// grow fills every table that grows with the site, by the files growth.sql of the domains. It is for PostgreSQL, whose
// plans depend on the number of rows; SQLite's do not without ANALYZE.
func grow(t *testing.T, db *store.DB) {
	t.Helper()
	if db.IsSQLite() {
		return
	}
	files, err := filepath.Glob("../../*/testdata/growth.sql")
	must.NoError(t, err)
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		// Skip the checks of foreign keys, which take most of the time and require an order.
		if _, err := tx.ExecContext(ctx, "SET LOCAL session_replication_role = replica"); err != nil {
			return err
		}
		for _, name := range files {
			statements, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, string(statements)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	}))
	tables := texts(t, db, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
	if _, err := db.Reader().ExecContext(t.Context(), "VACUUM (ANALYZE) "+strings.Join(tables, ", ")); err != nil {
		t.Fatal(err)
	}
	for _, table := range texts(t, db,
		"SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples < 1000") {
		if exempt[table] == "" {
			t.Errorf("table %s is small: fill it in testdata/growth.sql of its domain, or add it to exempt in plans_test.go with the reason", table)
		}
	}
}
