package store_test

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// road leads to a server, and can be closed to traffic without anybody being told.
type road struct {
	net.Listener
	to   string
	open sync.RWMutex
}

func (r *road) run() {
	for {
		from, err := r.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("tcp", r.to)
		if err != nil {
			from.Close()
			continue
		}
		for _, way := range [][2]net.Conn{{from, to}, {to, from}} {
			go func() {
				defer way[1].Close()
				packet := make([]byte, 4096)
				for {
					n, err := way[0].Read(packet)
					r.open.RLock()
					_, lost := way[1].Write(packet[:n])
					r.open.RUnlock()
					if err != nil || lost != nil {
						return
					}
				}
			}()
		}
	}
}

// A database that takes everything and answers nothing does not keep anybody longer than a call may last, whatever its
// connection was about to do; nor who has all the time until told to stop, as what works beside the server.
func TestPostgresThatStandsStill(t *testing.T) {
	address := storetest.PostgresURL(t)
	count := func(ctx context.Context, db *store.DB) error {
		_, err := db.Client().User.Query().Count(ctx)
		return err
	}
	const patience = 200 * time.Millisecond
	ends := map[string]func(context.Context) (context.Context, context.CancelFunc){
		"": func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, patience)
		},
		", then told to stop": func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(patience, cancel)
			return ctx, cancel
		},
	}
	calls := map[string]func(context.Context, *store.DB) error{
		"read kept": count,
		"read anew": func(ctx context.Context, db *store.DB) error {
			var one int
			return db.Reader().QueryRowContext(ctx, "SELECT 1 -- "+time.Now().String()).Scan(&one)
		},
		"read not kept": func(ctx context.Context, db *store.DB) error {
			_, err := db.Reader().ExecContext(ctx, "SHOW port")
			return err
		},
		"write": func(ctx context.Context, db *store.DB) error {
			return db.Write(ctx, func(context.Context, *ent.Client) error { return nil })
		},
		"ready": func(ctx context.Context, db *store.DB) error { return db.Ready(ctx) },
	}
	for name, call := range calls {
		for how, end := range ends {
			t.Run(name+how, func(t *testing.T) {
				t.Parallel()
				db, r := overRoad(t, address)
				if err := errors.Join(count(t.Context(), db), call(t.Context(), db)); err != nil { // connected now, statements kept
					t.Fatal(err)
				}
				r.open.Lock()
				ctx, cancel := end(t.Context())
				defer cancel()
				answered := make(chan error, 1)
				go func() { answered <- call(ctx, db) }()
				select {
				case err := <-answered:
					if err == nil {
						t.Error("it was answered")
					}
				case <-time.After(20 * time.Second): // many times as long as it takes
					t.Error("it goes on waiting")
				}
				r.open.Unlock()
				for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
					ctx, cancel := context.WithTimeout(t.Context(), time.Second)
					err := call(ctx, db)
					cancel()
					if err == nil {
						break
					}
					if time.Now().After(deadline) {
						t.Fatalf("it answers again, and still: %v", err)
					}
				}
			})
		}
	}
}

// Nor does it keep those waiting who close their connections to it, however many there are.
func TestPostgresThatStandsStillIsClosed(t *testing.T) {
	db, r := overRoad(t, storetest.PostgresURL(t))
	for _, conn := range everyReader(t, db) {
		var one int
		err := conn.QueryRowContext(t.Context(), "SELECT 1 WHERE $1 = $1", 1).Scan(&one) // which is kept
		if err := errors.Join(err, conn.Close()); err != nil {
			t.Fatal(err)
		}
	}
	r.open.Lock()
	defer r.open.Unlock()
	closed := make(chan error, 1)
	go func() { closed <- db.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(15 * time.Second):
		t.Error("it goes on waiting")
	}
}

// overRoad opens the database at address by way of a road.
func overRoad(t *testing.T, address string) (*store.DB, *road) {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	r := &road{Listener: listener, to: at.Host}
	go r.run()
	at.Host = listener.Addr().String()
	return storetest.Open(t, at.String()), r
}

// A connection that nobody has used since its last call was over is closed as any other.
func TestPostgresIsClosedAfterALongRest(t *testing.T) {
	db, err := store.Open(t.Context(), storetest.PostgresURL(t))
	if err != nil {
		t.Fatal(err)
	}
	ctx, done := context.WithTimeout(t.Context(), time.Second)
	defer done()
	var one int
	if err := db.Reader().QueryRowContext(ctx, "SELECT 1 WHERE $1 = $1", 1).Scan(&one); err != nil {
		t.Error(err)
	}
	time.Sleep(3500 * time.Millisecond) // longer than the call had, and the driver to stop it
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// everyReader takes all read connections until the test ends or closes them.
func everyReader(t *testing.T, db *store.DB) (conns []*sql.Conn) {
	t.Helper()
	for range db.Reader().Stats().MaxOpenConnections {
		conn, err := db.Reader().Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() }) // fails only on a connection that the test closed
		conns = append(conns, conn)
	}
	return conns
}
