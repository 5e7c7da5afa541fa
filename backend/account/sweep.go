package account

import (
	"context"
	"fmt"
	"slices"
	"time"

	"uvboard/backend/access"
	"uvboard/ent"
	"uvboard/ent/connectedapp"
	"uvboard/ent/formername"
	"uvboard/ent/invitation"
	"uvboard/ent/mailtoken"
	"uvboard/ent/securityevent"
	"uvboard/ent/session"
	"uvboard/ent/setuptoken"
	"uvboard/ent/usedchallenge"
)

// sweepSize limits the rows of a kind that one step deletes, so that it does not block other writers for long.
const sweepSize = 500

// Sweep deletes expired sessions, mailed tokens, invitations, setup links, used challenges, connected apps, former
// usernames and old security events in steps.
// Access tokens stay: a user has few, and the settings show which have expired.
func (s *Service) Sweep(ctx context.Context) error {
	for more, now := true, s.now(); more; {
		var err error
		if more, err = s.sweepStep(ctx, now); err != nil {
			return err
		}
	}
	return nil
}

// sweepStep deletes the oldest of each kind, and reports whether there may be more.
func (s *Service) sweepStep(ctx context.Context, now time.Time) (more bool, err error) {
	sessions, err := s.db.Client().Session.Query().Where(session.ExpiresAtLTE(now)).Order(session.ByExpiresAt()).
		Limit(sweepSize).IDs(ctx)
	if err != nil {
		return false, fmt.Errorf("look for expired sessions: %w", err)
	}
	tokens, err := s.db.Client().MailToken.Query().Where(mailtoken.ExpiresAtLTE(now)).Order(mailtoken.ByExpiresAt()).
		Limit(sweepSize).IDs(ctx)
	if err != nil {
		return false, fmt.Errorf("look for expired mailed tokens: %w", err)
	}
	setup, err := s.db.Client().SetupToken.Query().Where(setuptoken.ExpiresAtLTE(now)).Limit(sweepSize).IDs(ctx)
	if err != nil {
		return false, fmt.Errorf("look for expired setup links: %w", err)
	}
	invitations, err := s.db.Client().Invitation.Query().Where(invitation.ExpiresAtLTE(now)).
		Order(invitation.ByExpiresAt()).Limit(sweepSize).IDs(ctx)
	if err != nil {
		return false, fmt.Errorf("look for expired invitations: %w", err)
	}
	challenges, err := s.db.Client().UsedChallenge.Query().Where(usedchallenge.ExpiresAtLTE(now)).
		Order(usedchallenge.ByExpiresAt()).Limit(sweepSize).IDs(ctx)
	if err != nil {
		return false, fmt.Errorf("look for expired challenges: %w", err)
	}
	apps, err := s.db.Client().ConnectedApp.Query().Where(connectedapp.ExpiresAtLTE(now)).
		Order(connectedapp.ByExpiresAt()).Limit(sweepSize).IDs(ctx)
	if err != nil {
		return false, fmt.Errorf("look for expired apps: %w", err)
	}
	events, err := s.db.Client().SecurityEvent.Query().
		Where(securityevent.CreatedAtLTE(now.Add(-access.SecurityEventLife))).Order(securityevent.ByCreatedAt()).
		Limit(sweepSize).IDs(ctx)
	if err != nil {
		return false, fmt.Errorf("look for old security events: %w", err)
	}
	names, err := s.db.Client().FormerName.Query().Where(formername.ExpiresAtLTE(now)).Order(formername.ByExpiresAt()).
		Limit(sweepSize).IDs(ctx)
	if err != nil {
		return false, fmt.Errorf("look for former usernames: %w", err)
	}
	found := []int{len(sessions), len(tokens), len(setup), len(invitations), len(challenges), len(apps), len(events),
		len(names)}
	most := slices.Max(found)
	if most == 0 {
		return false, nil
	}
	more = most == sweepSize
	return more, s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		// A session in use may have been renewed meanwhile.
		if _, err := s.EndSessions(ctx, tx, session.IDIn(sessions...), session.ExpiresAtLTE(now)); err != nil {
			return err
		}
		if _, err := tx.MailToken.Delete().Where(mailtoken.IDIn(tokens...)).Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.Invitation.Delete().Where(invitation.IDIn(invitations...)).Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.UsedChallenge.Delete().Where(usedchallenge.IDIn(challenges...)).Exec(ctx); err != nil {
			return err
		}
		// A code may have been used meanwhile.
		if _, err := tx.ConnectedApp.Delete().Where(connectedapp.IDIn(apps...), connectedapp.ExpiresAtLTE(now)).
			Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.SecurityEvent.Delete().Where(securityevent.IDIn(events...)).Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.FormerName.Delete().Where(formername.IDIn(names...)).Exec(ctx); err != nil {
			return err
		}
		_, err := tx.SetupToken.Delete().Where(setuptoken.IDIn(setup...)).Exec(ctx)
		return err
	})
}
