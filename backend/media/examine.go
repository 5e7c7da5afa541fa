package media

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/domain"
	"uvboard/ent"
	"uvboard/ent/fileremoval"
	"uvboard/ent/upload"
)

// Findings are the differences between the bucket and the database.
type Findings struct {
	Missing []Missing      // files of uploads that do not exist
	Changed []Changed      // uploads whose files have another size than was stored
	Stray   []bucket.Entry // files that belong to no upload, item or removal
	Young   int            // how many such files are younger than a day; a request may be about to use them
}

// Missing is a missing file of an upload.
type Missing struct {
	Name string
	Of   string // the item that shows it and its uploader, such as: project 0190… of ada
}

// Changed is an upload whose files have another size than was stored.
type Changed struct {
	Name          string // of the folder, or of the file that is empty
	Of            string // as in Missing
	Bytes, Stored int64
}

// present is what was listed of an upload.
type present struct {
	files int
	bytes int64
}

const examined = 500

// Examine compares every file with every upload. It is safe while the server is running, because it checks each
// difference again. It takes about fifty bytes of memory for each upload. uses are the kinds of items that show
// uploads.
func (s *Service) Examine(ctx context.Context, uses []domain.UploadUse) (*Findings, error) {
	found, there := &Findings{}, map[uuid.UUID]present{}
	var files []bucket.Entry
	for entry, err := range s.bucket.All(ctx) {
		if err != nil {
			return nil, err
		}
		if files = append(files, entry); len(files) == examined {
			if err := s.account(ctx, uses, found, there, files); err != nil {
				return nil, err
			}
			files = files[:0]
		}
	}
	if err := s.account(ctx, uses, found, there, files); err != nil {
		return nil, err
	}
	for after := uuid.Nil; ; {
		uploads, err := s.db.Client().Upload.Query().Where(upload.IDGT(after)).Order(upload.ByID()).Limit(examined).
			All(ctx)
		if err != nil {
			return nil, err
		}
		if len(uploads) == 0 {
			return found, nil
		}
		for _, u := range uploads {
			if there[u.ID] != (present{len(keys(u)), u.Bytes}) {
				if err := s.compare(ctx, found, u); err != nil {
					return nil, err
				}
			}
		}
		after = uploads[len(uploads)-1].ID
	}
}

// account adds the number and size of the existing files of each upload to there, and files that belong to nothing to
// found.
func (s *Service) account(ctx context.Context, uses []domain.UploadUse, found *Findings, there map[uuid.UUID]present,
	files []bucket.Entry) error {
	var ids []uuid.UUID
	var values []any
	var removals []string
	for _, f := range files {
		id, removal := ownerOf(f.Name)
		ids, values, removals = append(ids, id), append(values, id), append(removals, removal)
	}
	client := s.db.Client()
	uploads, err := client.Upload.Query().Where(upload.IDIn(ids...)).All(ctx)
	if err != nil {
		return fmt.Errorf("uploads of files: %w", err)
	}
	pending, err := client.FileRemoval.Query().Where(fileremoval.IDIn(removals...)).IDs(ctx)
	if err != nil {
		return fmt.Errorf("removals of files: %w", err)
	}
	items := map[uuid.UUID]bool{}
	for _, use := range uses {
		query, args := entsql.Dialect(s.db.Dialect).Select("id").From(entsql.Table(use.Table)).
			Where(entsql.In("id", values...)).Query()
		rows, err := client.QueryContext(ctx, query, args...)
		if err != nil {
			return fmt.Errorf("items of files: %w", err)
		}
		var some []uuid.UUID
		if err := entsql.ScanSlice(rows, &some); err != nil {
			return fmt.Errorf("items of files: %w", err)
		}
		for _, id := range some {
			items[id] = true
		}
	}
	rows := make(map[uuid.UUID]*ent.Upload, len(uploads))
	for _, u := range uploads {
		rows[u.ID] = u
	}
	for i, f := range files {
		u := rows[ids[i]]
		switch {
		case u != nil && slices.Contains(keys(u), f.Name):
			there[u.ID] = present{there[u.ID].files + 1, there[u.ID].bytes + f.Size}
		case f.Name == Card(ids[i]) && items[ids[i]], slices.Contains(pending, removals[i]):
		case s.now().Sub(f.Modified) < unusedFor:
			found.Young++
		default:
			size, err := s.size(ctx, f.Name)
			if err != nil {
				return err
			}
			if size >= 0 {
				found.Stray = append(found.Stray, f)
			}
		}
	}
	return nil
}

// ownerOf returns the upload or the item that a file can belong to, uuid.Nil for none, and the id of its removal.
func ownerOf(name string) (uuid.UUID, string) {
	folder, file, _ := strings.Cut(name, "/")
	switch folder {
	case "cards":
		id, _ := uuid.Parse(file) // uuid.Nil if malformed
		return id, name
	case "remote": // images of other sites, which only have a removal
		return uuid.Nil, name
	}
	id, _ := uuid.Parse(folder)
	return id, folder + "/"
}

// compare opens the files of an upload of which the list had fewer or other ones. The upload may have been added or
// removed since.
func (s *Service) compare(ctx context.Context, found *Findings, u *ent.Upload) error {
	var missing []string
	var bytes int64
	changed := Folder(u.ID)
	for _, key := range keys(u) {
		size, err := s.size(ctx, key)
		if err != nil {
			return err
		}
		if size < 0 {
			missing = append(missing, key)
		}
		if size == 0 {
			changed = key
		}
		bytes += max(size, 0)
	}
	if len(missing) == 0 && bytes == u.Bytes {
		return nil
	}
	u, err := s.db.Client().Upload.Query().Where(upload.ID(u.ID)).WithUser().WithUses().Only(ctx)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	of := u.Edges.User.Username
	for _, use := range u.Edges.Uses {
		if use.Kind != AvatarUse {
			of = fmt.Sprintf("%s %s of %s", use.Kind, use.TargetID, u.Edges.User.Username)
		}
	}
	for _, name := range missing {
		found.Missing = append(found.Missing, Missing{Name: name, Of: of})
	}
	if len(missing) == 0 {
		found.Changed = append(found.Changed, Changed{Name: changed, Of: of, Bytes: bytes, Stored: u.Bytes})
	}
	return nil
}

// size returns the size of a file, -1 if there is none.
func (s *Service) size(ctx context.Context, name string) (int64, error) {
	file, err := s.bucket.Open(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return -1, nil
	}
	if err != nil {
		return 0, err
	}
	return file.Size, file.Close()
}
