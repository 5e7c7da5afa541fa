package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"modernc.org/sqlite" // opened in this file only

	"uvboard/ent"
)

// Readers of SQLite: four with small caches read faster than eight with large ones, in a seventh of the memory.
const sqliteReaders = 4

var sqlitePragmas = map[string]string{
	"journal_mode": "wal",
	"synchronous":  "2", // FULL: an acknowledged write survives a power cut
	"foreign_keys": "1",
	"busy_timeout": "5000",
	"cache_size":   "-2000", // KiB

	"wal_autocheckpoint": "4000", // pages; what is written again and again meanwhile reaches the file once
}

func openSQLite(ctx context.Context, path string) (*DB, error) {
	if path == "" {
		return nil, fmt.Errorf("no path given")
	}
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
	// The writer comes first: it makes the file, and readers of a missing file fail.
	if err := checkPragmas(ctx, writer); err != nil {
		writer.Close()
		return nil, whoMayWrite(err)
	}
	reader, err := sqlitePool(path, "mode", "ro", "_pragma", "query_only(1)")
	if err != nil {
		writer.Close()
		return nil, err
	}
	reader.SetMaxOpenConns(sqliteReaders)
	reader.SetMaxIdleConns(sqliteReaders)
	db := &DB{Dialect: dialect.SQLite, reader: reader, writer: writer}
	db.reads = ent.NewClient(ent.Driver(entsql.OpenDB(dialect.SQLite, reader)))
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

// makePrivate makes the file, unless it is there, for its owner alone: there are password hashes in it, and addresses. The
// files that SQLite puts beside it are like it.
func makePrivate(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil // SQLite says what is wrong with one that is there
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
	return sql.OpenDB(keeper{Connector: connector}), nil
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

// whoMayWrite says what to do about a file that cannot be written to. Even to read it SQLite writes to files beside it.
func whoMayWrite(err error) error {
	if failed, ok := errors.AsType[*sqlite.Error](err); ok {
		switch failed.Code() & 0xff {
		case 8, 14: // SQLITE_READONLY, SQLITE_CANTOPEN
			return fmt.Errorf("the file and its folder have to be writable, also to read it; run this as the user that the server runs as: %w", err)
		}
	}
	return err
}

// checkPragmas reads the settings back, since the driver ignores names it does not know.
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
