package live

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/store"
)

const (
	notifyPause = 50 * time.Millisecond
	notifyTime  = 5 * time.Second
	listenPause = time.Second
)

// outbox collects changes of this server and notifies the other servers of them, one statement for all that wait.
type outbox struct {
	db   *store.DB
	name string // of this process
	wake chan struct{}

	mu    sync.Mutex
	waits map[changeKey]store.Change
	lost  bool // a notification failed, so the others must resync
}

type changeKey struct {
	kind string
	id   uuid.UUID
}

func newOutbox(db *store.DB) *outbox {
	return &outbox{db: db, name: uuid.NewString(), wake: make(chan struct{}, 1), waits: map[changeKey]store.Change{}}
}

func (o *outbox) add(c store.Change) {
	o.mu.Lock()
	defer o.mu.Unlock()
	key := changeKey{c.Kind, c.ID}
	if had, waits := o.waits[key]; waits { // a thread that was moved concerns both channels
		c.Topics = union(had.Topics, c.Topics)
	}
	if len(o.waits) < maxWaits {
		o.waits[key] = c
	} else {
		o.lost = true
	}
	o.signal()
}

func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// run notifies until ctx ends, and then once more of what waits.
func (o *outbox) run(ctx context.Context, log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
			o.flush(context.WithoutCancel(ctx), log)
			return
		case <-o.wake:
		}
		pause := notifyPause
		if !o.flush(ctx, log) {
			pause = listenPause
			o.signal()
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// flush notifies of what waits and reports whether that worked.
func (o *outbox) flush(ctx context.Context, log *slog.Logger) bool {
	o.mu.Lock()
	changes, lost := slices.Collect(maps.Values(o.waits)), o.lost
	o.waits, o.lost = map[changeKey]store.Change{}, false
	o.mu.Unlock()
	if lost {
		changes = nil
	} else if len(changes) == 0 {
		return true
	}
	bounded, cancel := context.WithTimeout(ctx, notifyTime)
	defer cancel()
	err := o.db.Notify(bounded, o.name, changes)
	if err == nil || ctx.Err() != nil {
		return true
	}
	log.Warn("other servers not told of changes; will be tried again", "error", err.Error())
	o.mu.Lock()
	defer o.mu.Unlock()
	o.lost = true
	return false
}

// listen takes the changes of other servers until ctx ends.
func (h *Hub) listen(ctx context.Context, log *slog.Logger) {
	for ctx.Err() == nil {
		err := h.db.Listen(ctx, h.shared.name, func(changes []store.Change) {
			if len(changes) == 0 {
				h.resync(nil)
			}
			for _, c := range changes {
				h.take(c)
			}
		})
		if err == nil {
			return
		}
		log.Warn("changes of other servers are not received; will be tried again", "error", err.Error())
		select {
		case <-ctx.Done():
		case <-time.After(listenPause):
		}
	}
}
