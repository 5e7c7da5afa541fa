package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// errLocked means that another process has locked a file.
var errLocked = errors.New("locked")

// ClaimForServer makes sure that only one server uses a SQLite file, until Close or the end of the process: two would
// block each other's writes and cache outdated reads. Commands such as `uvboard doctor` may run beside the server.
// Several servers may share a PostgreSQL database.
func (db *DB) ClaimForServer() error {
	if !db.IsSQLite() {
		return nil
	}
	// A separate file: closing any handle of the database file would release SQLite's own locks.
	file, err := os.OpenFile(db.path+".server", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("DATABASE_URL: %w", err)
	}
	if err := lockFile(file); err != nil {
		by := ""
		if holder, readErr := io.ReadAll(io.LimitReader(file, 20)); readErr == nil && errors.Is(err, errLocked) {
			if pid, pidErr := strconv.Atoi(strings.TrimSpace(string(holder))); pidErr == nil {
				by = fmt.Sprintf(" (process %d)", pid)
			}
		}
		if errors.Is(err, errLocked) {
			err = fmt.Errorf("another server%s already serves this file; stop it first, or use PostgreSQL for several servers", by)
		}
		return errors.Join(fmt.Errorf("DATABASE_URL: %s: %w", db.path, err), file.Close())
	}
	db.claim = file
	if err := file.Truncate(0); err != nil {
		return fmt.Errorf("DATABASE_URL: %w", err)
	}
	if _, err := file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0); err != nil {
		return fmt.Errorf("DATABASE_URL: %w", err)
	}
	return nil
}

func realPath(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	return filepath.Abs(real)
}
