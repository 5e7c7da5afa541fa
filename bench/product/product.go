// Package product runs the product as a process, which can be killed and started again.
package product

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"uvboard/backend/media"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
)

// Server is the product. It ends with this process.
type Server struct {
	Env     []string // of the product and its commands
	Through []string // a command before the product's, which must become the product
	Gone    chan struct{}

	binary, dir string
	addr        atomic.Pointer[string] // listen address, the same after each start
	now         *exec.Cmd
	starts      int
}

// New returns the server of a binary, which is not started. Its logs are in dir.
func New(binary, dir string, env []string) (*Server, error) {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	return &Server{binary: binary, dir: dir, Env: append(os.Environ(), env...)}, nil
}

// URL is the address of the server, which has been started once.
func (s *Server) URL() string { return "http://" + *s.addr.Load() }

// Log is the file with the log since the last start.
func (s *Server) Log() string { return filepath.Join(s.dir, fmt.Sprintf("log%d", s.starts)) }

// Launch starts the process and does not wait until it is ready.
func (s *Server) Launch() error {
	s.starts++
	file, err := os.Create(s.Log())
	if err != nil {
		return err
	}
	defer file.Close()
	addr := "127.0.0.1:0"
	if known := s.addr.Load(); known != nil {
		addr = *known
	}
	command := append(slices.Clone(s.Through), s.binary, "serve", "--addr", addr, "--news-interval", "0")
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env, cmd.Stdout, cmd.Stderr = s.Env, file, file
	// Its own process group, so that an interrupt of this program does not reach it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	started, gone := make(chan error), make(chan struct{})
	go func() {
		// Pdeathsig is sent when the thread that started the process ends, so keep this thread.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // cmd.ProcessState has the result
		}
		close(gone)
	}()
	if err := <-started; err != nil {
		return err
	}
	s.now, s.Gone = cmd, gone
	return nil
}

// Start starts the product and waits until it is ready.
func (s *Server) Start(ctx context.Context) error {
	if err := s.Launch(); err != nil {
		return err
	}
	return s.Ready(ctx)
}

// Ready waits until the product that was launched is ready.
func (s *Server) Ready(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.Gone:
			output, err := os.ReadFile(s.Log())
			return errors.Join(fmt.Errorf("the product did not start: %s", output), err)
		case <-time.After(5 * time.Millisecond):
		}
		if s.addr.Load() == nil {
			output, err := os.ReadFile(s.Log())
			if err != nil {
				return err
			}
			s.readAddr(output)
		}
		if s.addr.Load() != nil && s.ready(ctx) {
			return nil
		}
	}
}

func (s *Server) readAddr(log []byte) {
	for line := range bytes.Lines(log) {
		var entry struct{ Msg, Addr string }
		if json.Unmarshal(line, &entry) == nil && entry.Msg == "listening" {
			s.addr.Store(&entry.Addr)
		}
	}
}

func (s *Server) ready(ctx context.Context) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL()+"/readyz", nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	return response.Body.Close() == nil && response.StatusCode == http.StatusOK
}

// Running reports whether the product is running.
func (s *Server) Running() bool {
	if s.now == nil {
		return false
	}
	select {
	case <-s.Gone:
		return false
	default:
		return true
	}
}

// Stop sends a signal and waits for the end. After SIGTERM the product must exit with 0.
func (s *Server) Stop(signal syscall.Signal) error {
	if err := s.now.Process.Signal(signal); err != nil {
		return fmt.Errorf("the product has exited: %w", err)
	}
	<-s.Gone
	if signal == syscall.SIGTERM && s.now.ProcessState.ExitCode() != 0 {
		return fmt.Errorf("the product exited with %s", s.now.ProcessState)
	}
	return nil
}

// Close ends the product if it is running.
func (s *Server) Close() error {
	if s.now == nil {
		return nil
	}
	err := s.now.Process.Kill()
	<-s.Gone
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// Run runs a command of the product beside the server.
func (s *Server) Run(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, s.binary, args...)
	cmd.Env = s.Env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", args[0], err, bytes.TrimSpace(out))
	}
	return nil
}

// Files counts the differences between uploads in the database and in the store.
type Files struct {
	Young   int      // files without a row that are not a day old
	Kept    int      // uploads in use, after the collector has run
	Stray   []string // files without a row after the collector has run
	Missing []string // files of a row that do not exist
}

// Examine compares the rows of uploads with the files while the product is stopped: once as they are, and once after the collector
// has run with its clock a day ahead. address is that of the database, uploads that of the files, data the data directory.
func Examine(ctx context.Context, address, uploads, data string) (found Files, err error) {
	db, err := store.Open(ctx, address)
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	files, err := media.OpenBucket(ctx, uploads, data)
	if err != nil {
		return found, err
	}
	uses := []domain.UploadUse{{Kind: "project", Table: "projects"}}
	now, err := media.NewService(db, files, time.Now).Examine(ctx, uses)
	if err != nil {
		return found, err
	}
	found.Young = now.Young
	later := media.NewService(db, files, func() time.Time { return time.Now().Add(25 * time.Hour) })
	if err := media.NewCollector(later).Work(ctx); err != nil {
		return found, err
	}
	left, err := later.Examine(ctx, uses)
	if err != nil {
		return found, err
	}
	for _, file := range slices.Concat(now.Missing, left.Missing) {
		found.Missing = append(found.Missing, file.Name)
	}
	for _, stray := range left.Stray {
		found.Stray = append(found.Stray, stray.Name)
	}
	found.Kept, err = db.Client().Upload.Query().Count(ctx)
	return found, err
}
