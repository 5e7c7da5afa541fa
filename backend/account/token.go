package account

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/accesstoken"
	"uvboard/ent/user"
)

// How many access tokens a member has at most, how long one holds unless said otherwise, and how often its use is
// written down: a script calls many times a second, and each would be a write.
const (
	maxTokens     = 20
	tokenDays     = 90
	tokenUseEvery = time.Hour
)

// CreateToken makes an access token for the member and returns it with its secret, which is kept nowhere. It holds for
// days, 90 when that is 0. Tokens that have expired are removed; with 20 that have not it is denied.
func (s *Service) CreateToken(ctx context.Context, userID uuid.UUID, name string, days int) (*ent.AccessToken, string, error) {
	if name = store.Clean(name); name == "" {
		return nil, "", fault.Invalid("name", "Name is required")
	}
	if days == 0 {
		days = tokenDays
	}
	secret, now := auth.NewAccessToken(), s.now()
	var made *ent.AccessToken
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := s.lockMember(ctx, tx, userID); err != nil { // so that two at once cannot both be the twentieth
			return err
		}
		own := accesstoken.UserID(userID)
		if _, err := tx.AccessToken.Delete().Where(own, accesstoken.ExpiresAtLTE(now)).Exec(ctx); err != nil {
			return err
		}
		n, err := tx.AccessToken.Query().Where(own).Count(ctx)
		if err != nil {
			return err
		}
		if n >= maxTokens {
			return fault.Denied("TOO_MANY_TOKENS", fmt.Sprintf("You can have %d access tokens at most. Delete one first.", maxTokens))
		}
		made, err = tx.AccessToken.Create().
			SetID(store.NewID(now, uuid.New())).
			SetTokenHash(auth.TokenHash(secret)).
			SetUserID(userID).SetName(name).
			SetCreatedAt(now).SetExpiresAt(now.AddDate(0, 0, days)).
			Save(ctx)
		return err
	})
	if err != nil {
		return nil, "", fmt.Errorf("create a token: %w", err)
	}
	return made, secret, nil
}

// ListTokens returns the member's access tokens, newest first.
func (s *Service) ListTokens(ctx context.Context, userID uuid.UUID) ([]*ent.AccessToken, error) {
	tokens, err := s.db.Client().AccessToken.Query().Where(accesstoken.UserID(userID)).
		Order(accesstoken.ByID(newestFirst)).Limit(maxTokens).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list tokens: %w", err)
	}
	return tokens, nil
}

// DeleteToken ends one of the member's own access tokens; any other is not found.
func (s *Service) DeleteToken(ctx context.Context, userID, id uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		n, err := tx.AccessToken.Delete().Where(accesstoken.ID(id), accesstoken.UserID(userID)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("delete a token: %w", err)
		}
		if n == 0 {
			return tokenNotFound()
		}
		return nil
	})
}

// endAccessTokens deletes all access tokens of a user.
func endAccessTokens(ctx context.Context, tx *ent.Client, userID uuid.UUID) error {
	if _, err := tx.AccessToken.Delete().Where(accesstoken.UserID(userID)).Exec(ctx); err != nil {
		return fmt.Errorf("end access tokens: %w", err)
	}
	return nil
}

func tokenNotFound() error { return fault.NotFound("TOKEN_NOT_FOUND", "Access token not found") }

// authenticateToken finds the member to whom an access token was given. Whoever shows one means to be somebody, so an
// unknown or expired one is a fault, where a session that has ended makes a visitor.
func (s *Service) authenticateToken(ctx context.Context, token string) (*auth.Caller, error) {
	now := s.now()
	found, err := s.db.Client().AccessToken.Query().
		Where(accesstoken.TokenHash(auth.TokenHash(token)), accesstoken.ExpiresAtGT(now)).
		WithUser(func(q *ent.UserQuery) { q.Select(user.FieldUsername, user.FieldIsAdmin) }).
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
				Where(accesstoken.ID(found.ID), accesstoken.Or(accesstoken.LastUsedAtIsNil(), accesstoken.LastUsedAtLTE(due))).
				SetLastUsedAt(now).Exec(ctx)
		})
		if err != nil {
			return nil, fmt.Errorf("note a token's use: %w", err)
		}
	}
	return &auth.Caller{UserID: found.UserID, Username: found.Edges.User.Username, IsAdmin: found.Edges.User.IsAdmin}, nil
}

// lockMember reads a member and keeps others who take this lock out until the transaction ends. Somebody whose account
// was deleted meanwhile is nobody any more.
func (s *Service) lockMember(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.User, error) {
	query := tx.User.Query().Where(user.ID(id), user.DeletedAtIsNil())
	if !s.db.IsSQLite() { // where one transaction writes at a time
		query.ForUpdate()
	}
	member, err := query.Only(ctx)
	if ent.IsNotFound(err) {
		return nil, auth.Admit(auth.User, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("lock a member: %w", err)
	}
	return member, nil
}
