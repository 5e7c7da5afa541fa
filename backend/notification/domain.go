package notification

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/notification"
	"uvboard/ent/pushsubscription"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what notifications contribute to the board.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "notification",
		Services: []server.Service{server.Mount[uvboardv1connect.NotificationServiceHandler](
			uvboardv1connect.NewNotificationServiceHandler, h)},
		Routes: []server.Route{{
			Method: http.MethodPost, Path: "/unsubscribe", Rule: auth.Rule{Level: auth.Public, Limit: auth.LimitWrite},
			Handle: h.oneClick,
		}},
		Pages: web.Pages{Routes: []web.Route{
			{Path: "/notifications", Title: "Notifications", Personal: true},
			{Path: "/unsubscribe", Title: "Unsubscribe", Personal: true},
		}},
		Jobs: []jobs.Job{
			{Name: notifyJob, Do: s.notify},
			{Name: forgetJob, Do: s.forget},
			{Name: pushJob, Do: s.push, GiveUpAfter: pushLife},
			{Name: browserJob, Do: s.pushToBrowser, Parallel: pushAtOnce, GiveUpAfter: pushLife},
			{Name: "mail notifications", Every: 30 * time.Second, Run: s.mailAll, Due: s.mailDue},
			{Name: "delete old notifications", Every: 24 * time.Hour, Run: s.deleteOld},
		},
		Mails:     s.mails(),
		Listeners: []event.Listener{{InTx: s.onEvent}},
		Exports: []domain.Export{
			{Name: "notifications.json", About: "your notifications of the last 180 days", Of: "notifications.user_id",
				Write: s.exportInbox},
			{Name: "notification-preferences.json", About: "how you are notified",
				Of: "notification_preferences.user_id", Private: true, Write: s.export},
			{Name: "push-subscriptions.json", About: "browsers in which you get push notifications, without their keys",
				Of: "push_subscriptions.user_id", Private: true, Write: s.exportPush},
			{Name: "mutes.json", About: "what you mute", Of: "mutes.user_id", Private: true, Write: s.exportMutes},
		},
		ErasePrivate: s.erase,
		Owns:         domain.Owners("notifications.user_id"),
	}
}

func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		ids, err := tx.Notification.Query().Where(notification.UserID(userID)).Limit(batchSize).IDs(ctx)
		if err != nil {
			return err
		}
		if more = len(ids) > 0; more {
			_, err := tx.Notification.Delete().Where(notification.IDIn(ids...)).Exec(ctx)
			return err
		}
		about, err := tx.Notification.Query().Where(notification.ItemID(userID)).Limit(batchSize).All(ctx)
		if err != nil {
			return err
		}
		if more = len(about) > 0; more { // that the user follows somebody
			return s.remove(ctx, tx, about)
		}
		of, err := tx.Notification.Query().Where(notification.ActorID(userID)).Limit(batchSize).IDs(ctx)
		if err != nil {
			return err
		}
		if more = len(of) > 0; more {
			return tx.Notification.Update().Where(notification.IDIn(of...)).ClearActor().Exec(ctx)
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("delete notifications: %w", err)
	}
	return more, nil
}

func (s *Service) exportInbox(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "notifications.json", func(after uuid.UUID) ([]*ent.Notification, error) {
		return s.db.Client().Notification.Query().Where(notification.UserID(u.ID), notification.IDGT(after)).
			Order(notification.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(n *ent.Notification) (uuid.UUID, any) {
		return n.ID, json.RawMessage(rest.JSON(entryToProto(Entry{Notification: n})))
	})
}

func (s *Service) exportMutes(ctx context.Context, w *archive.Writer, u *ent.User) error {
	mutes, err := s.Mutes(ctx, u.ID)
	if err != nil {
		return err
	}
	return w.List("mutes.json", func(add func(any) error) error {
		for _, m := range mutes {
			if err := add(map[string]any{"type": m.TargetType, "id": m.TargetID}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	stored, err := s.stored(ctx, s.db.Client(), u.ID)
	if err != nil {
		return err
	}
	return w.List("notification-preferences.json", func(add func(any) error) error {
		if stored == nil {
			return nil
		}
		return add(map[string]any{"preferences": s.shown(stored)})
	})
}

func (s *Service) exportPush(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "push-subscriptions.json", func(after uuid.UUID) ([]*ent.PushSubscription, error) {
		return s.db.Client().PushSubscription.Query().
			Where(pushsubscription.UserID(u.ID), pushsubscription.IDGT(after)).
			Order(pushsubscription.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(row *ent.PushSubscription) (uuid.UUID, any) {
		return row.ID, struct {
			ID        uuid.UUID `json:"id"`
			CreatedAt time.Time `json:"createdAt"`
		}{row.ID, row.CreatedAt.UTC()}
	})
}
