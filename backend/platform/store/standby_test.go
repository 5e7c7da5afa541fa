package store_test

import (
	"context"
	"log/slog"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/pgtest"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// replicated is a primary with a standby, opened with several hosts in each URL.
type replicated struct {
	*store.DB
	primary, standby *pgtest.Cluster
}

func openReplicated(t *testing.T) replicated {
	t.Helper()
	primary, err := pgtest.NewDurable()
	must.NoError(t, err)
	must.NoError(t, primary.Start())
	standby, err := pgtest.NewStandby(primary)
	must.NoError(t, err)
	must.NoError(t, standby.Start())
	t.Cleanup(func() {
		for _, c := range []*pgtest.Cluster{primary, standby} {
			if c.Running() {
				must.NoError(t, c.Stop(syscall.SIGKILL))
			}
		}
	})
	hosts := url.URL{Scheme: "postgres", User: url.User("postgres"), Host: standby.URL.Host + "," + primary.URL.Host,
		Path: "/postgres"}
	db, err := store.Open(t.Context(), hosts.String()+"?sslmode=disable&target_session_attrs=read-write")
	must.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	must.NoError(t, db.Migrate(t.Context()))
	must.NoError(t, db.OpenStandbys(standby.URL.String(), slog.New(slog.DiscardHandler)))
	return replicated{db, primary, standby}
}

// write adds a key and returns the position after it.
func (db replicated) write(t *testing.T, name string) uint64 {
	t.Helper()
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return tx.Key.Create().SetID(name).SetSecret([]byte(name)).Exec(ctx)
	}))
	position, err := db.Standbys().Position(t.Context())
	must.NoError(t, err)
	return position
}

// isOnStandby reports whether Client, and a hand-written query alike, read from the standby.
func (db replicated) isOnStandby(ctx context.Context, t *testing.T) (on bool) {
	t.Helper()
	rows, err := db.Client().QueryContext(ctx, "SELECT pg_is_in_recovery()")
	must.NoError(t, err)
	defer rows.Close()
	var byHand bool
	must.NoError(t, db.Reads().QueryRowContext(ctx, "SELECT pg_is_in_recovery()").Scan(&byHand))
	if !rows.Next() || rows.Scan(&on) != nil || on != byHand {
		t.Fatalf("Ent reads from a standby: %t, a hand-written query: %t", on, byHand)
	}
	return on
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(what)
		}
	}
}

func TestStandbys(t *testing.T) {
	if testing.Short() {
		t.Skip("starts two PostgreSQL servers")
	}
	t.Parallel()
	db := openReplicated(t)
	standbys := db.Standbys()
	on := func(position uint64) bool { return db.isOnStandby(standbys.For(t.Context(), position), t) }

	position := db.write(t, "first")
	eventually(t, "no standby is used", func() bool { return on(position) })
	if db.isOnStandby(t.Context(), t) || db.isOnStandby(store.OnPrimary(standbys.For(t.Context(), 0)), t) ||
		on(store.Latest) {
		t.Error("a read that needs the primary runs on a standby")
	}

	pause, err := store.Open(t.Context(), db.standby.URL.String())
	must.NoError(t, err)
	defer pause.Close()
	ask := func(query string) {
		t.Helper()
		_, err := pause.Reader().ExecContext(t.Context(), query)
		must.NoError(t, err)
	}
	ask("SELECT pg_wal_replay_pause()")
	position = db.write(t, "second")
	if ctx := standbys.For(t.Context(), position); db.isOnStandby(ctx, t) {
		t.Error("a standby without a member's write answers the member")
	}
	if !on(0) {
		t.Error("a standby that is a moment behind answers nobody")
	}
	waited, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := standbys.Await(waited); err == nil {
		t.Error("a standby that is behind counts as current")
	}
	eventually(t, "a standby that is far behind answers", func() bool { return !on(0) })
	must.NoError(t, standbys.Await(t.Context()))
	ask("SELECT pg_wal_replay_resume()")
	eventually(t, "a standby that has caught up answers nobody", func() bool { return on(position) })

	// A host with another database is never used.
	_, err = db.Writer().ExecContext(t.Context(), "CREATE DATABASE another")
	must.NoError(t, err)
	mistaken, err := store.Open(t.Context(), db.primary.URL.String())
	must.NoError(t, err)
	defer mistaken.Close()
	another := *db.primary.URL
	another.Path = "/another"
	var log must.Log
	must.NoError(t, mistaken.OpenStandbys(another.String(), slog.New(slog.NewTextHandler(&log, nil))))
	eventually(t, "the log does not say that another database is left out", func() bool {
		return strings.Contains(log.String(), "left out") && strings.Contains(log.String(), another.Host)
	})
	if why := mistaken.Standbys().States()[another.Host]; why != "has another database than DATABASE_URL names" {
		t.Errorf("the other database %q", why)
	}
	var name string
	must.NoError(t, mistaken.Reads().QueryRowContext(mistaken.Standbys().For(t.Context(), 0),
		"SELECT current_database()").Scan(&name))
	if name != "postgres" {
		t.Errorf("the database %s answers", name)
	}

	// A standby that has gone is left out at once.
	ctx := standbys.For(t.Context(), position)
	must.NoError(t, db.standby.Stop(syscall.SIGKILL))
	if db.isOnStandby(ctx, t) {
		t.Error("a dead standby answers")
	}
	must.NoError(t, db.standby.Start())
	eventually(t, "a standby that is back answers nobody", func() bool { return on(position) })

	// Without the primary, reads go on.
	if db.isOnStandby(standbys.For(t.Context(), store.Latest), t) {
		t.Error("the primary is not down")
	}
	must.NoError(t, db.primary.Stop(syscall.SIGKILL))
	if !db.isOnStandby(standbys.For(t.Context(), store.Latest), t) {
		t.Error("a read that finds the primary gone does not run on the standby")
	}
	must.NoError(t, db.Ready(t.Context()))
	time.Sleep(6 * time.Second)
	if !on(position) {
		t.Error("a standby without a primary is left out")
	}

	// The promoted standby takes the writes.
	ask("SELECT pg_promote()")
	eventually(t, "writes do not go on", func() bool {
		return db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.Key.Create().SetID(uuid.NewString()).SetSecret([]byte("third")).Exec(ctx)
		}) == nil
	})
	n, err := db.Client().Key.Query().Count(t.Context())
	if err != nil || n != 3 {
		t.Errorf("%d keys, %v", n, err)
	}
}

func TestStandbyURLs(t *testing.T) {
	t.Parallel()
	sqlite := storetest.Open(t, storetest.SQLiteURL(t))
	if err := sqlite.OpenStandbys("postgres://localhost/db", slog.New(slog.DiscardHandler)); err == nil ||
		!strings.Contains(err.Error(), "DATABASE_READ_URL") {
		t.Errorf("standbys of SQLite: %v", err)
	}
	_, err := store.Open(t.Context(), "postgres://me:hidden@127.0.0.1:1,127.0.0.1:2/db?connect_timeout=1")
	if err == nil || strings.Contains(err.Error(), "hidden") || !strings.Contains(err.Error(), "refused") {
		t.Errorf("two hosts that do not answer: %v", err)
	}
}
