// Package media takes in the pictures and films that members send, keeps them in a blob store, and serves them.
//
// An upload has one address, /uploads/<id>/<W>x<H>.<jpg|png> for a picture and /uploads/<id>/video.<mp4|webm> for a
// film. The W and H of a picture are its true pixels, at most 2048 wide. Smaller renditions lie beside it as
// w<width>.<ext>, for each width of 96, 320, 640, 1200 and 1600 that is smaller than W, so that whoever has the address
// knows every other one.
package media

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"
	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"golang.org/x/sync/semaphore"

	"uvboard/backend/store"
	"uvboard/ent"
)

// Prefix begins the address of every upload.
const Prefix = "/uploads/"

// What one upload may weigh.
const (
	MaxImageBytes = 5 << 20
	MaxVideoBytes = 100 << 20
)

// The widths of renditions.
const (
	widest       = 2048
	widestAvatar = 320
)

var ladder = []int{1600, 1200, 640, 320, 96} // largest first: each is made from the one before

// decodes is how many pictures are decoded at once; more would only take memory from everybody else.
const decodes = 2

// Service keeps uploads: their files in a bucket, and a row for each.
type Service struct {
	db       *store.DB
	bucket   *blob.Bucket
	now      func() time.Time
	decoding *semaphore.Weighted
}

// NewService makes the service. The bucket stays the caller's to close.
func NewService(db *store.DB, bucket *blob.Bucket, now func() time.Time) *Service {
	return &Service{db: db, bucket: bucket, now: now, decoding: semaphore.NewWeighted(decodes)}
}

// OpenBucket opens the store of files: the one at address, or the folder uploads in dataDir when address is empty.
// The error names the setting at fault.
func OpenBucket(ctx context.Context, address, dataDir string) (*blob.Bucket, error) {
	if address == "" {
		bucket, err := fileblob.OpenBucket(filepath.Join(dataDir, "uploads"), &fileblob.Options{
			CreateDir:   true,
			DirFileMode: 0o755,
			NoTempDir:   true,                       // a rename out of /tmp fails where that is another disk
			Metadata:    fileblob.MetadataDontWrite, // the name says the type
		})
		if err != nil {
			return nil, fmt.Errorf("UVBOARD_DATA_DIR: %w", err)
		}
		return bucket, nil
	}
	bucket, err := blob.OpenBucket(ctx, address)
	if err != nil {
		scheme, _, _ := strings.Cut(address, ":")
		return nil, fmt.Errorf("UVBOARD_UPLOADS_URL: %s: %w", scheme, err)
	}
	return bucket, nil
}

// Address is where the largest rendition of an upload is served.
func Address(u *ent.Upload) string { return Prefix + u.Path }

// keys are the names of an upload's files in the bucket.
func keys(u *ent.Upload) []string {
	folder, file, _ := strings.Cut(u.Path, "/")
	_, ext, _ := strings.Cut(file, ".")
	all := []string{u.Path}
	for _, width := range ladder {
		if width < u.Width {
			all = append(all, smaller(folder, width, ext))
		}
	}
	return all
}

func smaller(folder string, width int, ext string) string {
	return fmt.Sprintf("%s/w%d.%s", folder, width, ext)
}

func largest(id uuid.UUID, width, height int, ext string) string {
	return fmt.Sprintf("%s/%dx%d.%s", id, width, height, ext)
}
