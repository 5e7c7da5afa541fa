package media

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/ent"
	"uvboard/ent/upload"
)

// RemoveUnshown removes up to limit uploads of a member that no project shows, and says how many. None means that there
// are no more. It is for those who have no avatar any more, which no project shows either.
func (s *Service) RemoveUnshown(ctx context.Context, userID uuid.UUID, limit int) (int, error) {
	removed := 0
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		ids, err := tx.Upload.Query().Where(upload.UserID(userID), upload.Not(upload.HasUses())).Order(upload.ByID()).Limit(limit).IDs(ctx)
		if err != nil {
			return err
		}
		removed = len(ids)
		return s.release(ctx, tx, ids)
	})
	if err != nil {
		return 0, fmt.Errorf("remove uploads of a member: %w", err)
	}
	return removed, nil
}

// HandOver gives what a member uploaded for projects of others, as admins may, to the owner of the first such project.
func (s *Service) HandOver(ctx context.Context, userID uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.ExecContext(ctx, `UPDATE uploads SET user_id = (SELECT p.user_id FROM project_uploads s JOIN projects p ON p.id = s.project_id
			WHERE s.upload_id = uploads.id ORDER BY s.id LIMIT 1)
			WHERE user_id = $1 AND EXISTS (SELECT 1 FROM project_uploads s WHERE s.upload_id = uploads.id)`, userID)
		return err
	})
	if err != nil {
		return fmt.Errorf("hand over uploads: %w", err)
	}
	return nil
}
