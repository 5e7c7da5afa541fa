package media

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strings"
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
	errTooManyUnused = fault.Precondition("TOO_MANY_UNUSED_UPLOADS",
		"You have uploaded many files that no project uses. Save the project they are for, or come back tomorrow, when they will have been removed.")
)

// Added is a new upload.
type Added struct {
	*ent.Upload
	Notice string // what the user is told, such as that an animation stands still; may be empty
}

// Add stores an image or a video of a user, read from r. A video is streamed to the bucket and never held in memory.
// Add rejects files that are too large, of another kind or damaged, and leaves nothing of them behind. Errors of r
// should be faults.
func (s *Service) Add(ctx context.Context, userID uuid.UUID, r io.Reader) (Added, error) {
	contentType, r, err := peek(r)
	if err != nil {
		return Added{}, err
	}
	switch contentType {
	case "image/jpeg", "image/png", "image/gif", "image/webp":
		return s.addImage(ctx, userID, r, nil)
	case "video/mp4", "video/webm":
		u, err := s.addVideo(ctx, userID, contentType, r)
		return Added{Upload: u}, err
	default:
		return Added{}, errNoMedia
	}
}

// AddImage stores an image of a user. It rejects what Add rejects, and videos.
func (s *Service) AddImage(ctx context.Context, userID uuid.UUID, r io.Reader) (Added, error) {
	contentType, r, err := peek(r)
	if err != nil {
		return Added{}, err
	}
	if !strings.HasPrefix(contentType, "image/") {
		return Added{}, errNoImage
	}
	return s.addImage(ctx, userID, r, nil)
}

// AddAvatar stores an image of a user as a square of at most 320 pixels, and sets it as the avatar; the previous one is
// removed. It rejects what Add rejects, and videos.
func (s *Service) AddAvatar(ctx context.Context, userID uuid.UUID, r io.Reader, set SetAvatar) (Added, error) {
	contentType, r, err := peek(r)
	if err != nil {
		return Added{}, err
	}
	if !strings.HasPrefix(contentType, "image/") {
		return Added{}, errNoImage
	}
	return s.addImage(ctx, userID, r, set)
}

// SetAvatar sets the address of a user's avatar and returns the previous one. It locks the user.
type SetAvatar func(ctx context.Context, tx *ent.Client, userID uuid.UUID, address string) (before string, err error)

// peek returns the content type of a file, and a reader of the whole file.
func peek(r io.Reader) (string, io.Reader, error) {
	head := make([]byte, sniffBytes)
	n, err := io.ReadFull(r, head)
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return "", nil, errEmpty
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF): // the file is just short
		return "", nil, err
	}
	return sniff(head[:n]), io.MultiReader(bytes.NewReader(head[:n]), r), nil
}

// addImage stores an image, as an avatar if setAvatar is not nil.
func (s *Service) addImage(ctx context.Context, userID uuid.UUID, r io.Reader, setAvatar SetAvatar) (Added, error) {
	file, err := bucket.Spool(&limitedReader{r, MaxImageBytes, errImageTooLarge})
	if err != nil {
		return Added{}, storeFault(ctx, "receive an image", err)
	}
	defer file.Close()
	sizes, err := s.renderFile(ctx, file, setAvatar != nil)
	if err != nil {
		return Added{}, err
	}
	var total int64
	for _, size := range sizes.sizes {
		total += int64(len(size.data))
	}
	if sizes.animation != nil {
		total += int64(len(sizes.animation.data))
	}
	u, err := s.keep(ctx, userID, total, func(id uuid.UUID) (*ent.Upload, error) { return s.store(ctx, id, sizes) },
		setAvatar)
	return Added{u, sizes.notice}, err
}

// renderFile reads an image into memory and renders it. It waits while too many others are in memory.
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

// render decodes and renders an image. It waits until there is memory for it.
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
	img, err := decode(data)
	if err != nil {
		return renditions{}, err
	}
	out, err := r.render(img)
	if err != nil {
		return renditions{}, err
	}
	if a := animationIn(header.format, data); a != nil {
		if !avatar && a.isKept(header, r) {
			out.animation = a
		} else if len(a.frames) != 1 {
			out.notice = NoticeStill
		}
	}
	return out, nil
}

