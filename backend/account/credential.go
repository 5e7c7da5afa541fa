package account

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/event"
	"uvboard/ent"
	"uvboard/ent/accesstoken"
	"uvboard/ent/authenticator"
	"uvboard/ent/connectedapp"
	"uvboard/ent/identity"
	"uvboard/ent/invitation"
	"uvboard/ent/passkey"
	"uvboard/ent/session"
	pb "uvboard/gen/uvboard/v1"
)

// maxCredentials is the most of one kind that a user can have.
const maxCredentials = 100

// Credential is something that opens an account besides its password, or is needed to open it.
type Credential struct {
	Kind       pb.CredentialKind
	ID         uuid.UUID
	Name       string
	CreatedAt  time.Time
	LastUsedAt *time.Time
}

// attached are the tables of what opens an account, acts for it or lets others in by it. All of it ends with the
// account, and when the owner of the address takes the account from a stranger. Push subscriptions end with their
// session, webhooks by the event Reclaimed. A test fails for a table of users that is neither here nor known to give no
// access.
var attached = []struct {
	table string
	end   func(ctx context.Context, s *Service, tx *ent.Client, userID uuid.UUID) (int, error)
}{
	{session.Table, func(ctx context.Context, s *Service, tx *ent.Client, userID uuid.UUID) (int, error) {
		return s.EndSessions(ctx, tx, session.UserID(userID))
	}},
	{connectedapp.Table, func(ctx context.Context, _ *Service, tx *ent.Client, userID uuid.UUID) (int, error) {
		return tx.ConnectedApp.Delete().Where(connectedapp.UserID(userID)).Exec(ctx)
	}},
	{accesstoken.Table, func(ctx context.Context, _ *Service, tx *ent.Client, userID uuid.UUID) (int, error) {
		return tx.AccessToken.Delete().Where(accesstoken.UserID(userID)).Exec(ctx)
	}},
	{identity.Table, func(ctx context.Context, _ *Service, tx *ent.Client, userID uuid.UUID) (int, error) {
		return tx.Identity.Delete().Where(identity.UserID(userID)).Exec(ctx)
	}},
	{passkey.Table, func(ctx context.Context, _ *Service, tx *ent.Client, userID uuid.UUID) (int, error) {
		return tx.Passkey.Delete().Where(passkey.UserID(userID)).Exec(ctx)
	}},
	{authenticator.Table, func(ctx context.Context, _ *Service, tx *ent.Client, userID uuid.UUID) (int, error) {
		return tx.Authenticator.Delete().Where(authenticator.UserID(userID)).Exec(ctx)
	}},
	{invitation.Table, func(ctx context.Context, _ *Service, tx *ent.Client, userID uuid.UUID) (int, error) {
		return tx.Invitation.Delete().Where(invitation.UserID(userID)).Exec(ctx)
	}},
}

// endAttached deletes all that is attached to a locked user's account.
func (s *Service) endAttached(ctx context.Context, tx *ent.Client, userID uuid.UUID) error {
	for _, kind := range attached {
		if _, err := kind.end(ctx, s, tx, userID); err != nil {
			return fmt.Errorf("end the %s of a user: %w", kind.table, err)
		}
	}
	return s.db.Emit(ctx, tx, event.AccessOf(userID))
}

// Credentials returns all that opens the user's account besides its password, or is needed to open it.
func (s *Service) Credentials(ctx context.Context, userID uuid.UUID) ([]Credential, error) {
	return s.credentials(ctx, s.db.Client(), userID)
}

func (s *Service) credentials(ctx context.Context, client *ent.Client, userID uuid.UUID) (all []Credential, err error) {
	now := s.now()
	sessions, err := client.Session.Query().Where(session.UserID(userID), session.ExpiresAtGT(now)).
		Order(session.ByID()).Limit(maxCredentials).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	for _, row := range sessions {
		kind := pb.CredentialKind_CREDENTIAL_KIND_SESSION
		all = append(all, Credential{kind, row.ID, row.UserAgent, row.CreatedAt, &row.LastUsedAt})
	}
	tokens, err := client.AccessToken.Query().
		Where(accesstoken.UserID(userID), accesstoken.ConnectedAppIDIsNil(), accesstoken.ExpiresAtGT(now)).
		Order(accesstoken.ByID()).Limit(maxCredentials).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list tokens: %w", err)
	}
	for _, row := range tokens {
		kind := pb.CredentialKind_CREDENTIAL_KIND_TOKEN
		all = append(all, Credential{kind, row.ID, row.Name, row.CreatedAt, row.LastUsedAt})
	}
	apps, err := client.ConnectedApp.Query().Where(connectedapp.UserID(userID), connectedapp.ExpiresAtGT(now)).
		Order(connectedapp.ByID()).Limit(maxCredentials).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list connected apps: %w", err)
	}
	for _, row := range apps {
		kind := pb.CredentialKind_CREDENTIAL_KIND_APP
		all = append(all, Credential{kind, row.ID, row.Name, row.CreatedAt, &row.UsedAt})
	}
	identities, err := client.Identity.Query().Where(identity.UserID(userID)).
		Order(identity.ByID()).Limit(maxCredentials).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list logins: %w", err)
	}
	for _, row := range identities {
		kind, name := pb.CredentialKind_CREDENTIAL_KIND_IDENTITY, s.ProviderName(row.Provider)+": "+row.Label
		all = append(all, Credential{kind, row.ID, name, row.CreatedAt, row.LastUsedAt})
	}
	keys, err := client.Passkey.Query().Where(passkey.UserID(userID)).Order(passkey.ByID()).Limit(maxCredentials).
		All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list passkeys: %w", err)
	}
	for _, row := range keys {
		kind := pb.CredentialKind_CREDENTIAL_KIND_PASSKEY
		all = append(all, Credential{kind, row.ID, row.Name, row.CreatedAt, row.LastUsedAt})
	}
	row, err := s.AuthenticatorOf(ctx, client, userID)
	if err == nil && row != nil && row.ConfirmedAt != nil {
		all = append(all, Credential{Kind: pb.CredentialKind_CREDENTIAL_KIND_TOTP, ID: row.ID,
			CreatedAt: *row.ConfirmedAt})
	}
	return all, err
}

// ProviderName returns the name of a service, or its id if it is not offered any more.
func (s *Service) ProviderName(id string) string { return cmp.Or(s.ProviderNames[id], id) }
