package agent

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"sync"
	"time"

	pb "uvboard/gen/uvboard/v1"
)

const programPath = "/download/uvboard"

// Release says which program a board runs, and where its files for other systems are.
type Release struct {
	Version string
	URL     string // of the files of the release, without a slash at the end; empty for none
}

// systems are what a release is built for, as .goreleaser.yaml says.
var systems = []struct{ os, named, kind string }{
	{"linux", "linux", "tar.gz"}, {"darwin", "macos", "tar.gz"}, {"windows", "windows", "zip"},
}

// program is the running program, which is open as long as it runs, since an update may replace its file.
type program struct {
	file     *os.File
	size     int64
	modified time.Time
	sum      string // SHA-256 in hexadecimal
}

// running opens the running program at its first use.
var running = sync.OnceValues(func() (p program, err error) {
	path, err := os.Executable()
	if err != nil {
		return p, fmt.Errorf("find the program: %w", err)
	}
	if p.file, err = os.Open(path); err != nil {
		return p, fmt.Errorf("open the program: %w", err)
	}
	hash := sha256.New()
	info, err := p.file.Stat()
	if err == nil {
		p.modified = info.ModTime()
		p.size, err = io.Copy(hash, p.file)
	}
	if err != nil {
		return p, errors.Join(fmt.Errorf("read the program: %w", err), p.file.Close())
	}
	p.sum = hex.EncodeToString(hash.Sum(nil))
	return p, nil
})

// serveProgram sends the running program, which is also the client.
func (s *Service) serveProgram(w http.ResponseWriter, r *http.Request) error {
	p, err := running()
	if err != nil {
		return err
	}
	name := "uvboard"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	header := w.Header()
	header.Set("Content-Type", "application/octet-stream")
	header.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	header.Set("Cache-Control", "public, max-age=3600")
	header.Set("Etag", `"`+p.sum+`"`)
	http.ServeContent(w, r, "", p.modified, io.NewSectionReader(p.file, 0, p.size))
	return nil
}

// GetProgram implements AgentService.
func (h *Handler) GetProgram(context.Context, *pb.GetProgramRequest) (*pb.GetProgramResponse, error) {
	p, err := running()
	if err != nil {
		return nil, err
	}
	s := h.service
	out := &pb.Program{Version: s.release.Version, Os: runtime.GOOS, Arch: runtime.GOARCH, Url: s.origin + programPath,
		Bytes: p.size, Sha256: p.sum}
	if s.release.URL != "" {
		for _, system := range systems {
			for _, arch := range []string{"amd64", "arm64"} {
				out.Releases = append(out.Releases, &pb.Release{Os: system.os, Arch: arch, Url: fmt.Sprintf(
					"%s/uvboard_%s_%s_%s.%s", s.release.URL, s.release.Version, system.named, arch, system.kind)})
			}
		}
	}
	return &pb.GetProgramResponse{Program: out}, nil
}
