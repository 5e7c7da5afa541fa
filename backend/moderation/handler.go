package moderation

import (
	"context"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

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

// Handler implements ModerationService.
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
	reports, next, err := h.service.Reports(ctx, enumname.Of(r.Status), paging.Size(r.PageSize, paging.DefaultSize),
		r.PageToken)
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
	targets, err := h.service.targets(ctx, items)
	if err != nil {
		return nil, err
	}
	out := &pb.ListAuditLogResponse{NextPageToken: next}
	for i, e := range entries {
		entry := &pb.AuditLogEntry{
			Id: e.ID.String(), Action: e.Action, TargetType: enumname.Enum[pb.ReportTargetType](e.TargetType),
			Reason:    e.Reason,
			CreatedAt: timestamppb.New(e.CreatedAt), Target: targetToProto(targets[items[i]]),
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

// casesToProto returns reports with all that a moderator needs to decide them.
func (h *Handler) casesToProto(ctx context.Context, reports []*ent.Report) ([]*pb.Report, error) {
	cases, err := h.service.Cases(ctx, reports)
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
	out := &pb.ModerationTarget{Title: t.Title, Excerpt: t.Text, IsHidden: t.IsHidden, IsDeleted: t.IsDeleted}
	if !t.IsDeleted {
		out.Path = t.Path
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
