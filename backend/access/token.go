package access

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/accesstoken"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
)

const (
	maxTokens     = 20        // of a user
	tokenDays     = 90        // default life
	tokenUseEvery = time.Hour // at most one write an hour for a token in use
)

// CreateToken creates an access token for the user and returns it with its secret, which is not stored. It expires
// after days, 90 if 0, and may do what its scopes say, by default read and write. Expired tokens are deleted. Faults:
// invalid name; invalid scopes for the role of the user; blocked if the user has 20 tokens that have not expired.
func (s *Service) CreateToken(ctx context.Context, userID uuid.UUID, name string, days int,
	scopes ...auth.Scope) (*ent.AccessToken, string, error) {
	if name = store.Clean(name); name == "" {
		return nil, "", fault.Invalid("name", "Name is required")
	}
	if days == 0 {
		days = tokenDays
	}
	if len(scopes) == 0 {
		scopes = []auth.Scope{auth.ScopeRead, auth.ScopeWrite}
	}
	slices.Sort(scopes)
	scopes = slices.Compact(scopes)
	secret, now := auth.NewAccessToken(), s.now()
	var made *ent.AccessToken
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockCaller(ctx, tx, userID) // or two calls at once could both create the twentieth
		if err != nil {
			return err
		}
		switch most := scopes[len(scopes)-1]; {
		case most > auth.ScopeWrite && !auth.Moderates(u.Role):
			return fault.Invalid("scopes", "Only moderators and admins may choose the scopes moderate and admin")
		case most > auth.ScopeModerate && u.Role != auth.RoleAdmin:
			return fault.Invalid("scopes", "Only admins may choose the scope admin")
		}
		own := accesstoken.And(accesstoken.UserID(userID), accesstoken.ConnectedAppIDIsNil())
		if _, err := tx.AccessToken.Delete().Where(own, accesstoken.ExpiresAtLTE(now)).Exec(ctx); err != nil {
			return err
		}
		n, err := tx.AccessToken.Query().Where(own).Count(ctx)
		if err != nil {
			return err
		}
		if n >= maxTokens {
			return fault.Blocked("TOO_MANY_TOKENS",
				fmt.Sprintf("You can have %d access tokens at most. Delete one first.", maxTokens))
		}
		made, err = tx.AccessToken.Create().
			SetID(store.NewID(now)).
			SetTokenHash(auth.TokenHash(secret)).
			SetUserID(userID).SetName(name).SetScopes(enumname.List(scopes)).
			SetCreatedAt(now).SetExpiresAt(now.AddDate(0, 0, days)).
			Save(ctx)
		if err != nil {
			return err
		}
		return s.Record(ctx, tx, userID, pb.SecurityEventKind_SECURITY_EVENT_KIND_TOKEN, name)
	})
	if err != nil {
		return nil, "", fmt.Errorf("create a token: %w", err)
	}
	return made, secret, nil
}

// ListTokens returns the access tokens that the user made, newest first.
func (s *Service) ListTokens(ctx context.Context, userID uuid.UUID) ([]*ent.AccessToken, error) {
	tokens, err := s.db.Client().AccessToken.Query().
		Where(accesstoken.UserID(userID), accesstoken.ConnectedAppIDIsNil()).
		Order(accesstoken.ByID(newestFirst)).Limit(maxTokens).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list tokens: %w", err)
	}
	return tokens, nil
}

// DeleteToken deletes an access token of the user. Fault: not found, also for another user's token.
func (s *Service) DeleteToken(ctx context.Context, userID, id uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		row, err := tx.AccessToken.Query().Where(accesstoken.ID(id), accesstoken.UserID(userID),
			accesstoken.ConnectedAppIDIsNil()).Only(ctx)
		if ent.IsNotFound(err) {
			return tokenNotFound()
		}
		if err != nil {
			return fmt.Errorf("delete a token: %w", err)
		}
		if err := tx.AccessToken.DeleteOne(row).Exec(ctx); err != nil {
			return fmt.Errorf("delete a token: %w", err)
		}
		return s.Record(ctx, tx, userID, pb.SecurityEventKind_SECURITY_EVENT_KIND_TOKEN_DELETED, row.Name)
	})
}

// scopesOf returns the scopes of a token; one from before scopes has all.
func scopesOf(t *ent.AccessToken) []auth.Scope {
	if t.Scopes == nil {
		return []auth.Scope{auth.ScopeRead, auth.ScopeWrite, auth.ScopeModerate, auth.ScopeAdmin}
	}
	return enumname.Enums[auth.Scope](t.Scopes)
}

func tokenNotFound() error { return fault.NotFound("TOKEN_NOT_FOUND", "Access token not found") }

// authenticateToken returns the user of an access token. Unlike an expired session, which makes the caller a visitor,
// an unknown or expired token is a fault.
func (s *Service) authenticateToken(ctx context.Context, token string) (*auth.Caller, error) {
	now := s.now()
	found, err := s.db.Client().AccessToken.Query().
		Where(accesstoken.TokenHash(auth.TokenHash(token)), accesstoken.ExpiresAtGT(now)).
		WithUser(func(q *ent.UserQuery) {
			q.Select(user.FieldUsername, user.FieldRole, user.FieldSuspendedAt, user.FieldSuspendedUntil,
				user.FieldSuspensionReason)
		}).
		Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return nil, fmt.Errorf("authenticate a token: %w", err)
	}
	if found == nil || found.Edges.User == nil {
		return nil, fault.Unauthenticated("INVALID_TOKEN", "The access token is unknown or has expired.")
	}
	if due := now.Add(-tokenUseEvery); found.LastUsedAt == nil || !found.LastUsedAt.After(due) {
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			return tx.AccessToken.Update().
				Where(accesstoken.ID(found.ID), accesstoken.Or(accesstoken.LastUsedAtIsNil(),
					accesstoken.LastUsedAtLTE(due))).
				SetLastUsedAt(now).Exec(ctx)
		})
		if err != nil && !store.Unreachable(err) { // reads go on while there is no primary
			return nil, fmt.Errorf("record the use of a token: %w", err)
		}
	}
	u := found.Edges.User
	caller := &auth.Caller{
		UserID: found.UserID, TokenID: found.ID, Username: u.Username, Scopes: scopesOf(found), Via: auth.ViaToken,
		Suspension: auth.NewSuspension(u.SuspendedAt, u.SuspendedUntil, u.SuspensionReason, now),
	}
	if found.ConnectedAppID != nil {
		caller.AppID, caller.Via = *found.ConnectedAppID, found.Name // the token of an app has its name
	}
	// Without such a scope it acts as another user does.
	if slices.Contains(caller.Scopes, auth.ScopeModerate) || slices.Contains(caller.Scopes, auth.ScopeAdmin) {
		caller.Role = u.Role
	}
	if caller.Moderates() && s.teamNeedsFactor {
		factor, err := s.FactorOf(ctx, s.db.Client(), u.ID)
		if err != nil {
			return nil, err
		}
		caller.HasSecondFactor = factor != nil
	}
	s.checkRole(caller)
	return caller, nil
}
