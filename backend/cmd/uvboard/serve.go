package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"uvboard/backend/media"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/tracing"
	"uvboard/backend/product"
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
		// The first signal requests an orderly stop. After stop, a second one ends the process at once.
		signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM}
		if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it, so that the server outlives its terminal
			signals = append(signals, syscall.SIGHUP)
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), signals...)
		defer stop()
		context.AfterFunc(ctx, stop)
		return serve(ctx, c, *migrate)
	})
	return cmd
}

// serve runs until ctx ends and the requests in flight are finished.
func serve(ctx context.Context, c *config.Config, migrate bool) (err error) {
	log := c.Logger()
	slog.SetDefault(log)
	// The database comes last, so that a mistake in another setting leaves it uncreated and unmigrated.
	var p *product.Product
	transport, err := newTransport(c, func() string { return p.Board.Name() })
	if err != nil {
		return err
	}
	if err := checkWritable(os.TempDir()); err != nil {
		return fmt.Errorf("TMPDIR, the directory for temporary files, must exist and be writable: %w", err)
	}
	traces, err := tracing.Start(ctx, version, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tracing.Stop(ctx, traces)) }()
	at, err := listen(ctx, c)
	if err != nil {
		return err
	}
	defer at.close()
	if address, ok := at.public.Addr().(*net.TCPAddr); ok && c.DefaultBaseURL { // port 0 picks a free one
		c.BaseURL = config.LocalBaseURL(strconv.Itoa(address.Port))
	}
	files, err := media.OpenForServer(ctx, c.UploadsURL.Reveal(), c.DataDir)
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
	if read := c.DatabaseReadURL.Reveal(); read != "" {
		if err := db.OpenStandbys(read, log); err != nil {
			return err
		}
	}
	log.Info("starting", "version", version, "commit", builtFrom(), "database", db.Place, "uploads", files.Place(),
		"mail", mailPlace(c))
	if migrate {
		if err := db.Migrate(ctx); err != nil {
			return err
		}
	} else if err := db.Ready(ctx); err != nil {
		log.Warn("the database is not ready: run `uvboard migrate`; until then /readyz answers 503 and background jobs wait", "error", err.Error())
	}
	c.Version = version
	p = product.New(c, db, media.NewService(db, files, time.Now))
	if traces != nil {
		p.Tracer = traces
	}
	runner := p.NewJobs(transport, log)
	built, err := p.NewServer(log, runner)
	if err != nil {
		return err
	}
	defer p.Live.Start(ctx, log)()
	debug.FreeOSMemory() // a start takes more memory than serving
	defer runner.Start(ctx, db.Ready)()
	if err := printSetupLink(ctx, p, log); err != nil {
		log.Warn("no setup link: run `uvboard admin setup-link` for one", "error", err.Error())
	}
	return at.serve(ctx, c, built, log)
}

// printSetupLink prints the setup link for the first admin's account if the board has no accounts.
func printSetupLink(ctx context.Context, p *product.Product, log *slog.Logger) error {
	has, err := p.Accounts.HasAccounts(ctx)
	if err != nil || has {
		return err
	}
	link, err := p.Accounts.SetupLink(ctx)
	if err != nil {
		return err
	}
	log.Info("this board has no accounts: open the link to make the first admin's; it works once, for a day", "link",
		link)
	_, err = fmt.Printf("\nSet up your board: %s\n\n", link) // the log may be JSON, or go elsewhere
	return err
}

// listeners are the listeners of a server; metrics is nil if no address is set for it.
type listeners struct{ public, metrics net.Listener }

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

// close closes the listeners. A stopped server has closed them already.
func (at listeners) close() {
	for _, listener := range []net.Listener{at.public, at.metrics} {
		if listener != nil {
			_ = listener.Close() // fails only if it is closed
		}
	}
}

// serve answers until ctx ends or a listener fails.
func (at listeners) serve(ctx context.Context, c *config.Config, public *server.Server, log *slog.Logger) error {
	group, ctx := errgroup.WithContext(ctx)
	attrs := []any{"addr", at.public.Addr().String(), "base_url", c.BaseURL.String()}
	group.Go(func() error { return server.Serve(ctx, public.BoundAddrs(at.public), public, log) })
	if at.metrics != nil {
		attrs = append(attrs, "metrics_addr", at.metrics.Addr().String())
		group.Go(func() error { return server.Serve(ctx, at.metrics, public.MetricsHandler(), log) })
	}
	log.Info("listening", attrs...)
	return group.Wait()
}
