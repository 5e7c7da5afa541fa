package signin

import (
	"context"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/ent"
)

// StepUpWithPasskey is StepUp with the answer of one of the caller's passkeys. Faults: those of answered.
func (s *Service) StepUpWithPasskey(ctx context.Context, caller *auth.Caller, token string,
	answer []byte) (renewed access.Session, err error) {
	err = s.answered(ctx, token, answer, func(ctx context.Context, tx *ent.Client, _ ceremony, u *ent.User) error {
		if u.ID != caller.UserID {
			return auth.WrongPasskey()
		}
		renewed, err = s.SetProved(ctx, tx, caller.SessionID)
		return err
	})
	return renewed, err
}

// StepUp records that the user is at the browser of the session: a user with a second factor proves it with a code,
// others with the password. It returns the session with a new token. Faults: wrong password; those of checkCode.
func (s *Service) StepUp(ctx context.Context, caller *auth.Caller,
	password, code string) (renewed access.Session, err error) {
	row, err := s.FactorOf(ctx, s.db.Client(), caller.UserID)
	if err != nil {
		return access.Session{}, err
	}
	proved := func(ctx context.Context, tx *ent.Client, _ *ent.User) error {
		renewed, err = s.SetProved(ctx, tx, caller.SessionID)
		return err
	}
	if row != nil {
		err = s.prove(ctx, caller.UserID, code, proved)
		return renewed, err
	}
	checked, err := s.CheckPassword(ctx, caller.UserID, "password", password)
	if err != nil {
		return access.Session{}, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockChecked(ctx, tx, checked, "password")
		if err != nil {
			return err
		}
		row, err := s.FactorOf(ctx, tx, u.ID)
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
