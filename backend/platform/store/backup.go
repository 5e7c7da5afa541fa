package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup writes the database, as it is at one moment, into a new file for its owner alone, while others go on reading and
// writing, in other processes. It is there in whole when Backup returns, and not at all when Backup fails. SQLite only.
func (db *DB) Backup(ctx context.Context, path string) (err error) {
	if !db.IsSQLite() {
		return errors.New("this is for SQLite; PostgreSQL has pg_dump")
	}
	// SQLite reads some names otherwise, which no absolute one is among.
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600) // SQLite takes one that is empty
	if err != nil {
		return err
	}
	defer func() {
		if err == nil {
			return
		}
		for _, left := range []string{path, path + "-journal"} {
			if removeErr := os.Remove(left); !errors.Is(removeErr, fs.ErrNotExist) {
				err = errors.Join(err, removeErr)
			}
		}
	}()
	// It only reads, yet the readers refuse it.
	err = db.queue.exclusively(func(conn *sql.Conn) error {
		_, err := conn.ExecContext(ctx, "VACUUM INTO $1", path)
		return err
	})
	if err != nil {
		return fmt.Errorf("copy to %s: %w", path, errors.Join(err, file.Close()))
	}
	return errors.Join(file.Sync(), file.Close())
}
