package access

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/pushsubscription"
	"uvboard/ent/session"
	pb "uvboard/gen/uvboard/v1"
)

const (
	sessionLife = 30 * 24 * time.Hour // after the last use
	// after the login, whatever the use; also the life of the cookie, which a renewal cannot extend
	sessionMax   = 90 * 24 * time.Hour
	renewalEvery = time.Hour // at most one write an hour for a session in use
	// maxSessions limits the sessions of a user, because a script may log in for every call. A login beyond it ends the
	// oldest session.
	maxSessions = 100
	// maxEnded limits the sessions that one login ends.
	maxEnded = 20
)

// Session is a new session: its token and the expiry of the cookie.
type Session struct {
	Token         string
	CookieExpires time.Time
}

// Client describes the browser or program that registers or logs in.
type Client struct {
	SessionID uuid.UUID // the session of the request, which the new one replaces; uuid.Nil for none
	UserAgent string
}

// NewSession returns a session that SaveSession or SaveLogin stores.
func (s *Service) NewSession() Session {
	return Session{Token: auth.NewToken(), CookieExpires: s.now().Add(sessionMax)}
}

// expiry is when a session ends that began at created and is used now.
func expiry(created, now time.Time) time.Time {
	if end := created.Add(sessionMax); end.Before(now.Add(sessionLife)) {
		return end
	}
	return now.Add(sessionLife)
}

// SaveSession stores a new session, and ends the one it replaces and those beyond maxSessions. Push subscriptions end
// with their session by a cascade.
func (s *Service) SaveSession(ctx context.Context, tx *ent.Client, userID uuid.UUID, started Session,
	client Client) error {
	now := s.now()
	id := store.NewID(now)
	err := tx.Session.Create().
		SetID(id).
		SetTokenHash(auth.TokenHash(started.Token)).
		SetUserID(userID).
		SetUserAgent(shortUserAgent(client.UserAgent)).
		SetNetwork(auth.ClientOf(ctx).Network()).
		SetCreatedAt(now).SetLastUsedAt(now).SetExpiresAt(expiry(now, now)).SetProvedAt(now).
		Exec(ctx)
	if err != nil {
		return fmt.Errorf("start a session: %w", err)
	}
	ended, err := tx.Session.Query().Where(session.UserID(userID)).Order(session.ByID(newestFirst)).Offset(maxSessions).
		Limit(maxEnded).IDs(ctx)
	if err != nil {
		return fmt.Errorf("find the oldest sessions: %w", err)
	}
	if client.SessionID != uuid.Nil {
		// The same browser: push notifications go on.
		if err := tx.PushSubscription.Update().Where(pushsubscription.SessionID(client.SessionID),
			pushsubscription.UserID(userID)).SetSessionID(id).Exec(ctx); err != nil {
			return fmt.Errorf("keep push notifications: %w", err)
		}
		ended = append(ended, client.SessionID)
	}
	if len(ended) == 0 {
		return nil
	}
	_, err = s.EndSessions(ctx, tx, session.IDIn(ended...))
	return err
}

// ReplaceToken gives a session a new token, so that a copy of the former one no longer works. Fault: unauthenticated if
// the session has ended.
func (s *Service) ReplaceToken(ctx context.Context, tx *ent.Client, id uuid.UUID) (Session, error) {
	row, err := tx.Session.Query().Where(session.ID(id), session.ExpiresAtGT(s.now())).Only(ctx)
	if ent.IsNotFound(err) {
		return Session{}, auth.Admit(auth.User, nil)
	}
	if err != nil {
		return Session{}, fmt.Errorf("replace the token of a session: %w", err)
	}
	renewed := Session{Token: auth.NewToken(), CookieExpires: row.CreatedAt.Add(sessionMax)}
	return renewed, tx.Session.UpdateOneID(id).SetTokenHash(auth.TokenHash(renewed.Token)).Exec(ctx)
}

