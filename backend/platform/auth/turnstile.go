package auth

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"uvboard/backend/platform/fault"
)

// hashing admits two hashes at once: more would only take memory and processor time from everybody else.
var hashing = &turnstile{places: make(chan struct{}, 2)}

// longestWait is less than a request may take, so whoever waits for a hash also gets it.
const longestWait = 10 * time.Second

// firstStay is how long a hash is taken to last before one was made.
const firstStay = 100 * time.Millisecond

// turnstile lets so many in at once, and turns away those whose turn would come too late.
type turnstile struct {
	places  chan struct{}
	waiting atomic.Int64
	stay    atomic.Int64 // how long each stayed lately, in nanoseconds
}

// enter waits for a place; whoever has it gives it back by leave. It fails when ctx ends first, and with a fault that says
// when to come again while there are too many before: at once, or after longestWait when they take longer than expected.
func (t *turnstile) enter(ctx context.Context) (leave func(), err error) {
	before := t.waiting.Add(1) - 1
	defer t.waiting.Add(-1)
	wait := time.Duration(before * cmp.Or(t.stay.Load(), int64(firstStay)) / int64(cap(t.places)))
	if wait > longestWait {
		return nil, busy(wait)
	}
	late := time.NewTimer(longestWait)
	defer late.Stop()
	select {
	case t.places <- struct{}{}:
	case <-late.C:
		return nil, busy(longestWait)
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to hash a password: %w", ctx.Err())
	}
	entered := time.Now()
	return func() {
		t.note(time.Since(entered))
		<-t.places
	}, nil
}

func busy(wait time.Duration) error {
	return &fault.Fault{
		Kind: fault.KindUnavailable, Code: "BUSY", Message: "Too many people are logging in or joining right now. Please try again in a moment.",
		RetryAfter: wait,
	}
}

// note mixes the newest stay into those before. Two that leave at once may lose one of theirs, which is no harm.
func (t *turnstile) note(stay time.Duration) {
	if usual := t.stay.Load(); usual > 0 {
		stay = time.Duration((7*usual + int64(stay)) / 8)
	}
	t.stay.Store(int64(stay))
}
