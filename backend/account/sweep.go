package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/ent"
	"uvboard/ent/mailtoken"
	"uvboard/ent/session"
)

// swept bounds how many rows of a kind one sweep removes, so that nobody waits for it.
const swept = 500

// Sweep removes some of the sessions and mailed tokens that have expired, the oldest first. With nothing to do it only
// reads. Access tokens stay: a member has few, and sees in the settings which has expired.
func (s *Service) Sweep(ctx context.Context) error {
	sessions, err := s.db.Client().Session.Query().Where(session.ExpiresAtLTE(s.now())).Order(session.ByExpiresAt()).Limit(swept).IDs(ctx)
	if err != nil {
		return fmt.Errorf("look for expired sessions: %w", err)
	}
	err = s.remove(ctx, sessions, func(ctx context.Context, tx *ent.Client) error {
		// One in use may have been put off meanwhile.
		_, err := tx.Session.Delete().Where(session.IDIn(sessions...), session.ExpiresAtLTE(s.now())).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove expired sessions: %w", err)
	}
	tokens, err := s.db.Client().MailToken.Query().Where(mailtoken.ExpiresAtLTE(s.now())).Order(mailtoken.ByExpiresAt()).Limit(swept).IDs(ctx)
	if err != nil {
		return fmt.Errorf("look for expired mailed tokens: %w", err)
	}
	err = s.remove(ctx, tokens, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.MailToken.Delete().Where(mailtoken.IDIn(tokens...)).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove expired mailed tokens: %w", err)
	}
	return nil
}

// remove writes unless there is nothing to remove.
func (s *Service) remove(ctx context.Context, ids []uuid.UUID, write func(context.Context, *ent.Client) error) error {
	if len(ids) == 0 {
		return nil
	}
	return s.db.Write(ctx, write)
}
