package account

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/board"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/ent"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
)

// ChangeEmail mails a link to a new address. VerifyEmail with its token makes it the address of the account; until then
// the account keeps the old one. If another account has the address, that account's user gets a mail and the caller
// gets no error: the answer must not reveal who has an account. Faults: wrong password; the account already has the
// address; that of board.Rules.CheckEmail; too many mails.
func (s *Service) ChangeEmail(ctx context.Context, userID uuid.UUID, address, password string) error {
	checked, err := s.CheckPassword(ctx, userID, "password", password)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockChecked(ctx, tx, checked, "password")
		if err != nil {
			return err
		}
		if address == u.Email {
			return fault.Invalid("newEmail", "This is the address your account has already")
		}
		rules, err := board.RulesOf(ctx, tx)
		if err != nil {
			return err
		}
		if err := rules.CheckEmail("newEmail", address); err != nil {
			return err
		}
		if err := s.mailChange(ctx, tx, u, address); err != nil {
			return err
		}
		return tx.User.UpdateOneID(userID).SetNewEmail(address).Exec(ctx)
	})
}

// mailChange mails a link to the new address of a user, or a message without a link to the user who has that address.
func (s *Service) mailChange(ctx context.Context, tx *ent.Client, u *ent.User, address string) error {
	compose := s.mails.changeMessage
	holder, err := tx.User.Query().Where(user.EmailKey(Key(address)), user.IDNEQ(u.ID)).Select(user.FieldUsername).
		Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return fmt.Errorf("look for a taken address: %w", err)
	}
	if holder != nil {
		compose = func(string, string) mail.Message { return s.mails.takenMessage(holder.Username, u.Username) }
	}
	return rateLimited(s.mailToken(ctx, tx, u, address, purposeChange, verifyLife, compose))
}

// rateLimited turns the result of mailToken into an error.
func rateLimited(wait time.Duration, err error) error {
	if err == nil && wait > 0 {
		return fault.RateLimited(wait)
	}
	return err
}

// CancelEmailChange ends a pending change of address. Without one it does nothing.
func (s *Service) CancelEmailChange(ctx context.Context, userID uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := s.LockUser(ctx, tx, userID); err != nil { // serializes with VerifyEmail
			return err
		}
		return cancelEmailChange(ctx, tx, userID)
	})
}

func cancelEmailChange(ctx context.Context, tx *ent.Client, userID uuid.UUID) error {
	if err := tx.User.Update().Where(user.ID(userID), user.NewEmailNotNil()).ClearNewEmail().Exec(ctx); err != nil {
		return fmt.Errorf("cancel the change of an address: %w", err)
	}
	return endMailTokens(ctx, tx, userID, purposeChange)
}

// SendVerification mails the user another link for VerifyEmail: to the new address during a change, else to the
// account's address unless it is confirmed. Fault: too many mails.
func (s *Service) SendVerification(ctx context.Context, userID uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockUser(ctx, tx, userID)
		switch {
		case err != nil:
			return err
		case u.NewEmail != "":
			return s.mailChange(ctx, tx, u, u.NewEmail)
		case u.EmailVerifiedAt != nil:
			return nil
		}
		return rateLimited(s.mailToken(ctx, tx, u, u.Email, purposeVerify, verifyLife, s.mails.verifyMessage))
	})
}

// VerifyEmail confirms the address that the token was mailed to. If ChangeEmail asked for it, it becomes the account's
// address. A second call does nothing, since link scanners and double clicks must not turn a success into a failure. A
// session of the account (userID; uuid.Nil for none) proves that its user reads the mail. Without, a stranger may have
// made the account with the address of the person who follows the link: see ConfirmPasswordReset.
// Faults: INVALID_TOKEN; denied OTHER_ACCOUNT in a session of another account; conflict if another account has taken
// the address.
func (s *Service) VerifyEmail(ctx context.Context, userID uuid.UUID, token string) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		found, err := s.findMailToken(ctx, tx, token, purposeVerify, purposeChange)
		if err != nil {
			return err
		}
		own := userID == found.UserID
		if !own && userID != uuid.Nil {
			return fault.Denied("OTHER_ACCOUNT",
				"This link belongs to another account. Log in to that account and open it again.")
		}
		u, err := s.LockUser(ctx, tx, found.UserID)
		if err != nil {
			return err
		}
		// Check again: another change or a cancellation may have deleted the token before the lock.
		if found, err = s.findMailToken(ctx, tx, token, purposeVerify, purposeChange); err != nil {
			return err
		}
		if found.Purpose == purposeChange && u.NewEmail != "" {
			if err := s.useNewAddress(ctx, tx, u); err != nil {
				return err
			}
		}
		return s.confirmAddress(ctx, tx, u.ID, own)
	})
	if ent.IsConstraintError(err) {
		return fault.Conflict("EMAIL_TAKEN", "",
			"Another account has this address by now. Choose another one in your settings.")
	}
	return err
}

// useNewAddress gives the account its new address, ends the links mailed to the old one, and mails a notice to the old
// one if it was confirmed.
func (s *Service) useNewAddress(ctx context.Context, tx *ent.Client, u *ent.User) error {
	update := tx.User.UpdateOneID(u.ID).
		SetEmail(u.NewEmail).SetEmailKey(Key(u.NewEmail)).SetEmailVerifiedAt(s.now()).ClearNewEmail().
		SetUpdatedAt(s.now())
	if Key(u.Email) != Key(u.NewEmail) {
		update.ClearEmailOwnedAt()
	}
	if err := update.Exec(ctx); err != nil {
		return fmt.Errorf("change an address: %w", err)
	}
	if u.EmailVerifiedAt == nil {
		if err := s.db.Emit(ctx, tx, event.VouchedFor(u.ID)); err != nil {
			return err
		}
	}
	if err := endMailTokens(ctx, tx, u.ID, purposeVerify, purposeReset); err != nil {
		return err
	}
	if err := s.Record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_EMAIL, ""); err != nil {
		return err
	}
	if u.EmailVerifiedAt == nil || Key(u.Email) == Key(u.NewEmail) {
		return nil
	}
	return s.mails.AddWithoutUser(ctx, tx, u.Email, s.mails.changedMessage(u.Username, u.NewEmail), s.now())
}

// confirmAddress records that somebody reads the mail to the address of a locked user, and with owned that it is the
// user.
func (s *Service) confirmAddress(ctx context.Context, tx *ent.Client, userID uuid.UUID, owned bool) error {
	n, err := tx.User.Update().Where(user.ID(userID), user.EmailVerifiedAtIsNil()).SetEmailVerifiedAt(s.now()).Save(ctx)
	if err == nil && n > 0 {
		err = s.db.Emit(ctx, tx, event.VouchedFor(userID))
	}
	if err != nil || !owned {
		return err
	}
	return tx.User.Update().Where(user.ID(userID), user.EmailOwnedAtIsNil()).SetEmailOwnedAt(s.now()).Exec(ctx)
}
