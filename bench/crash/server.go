package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"uvboard/backend/media"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/pgtest"
)

// server is the product as a process, with its database.
type server struct {
	binary, dir string
	uploads     string
	cluster     *pgtest.Cluster // nil on SQLite
	env         []string
	addr        atomic.Pointer[string] // listen address, the same after each start
	now         *exec.Cmd
	gone        chan struct{}
	starts      int
}

func newServer(o options, dir string) (*server, error) {
	binary, err := filepath.Abs(o.binary)
	if err != nil {
		return nil, err
	}
	b := &server{binary: binary, dir: dir, uploads: o.uploads}
	b.env = append(os.Environ(), "UVBOARD_DATA_DIR="+filepath.Join(dir, "data"), "UVBOARD_UPLOADS_URL="+o.uploads,
		"UVBOARD_RATE_LIMITS=off", "UVBOARD_LOG_FORMAT=json", "DATABASE_URL=")
	if o.database == "postgres" {
		if b.cluster, err = pgtest.NewDurable(); err != nil {
			return nil, err
		}
		if err := b.cluster.Start(); err != nil {
			return nil, err
		}
		b.env = append(b.env, "DATABASE_URL="+b.cluster.URL.String())
	}
	return b, nil
}

func (b *server) url() string { return "http://" + *b.addr.Load() }

// launch starts the process and does not wait until it is ready.
func (b *server) launch() (log string, err error) {
	b.starts++
	log = filepath.Join(b.dir, fmt.Sprintf("log%d", b.starts))
	file, err := os.Create(log)
	if err != nil {
		return "", err
	}
	defer file.Close()
	addr := "127.0.0.1:0"
	if known := b.addr.Load(); known != nil {
		addr = *known
	}
	cmd := exec.Command(b.binary, "serve", "--addr", addr, "--news-interval", "0")
	cmd.Env, cmd.Stdout, cmd.Stderr = b.env, file, file
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that an interrupt of this program does not reach it
	if err := cmd.Start(); err != nil {
		return "", err
	}
	gone := make(chan struct{})
	go func() {
		_ = cmd.Wait() // cmd.ProcessState has the result
		close(gone)
	}()
	b.now, b.gone = cmd, gone
	return log, nil
}

// start starts the product and waits until it is ready.
func (b *server) start(ctx context.Context) error {
	log, err := b.launch()
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-b.gone:
			output, err := os.ReadFile(log)
			return errors.Join(fmt.Errorf("the product did not start: %s", output), err)
		case <-time.After(5 * time.Millisecond):
		}
		if b.addr.Load() == nil {
			output, err := os.ReadFile(log)
			if err != nil {
				return err
			}
			b.readAddr(output)
		}
		if b.addr.Load() != nil && b.ready(ctx) {
			return nil
		}
	}
}

func (b *server) readAddr(log []byte) {
	for line := range bytes.Lines(log) {
		var entry struct{ Msg, Addr string }
		if json.Unmarshal(line, &entry) == nil && entry.Msg == "listening" {
			b.addr.Store(&entry.Addr)
		}
	}
}

func (b *server) ready(ctx context.Context) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url()+"/readyz", nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	return response.Body.Close() == nil && response.StatusCode == http.StatusOK
}

// end sends the signals of e and waits for the product.
func (b *server) end(e ending) error {
	if e.product != 0 {
		if err := b.now.Process.Signal(e.product); err != nil {
			return fmt.Errorf("the product has exited: %w", err)
		}
	}
	if e.database != 0 {
		if err := b.cluster.Stop(e.database); err != nil {
			return err
		}
	}
	if e.product == 0 {
		return nil
	}
	<-b.gone
	if e.product == syscall.SIGTERM && b.now.ProcessState.ExitCode() != 0 {
		return fmt.Errorf("the product exited with %s", b.now.ProcessState)
	}
	return nil
}

// restartDatabase starts PostgreSQL if e stopped it, and returns the time that took.
func (b *server) restartDatabase(e ending) (time.Duration, error) {
	if e.database == 0 {
		return 0, nil
	}
	begin := time.Now()
	err := b.cluster.Start()
	return time.Since(begin), err
}

// restart starts the product if e stopped it.
func (b *server) restart(ctx context.Context, e ending, random *rand.Rand) error {
	if e.product == 0 {
		return nil
	}
	if e.again {
		if _, err := b.launch(); err != nil {
			return err
		}
		wait(ctx, time.Duration(random.IntN(150))*time.Millisecond)
		if err := b.now.Process.Kill(); err != nil {
			return err
		}
		<-b.gone
	}
	return b.start(ctx)
}

// doctor runs uvboard doctor, which recounts every counter.
func (b *server) doctor(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, b.binary, "doctor")
	cmd.Env = b.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, bytes.TrimSpace(out))
	}
	return nil
}

// verifyFiles compares the rows of uploads with the files while the product is stopped: once as they are, and once after the
// collector has run with its clock a day ahead.
func (b *server) verifyFiles(ctx context.Context, r *report) (err error) {
	if err := b.end(ending{product: syscall.SIGTERM}); err != nil {
		return err
	}
	data := filepath.Join(b.dir, "data")
	address := "sqlite://" + filepath.Join(data, "uvboard.db")
	if b.cluster != nil {
		address = b.cluster.URL.String()
	}
	db, err := store.Open(ctx, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	files, err := media.OpenBucket(ctx, b.uploads, data)
	if err != nil {
		return err
	}
	uses := []domain.UploadUse{{Kind: "project", Table: "projects"}}
	now, err := media.NewService(db, files, time.Now).Examine(ctx, uses)
	if err != nil {
		return err
	}
	r.files.young = now.Young
	later := media.NewService(db, files, func() time.Time { return time.Now().Add(25 * time.Hour) })
	if err := media.NewCollector(later).Work(ctx); err != nil {
		return err
	}
	left, err := later.Examine(ctx, uses)
	if err != nil {
		return err
	}
	for _, file := range slices.Concat(now.Missing, left.Missing) {
		r.files.missing = append(r.files.missing, file.Name)
	}
	for _, stray := range left.Stray {
		r.files.stray = append(r.files.stray, stray.Name)
	}
	r.files.kept, err = db.Client().Upload.Query().Count(ctx)
	return err
}

func (b *server) close() error {
	var err error
	if b.now != nil {
		if killErr := b.now.Process.Kill(); !errors.Is(killErr, os.ErrProcessDone) {
			err = killErr
		}
		<-b.gone
	}
	if b.cluster != nil && b.cluster.Running() {
		err = errors.Join(err, b.cluster.Stop(syscall.SIGQUIT))
	}
	return err
}
