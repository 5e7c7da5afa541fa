package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"uvboard/backend/config"
	"uvboard/backend/server"
)

func newServe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Bring the schema up to date and serve",
		Args:  cobra.NoArgs,
	}
	config.AddFlags(cmd.Flags())
	migrate := cmd.Flags().Bool("migrate", true, "bring the schema up to date first")
	cmd.RunE = work(func(cmd *cobra.Command, c *config.Config, _ []string) error {
		// The first signal asks for an orderly stop; with stop called, a second one ends the process at once.
		ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, stop)
		return serve(ctx, c, *migrate)
	})
	return cmd
}

// collectorReserve is memory that is asked for and never touched, so that it takes no place: the garbage collector counts it
// among what is in use, and lets as much more garbage come together before it works again. What the server holds is so
// little that it would do so after every few hundred requests. Unlike a higher GOGC it does not multiply what pictures take.
const collectorReserve = 16 << 20

// serve runs until ctx ends and every request in flight has its answer.
func serve(ctx context.Context, c *config.Config, migrate bool) (err error) {
	log, flush := c.Logger()
	defer flush()
	slog.SetDefault(log)
	defer runtime.KeepAlive(make([]byte, collectorReserve))
	db, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.ClaimForServer(); err != nil {
		return err
	}
	if migrate {
		if err := db.Migrate(ctx); err != nil {
			return err
		}
	}
	uploads, err := openUploads(ctx, c, db)
	if err != nil {
		return err
	}
	built, err := newServer(c, db, uploads, log)
	if err != nil {
		return err
	}
	jobs, err := newJobs(c, db, uploads, log)
	if err != nil {
		return err
	}
	debug.FreeOSMemory() // starting took more than serving does
	for _, job := range jobs {
		defer job.start(ctx, log)()
	}
	return listenAndServe(ctx, c, built, log)
}

// listenAndServe serves on the public address and, where one is set, metrics on another.
func listenAndServe(ctx context.Context, c *config.Config, public *server.Server, log *slog.Logger) error {
	var listen net.ListenConfig
	listener, err := listen.Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("UVBOARD_ADDR (--addr): %w", err)
	}
	if at, ok := listener.Addr().(*net.TCPAddr); ok && c.BaseURLElsewhere(at.Port) {
		log.Warn("links in mail, feeds and previews lead to base_url; set UVBOARD_BASE_URL (--base-url) to where people reach this server",
			"base_url", c.BaseURL.String(), "port", at.Port)
	}
	if c.MetricsAddr == "" {
		log.Info("listening", "addr", listener.Addr().String(), "base_url", c.BaseURL.String())
		return server.Serve(ctx, listener, public, log)
	}
	metrics, err := listen.Listen(ctx, "tcp", c.MetricsAddr)
	if err != nil {
		return errors.Join(fmt.Errorf("UVBOARD_METRICS_ADDR (--metrics-addr): %w", err), listener.Close())
	}
	log.Info("listening", "addr", listener.Addr().String(), "base_url", c.BaseURL.String(), "metrics_addr", metrics.Addr().String())
	// Whichever ends takes the other along.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 2)
	for at, handler := range map[net.Listener]http.Handler{listener: public, metrics: public.MetricsHandler()} {
		go func() {
			ended <- server.Serve(ctx, at, handler, log)
			cancel()
		}()
	}
	return errors.Join(<-ended, <-ended)
}