// takeTurn waits until weight bytes of memory are free for decoding an image.
func (s *Service) takeTurn(ctx context.Context, weight int) (done func(), err error) {
	if weight > maxDecodeBytes {
		return nil, errTooHeavy
	}
	share := int64(max(weight, maxDecodeBytes/decodes))
	if err := s.decoding.Acquire(ctx, share); err != nil {
		return nil, fmt.Errorf("wait to decode an image: %w", err)
	}
	// Otherwise the garbage of a large image raises the garbage collector's target for the next one.
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

// StoreImage writes the files of an image and returns an upload that is not in the database yet, for callers that
// insert many rows at once.
func (s *Service) StoreImage(ctx context.Context, id, userID uuid.UUID, data []byte) (*ent.Upload, error) {
	sizes, err := s.render(ctx, data, false)
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

func (s *Service) store(ctx context.Context, id uuid.UUID, r renditions) (*ent.Upload, error) {
	full, extension := r.sizes[0], strings.Replace(r.format, "jpeg", "jpg", 1)
	u := &ent.Upload{
		ContentType: contentTypes[extension], Width: full.width, Height: full.height,
		Path: fmt.Sprintf("%s%dx%d.%s", Folder(id), full.width, full.height, extension),
	}
	var files [][]byte // in the order of keys
	if r.animation != nil {
		files = append(files, r.animation.data)
		u.Path += "." + r.animation.format
		u.ContentType = contentTypes[r.animation.format]
	}
	for _, size := range r.sizes {
		files = append(files, size.data)
	}
	writes, writing := errgroup.WithContext(ctx) // most of the time is spent waiting for the bucket
	for i, key := range keys(u) {
		data := files[i]
		u.Bytes += int64(len(data))
		writes.Go(func() error {
			_, err := s.bucket.Put(writing, key, ContentType(key), bytes.NewReader(data), int64(len(data)))
			return err
		})
	}
	if err := writes.Wait(); err != nil {
		return nil, storeFault(ctx, "store an image", err)
	}
	return u, nil
}

func (s *Service) addVideo(ctx context.Context, userID uuid.UUID, contentType string,
	r io.Reader) (*ent.Upload, error) {
	return s.keep(ctx, userID, MaxVideoBytes, func(id uuid.UUID) (*ent.Upload, error) {
		// video.mp4
		u := &ent.Upload{ContentType: contentType, Path: Folder(id) + strings.Replace(contentType, "/", ".", 1)}
		var err error
		if u.Bytes, err = s.bucket.Put(ctx, u.Path, contentType, &limitedReader{r, MaxVideoBytes, errVideoTooLarge},
			-1); err != nil {
			return nil, storeFault(ctx, "store a video", err)
		}
		return u, nil
	}, nil)
}

type limitedReader struct {
	io.Reader
	left     int64
	tooLarge error
}

func (l *limitedReader) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, l.tooLarge
	}
	return n, err
}

// keep stores a new upload of up to most bytes. It schedules the removal of the files for the next day before they are
// written, and inserts the row after that, so that a crash leaves neither behind for good.
func (s *Service) keep(ctx context.Context, userID uuid.UUID, most int64, write func(uuid.UUID) (*ent.Upload, error),
	setAvatar SetAvatar) (*ent.Upload, error) {
	now := s.now()
	id := store.NewID(now)
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
			if setAvatar != nil { // first, since it locks the user, to whom the new row refers
				if before, err = setAvatar(ctx, tx, userID, Address(u)); err != nil {
					return err
				}
			}
			u, err = tx.Upload.Create().SetID(id).SetUserID(userID).SetContentType(u.ContentType).SetPath(u.Path).
				SetWidth(u.Width).SetHeight(u.Height).SetBytes(u.Bytes).SetCreatedAt(now).Save(ctx)
			if err != nil || setAvatar == nil {
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

// orderRemoval schedules the removal of an upload. It rejects users with too many unused uploads.
func (s *Service) orderRemoval(ctx context.Context, userID, id uuid.UUID, bytes int64, due time.Time) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
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
}

// hurryRemoval moves the removal of a failed upload from the next day to now. It also removes the row, which exists if
// only the confirmation of its commit was lost.
func (s *Service) hurryRemoval(ctx context.Context, id uuid.UUID) {
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), hurryTime) // the client may have disconnected
	defer done()
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return tx.FileRemoval.Update().Where(fileremoval.ID(Folder(id))).SetDueAt(s.now().Add(straggle)).SetBytes(0).
			Exec(ctx)
	})
	if err != nil {
		slog.WarnContext(ctx, "a failed upload is removed only in a day", "upload", id.String(), "error", err)
	}
}
