package media

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/ent"
	"uvboard/ent/upload"
)

// RemoveUnshown removes up to limit uploads of a member that no project shows, rows and files, and says how many. None
// means that there are no more. It is for those who have no avatar any more, which no project shows either.
func (s *Service) RemoveUnshown(ctx context.Context, userID uuid.UUID, limit int) (int, error) {
	var files []string
	removed := 0
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		files, removed = nil, 0
		uploads, err := tx.Upload.Query().Where(upload.UserID(userID), upload.ProjectIDIsNil()).Limit(limit).All(ctx)
		if err != nil {
			return err
		}
		for _, u := range uploads {
			n, err := tx.Upload.Delete().Where(upload.ID(u.ID), upload.ProjectIDIsNil()).Exec(ctx)
			if err != nil {
				return err
			}
			if n == 1 { // else a project has begun to show it
				files = append(files, keys(u)...)
			}
			removed++
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("remove uploads of a member: %w", err)
	}
	s.DeleteFiles(ctx, files)
	return removed, nil
}

// HandOver gives what a member uploaded for projects of others, as admins may, to the owners of those projects.
func (s *Service) HandOver(ctx context.Context, userID uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.ExecContext(ctx, `UPDATE uploads SET user_id = (SELECT p.user_id FROM projects p WHERE p.id = uploads.project_id)
			WHERE user_id = $1 AND project_id IS NOT NULL`, userID)
		return err
	})
	if err != nil {
		return fmt.Errorf("hand over uploads: %w", err)
	}
	return nil
}
