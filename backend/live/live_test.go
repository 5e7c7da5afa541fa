package live

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

var here = netip.MustParseAddr("192.0.2.1")

// start starts a hub in a bubble of synctest.
func start(t *testing.T) *Hub {
	h := NewHub(&store.DB{Dialect: "sqlite3"}, true)
	t.Cleanup(h.Start(t.Context(), slog.New(slog.DiscardHandler)))
	return h
}

// subscribe follows topics; ended reports whether the stream must end.
func subscribe(t *testing.T, h *Hub, own bool, topics ...string) (s *Subscription, ended func() bool) {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	s, err := h.Subscribe(here, topics, own, "", end)
	must.NoError(t, err)
	return s, func() bool { return ctx.Err() != nil }
}

func item(id uuid.UUID) event.Item { return event.Item{Type: "item", ID: id} }

// edited returns the event that an item with a parent was edited.
func edited(id, parent uuid.UUID) event.Event {
	return event.Event{Kind: event.Edited, Item: item(id), Parent: item(parent), Public: true}
}

// received returns the ids of the changed items that wait; "resync" for a resync, and the word of a list.
func received(s *Subscription) (ids []string) {
	for _, e := range s.take() {
		switch {
		case e.GetResync() != nil:
			ids = append(ids, "resync")
		case e.GetChanged() != nil:
			ids = append(ids, e.GetChanged().Id)
		case e.GetChangedList() != 0:
			ids = append(ids, e.GetChangedList().String())
		}
	}
	return ids
}

func TestChangesReachThoseWhoFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, id, parent, user := start(t), uuid.New(), uuid.New(), uuid.New()
		all := map[string]*Subscription{}
		for name, topics := range map[string][]string{
			"item": {itemTopic(item(id))}, "parent": {itemTopic(item(parent))},
			"both": {itemTopic(item(id)), itemTopic(item(parent))},
			"own":  {ownTopic(user)}, "list": {"news"}, "other": {itemTopic(item(uuid.New())), ownTopic(uuid.New()),
				"forum"},
		} {
			all[name], _ = subscribe(t, h, name == "own", topics...)
		}
		e := edited(id, parent)
		e.To, e.Lists = []uuid.UUID{user}, []pb.LiveList{pb.LiveList_LIVE_LIST_NEWS}
		h.emitted(e)
		synctest.Wait() // the change is passed on at once, since the last one is longer ago than the pause
		for name, s := range all {
			want := []string{id.String()}
			switch name {
			case "list":
				want = []string{"LIVE_LIST_NEWS"}
			case "other":
				want = nil
			}
			if got := received(s); !slices.Equal(got, want) {
				t.Errorf("%s received %s, want %s", name, got, want)
			}
		}
	})
}

// Each kind of events reaches the topics that are listed here, and a kind that is not listed reaches none.
func TestTopicsOfKinds(t *testing.T) {
	const everybody, own = "item parent in list own", "own"
	want := map[event.Kind]string{
		event.Published: everybody, event.Edited: everybody, event.Changed: everybody, event.Voted: everybody,
		event.Hidden: everybody, event.Shown: everybody, event.Deleted: everybody,
		event.Followed: own, event.Decided: own, event.Secured: own, event.Access: "",
		event.Reclaimed: "", event.Requested: "", event.Waiting: "", event.Vouched: "", event.Resolved: "",
		event.Registered: "", event.Down: "",
		"a new kind": "",
	}
	for _, kind := range kinds(t) {
		if _, listed := want[kind]; !listed {
			t.Errorf("the kind %q is not listed here", kind)
		}
	}
	for kind, topics := range want {
		for _, itemType := range []string{"user", "project", "forum_post", "collection", "notification", "report",
			"audit_entry"} {
			for _, public := range []bool{true, false} {
				synctest.Test(t, func(t *testing.T) {
					h, user, stranger := start(t), uuid.New(), uuid.New()
					of := func(id uuid.UUID) event.Item { return event.Item{Type: itemType, ID: id} }
					e := event.Event{
						Kind: kind, Item: of(user), Parent: of(uuid.New()), In: []event.Item{of(uuid.New())},
						To:    []uuid.UUID{user},
						Lists: []pb.LiveList{pb.LiveList_LIVE_LIST_NEWS}, Actor: stranger, Public: public,
					}
					all := map[string]*Subscription{}
					for name, topic := range map[string]string{
						"item": itemTopic(e.Item), "parent": itemTopic(e.Parent), "in": itemTopic(e.In[0]),
						"list": "news",
						"own":  ownTopic(user), "another user": ownTopic(stranger), "nothing": itemTopic(event.Item{}),
					} {
						all[name], _ = subscribe(t, h, strings.HasPrefix(topic, "own/"), topic)
					}
					h.emitted(e)
					synctest.Wait()
					for name, s := range all {
						told := strings.Contains(" "+topics+" ", " "+name+" ") && (public || name == "own")
						if got := received(s); (len(got) > 0) != told {
							t.Errorf("%s %s, public: %v: %s received %s", itemType, kind, public, name, got)
						}
					}
				})
			}
		}
	}
}

