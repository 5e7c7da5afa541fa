package account

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/mailtoken"
	"uvboard/ent/session"
	"uvboard/ent/user"
)

// What a mailed token is for, and how long it holds.
const (
	purposeReset  = "password_reset"
	purposeVerify = "verify_email"
	purposeChange = "change_email"

	resetLife  = time.Hour
	verifyLife = 7 * 24 * time.Hour
)

// answerAfter is how long asking for a reset takes, whether there is such an account or not. Writing the letter takes
// a small part of it.
const answerAfter = 400 * time.Millisecond

// RequestPasswordReset mails a link that sets a new password to the member with this address, if there is one and it has
// not had too many mails. The caller cannot tell: it answers after the same time, without a fault.
func (s *Service) RequestPasswordReset(ctx context.Context, email string) error {
	answer := time.NewTimer(answerAfter)
	defer answer.Stop()
	err := s.mailReset(ctx, email)
	select {
	case <-answer.C:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Service) mailReset(ctx context.Context, email string) error {
	found, err := s.db.Client().User.Query().Where(user.EmailKey(Key(email))).Only(ctx)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("ask for a password reset: %w", err)
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		member, err := s.lockMember(ctx, tx, found.ID)
		if fault.Of(err) != nil {
			return nil // deleted since, so there is no such account
		}
		if err != nil {
			return err
		}
		_, err = s.mailToken(ctx, tx, member, member.Email, purposeReset, resetLife, s.site.resetMessage)
		return err
	})
}

// mailToken mails a new token to an address, which takes the place of those for the same purpose. It says how long to wait
// instead when the member has had too many mails.
func (s *Service) mailToken(ctx context.Context, tx *ent.Client, member *ent.User, address, purpose string, life time.Duration, compose func(username, token string) (mail.Message, error)) (time.Duration, error) {
	token, now := auth.NewToken(), s.now()
	letter, err := compose(member.Username, token)
	if err != nil {
		return 0, err
	}
	wait, err := mail.Add(ctx, tx, member, address, letter, now)
	if err != nil || wait > 0 {
		return wait, err
	}
	if err := endMailed(ctx, tx, member.ID, purpose); err != nil {
		return 0, err
	}
	err = tx.MailToken.Create().
		SetID(store.NewID(now, uuid.New())).
		SetTokenHash(auth.TokenHash(token)).SetUserID(member.ID).SetPurpose(purpose).
		SetCreatedAt(now).SetExpiresAt(now.Add(life)).
		Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("mail a token: %w", err)
	}
	return 0, nil
}

// endMailed makes the tokens that were mailed to a member for these purposes worth nothing.
func endMailed(ctx context.Context, tx *ent.Client, userID uuid.UUID, purposes ...string) error {
	if _, err := tx.MailToken.Delete().Where(mailtoken.UserID(userID), mailtoken.PurposeIn(purposes...)).Exec(ctx); err != nil {
		return fmt.Errorf("end mailed tokens: %w", err)
	}
	return nil
}

// mailed is the row of a token that holds, or the fault of one that does not.
func (s *Service) mailed(ctx context.Context, client *ent.Client, token string, purposes ...string) (*ent.MailToken, error) {
	found, err := client.MailToken.Query().
		Where(mailtoken.TokenHash(auth.TokenHash(token)), mailtoken.PurposeIn(purposes...), mailtoken.ExpiresAtGT(s.now())).
		Only(ctx)
	if ent.IsNotFound(err) {
		const message = "This link is not valid any more. Please ask for a new one."
		return nil, &fault.Fault{Kind: fault.KindInvalid, Code: "INVALID_TOKEN", Message: message, Fields: map[string]string{"token": message}}
	}
	if err != nil {
		return nil, fmt.Errorf("look for a mailed token: %w", err)
	}
	return found, nil
}

// ConfirmPasswordReset sets the password of the user to whom the token was mailed, once. It ends all sessions and access
// tokens of the user and cancels a pending change of address. Since the user reads that mail, the address counts as verified.
func (s *Service) ConfirmPasswordReset(ctx context.Context, token, password string) error {
	// Asked before the password is hashed, which is dear, and again when it is set.
	if _, err := s.mailed(ctx, s.db.Client(), token, purposeReset); err != nil {
		return err
	}
	hash, err := auth.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		found, err := s.mailed(ctx, tx, token, purposeReset)
		if err != nil {
			return err
		}
		if _, err := s.lockMember(ctx, tx, found.UserID); err != nil {
			return err
		}
		n, err := tx.MailToken.Delete().Where(mailtoken.ID(found.ID)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("use a mailed token: %w", err)
		}
		if n == 0 { // used by somebody else meanwhile; now it is not found
			_, err := s.mailed(ctx, tx, token, purposeReset)
			return err
		}
		if err := tx.User.UpdateOneID(found.UserID).SetPasswordHash(hash).SetUpdatedAt(s.now()).Exec(ctx); err != nil {
			return fmt.Errorf("reset a password: %w", err)
		}
		// Asked for with the password before, by somebody who may not be the one who resets it.
		if err := cancelEmailChange(ctx, tx, found.UserID); err != nil {
			return err
		}
		if _, err := tx.Session.Delete().Where(session.UserID(found.UserID)).Exec(ctx); err != nil {
			return fmt.Errorf("end sessions: %w", err)
		}
		if err := endAccessTokens(ctx, tx, found.UserID); err != nil {
			return err
		}
		return s.verified(ctx, tx, found.UserID)
	})
}
