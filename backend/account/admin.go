package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/ent"
	"uvboard/ent/user"
)

// LastAdmin is the code of the fault that keeps a board from losing its only admin.
const LastAdmin = "LAST_ADMIN"

// GrantAdmin gives the admin role to the user with this username, ignoring case. Fault: not found.
func (s *Service) GrantAdmin(ctx context.Context, username string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return s.setAdmin(ctx, tx, username, true)
	})
}

// RevokeAdmin takes the admin role from the user with this username, ignoring case. Faults: not found; without force,
// conflict for the only admin.
func (s *Service) RevokeAdmin(ctx context.Context, username string, force bool) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if !force {
			id, err := tx.User.Query().Where(user.UsernameKey(Key(username))).OnlyID(ctx)
			if err != nil && !ent.IsNotFound(err) {
				return err
			}
			if err := s.keepAnAdmin(ctx, tx, id, "This is the only admin. Make another user an admin first."); err != nil {
				return err
			}
		}
		return s.setAdmin(ctx, tx, username, false)
	})
}

func (s *Service) setAdmin(ctx context.Context, tx *ent.Client, username string, admin bool) error {
	n, err := tx.User.Update().Where(user.UsernameKey(Key(username)), user.DeletedAtIsNil()).SetIsAdmin(admin).SetUpdatedAt(s.now()).Save(ctx)
	if err != nil {
		return fmt.Errorf("set the admin role: %w", err)
	}
	if n == 0 {
		return fault.NotFound("USER_NOT_FOUND", "User not found")
	}
	return nil
}

// keepAnAdmin returns a conflict with message if the user is the only admin. It locks all admins, so that of the last two who
// leave at once only one can; in the order of ids, like every transaction that locks several users.
func (s *Service) keepAnAdmin(ctx context.Context, tx *ent.Client, leaving uuid.UUID, message string) error {
	admins, err := tx.User.Query().Where(user.IsAdmin(true), s.db.ForUpdate).Order(user.ByID()).Select(user.FieldID).All(ctx)
	if err != nil {
		return fmt.Errorf("look for another admin: %w", err)
	}
	if len(admins) == 1 && admins[0].ID == leaving {
		return fault.Conflict(LastAdmin, "", message)
	}
	return nil
}
