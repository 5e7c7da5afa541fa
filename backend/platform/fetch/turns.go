package fetch

import (
	"context"
	"net/url"
	"strings"
	"sync"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/sync/semaphore"
)

// ownerShare is the part of the turns that the targets of one owner take: a quarter, as in backend/platform/jobs.
const ownerShare = 4

// Turns limits the targets that are asked at a time: all of them, and those of each owner to a quarter. So targets that
// do not answer delay their owner alone.
type Turns struct {
	all   *semaphore.Weighted
	share int64

	mu     sync.Mutex
	owners map[string]*owner
}

type owner struct {
	turns *semaphore.Weighted
	users int // of this entry
}

// NewTurns returns that many turns.
func NewTurns(n int) *Turns {
	return &Turns{all: semaphore.NewWeighted(int64(n)), share: int64(max(n/ownerShare, 1)), owners: map[string]*owner{}}
}

// Take waits for a turn of an owner. done gives it back. The error is that of ctx.
func (t *Turns) Take(ctx context.Context, of string) (done func(), err error) {
	t.mu.Lock()
	o := t.owners[of]
	if o == nil {
		o = &owner{turns: semaphore.NewWeighted(t.share)}
		t.owners[of] = o
	}
	o.users++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if o.users--; o.users == 0 {
			delete(t.owners, of)
		}
	}
	if err := o.turns.Acquire(ctx, 1); err != nil {
		leave()
		return nil, err
	}
	if err := t.all.Acquire(ctx, 1); err != nil {
		o.turns.Release(1)
		leave()
		return nil, err
	}
	return func() {
		t.all.Release(1)
		o.turns.Release(1)
		leave()
	}, nil
}

// Site returns the domain that somebody has registered for an address, such as example.co.uk: its owner can make any
// name below it.
func Site(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	if site, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return site
	}
	return host
}
