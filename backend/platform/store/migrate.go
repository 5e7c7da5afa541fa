package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"entgo.io/ent/dialect"
	"github.com/lib/pq"

	"uvboard/backend/platform/slug"
	entmigrate "uvboard/ent/migrate"
)

// migrateWait is how long a migration waits for that of another process on SQLite, in milliseconds. It may copy a large
// table.
const migrateWait = "600000"

// migrateLock is the advisory lock of a migration, for servers that start at the same time.
const migrateLock = 7_265_180_246

const createVersions = `CREATE TABLE IF NOT EXISTS schema_versions (
	name text PRIMARY KEY,
	checksum text NOT NULL,
	applied_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP)`

type version struct {
	name     string // file name without .sql
	sql      string
	checksum string
}

// versions returns the embedded migrations of a dialect in order. None is an error: a wrong folder name would otherwise
// go unnoticed.
func versions(dialectName string) ([]version, error) {
	folder := dialectName
	if dialectName == dialect.SQLite {
		folder = "sqlite" // not sqlite3
	}
	names, err := fs.Glob(entmigrate.Versions, folder+"/*.sql")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("no migrations are embedded")
	}
	versions := make([]version, 0, len(names)) // Glob sorts by name
	for _, name := range names {
		text, err := fs.ReadFile(entmigrate.Versions, name)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(text)
		versions = append(versions, version{
			name:     strings.TrimSuffix(path.Base(name), ".sql"),
			sql:      string(text),
			checksum: hex.EncodeToString(sum[:]),
		})
	}
	return versions, nil
}

// Migrate applies the missing migrations, each in a transaction. Several processes may call it at once. It returns an
// error if the database has migrations that this binary does not know, or knows in another form.
func (db *DB) Migrate(ctx context.Context) error {
	return db.migrate(ctx, func(version) bool { return true })
}

// MigrateTo gives an empty database the schema of another one, of a dialect and with these migrations. Migrate then
// completes it. Migrations that the other dialect does not have, such as for an index, are applied too. It returns an
// error if this binary lacks a migration, or if the database has a newer schema already.
func (db *DB) MigrateTo(ctx context.Context, dialectName string, names []string) error {
	others, err := versions(dialectName)
	if err != nil {
		return fmt.Errorf("%q: %w", dialectName, err)
	}
	known := map[string]bool{}
	for _, v := range others {
		known[v.name] = true
	}
	for _, name := range names {
		if !known[name] {
			return fmt.Errorf("migration %s is unknown to this binary: use a newer binary", name)
		}
	}
	wanted := func(v version) bool { return !known[v.name] || slices.Contains(names, v.name) }
	if err := db.migrate(ctx, wanted); err != nil {
		return err
	}
	pending, err := db.pending(ctx)
	if err != nil {
		return err
	}
	all, err := versions(db.Dialect)
	if err != nil {
		return err
	}
	for _, v := range all {
		if !wanted(v) && !slices.ContainsFunc(pending, func(p version) bool { return p.name == v.name }) {
			return fmt.Errorf("the database has the newer schema %s already: give an empty database, without tables",
				v.name)
		}
	}
	return nil
}

// migrate applies the missing migrations that are wanted.
func (db *DB) migrate(ctx context.Context, wanted func(version) bool) error {
	if db.IsSQLite() {
		return db.queue.exclusively(func(conn *sql.Conn) (err error) {
			if err := setBusyTimeout(ctx, conn, migrateWait); err != nil {
				return err
			}
			defer func() {
				err = errors.Join(err, setBusyTimeout(context.WithoutCancel(ctx), conn, sqlitePragmas["busy_timeout"]))
			}()
			return db.migrateOn(ctx, conn, wanted)
		})
	}
	conn, err := db.writer.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", migrateLock); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", migrateLock)
	err = db.migrateOn(ctx, conn, wanted)
	switch {
	case pq.As(err, insufficientPrivilege) != nil:
		err = fmt.Errorf("this role may not change the schema: make it the owner of the database, or let the owner run `uvboard migrate` and start servers with --migrate=false: %w", err)
	case pq.As(err, readOnlyTransaction) != nil:
		err = fmt.Errorf("this is a standby: name all hosts, with ?target_session_attrs=read-write: %w", err)
	}
	return err
}

func setBusyTimeout(ctx context.Context, conn *sql.Conn, milliseconds string) error {
	_, err := conn.ExecContext(ctx, "PRAGMA busy_timeout = "+milliseconds)
	return err
}

func (db *DB) migrateOn(ctx context.Context, conn *sql.Conn, wanted func(version) bool) error {
	if _, err := conn.ExecContext(ctx, createVersions); err != nil {
		return err
	}
	pending, err := db.pendingOn(ctx, conn)
	if err != nil {
		return err
	}
	for _, v := range pending {
		if !wanted(v) {
			continue
		}
		if err := db.apply(ctx, conn, v); err != nil {
			return fmt.Errorf("migration %s: %w", v.name, err)
		}
	}
	return nil
}

func (db *DB) apply(ctx context.Context, conn *sql.Conn, v version) error {
	if !db.IsSQLite() {
		return db.applyIn(ctx, conn, v, "BEGIN")
	}
	// A migration changes a table by copying it. With foreign keys on, dropping the old one would delete from its
	// children.
	return WithoutForeignKeys(ctx, conn, func() error { return db.applyIn(ctx, conn, v, "BEGIN IMMEDIATE") })
}

