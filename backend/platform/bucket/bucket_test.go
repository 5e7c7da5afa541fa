package bucket_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/must"
)

func put(t *testing.T, b bucket.Bucket, name string, data []byte) {
	t.Helper()
	n, err := b.Put(t.Context(), name, "image/png", bytes.NewReader(data), int64(len(data)))
	if err != nil || n != int64(len(data)) {
		t.Fatalf("put %d of %d bytes: %v", n, len(data), err)
	}
}

func names(t *testing.T, b bucket.Bucket) []string {
	t.Helper()
	var all []string
	for entry, err := range b.All(t.Context()) {
		must.NoError(t, err)
		if age := time.Since(entry.Modified); age < -time.Minute || age > time.Minute {
			t.Errorf("%s is of %s", entry.Name, entry.Modified)
		}
		all = append(all, entry.Name)
	}
	return all
}

func TestKeepsFiles(t *testing.T) {
	buckettest.Each(t, func(t *testing.T, b bucket.Bucket) {
		large := make([]byte, 11<<20+7)
		random := rand.New(rand.NewPCG(1, 2))
		for i := range large {
			large[i] = byte(random.Uint32())
		}
		put(t, b, "a/small", []byte("small"))
		put(t, b, "a/small", []byte("smaller"))
		put(t, b, "nothing", nil)
		if n, err := b.Put(t.Context(), "b/large", "video/mp4", iotest.HalfReader(bytes.NewReader(large)),
			-1); err != nil || n != int64(len(large)) {
			t.Fatal(n, err)
		}
		for name, want := range map[string][]byte{"a/small": []byte("smaller"), "nothing": {}, "b/large": large} {
			if got, err := bucket.ReadAll(t.Context(), b, name); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %d bytes, %v, want %d", name, len(got), err, len(want))
			}
		}
		if got, want := names(t, b), []string{"a/small", "b/large", "nothing"}; !slices.Equal(got, want) {
			t.Errorf("files %q, want %q", got, want)
		}
		file, err := b.Open(t.Context(), "b/large")
		must.NoError(t, err)
		defer file.Close()
		for _, at := range []int64{0, 9 << 20, 9<<20 + 4, 5, int64(len(large)) - 4} {
			part := make([]byte, 4)
			if _, err := file.Seek(at, io.SeekStart); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(file, part); err != nil || !bytes.Equal(part, large[at:at+4]) {
				t.Errorf("at %d: %v, %v, want %v", at, part, err, large[at:at+4])
			}
		}
		if _, err := file.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
			t.Errorf("after the end: %v", err)
		}
	})
}

