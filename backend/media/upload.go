package media

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/fileremoval"
)

var (
	errNoMedia       = fault.UnsupportedMedia("Please upload a JPEG, PNG, GIF or WebP image, or an MP4 or WebM video.")
	errEmpty         = fault.Invalid("file", "Please choose a file that is not empty.")
	errImageTooLarge = fault.TooLarge("Maximum size is 5MB")
	errVideoTooLarge = fault.TooLarge("Maximum size is 100MB")
	errTooManyUnused = fault.Conflict("TOO_MANY_UNUSED_UPLOADS", "",
		"You have uploaded many files that no project uses. Save the project they are for, or come back tomorrow, when they will have been removed.")
)

// Add stores an image or a video of a user, read from r. A video is streamed to the bucket and is never held in memory.
// It refuses files that are too large, of another kind or damaged, and leaves nothing of them behind. An error of r is
// returned as it is, and must not be io.ErrUnexpectedEOF.
func (s *Service) Add(ctx context.Context, userID uuid.UUID, r io.Reader) (*ent.Upload, error) {
	head, r, err := peek(r)
	if err != nil {
		return nil, err
	}
	switch f := sniff(head); {
	case f.isImage():
		return s.addImage(ctx, userID, r, false, nil)
	case f.isVideo():
		return s.addVideo(ctx, userID, f, r)
	default:
		return nil, errNoMedia
	}
}

// AddAvatar stores an image of a user as a square of at most 320 pixels. It refuses what Add refuses, and videos. Show sets
// the avatar; the one before is removed.
func (s *Service) AddAvatar(ctx context.Context, userID uuid.UUID, r io.Reader, show showing) (*ent.Upload, error) {
	head, r, err := peek(r)
	if err != nil {
		return nil, err
	}
	if !sniff(head).isImage() {
		return nil, errNoImage
	}
	return s.addImage(ctx, userID, r, true, show)
}

// peek reads what tells the format, and gives it back in front of the rest.
func peek(r io.Reader) ([]byte, io.Reader, error) {
	head := make([]byte, sniffBytes)
	n, err := io.ReadFull(r, head)
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return nil, nil, errEmpty
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF): // which only says that the file is short
		return nil, nil, err
	}
	head = head[:n]
	return head, io.MultiReader(bytes.NewReader(head), r), nil
}

func (s *Service) addImage(ctx context.Context, userID uuid.UUID, r io.Reader, avatar bool, show showing) (*ent.Upload, error) {
	source := &limitedReader{r: r, left: MaxImageBytes, tooLarge: errImageTooLarge}
	file, err := bucket.Spool(source)
	if source.err != nil {
		return nil, source.err
	}
	if err != nil {
		return nil, storeFault(ctx, "receive an image", err)
	}
	defer file.Close()
	sizes, err := s.renderFile(ctx, file, avatar)
	if err != nil {
		return nil, err
	}
	var total int64
	for _, size := range sizes.sizes {
		total += int64(len(size.data))
	}
	return s.keep(ctx, userID, total, func(id uuid.UUID) (*ent.Upload, error) { return s.store(ctx, id, sizes) }, show)
}

// renderFile waits for its turn, reads an image into memory and renders it.
func (s *Service) renderFile(ctx context.Context, file *bucket.Spooled, avatar bool) (renditions, error) {
	if err := s.reading.Acquire(ctx, 1); err != nil {
		return renditions{}, fmt.Errorf("wait to read an image: %w", err)
	}
	defer s.reading.Release(1)
	data := make([]byte, file.Size)
	if _, err := io.ReadFull(file, data); err != nil {
		return renditions{}, storeFault(ctx, "read an image", err)
	}
	return s.render(ctx, data, avatar)
}

// render decodes and renders an image when there is memory for it.
func (s *Service) render(ctx context.Context, data []byte, avatar bool) (renditions, error) {
	header, err := readHeader(data)
	if err != nil {
		return renditions{}, err
	}
	r := header.rendering(data, avatar)
	done, err := s.takeTurn(ctx, header.weight+r.weight())
	if err != nil {
		return renditions{}, err
	}
	defer done()
	img, err := header.decode(data)
	if err != nil {
		return renditions{}, err
	}
	return r.render(img)
}

// takeTurn waits until so many bytes may be used to decode an image.
func (s *Service) takeTurn(ctx context.Context, weight int) (done func(), err error) {
	if weight > maxDecodeBytes {
		return nil, errTooHeavy
	}
	share := int64(max(weight, maxDecodeBytes/decodes))
	if err := s.decoding.Acquire(ctx, share); err != nil {
		return nil, fmt.Errorf("wait to decode an image: %w", err)
	}
	// Without this, the garbage collector lets a large image add to the garbage of the one before, which raises its target for
	// the next one.
	freeMemory := func() {
		if weight > heavy {
			debug.FreeOSMemory()
		}
	}
	freeMemory()
	return func() {
		freeMemory()
		s.decoding.Release(share)
	}, nil
}

// StoreImage writes the files of an image in memory and returns an upload that is not yet in the database, for callers that
// write many rows at once.
func (s *Service) StoreImage(ctx context.Context, id, userID uuid.UUID, img image.Image) (*ent.Upload, error) {
	sizes, err := rendering{area: img.Bounds(), orientation: 1, widest: widest, lossless: true}.render(img)
	if err != nil {
		return nil, err
	}
	u, err := s.store(ctx, id, sizes)
	if err != nil {
		return nil, err
	}
	u.ID, u.UserID = id, userID
	return u, nil
}

