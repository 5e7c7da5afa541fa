package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// A server that is asked to stop goes on for a moment if it has been busy lately: whoever keeps a connection open is told
// with an answer that it ends, so that nobody's request meets a closed one, and /readyz says it to a load balancer.
const (
	farewell = time.Second
	lately   = 5 * time.Second
)

// How long requests in flight may take to finish once the server is asked to stop; then their connections are cut.
const shutdownGrace = 30 * time.Second

// http2Streams is how many calls one connection may have under way, each of which holds some 27 kB while its body comes.
const http2Streams = 100

// Serve answers on the listener until ctx ends, takes leave of those who are connected, then takes no new request and finishes
// those in flight. It returns nil after a stop that was asked for.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	leaving := &leaveTaker{next: handler}
	server := &http.Server{
		Handler: leaving, Protocols: protocols,
		ReadHeaderTimeout: headTimeout, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10, ConnState: follow,
		HTTP2:    &http.HTTP2Config{MaxConcurrentStreams: http2Streams},
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug), // broken connections of others, mostly
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(&headListener{Listener: listener}) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve on %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	log.Info("stopping", "addr", listener.Addr().String())
	leaving.stopping.Store(true)
	if time.Since(time.Unix(0, leaving.busy.Load())) < lately {
		time.Sleep(farewell)
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		closeErr := server.Close()
		return fmt.Errorf("requests in flight did not finish in %s: %w", shutdownGrace, errors.Join(err, closeErr))
	}
	return nil
}

// leaveTaker stands before a handler and ends connections with an answer once the server is stopping.
type leaveTaker struct {
	next     http.Handler
	busy     atomic.Int64 // when the last request came, in nanoseconds since 1970
	stopping atomic.Bool
}

func (l *leaveTaker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.busy.Store(time.Now().UnixNano())
	if l.stopping.Load() {
		w.Header().Set("Connection", "close") // which HTTP/2 says in its own way, with GOAWAY
		r = r.WithContext(context.WithValue(r.Context(), stoppingKey{}, true))
	}
	l.next.ServeHTTP(w, r)
}

type stoppingKey struct{}

// isStopping says of a request that it came when the server had been asked to stop.
func isStopping(ctx context.Context) bool { return ctx.Value(stoppingKey{}) != nil }
