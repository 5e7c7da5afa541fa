package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"log/slog"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/bucket"
)

// Card is the name of the file with the preview image of a project. It can be drawn again at any time, so it has no row.
func Card(project uuid.UUID) string { return "cards/" + project.String() }

// Stamp identifies the content that an image was drawn from.
type Stamp = [16]byte

// Drawn reads a drawn image; nil when there is none or its stamp differs.
func (s *Service) Drawn(ctx context.Context, name string, stamp Stamp) ([]byte, error) {
	data, err := bucket.ReadAll(ctx, s.bucket, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, storeFault(ctx, "read a drawn image", err)
	}
	drawn, same := bytes.CutPrefix(data, stamp[:])
	if !same {
		return nil, nil
	}
	return drawn, nil
}

// KeepDrawn stores a drawn image and replaces the one before.
func (s *Service) KeepDrawn(ctx context.Context, name string, stamp Stamp, drawn []byte) error {
	data := append(stamp[:], drawn...)
	if _, err := s.bucket.Put(ctx, name, "application/octet-stream", bytes.NewReader(data), int64(len(data))); err != nil {
		return storeFault(ctx, "keep a drawn image", err)
	}
	return nil
}

// DropDrawn deletes a drawn image, if there is one. A failure is only logged, since nothing shows the image any more.
func (s *Service) DropDrawn(ctx context.Context, name string) {
	if err := s.bucket.Delete(context.WithoutCancel(ctx), name); err != nil {
		slog.WarnContext(ctx, "delete a drawn image", "file", name, "error", err)
	}
}

// Image decodes the smallest rendition of an uploaded image that is at least width wide. It is nil for an address of
// something else, and for an image that has been removed or cannot be read.
func (s *Service) Image(ctx context.Context, address string, width int) (image.Image, error) {
	key, isUpload := strings.CutPrefix(address, Prefix)
	if !isUpload || !served.MatchString(key) || strings.Contains(key, "/video.") {
		return nil, nil
	}
	folder, file, _ := strings.Cut(key, "/")
	size, ext, _ := strings.Cut(file, ".")
	var full int
	if n, err := fmt.Sscanf(size, "%dx", &full); err == nil && n == 1 {
		for _, step := range ladder { // largest first
			if step < full && step >= width {
				key = smaller(folder, step, ext)
			}
		}
	}
	data, err := bucket.ReadAll(ctx, s.bucket, key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, storeFault(ctx, "read an image", err)
	}
	header, err := readHeader(data)
	if err != nil {
		return nil, nil // not written by this package
	}
	done, err := s.takeTurn(ctx, header.weight)
	if err != nil {
		return nil, err
	}
	defer done()
	img, err := header.decode(data)
	if err != nil {
		return nil, nil
	}
	return img, nil
}
