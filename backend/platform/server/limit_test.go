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

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/ratelimit"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// A rate-limited call gets the error form of its protocol, with the time to wait.
func TestRateLimitedForms(t *testing.T) {
	for _, tc := range []struct {
		name string
		call call
	}{
		{"REST", call{method: "DELETE", path: "/api/projects/one", header: asUser()}},
		{"Connect", call{method: "POST", path: "/uvboard.v1.ProjectService/DeleteProject", body: `{"id":"one"}`,
			header: asUser()}},
		{"File", call{method: "POST", path: "/api/upload", body: "x", header: asUser()}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := newFixture(t, func(c *Config) { c.RateLimits = ratelimit.New(nil, time.Now) })
			var response *http.Response
			var body string
			for i := range 31 {
				response, body = f.do(t, tc.call)
				if limited := response.StatusCode == http.StatusTooManyRequests; limited != (i == 30) {
					t.Fatalf("call %d: %s", i+1, response.Status)
				}
			}
			golden.Check(t, filepath.Join("limited", tc.name+".golden"), fmt.Sprintf("%s\nRetry-After: %s\n\n%s\n",
				response.Status, response.Header.Get("Retry-After"), compact(t, body)))
		})
	}
	t.Run("GRPC", func(t *testing.T) {
		f := newFixture(t, func(c *Config) { c.RateLimits = ratelimit.New(nil, time.Now) })
		client := uvboardv1connect.NewProjectServiceClient(http2Client(), f.URL, connect.WithGRPC())
		var err error
		for range 121 {
			_, err = client.GetProject(t.Context(), &pb.GetProjectRequest{Id: "one"})
		}
		if got := detailOf(t, err); connect.CodeOf(err) != connect.CodeResourceExhausted ||
			got.GetCode() != "RATE_LIMITED" || got.GetRetryAfter() != 1 {
			t.Errorf("%v %v", err, got)
		}
	})
}

func TestUsersAreLimitedAcrossAddresses(t *testing.T) {
	proxy := netip.MustParsePrefix("127.0.0.1/32")
	f := newFixture(t, func(c *Config) {
		c.RateLimits, c.TrustedProxies = ratelimit.New(nil, time.Now),
			[]netip.Prefix{proxy}
	})
	limited := 0
	for i := range 40 {
		response, _ := f.do(t, call{method: "DELETE", path: "/api/projects/one",
			header: asUser("X-Forwarded-For", "198.51.100."+strconv.Itoa(i))})
		if response.StatusCode == http.StatusTooManyRequests {
			limited++
		}
	}
	if limited != 10 {
		t.Errorf("%d of 40 writes of one user from 40 addresses were refused, want 10", limited)
	}
}

