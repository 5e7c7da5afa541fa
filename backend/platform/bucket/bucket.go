// Package bucket keeps files under names: in a folder of this machine, or in S3-compatible object storage that several
// servers share.
package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"strings"
	"time"
)

// Bucket is a store of files. A name is lower-case letters, digits, dots and dashes, with slashes between folders. An error
// of reading or deleting what is not there is fs.ErrNotExist from Open, and none from Delete.
type Bucket interface {
	// Put keeps what r has up to its end, size bytes or -1 where nobody knows, and returns how many they were. The file
	// is there in whole and to stay when Put returns, and not at all, or as it was before, when Put fails.
	Put(ctx context.Context, name, contentType string, r io.Reader, size int64) (int64, error)
	// Open reads a file. Its context ends the reading too.
	Open(ctx context.Context, name string) (*File, error)
	// Delete takes away a file, or everything in a folder when the name ends in a slash, what a broken Put left there
	// included. It is gone for good when Delete returns.
	Delete(ctx context.Context, name string) error
	// All lists every file, in the order of the bytes of their names. What begins with a dot, or is none of ours, may be
	// among them.
	All(ctx context.Context) iter.Seq2[Entry, error]
	// Check fails when the store cannot be used.
	Check(ctx context.Context) error
	// Place says where the files are, for people.
	Place() string
}

// File is a file that is being read.
type File struct {
	io.ReadSeekCloser
	Size     int64
	Modified time.Time
}

// Entry is a file in a list.
type Entry struct {
	Name     string
	Size     int64
	Modified time.Time
}

// Open opens the store at s3://bucket?region=…&endpoint=…, at file:///folder, or, when address is empty, in folder.
// The error says what is wrong with the address, and does not repeat it.
func Open(address, folder string) (Bucket, error) {
	if address == "" {
		return openDisk(folder)
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("cannot be read as an address")
	}
	switch u.Scheme {
	case "s3":
		return openS3(u)
	case "file":
		if u.Host != "" || !strings.HasPrefix(u.Path, "/") || u.RawQuery != "" {
			return nil, errors.New("must be file:///FOLDER")
		}
		return openDisk(u.Path)
	default:
		return nil, errors.New("must be s3://BUCKET?region=… or file:///FOLDER")
	}
}

// ReadAll reads a whole file.
func ReadAll(ctx context.Context, b Bucket, name string) ([]byte, error) {
	file, err := b.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data := make([]byte, file.Size)
	if _, err := io.ReadFull(file, data); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return data, nil
}