// WithoutForeignKeys calls do, which begins and ends a transaction of SQLite, without foreign keys. Inside a
// transaction the pragma has no effect.
func WithoutForeignKeys(ctx context.Context, conn *sql.Conn, do func() error) (err error) {
	if _, err := conn.ExecContext(ctx, "PRAGMA foreign_keys = OFF"); err != nil {
		return err
	}
	defer func() {
		_, on := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA foreign_keys = ON")
		err = errors.Join(err, on)
	}()
	return do()
}

// applyIn applies a migration in a transaction.
func (db *DB) applyIn(ctx context.Context, conn *sql.Conn, v version, begin string) (err error) {
	if _, err := conn.ExecContext(ctx, begin); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_, _ = conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // err is the one to report
		}
	}()
	// On SQLite another process may have applied it while this one waited for the lock.
	var done bool
	if err := conn.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM schema_versions WHERE name = $1)", v.name).
		Scan(&done); err != nil {
		return err
	}
	if done {
		_, err = conn.ExecContext(ctx, "ROLLBACK")
		return err
	}
	if _, err := conn.ExecContext(ctx, v.sql); err != nil {
		return err
	}
	switch v.name { // what SQL cannot do
	case "0023_tag_words":
		err = addSlugs(ctx, conn)
	case "0071_folded_texts":
		err = db.refold(ctx, conn)
	case "0074_invitation_hashes":
		err = hashInvitations(ctx, conn)
	}
	if err != nil {
		return err
	}
	if db.IsSQLite() {
		if err := CheckForeignKeys(ctx, conn); err != nil {
			return err
		}
	}
	if _, err := conn.ExecContext(ctx, "INSERT INTO schema_versions (name, checksum) VALUES ($1, $2)", v.name,
		v.checksum); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "COMMIT")
	return err
}

// textsOf returns the texts that a query selects.
func textsOf(ctx context.Context, conn *sql.Conn, query string) ([]string, error) {
	rows, err := conn.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var texts []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, errors.Join(rows.Err(), rows.Close())
}

// hashInvitations replaces the codes of invitations by their hashes, as auth.TokenHash makes them.
func hashInvitations(ctx context.Context, conn *sql.Conn) error {
	codes, err := textsOf(ctx, conn, "SELECT code_hash FROM invitations")
	if err != nil {
		return err
	}
	for _, code := range codes {
		sum := sha256.Sum256([]byte(code))
		_, err := conn.ExecContext(ctx, "UPDATE invitations SET code_hash = $1 WHERE code_hash = $2",
			hex.EncodeToString(sum[:]), code)
		if err != nil {
			return err
		}
	}
	return nil
}

// addSlugs adds the slugs of the words that a migration has collected, which SQL cannot make.
func addSlugs(ctx context.Context, conn *sql.Conn) error {
	words, err := textsOf(ctx, conn, "SELECT word FROM tag_words")
	if err != nil {
		return err
	}
	for _, word := range words {
		s, name := slug.Of(word)
		_, err := conn.ExecContext(ctx, "UPDATE tag_words SET slug = $1, name = $2, filter = $3 WHERE word = $4", s,
			name, slug.Filter(s), word)
		if err != nil {
			return err
		}
	}
	return nil
}

// CheckForeignKeys returns an error if a row of SQLite refers to a missing one.
func CheckForeignKeys(ctx context.Context, q Queryer) error {
	var child, parent string
	err := QueryRow(ctx, q, `SELECT "table", "parent" FROM pragma_foreign_key_check LIMIT 1`, &child, &parent)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("rows of %s refer to missing rows of %s", child, parent)
	}
	return err
}

// Queryer is implemented by *sql.DB, *sql.Conn and *sql.Tx.
type Queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// QueryRow scans the first row of a query. Without a row it returns sql.ErrNoRows.
func QueryRow(ctx context.Context, q Queryer, query string, dest ...any) error {
	rows, err := q.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	if !rows.Next() {
		return cmp.Or(rows.Err(), sql.ErrNoRows)
	}
	return rows.Scan(dest...)
}

func (db *DB) pending(ctx context.Context) ([]version, error) { return db.pendingOn(ctx, db.reader) }

func (db *DB) pendingOn(ctx context.Context, q Queryer) ([]version, error) {
	versions, err := versions(db.Dialect)
	if err != nil {
		return nil, err
	}
	rows, err := q.QueryContext(ctx, "SELECT name, checksum FROM schema_versions")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	applied := map[string]string{}
	for rows.Next() {
		var name, checksum string
		if err := rows.Scan(&name, &checksum); err != nil {
			return nil, err
		}
		applied[name] = checksum
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	var pending []version
	for _, v := range versions {
		checksum, ok := applied[v.name]
		switch {
		case !ok:
			pending = append(pending, v)
		case checksum != v.checksum:
			return nil, fmt.Errorf("migration %s was applied with different contents", v.name)
		}
		delete(applied, v.name)
	}
	for name := range applied {
		return nil, fmt.Errorf("migration %s is applied but unknown to this binary: use a newer binary", name)
	}
	return pending, nil
}
