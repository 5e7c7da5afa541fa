package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"uvboard/backend/media"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/server"
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
		signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM}
		if !signal.Ignored(syscall.SIGHUP) { // as nohup has it, of which a server is to outlive its terminal
			signals = append(signals, syscall.SIGHUP)
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), signals...)
		defer stop()
		context.AfterFunc(ctx, stop)
		return serve(ctx, c, *migrate)
	})
	return cmd
}

// serve runs until ctx ends and every request in flight has its answer.
func serve(ctx context.Context, c *config.Config, migrate bool) (err error) {
	log := c.Logger()
	slog.SetDefault(log)
	// The database comes last: whoever got something else wrong finds none made or migrated.
	transport, err := newTransport(c)
	if err != nil {
		return err
	}
	if err := checkWritable(os.TempDir()); err != nil {
		return fmt.Errorf("TMPDIR, the folder for temporary files, has to be there and writable: %w", err)
	}
	at, err := listen(ctx, c)
	if err != nil {
		return err
	}
	defer at.close()
	if address, ok := at.public.Addr().(*net.TCPAddr); ok && c.DefaultBaseURL { // port 0 picks a free one
		c.BaseURL = config.LocalBaseURL(strconv.Itoa(address.Port))
	}
	files, err := media.OpenBucket(ctx, c.UploadsURL.Reveal(), c.DataDir)
	if err != nil {
		return err
	}
	db, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.ClaimForServer(); err != nil {
		return err
	}
	log.Info("starting", "version", version, "commit", builtFrom(), "database", db.Place, "uploads", files.Place(), "mail", mailPlace(c))
	if migrate {
		if err := db.Migrate(ctx); err != nil {
			return err
		}
	} else if err := db.Ready(ctx); err != nil {
		log.Warn("the database is not ready: run `uvboard migrate`; /readyz says 503 and background jobs wait until then", "error", err.Error())
	}
	uploads := media.NewService(db, files, time.Now)
	built, err := newServer(c, db, uploads, log)
	if err != nil {
		return err
	}
	debug.FreeOSMemory() // starting took more than serving does
	for _, job := range newJobs(c, db, uploads, mail.NewSender(db, transport, log, time.Now), log) {
		defer job.start(ctx, db.Ready, log)()
	}
	return at.serve(ctx, c, built, log)
}

// listeners are where a server answers.
type listeners struct{ public, metrics net.Listener } // metrics is nil where no address is set for it

// listen takes the public address and, where one is set, another for metrics.
func listen(ctx context.Context, c *config.Config) (at listeners, err error) {
	var listen net.ListenConfig
	if at.public, err = listen.Listen(ctx, "tcp", c.Addr); err != nil {
		return at, fmt.Errorf("UVBOARD_ADDR (--addr): %w", err)
	}
	if c.MetricsAddr == "" {
		return at, nil
	}
	if at.metrics, err = listen.Listen(ctx, "tcp", c.MetricsAddr); err != nil {
		at.close()
		return at, fmt.Errorf("UVBOARD_METRICS_ADDR (--metrics-addr): %w", err)
	}
	return at, nil
}

// close gives back the addresses, which a server that has stopped has done already.
func (at listeners) close() {
	for _, listener := range []net.Listener{at.public, at.metrics} {
		if listener != nil {
			_ = listener.Close() // it says only that it is closed
		}
	}
}

// serve answers until ctx ends or one of the addresses fails.
func (at listeners) serve(ctx context.Context, c *config.Config, public *server.Server, log *slog.Logger) error {
	if at.metrics == nil {
		log.Info("listening", "addr", at.public.Addr().String(), "base_url", c.BaseURL.String())
		return server.Serve(ctx, at.public, public, log)
	}
	log.Info("listening", "addr", at.public.Addr().String(), "base_url", c.BaseURL.String(), "metrics_addr", at.metrics.Addr().String())
	// Whichever ends takes the other along.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 2)
	for listener, handler := range map[net.Listener]http.Handler{at.public: public, at.metrics: public.MetricsHandler()} {
		go func() {
			ended <- server.Serve(ctx, listener, handler, log)
			cancel()
		}()
	}
	return errors.Join(<-ended, <-ended)
}
