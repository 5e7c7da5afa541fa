package account

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/session"
)

// How long a session stands after its last use, and how often that use is written down.
const (
	sessionLife  = 30 * 24 * time.Hour
	renewalEvery = 24 * time.Hour
)

// cookieLife is as long as browsers keep any cookie. The table says when a session ends: it moves on with every day of
// use, and the cookie cannot.
const cookieLife = 400 * 24 * time.Hour

// cleanup bounds how many sessions one login ends: more than it adds, so that they cannot pile up.
const cleanup = 20

// maxSessions is how many sessions a member has at most; the oldest one ends when there would be more. A script that logs
// in for each of its calls would make a million of them in a month.
const maxSessions = 100

// Session is what the browser is given at login.
type Session struct {
	Token         string
	CookieExpires time.Time
}

// Visit is from where somebody registers or logs in.
type Visit struct {
	Session   uuid.UUID // the session that was shown, whose place the new one takes; the nil UUID without one
	UserAgent string    // as the program calls itself
}

func (s *Service) newSession() Session {
	return Session{Token: auth.NewToken(), CookieExpires: s.now().Add(cookieLife)}
}

// start writes a session down, and ends the one it replaces and those that are too many.
func (s *Service) start(ctx context.Context, tx *ent.Client, userID uuid.UUID, started Session, from Visit) error {
	now := s.now()
	err := tx.Session.Create().
		SetID(store.NewID(now, uuid.New())).
		SetTokenHash(auth.TokenHash(started.Token)).
		SetUserID(userID).
		SetUserAgent(shortUserAgent(from.UserAgent)).
		SetCreatedAt(now).SetExpiresAt(now.Add(sessionLife)).
		Exec(ctx)
	if err != nil {
		return fmt.Errorf("start a session: %w", err)
	}
	var gone []uuid.UUID
	if from.Session != uuid.Nil {
		gone = append(gone, from.Session)
	}
	tooMany, err := tx.Session.Query().Where(session.UserID(userID)).Order(session.ByID(newestFirst)).Offset(maxSessions).Limit(cleanup).IDs(ctx)
	if err != nil {
		return fmt.Errorf("too many sessions: %w", err)
	}
	gone = append(gone, tooMany...)
	if len(gone) == 0 {
		return nil
	}
	if _, err := tx.Session.Delete().Where(session.IDIn(gone...)).Exec(ctx); err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	return nil
}

// Authenticate returns the user of a session or access token. An unknown or expired session is a visitor, nil without an
// error; an unknown or expired access token is a fault. A session in use is renewed at most once a day.
func (s *Service) Authenticate(ctx context.Context, token string) (*auth.Caller, error) {
	if auth.IsAccessToken(token) {
		return s.authenticateToken(ctx, token)
	}
	if !auth.IsToken(token) {
		return nil, nil
	}
	now, caller := s.now(), new(auth.Caller)
	var expires time.Time
	// Written by hand, since nearly every call of a user begins with it: Ent would run two queries.
	err := s.db.Reader().QueryRowContext(ctx, `SELECT s.id, s.expires_at, u.id, u.username, u.is_admin
FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1`, auth.TokenHash(token)).
		Scan(&caller.SessionID, &expires, &caller.UserID, &caller.Username, &caller.IsAdmin)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("authenticate: %w", err)
	case !expires.After(now):
		return nil, nil
	case !expires.Before(now.Add(sessionLife - renewalEvery)):
		return caller, nil
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return tx.Session.Update().Where(session.ID(caller.SessionID)).SetExpiresAt(now.Add(sessionLife)).Exec(ctx)
	})
	if err != nil {
		return nil, fmt.Errorf("renew a session: %w", err)
	}
	return caller, nil
}

// sessionPosition is where a page of sessions ended.
type sessionPosition struct{ ID uuid.UUID }

// listSessions is the name of that list.
const listSessions = "sessions"

// ListSessions returns where the member is logged in, the latest login first.
func (s *Service) ListSessions(ctx context.Context, userID uuid.UUID, size int, token string) ([]*ent.Session, string, error) {
	after, err := paging.Parse[sessionPosition](listSessions, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().Session.Query().Where(session.UserID(userID), session.ExpiresAtGT(s.now()))
	if after != nil {
		query.Where(session.IDLT(after.ID))
	}
	sessions, err := query.Order(session.ByID(newestFirst)).Limit(size + 1).All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list sessions: %w", err)
	}
	return paging.Cut(listSessions, sessions, size, func(last *ent.Session) sessionPosition { return sessionPosition{last.ID} })
}

// RevokeSession ends one of the member's own sessions; any other is not found.
func (s *Service) RevokeSession(ctx context.Context, userID, id uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		n, err := tx.Session.Delete().Where(session.ID(id), session.UserID(userID)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("revoke a session: %w", err)
		}
		if n == 0 {
			return sessionNotFound()
		}
		return nil
	})
}

func sessionNotFound() error { return fault.NotFound("SESSION_NOT_FOUND", "Session not found") }

// Logout ends a session for good; one that is gone already is fine.
func (s *Service) Logout(ctx context.Context, id uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := tx.Session.Delete().Where(session.ID(id)).Exec(ctx); err != nil {
			return fmt.Errorf("logout: %w", err)
		}
		return nil
	})
}
