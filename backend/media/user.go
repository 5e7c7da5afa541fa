package media

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/ent"
	"uvboard/ent/upload"
)

// ReleaseAvatar ends the use of a user's avatar.
func (s *Service) ReleaseAvatar(ctx context.Context, userID uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error { return s.Release(ctx, tx, Use{AvatarUse, userID}) })
	if err != nil {
		return fmt.Errorf("release an avatar: %w", err)
	}
	return nil
}

// RemoveUnused removes up to limit uploads of a user that nothing shows, and returns how many it removed.
func (s *Service) RemoveUnused(ctx context.Context, userID uuid.UUID, limit int) (int, error) {
	removed := 0
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		ids, err := tx.Upload.Query().Where(upload.UserID(userID), upload.Not(upload.HasUses())).Order(upload.ByID()).Limit(limit).IDs(ctx)
		if err != nil {
			return err
		}
		removed = len(ids)
		return s.removeUnused(ctx, tx, ids)
	})
	if err != nil {
		return 0, fmt.Errorf("remove uploads of a user: %w", err)
	}
	return removed, nil
}

// HandOver gives the uploads that a user, as an admin, made for projects of others to the owner of the first such project.
func (s *Service) HandOver(ctx context.Context, userID uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.ExecContext(ctx, `UPDATE uploads SET user_id = (SELECT p.user_id FROM upload_uses s JOIN projects p ON p.id = s.target_id
			WHERE s.upload_id = uploads.id AND s.kind = $2 ORDER BY s.id LIMIT 1)
			WHERE user_id = $1 AND EXISTS (SELECT 1 FROM upload_uses s WHERE s.upload_id = uploads.id AND s.kind = $2)`, userID, ProjectUse)
		return err
	})
	if err != nil {
		return fmt.Errorf("hand over uploads: %w", err)
	}
	return nil
}
