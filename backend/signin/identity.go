package signin

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/store"
	"uvboard/backend/signin/oauth"
	"uvboard/ent"
	"uvboard/ent/identity"
	pb "uvboard/gen/uvboard/v1"
)

const (
	maxIdentities = 20 // of a user
	maxLabel      = 100
)

// LoginWith starts a session of the user to whom a login at another service belongs, or returns its half if the account
// has a second factor. If it belongs to nobody, it creates an account without a password, whose username derives from
// the person's name there. The address of an account never links one, since the service may not have verified it.
// Faults: conflict EMAIL_TAKEN if an account has the address; blocked NO_EMAIL if the service told none; those of
// account.Service.RegisterWithoutPassword for a new account.
func (s *Service) LoginWith(ctx context.Context, provider string, person oauth.Person, invitation string,
	client access.Client) (*ent.User, Session, error) {
	for range 3 { // another request may create the account or take the username at the same time
		u, session, err := s.loginLinked(ctx, provider, person, client)
		if u != nil || err != nil {
			return u, session, err
		}
		if u, session.Session, err = s.registerWith(ctx, provider, person, invitation,
			client); !ent.IsConstraintError(err) {
			return u, session, err
		}
	}
	return nil, Session{}, fmt.Errorf("log in with %s: the new account conflicts with others", provider)
}

// loginLinked is LoginWith for a login that belongs to a user. It returns nil if it belongs to nobody.
func (s *Service) loginLinked(ctx context.Context, provider string, person oauth.Person,
	client access.Client) (*ent.User, Session, error) {
	row, err := s.identityOf(ctx, s.db.Client(), provider, person.Subject)
	if err != nil || row == nil {
		return nil, Session{}, err
	}
	var (
		u       *ent.User
		session Session
	)
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		if u, err = s.LockUser(ctx, tx, row.UserID); err != nil {
			return err
		}
		// It may have been unlinked meanwhile.
		n, err := tx.Identity.Update().Where(identity.ID(row.ID)).SetLabel(label(person)).SetLastUsedAt(s.now()).
			Save(ctx)
		if err != nil {
			return err
		}
		if n == 0 {
			return invalidCredentials()
		}
		session, err = s.startSession(ctx, tx, u.ID, u.PasswordHash, client)
		return err
	})
	if err != nil {
		return nil, Session{}, fmt.Errorf("log in with %s: %w", provider, err)
	}
	return u, session, nil
}

func (s *Service) identityOf(ctx context.Context, client *ent.Client, provider, subject string) (*ent.Identity, error) {
	row, err := client.Identity.Query().Where(identity.Provider(provider), identity.Subject(subject)).Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return nil, fmt.Errorf("look up a login: %w", err)
	}
	return row, nil
}

// registerWith creates an account for a login that belongs to nobody.
func (s *Service) registerWith(
	ctx context.Context, provider string, person oauth.Person, invitation string, client access.Client,
) (*ent.User, access.Session, error) {
	local, _, _ := strings.Cut(person.Username, "@")
	n := account.Newcomer{Names: []string{local, person.Name}, Email: person.Email, EmailVerified: person.EmailVerified}
	link := func(ctx context.Context, tx *ent.Client, u *ent.User) error {
		return s.link(ctx, tx, u.ID, provider, person)
	}
	return s.RegisterWithoutPassword(ctx, n, invitation, client, link)
}

func label(person oauth.Person) string {
	return letters.Cut(store.ToOneLine(person.Label()), maxLabel)
}

// Link links a login at another service to the caller. To link it again proves only, as StepUp does, that the user is
// at the browser; with a second factor it takes more than that. A proof returns the session with a new token. Faults:
// STEP_UP_REQUIRED; conflict IDENTITY_TAKEN if it belongs to another user; blocked if the user has 20 of them.
func (s *Service) Link(ctx context.Context, caller *auth.Caller, provider string,
	person oauth.Person) (renewed access.Session, err error) {
	userID := caller.UserID
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockCaller(ctx, tx, userID)
		if err != nil {
			return err
		}
		row, err := s.identityOf(ctx, tx, provider, person.Subject)
		switch {
		case err != nil:
			return err
		case row != nil && row.UserID == userID:
			factor, err := s.FactorOf(ctx, tx, userID)
			if err != nil || factor != nil {
				return err
			}
			renewed, err = s.SetProved(ctx, tx, caller.SessionID)
			return err
		case row != nil:
			return fault.Conflict("IDENTITY_TAKEN", "provider", "This login belongs to another account.")
		}
		if err := caller.RequireProof(); err != nil { // not by the rule of the route, since the login may be the proof
			return err
		}
		n, err := tx.Identity.Query().Where(identity.UserID(userID)).Count(ctx)
		if err != nil {
			return err
		}
		if n >= maxIdentities {
			return fault.Blocked("TOO_MANY_IDENTITIES", fmt.Sprintf("You can link %d logins at most. Unlink one first.",
				maxIdentities))
		}
		if err := s.link(ctx, tx, userID, provider, person); err != nil {
			return err
		}
		if err := s.Record(ctx, tx, userID, pb.SecurityEventKind_SECURITY_EVENT_KIND_LINKED,
			s.ProviderName(provider)); err != nil {
			return err
		}
		return s.notify(ctx, tx, u, s.mails.linkedMessage(u.Username, s.ProviderName(provider), label(person)))
	})
	if err != nil {
		return access.Session{}, fmt.Errorf("link a login: %w", err)
	}
	return renewed, nil
}

func (s *Service) link(ctx context.Context, tx *ent.Client, userID uuid.UUID, provider string,
	person oauth.Person) error {
	return tx.Identity.Create().SetID(store.NewID(s.now())).SetUserID(userID).SetProvider(provider).
		SetSubject(person.Subject).
		SetLabel(label(person)).SetCreatedAt(s.now()).Exec(ctx)
}

// ListIdentities returns the user's logins at other services, oldest first.
func (s *Service) ListIdentities(ctx context.Context, userID uuid.UUID) ([]*ent.Identity, error) {
	rows, err := s.db.Client().Identity.Query().Where(identity.UserID(userID)).Order(identity.ByID()).
		Limit(maxIdentities).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list logins: %w", err)
	}
	return rows, nil
}

// DeleteIdentity unlinks a login of the caller. Faults: not found, also for another user's login; precondition
// LAST_SIGN_IN if the caller could not log in any more.
func (s *Service) DeleteIdentity(ctx context.Context, caller *auth.Caller, id uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockCaller(ctx, tx, caller.UserID) // or two calls at once could remove the last two
		if err != nil {
			return err
		}
		row, err := tx.Identity.Query().Where(identity.ID(id), identity.UserID(u.ID)).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.NotFound("IDENTITY_NOT_FOUND", "Login not found")
		}
		if err != nil {
			return err
		}
		if err := tx.Identity.DeleteOne(row).Exec(ctx); err != nil {
			return err
		}
		if err := s.keepASignIn(ctx, tx, u); err != nil {
			return err
		}
		return s.Record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_UNLINKED, s.ProviderName(row.Provider))
	})
	if err != nil {
		return fmt.Errorf("unlink a login: %w", err)
	}
	return nil
}
