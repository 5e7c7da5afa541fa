package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// How long requests in flight may take to finish once the server is asked to stop; then their connections are cut.
const shutdownGrace = 30 * time.Second

// Serve answers on the listener until ctx ends, then takes no new request and finishes those in flight.
// It returns nil after a stop that was asked for.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	server := &http.Server{
		Handler: handler, Protocols: protocols,
		ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10, ConnState: follow,
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
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		closeErr := server.Close()
		return fmt.Errorf("requests in flight did not finish in %s: %w", shutdownGrace, errors.Join(err, closeErr))
	}
	return nil
}
