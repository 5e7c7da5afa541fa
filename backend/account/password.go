package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/ent"
	"uvboard/ent/accesstoken"
	"uvboard/ent/connectedapp"
	"uvboard/ent/session"
	pb "uvboard/gen/uvboard/v1"
)

// ChangePassword sets the user's password. It ends all sessions but keptSession, which it returns with a new token, the
// mailed links that would set a password or an address, and with endTokens the access tokens and connected apps. A
// wrong current password is a fault of that field.
func (s *Service) ChangePassword(ctx context.Context, userID, keptSession uuid.UUID, current, changed string,
	endTokens bool) (renewed access.Session, err error) {
	checked, err := s.CheckPassword(ctx, userID, "currentPassword", current)
	if err != nil {
		return access.Session{}, err
	}
	hash, err := s.hashPassword(ctx, "newPassword", changed, checked.Username)
	if err != nil {
		return access.Session{}, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := s.LockChecked(ctx, tx, checked, "currentPassword"); err != nil {
			return err
		}
		if err := tx.User.UpdateOneID(userID).SetPasswordHash(hash).SetUpdatedAt(s.now()).Exec(ctx); err != nil {
			return fmt.Errorf("change a password: %w", err)
		}
		if err := s.Record(ctx, tx, userID, pb.SecurityEventKind_SECURITY_EVENT_KIND_PASSWORD, ""); err != nil {
			return err
		}
		if err := s.endAccess(ctx, tx, userID, keptSession, endTokens); err != nil {
			return err
		}
		renewed, err = s.ReplaceToken(ctx, tx, keptSession)
		return err
	})
	return renewed, err
}

// endAccess ends the sessions of a user except keptSession (uuid.Nil for none), the mailed links, and a pending change
// of address, which someone who knew the old password may have requested. With tokens, it also deletes the access
// tokens and disconnects the apps.
func (s *Service) endAccess(ctx context.Context, tx *ent.Client, userID, keptSession uuid.UUID, tokens bool) error {
	if _, err := s.EndSessions(ctx, tx, session.UserID(userID), session.IDNEQ(keptSession)); err != nil {
		return err
	}
	if tokens {
		if _, err := tx.ConnectedApp.Delete().Where(connectedapp.UserID(userID)).Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.AccessToken.Delete().Where(accesstoken.UserID(userID)).Exec(ctx); err != nil {
			return err
		}
	}
	if err := endMailTokens(ctx, tx, userID, purposeReset); err != nil {
		return err
	}
	return cancelEmailChange(ctx, tx, userID)
}

// CheckPassword returns the user if the password is right. Otherwise it returns a fault of the named field.
func (s *Service) CheckPassword(ctx context.Context, userID uuid.UUID, field, password string) (*ent.User, error) {
	u, err := s.db.Client().User.Get(ctx, userID)
	if ent.IsNotFound(err) {
		return nil, auth.WrongPassword(field) // the account has been deleted
	}
	if err != nil {
		return nil, fmt.Errorf("check a password: %w", err)
	}
	ok, _, err := auth.VerifyPassword(ctx, u.PasswordHash, password)
	if err != nil {
		return nil, fmt.Errorf("check a password: %w", err)
	}
	if !ok {
		return nil, auth.WrongPassword(field)
	}
	return u, nil
}

// LockChecked locks a user that CheckPassword returned. If the password has changed since, it returns a fault of the
// named field.
func (s *Service) LockChecked(ctx context.Context, tx *ent.Client, checked *ent.User, field string) (*ent.User, error) {
	u, err := s.LockUser(ctx, tx, checked.ID)
	if err == nil && u.PasswordHash != checked.PasswordHash {
		err = auth.WrongPassword(field)
	}
	return u, err
}
