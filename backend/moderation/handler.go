package moderation

import (
	"context"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements ModerationService and AppealService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// CreateReport implements ModerationService.
func (h *Handler) CreateReport(ctx context.Context, r *pb.CreateReportRequest) (*pb.CreateReportResponse, error) {
	reason := enumname.Of(r.Reason)
	if reason == "" {
		return nil, fault.UnknownValue("reason")
	}
	made, err := h.service.Create(ctx, auth.From(ctx), Report{
		TargetType: enumname.Of(r.TargetType), TargetID: store.ParseID(r.TargetId), Reason: reason, Details: r.Details,
	})
	if err != nil {
		return nil, err
	}
	return &pb.CreateReportResponse{Report: toProto(made)}, nil
}

// ListReports implements ModerationService.
func (h *Handler) ListReports(ctx context.Context, r *pb.ListReportsRequest) (*pb.ListReportsResponse, error) {
	target := store.ParseID(r.TargetId)
	if r.TargetId != "" && target == uuid.Nil {
		return &pb.ListReportsResponse{}, nil
	}
	reports, next, err := h.service.Reports(ctx, enumname.Of(r.Status), target,
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	list, err := h.casesToProto(ctx, reports)
	return &pb.ListReportsResponse{Reports: list, NextPageToken: next}, err
}

// ResolveReport implements ModerationService.
func (h *Handler) ResolveReport(ctx context.Context, r *pb.ResolveReportRequest) (*pb.ResolveReportResponse, error) {
	action := enumname.Of(r.Action)
	if action == "" {
		return nil, fault.UnknownValue("action")
	}
	done, err := h.service.Resolve(ctx, auth.From(ctx), store.ParseID(r.Id), action, r.Reason)
	if err != nil {
		return nil, err
	}
	list, err := h.casesToProto(ctx, []*ent.Report{done})
	if err != nil {
		return nil, err
	}
	return &pb.ResolveReportResponse{Report: list[0]}, nil
}

// ListApprovals implements ModerationService.
func (h *Handler) ListApprovals(ctx context.Context, r *pb.ListApprovalsRequest) (*pb.ListApprovalsResponse, error) {
	waiting, next, err := h.service.Approvals(ctx, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListApprovalsResponse{NextPageToken: next}
	for _, w := range waiting {
		out.Approvals = append(out.Approvals, &pb.Approval{
			TargetType: enumname.Enum[pb.ReportTargetType](w.TargetType), TargetId: w.TargetID.String(),
			Reason: enumname.Enum[pb.ApprovalReason](w.Reason), Detail: w.Detail, Text: w.Text, Links: w.Links,
			CreatedAt: timestamppb.New(w.CreatedAt), Target: targetToProto(w.Target),
			AuthorHistory: h.historyToProto(w.Target.Owner, w.History), WasVisible: !w.IsNew,
			Version: w.Version,
		})
	}
	return out, nil
}

// DecideApproval implements ModerationService.
func (h *Handler) DecideApproval(ctx context.Context,
	r *pb.DecideApprovalRequest) (*pb.DecideApprovalResponse, error) {
	err := h.service.Decide(ctx, auth.From(ctx), enumname.Of(r.TargetType), store.ParseID(r.TargetId), r.Approve,
		r.Reason, r.Version)
	return &pb.DecideApprovalResponse{Success: true}, err
}

// HideContent implements ModerationService.
func (h *Handler) HideContent(ctx context.Context, r *pb.HideContentRequest) (*pb.HideContentResponse, error) {
	err := h.service.SetHidden(ctx, auth.From(ctx), enumname.Of(r.TargetType), store.ParseID(r.TargetId), true,
		r.Reason)
	return &pb.HideContentResponse{Success: true}, err
}

// RestoreContent implements ModerationService.
func (h *Handler) RestoreContent(ctx context.Context, r *pb.RestoreContentRequest) (*pb.RestoreContentResponse, error) {
	err := h.service.SetHidden(ctx, auth.From(ctx), enumname.Of(r.TargetType), store.ParseID(r.TargetId), false,
		r.Reason)
	return &pb.RestoreContentResponse{Success: true}, err
}

// WarnUser implements ModerationService.
func (h *Handler) WarnUser(ctx context.Context, r *pb.WarnUserRequest) (*pb.WarnUserResponse, error) {
	return &pb.WarnUserResponse{Success: true}, h.service.Warn(ctx, auth.From(ctx), store.ParseID(r.UserId), r.Reason)
}

// SuspendUser implements ModerationService.
func (h *Handler) SuspendUser(ctx context.Context, r *pb.SuspendUserRequest) (*pb.SuspendUserResponse, error) {
	var until *time.Time
	if r.Until != nil {
		at := r.Until.AsTime()
		until = &at
	}
	s, err := h.service.Suspend(ctx, auth.From(ctx), store.ParseID(r.UserId), until, r.Reason)
	if err != nil {
		return nil, err
	}
	return &pb.SuspendUserResponse{Suspension: &pb.Suspension{
		UserId: s.UserID.String(), Until: r.Until, Reason: s.Reason, CreatedAt: timestamppb.New(s.Since),
	}}, nil
}

// LiftSuspension implements ModerationService.
func (h *Handler) LiftSuspension(ctx context.Context, r *pb.LiftSuspensionRequest) (*pb.LiftSuspensionResponse, error) {
	return &pb.LiftSuspensionResponse{Success: true}, h.service.Lift(ctx, auth.From(ctx), store.ParseID(r.UserId),
		r.Reason)
}

// ListAuditLog implements ModerationService.
func (h *Handler) ListAuditLog(ctx context.Context, r *pb.ListAuditLogRequest) (*pb.ListAuditLogResponse, error) {
	about := store.ParseID(r.UserId)
	if r.UserId != "" && about == uuid.Nil {
		return &pb.ListAuditLogResponse{}, nil
	}
	entries, next, err := h.service.AuditLog(ctx, about, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	items := make([]item, len(entries))
	for i, e := range entries {
		items[i] = item{e.TargetType, e.TargetID}
	}
	targets, err := h.service.shown(ctx, auth.From(ctx), items)
	if err != nil {
		return nil, err
	}
	caller := auth.From(ctx)
	out := &pb.ListAuditLogResponse{NextPageToken: next}
	for i, e := range entries {
		entry := &pb.AuditLogEntry{
			Id: e.ID.String(), Action: e.Action, TargetType: enumname.Enum[pb.ReportTargetType](e.TargetType),
			CreatedAt: timestamppb.New(e.CreatedAt), Target: targetToProto(targets[items[i]]),
		}
		if caller.IsAdmin() || !quotesMail(e) {
			entry.Reason = e.Reason
		}
		if e.Edges.Actor != nil {
			entry.Actor = usersummary.ToProto(e.Edges.Actor)
		}
		if e.TargetID != uuid.Nil {
			entry.TargetId = e.TargetID.String()
		}
		out.Entries = append(out.Entries, entry)
	}
	return out, nil
}

// quotesMail reports whether the reason of an entry is the subject of a mail or of a message, which only admins read.
func quotesMail(e *ent.AuditEntry) bool {
	return e.TargetType == audit.Mail || e.TargetType == audit.ContactMessage || e.Action == audit.RevealLink
}

// ListReportCases implements ModerationService.
func (h *Handler) ListReportCases(ctx context.Context,
	r *pb.ListReportCasesRequest) (*pb.ListReportCasesResponse, error) {
	cases, next, err := h.service.Queue(ctx, auth.From(ctx), paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListReportCasesResponse{NextPageToken: next}
	for _, c := range cases {
		one := &pb.ReportCase{
			TargetType: enumname.Enum[pb.ReportTargetType](c.TargetType), TargetId: c.ID.String(),
			Target: targetToProto(c.Target), OpenReports: int32(c.OpenReports),
			Reporters: int32(c.Reporters), OpenedAt: timestamppb.New(c.OpenedAt), DueAt: timestamppb.New(c.DueAt),
		}
		if c.History != nil {
			one.AuthorHistory = h.historyToProto(c.Target.Owner, c.History)
		}
		for _, n := range c.Reasons {
			one.Reasons = append(one.Reasons, &pb.ReasonCount{Reason: enumname.Enum[pb.ReportReason](n.Reason),
				Count: int32(n.Count)})
		}
		for _, r := range c.Reports {
			report := toProto(r)
			if r.Edges.Reporter != nil {
				report.Reporter = usersummary.ToProto(r.Edges.Reporter)
			}
			one.Reports = append(one.Reports, report)
		}
		out.Cases = append(out.Cases, one)
	}
	return out, nil
}

// ListModerationLog implements ModerationService.
func (h *Handler) ListModerationLog(ctx context.Context,
	r *pb.ListModerationLogRequest) (*pb.ListModerationLogResponse, error) {
	entries, next, err := h.service.PublicLog(ctx, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListModerationLogResponse{NextPageToken: next}
	for _, e := range entries {
		out.Entries = append(out.Entries, &pb.ModerationLogEntry{
			Action: e.Action, TargetType: enumname.Enum[pb.ReportTargetType](e.TargetType), Reason: e.Reason,
			By: enumname.Enum[pb.DecidedBy](e.PublicBy), CreatedAt: timestamppb.New(e.CreatedAt),
		})
	}
	return out, nil
}

// GetDecision implements AppealService.
func (h *Handler) GetDecision(ctx context.Context, r *pb.GetDecisionRequest) (*pb.GetDecisionResponse, error) {
	d, err := h.service.Decision(ctx, auth.From(ctx), enumname.Of(r.TargetType), store.ParseID(r.TargetId))
	if err != nil {
		return nil, err
	}
	out := decisionToProto(d.AuditEntry)
	if d.Appeal != nil {
		out.Appeal = appealToProto(d.Appeal)
	}
	return &pb.GetDecisionResponse{Decision: out}, nil
}

// CreateAppeal implements AppealService.
func (h *Handler) CreateAppeal(ctx context.Context, r *pb.CreateAppealRequest) (*pb.CreateAppealResponse, error) {
	made, err := h.service.CreateAppeal(ctx, auth.From(ctx), enumname.Of(r.TargetType), store.ParseID(r.TargetId),
		r.Message)
	if err != nil {
		return nil, err
	}
	return &pb.CreateAppealResponse{Appeal: appealToProto(made)}, nil
}

// ListAppeals implements AppealService.
func (h *Handler) ListAppeals(ctx context.Context, r *pb.ListAppealsRequest) (*pb.ListAppealsResponse, error) {
	cases, next, err := h.service.Appeals(ctx, auth.From(ctx), enumname.Of(r.Status),
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListAppealsResponse{NextPageToken: next}
	for _, c := range cases {
		out.Appeals = append(out.Appeals, appealCaseToProto(c))
	}
	return out, nil
}

// DecideAppeal implements AppealService.
func (h *Handler) DecideAppeal(ctx context.Context, r *pb.DecideAppealRequest) (*pb.DecideAppealResponse, error) {
	outcome := enumname.Of(r.Outcome)
	if outcome == "" {
		return nil, fault.UnknownValue("outcome")
	}
	c, err := h.service.DecideAppeal(ctx, auth.From(ctx), store.ParseID(r.Id), outcome, r.Reason)
	if err != nil {
		return nil, err
	}
	return &pb.DecideAppealResponse{Appeal: appealCaseToProto(*c)}, nil
}

func decisionToProto(e *ent.AuditEntry) *pb.Decision {
	return &pb.Decision{Action: e.Action, Reason: e.Reason, CreatedAt: timestamppb.New(e.CreatedAt)}
}

// appealToProto returns an appeal as its author may see it.
func appealToProto(a *ent.Appeal) *pb.Appeal {
	out := &pb.Appeal{
		Id: a.ID.String(), TargetType: enumname.Enum[pb.ReportTargetType](a.TargetType), TargetId: a.TargetID.String(),
		Message: a.Message, Status: enumname.Enum[pb.AppealStatus](a.Status), CreatedAt: timestamppb.New(a.CreatedAt),
		Answer: a.Answer,
	}
	if a.DecidedAt != nil {
		out.DecidedAt = timestamppb.New(*a.DecidedAt)
	}
	return out
}

func appealCaseToProto(c AppealCase) *pb.Appeal {
	out := appealToProto(c.Appeal)
	out.Target, out.MayDecide = targetToProto(c.Target), c.MayDecide
	if c.Decision != nil {
		out.Decision = decisionToProto(c.Decision)
		if c.Decision.Edges.Actor != nil {
			out.Decision.Moderator = usersummary.ToProto(c.Decision.Edges.Actor)
		}
	}
	return out
}

// casesToProto returns reports with all that a moderator needs to decide them.
func (h *Handler) casesToProto(ctx context.Context, reports []*ent.Report) ([]*pb.Report, error) {
	cases, err := h.service.Cases(ctx, auth.From(ctx), reports)
	if err != nil {
		return nil, err
	}
	out := make([]*pb.Report, len(reports))
	for i, r := range reports {
		c := cases[i]
		out[i] = toProto(r)
		out[i].Target, out[i].OpenReports = targetToProto(c.Target), int32(c.Open)
		if r.Edges.Reporter != nil {
			out[i].Reporter = usersummary.ToProto(r.Edges.Reporter)
		}
		if c.History != nil {
			out[i].AuthorHistory = h.historyToProto(c.Target.Owner, c.History)
		}
	}
	return out, nil
}

// toProto returns a report as its reporter may see it.
func toProto(r *ent.Report) *pb.Report {
	out := &pb.Report{
		Id: r.ID.String(), TargetType: enumname.Enum[pb.ReportTargetType](r.TargetType), TargetId: r.TargetID.String(),
		Reason: enumname.Enum[pb.ReportReason](r.Reason), Details: r.Details,
		Status:    enumname.Enum[pb.ReportStatus](r.Status),
		CreatedAt: timestamppb.New(r.CreatedAt), Decision: enumname.Enum[pb.ReportAction](r.Decision),
		InGoodStanding: r.InGoodStanding,
	}
	if r.ResolvedAt != nil {
		out.ResolvedAt = timestamppb.New(*r.ResolvedAt)
	}
	return out
}

func targetToProto(t *domain.Target) *pb.ModerationTarget {
	if t == nil {
		return nil
	}
	out := &pb.ModerationTarget{Title: t.Title, Excerpt: t.Text, IsHidden: t.IsHidden, IsDeleted: t.IsDeleted,
		Via: usersummary.Via(t.Via)}
	if !t.IsDeleted {
		out.Path, out.Image = t.Path, t.Image
	}
	if t.Owner != nil {
		out.Author = usersummary.ToProto(t.Owner)
	}
	return out
}

func (h *Handler) historyToProto(u *ent.User, history *History) *pb.ModerationHistory {
	out := &pb.ModerationHistory{
		Warnings: int32(history.Warnings), HiddenItems: int32(history.HiddenItems),
		Suspensions: int32(history.Suspensions),
	}
	if auth.NewSuspension(u.SuspendedAt, u.SuspendedUntil, u.SuspensionReason, h.service.now()) != nil {
		out.Suspension = &pb.Suspension{UserId: u.ID.String(), Reason: u.SuspensionReason,
			CreatedAt: timestamppb.New(*u.SuspendedAt)}
		if u.SuspendedUntil != nil {
			out.Suspension.Until = timestamppb.New(*u.SuspendedUntil)
		}
	}
	return out
}