// kinds returns the kinds that the package event declares.
func kinds(t *testing.T) (all []event.Kind) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../platform/event/event.go", nil, 0)
	must.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if of, ok := spec.Type.(*ast.Ident); ok && of.Name == "Kind" {
			word, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			must.NoError(t, err)
			all = append(all, event.Kind(word))
		}
		return true
	})
	if len(all) < 11 {
		t.Fatalf("found only the kinds %q", all)
	}
	return all
}

func TestManyChangesOfAnItemAreOneEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, a, b, x := start(t), uuid.New(), uuid.New(), uuid.New()
		s, _ := subscribe(t, h, false, itemTopic(item(x)))
		h.emitted(edited(a, x))
		synctest.Wait()
		for range 50 {
			h.emitted(edited(a, x))
		}
		h.emitted(edited(b, x))
		synctest.Wait()
		if got := received(s); len(got) != 1 {
			t.Errorf("received %d events during the pause, want the first", len(got))
		}
		time.Sleep(itemPause)
		synctest.Wait()
		if got := received(s); len(got) != 2 {
			t.Errorf("received %s after the pause", got)
		}
		s.Close()
		if len(h.byTopic) != 0 || len(h.byAddr) != 0 || h.Streams() != 0 {
			t.Errorf("left after the end: %v, %v, %d", h.byTopic, h.byAddr, h.Streams())
		}
	})
}

func TestLostEventsAreAResync(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, x := start(t), uuid.New()
		slow, _ := subscribe(t, h, false, itemTopic(item(x)))
		_, ended := subscribe(t, h, true, ownTopic(uuid.New()))
		for range maxQueued {
			slow.push(subject{ID: x}.event())
		}
		if got := received(slow); !slices.Equal(got, []string{"resync"}) {
			t.Errorf("a slow client received %s", got)
		}
		h.emitted(edited(uuid.New(), x))
		synctest.Wait()
		if ended() {
			t.Error("a stream of a user ended")
		}
		for range maxWaits + 1 {
			h.emitted(edited(uuid.New(), x))
		}
		time.Sleep(itemPause)
		synctest.Wait()
		if got := received(slow); !slices.Contains(got, "resync") || len(got) > 2 {
			t.Errorf("with too many changes: %s", got)
		}
		if !ended() {
			t.Error("a stream of a user, whose session may have ended, did not end")
		}
	})
}

// The stream of a user ends with the session, and streams that anyone may follow do not.
func TestAccessEndsTheOwnStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, user, other := start(t), uuid.New(), uuid.New()
		_, own := subscribe(t, h, true, ownTopic(user))
		_, others := subscribe(t, h, true, ownTopic(other))
		_, public := subscribe(t, h, false, "news", itemTopic(event.Item{Type: "user", ID: user}))
		h.emitted(event.AccessOf(user))
		synctest.Wait()
		if !own() || others() || public() {
			t.Errorf("ended: own %v, another user's %v, public %v", own(), others(), public())
		}
	})
}

