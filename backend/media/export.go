package media

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"io/fs"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/ent"
	entupload "uvboard/ent/upload"
)

type exportedUpload struct {
	File        string    `json:"file"` // empty if the file is missing
	Address     string    `json:"address"`
	ContentType string    `json:"contentType"`
	Width       int       `json:"width"`
	Height      int       `json:"height"`
	ShownBy     []showing `json:"shownBy"`
	CreatedAt   time.Time `json:"createdAt"`
}

// showing is an item that shows an upload, such as a project, or the user whose avatar it is.
type showing struct {
	Kind string    `json:"kind"`
	ID   uuid.UUID `json:"id"`
}

// export reads the uploads twice, because a zip is written one file at a time: first the files, then their list.
func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	missing := map[uuid.UUID]bool{}
	read := func(after uuid.UUID) ([]*ent.Upload, error) {
		return s.db.Client().Upload.Query().Where(entupload.UserID(u.ID), entupload.IDGT(after),
			entupload.CreatedAtLTE(w.At)).
			WithUses().Order(entupload.ByID()).Limit(archive.PageSize).All(ctx)
	}
	name := func(upload *ent.Upload) string { return "uploads/" + upload.Path }
	err := archive.Rows(read, func(upload *ent.Upload) (uuid.UUID, error) {
		exists, err := s.exportFile(ctx, w, name(upload), upload)
		missing[upload.ID] = !exists
		return upload.ID, err
	})
	if err != nil {
		return err
	}
	return archive.ListRows(w, "uploads.json", read, func(upload *ent.Upload) (uuid.UUID, any) {
		item := exportedUpload{
			File: name(upload), Address: Address(upload), ContentType: upload.ContentType, Width: upload.Width,
			Height:  upload.Height,
			ShownBy: []showing{}, CreatedAt: upload.CreatedAt.UTC(),
		}
		for _, use := range upload.Edges.Uses {
			item.ShownBy = append(item.ShownBy, showing{use.Kind, use.TargetID})
		}
		if missing[upload.ID] {
			item.File = ""
		}
		return upload.ID, item
	})
}

// exportFile copies the original of an upload uncompressed, because images and videos do not get smaller. It reports
// whether the file exists.
func (s *Service) exportFile(ctx context.Context, w *archive.Writer, name string, upload *ent.Upload) (bool, error) {
	source, err := s.bucket.Open(ctx, upload.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer source.Close()
	file, err := w.File(name, zip.Store)
	if err != nil {
		return false, err
	}
	_, err = io.Copy(file, source)
	return true, err
}
