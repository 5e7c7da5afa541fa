package ratelimit

import (
	"cmp"
	"fmt"
	"math"
	"net/netip"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	pb "uvboard/gen/uvboard/v1"
)

// wait takes a token, or returns how long to wait for one.
func wait(t *testing.T, l *Limiter, key Key) time.Duration {
	t.Helper()
	wait, err := l.Take(t.Context(), key)
	must.NoError(t, err)
	return wait
}

// takeAll returns how many tokens key has.
func takeAll(t *testing.T, l *Limiter, key Key) (n int) {
	t.Helper()
	for wait(t, l, key) == 0 {
		n++
	}
	return n
}

// The published allowances: the burst, and the wait for one more token after it.
func TestAllowances(t *testing.T) {
	addr := netip.MustParseAddr("192.0.2.1")
	for _, tc := range []struct {
		name  string
		key   Key
		burst int
		wait  time.Duration
	}{
		{"Reads", ByAddr(auth.LimitRead, addr), 120, time.Second / 20},
		{"Writes", ByAddr(auth.LimitWrite, addr), 30, time.Second},
		{"WritesOfAUser", ByUser(auth.LimitWrite, uuid.New()), 30, time.Second},
		{"Registrations", ByAddr(auth.LimitRegister, addr), 10, time.Hour / 20},
		{"WrongPasswordsOfAnAddress", ByAddr(auth.LimitLogin, addr), 10, time.Minute / 10},
		{"WrongPasswordsOfAUsername", ByUsername(auth.LimitUsername, "kiln"), 100, time.Hour / 100},
		{"Exports", ByUser(auth.LimitExport, uuid.New()), 5, time.Hour / 10},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := New(nil, time.Now)
				if n := takeAll(t, l, tc.key); n != tc.burst {
					t.Errorf("%d at once, want %d", n, tc.burst)
				}
				left := wait(t, l, tc.key)
				if (left - tc.wait).Abs() > time.Millisecond {
					t.Errorf("wait %v, want %v", left, tc.wait)
				}
				time.Sleep(left + 1)
				if n := takeAll(t, l, tc.key); n != 1 {
					t.Errorf("%d after the wait, want 1", n)
				}
				time.Sleep(24 * time.Hour)
				if n := takeAll(t, l, tc.key); n != tc.burst {
					t.Errorf("%d after a day, want the burst %d", n, tc.burst)
				}
				must.NoError(t, l.Return(t.Context(), tc.key))
				if n := takeAll(t, l, tc.key); n != 1 {
					t.Errorf("%d after one is returned", n)
				}
			})
		})
	}
}

// published names the limits in docs/limits.md and on the page /guidelines, which has those that a person may meet.
var published = []struct {
	limit      auth.Limit
	docs, page string
}{
	{auth.LimitRead, "reads", "Lists and pages that you read"},
	{auth.LimitWrite, "writes, uploads included", "Everything else that you save"},
	{auth.LimitLogin, "wrong passwords, by address", ""},
	{auth.LimitUsername, "wrong passwords for one username, from all addresses", ""},
	{auth.LimitRegister, "registrations, requests for a password reset and subscriptions to the weekly, by address", ""},
	{auth.LimitExport, "exports of one's own data", ""},
	{auth.LimitReport, "reports and appeals", "Reports and appeals"},
	{auth.LimitThread, "new forum threads and channels", "New forum threads and channels"},
	{auth.LimitReply, "replies and comments", "Replies and comments"},
	{auth.LimitContact, "messages from /contact and to members", ""},
	{auth.LimitVibeKit, "briefs and logo ideas of VibeKit, by user", "Briefs and logo ideas in VibeKit"},
	{auth.LimitDonation, "donations started", ""},
	{auth.LimitVisit, "starts and ends of visits", ""},
	{auth.LimitPreview, "previews of a text", ""},
	{auth.LimitDownload, "downloads of the program", ""},
}

var rate = regexp.MustCompile(`^(\d+) (?:an?|every (\d+)) (second|minute|hour|day)s?$`)

// perSecond reads a rate such as "20 an hour" or "1 every 15 seconds".
func perSecond(t *testing.T, text string) float64 {
	t.Helper()
	m := rate.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("%q is no rate", text)
	}
	calls, err := strconv.ParseFloat(m[1], 64)
	must.NoError(t, err)
	every, err := strconv.ParseFloat(cmp.Or(m[2], "1"), 64)
	must.NoError(t, err)
	return calls / every / map[string]float64{"second": 1, "minute": 60, "hour": 3600, "day": 86400}[m[3]]
}

