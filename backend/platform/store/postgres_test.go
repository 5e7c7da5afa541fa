package store_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/lib/pq"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// proxy forwards connections to a server. While hang is locked it accepts everything and forwards nothing.
type proxy struct {
	net.Listener
	server string
	hang   sync.RWMutex
}

func (p *proxy) run() {
	for {
		client, err := p.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.server)
		if err != nil {
			client.Close()
			continue
		}
		for _, pair := range [][2]net.Conn{{client, server}, {server, client}} {
			go func() {
				defer pair[1].Close()
				packet := make([]byte, 4096)
				for {
					n, err := pair[0].Read(packet)
					p.hang.RLock()
					_, writeErr := pair[1].Write(packet[:n])
					p.hang.RUnlock()
					if err != nil || writeErr != nil {
						return
					}
				}
			}()
		}
	}
}

// openByProxy opens a PostgreSQL database through a proxy.
func openByProxy(t *testing.T) (*store.DB, *proxy) {
	t.Helper()
	address, err := url.Parse(storetest.PostgresURL(t))
	must.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	p := &proxy{Listener: listener, server: address.Host}
	go p.run()
	address.Host = listener.Addr().String()
	return storetest.Open(t, address.String()), p
}

func TestCallsEndAtTheirDeadlineWhenPostgresHangs(t *testing.T) {
	count := func(ctx context.Context, db *store.DB) error {
		_, err := db.Client().User.Query().Count(ctx)
		return err
	}
	for name, call := range map[string]func(context.Context, *store.DB) error{
		"CachedStatement": count,
		"NewStatement": func(ctx context.Context, db *store.DB) error {
			var one int
			return db.Reader().QueryRowContext(ctx, "SELECT 1 -- "+time.Now().String()).Scan(&one)
		},
		"Exec": func(ctx context.Context, db *store.DB) error {
			_, err := db.Reader().ExecContext(ctx, "SHOW port")
			return err
		},
		"Write": func(ctx context.Context, db *store.DB) error {
			return db.Write(ctx, func(context.Context, *ent.Client) error { return nil })
		},
		"Ready": func(ctx context.Context, db *store.DB) error { return db.Ready(ctx) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, p := openByProxy(t)
			// connects, and caches statements
			if err := errors.Join(count(t.Context(), db), call(t.Context(), db)); err != nil {
				t.Fatal(err)
			}
			p.hang.Lock()
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			ended := make(chan error, 1)
			go func() { ended <- call(ctx, db) }()
			select {
			case err := <-ended:
				if err == nil {
					t.Error("the call succeeded")
				}
			case <-time.After(20 * time.Second): // many times longer than it should take
				t.Error("the call hangs")
			}
			p.hang.Unlock()
			for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				err := call(ctx, db)
				cancel()
				if err == nil {
					break
				}
				if time.Now().After(deadline) {
					t.Fatalf("the server answers again, the call does not: %v", err)
				}
			}
		})
	}
}

func TestCloseEndsWhenPostgresHangs(t *testing.T) {
	db, p := openByProxy(t)
	var idle []interface{ Close() error }
	for range db.Reader().Stats().MaxOpenConnections {
		conn, err := db.Reader().Conn(t.Context())
		must.NoError(t, err)
		idle = append(idle, conn)
		var one int
		must.NoError(t, conn.QueryRowContext(t.Context(), "SELECT 1 WHERE $1 = $1", 1).Scan(&one))
	}
	for _, conn := range idle {
		must.NoError(t, conn.Close())
	}
	p.hang.Lock()
	defer p.hang.Unlock()
	closed := make(chan error, 1)
	go func() { closed <- db.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(15 * time.Second):
		t.Error("Close hangs")
	}
}

func TestUnreachable(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want bool
	}{
		{&net.OpError{Op: "dial", Err: errors.New("connection refused")}, true},
		{&net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, true},
		{driver.ErrBadConn, true},
		{&pq.Error{Code: "57P03"}, true}, // starting up
		{&pq.Error{Code: "23505"}, false},
		{errors.New("no such column"), false},
		{nil, false},
	} {
		if got := store.Unreachable(fmt.Errorf("get project: %w", tc.err)); got != tc.want {
			t.Errorf("%v: %v, want %v", tc.err, got, tc.want)
		}
	}
}
