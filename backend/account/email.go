package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/ent"
	"uvboard/ent/user"
)

// ChangeEmail mails a link to another address, which takes the place of the member's once VerifyEmail is called with its
// token. Until then nothing changes but what the member is told. An address that another account has is no fault, since
// who has an account is nobody's business: the letter then goes there without a link. Faults: a wrong password; the address
// that the account has already; too many mails.
func (s *Service) ChangeEmail(ctx context.Context, userID uuid.UUID, address, password string) error {
	checked, err := s.checkPassword(ctx, userID, "password", password)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		member, err := s.lockChecked(ctx, tx, checked, "password")
		if err != nil {
			return err
		}
		if address == member.Email {
			return fault.Invalid("newEmail", "This is the address your account has already")
		}
		if err := s.mailChange(ctx, tx, member, address); err != nil {
			return err
		}
		if err := tx.User.UpdateOneID(userID).SetNewEmail(address).Exec(ctx); err != nil {
			return fmt.Errorf("change an address: %w", err)
		}
		return nil
	})
}

// mailChange mails a link to the address that a member's is to become, or tells whoever has it already.
func (s *Service) mailChange(ctx context.Context, tx *ent.Client, member *ent.User, address string) error {
	compose := s.site.changeMessage
	holder, err := tx.User.Query().Where(user.EmailKey(Key(address)), user.IDNEQ(member.ID)).Select(user.FieldUsername).Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return fmt.Errorf("look for a taken address: %w", err)
	}
	if holder != nil {
		compose = func(string, string) (mail.Message, error) {
			return s.site.takenMessage(holder.Username, member.Username)
		}
	}
	wait, err := s.mailToken(ctx, tx, member, address, purposeChange, verifyLife, compose)
	if err == nil && wait > 0 {
		return fault.RateLimited(wait)
	}
	return err
}

// CancelEmailChange lets the member keep the address the account has. Without a change under way it does nothing.
func (s *Service) CancelEmailChange(ctx context.Context, userID uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := s.lockMember(ctx, tx, userID); err != nil { // so that a link followed at this moment is before or after
			return err
		}
		return cancelEmailChange(ctx, tx, userID)
	})
}

func cancelEmailChange(ctx context.Context, tx *ent.Client, userID uuid.UUID) error {
	if err := tx.User.Update().Where(user.ID(userID), user.NewEmailNotNil()).ClearNewEmail().Exec(ctx); err != nil {
		return fmt.Errorf("cancel the change of an address: %w", err)
	}
	return endMailed(ctx, tx, userID, purposeChange)
}

// SendVerification mails the member another link for VerifyEmail: to the address that the account is about to have, else to
// the one it has, unless that is verified. Fault: too many mails.
func (s *Service) SendVerification(ctx context.Context, userID uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		member, err := s.lockMember(ctx, tx, userID)
		if err != nil {
			return err
		}
		if member.NewEmail != "" {
			return s.mailChange(ctx, tx, member, member.NewEmail)
		}
		if member.EmailVerifiedAt != nil {
			return nil
		}
		wait, err := s.mailToken(ctx, tx, member, member.Email, purposeVerify, verifyLife, s.site.verifyMessage)
		if err == nil && wait > 0 {
			return fault.RateLimited(wait)
		}
		return err
	})
}

// VerifyEmail notes that the member to whom the token was mailed reads that mail, and gives the account that address where
// ChangeEmail asked for it. Once more does nothing: programs that look at links before people do, and double clicks, must
// not turn a success into a failure. Faults: a token that does not hold; conflict when another account has the address.
func (s *Service) VerifyEmail(ctx context.Context, token string) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		found, err := s.mailed(ctx, tx, token, purposeVerify, purposeChange)
		if err != nil {
			return err
		}
		member, err := s.lockMember(ctx, tx, found.UserID)
		if err != nil {
			return err
		}
		// Another change, or its end, may have made the token void while this waited for the lock.
		if found, err = s.mailed(ctx, tx, token, purposeVerify, purposeChange); err != nil {
			return err
		}
		switch {
		case found.Purpose == purposeVerify:
			return s.verified(ctx, tx, member.ID)
		case member.NewEmail == "": // done before
			return nil
		default:
			return s.move(ctx, tx, member)
		}
	})
	if ent.IsConstraintError(err) {
		return fault.Conflict("EMAIL_TAKEN", "", "Another account has this address by now. Choose another one in your settings.")
	}
	return err
}

// move gives the account the address it is about to have, and tells the one before, if that was the member's. Links that
// were mailed there are worth nothing any more.
func (s *Service) move(ctx context.Context, tx *ent.Client, member *ent.User) error {
	err := tx.User.UpdateOneID(member.ID).
		SetEmail(member.NewEmail).SetEmailKey(Key(member.NewEmail)).SetEmailVerifiedAt(s.now()).ClearNewEmail().
		SetUpdatedAt(s.now()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("change an address: %w", err)
	}
	if err := endMailed(ctx, tx, member.ID, purposeVerify, purposeReset); err != nil {
		return err
	}
	if member.EmailVerifiedAt == nil || Key(member.Email) == Key(member.NewEmail) {
		return nil
	}
	letter, err := s.site.changedMessage(member.Username, member.NewEmail)
	if err != nil {
		return err
	}
	return mail.AddWithoutUser(ctx, tx, member.Email, letter, s.now())
}

func (s *Service) verified(ctx context.Context, tx *ent.Client, userID uuid.UUID) error {
	err := tx.User.Update().Where(user.ID(userID), user.EmailVerifiedAtIsNil()).SetEmailVerifiedAt(s.now()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("verify an address: %w", err)
	}
	return nil
}
