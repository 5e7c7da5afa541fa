package signin

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/signing"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/usedchallenge"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
)

const (
	halfLife    = 10 * time.Minute // of a login without its second factor
	halfPurpose = "second factor"  // of the secret that signs its token
)

// Session is a new session. If the login needs a second factor, it has Half instead.
type Session struct {
	access.Session
	Half *Half
}

// Half is a login that waits for its second factor.
type Half struct {
	Token string
	Kinds []pb.SecondFactorKind // what completes it
}

// half is the content of its token, which completes one login. The hash of the password ends it if the password
// changes.
type half struct {
	ID       uuid.UUID
	UserID   uuid.UUID
	Password string
}

// Login starts a session, or returns its half if the account has a second factor. An unknown username and a wrong
// password return the same fault after the same time.
func (s *Service) Login(ctx context.Context, username, password string,
	client access.Client) (*ent.User, Session, error) {
	u, err := s.db.Client().User.Query().Where(user.UsernameKey(account.Key(username))).Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return nil, Session{}, fmt.Errorf("login: %w", err)
	}
	hash := ""
	if u != nil {
		hash = u.PasswordHash
	}
	ok, rehash, err := auth.VerifyPassword(ctx, hash, password)
	if err != nil {
		return nil, Session{}, fmt.Errorf("login: %w", err)
	}
	if !ok {
		return nil, Session{}, invalidCredentials()
	}
	newHash := hash
	if rehash {
		if newHash, err = auth.HashPassword(ctx, password); err != nil {
			return nil, Session{}, err
		}
	}
	var session Session
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		// A change of password ends other sessions. If it came after the check above, this session must not start.
		locked, err := s.LockUser(ctx, tx, u.ID)
		if fault.Of(err) != nil || err == nil && locked.PasswordHash != hash {
			return invalidCredentials()
		}
		if err != nil {
			return err
		}
		if rehash {
			if err := tx.User.UpdateOneID(u.ID).SetPasswordHash(newHash).Exec(ctx); err != nil {
				return err
			}
		}
		session, err = s.startSession(ctx, tx, u.ID, newHash, client)
		return err
	})
	if err != nil {
		return nil, Session{}, fmt.Errorf("login: %w", err)
	}
	return u, session, nil
}

func invalidCredentials() error {
	return fault.Unauthenticated("INVALID_CREDENTIALS", "Invalid credentials")
}

// startSession starts a session of a locked user, or returns its half if the account has a second factor.
func (s *Service) startSession(ctx context.Context, tx *ent.Client, userID uuid.UUID, passwordHash string,
	client access.Client) (Session, error) {
	factor, err := s.FactorOf(ctx, tx, userID)
	if err != nil {
		return Session{}, err
	}
	if factor == nil {
		session := s.NewSession()
		return Session{Session: session}, s.SaveLogin(ctx, tx, userID, session, client)
	}
	token, err := signing.Seal(ctx, tx, halfPurpose, half{store.NewID(s.now()), userID, auth.TokenHash(passwordHash)},
		s.now().Add(halfLife))
	if err != nil {
		return Session{}, err
	}
	return Session{Half: &Half{Token: token, Kinds: s.kindsOf(factor)}}, nil
}

func errLoginExpired() error {
	return fault.Unauthenticated("LOGIN_EXPIRED",
		"The login took too long, or was completed already. Please log in again.")
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

// complete starts the session of a locked user whose second factor has completed a half, and uses the half up. Fault:
// LOGIN_EXPIRED.
func (s *Service) complete(ctx context.Context, tx *ent.Client, h *half, u *ent.User, started access.Session,
	client access.Client) error {
	if auth.TokenHash(u.PasswordHash) != h.Password {
		return errLoginExpired()
	}
	if err := s.useUp(ctx, tx, h.ID, halfLife, errLoginExpired); err != nil {
		return err
	}
	return s.SaveLogin(ctx, tx, u.ID, started, client)
}

// LoginWithSecondFactor completes a login. Faults: LOGIN_EXPIRED; those of checkCode.
func (s *Service) LoginWithSecondFactor(ctx context.Context, token, code string,
	client access.Client) (*ent.User, access.Session, error) {
	h, err := s.openHalf(ctx, token)
	if err != nil {
		return nil, access.Session{}, err
	}
	var u *ent.User
	session := s.NewSession()
	err = s.prove(ctx, h.UserID, code, func(ctx context.Context, tx *ent.Client, locked *ent.User) error {
		u = locked
		return s.complete(ctx, tx, h, u, session, client)
	})
	if err != nil {
		return nil, access.Session{}, fmt.Errorf("log in with a second factor: %w", err)
	}
	return u, session, nil
}
