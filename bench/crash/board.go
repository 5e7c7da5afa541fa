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
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/pgtest"
)

// board is the product as a process, with the database under it.
type board struct {
	binary, dir string
	uploads     string
	cluster     *pgtest.Cluster // nil on SQLite
	env         []string
	addr        atomic.Pointer[string] // where it listens; the port stays the same
	now         *exec.Cmd
	gone        chan struct{}
	starts      int
}

func newBoard(o options, dir string) (*board, error) {
	binary, err := filepath.Abs(o.binary)
	if err != nil {
		return nil, err
	}
	b := &board{binary: binary, dir: dir, uploads: o.uploads}
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

func (b *board) url() string { return "http://" + *b.addr.Load() }

// launch starts the process without waiting for more.
func (b *board) launch() (log string, err error) {
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
	cmd := exec.Command(b.binary, "serve", "--addr", addr)
	cmd.Env, cmd.Stdout, cmd.Stderr = b.env, file, file
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt of this program is not its
	if err := cmd.Start(); err != nil {
		return "", err
	}
	gone := make(chan struct{})
	go func() {
		_ = cmd.Wait() // how it ended is asked of cmd.ProcessState
		close(gone)
	}()
	b.now, b.gone = cmd, gone
	return log, nil
}

// start starts the product and waits until it is ready.
func (b *board) start(ctx context.Context) error {
	log, err := b.launch()
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-b.gone:
			said, err := os.ReadFile(log)
			return errors.Join(fmt.Errorf("the product did not start: %s", said), err)
		case <-time.After(5 * time.Millisecond):
		}
		if b.addr.Load() == nil {
			said, err := os.ReadFile(log)
			if err != nil {
				return err
			}
			b.noteAddr(said)
		}
		if b.addr.Load() != nil && b.ready(ctx) {
			return nil
		}
	}
}

func (b *board) noteAddr(log []byte) {
	for line := range bytes.Lines(log) {
		var entry struct{ Msg, Addr string }
		if json.Unmarshal(line, &entry) == nil && entry.Msg == "listening" {
			b.addr.Store(&entry.Addr)
		}
	}
}

func (b *board) ready(ctx context.Context) bool {
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

// end ends what w says.
func (b *board) end(w way) error {
	if w.product != 0 {
		if err := b.now.Process.Signal(w.product); err != nil {
			return fmt.Errorf("the product has ended by itself: %w", err)
		}
	}
	if w.database != 0 {
		if err := b.cluster.Stop(w.database); err != nil {
			return err
		}
	}
	if w.product == 0 {
		return nil
	}
	<-b.gone
	if w.product == syscall.SIGTERM && b.now.ProcessState.ExitCode() != 0 {
		return fmt.Errorf("the product ended with %s", b.now.ProcessState)
	}
	return nil
}

// restartDatabase starts PostgreSQL again, if it was ended, and returns how long that took.
func (b *board) restartDatabase(w way) (time.Duration, error) {
	if w.database == 0 {
		return 0, nil
	}
	begin := time.Now()
	err := b.cluster.Start()
	return time.Since(begin), err
}

// restart starts the product again, if it was ended.
func (b *board) restart(ctx context.Context, w way, choice *rand.Rand) error {
	if w.product == 0 {
		return nil
	}
	if w.again {
		if _, err := b.launch(); err != nil {
			return err
		}
		wait(ctx, time.Duration(choice.IntN(150))*time.Millisecond)
		if err := b.now.Process.Kill(); err != nil {
			return err
		}
		<-b.gone
	}
	return b.start(ctx)
}

// doctor recounts every counter.
func (b *board) doctor(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, b.binary, "doctor")
	cmd.Env = b.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, bytes.TrimSpace(out))
	}
	return nil
}

// examineFiles compares the rows of uploads with the files, with the product stopped: as they are, and a day later, when
// the collector has taken what a crash left behind.
func (b *board) examineFiles(ctx context.Context, r *report) (err error) {
	if err := b.end(way{product: syscall.SIGTERM}); err != nil {
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
	now, err := media.NewService(db, files, time.Now).Examine(ctx)
	if err != nil {
		return err
	}
	r.files.young = now.Young
	later := media.NewService(db, files, func() time.Time { return time.Now().Add(25 * time.Hour) })
	if err := media.NewCollector(later).Work(ctx); err != nil {
		return err
	}
	left, err := later.Examine(ctx)
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

func (b *board) close() error {
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
