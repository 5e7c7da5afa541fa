package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
)

const root = "../../.."

// unpack writes the files of a tar below a folder, with their modes and owners.
func unpack(t *testing.T, from io.Reader, folder string) {
	t.Helper()
	for r := tar.NewReader(from); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, header.Name)
		if header.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o755)
		} else {
			var content []byte
			content, err = io.ReadAll(r)
			// A layout has the folders of its files only implicitly.
			err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, content, 0o600))
		}
		if err := errors.Join(err, os.Chown(path, header.Uid, header.Gid),
			syscall.Chmod(path, uint32(header.Mode))); err != nil {
			t.Fatal(err)
		}
	}
}

// The image of bin/uvboard starts as its user on a read-only file system, with only the volume writable, and is the
// same when made again.
func TestImage(t *testing.T) {
	if err := exec.CommandContext(t.Context(), "unshare", "--mount", "true").Run(); err != nil {
		t.Skip("the image cannot run here: only root may mount: ", err)
	}
	program, err := os.ReadFile(filepath.Join(root, "bin/uvboard"))
	if err != nil {
		t.Fatal(err)
	}
	// Not below t.TempDir, whose parent other users cannot enter.
	work, err := os.MkdirTemp("", "image")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(work) })
	if err := errors.Join(os.Chmod(work, 0o755), os.MkdirAll(filepath.Join(work, "bin", runtime.GOARCH), 0o755),
		os.WriteFile(filepath.Join(work, "bin", runtime.GOARCH, "uvboard"), program, 0o755)); err != nil {
		t.Fatal(err)
	}
	var made [2][]byte
	for i := range made {
		out := filepath.Join(work, "image.tar")
		if err := write(filepath.Join(root, "deploy/Dockerfile"), filepath.Join(work, "bin"), "1.2.3", "abc",
			time.Unix(1_700_000_000, 0), out); err != nil {
			t.Fatal(err)
		}
		if made[i], err = os.ReadFile(out); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(made[0], made[1]) {
		t.Error("the image differs when it is made again")
	}

	unpack(t, bytes.NewReader(made[0]), filepath.Join(work, "layout"))
	index, err := layout.ImageIndexFromPath(filepath.Join(work, "layout"))
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	image, err := index.Image(manifest.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	config, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	if c := config.Config; c.User != "65532:65532" || len(c.Volumes) != 1 || len(c.ExposedPorts) != 1 ||
		c.Healthcheck == nil || c.Labels["org.opencontainers.image.version"] != "1.2.3" {
		t.Errorf("%+v", c)
	}
	files := filepath.Join(work, "root")
	content := mutate.Extract(image)
	unpack(t, content, files)
	if err := content.Close(); err != nil {
		t.Fatal(err)
	}

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(work, "data")
	if err := errors.Join(os.Mkdir(data, 0o700), os.Chown(data, 65532, 65532)); err != nil {
		t.Fatal(err)
	}
	const inside = `mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && mount --bind "$2" "$1/data" && shift 2 && exec chroot --userspec=65532:65532 "$@"`
	line := append([]string{"--mount", "sh", "-c", inside, "sh", files, data, files},
		append(config.Config.Entrypoint, config.Config.Cmd...)...)
	command := exec.CommandContext(t.Context(), "unshare", line...)
	command.Env = append(config.Config.Env, "TMPDIR=/data", "UVBOARD_ADDR="+address, "UVBOARD_BASE_URL=http://"+address)
	var log bytes.Buffer
	command.Stdout, command.Stderr = &log, &log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for until := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		response, err := http.Get("http://" + address + "/healthz")
		if err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				break
			}
		}
		select {
		case err := <-ended:
			t.Fatalf("the server ended: %v\n%s", err, log.String())
		default:
		}
		if time.Now().After(until) {
			_ = command.Process.Kill()
			<-ended
			t.Fatalf("no answer: %v\n%s", err, log.String())
		}
	}
	status, err := os.ReadFile("/proc/" + strconv.Itoa(command.Process.Pid) + "/status")
	if err != nil || !strings.Contains(string(status), "Uid:\t65532\t65532") {
		t.Errorf("the server runs as another user: %v\n%s", err, status)
	}
	if err := command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("%v\n%s", err, log.String())
	}
	if _, err := os.Stat(filepath.Join(data, "uvboard.db")); err != nil {
		t.Errorf("the database is not in the volume: %v\n%s", err, log.String())
	}
}
