// Package product runs the product as a process, which can be killed and started again.
package product

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"uvboard/backend/media"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	"uvboard/bench/process"
)

// Server is the product. It ends with this process.
type Server struct {
	process.Process
	Through []string // a command before the product's, which must become the product

	binary string
	starts int
}

// New returns the server of a binary, which is not started. Its logs are in dir, one for each start.
func New(binary, dir string, env []string) (*Server, error) {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	return &Server{Process: process.Process{Dir: dir, Env: env, Addr: "127.0.0.1:0"}, binary: binary}, nil
}

// URL is the address of the server, which has been started once.
func (s *Server) URL() string { return "http://" + s.Addr }

// Launch starts the process at the address of its first start, and does not wait until it is ready.
func (s *Server) Launch() error {
	s.starts++
	s.Name = fmt.Sprintf("product%d", s.starts)
	s.Command = append(slices.Clone(s.Through), s.binary, "serve", "--addr", s.Addr, "--news-interval", "0")
	return s.Process.Start()
}

// Start starts the product and waits until it is ready.
func (s *Server) Start(ctx context.Context) error {
	err := s.Launch()
	if err == nil {
		err = s.Listen(ctx)
	}
	for err == nil && !s.ready(ctx) {
		process.Pause(ctx, 5*time.Millisecond)
		err = ctx.Err()
	}
	return err
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

// Run runs a command of the product beside the server.
func (s *Server) Run(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, s.binary, args...)
	cmd.Env = append(os.Environ(), s.Env...)
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

// Examine compares the rows of uploads with the files while the product is stopped: once as they are, and once after
// the collector has run with its clock a day ahead. address is that of the database, uploads that of the files, data
// the data directory.
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
