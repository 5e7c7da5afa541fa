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

// Backup copies the database at one moment into a new file with mode 0600, while other processes read and write. If it fails,
// it leaves no file. SQLite only.
func (db *DB) Backup(ctx context.Context, path string) (err error) {
	if !db.IsSQLite() {
		return errors.New("only for SQLite; use pg_dump for PostgreSQL")
	}
	// SQLite interprets some relative names.
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600) // SQLite accepts an empty file
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
	// On the writer: the read-only connections refuse VACUUM INTO.
	err = db.queue.exclusively(func(conn *sql.Conn) error {
		_, err := conn.ExecContext(ctx, "VACUUM INTO $1", path)
		return err
	})
	if err != nil {
		return fmt.Errorf("copy to %s: %w", path, errors.Join(err, file.Close()))
	}
	return errors.Join(file.Sync(), file.Close())
}
