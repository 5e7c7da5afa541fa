package server

import (
	"container/list"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
)

// allowance is a bucket of tokens: so many at once, refilled at so many a second.
type allowance struct {
	burst     float64
	perSecond float64
}

// The published allowances: generous to a person and closed to a script. Each holds for an address and, once more,
// for an account. The register and login ones are by address and by the name tried.
var allowances = map[auth.Limit]allowance{
	auth.LimitRead:     {burst: 120, perSecond: 20},
	auth.LimitWrite:    {burst: 30, perSecond: 1},
	auth.LimitRegister: {burst: 10, perSecond: 20.0 / 3600},
	auth.LimitLogin:    {burst: 10, perSecond: 10.0 / 60}, // failures only
	auth.LimitExport:   {burst: 5, perSecond: 10.0 / 3600},
}

// How many buckets are remembered; the one used longest ago is forgotten first. About 20 MB when full.
const maxBuckets = 100_000

// subject is whose bucket it is: an address, an account or a name, only one of them.
type subject struct {
	limit auth.Limit
	addr  netip.Prefix
	user  uuid.UUID
	name  string
}

// byAddr is the bucket of an address. An IPv6 customer has a whole /64, so that is what shares one.
func byAddr(limit auth.Limit, addr netip.Addr) subject {
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	prefix, err := addr.Prefix(bits)
	if err != nil {
		return subject{limit: limit} // no address: all such callers share one bucket
	}
	return subject{limit: limit, addr: prefix}
}

// maxNameBytes is more than any member's name has. Longer ones, of nobody, share a bucket when they begin alike.
const maxNameBytes = 64

// byName is the bucket of a name tried at login, letter case aside. It keeps no more of it than that, however long it is.
func byName(limit auth.Limit, name string) subject {
	return subject{limit: limit, name: strings.Clone(strings.ToLower(name[:min(len(name), maxNameBytes)]))}
}

type bucket struct {
	subject subject
	tokens  float64
	at      time.Time
}

// limits counts calls. Its own buckets instead of x/time/rate's, since a login that succeeds gives its token back.
type limits struct {
	mu      sync.Mutex
	buckets map[subject]*list.Element
	recent  *list.List // of *bucket, the one used last in front
	size    int
	now     func() time.Time
}

func newLimits(now func() time.Time) *limits {
	return &limits{buckets: map[subject]*list.Element{}, recent: list.New(), size: maxBuckets, now: now}
}

// take takes a token and returns 0, or returns how long to wait for one. Without limits there is always one.
func (l *limits) take(s subject) time.Duration {
	allowed, counted := allowances[s.limit]
	if l == nil || !counted {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bucket(s, allowed)
	if b.tokens < 1 {
		return time.Duration((1 - b.tokens) / allowed.perSecond * float64(time.Second))
	}
	b.tokens--
	return 0
}

// giveBack returns a token that take took.
func (l *limits) giveBack(s subject) {
	allowed, counted := allowances[s.limit]
	if l == nil || !counted {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bucket(s, allowed)
	b.tokens = min(b.tokens+1, allowed.burst)
}

// bucket finds or makes a bucket and fills it up to now.
func (l *limits) bucket(s subject, allowed allowance) *bucket {
	now := l.now()
	if element, ok := l.buckets[s]; ok {
		l.recent.MoveToFront(element)
		b := element.Value.(*bucket)
		b.tokens = min(b.tokens+now.Sub(b.at).Seconds()*allowed.perSecond, allowed.burst)
		b.at = now
		return b
	}
	if l.recent.Len() >= l.size {
		oldest := l.recent.Back()
		delete(l.buckets, oldest.Value.(*bucket).subject)
		l.recent.Remove(oldest)
	}
	b := &bucket{subject: s, tokens: allowed.burst, at: now}
	l.buckets[s] = l.recent.PushFront(b)
	return b
}
