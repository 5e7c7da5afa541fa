package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/auth"
	"uvboard/ent"
	"uvboard/ent/session"
	"uvboard/ent/user"
)

// ChangePassword gives the member another password, ends the member's sessions but the one that is kept, and the links
// that were mailed to set another password still, or another address. Access tokens stay. A wrong current password is
// refused.
func (s *Service) ChangePassword(ctx context.Context, userID, keptSession uuid.UUID, current, changed string) error {
	member, err := s.checkPassword(ctx, userID, "currentPassword", current)
	if err != nil {
		return err
	}
	hash, err := auth.HashPassword(ctx, changed)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		n, err := tx.User.Update().Where(user.ID(userID), user.PasswordHash(member.PasswordHash)).
			SetPasswordHash(hash).SetUpdatedAt(s.now()).Save(ctx)
		if err != nil {
			return fmt.Errorf("change a password: %w", err)
		}
		if n == 0 { // changed by somebody else meanwhile, so the current one is another
			return auth.WrongPassword("currentPassword")
		}
		if _, err := tx.Session.Delete().Where(session.UserID(userID), session.IDNEQ(keptSession)).Exec(ctx); err != nil {
			return fmt.Errorf("end other sessions: %w", err)
		}
		if err := cancelEmailChange(ctx, tx, userID); err != nil {
			return err
		}
		return endMailed(ctx, tx, userID, purposeReset)
	})
}

// checkPassword is the member whose password this is. Another one is a fault of the named field.
func (s *Service) checkPassword(ctx context.Context, userID uuid.UUID, field, password string) (*ent.User, error) {
	member, err := s.db.Client().User.Get(ctx, userID)
	if ent.IsNotFound(err) {
		return nil, auth.WrongPassword(field) // the account went away meanwhile
	}
	if err != nil {
		return nil, fmt.Errorf("check a password: %w", err)
	}
	ok, _, err := auth.VerifyPassword(ctx, member.PasswordHash, password)
	if err != nil {
		return nil, fmt.Errorf("check a password: %w", err)
	}
	if !ok {
		return nil, auth.WrongPassword(field)
	}
	return member, nil
}
