package account

import (
	"context"
	"fmt"
	"slices"
	"time"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/setuptoken"
	"uvboard/ent/user"
)

const setupLife = 24 * time.Hour

// SetupLink returns the address of the page where the first admin's account is made. It works once, for a day. Earlier
// links keep working, since each server that starts on an empty board prints one. Fault: precondition if there is an
// admin.
func (s *Service) SetupLink(ctx context.Context) (string, error) {
	token := auth.NewToken()
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		has, err := hasAdmin(ctx, tx)
		if err != nil {
			return err
		}
		if has {
			return fault.Precondition("HAS_ADMIN",
				"This board has an admin already. Give the role to others with uvboard admin grant.")
		}
		return tx.SetupToken.Create().SetID(store.NewID(s.now())).SetTokenHash(auth.TokenHash(token)).
			SetExpiresAt(s.now().Add(setupLife)).Exec(ctx)
	})
	if err != nil {
		return "", fmt.Errorf("make a setup link: %w", err)
	}
	return s.mails.Link("/setup", token), nil
}

// HasAccounts reports whether anybody has registered, deleted accounts included.
func (s *Service) HasAccounts(ctx context.Context) (bool, error) {
	return s.db.Client().User.Query().Exist(ctx)
}

// CreateFirstAdmin makes an account like Register, whose user is an admin, and ends all setup links. Faults: not found
// if the token is unknown, used or expired, or if there is an admin; those of Register.
func (s *Service) CreateFirstAdmin(ctx context.Context, token, username, email, password string,
	client access.Client) (*ent.User, access.Session, error) {
	// Check first: hashing is expensive, and a stranger must not learn which names are taken.
	if valid, err := s.isSetupToken(ctx, s.db.Client(), token); err != nil || !valid {
		return nil, access.Session{}, orUnknownLink(err)
	}
	return s.create(ctx, username, email, password, client, func(ctx context.Context, tx *ent.Client,
		u *ent.User) error {
		valid, err := s.isSetupToken(ctx, tx, token, s.db.ForUpdate)
		if err != nil || !valid {
			return orUnknownLink(err)
		}
		if has, err := hasAdmin(ctx, tx); err != nil || has {
			return orUnknownLink(err)
		}
		if _, err := tx.SetupToken.Delete().Exec(ctx); err != nil {
			return fmt.Errorf("end the setup links: %w", err)
		}
		return s.setRole(ctx, tx, nil, u, auth.RoleAdmin, "")
	})
}

// isSetupToken reports whether a token belongs to a valid setup link. It reads all links: with a lock, the second of
// two requests with different links waits, and then finds none.
func (s *Service) isSetupToken(ctx context.Context, client *ent.Client, token string,
	lock ...predicate.SetupToken) (bool, error) {
	tokens, err := client.SetupToken.Query().Where(lock...).Where(setuptoken.ExpiresAtGT(s.now())).
		Order(setuptoken.ByID()).All(ctx)
	hash := auth.TokenHash(token)
	return slices.ContainsFunc(tokens, func(t *ent.SetupToken) bool { return t.TokenHash == hash }), err
}

func hasAdmin(ctx context.Context, client *ent.Client) (bool, error) {
	return client.User.Query().Where(auth.Admins, user.DeletedAtIsNil()).Exist(ctx)
}

func orUnknownLink(err error) error {
	if err != nil {
		return fmt.Errorf("use a setup link: %w", err)
	}
	return fault.NotFound("SETUP_LINK_UNKNOWN",
		"This setup link is not valid any more. On the server, uvboard admin setup-link prints a new one, unless there is an admin already.")
}
