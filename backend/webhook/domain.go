package webhook

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/webhook"
	"uvboard/ent/webhookdelivery"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what webhooks contribute to the board.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name: "webhook",
		Services: []server.Service{
			server.Mount[uvboardv1connect.WebhookServiceHandler](uvboardv1connect.NewWebhookServiceHandler,
				NewHandler(s))},
		Jobs: []jobs.Job{
			{Name: eventJob, Do: s.call},
			{Name: formerJob, Do: s.callFormer},
			{Name: deliverJob, Do: s.deliver, Parallel: parallel},
			{Name: forgetJob, Do: s.forget},
			{Name: removeJob, Do: s.remove},
			{Name: "delete old webhook deliveries", Every: 24 * time.Hour, Run: s.deleteOld},
		},
		Pages: web.Pages{Routes: []web.Route{{Path: "/docs/webhooks", Title: "Webhooks",
			Description: "How your server is called when something happens here: events, signature and retries."}}},
		Listeners: []event.Listener{{InTx: s.onEvent}},
		Exports: []domain.Export{
			{Name: "webhooks.json", About: "your webhooks, without their secrets", Of: "webhooks.user_id",
				Write: s.export},
			{Name: "webhook-deliveries.json", About: "what your webhooks were told in the last 30 days",
				Write: s.exportDeliveries},
		},
		ErasePrivate: s.erase,
		Owns:         domain.Owners("webhooks.user_id"),
	}
}

// erase deletes the webhooks of a deleted user, and what those of others were told with the user's name.
func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	if more, err := s.clear(ctx, 1, webhookdelivery.Person(userID)); more || err != nil {
		return more, err
	}
	return s.removeSome(ctx, webhook.UserID(userID))
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "webhooks.json", func(after uuid.UUID) ([]*ent.Webhook, error) {
		return s.db.Client().Webhook.Query().Where(webhook.UserID(u.ID), notDeleted, webhook.IDGT(after)).
			Order(webhook.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(hook *ent.Webhook) (uuid.UUID, any) { return hook.ID, json.RawMessage(rest.JSON(toProto(hook))) })
}

// exportDeliveries writes those of the user's own webhooks: the others are the board's.
func (s *Service) exportDeliveries(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "webhook-deliveries.json", func(after uuid.UUID) ([]*ent.WebhookDelivery, error) {
		return s.db.Client().WebhookDelivery.Query().
			Where(webhookdelivery.HasWebhookWith(webhook.UserID(u.ID), webhook.Scope(scopeOwn), notDeleted),
				webhookdelivery.IDGT(after)).
			Order(webhookdelivery.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(d *ent.WebhookDelivery) (uuid.UUID, any) {
		return d.ID, json.RawMessage(rest.JSON(deliveryToProto(d)))
	})
}