// store writes all sizes of an image.
func (s *Service) store(ctx context.Context, id uuid.UUID, r renditions) (*ent.Upload, error) {
	full, kind := r.sizes[0], types[r.format]
	u := &ent.Upload{
		ContentType: kind.contentType, Width: full.width, Height: full.height,
		Path: largest(id, full.width, full.height, kind.ext),
	}
	writes, writing := errgroup.WithContext(ctx) // waiting for a disk or a store is most of it
	for i, key := range keys(u) {                // the sizes are in the same order
		data := r.sizes[i].data
		u.Bytes += int64(len(data))
		writes.Go(func() error {
			_, err := s.bucket.Put(writing, key, kind.contentType, bytes.NewReader(data), int64(len(data)))
			return err
		})
	}
	if err := writes.Wait(); err != nil {
		return nil, storeFault(ctx, "store an image", err)
	}
	return u, nil
}

func (s *Service) addVideo(ctx context.Context, userID uuid.UUID, f format, r io.Reader) (*ent.Upload, error) {
	return s.keep(ctx, userID, MaxVideoBytes, func(id uuid.UUID) (*ent.Upload, error) {
		kind := types[f]
		u := &ent.Upload{ContentType: kind.contentType, Path: id.String() + "/video." + kind.ext}
		var err error
		u.Bytes, err = s.pour(ctx, u.Path, kind.contentType, r)
		return u, err
	}, nil)
}

// pour streams r into a file. The file appears only when all of it has come.
func (s *Service) pour(ctx context.Context, key, contentType string, r io.Reader) (int64, error) {
	source := &limitedReader{r: r, left: MaxVideoBytes, tooLarge: errVideoTooLarge}
	n, err := s.bucket.Put(ctx, key, contentType, source, -1)
	if source.err != nil {
		return 0, source.err
	}
	if err != nil {
		return 0, storeFault(ctx, "store a video", err)
	}
	return n, nil
}

// limitedReader fails when a file is too large. It keeps its error, to tell a failed read from a failed write.
type limitedReader struct {
	r        io.Reader
	left     int64
	tooLarge error
	err      error
}

func (l *limitedReader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 {
		n, err = 0, l.tooLarge
	}
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = err
	}
	return n, err
}

// keep keeps a new upload of at most so many bytes. Before its files are written their removal is ordered for the next day;
// then comes the row, and with it whatever shows it: nothing may. So neither files nor row stay for good when this breaks off.
func (s *Service) keep(ctx context.Context, userID uuid.UUID, most int64, write func(uuid.UUID) (*ent.Upload, error), show showing) (*ent.Upload, error) {
	now := s.now()
	id := store.NewID(now, uuid.New())
	if err := s.orderRemoval(ctx, userID, id, most, now.Add(unusedFor)); err != nil {
		return nil, err
	}
	u, err := write(id)
	if err == nil {
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			n, err := tx.FileRemoval.Update().Where(fileremoval.ID(Folder(id))).SetBytes(u.Bytes).Save(ctx)
			if err != nil {
				return err
			}
			if n == 0 {
				return errBroken // it took more than a day
			}
			var before string
			if show != nil { // first, since it locks the user, to whom the new row refers
				if before, err = show(ctx, tx, Address(u)); err != nil {
					return err
				}
			}
			u, err = tx.Upload.Create().SetID(id).SetUserID(userID).SetContentType(u.ContentType).SetPath(u.Path).
				SetWidth(u.Width).SetHeight(u.Height).SetBytes(u.Bytes).SetCreatedAt(now).Save(ctx)
			if err != nil || show == nil {
				return err
			}
			return s.Claim(ctx, tx, userID, Use{AvatarUse, userID}, []string{before}, []string{Address(u)})
		})
	}
	if err != nil {
		s.hurryRemoval(ctx, id)
		return nil, fmt.Errorf("add upload: %w", err)
	}
	return u, nil
}

// showing lets something show the upload at address, and returns the address that it showed before.
type showing func(ctx context.Context, tx *ent.Client, address string) (before string, err error)

// orderRemoval refuses those who have enough uploads already that nothing shows. It counts no more than it allows.
func (s *Service) orderRemoval(ctx context.Context, userID, id uuid.UUID, bytes int64, due time.Time) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var unused []struct{ Count, Sum sql.NullInt64 }
		if err := tx.FileRemoval.Query().Where(fileremoval.UserID(userID)).
			Aggregate(ent.Count(), ent.Sum(fileremoval.FieldBytes)).Scan(ctx, &unused); err != nil {
			return err
		}
		if unused[0].Count.Int64 >= maxUnused || unused[0].Sum.Int64+bytes > maxUnusedBytes {
			return errTooManyUnused
		}
		return tx.FileRemoval.Create().SetID(Folder(id)).SetDueAt(due).SetUserID(userID).SetBytes(bytes).Exec(ctx)
	})
	if err != nil {
		return fmt.Errorf("begin an upload: %w", err)
	}
	return nil
}

// hurryRemoval has what is left of a failed upload removed soon and not in a day. The row goes along, if it is there after
// all: the answer to its commit may be what got lost.
func (s *Service) hurryRemoval(ctx context.Context, id uuid.UUID) {
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), hurryTime) // the caller may have gone
	defer done()
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return tx.FileRemoval.Update().Where(fileremoval.ID(Folder(id))).SetDueAt(s.now().Add(straggle)).SetBytes(0).Exec(ctx)
	})
	if err != nil {
		slog.WarnContext(ctx, "what is left of a failed upload is removed only in a day", "upload", id.String(), "error", err)
	}
}
