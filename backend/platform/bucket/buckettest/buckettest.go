// Package buckettest creates an empty bucket for each test, in a folder and in an S3-compatible store.
package buckettest

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/tooltest"
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
	return tooltest.Start("versitygw", func(address, dir string) ([]string, error) {
		data, meta := filepath.Join(dir, "data"), filepath.Join(dir, "meta")
		// A sidecar folder for metadata works on every file system.
		return []string{"--port", address, "--access", keyID, "--secret", secret, "--quiet", "posix", "--sidecar", meta,
				data},
			errors.Join(os.Mkdir(data, 0o755), os.Mkdir(meta, 0o755))
	})
})

// Faulty returns the address of an S3-compatible store that keeps what it receives with the framing of chunks, and
// refuses the requests of a method. It does no more than bucket.Try needs.
func Faulty(t *testing.T, refuse string) (address string, kept map[string][]byte) {
	t.Helper()
	var mu sync.Mutex
	kept = map[string][]byte{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		content, exists := kept[r.URL.Path]
		w.Header().Set("Etag", `"1"`)
		w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
		switch {
		case r.Method == refuse:
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>")
		case r.Method == http.MethodPut:
			kept[r.URL.Path], _ = io.ReadAll(r.Body)
		case r.Method == http.MethodGet && exists:
			_, _ = w.Write(content)
		case r.Method == http.MethodDelete:
			delete(kept, r.URL.Path)
			w.WriteHeader(http.StatusNoContent)
		}
	}))
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	return "s3://test?region=us-east-1&endpoint=" + server.URL, kept
}
