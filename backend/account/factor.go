package account

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

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/signing"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/authenticator"
	"uvboard/ent/passkey"
	"uvboard/ent/session"
	"uvboard/ent/usedchallenge"
	pb "uvboard/gen/uvboard/v1"
)

const (
	recoveryCodes = 10
	codeStep      = 30 * time.Second
	halfLife      = 10 * time.Minute // of a login without its second factor
	halfPurpose   = "second factor"  // of the secret that signs its token

	// A code has six digits, so a user may get maxWrongCodes wrong within wrongTime, from any number of addresses.
	maxWrongCodes = 10
	wrongTime     = time.Hour
)

// Half is a login that waits for its second factor.
type Half struct {
	Token string
	Kinds []pb.SecondFactorKind // what completes it
}

// half is the content of its token, which completes one login. The hash of the password ends it if the password changes.
type half struct {
	ID       uuid.UUID
	UserID   uuid.UUID
	Password string
}

// startSession starts a session of a locked user, or returns its half if the account has a second factor.
func (s *Service) startSession(ctx context.Context, tx *ent.Client, userID uuid.UUID, passwordHash string, client Client) (Session, error) {
	factor, err := s.factorOf(ctx, tx, userID)
	if err != nil {
		return Session{}, err
	}
	if factor == nil {
		if err := s.recordLogin(ctx, tx, userID, client); err != nil {
			return Session{}, err
		}
		session := s.newSession()
		return session, s.saveSession(ctx, tx, userID, session, client)
	}
	token, err := signing.Seal(ctx, tx, halfPurpose, half{store.NewID(s.now()), userID, auth.TokenHash(passwordHash)}, s.now().Add(halfLife))
	if err != nil {
		return Session{}, err
	}
	return Session{Half: &Half{Token: token, Kinds: s.kindsOf(factor)}}, nil
}

func errLoginExpired() error {
	return fault.Unauthenticated("LOGIN_EXPIRED", "The login took too long, or was completed already. Please log in again.")
}

// openHalf reads the token of a half that has not completed a login. Fault: LOGIN_EXPIRED.
func (s *Service) openHalf(ctx context.Context, token string) (*half, error) {
	h := new(half)
	ok, err := signing.Open(ctx, s.db.Client(), halfPurpose, token, h, s.now())
	if err != nil {
		return nil, err
	}
	if ok {
		// A used one must not count wrong codes either.
		used, err := s.db.Client().UsedChallenge.Query().Where(usedchallenge.ID(h.ID)).Exist(ctx)
		if err != nil {
			return nil, fmt.Errorf("look for a completed login: %w", err)
		}
		ok = !used
	}
	if !ok {
		return nil, errLoginExpired()
	}
	return h, nil
}

// complete starts the session of a locked user whose second factor has completed a half, and uses the half up. Fault: LOGIN_EXPIRED.
func (s *Service) complete(ctx context.Context, tx *ent.Client, h *half, u *ent.User, started Session, client Client) error {
	if auth.TokenHash(u.PasswordHash) != h.Password {
		return errLoginExpired()
	}
	if err := s.useUp(ctx, tx, h.ID, halfLife, errLoginExpired); err != nil {
		return err
	}
	if err := s.recordLogin(ctx, tx, u.ID, client); err != nil {
		return err
	}
	return s.saveSession(ctx, tx, u.ID, started, client)
}

// LoginWithSecondFactor completes a login. Faults: LOGIN_EXPIRED; those of checkCode.
func (s *Service) LoginWithSecondFactor(ctx context.Context, token, code string, client Client) (*ent.User, Session, error) {
	h, err := s.openHalf(ctx, token)
	if err != nil {
		return nil, Session{}, err
	}
	var u *ent.User
	session := s.newSession()
	err = s.prove(ctx, h.UserID, code, func(ctx context.Context, tx *ent.Client, locked *ent.User) error {
		u = locked
		return s.complete(ctx, tx, h, u, session, client)
	})
	if err != nil {
		return nil, Session{}, fmt.Errorf("log in with a second factor: %w", err)
	}
	return u, session, nil
}

// prove checks a code of the user's second factor and then runs also in the same transaction. A wrong code is counted although it is a
// fault.
func (s *Service) prove(ctx context.Context, userID uuid.UUID, code string, also func(context.Context, *ent.Client, *ent.User) error) error {
	var wrong error
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.lockUser(ctx, tx, userID)
		if err != nil {
			return err
		}
		row, err := s.authenticatorOf(ctx, tx, userID)
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

// checkCode checks a code of a locked user and makes it unusable. It returns wrong instead of an error if the transaction must be committed.
// Faults: WRONG_CODE, also without an app and recovery codes; rate limited.
func (s *Service) checkCode(ctx context.Context, tx *ent.Client, u *ent.User, row *ent.Authenticator, code string) (wrong, err error) {
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
		if err := s.record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_RECOVERY_CODE, ""); err != nil {
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
	return auth.WrongCode(), s.record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_WRONG_CODE, "")
}

