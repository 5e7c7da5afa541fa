package store_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// The parts of a schema as text, so that the goldens show a lost trigger or index.
const (
	sqliteParts = `SELECT type || ' ' || name || char(10) || COALESCE(sql, '') FROM sqlite_master
		WHERE name NOT LIKE 'sqlite_%' AND tbl_name <> 'schema_versions' ORDER BY type, name`
	postgresParts = `SELECT part FROM (
		SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
			COALESCE(column_default, '') || ' ' || COALESCE(generation_expression, '') AS part
			FROM information_schema.columns WHERE table_schema = 'public'
		UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
			WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
		UNION ALL SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
		UNION ALL SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
		UNION ALL SELECT 'search configuration ' || cfgname FROM pg_ts_config WHERE cfgnamespace = 'public'::regnamespace
	) AS parts WHERE part NOT LIKE '%schema_versions%' ORDER BY part COLLATE "C"`
)

func TestSchemaAfterAllMigrations(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		query := postgresParts
		if db.IsSQLite() {
			query = sqliteParts
		}
		rows, err := db.Reader().QueryContext(t.Context(), query)
		must.NoError(t, err)
		defer rows.Close()
		var got strings.Builder
		for rows.Next() {
			var part string
			must.NoError(t, rows.Scan(&part))
			got.WriteString(part + "\n")
		}
		must.NoError(t, rows.Err())
		golden.Check(t, "schema."+db.Dialect+".golden", got.String()) // after a migration, read the difference and run with -update
	})
}

func TestMigrate(t *testing.T) {
	for name, address := range map[string]string{
		"sqlite":   "sqlite://" + filepath.Join(t.TempDir(), "new.db"),
		"postgres": storetest.EmptyPostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address)
			if err := db.Ready(t.Context()); err == nil {
				t.Error("a database without a schema is ready")
			}
			must.Concurrently(t, 4, func(int) error { // like several servers that start at once
				other, err := store.Open(t.Context(), address)
				if err != nil {
					return err
				}
				return errors.Join(other.Migrate(t.Context()), other.Close())
			})
			if err := db.Ready(t.Context()); err != nil {
				t.Errorf("not ready after migrating: %v", err)
			}
		})
	}
}

func TestMigrateRefusesUnknownMigrations(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for name, change := range map[string]string{
			"Newer":   "INSERT INTO schema_versions (name, checksum) VALUES ('9999_later', 'x')",
			"Changed": "UPDATE schema_versions SET checksum = 'x' WHERE name = '0001_init'",
		} {
			t.Run(name, func(t *testing.T) {
				storetest.Exec(t, db, change)
				if err := db.Migrate(t.Context()); err == nil {
					t.Error("migrated")
				}
				if err := db.Ready(t.Context()); err == nil {
					t.Error("ready")
				}
			})
		}
	})
}