// A client that has missed no change of its topics is told so. Where it cannot be known, it is not.
func TestUnchangedTopics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, x, other := start(t), uuid.New(), uuid.New()
		begins := func(h *Hub, since string, topics ...string) bool {
			t.Helper()
			s, err := h.Subscribe(here, topics, false, since, func() {})
			must.NoError(t, err)
			defer s.Close()
			first := s.take()
			if len(first) != 1 || first[0].GetReady() == nil {
				t.Fatalf("the stream begins with %v", first)
			}
			return first[0].GetReady().Unchanged
		}
		check := func(what string, got, want bool) {
			t.Helper()
			if got != want {
				t.Errorf("%s: unchanged %v, want %v", what, got, want)
			}
		}
		before := h.Position()
		check("no change", begins(h, before, "news", itemTopic(item(x))), true)
		h.emitted(edited(x, other)) // nobody follows it
		check("a changed item", begins(h, before, "news", itemTopic(item(x))), false)
		check("what it belongs to", begins(h, before, itemTopic(item(other))), false)
		check("another topic", begins(h, before, "news"), true)
		check("after the change", begins(h, h.Position(), itemTopic(item(x))), true)
		check("a restarted server", begins(start(t), before, "news"), false)
		for _, since := range []string{"", ".", h.name, h.name + ".", h.name + ".-1", h.name + ".x", "0"} {
			check("the position "+since, begins(h, since, "news"), false)
		}
		before = h.Position()
		h.lose()
		check("lost changes", begins(h, before, "news"), false)
		check("after lost changes", begins(h, h.Position(), "news"), true)
		before = h.Position()
		for range maxKept + 1 {
			h.emitted(edited(uuid.New(), other))
		}
		check("more changes than are kept", begins(h, before, "news"), false)
		if len(h.lastOf) > maxKept+3 {
			t.Errorf("%d topics are kept", len(h.lastOf))
		}
	})
}

func TestBoundsOfStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t)
		code := func(addr netip.Addr) string {
			_, err := h.Subscribe(addr, []string{"x"}, false, "", func() {})
			if f := fault.Of(err); f != nil {
				return f.Code
			}
			return ""
		}
		first, _ := subscribe(t, h, false, "x")
		for range maxStreamsPerAddr - 1 {
			subscribe(t, h, false, "x")
		}
		if got := code(here); got != "TOO_MANY_STREAMS" {
			t.Errorf("one address above its bound: %q", got)
		}
		first.Close()
		if got := code(here); got != "" {
			t.Errorf("after the end of a stream: %q", got)
		}
		h.bounds = false
		for h.Streams() < maxStreams {
			subscribe(t, h, false, "x")
		}
		if got := code(netip.MustParseAddr("192.0.2.2")); got != "TOO_MANY_STREAMS" {
			t.Errorf("above the bound of the server: %q", got)
		}
	})
}

func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		h := NewHub(&store.DB{Dialect: "sqlite3"}, false)
		stop := h.Start(ctx, slog.New(slog.DiscardHandler))
		_, ended := subscribe(t, h, false, "x")
		cancel()
		synctest.Wait()
		if !ended() {
			t.Error("streams do not end with the context")
		}
		if _, err := h.Subscribe(here, nil, false, "", func() {}); fault.Of(err) == nil ||
			fault.Of(err).Code != "STOPPING" {
			t.Errorf("a new stream: %v", err)
		}
		stop()
	})
}

// Changes reach other processes on PostgreSQL. After the connection that listens was lost, clients fetch again.
func TestServersNotifyEachOther(t *testing.T) {
	address, x := storetest.PostgresURL(t), uuid.New()
	log := slog.New(slog.DiscardHandler)
	var hubs [2]*Hub
	var dbs [2]*store.DB
	var clients [2]*Subscription
	for n := range hubs {
		dbs[n] = storetest.Open(t, address)
		hubs[n] = NewHub(dbs[n], false)
		dbs[n].SetListeners(Domain(hubs[n]).Listeners...)
		t.Cleanup(hubs[n].Start(t.Context(), log))
		clients[n], _ = subscribe(t, hubs[n], false, itemTopic(item(x)))
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
	say := func(n int, result error, ids ...uuid.UUID) error {
		return dbs[n].Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			for _, id := range ids {
				if err := dbs[n].Emit(ctx, tx, edited(id, x)); err != nil {
					return err
				}
			}
			return result
		})
	}
	for n := range hubs {
		wait(n, "resync") // it listens
	}
	id := uuid.New()
	before := dbs[1].Version()
	must.NoError(t, say(0, nil, id))
	wait(0, id.String())
	wait(1, id.String())
	if dbs[1].Version() == before {
		t.Error("the other server keeps its cached responses")
	}
	if err := say(0, errors.New("refused"), uuid.New()); err == nil || len(hubs[0].others.waits) > 0 {
		t.Errorf("%v; a change that was rolled back is passed on", err)
	}
	many, missing := make([]uuid.UUID, 60), map[string]bool{} // more than one payload holds, fewer than a queue
	for i := range many {
		many[i] = uuid.New()
		missing[many[i].String()] = true
	}
	must.NoError(t, say(0, nil, many...))
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
	must.NoError(t, say(1, nil, id))
	wait(0, id.String())
}
