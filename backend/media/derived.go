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

// Card is the name of the file with the picture drawn for a project. There is one for each project at most; it can be
// drawn again at any time, so no row knows of it.
func Card(project uuid.UUID) string { return "cards/" + project.String() }

// Stamp says what a drawn picture was drawn of.
type Stamp = [16]byte

// Drawn reads a drawn picture; nil when there is none, or when it is of something else than stamp says.
func (s *Service) Drawn(ctx context.Context, name string, stamp Stamp) ([]byte, error) {
	data, err := bucket.ReadAll(ctx, s.bucket, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, storeFault(ctx, "read a drawn picture", err)
	}
	picture, same := bytes.CutPrefix(data, stamp[:])
	if !same {
		return nil, nil
	}
	return picture, nil
}

// KeepDrawn keeps a drawn picture in place of the one before.
func (s *Service) KeepDrawn(ctx context.Context, name string, stamp Stamp, picture []byte) error {
	data := append(stamp[:], picture...)
	if _, err := s.bucket.Put(ctx, name, "application/octet-stream", bytes.NewReader(data), int64(len(data))); err != nil {
		return storeFault(ctx, "keep a drawn picture", err)
	}
	return nil
}

// DropDrawn takes a drawn picture away, if there is one. What cannot be deleted is logged: nobody is shown it any more.
func (s *Service) DropDrawn(ctx context.Context, name string) {
	if err := s.bucket.Delete(context.WithoutCancel(ctx), name); err != nil {
		slog.WarnContext(ctx, "delete a drawn picture", "file", name, "error", err)
	}
}

// Picture decodes an uploaded picture that is at least so wide where it can be. It is nil for an address that is no
// upload's, for a film, and for a picture that has gone or cannot be read.
func (s *Service) Picture(ctx context.Context, address string, width int) (image.Image, error) {
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
		return nil, storeFault(ctx, "read a picture", err)
	}
	header, err := readHeader(data)
	if err != nil {
		return nil, nil // nothing that was taken in here
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
