// Package account handles registration, passwords, mailed links, invitations, account deletion and the admin role.
package account

import (
	"context"
	"fmt"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/auditentry"
	"uvboard/ent/user"
)

// Kind is the target type of users.
const Kind = access.User

// Service manages accounts.
type Service struct {
	*access.Service
	// ProviderNames are the names of the services by which users log in, by id.
	ProviderNames map[string]string

	db    *store.DB
	mails mails
	now   func() time.Time

	strongPasswords bool // whether new passwords must be strong
}

// NewService returns a service on db whose mails come from mailed; now is the clock.
func NewService(db *store.DB, mailed mail.Board, now func() time.Time) *Service {
	return &Service{Service: access.NewService(db, mailed.Origin, now), db: db, mails: mails{mailed},
		now: store.Clock(now)}
}

// Key folds a username or an email address for comparison without case and without the blanks around it that people
// type or paste.
func Key(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// Mailbox returns the key of the mailbox of an email address. Mail providers deliver ada+news@ to ada@, and Gmail
// ignores dots, so one person has any number of such addresses.
func Mailbox(email string) string {
	local, domain, hasDomain := strings.Cut(Key(email), "@")
	if before, _, _ := strings.Cut(local, "+"); before != "" {
		local = before
	}
	if domain == "googlemail.com" {
		domain = "gmail.com"
	}
	if domain == "gmail.com" {
		local = strings.ReplaceAll(local, ".", "")
	}
	if !hasDomain {
		return local
	}
	return local + "@" + domain
}

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

// Registration is what a person registers with.
type Registration struct {
	Username, Email, Password string

	Invitation  string // the code; empty for none
	ProofOfWork string // the solved challenge; empty for none
}

// Register creates an account, starts a session and mails a link that confirms the email address. Faults: conflict if
// the username or the email address is taken, ignoring case; those of admit, board.Rules.CheckEmail and checkProof.
func (s *Service) Register(ctx context.Context, in Registration,
	client access.Client) (*ent.User, access.Session, error) {
	rules, useUp, err := s.admit(ctx, in.Invitation)
	if err != nil {
		return nil, access.Session{}, fmt.Errorf("register: %w", err)
	}
	if err := rules.CheckEmail("email", in.Email); err != nil {
		return nil, access.Session{}, err
	}
	var useProof addition
	if rules.ProofOfWork {
		if useProof, err = s.checkProof(ctx, in.ProofOfWork); err != nil {
			return nil, access.Session{}, fmt.Errorf("register: %w", err)
		}
	}
	return s.create(ctx, in.Username, in.Email, in.Password, client, useUp, useProof)
}

// addition is what else happens in the transaction that creates an account.
type addition func(ctx context.Context, tx *ent.Client, u *ent.User) error

// create makes an account like Register. What also has, except nil, runs in the same transaction.
func (s *Service) create(ctx context.Context, username, email, password string, client access.Client,
	also ...addition) (*ent.User, access.Session, error) {
	// Check first: hashing is expensive. The database decides between simultaneous registrations.
	if err := s.taken(ctx, username, email); err != nil {
		return nil, access.Session{}, err
	}
	hash, err := s.hashPassword(ctx, "password", password, username)
	if err != nil {
		return nil, access.Session{}, err
	}
	u, session, err := s.save(ctx, newAccount{username: username, email: email, passwordHash: hash}, client, also...)
	if ent.IsConstraintError(err) {
		// Another registration was first; after Write it is visible.
		if conflict := s.taken(ctx, username, email); conflict != nil {
			return nil, access.Session{}, conflict
		}
	}
	if err != nil {
		return nil, access.Session{}, fmt.Errorf("register: %w", err)
	}
	return u, session, nil
}

type newAccount struct {
	username, email, passwordHash string
	verified                      bool // the email address
}

// save stores a new account with a session. If the address is not verified, it mails a link that verifies it.
func (s *Service) save(ctx context.Context, account newAccount, client access.Client,
	also ...addition) (*ent.User, access.Session, error) {
	var (
		u       *ent.User
		session = s.NewSession()
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
		for _, add := range also {
			if add == nil {
				continue
			}
			if err := add(ctx, tx, u); err != nil {
				return err
			}
		}
		registered := event.Event{Kind: event.Registered, Item: event.Item{Type: Kind, ID: u.ID}}
		if err := s.db.Emit(ctx, tx, registered); err != nil {
			return err
		}
		if err := s.SaveSession(ctx, tx, u.ID, session, client); err != nil {
			return err
		}
		if !account.verified {
			if _, err := s.mailToken(ctx, tx, u, u.Email, purposeVerify, verifyLife,
				s.mails.verifyMessage); err != nil {
				return err
			}
		}
		return stats.Add(ctx, tx, stats.Users, 1)
	})
	return u, session, err
}

// taken returns a conflict if the username or the email address belongs to an account, or the username is kept for its
// former owner.
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
		Where(auditentry.TargetID(userID), auditentry.TargetType(Kind), auditentry.Action("warn"),
			auditentry.CreatedAtGT(s.now().Add(-warningsShown))).
		Order(auditentry.ByID(sql.OrderDesc())).First(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return nil, fmt.Errorf("read a warning: %w", err)
	}
	return warning, nil
}
