// Package bucket stores files by name, in a folder or in S3-compatible object storage, which several servers can share.
package bucket

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"strings"
	"time"
)

// Bucket stores files. A name has lower-case letters, digits, dots and dashes, with slashes between folders. For a
// missing file, Open returns fs.ErrNotExist and Delete no error.
type Bucket interface {
	// Put stores the content of r, of size bytes or -1 if the size is unknown, and returns its size. The file is
	// complete and durable when Put returns. If Put fails, the file is unchanged.
	Put(ctx context.Context, name, contentType string, r io.Reader, size int64) (int64, error)
	// Open opens a file. When ctx ends, reading fails.
	Open(ctx context.Context, name string) (*File, error)
	// Delete deletes a file durably, or a folder if the name ends in a slash, including the rest of an interrupted Put.
	Delete(ctx context.Context, name string) error
	// All lists every file, also those that other programs have stored, in byte order of the names.
	All(ctx context.Context) iter.Seq2[Entry, error]
	// Check returns an error if the bucket cannot be used.
	Check(ctx context.Context) error
	// Place describes the location in messages.
	Place() string
}

// File is an open file.
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

// Open opens the bucket at s3://bucket?region=…&endpoint=… or file:///folder, or in folder if address is empty. The
// error does not contain the address.
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

// Try stores a small file, reads it back and deletes it. It returns an error if the bucket is read-only, or if it gives
// back anything but what it was given, as stores do that keep the framing of a chunked upload.
func Try(ctx context.Context, b Bucket) error {
	name, content := "trial-"+strings.ToLower(rand.Text()), []byte("This file is read back and deleted.")
	if _, err := b.Put(ctx, name, "text/plain", bytes.NewReader(content), int64(len(content))); err != nil {
		return fmt.Errorf("a file cannot be stored in %s: %w", b.Place(), err)
	}
	got, err := ReadAll(ctx, b, name)
	if err != nil {
		err = fmt.Errorf("what was stored in %s cannot be read: %w", b.Place(), err)
	} else if !bytes.Equal(got, content) {
		err = fmt.Errorf("%s changes what is stored in it: of %d bytes it gave back %d; a store must support uploads with "+
			"Content-Encoding: aws-chunked", b.Place(), len(content), len(got))
	}
	if failed := b.Delete(ctx, name); failed != nil && err == nil {
		err = fmt.Errorf("a file cannot be deleted in %s: %w", b.Place(), failed)
	}
	return err
}
