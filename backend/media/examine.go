package media

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/bucket"
	"uvboard/ent"
	"uvboard/ent/fileremoval"
	"uvboard/ent/project"
	"uvboard/ent/upload"
	"uvboard/ent/uploaduse"
	"uvboard/ent/user"
)

// Findings is where the store of files and the database differ.
type Findings struct {
	Missing []Missing      // files of uploads that are not there
	Stray   []bucket.Entry // files that no upload, no project and no order to remove them accounts for
	Young   int            // as many such files are younger than a day: something may be about to account for them
}

// Missing is a file of an upload that is not there.
type Missing struct {
	Name string
	Of   string // who can upload it again, such as: project "Pixel Garden" (its id) of ada
}

// examined is how many files or rows are looked at together.
const examined = 500

// Examine compares every file with every upload. What changes meanwhile is looked at again, so a board in use may be
// examined. It keeps some fifty bytes for each upload.
func (s *Service) Examine(ctx context.Context) (*Findings, error) {
	found, there := &Findings{}, map[uuid.UUID]int{}
	var files []bucket.Entry
	for entry, err := range s.bucket.All(ctx) {
		if err != nil {
			return nil, err
		}
		if files = append(files, entry); len(files) == examined {
			if err := s.account(ctx, found, there, files); err != nil {
				return nil, err
			}
			files = files[:0]
		}
	}
	if err := s.account(ctx, found, there, files); err != nil {
		return nil, err
	}
	for after := uuid.Nil; ; {
		uploads, err := s.db.Client().Upload.Query().Where(upload.IDGT(after)).Order(upload.ByID()).Limit(examined).All(ctx)
		if err != nil {
			return nil, err
		}
		if len(uploads) == 0 {
			return found, nil
		}
		for _, u := range uploads {
			if there[u.ID] < len(keys(u)) {
				if err := s.findMissing(ctx, found, u); err != nil {
					return nil, err
				}
			}
		}
		after = uploads[len(uploads)-1].ID
	}
}

// account finds what accounts for some files, and counts those that are there of each upload.
func (s *Service) account(ctx context.Context, found *Findings, there map[uuid.UUID]int, files []bucket.Entry) error {
	var ids []uuid.UUID
	var names []string
	for _, f := range files {
		id, order := ownerOf(f.Name)
		ids, names = append(ids, id), append(names, order)
	}
	client := s.db.Client()
	uploads, err := client.Upload.Query().Where(upload.IDIn(ids...)).All(ctx)
	if err != nil {
		return fmt.Errorf("uploads of files: %w", err)
	}
	projects, err := client.Project.Query().Where(project.IDIn(ids...)).IDs(ctx)
	if err != nil {
		return fmt.Errorf("projects of cards: %w", err)
	}
	orders, err := client.FileRemoval.Query().Where(fileremoval.IDIn(names...)).IDs(ctx)
	if err != nil {
		return fmt.Errorf("removals of files: %w", err)
	}
	rows := make(map[uuid.UUID]*ent.Upload, len(uploads))
	for _, u := range uploads {
		rows[u.ID] = u
	}
	for i, f := range files {
		u := rows[ids[i]]
		switch {
		case u != nil && slices.Contains(keys(u), f.Name):
			there[u.ID]++
		case strings.HasPrefix(f.Name, Card(ids[i])) && slices.Contains(projects, ids[i]), slices.Contains(orders, names[i]):
		case s.now().Sub(f.Modified) < unusedFor:
			found.Young++
		default:
			exists, err := s.exists(ctx, f.Name)
			if err != nil {
				return err
			}
			if exists {
				found.Stray = append(found.Stray, f)
			}
		}
	}
	return nil
}

// ownerOf is the upload or the project that a file can belong to, Nil for none, and the name of the order to remove it.
func ownerOf(name string) (uuid.UUID, string) {
	folder, file, _ := strings.Cut(name, "/")
	if folder == "cards" {
		id, _ := uuid.Parse(file) // Nil when it is none
		return id, name
	}
	id, _ := uuid.Parse(folder)
	return id, folder + "/"
}

// findMissing looks for each file of an upload that is not in the list of files. The upload may have come or gone since.
func (s *Service) findMissing(ctx context.Context, found *Findings, u *ent.Upload) error {
	var missing []string
	for _, key := range keys(u) {
		exists, err := s.exists(ctx, key)
		if err != nil {
			return err
		}
		if !exists {
			missing = append(missing, key)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	owner, err := s.db.Client().User.Query().Where(user.HasUploadsWith(upload.ID(u.ID))).Only(ctx)
	if ent.IsNotFound(err) { // gone with its upload, or the upload alone
		return nil
	}
	if err != nil {
		return err
	}
	of := owner.Username
	var shown []uuid.UUID
	uses := s.db.Client().UploadUse.Query().Where(uploaduse.UploadID(u.ID), uploaduse.Kind(ProjectUse)).Select(uploaduse.FieldTargetID)
	if err := uses.Scan(ctx, &shown); err != nil {
		return err
	}
	shows, err := s.db.Client().Project.Query().Where(project.IDIn(shown...)).All(ctx)
	if err != nil {
		return err
	}
	for _, p := range shows { // one, but for a moment
		of = fmt.Sprintf("project %q (%s) of %s", p.Title, p.ID, owner.Username)
	}
	for _, name := range missing {
		found.Missing = append(found.Missing, Missing{Name: name, Of: of})
	}
	return nil
}

func (s *Service) exists(ctx context.Context, name string) (bool, error) {
	file, err := s.bucket.Open(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, file.Close()
}
