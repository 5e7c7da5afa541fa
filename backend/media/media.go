// Package media stores and serves the images and videos that users upload.
//
// The address of an image is /uploads/<id>/<W>x<H>.<jpg|png>, of a video /uploads/<id>/video.<mp4|webm>. W and H are
// the size of the largest rendition in pixels, at most 2048 wide and 8 megapixels. Smaller renditions are
// w<width>.<ext> in the same folder, for each width of 96, 320, 640, 1200 and 1600 below W, so that clients can derive
// all addresses from one. The address of an animation ends in .gif or .webp behind that of its largest still image,
// such as /uploads/<id>/<W>x<H>.png.gif.
package media

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"golang.org/x/sync/semaphore"

	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/upload"
)

// Prefix begins the address of every upload.
const Prefix = "/uploads/"

// The size limits of one upload.
const (
	MaxImageBytes = 5 << 20
	MaxVideoBytes = 100 << 20
)

// How many unused uploads a user may have. Each is removed after a day.
const (
	maxUnused      = 200
	maxUnusedBytes = 500_000_000
)

// hurryTime limits the cleanup after a failed upload, for which the client waits.
const hurryTime = 5 * time.Second

// The widths of renditions.
const (
	widest       = 2048
	widestAvatar = 320
)

var ladder = []int{1600, 1200, 640, 320, 96} // largest first: each is made from the one before

// decodes is the number of images decoded at once.
const decodes = 2

// heavy is the size in bytes above which the memory of a decoded image is returned to the system at once.
const heavy = 8_000_000

// Service manages uploads. Their files are in a bucket.
type Service struct {
	db       *store.DB
	bucket   bucket.Bucket
	now      func() time.Time
	reading  *semaphore.Weighted // images in memory
	decoding *semaphore.Weighted // bytes
}

// NewService returns a service on db and bucket; now is the clock.
func NewService(db *store.DB, bucket bucket.Bucket, now func() time.Time) *Service {
	return &Service{
		db: db, bucket: bucket, now: store.Clock(now),
		reading: semaphore.NewWeighted(decodes), decoding: semaphore.NewWeighted(maxDecodeBytes),
	}
}

// OpenBucket opens the bucket at address, or the folder uploads in dataDir if address is empty. The error names the
// setting at fault.
func OpenBucket(ctx context.Context, address, dataDir string) (bucket.Bucket, error) {
	if address == "" { // private, since it may contain the database
		if err := os.MkdirAll(dataDir, 0o700); err != nil {
			return nil, explain(address, err)
		}
	}
	b, err := bucket.Open(address, filepath.Join(dataDir, "uploads"))
	if err == nil {
		err = b.Check(ctx)
	}
	if err != nil {
		return nil, explain(address, err)
	}
	return b, nil
}

// OpenForServer is OpenBucket, and makes sure that the bucket gives back what is stored in it.
func OpenForServer(ctx context.Context, address, dataDir string) (bucket.Bucket, error) {
	b, err := OpenBucket(ctx, address, dataDir)
	if err != nil {
		return nil, err
	}
	if err := bucket.Try(ctx, b); err != nil {
		return nil, explain(address, err)
	}
	return b, nil
}

// explain names the setting that an error of the bucket at address is about.
func explain(address string, err error) error {
	setting := "UVBOARD_UPLOADS_URL (--uploads-url)"
	if address == "" {
		setting = "UVBOARD_DATA_DIR (--data-dir)"
	}
	return fmt.Errorf("%s: %w", setting, ExplainPermission(err))
}

// ExplainPermission adds what to do to the error of a folder that this user may not write to.
func ExplainPermission(err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("run this as the user who owns the folder and its files: %w", err)
	}
	return err
}

// Check returns an error if the bucket cannot be used.
func (s *Service) Check(ctx context.Context) error { return s.bucket.Check(ctx) }

// storeFault logs a failure of the bucket and returns the fault that the caller sees. A missing file, a fault and a
// canceled request are passed on.
func storeFault(ctx context.Context, doing string, err error) error {
	if fault.Of(err) != nil || ctx.Err() != nil || errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", doing, err)
	}
	slog.ErrorContext(ctx, "bucket failed", "doing", doing, "error", err)
	return errNoStore
}

var errNoStore = fault.Unavailable("UPLOADS_UNAVAILABLE",
	"Uploads cannot be reached right now. Please try again in a moment.")

// Address returns the address of the largest rendition of an upload.
func Address(u *ent.Upload) string { return Prefix + u.Path }

func keys(u *ent.Upload) []string { return Files(u.Path, u.Width) }

// Files returns the names of all files of the upload with this path and width.
func Files(path string, width int) []string {
	folder, file, _ := strings.Cut(path, "/")
	_, ext, _ := strings.Cut(Still(file), ".")
	all := []string{path}
	if still := Still(path); still != path {
		all = append(all, still)
	}
	for _, step := range ladder {
		if step < width {
			all = append(all, smaller(folder, step, ext))
		}
	}
	return all
}

// ContentType returns the content type of a file of an upload, or "" if no upload has files of such a name.
func ContentType(name string) string {
	a, _ := parseAddress(Prefix + name)
	return contentTypes[a.extension]
}

func smaller(folder string, width int, ext string) string {
	return fmt.Sprintf("%s/w%d.%s", folder, width, ext)
}

// Total returns the number of uploads and their size in bytes, all renditions together.
func (s *Service) Total(ctx context.Context) (n int, bytes int64, err error) {
	var totals []struct {
		Count int   `sql:"count"`
		Bytes int64 `sql:"bytes"`
	}
	err = s.db.Client().Upload.Query().Aggregate(ent.Count(), func(q *entsql.Selector) string {
		return entsql.As("COALESCE("+entsql.Sum(q.C(upload.FieldBytes))+", 0)", "bytes")
	}).Scan(ctx, &totals)
	if err != nil {
		return 0, 0, fmt.Errorf("size of the uploads: %w", err)
	}
	return totals[0].Count, totals[0].Bytes, nil
}
