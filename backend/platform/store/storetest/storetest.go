// Package storetest creates a migrated database for each test, on SQLite and on PostgreSQL. Passwords of its users have
// cheap hashes.
package storetest

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/pgtest"
	"uvboard/ent"
	"uvboard/ent/migrate"
)

func init() {
	auth.CheapHashes()
	store.SkipSync()
}

var databases atomic.Int64

// template returns the name of a migrated PostgreSQL database that the others are copied from. All packages that use
// one server share it.
var template = sync.OnceValues(func() (name string, err error) {
	migrations := sha256.New()
	err = fs.WalkDir(migrate.Versions, "postgres", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := migrate.Versions.ReadFile(file)
		fmt.Fprintf(migrations, "%s %d %s", file, len(content), content)
		return err
	})
	if err != nil {
		return "", err
	}
	name = fmt.Sprintf("template_%x", migrations.Sum(nil)[:8])
	return name, pgtest.CreateTemplate(context.Background(), name, func(address string) error {
		db, err := store.Open(context.Background(), address)
		if err != nil {
			return err
		}
		return errors.Join(db.Migrate(context.Background()), db.Close())
	})
})

const schemaOf = `SELECT (SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace) || ' ' ||
	(SELECT string_agg(name || checksum, ' ' ORDER BY name) FROM schema_versions)`

// sqliteFile is the content of a migrated SQLite file, which the others are copied from.
var sqliteFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "uvboard-sqlite-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "uvboard.db")
	db, err := store.Open(context.Background(), "sqlite://"+path)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(db.Migrate(context.Background()), db.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// Each runs test once on each database, as subtests "sqlite" and "postgres". No other process may use the database.
func Each(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, Open(t, SQLiteURL(t))) })
	t.Run("postgres", func(t *testing.T) { test(t, Open(t, usedPostgresURL(t))) })
}

// used are PostgreSQL databases that clean has emptied, and their schema. Emptying one takes a twentieth of the time to
// create one.
var used struct {
	mu     sync.Mutex
	names  []string
	schema string
}

// usedPostgresURL returns the URL of a migrated PostgreSQL database without rows, which the next test uses again.
func usedPostgresURL(t testing.TB) string {
	t.Helper()
	from, err := template()
	must.NoError(t, err)
	used.mu.Lock()
	name := ""
	if last := len(used.names) - 1; last >= 0 {
		name, used.names = used.names[last], used.names[:last]
	}
	used.mu.Unlock()
	if name == "" {
		name = fmt.Sprintf("used_%d_%d", os.Getpid(), databases.Add(1))
		address, err := pgtest.CreateDatabase(t.Context(), name, from)
		must.NoError(t, err)
		used.mu.Lock()
		if used.schema == "" {
			used.schema, err = schema(t.Context(), address)
		}
		used.mu.Unlock()
		must.NoError(t, err)
	}
	address, err := pgtest.DatabaseURL(name)
	must.NoError(t, err)
	t.Cleanup(func() {
		cleaned, err := clean(address, used.schema)
		if cleaned {
			used.mu.Lock()
			defer used.mu.Unlock()
			used.names = append(used.names, name)
			return
		}
		if err := errors.Join(err, pgtest.DropDatabase(context.Background(), name)); err != nil {
			t.Error(err)
		}
	})
	return address
}

func schema(ctx context.Context, address string) (schema string, err error) {
	db, err := sql.Open("postgres", address)
	if err != nil {
		return "", err
	}
	err = db.QueryRowContext(ctx, schemaOf).Scan(&schema)
	return schema, errors.Join(err, db.Close())
}

// clean deletes all rows. It reports whether the database is like a new one, which is false if the test has changed the
// schema, or has written so much that the deleted rows would slow down the next test.
func clean(address, schema string) (cleaned bool, err error) {
	db, err := sql.Open("postgres", address)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// A closed connection may still be executing its last statement, so end them all first.
	if _, err := db.Exec(`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`); err != nil {
		return false, err
	}
	if err := db.QueryRow("SELECT ("+schemaOf+
		") = $1 AND sum(pg_relation_size(oid)) < 1000000 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'", schema).Scan(&cleaned); err != nil || !cleaned {
		return false, err
	}
	_, err = db.Exec(`DO $$ DECLARE name text; BEGIN
		SET LOCAL session_replication_role = replica; -- without foreign keys, the order does not matter
		FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_versions' LOOP
			EXECUTE 'DELETE FROM ' || quote_ident(name);
		END LOOP;
	END $$`)
	return err == nil, err
}

// Open opens a database and closes it at the end of the test.
func Open(t testing.TB, address string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), address)
	must.NoError(t, err)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Exec runs a statement in a transaction.
func Exec(t testing.TB, db *store.DB, query string, args ...any) {
	t.Helper()
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	}))
}

// Age makes the accounts of users older than any board asks for, so that their votes are eligible.
func Age(t testing.TB, db *store.DB, ids ...uuid.UUID) {
	t.Helper()
	for _, id := range ids {
		Exec(t, db, "UPDATE users SET created_at = $1 WHERE id = $2", time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), id)
	}
}

// SQLiteURL returns the URL of a migrated SQLite file.
func SQLiteURL(t testing.TB) string {
	t.Helper()
	migrated, err := sqliteFile()
	must.NoError(t, err)
	path := filepath.Join(t.TempDir(), "uvboard.db")
	must.NoError(t, os.WriteFile(path, migrated, 0o600))
	return "sqlite://" + path
}

// PostgresURL returns the URL of a migrated PostgreSQL database, dropped at the end of the test.
func PostgresURL(t testing.TB) string {
	t.Helper()
	from, err := template()
	must.NoError(t, err)
	return createPostgres(t, from)
}

// EmptyPostgresURL returns the URL of an empty PostgreSQL database, dropped at the end of the test.
func EmptyPostgresURL(t testing.TB) string {
	t.Helper()
	return createPostgres(t, "")
}

func createPostgres(t testing.TB, from string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	address, err := pgtest.CreateDatabase(t.Context(), name, from)
	must.NoError(t, err)
	t.Cleanup(func() {
		if err := pgtest.DropDatabase(context.Background(), name); err != nil {
			t.Error(err)
		}
	})
	return address
}

// NoDeadlocks checks that PostgreSQL resolved no deadlock in a database, each of which takes a second. All connections
// to it must be closed: a connection reports its statistics when it closes.
func NoDeadlocks(t testing.TB, address string) {
	t.Helper()
	reader := Open(t, address).Reader()
	for connections, deadlocks := 2, 0; connections > 1; time.Sleep(10 * time.Millisecond) {
		must.NoError(t, reader.QueryRowContext(t.Context(),
			"SELECT numbackends, deadlocks FROM pg_stat_database WHERE datname = current_database()").
			Scan(&connections, &deadlocks))
		if deadlocks > 0 {
			var log string // of a server that pgtest has started
			err := reader.QueryRowContext(t.Context(),
				`SELECT substring(log from position('deadlock detected' in log) for 4000)
				FROM pg_read_file(current_setting('data_directory') || '/../log') AS log`).Scan(&log)
			t.Fatalf("%d deadlocks\n%s%v", deadlocks, log, err)
		}
	}
}
