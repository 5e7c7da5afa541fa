package webhook

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/webhookdelivery"
)

// forget removes the bodies about an item that has been hidden or deleted, in steps.
func (s *Service) forget(ctx context.Context, t jobs.Task) error {
	var id uuid.UUID
	if err := t.Read(&id); err != nil {
		return err
	}
	_, err := s.clear(ctx, 0, webhookdelivery.ItemID(id), webhookdelivery.ItemTypeNEQ(""))
	return err
}

// clear removes the bodies and answers of deliveries, in that many steps, or in all if steps is 0.
func (s *Service) clear(ctx context.Context, steps int, where ...predicate.WebhookDelivery) (more bool, err error) {
	where = append(where, webhookdelivery.BodyNEQ(""))
	for n := 1; ; n++ {
		ids, err := s.db.Client().WebhookDelivery.Query().Where(where...).Limit(batchSize).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return false, err
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			return tx.WebhookDelivery.Update().Where(webhookdelivery.IDIn(ids...)).SetBody("").SetAnswer("").
				ClearPerson().Exec(ctx)
		})
		if err != nil || n == steps {
			return true, err
		}
	}
}

// deleteOld deletes deliveries that are older than 30 days, in steps.
func (s *Service) deleteOld(ctx context.Context) error {
	before := store.IDAt(s.now().Add(-keepFor), uuid.Nil)
	for more := true; more; {
		ids, err := s.db.Client().WebhookDelivery.Query().Where(webhookdelivery.IDLT(before)).
			Order(webhookdelivery.ByID()).Limit(batchSize).IDs(ctx)
		if more = len(ids) == batchSize; err != nil || len(ids) == 0 {
			return err
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.WebhookDelivery.Delete().Where(webhookdelivery.IDIn(ids...)).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("delete old deliveries: %w", err)
		}
	}
	return nil
}
