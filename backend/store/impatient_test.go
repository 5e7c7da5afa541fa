package store_test

import (
	"context"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"uvboard/backend/store"
	"uvboard/backend/store/storetest"
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

// A database that takes everything and answers nothing does not keep anybody longer than a call may last.
func TestPostgresThatStandsStill(t *testing.T) {
	address, err := url.Parse(storetest.PostgresURL(t))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	r := &road{Listener: listener, to: address.Host}
	go r.run()
	address.Host = listener.Addr().String()
	db := storetest.Open(t, address.String())

	count := func(ctx context.Context) error {
		_, err := db.Client().User.Query().Count(ctx)
		return err
	}
	if err := count(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.open.Lock()
	var all sync.WaitGroup
	for name, call := range map[string]func(context.Context) error{
		"Read": count, "Write": func(ctx context.Context) error {
			return db.Write(ctx, func(context.Context, *ent.Client) error { return nil })
		},
		"Brief": func(ctx context.Context) error { return count(store.Brief(ctx)) },
		"Ready": db.Ready,
	} {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			begin := time.Now()
			if err := call(ctx); err == nil || time.Since(begin) > 6*time.Second {
				t.Errorf("%s: %v after %v", name, err, time.Since(begin))
			}
		})
	}
	all.Wait()
	r.open.Unlock()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		err := count(ctx)
		cancel()
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("it answers again, and still: %v", err)
		}
	}
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
