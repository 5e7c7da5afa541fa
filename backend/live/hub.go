// Package live notifies clients of changes, so that they fetch the items again. It takes the events of this server and
// of others that share the database, and sends them, without content, to all clients that follow the items.
package live

import (
	"context"
	"log/slog"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/ratelimit"
	"uvboard/backend/platform/store"
	pb "uvboard/gen/uvboard/v1"
)

// Bounds, which docs/limits.md lists.
const (
	maxStreams        = 3000 // of the server, fewer than its connections
	maxStreamsPerAddr = 100
)

const (
	maxQueued = 64               // events of one stream; beyond it, a resync replaces them
	maxKept   = 10_000           // topics whose last change is known; beyond it, all are forgotten
	retryTime = 30 * time.Second // after a refusal
)

// Pauses between two events of an item and of a list, which has more subscribers.
const (
	itemPause = 100 * time.Millisecond
	listPause = time.Second
)

// Hub passes changes on to subscriptions.
type Hub struct {
	db           *store.DB
	items, lists *collector
	others       *collector // of changes to tell other servers; nil on SQLite
	name         string     // of this process, which ignores its own notifications
	bounds       bool       // by address

	mu      sync.RWMutex
	stopped bool
	streams map[*Subscription]bool
	byAddr  map[netip.Prefix]int
	byTopic map[string]map[*Subscription]bool
	// Changes are numbered, so that a client learns when it subscribes whether it has missed one.
	last      uint64            // the number of the last change
	lastOf    map[string]uint64 // by topic
	forgotten uint64            // lastOf has only changes with greater numbers
}

// NewHub returns a hub. It does nothing until Start. boundAddrs limits the streams of an address.
func NewHub(db *store.DB, boundAddrs bool) *Hub {
	h := &Hub{
		db: db, name: uuid.NewString(), bounds: boundAddrs,
		streams: map[*Subscription]bool{}, byAddr: map[netip.Prefix]int{}, byTopic: map[string]map[*Subscription]bool{},
		lastOf: map[string]uint64{},
	}
	h.items, h.lists = newCollector(itemPause, h.deliver), newCollector(listPause, h.deliver)
	if !db.IsSQLite() {
		h.others = newCollector(itemPause, h.notify)
	}
	return h
}

// Start passes changes on until stop is called. Streams end earlier, with ctx: calls that are still in flight can then
// notify other servers of their changes.
func (h *Hub) Start(ctx context.Context, log *slog.Logger) (stop func()) {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	running.Go(func() { h.items.run(work, log) })
	running.Go(func() { h.lists.run(work, log) })
	if h.others != nil {
		running.Go(func() { h.others.run(work, log) })
		running.Go(func() { h.listen(work, log) })
	}
	stopped := context.AfterFunc(ctx, h.endStreams)
	return func() {
		stopped()
		h.endStreams()
		cancel()
		running.Wait()
	}
}

func (h *Hub) endStreams() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopped = true
	for s := range h.streams {
		s.end()
	}
}

// emitted takes an event of this server.
func (h *Hub) emitted(e event.Event) {
	for _, c := range changesOf(e) {
		h.take(c)
		if h.others != nil { // also a change that nobody is told of: it outdates what the other servers have cached
			h.others.add(c)
		}
	}
}

// take numbers a change, and collects it if a stream of this server follows it. Both happen at once: a subscription
// either finds the change or receives it.
func (h *Hub) take(c change) {
	h.mu.Lock()
	if len(h.lastOf) > maxKept {
		h.forget()
	}
	h.last++
	for _, topic := range c.Topics {
		h.lastOf[topic] = h.last
	}
	followed := slices.ContainsFunc(c.Topics, func(topic string) bool { return len(h.byTopic[topic]) > 0 })
	h.mu.Unlock()
	switch {
	case !followed:
	case c.List != "":
		h.lists.add(c)
	default:
		h.items.add(c)
	}
}

// lose makes clients fetch again, because changes of other servers were lost.
func (h *Hub) lose() {
	h.mu.Lock()
	h.forget()
	h.mu.Unlock()
	h.items.lose()
}

// forget forgets which topics have changed, so that every position is too old.
func (h *Hub) forget() {
	h.last++
	h.forgotten = h.last
	clear(h.lastOf)
}

// Position returns where the changes stand. It is of use if it is taken before the data of a page is read: then what
// the page lacks has a greater number, since a change is numbered after its commit.
func (h *Hub) Position() string {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.name + "." + strconv.FormatUint(h.last, 10)
}

