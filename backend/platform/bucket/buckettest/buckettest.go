// Package buckettest creates an empty bucket for each test, in a folder and in an S3-compatible store.
package buckettest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/must"
)

// The access key of the store, which listens on this machine only and ends with the test.
const (
	keyID  = "uvboard-test"
	secret = "uvboard-test-secret"
)

var buckets atomic.Int64

// Env is the environment that a program needs to use the address of S3.
var Env = []string{"AWS_ACCESS_KEY_ID=" + keyID, "AWS_SECRET_ACCESS_KEY=" + secret}

// Each runs test once on each kind of store, as subtests "disk" and "s3".
func Each(t *testing.T, test func(t *testing.T, b bucket.Bucket)) {
	t.Helper()
	t.Run("disk", func(t *testing.T) { test(t, Open(t, Disk(t))) })
	t.Run("s3", func(t *testing.T) { test(t, Open(t, S3(t))) })
}

// Disk returns the address of an empty folder.
func Disk(t testing.TB) string { return "file://" + filepath.ToSlash(t.TempDir()) }

// Open opens the bucket at address.
func Open(t testing.TB, address string) bucket.Bucket {
	t.Helper()
	b, err := bucket.Open(address, "")
	if err == nil {
		err = b.Check(t.Context())
	}
	must.NoError(t, err)
	return b
}

// S3 returns the address of an empty bucket, and sets its access key in the environment.
func S3(t testing.TB) string {
	t.Helper()
	server, err := start()
	must.NoError(t, err)
	for _, setting := range Env {
		name, value, _ := strings.Cut(setting, "=")
		// Not t.Setenv, which parallel tests may not use. The value is the same for all.
		must.NoError(t, os.Setenv(name, value))
	}
	client, err := minio.New(server, &minio.Options{Creds: credentials.NewStaticV4(keyID, secret, "")})
	must.NoError(t, err)
	name := fmt.Sprintf("test-%d-%d", os.Getpid(), buckets.Add(1))
	must.NoError(t, client.MakeBucket(t.Context(), name, minio.MakeBucketOptions{}))
	return "s3://" + name + "?region=us-east-1&endpoint=http://" + server
}

// start runs versitygw once per test process. It ends with the process.
var start = sync.OnceValues(func() (string, error) {
	removeStale()
	root, err := output("go", "list", "-m", "-f", "{{.Dir}}", "uvboard")
	if err != nil {
		return "", err
	}
	program, err := output("go", "-C", filepath.Join(root, "tools"), "tool", "-n", "versitygw") // builds it if needed
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "uvboard-s3-"+strconv.Itoa(os.Getpid())+"-")
	if err != nil {
		return "", err
	}
	for _, folder := range []string{"data", "meta"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o755); err != nil {
			return "", err
		}
	}
	port, err := freePort()
	if err != nil {
		return "", err
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return "", err
	}
	address := "127.0.0.1:" + strconv.Itoa(port)
	// A sidecar folder for metadata works on every file system.
	server := exec.Command(program, "--port", address, "--access", keyID, "--secret", secret, "--quiet",
		"posix", "--sidecar", filepath.Join(dir, "meta"), filepath.Join(dir, "data"))
	server.Dir, server.Stdout, server.Stderr = dir, log, log
	server.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	ended := make(chan error, 2)
	go func() {
		// Pdeathsig is sent when the thread that started the process ends, so keep this thread.
		runtime.LockOSThread()
		err := server.Start()
		if err == nil {
			err = server.Wait()
		}
		ended <- err
	}()
	for deadline := time.Now().Add(30 * time.Second); ; {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			return address, conn.Close()
		}
		select {
		case err := <-ended:
			return "", describe(log.Name(), err)
		case <-time.After(20 * time.Millisecond):
			if time.Now().After(deadline) {
				return "", describe(log.Name(), err)
			}
		}
	}
})

func describe(log string, err error) error {
	out, _ := os.ReadFile(log)
	return fmt.Errorf("versitygw did not start: %w\n%s", err, out)
}

func output(name string, args ...string) (string, error) {
	out, err := exec.CommandContext(context.Background(), name, args...).Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, failed.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

func removeStale() {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), "uvboard-s3-*"))
	for _, dir := range dirs {
		var pid int
		if _, err := fmt.Sscanf(filepath.Base(dir), "uvboard-s3-%d-", &pid); err == nil && syscall.Kill(pid, 0) == syscall.ESRCH {
			_ = os.RemoveAll(dir)
		}
	}
}