// stepOf returns the time step of a code of the app, 0 if it is wrong or not newer than last. Clocks may differ by one step.
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
	row, err := s.authenticatorOf(ctx, tx, userID)
	if err != nil {
		return nil, err
	}
	if row != nil {
		return codes, tx.Authenticator.UpdateOneID(row.ID).SetRecoveryHashes(hashes).SetWrongCodes(0).ClearWrongSince().Exec(ctx)
	}
	return codes, tx.Authenticator.Create().SetID(store.NewID(s.now())).SetUserID(userID).SetRecoveryHashes(hashes).Exec(ctx)
}

// endRecoveryCodes deletes the recovery codes of a user whose second factor is off.
func (s *Service) endRecoveryCodes(ctx context.Context, tx *ent.Client, userID uuid.UUID) error {
	factor, err := s.factorOf(ctx, tx, userID)
	if err != nil || factor != nil {
		return err
	}
	_, err = tx.Authenticator.Delete().Where(authenticator.UserID(userID)).Exec(ctx)
	return err
}

// authenticatorOf returns the authenticator app of a user, nil for none. It may not be confirmed yet, or there are only recovery codes for
// passkeys.
func (s *Service) authenticatorOf(ctx context.Context, client *ent.Client, userID uuid.UUID) (*ent.Authenticator, error) {
	row, err := client.Authenticator.Query().Where(authenticator.UserID(userID)).Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return nil, fmt.Errorf("read a second factor: %w", err)
	}
	return row, nil
}

// factor is the second factor of a user.
type factor struct {
	App      bool // whether codes of an app are accepted
	Passkey  bool
	Recovery int // codes that are left
}

// factorOf returns the second factor of a user, nil if it is off.
func (s *Service) factorOf(ctx context.Context, client *ent.Client, userID uuid.UUID) (*factor, error) {
	row, err := s.authenticatorOf(ctx, client, userID)
	if err != nil {
		return nil, err
	}
	f := new(factor)
	if f.Passkey, err = client.Passkey.Query().Where(passkey.UserID(userID)).Exist(ctx); err != nil {
		return nil, fmt.Errorf("look for a passkey: %w", err)
	}
	if row != nil {
		f.App, f.Recovery = row.Secret != "", len(row.RecoveryHashes)
	}
	if !f.App && !f.Passkey {
		return nil, nil
	}
	return f, nil
}

// kindsOf returns what completes a login.
func (s *Service) kindsOf(f *factor) (kinds []pb.SecondFactorKind) {
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

// RequireSecondFactor makes admins without a second factor ordinary users.
func (s *Service) RequireSecondFactor() { s.adminsNeedFactor = true }

// checkAdmin takes the admin role from a caller who needs a second factor for it.
func (s *Service) checkAdmin(caller *auth.Caller) {
	if caller.IsAdmin && s.adminsNeedFactor && !caller.HasSecondFactor {
		caller.IsAdmin, caller.NeedsSecondFactor = false, true
	}
}

// StepUpWithPasskey is StepUp with the answer of one of the caller's passkeys. Faults: those of answered.
func (s *Service) StepUpWithPasskey(ctx context.Context, caller *auth.Caller, token string, answer []byte) (renewed Session, err error) {
	err = s.answered(ctx, token, answer, func(ctx context.Context, tx *ent.Client, _ ceremony, u *ent.User) error {
		if u.ID != caller.UserID {
			return auth.WrongPasskey()
		}
		renewed, err = s.setProved(ctx, tx, caller.SessionID)
		return err
	})
	return renewed, err
}

// StepUp records that the user is at the browser of the session: a user with a second factor proves it with a code, others with the
// password. It returns the session with a new token. Faults: wrong password; those of checkCode.
func (s *Service) StepUp(ctx context.Context, caller *auth.Caller, password, code string) (renewed Session, err error) {
	row, err := s.factorOf(ctx, s.db.Client(), caller.UserID)
	if err != nil {
		return Session{}, err
	}
	proved := func(ctx context.Context, tx *ent.Client, _ *ent.User) error {
		renewed, err = s.setProved(ctx, tx, caller.SessionID)
		return err
	}
	if row != nil {
		err = s.prove(ctx, caller.UserID, code, proved)
		return renewed, err
	}
	checked, err := s.checkPassword(ctx, caller.UserID, "password", password)
	if err != nil {
		return Session{}, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.lockChecked(ctx, tx, checked, "password")
		if err != nil {
			return err
		}
		row, err := s.factorOf(ctx, tx, u.ID)
		switch {
		case err != nil:
			return err
		case row != nil: // turned on meanwhile
			return auth.WrongCode()
		}
		return proved(ctx, tx, u)
	})
	return renewed, err
}

