// Package store opens the database, brings its schema up to date and holds the one way to write to it. Whatever SQL only
// one of the two databases understands is a named function here, with both branches tested.
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

	"uvboard/ent"
)

// DB is an open database: a client that only reads, and Write.
type DB struct {
	// Dialect is dialect.SQLite or dialect.Postgres.
	Dialect string
	// Place says where the data is, for people: a file, or a database and its server.
	Place string

	reads  *ent.Client
	reader *sql.DB
	writer *sql.DB
	queue  *writeQueue // SQLite only
	path   string      // of the file; SQLite only
	claim  *os.File    // held while this serves the file; SQLite only
	txs    *ent.Client // on writer; PostgreSQL only
	writes atomic.Uint64
}

// Open connects to sqlite://PATH or postgres://…; it does not migrate. The error names DATABASE_URL, never its password.
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

// withoutPassword says which database err is about. Of an address that cannot be read, or may have been read wrongly, nothing
// is said, and neither is the driver's error, since both would show the password that made it so.
func withoutPassword(databaseURL string, err error) error {
	if strings.HasPrefix(databaseURL, "sqlite://") { // has none
		return fmt.Errorf("%s: %w", databaseURL, err)
	}
	u, parseErr := url.Parse(databaseURL)
	if parseErr != nil {
		return errors.New("cannot be read; special characters in a password must be percent-encoded")
	}
	// A password with a slash or a question mark ends what is taken for the host, and its rest is taken for a database's name.
	behind := u.EscapedPath() + "#" + u.EscapedFragment()
	if u.User == nil {
		behind += u.RawQuery
	}
	if strings.Contains(behind, "@") {
		return errors.New("cannot be used, and is not shown since it has an @ behind its host; special characters in a password must be percent-encoded, such as / as %2F and @ as %40")
	}
	u.RawQuery = ""
	return fmt.Errorf("%s: %w", u.Redacted(), err)
}

// Client reads outside a transaction. On SQLite its connections refuse every write.
func (db *DB) Client() *ent.Client { return db.reads }

// Reader is the pool behind Client, for the named functions of this package, for the few queries that everything waits for
// and are written by hand, and for tests.
func (db *DB) Reader() *sql.DB { return db.reader }

// Pools are the connections by what they are for, to be measured.
func (db *DB) Pools() map[string]*sql.DB {
	return map[string]*sql.DB{"reads": db.reader, "writes": db.writer}
}

// Write runs fn in a transaction and returns once that is durable. An error of fn rolls back all that fn did and is
// returned as it is. On SQLite fn shares its transaction with other callers, each in a savepoint; on PostgreSQL it is
// run again when the database asks for that (a deadlock or a serialization failure). So fn must do nothing but work on
// tx, with the context it is given, and be short: nobody else writes to SQLite meanwhile.
func (db *DB) Write(ctx context.Context, fn func(ctx context.Context, tx *ent.Client) error) error {
	if db.queue != nil {
		return db.queue.write(ctx, fn)
	}
	defer db.writes.Add(1) // whatever came of it, before the caller hears of it
	return db.writePostgres(ctx, fn)
}

// ForUpdate is a predicate that locks the selected rows until the transaction ends: FOR UPDATE on PostgreSQL. SQLite runs one
// writing transaction at a time and needs no lock.
func (db *DB) ForUpdate(query *entsql.Selector) {
	if !db.IsSQLite() {
		query.ForUpdate()
	}
}

// Version changes with every transaction that writes through db. What was read is as it was then while it stays the same, but for what
// others write to the same database.
func (db *DB) Version() uint64 { return db.writes.Load() }

// Ready reports whether the database answers and its schema is the one this binary knows.
func (db *DB) Ready(ctx context.Context) error {
	pending, err := db.pending(ctx)
	if err != nil {
		return err
	}
	if len(pending) > 0 {
		return fmt.Errorf("schema is behind; migrations to apply: %d", len(pending))
	}
	return nil
}

// Close waits for the write under way and closes every connection.
func (db *DB) Close() error {
	if db.queue != nil {
		db.queue.close()
	}
	// The writer last: whoever closes SQLite's last connection brings the log into the one file, if it may write.
	err := errors.Join(db.reader.Close(), db.writer.Close())
	if db.claim != nil {
		err = errors.Join(err, db.claim.Close())
	}
	return err
}

// IsSQLite tells the two dialects apart where SQL differs.
func (db *DB) IsSQLite() bool { return db.Dialect == dialect.SQLite }
