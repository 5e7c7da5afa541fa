// Package ratelimit counts calls in token buckets, by client address, by user and by username.
package ratelimit

import (
	"container/list"
	"context"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/store"
)

// allowance is the size of a bucket and how fast it refills.
type allowance struct {
	burst     float64
	perSecond float64
}

// allowances are published in docs/limits.md. Each applies to an address and separately to a user.
var allowances = map[auth.Limit]allowance{
	auth.LimitRead:     {burst: 120, perSecond: 20},
	auth.LimitWrite:    {burst: 30, perSecond: 1},
	auth.LimitRegister: {burst: 10, perSecond: 20.0 / 3600},
	auth.LimitLogin:    {burst: 10, perSecond: 10.0 / 60}, // wrong passwords of an address
	auth.LimitUsername: {burst: 100, perSecond: 100.0 / 3600},
	auth.LimitExport:   {burst: 5, perSecond: 10.0 / 3600},
	auth.LimitReport:   {burst: 20, perSecond: 20.0 / 86400},
	auth.LimitThread:   {burst: 5, perSecond: 1.0 / 15},
	auth.LimitReply:    {burst: 10, perSecond: 1.0 / 5},
	auth.LimitContact:  {burst: 5, perSecond: 10.0 / 3600},
	auth.LimitVibeKit:  {burst: 20, perSecond: 20.0 / 3600},
	auth.LimitDonation: {burst: 5, perSecond: 5.0 / 60},
	auth.LimitVisit:    {burst: 120, perSecond: 1},
	auth.LimitPreview:  {burst: 20, perSecond: 1.0 / 2},
	auth.LimitDownload: {burst: 5, perSecond: 5.0 / 3600},
}

// maxBuckets bounds memory to about 20 MB. Beyond it the least recently used bucket is dropped.
const maxBuckets = 100_000

// Key identifies a bucket: a limit, and an address, a user or a username.
type Key struct {
	limit    auth.Limit
	addr     netip.Prefix
	user     uuid.UUID
	username string
}

// ByAddr is the bucket of a client address. Requests without an address share one.
func ByAddr(limit auth.Limit, addr netip.Addr) Key { return Key{limit: limit, addr: Network(addr)} }

// Network returns the prefix that a client is counted by: its IPv4 address, or the /64 of its IPv6 address, since a
// customer gets a whole /64. It returns the zero prefix for the zero address.
func Network(addr netip.Addr) netip.Prefix {
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	prefix, _ := addr.Prefix(bits) // fails only for the zero address
	return prefix
}

// ByUser is the bucket of a user.
func ByUser(limit auth.Limit, id uuid.UUID) Key { return Key{limit: limit, user: id} }

// maxUsernameBytes bounds the memory of a key. It is longer than any username.
const maxUsernameBytes = 64

// ByUsername is the bucket of a username that somebody tries to log in with, in any letter case and with any blanks
// around it, as the login ignores them.
func ByUsername(limit auth.Limit, username string) Key {
	username = strings.TrimSpace(username)
	return Key{limit: limit, username: strings.Clone(strings.ToLower(username[:min(len(username), maxUsernameBytes)]))}
}

type bucket struct {
	key    Key
	tokens float64
	at     time.Time // of the last refill
}

// Limiter holds the buckets. A nil Limiter allows every call. x/time/rate does not serve here, since it cannot return
// the token of a login that succeeded.
type Limiter struct {
	db  *store.DB // counts what servers share; nil if there is one server
	now func() time.Time

	mu      sync.Mutex
	buckets map[Key]*list.Element
	recent  *list.List // of *bucket, the most recently used in front
}

// New returns a Limiter whose buckets are full. On PostgreSQL, what the servers of a database share is counted there;
// db may be nil.
func New(db *store.DB, now func() time.Time) *Limiter {
	l := &Limiter{now: now, buckets: map[Key]*list.Element{}, recent: list.New()}
	if db != nil && !db.IsSQLite() {
		l.db = db
	}
	return l
}

// Take takes a token and returns 0, or returns how long to wait for one. It fails only if the database does.
func (l *Limiter) Take(ctx context.Context, key Key) (wait time.Duration, err error) {
	allowed, limited := allowances[key.limit]
	if l == nil || !limited {
		return 0, nil
	}
	if wait := l.take(key, allowed); wait > 0 || !l.shares(key) {
		return wait, nil
	}
	wait, err = l.takeShared(ctx, key, allowed)
	if wait > 0 || err != nil {
		l.putBack(key, allowed)
	}
	return wait, err
}

func (l *Limiter) take(key Key, allowed allowance) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bucket(key, allowed)
	if b.tokens < 1 {
		return time.Duration((1 - b.tokens) / allowed.perSecond * float64(time.Second))
	}
	b.tokens--
	return 0
}

// Left returns how many tokens a bucket has, and how many when it is full. Limited is false if every call is allowed.
func (l *Limiter) Left(ctx context.Context, key Key) (left, full int, limited bool, err error) {
	allowed, limited := allowances[key.limit]
	if l == nil || !limited {
		return 0, 0, false, nil
	}
	if l.shares(key) {
		left, err = l.leftShared(ctx, key, allowed)
		return left, int(allowed.burst), true, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return int(l.bucket(key, allowed).tokens), int(allowed.burst), true, nil
}

// Return puts back a token that Take took.
func (l *Limiter) Return(ctx context.Context, key Key) error {
	allowed, limited := allowances[key.limit]
	if l == nil || !limited {
		return nil
	}
	l.putBack(key, allowed)
	if l.shares(key) {
		return l.returnShared(ctx, key, allowed)
	}
	return nil
}

func (l *Limiter) putBack(key Key, allowed allowance) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bucket(key, allowed)
	b.tokens = min(b.tokens+1, allowed.burst)
}

// bucket returns the bucket of key, refilled up to now.
func (l *Limiter) bucket(key Key, allowed allowance) *bucket {
	now := l.now()
	if element, ok := l.buckets[key]; ok {
		l.recent.MoveToFront(element)
		b := element.Value.(*bucket)
		b.tokens = min(b.tokens+now.Sub(b.at).Seconds()*allowed.perSecond, allowed.burst)
		b.at = now
		return b
	}
	if l.recent.Len() >= maxBuckets {
		oldest := l.recent.Back()
		delete(l.buckets, oldest.Value.(*bucket).key)
		l.recent.Remove(oldest)
	}
	b := &bucket{key: key, tokens: allowed.burst, at: now}
	l.buckets[key] = l.recent.PushFront(b)
	return b
}
