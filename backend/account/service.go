// Package account handles registration, login, sessions, access tokens, mailed links, account deletion and the admin role.
package account

import (
	"context"
	"fmt"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"uvboard/backend/account/oauth"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/auditentry"
	"uvboard/ent/user"
)

// Kind is the target type of users.
const Kind = "user"

// Service manages accounts.
type Service struct {
	db    *store.DB
	mails mails
	now   func() time.Time

	providers        []*oauth.Provider  // services by which users log in
	adminsNeedFactor bool               // whether an admin without a second factor may not act as one
	strongPasswords  bool               // whether new passwords must be strong
	passkeys         *webauthn.WebAuthn // nil if the board does not offer them
}

// NewService returns a service on db whose mails come from mailed; now is the clock.
func NewService(db *store.DB, mailed mail.Board, now func() time.Time) *Service {
	return &Service{db: db, mails: mails{mailed}, now: store.Clock(now)}
}

// newestFirst orders by id descending: ids begin with their time.
var newestFirst = sql.OrderDesc()

// Key folds a username or an email address for comparison without case and without the blanks around it that people type or paste.
func Key(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// NewUser returns an unsaved user with all columns that derive from username and email. Nobody can log in with an empty
// password hash. The caller must count the user with stats.Add.
func NewUser(tx *ent.Client, username, email, passwordHash string, at time.Time) *ent.UserCreate {
	return tx.User.Create().
		SetID(store.NewID(at)).
		SetUsername(username).SetUsernameKey(Key(username)).SetViberTag("@" + Key(username)).
		SetEmail(email).SetEmailKey(Key(email)).
		SetPasswordHash(passwordHash).
		SetCreatedAt(at).SetUpdatedAt(at)
}

// Register creates an account, starts a session and mails a link that confirms the email address. Faults: conflict if the
// username or the email address is taken, ignoring case; those of admit.
func (s *Service) Register(ctx context.Context, username, email, password, invitation string, client Client) (*ent.User, Session, error) {
	useUp, err := s.admit(ctx, invitation)
	if err != nil {
		return nil, Session{}, fmt.Errorf("register: %w", err)
	}
	return s.create(ctx, username, email, password, client, useUp)
}

// addition is what else happens in the transaction that creates an account.
type addition func(ctx context.Context, tx *ent.Client, u *ent.User) error

// create makes an account like Register. If also is not nil, it runs in the same transaction.
func (s *Service) create(ctx context.Context, username, email, password string, client Client, also addition) (*ent.User, Session, error) {
	// Check first: hashing is expensive. The database decides between simultaneous registrations.
	if err := s.taken(ctx, username, email); err != nil {
		return nil, Session{}, err
	}
	hash, err := s.hashPassword(ctx, "password", password, username)
	if err != nil {
		return nil, Session{}, err
	}
	u, session, err := s.save(ctx, newAccount{username: username, email: email, passwordHash: hash}, client, also)
	if ent.IsConstraintError(err) {
		// Another registration was first; after Write it is visible.
		if conflict := s.taken(ctx, username, email); conflict != nil {
			return nil, Session{}, conflict
		}
	}
	if err != nil {
		return nil, Session{}, fmt.Errorf("register: %w", err)
	}
	return u, session, nil
}

type newAccount struct {
	username, email, passwordHash string
	verified                      bool // the email address
}

// save stores a new account with a session. If the address is not verified, it mails a link that verifies it.
func (s *Service) save(ctx context.Context, account newAccount, client Client, also addition) (*ent.User, Session, error) {
	var (
		u       *ent.User
		session = s.newSession()
	)
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		created := NewUser(tx, account.username, account.email, account.passwordHash, s.now())
		if account.verified { // by the service with which the user logs in
			created.SetEmailVerifiedAt(s.now()).SetEmailOwnedAt(s.now())
		}
		var err error
		if u, err = created.Save(ctx); err != nil {
			return err
		}
		if also != nil {
			if err := also(ctx, tx, u); err != nil {
				return err
			}
		}
		if err := s.saveSession(ctx, tx, u.ID, session, client); err != nil {
			return err
		}
		if !account.verified {
			if _, err := s.mailToken(ctx, tx, u, u.Email, purposeVerify, verifyLife, s.mails.verifyMessage); err != nil {
				return err
			}
		}
		return stats.Add(ctx, tx, stats.Users, 1)
	})
	return u, session, err
}

// taken returns a conflict if the username or the email address belongs to an account, or the username is kept for its former owner.
func (s *Service) taken(ctx context.Context, username, email string) error {
	users, err := s.db.Client().User.Query().
		Where(user.Or(user.UsernameKey(Key(username)), user.EmailKey(Key(email)))).
		Select(user.FieldUsernameKey).
		Limit(2).All(ctx)
	if err != nil {
		return fmt.Errorf("look for a taken name: %w", err)
	}
	for _, u := range users {
		if u.UsernameKey == Key(username) {
			return fault.Conflict("USERNAME_TAKEN", "username", "Username already exists")
		}
	}
	if len(users) > 0 {
		return fault.Conflict("EMAIL_TAKEN", "email", "Email already registered")
	}
	kept, err := s.keptUsernames(ctx, s.db.Client(), email, Key(username))
	if len(kept) > 0 {
		return fault.Conflict("USERNAME_TAKEN", "username", "Username already exists")
	}
	return err
}

// Login starts a session, or returns its half if the account has a second factor. An unknown username and a wrong password return the same fault after the same time.
func (s *Service) Login(ctx context.Context, username, password string, client Client) (*ent.User, Session, error) {
	u, err := s.db.Client().User.Query().Where(user.UsernameKey(Key(username))).Only(ctx)
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
		locked, err := s.lockUser(ctx, tx, u.ID)
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

// User returns the caller's user, or nil if the account has been deleted.
func (s *Service) User(ctx context.Context, caller *auth.Caller) (*ent.User, error) {
	u, err := s.db.Client().User.Query().Where(user.ID(caller.UserID), user.DeletedAtIsNil()).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the caller: %w", err)
	}
	return u, nil
}

// warningsShown is how long a warning is shown to its user.
const warningsShown = 30 * 24 * time.Hour

// Warning returns the newest warning by a moderator that is still shown to the user, nil if there is none.
func (s *Service) Warning(ctx context.Context, userID uuid.UUID) (*ent.AuditEntry, error) {
	// Package moderation writes these entries.
	warning, err := s.db.Client().AuditEntry.Query().
		Where(auditentry.TargetID(userID), auditentry.TargetType(Kind), auditentry.Action("warn"), auditentry.CreatedAtGT(s.now().Add(-warningsShown))).
		Order(auditentry.ByID(newestFirst)).First(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return nil, fmt.Errorf("read a warning: %w", err)
	}
	return warning, nil
}

// lockUser reads a user and locks the row until the transaction ends. If the account has been deleted, the caller is no
// longer authenticated.
func (s *Service) lockUser(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.User, error) {
	u, err := tx.User.Query().Where(user.ID(id), user.DeletedAtIsNil(), s.db.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, auth.Admit(auth.User, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("lock a user: %w", err)
	}
	return u, nil
}

// lockCaller is lockUser for the user who makes the call. The fault is also that of a session that has ended meanwhile, see CheckSession.
func (s *Service) lockCaller(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.User, error) {
	u, err := s.lockUser(ctx, tx, id)
	if caller := auth.From(ctx); err == nil && caller != nil {
		err = caller.CheckSession(ctx, tx)
	}
	return u, err
}
