// Package account lets people in: it makes accounts, checks passwords, keeps sessions and gives the admin role.
package account

import (
	"context"
	"fmt"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/user"
)

// Service makes accounts and sessions.
type Service struct {
	db   *store.DB
	site Site
	now  func() time.Time
}

// NewService works on db and writes letters about site; now is the clock.
func NewService(db *store.DB, site Site, now func() time.Time) *Service {
	return &Service{db: db, site: site, now: store.Clock(now)}
}

// Key is the form of a username or an e-mail address in which two that differ only in letter case are the same.
func Key(name string) string { return strings.ToLower(name) }

// NewMember is an account about to be saved, with all that follows from the name: the id of its time, the keys that keep
// names and addresses unique, and the ViberTag. An empty password hash makes an account that nobody can log in to.
// Who saves it counts it with stats.Add.
func NewMember(tx *ent.Client, username, email, passwordHash string, at time.Time) *ent.UserCreate {
	return tx.User.Create().
		SetID(store.NewID(at, uuid.New())).
		SetUsername(username).SetUsernameKey(Key(username)).SetViberTag("@" + Key(username)).
		SetEmail(email).SetEmailKey(Key(email)).
		SetPasswordHash(passwordHash).
		SetCreatedAt(at).SetUpdatedAt(at)
}

// Register makes an account, starts a session and mails a link that verifies the address. A username or an e-mail address
// that is taken, letter case aside, is a conflict; of several who ask for one name at once, one gets it.
func (s *Service) Register(ctx context.Context, username, email, password string, from Visit) (*ent.User, Session, error) {
	// Asked before the password is hashed, which is dear, and again should the database refuse.
	if err := s.taken(ctx, username, email); err != nil {
		return nil, Session{}, err
	}
	hash, err := auth.HashPassword(ctx, password)
	if err != nil {
		return nil, Session{}, err
	}
	var (
		member  *ent.User
		session = s.newSession()
	)
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		if member, err = NewMember(tx, username, email, hash, s.now()).Save(ctx); err != nil {
			return err
		}
		if err := s.start(ctx, tx, member.ID, session, from); err != nil {
			return err
		}
		if _, err := s.mailToken(ctx, tx, member, member.Email, purposeVerify, verifyLife, s.site.verifyMessage); err != nil {
			return err
		}
		return stats.Add(ctx, tx, stats.Users, 1)
	})
	if ent.IsConstraintError(err) {
		// Write has answered, so whoever was first is there to be seen.
		if conflict := s.taken(ctx, username, email); conflict != nil {
			return nil, Session{}, conflict
		}
	}
	if err != nil {
		return nil, Session{}, fmt.Errorf("register: %w", err)
	}
	return member, session, nil
}

// taken is the conflict of registering with this username and address now, or nil.
func (s *Service) taken(ctx context.Context, username, email string) error {
	members, err := s.db.Client().User.Query().
		Where(user.Or(user.UsernameKey(Key(username)), user.EmailKey(Key(email)))).
		Select(user.FieldUsernameKey).
		Limit(2).All(ctx)
	if err != nil {
		return fmt.Errorf("look for a taken name: %w", err)
	}
	for _, member := range members {
		if member.UsernameKey == Key(username) {
			return fault.Conflict("USERNAME_TAKEN", "username", "Username already exists")
		}
	}
	if len(members) > 0 {
		return fault.Conflict("EMAIL_TAKEN", "email", "Email already registered")
	}
	return nil
}

// Login starts a session. An unknown name and a wrong password are the same fault after the same time.
func (s *Service) Login(ctx context.Context, username, password string, from Visit) (*ent.User, Session, error) {
	member, err := s.db.Client().User.Query().Where(user.UsernameKey(Key(username))).Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return nil, Session{}, fmt.Errorf("login: %w", err)
	}
	kept := ""
	if member != nil {
		kept = member.PasswordHash
	}
	ok, rehash, err := auth.VerifyPassword(ctx, kept, password)
	if err != nil {
		return nil, Session{}, fmt.Errorf("login: %w", err)
	}
	if !ok {
		return nil, Session{}, invalidCredentials()
	}
	renewed := ""
	if rehash {
		if renewed, err = auth.HashPassword(ctx, password); err != nil {
			return nil, Session{}, err
		}
	}
	session := s.newSession()
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		// A password that is changed meanwhile ends the sessions that others have, so this one must not begin after that.
		locked, err := s.lockMember(ctx, tx, member.ID)
		if fault.Of(err) != nil || err == nil && locked.PasswordHash != kept {
			return invalidCredentials()
		}
		if err != nil {
			return err
		}
		if renewed != "" {
			if err := tx.User.UpdateOneID(member.ID).SetPasswordHash(renewed).Exec(ctx); err != nil {
				return err
			}
		}
		return s.start(ctx, tx, member.ID, session, from)
	})
	if err != nil {
		return nil, Session{}, fmt.Errorf("login: %w", err)
	}
	return member, session, nil
}

func invalidCredentials() error {
	return fault.Unauthenticated("INVALID_CREDENTIALS", "Invalid credentials")
}

// Member is the member who calls, or nil when the account is gone.
func (s *Service) Member(ctx context.Context, caller *auth.Caller) (*ent.User, error) {
	member, err := s.db.Client().User.Query().Where(user.ID(caller.UserID), user.DeletedAtIsNil()).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the caller: %w", err)
	}
	return member, nil
}

// newestFirst is the order of a list by id.
var newestFirst = sql.OrderDesc()
