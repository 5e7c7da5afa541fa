package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/net/netutil"

	"uvboard/backend/platform/ratelimit"
)

// Bounds of connections, which docs/limits.md lists. With all of them taken a server holds about 200 MB of buffers and
// headers; a new connection waits until another one closes.
const (
	maxConnections    = 4096
	maxAddrConns      = 256 // of one address
	maxHeaderBytes    = 16 << 10
	readHeaderTimeout = 10 * time.Second
	idleTimeout       = 2 * time.Minute
	http2Streams      = 100 // concurrent calls of one connection
)

// A server that was used within recentUse keeps answering for drainTime after a stop is requested: each response closes
// its connection and /readyz reports the stop, so that clients with open connections and load balancers move on without
// an error.
const (
	drainTime = time.Second
	recentUse = 5 * time.Second
)

// shutdownGrace is the time that requests in flight have to finish after that. Then their connections are closed.
const shutdownGrace = 30 * time.Second

// Serve answers on the listener until ctx ends, then drains connections and finishes the requests in flight. It returns
// nil after an orderly stop.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	drain := &drainHandler{next: handler}
	server := &http.Server{
		Handler: drain, Protocols: protocols,
		ReadHeaderTimeout: readHeaderTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		HTTP2:    &http.HTTP2Config{MaxConcurrentStreams: http2Streams},
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug), // mostly connections that clients broke
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(netutil.LimitListener(listener, maxConnections)) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve on %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	log.Info("stopping", "addr", listener.Addr().String())
	drain.stopping.Store(true)
	if time.Since(time.Unix(0, drain.lastRequest.Load())) < recentUse {
		time.Sleep(drainTime)
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		closeErr := server.Close()
		return fmt.Errorf("requests in flight did not finish in %s: %w", shutdownGrace, errors.Join(err, closeErr))
	}
	return nil
}

// BoundAddrs returns a listener that closes a new connection of an address with maxAddrConns open ones. Trusted
// proxies, which connect for all visitors, are not bounded. If rate limits are off, there is no bound.
func (s *Server) BoundAddrs(listener net.Listener) net.Listener {
	if s.config.RateLimits == nil {
		return listener
	}
	return &addrListener{Listener: listener, trusted: s.config.TrustedProxies, open: map[netip.Prefix]int{}}
}

type addrListener struct {
	net.Listener
	trusted []netip.Prefix

	mu   sync.Mutex
	open map[netip.Prefix]int
}

func (l *addrListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		addr := peerAddr(conn.RemoteAddr().String())
		if !addr.IsValid() || contains(l.trusted, addr) {
			return conn, nil
		}
		from := ratelimit.Network(addr)
		if l.add(from, 1) {
			return &addrConn{conn, sync.OnceFunc(func() { l.add(from, -1) })}, nil
		}
		_ = conn.Close() // nothing was sent
	}
}

// add counts a connection, and reports whether it is within the bound.
func (l *addrListener) add(from netip.Prefix, n int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[from]+n > maxAddrConns {
		return false
	}
	if l.open[from] += n; l.open[from] == 0 {
		delete(l.open, from)
	}
	return true
}

type addrConn struct {
	net.Conn
	closed func()
}

func (c *addrConn) Close() error {
	defer c.closed()
	return c.Conn.Close()
}

// drainHandler closes each connection with its next response while the server is stopping.
type drainHandler struct {
	next        http.Handler
	lastRequest atomic.Int64 // Unix time in nanoseconds
	stopping    atomic.Bool
}

func (d *drainHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.lastRequest.Store(time.Now().UnixNano())
	if d.stopping.Load() {
		w.Header().Set("Connection", "close") // on HTTP/2 net/http sends GOAWAY for it
		r = r.WithContext(context.WithValue(r.Context(), stoppingKey{}, true))
	}
	d.next.ServeHTTP(w, r)
}

type stoppingKey struct{}

// isStopping reports whether the request arrived after a stop was requested.
func isStopping(ctx context.Context) bool { return ctx.Value(stoppingKey{}) != nil }
