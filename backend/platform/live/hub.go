// Package live streams changes to clients: it takes what the domains announce, on this server and on others that share the
// database, loads each changed item once and sends it to all clients that follow it.
package live

import (
	"context"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	pb "uvboard/gen/uvboard/v1"
)

// Bounds, which docs/limits.md lists.
const (
	maxStreams        = 3000 // of the server, fewer than its connections
	maxStreamsPerAddr = 100
)

const (
	maxQueued = 64   // events of one stream; beyond it, a resync replaces them
	maxBatch  = 100  // items that one load takes
	maxWaits  = 1000 // items that wait for a load; beyond it, all clients resync
	loadTime  = 10 * time.Second
	retryTime = 30 * time.Second // after a refusal
)

// Hub passes changes on to subscriptions.
type Hub struct {
	db     *store.DB
	kinds  map[string]*kind
	shared *outbox // nil on SQLite
	bounds bool    // by address

	mu      sync.RWMutex
	stopped bool
	streams int
	byAddr  map[netip.Prefix]int
	byTopic map[string]map[*Subscription]bool
}

// kind collects the items of a kind that wait for their load.
type kind struct {
	domain.Live
	wake chan struct{}

	mu    sync.Mutex
	waits map[uuid.UUID][]string // topics by item
}

// NewHub returns a hub for changes of these kinds. It does nothing until Start. boundAddrs limits the streams of an address.
func NewHub(db *store.DB, kinds []domain.Live, boundAddrs bool) *Hub {
	h := &Hub{
		db: db, kinds: map[string]*kind{}, bounds: boundAddrs,
		byAddr: map[netip.Prefix]int{}, byTopic: map[string]map[*Subscription]bool{},
	}
	for _, k := range kinds {
		h.kinds[k.Kind] = &kind{Live: k, wake: make(chan struct{}, 1), waits: map[uuid.UUID][]string{}}
	}
	if !db.IsSQLite() {
		h.shared = newOutbox(db)
	}
	return h
}

// Start passes changes on until stop is called. Streams end with ctx, which is earlier: calls that are then in flight still tell
// other servers of their changes.
func (h *Hub) Start(ctx context.Context, log *slog.Logger) (stop func()) {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	for _, k := range h.kinds {
		running.Go(func() { h.runKind(work, k, log) })
	}
	if h.shared != nil {
		running.Go(func() { h.shared.run(work, log) })
		running.Go(func() { h.listen(work, log) })
	}
	h.db.OnChange(h.changed)
	stopped := context.AfterFunc(ctx, h.endStreams)
	return func() {
		stopped()
		h.endStreams()
		h.db.OnChange(nil)
		cancel()
		running.Wait()
	}
}

func (h *Hub) endStreams() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopped = true
	for _, streams := range h.byTopic {
		for s := range streams {
			s.signal()
		}
	}
}

func (h *Hub) isStopped() bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.stopped
}

// changed takes a change of this server.
func (h *Hub) changed(c store.Change) {
	h.take(c)
	if h.shared != nil {
		h.shared.add(c)
	}
}

// take queues a change for its load if a stream of this server follows it.
func (h *Hub) take(c store.Change) {
	k := h.kinds[c.Kind]
	if k == nil || !h.isFollowed(c.Topics) {
		return
	}
	if !k.add(c) {
		h.resync(nil)
	}
}

// isFollowed reports whether a stream follows one of the topics, or anything if there are none.
func (h *Hub) isFollowed(topics []string) bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if len(topics) == 0 {
		return h.streams > 0
	}
	for _, topic := range topics {
		if len(h.byTopic[topic]) > 0 {
			return true
		}
	}
	return false
}

// add queues a change. It reports whether there was space; if not, it drops all.
func (k *kind) add(c store.Change) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, waits := k.waits[c.ID]; !waits && len(k.waits) == maxWaits {
		clear(k.waits)
		return false
	}
	k.waits[c.ID] = append(k.waits[c.ID], c.Topics...)
	select {
	case k.wake <- struct{}{}:
	default:
	}
	return true
}

func (k *kind) takeAll() map[uuid.UUID][]string {
	k.mu.Lock()
	defer k.mu.Unlock()
	all := k.waits
	k.waits = map[uuid.UUID][]string{}
	return all
}

// runKind loads changed items: at once after a pause without changes, else after the pause.
func (h *Hub) runKind(ctx context.Context, k *kind, log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-k.wake:
		}
		h.load(ctx, k, k.takeAll(), log)
		select {
		case <-ctx.Done():
			return
		case <-time.After(k.Pause):
		}
	}
}