func TestFailedLoginsAreLimited(t *testing.T) {
	newFixture := func(t *testing.T) *fixture {
		return newFixture(t, func(c *Config) {
			c.RateLimits, c.TrustedProxies = ratelimit.New(nil, time.Now),
				[]netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
		})
	}
	login := func(t *testing.T, f *fixture, username, password, from string) *http.Response {
		response, _ := f.do(t, call{
			method: "POST", path: "/api/auth/login", body: fmt.Sprintf(`{"username":%q,"password":%q}`, username,
				password),
			header: map[string]string{"X-Forwarded-For": from},
		})
		return response
	}
	t.Run("ByAddress", func(t *testing.T) {
		f := newFixture(t)
		for i := range 10 {
			if got := login(t, f, "kiln", "wrong", "198.51.100.1").StatusCode; got != 401 {
				t.Fatalf("attempt %d: %d", i+1, got)
			}
		}
		for _, username := range []string{"kiln", "another"} {
			if response := login(t, f, username, "vibecoding", "198.51.100.1"); response.StatusCode != 429 ||
				response.Header.Get("Retry-After") != "6" {
				t.Errorf("attempt 11, as %s: %s, Retry-After %q", username, response.Status,
					response.Header.Get("Retry-After"))
			}
		}
		if got := login(t, f, "kiln", "vibecoding", "203.0.113.1").StatusCode; got != 200 {
			t.Errorf("the user, from another address: %d", got)
		}
	})
	t.Run("ByUsernameFromManyAddresses", func(t *testing.T) {
		f := newFixture(t)
		for i := range 100 {
			if got := login(t, f, "Kiln", "wrong", "198.51.100."+strconv.Itoa(i)).StatusCode; got != 401 {
				t.Fatalf("attempt %d: %d", i+1, got)
			}
		}
		if got := login(t, f, "kILN", "wrong", "203.0.113.1").StatusCode; got != 429 {
			t.Errorf("attempt 101: %d", got)
		}
		if got := login(t, f, "another", "wrong", "203.0.113.1").StatusCode; got != 401 {
			t.Errorf("another username: %d", got)
		}
	})
	t.Run("SuccessesAreNotCounted", func(t *testing.T) {
		f := newFixture(t)
		for i := range 25 {
			if got := login(t, f, "kiln", "vibecoding", "198.51.100.1").StatusCode; got != 200 {
				t.Fatalf("login %d: %d", i+1, got)
			}
		}
	})
	t.Run("ConcurrentAttemptsDoNotExceedTheLimit", func(t *testing.T) {
		f := newFixture(t)
		var failed atomic.Int32
		var all sync.WaitGroup
		for range 25 {
			all.Go(func() {
				if login(t, f, "kiln", "wrong", "198.51.100.1").StatusCode == 401 {
					failed.Add(1)
				}
			})
		}
		all.Wait()
		if failed.Load() != 10 {
			t.Errorf("%d passwords were tried, want 10", failed.Load())
		}
	})
}

// The password of a stolen session cannot be guessed by repeating it.
func TestWrongOwnPasswordsAreLimited(t *testing.T) {
	f := newFixture(t, func(c *Config) { c.RateLimits = ratelimit.New(nil, time.Now) })
	change := func(password string) int {
		t.Helper()
		response, _ := f.do(t, call{method: "POST", path: "/api/auth/password",
			header: map[string]string{"Cookie": auth.CookieName + "=member"},
			body:   fmt.Sprintf(`{"currentPassword":%q,"newPassword":"changed"}`, password)})
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
		{"UntrustedForwardedForIsIgnored", "192.0.2.1:5", "203.0.113.9", "192.0.2.1"},
		{"TrustedProxy", "10.0.0.1:5", "203.0.113.9", "203.0.113.9"},
		{"LastUntrustedHop", "10.0.0.1:5", "1.2.3.4, 203.0.113.9, 10.0.0.2", "203.0.113.9"},
		{"MalformedHopEndsTheChain", "10.0.0.1:5", "203.0.113.9, unknown", "10.0.0.1"},
		{"IPv4MappedAddress", "[::ffff:192.0.2.1]:5", "", "192.0.2.1"},
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

// The client address is always valid, whatever X-Forwarded-For says, and only trusted proxies can set it.
func FuzzClientAddr(f *testing.F) {
	for _, seed := range []string{"", "192.0.2.1", "192.0.2.1, 10.0.0.1", ",,", "unknown", "[2001:db8::1]:80",
		"fe80::1%eth0", "::ffff:10.0.0.9", "999.1.1.1, 10.0.0.2"} {
		f.Add(seed)
	}
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	f.Fuzz(func(t *testing.T, claimed string) {
		for _, peer := range []string{"10.0.0.1:1", "198.51.100.7:1", "[::ffff:198.51.100.7]:1"} {
			r := &http.Request{RemoteAddr: peer, Header: http.Header{"X-Forwarded-For": {claimed}}}
			addr := clientAddr(r, trusted)
			if !addr.IsValid() || addr.Zone() != "" || addr.Is4In6() {
				t.Fatalf("%q from %s is %v", claimed, peer, addr)
			}
			if !strings.HasPrefix(peer, "10.") && addr.String() != "198.51.100.7" {
				t.Fatalf("a stranger who claims %q is %v", claimed, addr)
			}
		}
	})
}
