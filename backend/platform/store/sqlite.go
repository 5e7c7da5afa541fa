package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"entgo.io/ent/dialect"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// sqliteReaders: four connections with small caches are faster than eight with large ones, in a seventh of the memory.
const sqliteReaders = 4

var sqlitePragmas = map[string]string{
	"journal_mode": "wal",
	"synchronous":  "2", // FULL: an acknowledged write survives a power cut
	"foreign_keys": "1",
	"busy_timeout": "5000",
	"cache_size":   "-2000", // KiB

	"wal_autocheckpoint": "4000", // pages; a page changed many times between checkpoints reaches the file once
}

// SkipSync lets a power cut undo acknowledged writes, for tests: waiting for the disk takes most of their time.
func SkipSync() { sqlitePragmas["synchronous"] = "0" }

func openSQLite(ctx context.Context, path string) (*DB, error) {
	if path == "" {
		return nil, fmt.Errorf("no path given")
	}
	path = filepath.Clean(path) // two slashes would begin the name of a host
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if err := makePrivate(path); err != nil {
		return nil, err
	}
	writer, err := sqlitePool(path, "_txlock", "immediate")
	if err != nil {
		return nil, err
	}
	writer.SetMaxOpenConns(1)
	// The writer first: it creates the database, and readers of a missing one fail.
	if err := checkPragmas(ctx, writer); err != nil {
		writer.Close()
		return nil, explainReadOnly(err)
	}
	reader, err := sqlitePool(path, "mode", "ro", "_pragma", "query_only(1)")
	if err != nil {
		writer.Close()
		return nil, err
	}
	reader.SetMaxOpenConns(sqliteReaders)
	reader.SetMaxIdleConns(sqliteReaders)
	db := &DB{Dialect: dialect.SQLite, reader: reader, writer: writer}
	db.reads = newReads(dialect.SQLite, reader)
	if db.path, err = realPath(path); err != nil {
		return nil, errors.Join(err, reader.Close(), writer.Close())
	}
	db.Place = db.path
	db.queue, err = newWriteQueue(writer, &db.writes)
	if err != nil {
		return nil, err
	}
	return db, nil
}

// makePrivate creates a missing file with mode 0600, since it will contain password hashes and addresses. SQLite gives
// its other files the same mode.
func makePrivate(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil // SQLite reports what is wrong with an existing file
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}

func sqlitePool(path string, extra ...string) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(sqliteDSN(path, extra...))
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(sqliteConnector{connector}), nil
}

// sqliteConnector opens connections with cached statements.
type sqliteConnector struct{ driver.Connector }

func (c sqliteConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return newCachingConn(conn, nil)
}

func sqliteDSN(path string, extra ...string) string {
	q := url.Values{"_time_format": {"sqlite"}}
	for name, value := range sqlitePragmas {
		q.Add("_pragma", name+"("+value+")")
	}
	for i := 0; i < len(extra); i += 2 {
		q.Add(extra[i], extra[i+1])
	}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}).String()
}

// explainReadOnly adds what to do to the error of a file that is not writable. SQLite needs write access even for
// reads.
func explainReadOnly(err error) error {
	if failed, ok := errors.AsType[*sqlite.Error](err); ok {
		switch failed.Code() & 0xff {
		case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
			return fmt.Errorf("the file and its folder must be writable, even for reads; run this command as the user of the server: %w", err)
		}
	}
	return err
}

// checkPragmas reads the settings back, since the driver ignores unknown names.
func checkPragmas(ctx context.Context, db *sql.DB) error {
	for name, want := range sqlitePragmas {
		var got string
		if err := db.QueryRowContext(ctx, "PRAGMA "+name).Scan(&got); err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("pragma %s is %q, want %q", name, got, want)
		}
	}
	return nil
}