// setProved records a proof and replaces the token of the session, as a login does.
func (s *Service) setProved(ctx context.Context, tx *ent.Client, sessionID uuid.UUID) (Session, error) {
	if err := tx.Session.Update().Where(session.ID(sessionID)).SetProvedAt(s.now()).Exec(ctx); err != nil {
		return Session{}, fmt.Errorf("record a proof: %w", err)
	}
	return s.replaceToken(ctx, tx, sessionID)
}

// CreateTotp returns a new secret for the user's authenticator app. ConfirmTotp completes it.
func (s *Service) CreateTotp(ctx context.Context, caller *auth.Caller) (*otp.Key, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: s.mails.Name(), AccountName: caller.Username})
	if err != nil {
		return nil, fmt.Errorf("make a secret: %w", err)
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := s.lockCaller(ctx, tx, caller.UserID); err != nil {
			return err
		}
		row, err := s.authenticatorOf(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		if row != nil {
			return tx.Authenticator.UpdateOneID(row.ID).SetNewSecret(key.Secret()).Exec(ctx)
		}
		return tx.Authenticator.Create().SetID(store.NewID(s.now())).SetUserID(caller.UserID).SetNewSecret(key.Secret()).Exec(ctx)
	})
	if err != nil {
		return nil, fmt.Errorf("begin a second factor: %w", err)
	}
	return key, nil
}

// ConfirmTotp makes the app with the secret of CreateTotp the second factor and returns new recovery codes. A user with a confirmed address
// gets a mail. Faults: WRONG_CODE; precondition without CreateTotp.
func (s *Service) ConfirmTotp(ctx context.Context, caller *auth.Caller, code string) ([]string, error) {
	codes, hashes := newRecoveryCodes()
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.lockCaller(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		row, err := s.authenticatorOf(ctx, tx, u.ID)
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
		err = tx.Authenticator.UpdateOneID(row.ID).SetSecret(row.NewSecret).SetNewSecret("").SetConfirmedAt(s.now()).SetLastStep(step).
			SetRecoveryHashes(hashes).SetWrongCodes(0).ClearWrongSince().Exec(ctx)
		if err != nil {
			return err
		}
		if err := s.db.Emit(ctx, tx, event.AccessOf(u.ID)); err != nil {
			return err
		}
		if err := s.record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_TOTP, ""); err != nil {
			return err
		}
		return s.notify(ctx, tx, u, s.mails.factorMessage(u.Username, true, false))
	})
	if err != nil {
		return nil, fmt.Errorf("turn a second factor on: %w", err)
	}
	return codes, nil
}

// DeleteTotp removes the authenticator app, which turns the second factor off unless there are passkeys. A user with a confirmed address gets a
// mail.
func (s *Service) DeleteTotp(ctx context.Context, caller *auth.Caller) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.lockCaller(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		row, err := s.authenticatorOf(ctx, tx, u.ID)
		if err != nil || row == nil {
			return err
		}
		if err := tx.Authenticator.UpdateOneID(row.ID).SetSecret("").SetNewSecret("").ClearConfirmedAt().Exec(ctx); err != nil {
			return err
		}
		if err := s.endRecoveryCodes(ctx, tx, u.ID); err != nil || row.Secret == "" {
			return err
		}
		if err := s.db.Emit(ctx, tx, event.AccessOf(u.ID)); err != nil {
			return err
		}
		if err := s.record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_TOTP_REMOVED, ""); err != nil {
			return err
		}
		left, err := s.factorOf(ctx, tx, u.ID)
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

// RemoveSecondFactor turns the second factor of a user off who has lost it, passkeys included, ends the user's sessions and records the act. Fault: not found,
// also without a second factor.
func (s *Service) RemoveSecondFactor(ctx context.Context, username string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.lockNamed(ctx, tx, username)
		if err != nil {
			return err
		}
		row, err := s.factorOf(ctx, tx, u.ID)
		if err != nil {
			return err
		}
		if row == nil {
			return fault.NotFound("USER_NOT_FOUND", "This user has no second factor")
		}
		if _, err := s.endSessions(ctx, tx, session.UserID(u.ID)); err != nil {
			return err
		}
		if _, err := tx.Passkey.Delete().Where(passkey.UserID(u.ID)).Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.Authenticator.Delete().Where(authenticator.UserID(u.ID)).Exec(ctx); err != nil {
			return err
		}
		if err := s.record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_SECOND_FACTOR_REMOVED, ""); err != nil {
			return err
		}
		if err := s.notify(ctx, tx, u, s.mails.factorMessage(u.Username, false, false)); err != nil {
			return err
		}
		return audit.Add(ctx, s.db, tx, nil, audit.Entry{Action: actionRemoveFactor, TargetType: Kind, Target: u.ID, Subject: u.ID}, s.now())
	})
}

// notify mails a user about a change of the account.
func (s *Service) notify(ctx context.Context, tx *ent.Client, u *ent.User, message mail.Message) error {
	_, err := s.mails.Add(ctx, tx, u, u.Email, message, s.now())
	return err
}
