package media

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
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

// HandOver gives the uploads of a user that content of others shows, such as those of an admin who edited it, to the owner
// of the first such item.
func (s *Service) HandOver(ctx context.Context, userID uuid.UUID, uses []domain.UploadUse) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		for _, use := range uses {
			_, err := tx.ExecContext(ctx, `UPDATE uploads SET user_id = (SELECT t.user_id FROM upload_uses s JOIN `+use.Table+` t ON t.id = s.target_id
				WHERE s.upload_id = uploads.id AND s.kind = $2 ORDER BY s.id LIMIT 1)
				WHERE user_id = $1 AND EXISTS (SELECT 1 FROM upload_uses s WHERE s.upload_id = uploads.id AND s.kind = $2)`, userID, use.Kind)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("hand over uploads: %w", err)
	}
	return nil
}
