package live

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// items is a kind whose loads are recorded.
type items struct {
	loads [][]uuid.UUID
	err   error
}

func (i *items) kind() domain.Live {
	return domain.Live{Kind: "item", Pause: 100 * time.Millisecond, Load: func(_ context.Context, ids []uuid.UUID) (events []domain.LiveEvent, err error) {
		i.loads = append(i.loads, slices.Clone(ids))
		for _, id := range ids {
			event := &pb.SubscribeResponse{Event: &pb.SubscribeResponse_Removal{Removal: &pb.LiveRemoval{Id: id.String()}}}
			events = append(events, domain.LiveEvent{ID: id, Event: event, Topics: []string{"all"}})
		}
		return events, i.err
	}}
}

var here = netip.MustParseAddr("192.0.2.1")

// start starts a hub with the kind of items in a bubble of synctest.
func start(t *testing.T, i *items) *Hub {
	h := NewHub(&store.DB{Dialect: "sqlite3"}, []domain.Live{i.kind()}, true)
	t.Cleanup(h.Start(t.Context(), slog.New(slog.DiscardHandler)))
	return h
}

func subscribe(t *testing.T, h *Hub, topics ...string) *Subscription {
	s, err := h.Subscribe(here, topics)
	must.NoError(t, err)
	return s
}

func change(id uuid.UUID, topics ...string) store.Change {
	return store.Change{Kind: "item", ID: id, Topics: topics}
}

// received returns the ids of the removals that wait; "resync" for a resync.
func received(s *Subscription) (ids []string) {
	for _, e := range s.take() {
		if e.GetResync() != nil {
			ids = append(ids, "resync")
		} else {
			ids = append(ids, e.GetRemoval().GetId())
		}
	}
	return ids
}

func TestChangesAreLoadedOnceForAllClients(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i, a := new(items), uuid.New()
		h := start(t, i)
		one, two, both, other := subscribe(t, h, "x"), subscribe(t, h, "x"), subscribe(t, h, "x", "all"), subscribe(t, h, "y")
		h.changed(change(a, "x"))
		synctest.Wait() // without a wait: nothing has changed for long
		for _, s := range []*Subscription{one, two, both} {
			if got := received(s); !slices.Equal(got, []string{a.String()}) {
				t.Errorf("received %s", got)
			}
		}
		if got := received(other); got != nil || len(i.loads) != 1 {
			t.Errorf("a client of another topic received %s; %d loads", got, len(i.loads))
		}
	})
}

func TestManyChangesOfAnItemAreOneEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i, a, b := new(items), uuid.New(), uuid.New()
		h := start(t, i)
		s := subscribe(t, h, "x")
		h.changed(change(a, "x"))
		synctest.Wait()
		for range 50 {
			h.changed(change(a, "x"))
		}
		h.changed(change(b, "x"))
		synctest.Wait()
		if got := received(s); len(got) != 1 {
			t.Errorf("received %d events during the pause, want the first", len(got))
		}
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		if got := received(s); len(got) != 2 || len(i.loads) != 2 {
			t.Errorf("received %s in %d loads", got, len(i.loads))
		}
	})
}

func TestOnlyFollowedItemsAreLoaded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := new(items)
		h := start(t, i)
		h.changed(change(uuid.New()))
		s := subscribe(t, h, "x")
		h.changed(change(uuid.New(), "y"))
		h.changed(store.Change{Kind: "unknown"})
		synctest.Wait()
		if len(i.loads) != 0 {
			t.Errorf("%d loads", len(i.loads))
		}
		s.End()
		if len(h.byTopic) != 0 || len(h.byAddr) != 0 || h.Streams() != 0 {
			t.Errorf("left after the end: %v, %v, %d", h.byTopic, h.byAddr, h.Streams())
		}
	})
}

func TestLostEventsAreAResync(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := new(items)
		h := start(t, i)
		slow := subscribe(t, h, "x")
		for range maxQueued + 1 {
			h.send([]string{"x"}, ready)
		}
		if got := received(slow); !slices.Equal(got, []string{"resync"}) {
			t.Errorf("a slow client received %s", got)
		}
		i.err = errors.New("no database")
		h.changed(change(uuid.New(), "x"))
		synctest.Wait()
		if got := received(slow); !slices.Contains(got, "resync") {
			t.Errorf("after a failed load: %s", got)
		}
		time.Sleep(time.Second)
		i.err = nil
		h.kinds["item"].mu.Lock() // as if a load took long
		for range maxWaits {
			h.kinds["item"].waits[uuid.New()] = nil
		}
		h.kinds["item"].mu.Unlock()
		h.changed(change(uuid.New(), "x"))
		if got := received(slow); !slices.Equal(got, []string{"resync"}) {
			t.Errorf("with too many changes: %s", got)
		}
	})
}

func TestBoundsOfStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, new(items))
		code := func(addr netip.Addr) string {
			_, err := h.Subscribe(addr, []string{"x"})
			if f := fault.Of(err); f != nil {
				return f.Code
			}
			return ""
		}
		first := subscribe(t, h, "x")
		for range maxStreamsPerAddr - 1 {
			subscribe(t, h, "x")
		}
		if got := code(here); got != "TOO_MANY_STREAMS" {
			t.Errorf("one address above its bound: %q", got)
		}
		first.End()
		if got := code(here); got != "" {
			t.Errorf("after the end of a stream: %q", got)
		}
		h.bounds = false
		for h.Streams() < maxStreams {
			subscribe(t, h, "x")
		}
		if got := code(netip.MustParseAddr("192.0.2.2")); got != "TOO_MANY_STREAMS" {
			t.Errorf("above the bound of the server: %q", got)
		}
	})
}

func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		h := NewHub(&store.DB{Dialect: "sqlite3"}, nil, false)
		stop := h.Start(ctx, slog.New(slog.DiscardHandler))
		s := subscribe(t, h, "x")
		cancel()
		synctest.Wait()
		if len(s.wake) == 0 || !h.isStopped() {
			t.Error("streams do not end with the context")
		}
		if _, err := h.Subscribe(here, nil); fault.Of(err) == nil || fault.Of(err).Code != "STOPPING" {
			t.Errorf("a new stream: %v", err)
		}
		stop()
	})
}

// Changes reach other processes on PostgreSQL. After the connection that listens was lost, clients fetch again.
func TestServersNotifyEachOther(t *testing.T) {
	address, long := storetest.PostgresURL(t), strings.Repeat("y", 400)
	log := slog.New(slog.DiscardHandler)
	var hubs [2]*Hub
	var dbs [2]*store.DB
	var kinds [2]items
	var clients [2]*Subscription
	for n := range hubs {
		dbs[n] = storetest.Open(t, address)
		hubs[n] = NewHub(dbs[n], []domain.Live{kinds[n].kind()}, false)
		t.Cleanup(hubs[n].Start(t.Context(), log))
		clients[n] = subscribe(t, hubs[n], "x", long)
	}
	wait := func(n int, want string) {
		t.Helper()
		for timeout := time.After(10 * time.Second); ; {
			select {
			case <-clients[n].wake:
				if slices.Contains(received(clients[n]), want) {
					return
				}
			case <-timeout:
				t.Fatalf("server %d: no %s", n, want)
			}
		}
	}
	for n := range hubs {
		wait(n, "resync") // it listens
	}
	id := uuid.New()
	must.NoError(t, dbs[0].Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		dbs[0].Announce(ctx, change(id, "x"))
		return nil
	}))
	wait(0, id.String())
	wait(1, id.String())
	failed := dbs[0].Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		dbs[0].Announce(ctx, change(uuid.New(), "x"))
		return errors.New("refused")
	})
	if failed == nil || len(hubs[0].shared.waits) > 0 {
		t.Errorf("%v; a change that was rolled back is announced", failed)
	}
	many := make([]uuid.UUID, 40) // more than one payload holds
	for i := range many {
		many[i] = uuid.New()
		dbs[0].Announce(t.Context(), change(many[i], long))
	}
	missing := map[string]bool{}
	for _, id := range many {
		missing[id.String()] = true
	}
	for timeout := time.After(10 * time.Second); len(missing) > 0; {
		select {
		case <-clients[1].wake:
			for _, id := range received(clients[1]) {
				if id == "resync" {
					t.Fatal("events were lost")
				}
				delete(missing, id)
			}
		case <-timeout:
			t.Fatalf("%d changes are missing", len(missing))
		}
	}
	_, err := dbs[0].Reader().ExecContext(t.Context(),
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'")
	must.NoError(t, err)
	wait(0, "resync")
	wait(1, "resync")
	dbs[1].Announce(t.Context(), change(id, "x"))
	wait(0, id.String())
}
