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
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/bucket"
	"uvboard/ent"
)

// Card returns the name of the file with the preview image of an item. It can be drawn again at any time, so it has no
// row.
func Card(item uuid.UUID) string { return "cards/" + item.String() }

// Stamp identifies the content that an image was drawn from.
type Stamp = [16]byte

// Drawn reads a drawn image. It returns nil if there is none or its stamp differs.
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

// KeepDrawn stores a drawn image and replaces the previous one.
func (s *Service) KeepDrawn(ctx context.Context, name string, stamp Stamp, drawn []byte) error {
	data := append(stamp[:], drawn...)
	if _, err := s.bucket.Put(ctx, name, "application/octet-stream", bytes.NewReader(data),
		int64(len(data))); err != nil {
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
func (s *Service) Image(ctx context.Context, text string, width int) (image.Image, error) {
	a, ok := parseAddress(Still(text))
	if !ok || strings.HasPrefix(contentTypes[a.extension], "video/") {
		return nil, nil
	}
	key := a.key
	for _, step := range ladder { // largest first
		if step < a.width && step >= width {
			key = smaller(a.id, step, a.extension)
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
		return nil, nil
	}
	done, err := s.takeTurn(ctx, header.weight)
	if err != nil {
		return nil, err
	}
	defer done()
	img, err := decode(data)
	if err != nil {
		return nil, nil
	}
	return img, nil
}

// Kept reads a file that KeepFor stored. It returns nil if there is none.
func (s *Service) Kept(ctx context.Context, name string) ([]byte, error) {
	data, err := bucket.ReadAll(ctx, s.bucket, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, storeFault(ctx, "read a kept file", err)
	}
	return data, nil
}

// KeepFor stores a file that can be made again, and schedules its removal before it is written.
func (s *Service) KeepFor(ctx context.Context, name string, data []byte, keep time.Duration) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.ExecContext(ctx,
			"INSERT INTO file_removals (id, due_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at",
			name, s.now().Add(keep))
		return err
	})
	if err != nil {
		return fmt.Errorf("schedule the removal of a kept file: %w", err)
	}
	if _, err := s.bucket.Put(ctx, name, "application/octet-stream", bytes.NewReader(data),
		int64(len(data))); err != nil {
		return storeFault(ctx, "keep a file", err)
	}
	return nil
}

// Shrink returns an image at most width wide, as JPEG or PNG without metadata. An animation that is not wider stays
// one. It rejects what AddImage rejects.
func (s *Service) Shrink(ctx context.Context, data []byte, width int) ([]byte, error) {
	header, err := readHeader(data)
	if err != nil {
		return nil, err
	}
	r := header.rendering(data, false)
	r.widest = min(width, r.widest)
	done, err := s.takeTurn(ctx, header.weight+r.weight())
	if err != nil {
		return nil, err
	}
	defer done()
	img, err := decode(data)
	if err != nil {
		return nil, err
	}
	if a := animationIn(header.format, data); a != nil && a.isKept(header, r) {
		return a.data, nil
	}
	_, shrunk, err := encodeBest(r.largest(img), r.lossless)
	return shrunk, err
}
