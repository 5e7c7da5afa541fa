package signin

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/authenticator"
	"uvboard/ent/passkey"
	"uvboard/ent/session"
	pb "uvboard/gen/uvboard/v1"
)

const (
	actionRemoveFactor = "remove_second_factor" // in the audit log

	recoveryCodes = 10
	codeStep      = 30 * time.Second

	// A code has six digits, so a user may get maxWrongCodes wrong within wrongTime, from any number of addresses.
	maxWrongCodes = 10
	wrongTime     = time.Hour
)

// prove checks a code of the user's second factor and then runs also in the same transaction. A wrong code is counted
// although it is a fault.
func (s *Service) prove(ctx context.Context, userID uuid.UUID, code string, also func(context.Context, *ent.Client,
	*ent.User) error) error {
	var wrong error
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockUser(ctx, tx, userID)
		if err != nil {
			return err
		}
		row, err := s.AuthenticatorOf(ctx, tx, userID)
		if err != nil {
			return err
		}
		if wrong, err = s.checkCode(ctx, tx, u, row, code); err != nil || wrong != nil {
			return err
		}
		return also(ctx, tx, u)
	})
	if err != nil {
		return err
	}
	return wrong
}

// checkCode checks a code of a locked user and makes it unusable. It returns wrong instead of an error if the
// transaction must be committed. Faults: WRONG_CODE, also without an app and recovery codes; rate limited.
func (s *Service) checkCode(ctx context.Context, tx *ent.Client, u *ent.User, row *ent.Authenticator,
	code string) (wrong, err error) {
	if row == nil {
		return auth.WrongCode(), nil
	}
	now := s.now()
	failed, since := row.WrongCodes, row.WrongSince
	if since == nil || !since.After(now.Add(-wrongTime)) {
		failed, since = 0, &now
	}
	if failed >= maxWrongCodes {
		return nil, fault.Limited("Too many wrong codes.", since.Add(wrongTime).Sub(now))
	}
	update := tx.Authenticator.UpdateOneID(row.ID)
	if step := stepOf(row.Secret, code, row.LastStep, now); row.Secret != "" && step > 0 {
		return nil, update.SetLastStep(step).SetWrongCodes(0).ClearWrongSince().Exec(ctx)
	}
	if i := slices.Index(row.RecoveryHashes, auth.TokenHash(plainCode(code))); i >= 0 {
		left := slices.Delete(row.RecoveryHashes, i, i+1)
		if err := s.Record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_RECOVERY_CODE, ""); err != nil {
			return nil, err
		}
		if err := s.notify(ctx, tx, u, s.mails.recoveryMessage(u.Username, len(left))); err != nil {
			return nil, err
		}
		return nil, update.SetRecoveryHashes(left).SetWrongCodes(0).ClearWrongSince().Exec(ctx)
	}
	if err := update.SetWrongCodes(failed + 1).SetWrongSince(*since).Exec(ctx); err != nil {
		return nil, err
	}
	return auth.WrongCode(), s.Record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_WRONG_CODE, "")
}

// stepOf returns the time step of a code of the app, 0 if it is wrong or not newer than last. Clocks may differ by one
// step.
func stepOf(secret, code string, last int64, now time.Time) int64 {
	code = plainCode(code)
	current := now.Unix() / int64(codeStep/time.Second)
	for step := max(current-1, last+1); step <= current+1; step++ {
		want, err := totp.GenerateCode(secret, time.Unix(step*int64(codeStep/time.Second), 0))
		if err == nil && subtle.ConstantTimeCompare([]byte(code), []byte(want)) == 1 {
			return step
		}
	}
	return 0
}

// plainCode removes what people add to a code for reading.
func plainCode(code string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(strings.TrimSpace(code)))
}

// newRecoveryCode returns a code of 130 random bits, so that a plain hash of it suffices.
func newRecoveryCode() string {
	groups := slices.Collect(slices.Chunk([]byte(strings.ToLower(rand.Text())), 4))
	return string(bytes.Join(groups, []byte("-")))
}

func newRecoveryCodes() (codes, hashes []string) {
	for range recoveryCodes {
		code := newRecoveryCode()
		codes, hashes = append(codes, code), append(hashes, auth.TokenHash(plainCode(code)))
	}
	return codes, hashes
}

// addRecoveryCodes makes recovery codes for a user without an authenticator app.
func (s *Service) addRecoveryCodes(ctx context.Context, tx *ent.Client, userID uuid.UUID) ([]string, error) {
	codes, hashes := newRecoveryCodes()
	row, err := s.AuthenticatorOf(ctx, tx, userID)
	if err != nil {
		return nil, err
	}
	if row != nil {
		return codes, tx.Authenticator.UpdateOneID(row.ID).SetRecoveryHashes(hashes).SetWrongCodes(0).ClearWrongSince().
			Exec(ctx)
	}
	return codes, tx.Authenticator.Create().SetID(store.NewID(s.now())).SetUserID(userID).SetRecoveryHashes(hashes).
		Exec(ctx)
}

// endRecoveryCodes deletes the recovery codes of a user whose second factor is off.
func (s *Service) endRecoveryCodes(ctx context.Context, tx *ent.Client, userID uuid.UUID) error {
	factor, err := s.FactorOf(ctx, tx, userID)
	if err != nil || factor != nil {
		return err
	}
	_, err = tx.Authenticator.Delete().Where(authenticator.UserID(userID)).Exec(ctx)
	return err
}

