package store_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

const countUsers = "SELECT count(*) FROM users"

func TestReadOne(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var n int
		if err := db.ReadOne(t.Context(), countUsers, nil, &n); err != nil || n != 0 {
			t.Errorf("%d users, %v", n, err)
		}
		if err := db.ReadOne(t.Context(), "SELECT 1 FROM users WHERE username = $1", []any{"nobody"}, &n); !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("no row: %v", err)
		}

		// Whoever waits for a connection does so no longer than there is time.
		everyReader(t, db)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		answered := make(chan error, 1)
		go func() { answered <- db.ReadOne(ctx, countUsers, nil, new(int)) }()
		select {
		case err := <-answered:
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("without a connection: %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Error("it waits for a connection when its time is over")
		}
	})
}

// A restart breaks every connection that was open, which nobody hears of who reads afterwards.
func TestReadOneAfterARestart(t *testing.T) {
	db := storetest.Open(t, storetest.PostgresURL(t))
	for _, conn := range everyReader(t, db) {
		if err := conn.Close(); err != nil { // idle now
			t.Fatal(err)
		}
	}
	err := db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.ExecContext(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.ReadOne(t.Context(), countUsers, nil, new(int)); err != nil {
		t.Error(err)
	}
}

// everyReader takes all connections that read, until the test ends or they are closed.
func everyReader(t *testing.T, db *store.DB) (conns []*sql.Conn) {
	t.Helper()
	for range db.Reader().Stats().MaxOpenConnections {
		conn, err := db.Reader().Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() }) // says only that it is closed already
		conns = append(conns, conn)
	}
	return conns
}
