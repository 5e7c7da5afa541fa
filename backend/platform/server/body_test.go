package server

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/grpcreflect"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/ratelimit"
)

// A connection whose body stalls is closed soon: after leaveTimeout if nobody reads the body, else after bodyTimeout.
func TestStalledBodiesEndTheirConnection(t *testing.T) {
	handler := func(t *testing.T) http.Handler { return newFixture(t, nil).server }
	eachProtocol(t, handler, func(t *testing.T, protocol string, l *pipeListener, stop func() chan error) {
		for _, tc := range []struct {
			name, request string
			after         time.Duration
		}{
			{"Page", "GET /projects/one", leaveTimeout},
			{"File", "GET /uploads/x.png", leaveTimeout},
			{"FileThatIsMissing", "GET /uploads/y.png", leaveTimeout},
			{"ReadOnlyPath", "POST /projects/one", leaveTimeout},
			{"Health", "GET /healthz", leaveTimeout},
			{"RESTRead", "GET /api/projects", leaveTimeout},
			{"UnknownPath", "POST /api/nothing", leaveTimeout},
			{"UnknownProcedure", "POST /uvboard.v1.NoService/X", leaveTimeout},
			{"RefusedREST", "DELETE /api/projects/one", leaveTimeout},
			{"RefusedConnect", "POST /uvboard.v1.ProjectService/DeleteProject", leaveTimeout},
			{"RefusedUpload", "POST /api/upload", leaveTimeout},
			{"REST", "POST /api/auth/login", bodyTimeout},
			{"Connect", "POST /uvboard.v1.AccountService/Login", bodyTimeout},
			{"UploadOfAUser", "POST /api/upload\nCookie: uvboard_session=member", bodyTimeout},
		} {
			if protocol == "HTTP2" {
				break // a stalled body holds no connection
			}
			line, header, _ := strings.Cut(tc.request, "\n")
			conn, err := l.dial(t.Context(), "", "")
			must.NoError(t, err)
			begin := time.Now()
			if _, err := fmt.Fprintf(conn,
				"%s HTTP/1.1\r\nHost: board.example\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n%s\r\n\r\n{", line, header); err != nil {
				t.Fatal(err)
			}
			answer, err := io.ReadAll(conn)
			if took := time.Since(begin); err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 ") ||
				took < tc.after || took > tc.after+2*time.Second {
				t.Errorf("%s: closed after %v, want %v (%v): %.200q", tc.name, took, tc.after, err, answer)
			}
		}
		if protocol == "HTTP2" {
			stream := grpcreflect.NewClient(l.client(protocol), "http://board.example").NewStream(t.Context())
			begin := time.Now()
			for i := range 2 {
				if _, err := stream.ListServices(); err != nil {
					t.Errorf("request %d: %v", i, err)
				}
				time.Sleep(10 * time.Second)
			}
			time.Sleep(time.Millisecond)
			if _, err := stream.ListServices(); err == nil {
				t.Errorf("a reflection stream is open after %v", time.Since(begin))
			}
			_, _ = stream.Close()
		}
		if err := <-stop(); err != nil {
			t.Error(err)
		}
	})
}

// dialed is a connection from an address.
type dialed struct {
	net.Conn
	from string
}

func (d dialed) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(d.from), 1))
}

// One address cannot hold all connections; a trusted proxy can.
func TestConnectionsOfAnAddressAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := newPipeListener()
		s := &Server{config: Config{RateLimits: ratelimit.New(nil, time.Now),
			TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}}
		listener := s.BoundAddrs(inner)
		accepted := make(chan net.Conn, 1)
		go func() {
			for conn, err := listener.Accept(); err == nil; conn, err = listener.Accept() {
				accepted <- conn
			}
		}()
		open := func(from string) net.Conn {
			_, there := net.Pipe()
			inner.conns <- dialed{there, from}
			synctest.Wait()
			select {
			case conn := <-accepted:
				return conn
			default:
				return nil
			}
		}
		for _, from := range []string{"192.0.2.1", "2001:db8::1"} {
			var last net.Conn
			for i := range maxAddrConns {
				if last = open(from); last == nil {
					t.Fatalf("connection %d of %s was closed", i, from)
				}
			}
			if open(from) != nil {
				t.Errorf("%s has more than %d connections", from, maxAddrConns)
			}
			_, _ = last.Close(), last.Close()
			if open(from) == nil || open(from) != nil {
				t.Errorf("one closed connection of %s does not make room for one", from)
			}
		}
		if open("2001:db8::2") != nil {
			t.Error("another address of the same /64 has a bound of its own")
		}
		if open("192.0.2.2") == nil {
			t.Error("another address is bounded by the first")
		}
		for range maxAddrConns + 1 {
			if open("10.0.0.1") == nil {
				t.Fatal("a trusted proxy is bounded")
			}
		}
		must.NoError(t, listener.Close())
	})
}
