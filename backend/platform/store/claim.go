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

// errClaimed says that another process has a file.
var errClaimed = errors.New("claimed")

// ClaimForServer makes sure that one server at a time serves a SQLite file, until Close or the end of the process, however
// it ends: two would wait for each other with every write, and each would show for a while what the other has changed.
// Commands such as `uvboard doctor` may work beside it. PostgreSQL has as many servers as there are.
func (db *DB) ClaimForServer() error {
	if !db.IsSQLite() {
		return nil
	}
	// A file of its own: SQLite loses its locks on its own one when anybody in this process closes that.
	file, err := os.OpenFile(db.path+".server", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("DATABASE_URL: %w", err)
	}
	if err := lockFile(file); err != nil {
		by := ""
		if holder, readErr := io.ReadAll(io.LimitReader(file, 20)); readErr == nil && errors.Is(err, errClaimed) {
			if pid, pidErr := strconv.Atoi(strings.TrimSpace(string(holder))); pidErr == nil {
				by = fmt.Sprintf(" (process %d)", pid)
			}
		}
		if errors.Is(err, errClaimed) {
			err = fmt.Errorf("another server%s serves this file already; stop that one first, or let several share a PostgreSQL", by)
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

// realPath is one name for a file, whichever of its names it is opened by.
func realPath(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	return filepath.Abs(real)
}
