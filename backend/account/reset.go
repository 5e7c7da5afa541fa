package account

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/mailtoken"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
)

// Purposes and lives of mailed tokens.
const (
	purposeReset  = "password_reset"
	purposeVerify = "verify_email"
	purposeChange = "change_email"

	resetLife  = time.Hour
	verifyLife = 7 * 24 * time.Hour
)

// resetAnswerTime is the time that RequestPasswordReset takes, so that it does not reveal whether the account exists.
// Storing a mail takes a small part of it.
const resetAnswerTime = 400 * time.Millisecond

// RequestPasswordReset mails a link that sets a new password, if an account has this address and its user has not had
// too many mails. Callers cannot tell: the answer and its time are always the same.
func (s *Service) RequestPasswordReset(ctx context.Context, email string) error {
	answer := time.NewTimer(resetAnswerTime)
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
	id, err := s.db.Client().User.Query().Where(user.EmailKey(Key(email))).OnlyID(ctx)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("request a password reset: %w", err)
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockUser(ctx, tx, id)
		if fault.Of(err) != nil {
			return nil // deleted meanwhile
		}
		if err != nil {
			return err
		}
		_, err = s.mailToken(ctx, tx, u, u.Email, purposeReset, resetLife, s.mails.resetMessage)
		return err
	})
}

// mailToken mails a new token to an address. It replaces earlier tokens of the user for the same purpose. If the user
// has had too many mails, nothing is sent and wait says for how long. The user must be locked.
func (s *Service) mailToken(ctx context.Context, tx *ent.Client, u *ent.User, address, purpose string,
	life time.Duration, compose func(username, token string) mail.Message) (wait time.Duration, err error) {
	token, now := auth.NewToken(), s.now()
	message := compose(u.Username, token)
	wait, err = s.mails.Add(ctx, tx, u, address, message, now)
	if err != nil || wait > 0 {
		return wait, err
	}
	if err := endMailTokens(ctx, tx, u.ID, purpose); err != nil {
		return 0, err
	}
	err = tx.MailToken.Create().
		SetID(store.NewID(now)).
		SetTokenHash(auth.TokenHash(token)).SetUserID(u.ID).SetPurpose(purpose).
		SetCreatedAt(now).SetExpiresAt(now.Add(life)).
		Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("mail a token: %w", err)
	}
	return 0, nil
}

func endMailTokens(ctx context.Context, tx *ent.Client, userID uuid.UUID, purposes ...string) error {
	_, err := tx.MailToken.Delete().Where(mailtoken.UserID(userID), mailtoken.PurposeIn(purposes...)).Exec(ctx)
	return err
}

// findMailToken returns the row of a valid token. Fault: INVALID_TOKEN.
func (s *Service) findMailToken(ctx context.Context, client *ent.Client, token string,
	purposes ...string) (*ent.MailToken, error) {
	found, err := client.MailToken.Query().
		Where(mailtoken.TokenHash(auth.TokenHash(token)), mailtoken.PurposeIn(purposes...),
			mailtoken.ExpiresAtGT(s.now())).
		Only(ctx)
	if ent.IsNotFound(err) {
		const message = "This link is not valid any more. Please ask for a new one."
		return nil, &fault.Fault{Kind: fault.KindInvalid, Code: "INVALID_TOKEN", Message: message,
			Fields: map[string]string{"token": message}}
	}
	if err != nil {
		return nil, fmt.Errorf("look for a mailed token: %w", err)
	}
	return found, nil
}

// Reset is what else than the password opens an account after a password reset, and what the reset removed because it
// may be a stranger's. Sessions and tokens, which every reset ends, are in neither.
type Reset struct{ Left, Removed []Credential }

// ConfirmPasswordReset sets the password of the user to whom the token was mailed, once. It ends all sessions and
// access tokens of the user and cancels a pending change of address. Since the user reads that mail, the address counts
// as confirmed. If nobody who has the account was known to read that mail, a stranger may have made the account: all
// that was attached to it ends. Fault: INVALID_TOKEN.
func (s *Service) ConfirmPasswordReset(ctx context.Context, token, password string) (reset Reset, err error) {
	// Check first: hashing is expensive.
	found, err := s.findMailToken(ctx, s.db.Client(), token, purposeReset)
	if err != nil {
		return Reset{}, err
	}
	owner, err := s.db.Client().User.Get(ctx, found.UserID)
	if err != nil {
		return Reset{}, fmt.Errorf("user of a reset: %w", err)
	}
	hash, err := s.hashPassword(ctx, "password", password, owner.Username)
	if err != nil {
		return Reset{}, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		found, err := s.findMailToken(ctx, tx, token, purposeReset)
		if err != nil {
			return err
		}
		id := found.UserID
		u, err := s.LockUser(ctx, tx, id)
		if err != nil {
			return err
		}
		// Check again: another request may have used the token before the lock.
		if _, err := s.findMailToken(ctx, tx, token, purposeReset); err != nil {
			return err
		}
		if err := tx.User.UpdateOneID(id).SetPasswordHash(hash).SetUpdatedAt(s.now()).Exec(ctx); err != nil {
			return fmt.Errorf("reset a password: %w", err)
		}
		if err := s.Record(ctx, tx, id, pb.SecurityEventKind_SECURITY_EVENT_KIND_PASSWORD, ""); err != nil {
			return err
		}
		if err := s.endAccess(ctx, tx, id, uuid.Nil, true); err != nil {
			return err
		}
		reset = Reset{}
		if reset.Left, err = s.credentials(ctx, tx, id); err != nil {
			return err
		}
		if u.EmailOwnedAt == nil {
			reset.Left, reset.Removed = nil, reset.Left
			if err := s.reclaim(ctx, tx, id); err != nil {
				return err
			}
		}
		return s.confirmAddress(ctx, tx, id, true)
	})
	return reset, err
}

// reclaim ends all that a stranger may have attached to the account of a locked user, who is the owner of its address.
func (s *Service) reclaim(ctx context.Context, tx *ent.Client, userID uuid.UUID) error {
	if err := s.endAttached(ctx, tx, userID); err != nil {
		return err
	}
	return s.db.Emit(ctx, tx, event.Event{Kind: event.Reclaimed, Item: event.Item{Type: Kind, ID: userID}})
}
