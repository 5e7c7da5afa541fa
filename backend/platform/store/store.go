// Package store opens and migrates the database, and serializes writes to it. SQL that only one of the two databases
// understands is in a function of this package, or of search and bulk beside it, tested on both.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync/atomic"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"uvboard/backend/platform/event"
	"uvboard/ent"
)

// DB is an open database: a client for reads, and Write.
type DB struct {
	// Dialect is dialect.SQLite or dialect.Postgres.
	Dialect string
	// Place describes the location in messages: a file, or a database and its server.
	Place string

	reads  *ent.Client
	reader *sql.DB
	writer *sql.DB
	queue  *writeQueue // SQLite only
	path   string      // of the file; SQLite only
	claim  *os.File    // locked by ClaimForServer; SQLite only
	txs    *ent.Client // on writer; PostgreSQL only
	writes atomic.Uint64

	url       string // PostgreSQL only
	standbys  *Standbys
	listeners atomic.Pointer[[]event.Listener]
}

// Open connects to sqlite://PATH or postgres://… and does not migrate. Errors name DATABASE_URL and never show its
// password.
func Open(ctx context.Context, databaseURL string) (*DB, error) {
	scheme, rest, _ := strings.Cut(databaseURL, "://")
	var (
		db  *DB
		err error
	)
	switch scheme {
	case "sqlite":
		db, err = openSQLite(ctx, rest)
	case "postgres", "postgresql":
		db, err = openPostgres(ctx, databaseURL)
	default:
		return nil, errors.New("DATABASE_URL: must be sqlite://PATH or postgres://…")
	}
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL: %w", withoutPassword(databaseURL, err))
	}
	return db, nil
}

// withoutPassword adds the URL without its password to an error. If the URL cannot be parsed, or was perhaps parsed
// wrongly, it hides both the URL and the driver's error, since either may contain the password.
func withoutPassword(databaseURL string, err error) error {
	if strings.HasPrefix(databaseURL, "sqlite://") {
		return fmt.Errorf("%s: %w", databaseURL, err)
	}
	u, parseErr := url.Parse(hostsAsSettings(databaseURL))
	if parseErr != nil {
		return errors.New("cannot be read; special characters in a password must be percent-encoded")
	}
	// An unescaped slash or question mark in the password ends the host, and the rest looks like a path.
	rest := u.EscapedPath() + "#" + u.EscapedFragment()
	if u.User == nil {
		rest += u.RawQuery
	}
	if strings.Contains(rest, "@") {
		return errors.New("has an @ after the host and is not shown; special characters in a password must be percent-encoded, such as / as %2F and @ as %40")
	}
	u.RawQuery = ""
	return fmt.Errorf("%s: %w", u.Redacted(), err)
}

// Client reads outside a transaction. On SQLite its connections are read-only. Standbys may answer instead.
func (db *DB) Client() *ent.Client { return db.reads }

// Reader is the pool behind Client, for callers that need a connection or a transaction of their own, and for tests.
func (db *DB) Reader() *sql.DB { return db.reader }

// Writer is the pool behind Write, for callers that need a connection or a PostgreSQL transaction of their own.
func (db *DB) Writer() *sql.DB { return db.writer }

// Pools returns the connection pools by name, for metrics.
func (db *DB) Pools() map[string]*sql.DB {
	pools := map[string]*sql.DB{"reads": db.reader, "writes": db.writer}
	if db.standbys != nil {
		for i, one := range db.standbys.all {
			pools[fmt.Sprintf("standby_%d", i+1)] = one.pool
		}
	}
	return pools
}

// Write runs fn in a transaction and returns when it is durable. An error of fn rolls back everything fn did and is
// returned unchanged. On SQLite, fn runs in a savepoint of a transaction shared with other callers; on PostgreSQL, fn
// runs again after a deadlock or serialization failure. So fn must have no effect except on tx, use the given context,
// and be short: it blocks all other writers to SQLite.
func (db *DB) Write(ctx context.Context, fn func(ctx context.Context, tx *ent.Client) error) error {
	fn, t := collecting(fn)
	if err := db.write(ctx, fn); err != nil {
		return err
	}
	db.passOn(t.emitted...)
	return nil
}

func (db *DB) write(ctx context.Context, fn func(ctx context.Context, tx *ent.Client) error) error {
	if db.queue != nil {
		return db.queue.write(ctx, fn)
	}
	defer db.writes.Add(1) // even after an error, and before the caller continues
	return db.writePostgres(ctx, fn)
}

// ForUpdate is a predicate that locks the selected rows until the transaction ends: FOR UPDATE on PostgreSQL. SQLite
// runs one writing transaction at a time and needs no lock.
func (db *DB) ForUpdate(query *entsql.Selector) {
	if !db.IsSQLite() {
		query.ForUpdate()
	}
}

// ForUpdateSQL is ForUpdate for a hand-written SELECT.
func (db *DB) ForUpdateSQL(query string) string {
	if db.IsSQLite() {
		return query
	}
	return query + " FOR UPDATE"
}

// Version changes with every transaction that writes through db. While it stays the same, a cached read is current
// except for writes by other processes.
func (db *DB) Version() uint64 { return db.writes.Load() }

// Outdate changes Version, because another process has written.
func (db *DB) Outdate() { db.writes.Add(1) }

// URL returns the URL of a PostgreSQL database, with its password.
func (db *DB) URL() string { return db.url }

// Ready returns an error if the database does not answer or lacks migrations of this binary. A standby that answers is
// enough, so that reads go on while there is no primary.
func (db *DB) Ready(ctx context.Context) error {
	pending, err := db.pendingOn(db.standbys.For(ctx, Latest), db.Reads())
	if err != nil {
		return err
	}
	if len(pending) > 0 {
		return fmt.Errorf("schema is behind; migrations to apply: %d", len(pending))
	}
	return nil
}

// Close waits for the current write and closes all connections.
func (db *DB) Close() error {
	if db.queue != nil {
		db.queue.close()
	}
	// The writer last: the last connection to close checkpoints SQLite's log, which a reader cannot.
	err := errors.Join(db.standbys.close(), db.reader.Close(), db.writer.Close())
	if db.claim != nil {
		err = errors.Join(err, db.claim.Close())
	}
	return err
}

// IsSQLite reports whether the database is SQLite; otherwise it is PostgreSQL.
func (db *DB) IsSQLite() bool { return db.Dialect == dialect.SQLite }

// Size returns the size of the database in bytes, without SQLite's log.
func (db *DB) Size(ctx context.Context) (bytes int64, err error) {
	query := "SELECT pg_database_size(current_database())"
	if db.IsSQLite() {
		query = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
	}
	rows, err := db.Client().QueryContext(ctx, query)
	if err != nil {
		return 0, fmt.Errorf("size of the database: %w", err)
	}
	defer rows.Close()
	if rows.Next() {
		err = rows.Scan(&bytes)
	}
	if err := errors.Join(err, rows.Err()); err != nil {
		return 0, fmt.Errorf("size of the database: %w", err)
	}
	return bytes, nil
}
