package server

import (
	"fmt"
	"net/http"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// clock is a time that a test moves.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func TestLimits(t *testing.T) {
	const read = auth.LimitRead
	home := byAddr(read, netip.MustParseAddr("192.0.2.1"))
	t.Run("BurstThenRate", func(t *testing.T) {
		c := &clock{time.Unix(1e9, 0)}
		l := newLimits(c.now)
		for i := range 120 {
			if wait := l.take(home); wait != 0 {
				t.Fatalf("call %d waits %s", i, wait)
			}
		}
		wait := l.take(home)
		if wait <= 0 || wait > 50*time.Millisecond {
			t.Fatalf("call 121 waits %s, want a twentieth of a second", wait)
		}
		c.at = c.at.Add(wait)
		if wait := l.take(home); wait != 0 {
			t.Errorf("after waiting as told, it waits %s", wait)
		}
		c.at = c.at.Add(time.Hour)
		allowed := 0
		for l.take(home) == 0 {
			allowed++
		}
		if allowed != 120 {
			t.Errorf("%d calls at once after an hour, want the burst", allowed)
		}
	})
	t.Run("NeighboursDoNotShare", func(t *testing.T) {
		l := newLimits((&clock{time.Unix(1e9, 0)}).now)
		for l.take(home) == 0 {
		}
		for name, other := range map[string]subject{
			"AnotherAddress": byAddr(read, netip.MustParseAddr("192.0.2.2")),
			"AnotherLimit":   byAddr(auth.LimitWrite, netip.MustParseAddr("192.0.2.1")),
			"AnAccount":      {limit: read, user: uuid.New()},
		} {
			if wait := l.take(other); wait != 0 {
				t.Errorf("%s waits %s", name, wait)
			}
		}
	})
	t.Run("OneCustomerOfIPv6IsOne", func(t *testing.T) {
		a, b := byAddr(read, netip.MustParseAddr("2001:db8:1:2::1")), byAddr(read, netip.MustParseAddr("2001:db8:1:2:ffff::9"))
		if a != b {
			t.Errorf("%v and %v are two", a, b)
		}
		if c := byAddr(read, netip.MustParseAddr("2001:db8:1:3::1")); a == c {
			t.Errorf("%v is another customer", c)
		}
	})
	t.Run("MemoryIsBounded", func(t *testing.T) {
		l := newLimits(time.Now)
		l.size = 10
		for i := range 1000 {
			l.take(byAddr(read, netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})))
		}
		if len(l.buckets) != 10 || l.recent.Len() != 10 {
			t.Errorf("%d buckets, %d in the list, want 10", len(l.buckets), l.recent.Len())
		}
	})
	t.Run("GivingBackNeverExceedsTheBurst", func(t *testing.T) {
		l := newLimits(time.Now)
		l.giveBack(home)
		if got := l.buckets[home].Value.(*bucket).tokens; got != 120 {
			t.Errorf("%v tokens", got)
		}
	})
	t.Run("OffCountsNothing", func(t *testing.T) {
		var l *limits
		l.giveBack(home)
		if wait := l.take(home); wait != 0 {
			t.Errorf("waits %s", wait)
		}
	})
	t.Run("ManyAtOnceTakeExactlyTheBurst", func(t *testing.T) {
		c := &clock{time.Unix(1e9, 0)}
		l := newLimits(c.now)
		var allowed atomic.Int32
		var all sync.WaitGroup
		for range 400 {
			all.Go(func() {
				if l.take(home) == 0 {
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

// A caller who exceeds an allowance hears so in the form of the door, and when to come back.
func TestRateLimitedForms(t *testing.T) {
	for _, tc := range []struct {
		name string
		call call
	}{
		{"REST", call{method: "DELETE", path: "/api/projects/one", header: member()}},
		{"Connect", call{method: "POST", path: "/uvboard.v1.ProjectService/DeleteProject", body: `{"id":"one"}`, header: member()}},
		{"File", call{method: "POST", path: "/api/upload", body: "x", header: member()}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := newFixture(t, func(c *Config) { c.RateLimits = true })
			var response *http.Response
			var body string
			for i := range 31 {
				response, body = f.do(t, tc.call)
				if limited := response.StatusCode == http.StatusTooManyRequests; limited != (i == 30) {
					t.Fatalf("call %d: %s", i+1, response.Status)
				}
			}
			golden(t, filepath.Join("limited", tc.name+".golden"), fmt.Sprintf("%s\nRetry-After: %s\n\n%s\n", response.Status, response.Header.Get("Retry-After"), compact(t, body)))
		})
	}
	t.Run("GRPC", func(t *testing.T) {
		f := newFixture(t, func(c *Config) { c.RateLimits = true })
		client := uvboardv1connect.NewProjectServiceClient(http2Client(), f.URL, connect.WithGRPC())
		var err error
		for range 121 {
			_, err = client.GetProject(t.Context(), &pb.GetProjectRequest{Id: "one"})
		}
		if got := detailOf(t, err); connect.CodeOf(err) != connect.CodeResourceExhausted || got.GetCode() != "RATE_LIMITED" || got.GetRetryAfter() != 1 {
			t.Errorf("%v %v", err, got)
		}
	})
}

func TestAccountsShareAcrossAddresses(t *testing.T) {
	proxy := netip.MustParsePrefix("127.0.0.1/32")
	f := newFixture(t, func(c *Config) { c.RateLimits, c.TrustedProxies = true, []netip.Prefix{proxy} })
	limited := 0
	for i := range 40 {
		response, _ := f.do(t, call{method: "DELETE", path: "/api/projects/one", header: member("X-Forwarded-For", "198.51.100."+strconv.Itoa(i))})
		if response.StatusCode == http.StatusTooManyRequests {
			limited++
		}
	}
	if limited != 10 {
		t.Errorf("%d of 40 writes of one member from 40 addresses were refused, want 10", limited)
	}
}

func TestFailedLoginsAreLimited(t *testing.T) {
	login := func(name, password, from string) call {
		return call{method: "POST", path: "/api/auth/login", body: fmt.Sprintf(`{"username":%q,"password":%q}`, name, password),
			header: map[string]string{"X-Forwarded-For": from}}
	}
	fixtureOf := func(t *testing.T) *fixture {
		return newFixture(t, func(c *Config) {
			c.RateLimits, c.TrustedProxies = true, []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
		})
	}
	t.Run("OfOneNameFromManyAddresses", func(t *testing.T) {
		f := fixtureOf(t)
		for i := range 10 {
			if response, body := f.do(t, login("Kiln", "wrong", "198.51.100."+strconv.Itoa(i))); response.StatusCode != 401 || !strings.Contains(body, "Invalid username or password") {
				t.Fatal(response.Status, body)
			}
		}
		if response, _ := f.do(t, login("kILN", "wrong", "203.0.113.1")); response.StatusCode != 429 || response.Header.Get("Retry-After") != "6" {
			t.Error("the eleventh try:", response.Status, response.Header.Get("Retry-After"))
		}
		if response, _ := f.do(t, login("another", "wrong", "203.0.113.2")); response.StatusCode != 401 {
			t.Error("another name:", response.Status)
		}
	})
	t.Run("OfManyNamesFromOneAddress", func(t *testing.T) {
		f := fixtureOf(t)
		for i := range 10 {
			f.do(t, login("name"+strconv.Itoa(i), "wrong", "198.51.100.1"))
		}
		if response, _ := f.do(t, login("fresh", "wrong", "198.51.100.1")); response.StatusCode != 429 {
			t.Error("the eleventh try:", response.Status)
		}
	})
	t.Run("LongNamesAreNotRemembered", func(t *testing.T) {
		f := fixtureOf(t)
		f.do(t, login(strings.Repeat("x", 100_000), "wrong", "198.51.100.1"))
		kept := 0
		for s := range f.server.gate.limits.buckets {
			kept += len(s.name)
		}
		if kept == 0 || kept > 100 {
			t.Errorf("%d bytes of a name are kept", kept)
		}
	})
	t.Run("SuccessesAreNotCounted", func(t *testing.T) {
		f := fixtureOf(t)
		for range 25 {
			if response, body := f.do(t, login("kiln", "vibecoding", "198.51.100.1")); response.StatusCode != 200 {
				t.Fatal(response.Status, body)
			}
		}
	})
	t.Run("SimultaneousTriesDoNotSlipPast", func(t *testing.T) {
		f := fixtureOf(t)
		var tried atomic.Int32
		var all sync.WaitGroup
		for i := range 25 {
			all.Go(func() {
				if response, _ := f.do(t, login("kiln", "wrong", "198.51.100."+strconv.Itoa(i))); response.StatusCode == 401 {
					tried.Add(1)
				}
			})
		}
		all.Wait()
		if tried.Load() != 10 {
			t.Errorf("%d passwords were tried, want 10", tried.Load())
		}
	})
}

// Whoever holds a stolen session must not find out its password by trying.
func TestWrongOwnPasswordsAreLimited(t *testing.T) {
	f := newFixture(t, func(c *Config) { c.RateLimits = true })
	change := func(password string) int {
		t.Helper()
		response, _ := f.do(t, call{method: "POST", path: "/api/auth/password", header: map[string]string{"Cookie": auth.CookieName + "=member"},
			body: fmt.Sprintf(`{"currentPassword":%q,"newPassword":"changed"}`, password)})
		return response.StatusCode
	}
	for range 12 {
		if status := change("vibecoding"); status != 200 {
			t.Fatalf("right password: %d", status)
		}
	}
	for range 10 {
		if status := change("wrong"); status != 400 {
			t.Fatalf("wrong password: %d", status)
		}
	}
	if status := change("vibecoding"); status != 429 {
		t.Errorf("after ten wrong ones: %d", status)
	}
}

func TestClientAddr(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	for _, tc := range []struct{ name, remote, forwarded, want string }{
		{"NoProxy", "192.0.2.1:5", "", "192.0.2.1"},
		{"StrangersClaimIsIgnored", "192.0.2.1:5", "203.0.113.9", "192.0.2.1"},
		{"TrustedProxyIsBelieved", "10.0.0.1:5", "203.0.113.9", "203.0.113.9"},
		{"OnlyTheLastUntrustedHopCounts", "10.0.0.1:5", "1.2.3.4, 203.0.113.9, 10.0.0.2", "203.0.113.9"},
		{"NonsenseIsNotFollowed", "10.0.0.1:5", "203.0.113.9, unknown", "10.0.0.1"},
		{"MappedAddressIsPlain", "[::ffff:192.0.2.1]:5", "", "192.0.2.1"},
		{"TrustedIPv6", "[::1]:5", "2001:db8::1", "2001:db8::1"},
		{"NoAddress", "@", "203.0.113.9", "invalid IP"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := &http.Request{RemoteAddr: tc.remote, Header: http.Header{}}
			if tc.forwarded != "" {
				r.Header.Set("X-Forwarded-For", tc.forwarded)
			}
			if got := clientAddr(r, trusted).String(); got != tc.want {
				t.Errorf("%s, want %s", got, tc.want)
			}
		})
	}
}