// The documentation has the sizes of all limits that a method can have.
func TestPublishedLimits(t *testing.T) {
	if all := len(pb.RateLimit_name) - 1; len(published) != all || len(allowances) != all {
		t.Errorf("of %d limits, %d have a size and %d are published", all, len(allowances), len(published))
	}
	docs, err := os.ReadFile("../../../docs/limits.md")
	must.NoError(t, err)
	page, err := os.ReadFile("../../../webapp/src/components/policies/limits.ts")
	must.NoError(t, err)
	for _, p := range published {
		expectPublished(t, docs, `(?m)^\| `+regexp.QuoteMeta(p.docs)+` \| (\d+) \| (.*?) \|$`, allowances[p.limit])
		if p.page != "" {
			expectPublished(t, page, `what: "`+regexp.QuoteMeta(p.page)+`", burst: (\d+), rate: "(.*?)"`,
				allowances[p.limit])
		}
	}
}

func expectPublished(t *testing.T, text []byte, row string, want allowance) {
	t.Helper()
	m := regexp.MustCompile(row).FindSubmatch(text)
	if m == nil {
		t.Errorf("no %s", row)
		return
	}
	if burst := fmt.Sprint(want.burst); string(m[1]) != burst ||
		math.Abs(perSecond(t, string(m[2]))/want.perSecond-1) > 1e-9 {
		t.Errorf("%s, want %s at once, then %v a second", m[0], burst, want.perSecond)
	}
}

func TestKeys(t *testing.T) {
	byAddr := func(addr string) Key { return ByAddr(auth.LimitRead, netip.MustParseAddr(addr)) }
	user := uuid.New()
	for _, tc := range []struct {
		name string
		a, b Key
		same bool
	}{
		{"Addresses", byAddr("192.0.2.1"), byAddr("192.0.2.2"), false},
		{"IPv6InOne64", byAddr("2001:db8:1:2::1"), byAddr("2001:db8:1:2:ffff::9"), true},
		{"IPv6InTwo64s", byAddr("2001:db8:1:2::1"), byAddr("2001:db8:1:3::1"), false},
		{"Limits", byAddr("192.0.2.1"), ByAddr(auth.LimitWrite, netip.MustParseAddr("192.0.2.1")), false},
		{"AddressAndUser", byAddr("192.0.2.1"), ByUser(auth.LimitRead, user), false},
		{"UsernameInAnyCase", ByUsername(auth.LimitUsername, "Kiln"), ByUsername(auth.LimitUsername, "kILN"), true},
		{"Usernames", ByUsername(auth.LimitUsername, "kiln"), ByUsername(auth.LimitUsername, "oven"), false},
	} {
		if (tc.a == tc.b) != tc.same {
			t.Errorf("%s: %v and %v share a bucket: %v", tc.name, tc.a, tc.b, tc.a == tc.b)
		}
	}
	if n := len(ByUsername(auth.LimitUsername, strings.Repeat("x", 1<<20)).username); n != maxUsernameBytes {
		t.Errorf("%d bytes of a username are stored", n)
	}
}

func TestBucketsAreBounded(t *testing.T) {
	l := New(nil, time.Now)
	for i := range maxBuckets + 100 {
		wait(t, l, ByAddr(auth.LimitRead, netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})))
	}
	if len(l.buckets) != maxBuckets || l.recent.Len() != maxBuckets {
		t.Errorf("%d buckets, %d in the list, want %d", len(l.buckets), l.recent.Len(), maxBuckets)
	}
}

func TestConcurrentCallsTakeTheBurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // no time passes
		l, key := New(nil, time.Now), ByUser(auth.LimitRead, uuid.New())
		var allowed atomic.Int32
		var all sync.WaitGroup
		for range 400 {
			all.Go(func() {
				if wait(t, l, key) == 0 {
					allowed.Add(1)
				}
			})
		}
		all.Wait()
		if allowed.Load() != 120 {
			t.Errorf("%d calls allowed, want 120", allowed.Load())
		}
	})
}

func TestNilAllowsEveryCall(t *testing.T) {
	var l *Limiter
	key := ByUser(auth.LimitExport, uuid.New())
	must.NoError(t, l.Return(t.Context(), key))
	for range 10 {
		if left := wait(t, l, key); left != 0 {
			t.Fatalf("wait %v", left)
		}
	}
}
