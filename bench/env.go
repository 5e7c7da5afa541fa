package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/pgtest"
	"uvboard/bench/process"
	"uvboard/bench/product"
	"uvboard/ent"
	"uvboard/ent/user"
)

// env is the state that all pairs of one run share.
type env struct {
	binary    string // of the product
	dir       string // temporary folder
	database  string // URL of the measured database
	small     string // URL of the smaller database; may be empty
	roundTime time.Duration
	warmUp    time.Duration

	running map[string]*process.Process // by command, shared by pairs
}

func (e *env) close() error {
	var err error
	for _, p := range e.running {
		err = errors.Join(err, p.Close())
	}
	return errors.Join(err, os.RemoveAll(e.dir))
}

func isSQLite(database string) bool { return strings.HasPrefix(database, "sqlite://") }

// databaseName is the name of a database in the table.
func databaseName(database string) string {
	if isSQLite(database) {
		return "SQLite"
	}
	return "PostgreSQL"
}

// product returns the running product on a database, with rate limits off and default settings otherwise.
func (e *env) product(ctx context.Context, database string) (*process.Process, error) {
	return e.shared("product "+database, func() (*process.Process, error) {
		dataDir := filepath.Join(e.dir, "data")
		if path, ok := strings.CutPrefix(database, "sqlite://"); ok {
			dataDir = filepath.Dir(path)
		}
		dir := filepath.Join(e.dir, "product"+strconv.Itoa(len(e.running)))
		s, err := product.New(e.binary, dir, []string{
			"UVBOARD_DATA_DIR=" + dataDir, "DATABASE_URL=" + database, "UVBOARD_RATE_LIMITS=off",
			"UVBOARD_LOG_FORMAT=json",
		})
		if err = errors.Join(err, os.Mkdir(dir, 0o755)); err != nil {
			return nil, err
		}
		return &s.Process, s.Start(ctx)
	})
}

// reference returns a running reference server. It is this program as another process, so that it competes with the
// clients for the CPU as the product does. Args are those of serveReference.
func (e *env) reference(ctx context.Context, args ...string) (*process.Process, error) {
	return e.shared("reference "+strings.Join(args, " "), func() (*process.Process, error) {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		return e.start(ctx, "reference", append([]string{self, "reference"}, args...)...)
	})
}

// start starts a server and waits for its address.
func (e *env) start(ctx context.Context, name string, command ...string) (*process.Process, error) {
	p := &process.Process{Name: name + strconv.Itoa(len(e.running)), Dir: e.dir, Command: command}
	if err := p.Start(); err != nil {
		return nil, err
	}
	return p, p.Listen(ctx)
}

func (e *env) shared(what string, start func() (*process.Process, error)) (*process.Process, error) {
	if p := e.running[what]; p != nil {
		return p, nil
	}
	p, err := start()
	if p != nil {
		e.running[what] = p // also one that did not get ready, to be closed
	}
	return p, err
}

// open opens a database to prepare a pair. The caller closes it.
func (e *env) open(ctx context.Context, database string) (*store.DB, error) {
	return store.Open(ctx, database)
}

// session is a logged-in user.
type session struct {
	id     uuid.UUID
	cookie string // header line
}

// sessions creates sessions of the first n users of a database, without hashing passwords.
func (e *env) sessions(ctx context.Context, database string, n int) ([]session, error) {
	db, err := e.open(ctx, database)
	if err != nil {
		return nil, err
	}
	ids, err := db.Client().User.Query().Order(user.ByID()).Limit(n).IDs(ctx)
	if err == nil && len(ids) < n {
		err = fmt.Errorf("the database has %d users, %d are needed", len(ids), n)
	}
	sessions := make([]session, 0, len(ids))
	const batch = 500
	for from := 0; from < len(ids) && err == nil; from += batch {
		err = db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			sessions = sessions[:from]
			now := time.Now().UTC().Truncate(time.Millisecond)
			var rows []*ent.SessionCreate
			for _, id := range ids[from:min(from+batch, len(ids))] {
				token := auth.NewToken()
				hash := sha256.Sum256([]byte(token))
				rows = append(rows, tx.Session.Create().SetID(store.NewID(now)).
					SetTokenHash(hex.EncodeToString(hash[:])).
					SetUserID(id).SetUserAgent("bench").SetCreatedAt(now).SetLastUsedAt(now).
					SetExpiresAt(now.AddDate(0, 0, 30)))
				sessions = append(sessions, session{id: id, cookie: "Cookie: " + auth.CookieName + "=" + token})
			}
			return tx.Session.CreateBulk(rows...).Exec(ctx)
		})
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return nil, fmt.Errorf("create sessions: %w", err)
	}
	return sessions, nil
}

// seedSize is the size of a seeded database. There are ten replies to a thread, a story to five threads, and ten
// comments to a story.
type seedSize struct{ projects, votes, threads int }

// seeded creates a database with the product's seed command: "sqlite" in dir, or "postgres" on a temporary server with
// fsync on.
func seeded(ctx context.Context, binary, dir, kind string, size seedSize) (database string, err error) {
	if kind == "sqlite" {
		database = "sqlite://" + filepath.Join(dir, "seeded", "uvboard.db")
	} else if database, err = pgtest.StartDurable(); err != nil {
		return "", err
	}
	begin := time.Now()
	args := []string{"seed", "--data-dir", filepath.Join(dir, "seeded"), "--database-url", database}
	for _, of := range []struct {
		flag string
		n    int
	}{
		{"users", max(11_000, (size.projects+size.threads)/20)}, {"projects", size.projects}, {"votes", size.votes},
		{"threads", size.threads}, {"posts", 10 * size.threads}, {"stories", size.threads / 5},
		{"comments", 2 * size.threads},
	} {
		args = append(args, "--"+of.flag, strconv.Itoa(of.n))
	}
	cmd := exec.CommandContext(ctx, binary, args...)
	if output, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("seed: %w: %s", err, output)
	}
	fmt.Printf("seeded with %s in %s\n", strings.Join(args[5:], " "), time.Since(begin).Round(time.Second))
	return database, nil
}
