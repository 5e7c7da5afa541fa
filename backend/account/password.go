package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/ent"
	"uvboard/ent/session"
)

// ChangePassword sets the user's password. It ends all sessions but keptSession, the mailed links that would set a
// password or an address, and with endTokens the access tokens. A wrong current password is a fault of that field.
func (s *Service) ChangePassword(ctx context.Context, userID, keptSession uuid.UUID, current, changed string, endTokens bool) error {
	checked, err := s.checkPassword(ctx, userID, "currentPassword", current)
	if err != nil {
		return err
	}
	hash, err := auth.HashPassword(ctx, changed)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := s.lockChecked(ctx, tx, checked, "currentPassword"); err != nil {
			return err
		}
		if err := tx.User.UpdateOneID(userID).SetPasswordHash(hash).SetUpdatedAt(s.now()).Exec(ctx); err != nil {
			return fmt.Errorf("change a password: %w", err)
		}
		if _, err := tx.Session.Delete().Where(session.UserID(userID), session.IDNEQ(keptSession)).Exec(ctx); err != nil {
			return fmt.Errorf("end other sessions: %w", err)
		}
		if endTokens {
			if err := endAccessTokens(ctx, tx, userID); err != nil {
				return err
			}
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

// lockChecked is lockMember of a member whom checkPassword has found. Should the password have changed since then, it is the
// wrong one, a fault of the named field.
func (s *Service) lockChecked(ctx context.Context, tx *ent.Client, checked *ent.User, field string) (*ent.User, error) {
	member, err := s.lockMember(ctx, tx, checked.ID)
	if err == nil && member.PasswordHash != checked.PasswordHash {
		err = auth.WrongPassword(field)
	}
	return member, err
}
