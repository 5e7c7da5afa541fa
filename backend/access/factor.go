package access

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/ent"
	"uvboard/ent/authenticator"
	"uvboard/ent/passkey"
)

// AuthenticatorOf returns the authenticator app of a user, nil for none. It may not be confirmed yet, or there are only
// recovery codes for passkeys.
func (s *Service) AuthenticatorOf(ctx context.Context, client *ent.Client,
	userID uuid.UUID) (*ent.Authenticator, error) {
	row, err := client.Authenticator.Query().Where(authenticator.UserID(userID)).Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return nil, fmt.Errorf("read a second factor: %w", err)
	}
	return row, nil
}

// Factor is the second factor of a user.
type Factor struct {
	App      bool // whether codes of an app are accepted
	Passkey  bool
	Recovery int // codes that are left
}

// FactorOf returns the second factor of a user, nil if it is off.
func (s *Service) FactorOf(ctx context.Context, client *ent.Client, userID uuid.UUID) (*Factor, error) {
	row, err := s.AuthenticatorOf(ctx, client, userID)
	if err != nil {
		return nil, err
	}
	f := new(Factor)
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

// RequireSecondFactor makes admins and moderators without a second factor ordinary users.
func (s *Service) RequireSecondFactor() { s.teamNeedsFactor = true }

// checkRole takes the role from a caller who needs a second factor for it.
func (s *Service) checkRole(caller *auth.Caller) {
	if s.NeedsFactor(caller.Role, caller.HasSecondFactor) {
		caller.Role, caller.NeedsSecondFactor = auth.RoleMember, true
	}
}

// NeedsFactor reports whether a user needs a second factor before acting in a role.
func (s *Service) NeedsFactor(role auth.Role, hasFactor bool) bool {
	return auth.Moderates(role) && !hasFactor && s.teamNeedsFactor
}