// load loads items and sends their events. If that fails, clients fetch what they show.
func (h *Hub) load(ctx context.Context, k *kind, topics map[uuid.UUID][]string, log *slog.Logger) {
	ids := make([]uuid.UUID, 0, maxBatch)
	flush := func() {
		bounded, cancel := context.WithTimeout(ctx, loadTime)
		defer cancel()
		events, err := k.Load(bounded, ids)
		if err != nil {
			if ctx.Err() == nil {
				log.Warn("live events not loaded; clients fetch again", "kind", k.Kind, "error", err.Error())
			}
			h.resync(nil)
		}
		for _, e := range events {
			h.send(append(topics[e.ID], e.Topics...), e.Event)
		}
		ids = ids[:0]
	}
	for id := range topics {
		if ids = append(ids, id); len(ids) == maxBatch {
			flush()
		}
	}
	if len(ids) > 0 {
		flush()
	}
}

// send queues an event in the streams that follow one of the topics, once in each.
func (h *Hub) send(topics []string, event *pb.SubscribeResponse) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	sent := map[*Subscription]bool{}
	for _, topic := range topics {
		for s := range h.byTopic[topic] {
			if !sent[s] {
				sent[s] = true
				s.push(event)
			}
		}
	}
}

var (
	ready     = &pb.SubscribeResponse{Event: &pb.SubscribeResponse_Ready{Ready: &pb.LiveReady{}}}
	heartbeat = &pb.SubscribeResponse{Event: &pb.SubscribeResponse_Heartbeat{Heartbeat: &pb.LiveHeartbeat{}}}
	resync    = &pb.SubscribeResponse{Event: &pb.SubscribeResponse_Resync{Resync: &pb.LiveResync{}}}
)

// resync lets the clients that follow one of the topics fetch again, all of them if there are none.
func (h *Hub) resync(topics []string) {
	if topics == nil {
		h.mu.RLock()
		for topic := range h.byTopic {
			topics = append(topics, topic)
		}
		h.mu.RUnlock()
	}
	h.send(topics, resync)
}

// Streams returns the number of streams.
func (h *Hub) Streams() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.streams
}

// Subscribe begins a subscription of a client. Faults: rate limited above the bounds; unavailable if the server is stopping.
func (h *Hub) Subscribe(addr netip.Addr, topics []string) (*Subscription, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	from := prefixOf(addr)
	switch {
	case h.stopped:
		return nil, fault.Unavailable("STOPPING", "The server is restarting. Please try again.")
	case h.streams >= maxStreams || h.bounds && h.byAddr[from] >= maxStreamsPerAddr:
		return nil, &fault.Fault{
			Kind: fault.KindRateLimited, Code: "TOO_MANY_STREAMS", RetryAfter: retryTime,
			Message: "Too many pages receive live updates at the moment. Please try again later.",
		}
	}
	s := &Subscription{hub: h, from: from, topics: topics, wake: make(chan struct{}, 1)}
	h.streams++
	h.byAddr[from]++
	for _, topic := range topics {
		if h.byTopic[topic] == nil {
			h.byTopic[topic] = map[*Subscription]bool{}
		}
		h.byTopic[topic][s] = true
	}
	return s, nil
}

// prefixOf returns what the streams of a client are counted by: its address, of IPv6 the /64.
func prefixOf(addr netip.Addr) netip.Prefix {
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	prefix, err := addr.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return prefix
}

// Subscription is a stream's queue of events.
type Subscription struct {
	hub    *Hub
	from   netip.Prefix
	topics []string
	wake   chan struct{} // has a value if there are events, or the stream is to end

	mu     sync.Mutex
	queued []*pb.SubscribeResponse
}

// End ends the subscription.
func (s *Subscription) End() {
	h := s.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	h.streams--
	if h.byAddr[s.from]--; h.byAddr[s.from] == 0 {
		delete(h.byAddr, s.from)
	}
	for _, topic := range s.topics {
		if delete(h.byTopic[topic], s); len(h.byTopic[topic]) == 0 {
			delete(h.byTopic, topic)
		}
	}
}

// push queues an event. If the client is too slow, one resync replaces all that are queued.
func (s *Subscription) push(event *pb.SubscribeResponse) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queued) == maxQueued {
		s.queued, event = nil, resync
	}
	s.queued = append(s.queued, event)
	s.signal()
}

func (s *Subscription) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// take returns the queued events.
func (s *Subscription) take() []*pb.SubscribeResponse {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.queued
	s.queued = nil
	return all
}