// EndSessions deletes sessions, emits an event for each user, and returns how many it deleted.
func (s *Service) EndSessions(ctx context.Context, tx *ent.Client, which ...predicate.Session) (int, error) {
	var users []uuid.UUID
	if err := tx.Session.Query().Where(which...).Unique(true).Select(session.FieldUserID).
		Scan(ctx, &users); err != nil {
		return 0, fmt.Errorf("users of sessions: %w", err)
	}
	n, err := tx.Session.Delete().Where(which...).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("end sessions: %w", err)
	}
	for _, id := range users {
		if err := s.db.Emit(ctx, tx, event.AccessOf(id)); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// Authenticate returns the user of a session or access token. An unknown or expired session is a visitor, nil without
// an error; an unknown or expired access token is a fault. A session in use is renewed at most once an hour.
func (s *Service) Authenticate(ctx context.Context, token string) (*auth.Caller, error) {
	if auth.IsAccessToken(token) {
		return s.authenticateToken(ctx, token)
	}
	if !auth.IsToken(token) {
		return nil, nil
	}
	now, caller := s.now(), new(auth.Caller)
	var (
		created, used, expires time.Time
		since, until, proved   *time.Time
		reason                 string
	)
	// Hand-written SQL: nearly every authenticated call starts with this query, and Ent would run two.
	err := s.db.Reads().QueryRowContext(ctx, `SELECT s.id, s.created_at, s.last_used_at, s.expires_at, s.proved_at,
u.id, u.username, u.role, u.suspended_at, u.suspended_until, u.suspension_reason,
EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id) OR EXISTS (SELECT 1 FROM authenticators a WHERE a.user_id = u.id AND a.secret <> '')
FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1`, auth.TokenHash(token)).
		Scan(&caller.SessionID, &created, &used, &expires, &proved,
			&caller.UserID, &caller.Username, &caller.Role, &since, &until, &reason, &caller.HasSecondFactor)
	caller.Suspension = auth.NewSuspension(since, until, reason, now)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("authenticate: %w", err)
	case !expires.After(now):
		return nil, nil
	}
	caller.Proved = proved != nil && proved.After(now.Add(-auth.ProofLife))
	s.checkRole(caller)
	due := now.Add(-renewalEvery)
	if used.After(due) {
		return caller, nil
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return tx.Session.Update().Where(session.ID(caller.SessionID), session.LastUsedAtLTE(due)).
			SetLastUsedAt(now).SetNetwork(auth.ClientOf(ctx).Network()).SetExpiresAt(expiry(created, now)).Exec(ctx)
	})
	if err != nil && !store.Unreachable(err) { // reads go on while there is no primary; a later call renews the session
		return nil, fmt.Errorf("renew a session: %w", err)
	}
	return caller, nil
}

type sessionPosition struct{ ID uuid.UUID }

const listSessions = "sessions" // for page tokens

// ListSessions returns the user's sessions, latest login first.
func (s *Service) ListSessions(ctx context.Context, userID uuid.UUID, size int,
	token string) ([]*ent.Session, string, error) {
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
	return paging.Cut(listSessions, sessions, size,
		func(last *ent.Session) sessionPosition { return sessionPosition{last.ID} })
}

// RevokeSession ends a session of the caller. Fault: not found, also for another user's session.
func (s *Service) RevokeSession(ctx context.Context, caller *auth.Caller, id uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		row, err := tx.Session.Query().Where(session.ID(id), session.UserID(caller.UserID)).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.NotFound("SESSION_NOT_FOUND", "Session not found")
		}
		if err != nil {
			return fmt.Errorf("revoke a session: %w", err)
		}
		if _, err = s.EndSessions(ctx, tx, session.ID(id)); err != nil {
			return err
		}
		return s.Record(ctx, tx, caller.UserID, pb.SecurityEventKind_SECURITY_EVENT_KIND_SESSION_REVOKED, row.UserAgent)
	})
}

// RevokeOtherSessions ends the caller's sessions except the current one and returns how many.
func (s *Service) RevokeOtherSessions(ctx context.Context, caller *auth.Caller) (n int, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if n, err = s.EndSessions(ctx, tx, session.UserID(caller.UserID),
			session.IDNEQ(caller.SessionID)); err != nil || n == 0 {
			return err
		}
		return s.Record(ctx, tx, caller.UserID, pb.SecurityEventKind_SECURITY_EVENT_KIND_SESSIONS_REVOKED, "")
	})
	return n, err
}

// Logout ends a session. An unknown one is not a fault.
func (s *Service) Logout(ctx context.Context, id uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := s.EndSessions(ctx, tx, session.ID(id))
		return err
	})
}

// SetProved records a proof and replaces the token of the session, as a login does.
func (s *Service) SetProved(ctx context.Context, tx *ent.Client, sessionID uuid.UUID) (Session, error) {
	if err := tx.Session.Update().Where(session.ID(sessionID)).SetProvedAt(s.now()).Exec(ctx); err != nil {
		return Session{}, fmt.Errorf("record a proof: %w", err)
	}
	return s.ReplaceToken(ctx, tx, sessionID)
}

// SaveLogin is SaveSession for a user who has logged in. It records the login unless a session of the user has the same
// browser.
func (s *Service) SaveLogin(ctx context.Context, tx *ent.Client, userID uuid.UUID, started Session,
	client Client) error {
	had, err := tx.Session.Query().Where(session.UserID(userID)).Limit(maxSessions).Select(session.FieldUserAgent).
		Strings(ctx)
	if err != nil {
		return err
	}
	if !slices.Contains(had, shortUserAgent(client.UserAgent)) {
		if err := s.Record(ctx, tx, userID, pb.SecurityEventKind_SECURITY_EVENT_KIND_LOGIN, ""); err != nil {
			return err
		}
	}
	return s.SaveSession(ctx, tx, userID, started, client)
}