// kindsOf returns what completes a login.
func (s *Service) kindsOf(f *access.Factor) (kinds []pb.SecondFactorKind) {
	if f.App {
		kinds = append(kinds, pb.SecondFactorKind_SECOND_FACTOR_KIND_TOTP)
	}
	if f.Passkey && s.passkeys != nil {
		kinds = append(kinds, pb.SecondFactorKind_SECOND_FACTOR_KIND_PASSKEY)
	}
	if f.Recovery > 0 {
		kinds = append(kinds, pb.SecondFactorKind_SECOND_FACTOR_KIND_RECOVERY_CODE)
	}
	return kinds
}

// CreateTotp returns a new secret for the user's authenticator app. ConfirmTotp completes it.
func (s *Service) CreateTotp(ctx context.Context, caller *auth.Caller) (*otp.Key, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: s.mails.Name(), AccountName: caller.Username})
	if err != nil {
		return nil, fmt.Errorf("make a secret: %w", err)
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := s.LockCaller(ctx, tx, caller.UserID); err != nil {
			return err
		}
		row, err := s.AuthenticatorOf(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		if row != nil {
			return tx.Authenticator.UpdateOneID(row.ID).SetNewSecret(key.Secret()).Exec(ctx)
		}
		return tx.Authenticator.Create().SetID(store.NewID(s.now())).SetUserID(caller.UserID).
			SetNewSecret(key.Secret()).Exec(ctx)
	})
	if err != nil {
		return nil, fmt.Errorf("begin a second factor: %w", err)
	}
	return key, nil
}

// ConfirmTotp makes the app with the secret of CreateTotp the second factor and returns new recovery codes. A user with
// a confirmed address gets a mail. Faults: WRONG_CODE; precondition without CreateTotp.
func (s *Service) ConfirmTotp(ctx context.Context, caller *auth.Caller, code string) ([]string, error) {
	codes, hashes := newRecoveryCodes()
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockCaller(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		row, err := s.AuthenticatorOf(ctx, tx, u.ID)
		if err != nil {
			return err
		}
		if row == nil || row.NewSecret == "" {
			return fault.Precondition("TOTP_NOT_BEGUN", "Please begin again: there is no app to confirm.")
		}
		step := stepOf(row.NewSecret, code, 0, s.now())
		if step == 0 {
			return auth.WrongCode()
		}
		err = tx.Authenticator.UpdateOneID(row.ID).SetSecret(row.NewSecret).SetNewSecret("").SetConfirmedAt(s.now()).
			SetLastStep(step).
			SetRecoveryHashes(hashes).SetWrongCodes(0).ClearWrongSince().Exec(ctx)
		if err != nil {
			return err
		}
		if err := s.db.Emit(ctx, tx, event.AccessOf(u.ID)); err != nil {
			return err
		}
		if err := s.Record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_TOTP, ""); err != nil {
			return err
		}
		return s.notify(ctx, tx, u, s.mails.factorMessage(u.Username, true, false))
	})
	if err != nil {
		return nil, fmt.Errorf("turn a second factor on: %w", err)
	}
	return codes, nil
}

// DeleteTotp removes the authenticator app, which turns the second factor off unless there are passkeys. A user with a
// confirmed address gets a mail.
func (s *Service) DeleteTotp(ctx context.Context, caller *auth.Caller) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockCaller(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		row, err := s.AuthenticatorOf(ctx, tx, u.ID)
		if err != nil || row == nil {
			return err
		}
		if err := tx.Authenticator.UpdateOneID(row.ID).SetSecret("").SetNewSecret("").ClearConfirmedAt().
			Exec(ctx); err != nil {
			return err
		}
		if err := s.endRecoveryCodes(ctx, tx, u.ID); err != nil || row.Secret == "" {
			return err
		}
		if err := s.db.Emit(ctx, tx, event.AccessOf(u.ID)); err != nil {
			return err
		}
		if err := s.Record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_TOTP_REMOVED, ""); err != nil {
			return err
		}
		left, err := s.FactorOf(ctx, tx, u.ID)
		if err != nil {
			return err
		}
		return s.notify(ctx, tx, u, s.mails.factorMessage(u.Username, false, left != nil))
	})
	if err != nil {
		return fmt.Errorf("turn a second factor off: %w", err)
	}
	return nil
}

// RemoveSecondFactor turns the second factor of a user off who has lost it, passkeys included, ends the user's sessions
// and records the act. Fault: not found, also without a second factor.
func (s *Service) RemoveSecondFactor(ctx context.Context, username string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockNamed(ctx, tx, username)
		if err != nil {
			return err
		}
		row, err := s.FactorOf(ctx, tx, u.ID)
		if err != nil {
			return err
		}
		if row == nil {
			return fault.NotFound("USER_NOT_FOUND", "This user has no second factor")
		}
		if _, err := s.EndSessions(ctx, tx, session.UserID(u.ID)); err != nil {
			return err
		}
		if _, err := tx.Passkey.Delete().Where(passkey.UserID(u.ID)).Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.Authenticator.Delete().Where(authenticator.UserID(u.ID)).Exec(ctx); err != nil {
			return err
		}
		if err := s.Record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_SECOND_FACTOR_REMOVED,
			""); err != nil {
			return err
		}
		if err := s.notify(ctx, tx, u, s.mails.factorMessage(u.Username, false, false)); err != nil {
			return err
		}
		return audit.Add(ctx, s.db, tx, nil, audit.Entry{Action: actionRemoveFactor, TargetType: account.Kind,
			Target: u.ID, Subject: u.ID}, s.now())
	})
}

// notify mails a user about a change of the account.
func (s *Service) notify(ctx context.Context, tx *ent.Client, u *ent.User, message mail.Message) error {
	_, err := s.mails.Add(ctx, tx, u, u.Email, message, s.now())
	return err
}
