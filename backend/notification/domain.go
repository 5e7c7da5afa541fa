package notification

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/notificationpreference"
	"uvboard/ent/user"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what notifications contribute to the board.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name:     "notification",
		Services: []server.Service{server.Mount[uvboardv1connect.NotificationServiceHandler](uvboardv1connect.NewNotificationServiceHandler, h)},
		Routes: []server.Route{{
			Method: http.MethodPost, Path: "/unsubscribe", Rule: auth.Rule{Level: auth.Public, Limit: auth.LimitWrite}, Handle: h.oneClick,
		}},
		Pages:        web.Pages{Routes: []web.Route{{Path: "/unsubscribe", Title: "Unsubscribe", Personal: true}}},
		Exports:      []domain.Export{{Name: "notification-preferences.json", About: "emails that you switched off", Of: "notification_preferences.user_id", Write: s.export}},
		ErasePrivate: s.erase,
		Owns:         user.HasNotificationPreferences(),
	}
}

func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.NotificationPreference.Delete().Where(notificationpreference.UserID(userID)).Exec(ctx)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("delete notification preferences: %w", err)
	}
	return false, nil
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
		return add(struct {
			EmailOff []string `json:"emailOff"`
		}{stored.EmailOff})
	})
}
