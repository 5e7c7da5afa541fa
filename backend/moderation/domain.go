package moderation

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/ent"
	"uvboard/ent/report"
	"uvboard/ent/user"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the contributions of moderation to the board; screen screens published texts.
func Domain(s *Service, screen event.Listener) domain.Domain {
	return domain.Domain{
		Name: "moderation",
		Services: []server.Service{server.Mount[uvboardv1connect.ModerationServiceHandler](
			uvboardv1connect.NewModerationServiceHandler, NewHandler(s))},
		Mails: []mail.Message{s.warningMessage("ada", "Please stop\nposting links.")},
		Exports: []domain.Export{{Name: "reports.json", About: "what you reported", Of: "reports.user_id",
			Private: true, Write: s.export}},
		Listeners: []event.Listener{screen},
		Notices:   []domain.Notice{notice},
		Jobs:      []jobs.Job{{Name: "delete old audit entries", Every: 24 * time.Hour, Run: s.expireAudit}},
		Keeps:     user.HasAuditEntries(), // the audit log keeps the row of its actor
	}
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "reports.json", func(after uuid.UUID) ([]*ent.Report, error) {
		return s.db.Client().Report.Query().Where(report.UserID(u.ID), report.IDGT(after)).Order(report.ByID()).
			Limit(archive.PageSize).All(ctx)
	}, func(r *ent.Report) (uuid.UUID, any) { return r.ID, json.RawMessage(rest.JSON(toProto(r))) })
}
