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
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/appeal"
	"uvboard/ent/approval"
	"uvboard/ent/report"
	"uvboard/ent/user"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the contributions of moderation to the board; screen screens published texts.
func Domain(s *Service, screen event.Listener) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "moderation",
		Services: []server.Service{
			server.Mount[uvboardv1connect.ModerationServiceHandler](uvboardv1connect.NewModerationServiceHandler, h),
			server.Mount[uvboardv1connect.AppealServiceHandler](uvboardv1connect.NewAppealServiceHandler, h),
		},
		Pages: web.Pages{Routes: []web.Route{{Path: "/moderation", Title: "Moderation",
			Description: "How reports and appeals are decided here, and what moderators decided.",
			Modules:     []string{"src/features/moderation/ModerationPage.tsx"}}}},
		Mails: []mail.Message{s.warningMessage("ada", "Please stop\nposting links.")},
		Exports: []domain.Export{
			{Name: "reports.json", About: "what you reported", Of: "reports.user_id", Write: s.export},
			{Name: "appeals.json", About: "your appeals against decisions of moderators", Of: "appeals.user_id",
				Private: true, Write: s.exportAppeals},
			{Name: "approvals.json", About: "your posts that a moderator had to look at first", Of: "approvals.user_id",
				Private: true, Write: s.exportApprovals},
		},
		ErasePrivate: s.eraseReports,
		Owns:         domain.Owners("reports.user_id"),
		Listeners:    []event.Listener{screen, closeAppeals},
		Notices:      []domain.Notice{notice, reportNotice},
		Checks:       s.checks(),
		Counted:      []string{"reports", "report_cases"},
		Jobs: []jobs.Job{{Name: "delete old audit entries", Every: 24 * time.Hour, Run: s.expireAudit},
			{Name: "forget sites of newcomers", Every: 24 * time.Hour, Run: s.forgetSites},
			{Name: "forget approvals of deleted posts", Every: 24 * time.Hour, Run: s.forgetApprovals}},
		Keeps: user.HasAuditEntries(), // the audit log keeps the row of its actor
	}
}

func (s *Service) exportApprovals(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "approvals.json", func(after uuid.UUID) ([]*ent.Approval, error) {
		return s.db.Client().Approval.Query().Where(approval.UserID(u.ID), approval.IDGT(after)).Order(approval.ByID()).
			Limit(archive.PageSize).All(ctx)
	}, func(a *ent.Approval) (uuid.UUID, any) {
		return a.ID, map[string]any{"targetType": a.TargetType, "targetId": a.TargetID, "reason": a.Reason,
			"detail": a.Detail, "createdAt": a.CreatedAt, "isOpen": a.IsOpen, "isRefused": a.IsRefused}
	})
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "reports.json", func(after uuid.UUID) ([]*ent.Report, error) {
		return s.db.Client().Report.Query().Where(report.UserID(u.ID), report.IDGT(after)).Order(report.ByID()).
			Limit(archive.PageSize).All(ctx)
	}, func(r *ent.Report) (uuid.UUID, any) { return r.ID, json.RawMessage(rest.JSON(toProto(r))) })
}

func (s *Service) exportAppeals(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "appeals.json", func(after uuid.UUID) ([]*ent.Appeal, error) {
		return s.db.Client().Appeal.Query().Where(appeal.UserID(u.ID), appeal.IDGT(after)).Order(appeal.ByID()).
			Limit(archive.PageSize).All(ctx)
	}, func(a *ent.Appeal) (uuid.UUID, any) { return a.ID, json.RawMessage(rest.JSON(appealToProto(a))) })
}