// unchanged reports that no topic has changed after a position. It is false if that is not known: for a position of
// another server or from before a restart, and with standbys, which have a change later than it is numbered.
func (h *Hub) unchanged(topics []string, position string) bool {
	number, here := strings.CutPrefix(position, h.name+".")
	since, err := strconv.ParseUint(number, 10, 64)
	if !here || err != nil || since < h.forgotten || h.db.Standbys() != nil {
		return false
	}
	return !slices.ContainsFunc(topics, func(topic string) bool { return h.lastOf[topic] > since })
}

var (
	ready     = &pb.SubscribeResponse{Event: &pb.SubscribeResponse_Ready{Ready: &pb.LiveReady{}}}
	unchanged = &pb.SubscribeResponse{Event: &pb.SubscribeResponse_Ready{Ready: &pb.LiveReady{Unchanged: true}}}
	heartbeat = &pb.SubscribeResponse{Event: &pb.SubscribeResponse_Heartbeat{Heartbeat: &pb.LiveHeartbeat{}}}
	resync    = &pb.SubscribeResponse{Event: &pb.SubscribeResponse_Resync{Resync: &pb.LiveResync{}}}
)

// deliver queues changes in the streams that follow them. If changes are missing, clients fetch again, and streams with
// the user's own changes end, since the session may have ended.
// With standbys, they are told once these have the changes, since clients may fetch from one.
func (h *Hub) deliver(ctx context.Context, changes []change, lost bool) error {
	if h.db.Standbys() != nil {
		if err := h.db.Standbys().Await(ctx); err != nil {
			return err
		}
		h.db.Outdate()
	}
	h.mu.RLock()
	defer h.mu.RUnlock()
	if lost {
		for s := range h.streams {
			if s.push(resync); s.own {
				s.end()
			}
		}
	}
	for _, c := range changes {
		e := c.event()
		for _, topic := range c.Topics {
			for s := range h.byTopic[topic] {
				switch {
				case c.Kind != event.Access:
					s.push(e)
				case s.own: // the next subscription is authenticated again
					s.end()
				}
			}
		}
	}
	return nil
}

// Streams returns the number of streams.
func (h *Hub) Streams() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.streams)
}

// Subscribe begins a subscription of a client, with the event ready, which says whether the topics have changed after
// the client's position; end is called when its stream must end. Faults: rate limited above the bounds; unavailable if
// the server is stopping.
func (h *Hub) Subscribe(addr netip.Addr, topics []string, own bool, position string, end func()) (*Subscription,
	error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	from := ratelimit.Network(addr)
	switch {
	case h.stopped:
		return nil, fault.Unavailable("STOPPING", "The server is restarting. Please try again.")
	case len(h.streams) >= maxStreams || h.bounds && h.byAddr[from] >= maxStreamsPerAddr:
		return nil, &fault.Fault{
			Kind: fault.KindRateLimited, Code: "TOO_MANY_STREAMS", RetryAfter: retryTime,
			Message: "Too many pages receive live updates at the moment. Please try again later.",
		}
	}
	s := &Subscription{hub: h, from: from, topics: topics, own: own, end: end, wake: make(chan struct{}, 1)}
	if h.unchanged(topics, position) {
		s.push(unchanged)
	} else {
		s.push(ready)
	}
	h.streams[s] = true
	h.byAddr[from]++
	for _, topic := range topics {
		if h.byTopic[topic] == nil {
			h.byTopic[topic] = map[*Subscription]bool{}
		}
		h.byTopic[topic][s] = true
	}
	return s, nil
}

// Subscription is a stream's queue of events.
type Subscription struct {
	hub    *Hub
	from   netip.Prefix
	topics []string
	own    bool // follows the user's own changes
	end    func()
	wake   chan struct{} // has a value if there are events

	mu     sync.Mutex
	queued []*pb.SubscribeResponse
}

// Close ends the subscription.
func (s *Subscription) Close() {
	h := s.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.streams, s)
	if h.byAddr[s.from]--; h.byAddr[s.from] == 0 {
		delete(h.byAddr, s.from)
	}
	for _, topic := range s.topics {
		if delete(h.byTopic[topic], s); len(h.byTopic[topic]) == 0 {
			delete(h.byTopic, topic)
		}
	}
}

// push queues an event once. If the client is too slow, one resync replaces all that are queued.
func (s *Subscription) push(e *pb.SubscribeResponse) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case slices.Contains(s.queued, e):
	case len(s.queued) == maxQueued:
		s.queued = []*pb.SubscribeResponse{resync}
	default:
		s.queued = append(s.queued, e)
	}
	signal(s.wake)
}

// take returns the queued events.
func (s *Subscription) take() []*pb.SubscribeResponse {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.queued
	s.queued = nil
	return all
}