func TestDeletes(t *testing.T) {
	buckettest.Each(t, func(t *testing.T, b bucket.Bucket) {
		for _, name := range []string{"a/1", "a/2", "a/c/3", "ab/4", "cards/5", "cards/6"} {
			put(t, b, name, []byte(name))
		}
		for _, name := range []string{"a/", "cards/5", "cards/5", "a/", "none/", "none/7"} {
			if err := b.Delete(t.Context(), name); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got, want := names(t, b), []string{"ab/4", "cards/6"}; !slices.Equal(got, want) {
			t.Errorf("files %q, want %q", got, want)
		}
		if _, err := b.Open(t.Context(), "a/1"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("open after the deletion: %v", err)
		}
	})
}

// A write that fails or is canceled leaves no file, and keeps the file that was there before.
func TestFailedPutLeavesNothing(t *testing.T) {
	buckettest.Each(t, func(t *testing.T, b bucket.Bucket) {
		broken := errors.New("connection lost")
		for _, size := range []int{0, 100, 6 << 20} {
			r := io.MultiReader(bytes.NewReader(make([]byte, size)), iotest.ErrReader(broken))
			if _, err := b.Put(t.Context(), "a/video", "video/mp4", r, -1); !errors.Is(err, broken) {
				t.Errorf("after %d bytes: %v, want %v", size, err, broken)
			}
			ctx, cancel := context.WithCancel(t.Context())
			r = io.MultiReader(bytes.NewReader(make([]byte, size)),
				readerFunc(func([]byte) (int, error) { cancel(); return 0, nil }), bytes.NewReader(make([]byte, 10)))
			if _, err := b.Put(ctx, "a/video", "video/mp4", r, -1); err == nil {
				t.Errorf("after %d bytes: no error although it was canceled", size)
			}
		}
		put(t, b, "a/video", []byte("before"))
		if _, err := b.Put(t.Context(), "a/video", "video/mp4", iotest.ErrReader(broken), -1); err == nil {
			t.Error("no error")
		}
		if got, err := bucket.ReadAll(t.Context(), b, "a/video"); err != nil || string(got) != "before" {
			t.Errorf("%q, %v is left of the file from before", got, err)
		}
		if got := names(t, b); !slices.Equal(got, []string{"a/video"}) {
			t.Errorf("files %q", got)
		}
		if err := b.Delete(t.Context(), "a/"); err != nil {
			t.Error(err)
		}
	})
}

// A failed Put deletes its empty folder, unless another Put writes to it.
func TestFailedPutKeepsConcurrentFiles(t *testing.T) {
	b, err := bucket.Open("", t.TempDir())
	must.NoError(t, err)
	for range 100 {
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				_, _ = b.Put(t.Context(), "a/broken", "image/png", iotest.ErrReader(errors.New("connection lost")), -1)
			})
			group.Go(func() {
				if _, err := b.Put(t.Context(), "a/whole", "image/png", strings.NewReader("whole"), -1); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		must.NoError(t, b.Delete(t.Context(), "a/"))
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) {
	n, err := f(p)
	if n == 0 && err == nil {
		err = io.EOF
	}
	return n, err
}

// Delete of a folder also deletes unfinished files of a killed process.
func TestDeleteOfUnfinishedFiles(t *testing.T) {
	t.Run("disk", func(t *testing.T) {
		root := t.TempDir()
		b := buckettest.Open(t, "file://"+root)
		put(t, b, "a/1", nil)
		must.NoError(t, os.WriteFile(filepath.Join(root, "a", ".part-123"), []byte("half"), 0o600))
		must.NoError(t, b.Delete(t.Context(), "a/"))
		if left, err := os.ReadDir(root); err != nil || len(left) > 0 {
			t.Errorf("%v, %v", left, err)
		}
	})
	t.Run("s3", func(t *testing.T) {
		b := buckettest.Open(t, buckettest.S3(t))
		bucket.BeginPart(t, b, "a/video")
		if n := bucket.Parts(t, b); n != 1 {
			t.Fatalf("%d unfinished uploads", n)
		}
		must.NoError(t, b.Delete(t.Context(), "a/"))
		if n := bucket.Parts(t, b); n != 0 {
			t.Errorf("%d unfinished uploads are left", n)
		}
	})
}

func TestStaysInItsFolder(t *testing.T) {
	root := t.TempDir()
	b := buckettest.Open(t, "file://"+filepath.Join(root, "uploads"))
	secret := filepath.Join(root, "uvboard.db")
	must.NoError(t, os.WriteFile(secret, []byte("secret"), 0o600))
	for _, name := range []string{"../uvboard.db", "a/../../uvboard.db", secret, "", "/", ".", "../", "a//b", "a/./b"} {
		if _, err := b.Open(t.Context(), name); err == nil {
			t.Errorf("%q opens", name)
		}
		if _, err := b.Put(t.Context(), name, "", strings.NewReader("x"), 1); err == nil {
			t.Errorf("%q is put", name)
		}
		if err := b.Delete(t.Context(), name); err == nil {
			t.Errorf("%q is deleted", name)
		}
	}
	if data, err := os.ReadFile(secret); err != nil || string(data) != "secret" {
		t.Errorf("%q, %v", data, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	for address, want := range map[string]string{
		"http://bucket":                       "must be s3://BUCKET",
		"s3://":                               "must be s3://BUCKET",
		"s3://bucket/folder":                  "must be s3://BUCKET",
		"s3://key:secret@bucket":              "must be s3://BUCKET",
		"s3://bucket?regoin=x":                `a parameter "regoin"`,
		"s3://bucket?endpoint=localhost:9000": "an endpoint that is not a URL",
		"s3://bucket?endpoint=http://a/path":  "an endpoint that is not a URL",
		"file://host/folder":                  "must be file:///FOLDER",
		"file:///proc/none":                   "/proc/none",
		"s3://bu\x7fcket":                     "cannot be read",
	} {
		_, err := bucket.Open(address, t.TempDir())
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v, want %q", address, err, want)
		}
	}
}

func TestCheckNamesTheProblem(t *testing.T) {
	address := buckettest.S3(t)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	must.NoError(t, err)
	closed.Close()
	for name, c := range map[string]struct{ address, key, want string }{
		"NoBucket":    {strings.Replace(address, "s3://test", "s3://other", 1), "", "there is no bucket other"},
		"WrongKey":    {address, "not-the-secret", "Access Denied"},
		"Unreachable": {"s3://bucket?endpoint=http://" + closed.Addr().String(), "", "connection refused"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.key != "" {
				t.Setenv("AWS_SECRET_ACCESS_KEY", c.key)
			}
			b, err := bucket.Open(c.address, "")
			must.NoError(t, err)
			begun := time.Now()
			err = b.Check(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %q", err, c.want)
			}
			if took := time.Since(begun); took > 15*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
	t.Run("NoKey", func(t *testing.T) {
		for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} {
			t.Setenv(name, "")
		}
		t.Setenv("HOME", t.TempDir())
		t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://"+closed.Addr().String())
		b, err := bucket.Open(address, "")
		must.NoError(t, err)
		if err := b.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "set AWS_ACCESS_KEY_ID") {
			t.Error(err)
		}
	})
}

func TestTry(t *testing.T) {
	buckettest.Each(t, func(t *testing.T, b bucket.Bucket) {
		must.NoError(t, bucket.Try(t.Context(), b))
		if left := names(t, b); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
	})
	for name, c := range map[string]struct{ refuse, want string }{
		"KeepsChunks": {"", "changes what is stored in it"},
		"ReadOnly":    {http.MethodPut, "cannot be stored in bucket test"},
		"WriteOnly":   {http.MethodGet, "cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			address, kept := buckettest.Faulty(t, c.refuse)
			b := buckettest.Open(t, address)
			err := bucket.Try(t.Context(), b)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %q", err, c.want)
			}
			if len(kept) > 0 {
				t.Errorf("%d files are left", len(kept))
			}
		})
	}
}
