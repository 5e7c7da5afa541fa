package moderation

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/auditentry"
)

const (
	auditLife   = 2 * 365 * 24 * time.Hour
	expireBatch = 500 // entries that one step deletes, so that other writers do not wait long
)

// expireAudit deletes entries of the audit log that are older than two years, in steps.
func (s *Service) expireAudit(ctx context.Context) error {
	before := store.IDAt(s.now().Add(-auditLife), uuid.Nil)
	for n := expireBatch; n == expireBatch; {
		ids, err := s.db.Client().AuditEntry.Query().Where(auditentry.IDLT(before)).Order(auditentry.ByID()).
			Limit(expireBatch).IDs(ctx)
		if n = len(ids); err != nil || n == 0 {
			return err
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.AuditEntry.Delete().Where(auditentry.IDIn(ids...)).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("delete old entries of the audit log: %w", err)
		}
	}
	return nil
}
