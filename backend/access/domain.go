package access

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/ent"
	"uvboard/ent/securityevent"
	entsession "uvboard/ent/session"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the contributions of access to the board. Package signin serves the calls of AccountService.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s, auth.Cookies{}) // apps have no cookie
	return domain.Domain{
		Name: "access",
		Services: []server.Service{
			server.Mount[uvboardv1connect.AppServiceHandler](uvboardv1connect.NewAppServiceHandler, h),
		},
		Routes:  h.appRoutes(),
		Notices: []domain.Notice{notice},
		Exports: []domain.Export{
			{Name: "sessions.json", About: "where you are logged in", Of: "sessions.user_id", Write: s.exportSessions},
			{Name: "security-events.json", About: "what happened to your account in the last 90 days",
				Of: "security_events.user_id", Private: true, Write: s.exportSecurityEvents},
			{Name: "tokens.json", About: "access tokens of yours and of your connected apps, without their secrets",
				Of: "access_tokens.user_id", Write: s.exportTokens},
			{Name: "connected-apps.json", About: "apps that act for you, without their secrets",
				Of: "connected_apps.user_id", Write: s.exportApps},
		},
	}
}

func (s *Service) exportSessions(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "sessions.json", func(after uuid.UUID) ([]*ent.Session, error) {
		return s.db.Client().Session.Query().Where(entsession.UserID(u.ID), entsession.ExpiresAtGT(w.At),
			entsession.IDGT(after)).
			Order(entsession.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(session *ent.Session) (uuid.UUID, any) {
		return session.ID, struct {
			ID        uuid.UUID `json:"id"`
			UserAgent string    `json:"userAgent"`
			Network   string    `json:"network"`
			CreatedAt time.Time `json:"createdAt"`
			UsedAt    time.Time `json:"lastUsedAt"`
			ExpiresAt time.Time `json:"expiresAt"`
		}{session.ID, session.UserAgent, session.Network, session.CreatedAt.UTC(), session.LastUsedAt.UTC(),
			session.ExpiresAt.UTC()}
	})
}

func (s *Service) exportSecurityEvents(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "security-events.json", func(after uuid.UUID) ([]*ent.SecurityEvent, error) {
		return s.db.Client().SecurityEvent.Query().Where(securityevent.UserID(u.ID), securityevent.IDGT(after)).
			Order(securityevent.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(row *ent.SecurityEvent) (uuid.UUID, any) {
		return row.ID, json.RawMessage(rest.JSON(securityEventToProto(row)))
	})
}

func (s *Service) exportTokens(ctx context.Context, w *archive.Writer, u *ent.User) error {
	tokens, err := u.QueryAccessTokens().All(ctx) // few, because their number is limited
	if err != nil {
		return err
	}
	return archive.ListAll(w, "tokens.json", tokens,
		func(token *ent.AccessToken) any { return json.RawMessage(rest.JSON(TokenToProto(token))) })
}

func (s *Service) exportApps(ctx context.Context, w *archive.Writer, u *ent.User) error {
	apps, err := s.ListApps(ctx, u.ID)
	if err != nil {
		return err
	}
	return archive.ListAll(w, "connected-apps.json",
		apps, func(app *ent.ConnectedApp) any { return json.RawMessage(rest.JSON(AppToProto(app))) })
}
