package moderation

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/author"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
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
	reports, next, err := h.service.Reports(ctx, enumname.Of(r.Status), paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListReportsResponse{NextPageToken: next}
	for _, r := range reports {
		out.Reports = append(out.Reports, toProto(r))
	}
	return out, nil
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
	return &pb.ResolveReportResponse{Report: toProto(done)}, nil
}

// HideContent implements ModerationService.
func (h *Handler) HideContent(ctx context.Context, r *pb.HideContentRequest) (*pb.HideContentResponse, error) {
	err := h.service.SetHidden(ctx, auth.From(ctx), enumname.Of(r.TargetType), store.ParseID(r.TargetId), true, r.Reason)
	return &pb.HideContentResponse{Success: true}, err
}

// RestoreContent implements ModerationService.
func (h *Handler) RestoreContent(ctx context.Context, r *pb.RestoreContentRequest) (*pb.RestoreContentResponse, error) {
	err := h.service.SetHidden(ctx, auth.From(ctx), enumname.Of(r.TargetType), store.ParseID(r.TargetId), false, r.Reason)
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
	return &pb.LiftSuspensionResponse{Success: true}, h.service.Lift(ctx, auth.From(ctx), store.ParseID(r.UserId), r.Reason)
}

// ListAuditLog implements ModerationService.
func (h *Handler) ListAuditLog(ctx context.Context, r *pb.ListAuditLogRequest) (*pb.ListAuditLogResponse, error) {
	entries, next, err := h.service.AuditLog(ctx, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListAuditLogResponse{NextPageToken: next}
	for _, e := range entries {
		out.Entries = append(out.Entries, &pb.AuditLogEntry{
			Id: e.ID.String(), Actor: author.ToProto(e.Edges.Actor), Action: e.Action,
			TargetType: enumname.Enum[pb.ReportTargetType](e.TargetType), TargetId: e.TargetID.String(), Reason: e.Reason,
			CreatedAt: timestamppb.New(e.CreatedAt),
		})
	}
	return out, nil
}

func toProto(r *ent.Report) *pb.Report {
	return &pb.Report{
		Id: r.ID.String(), TargetType: enumname.Enum[pb.ReportTargetType](r.TargetType), TargetId: r.TargetID.String(),
		Reason: enumname.Enum[pb.ReportReason](r.Reason), Details: r.Details, Status: enumname.Enum[pb.ReportStatus](r.Status),
		CreatedAt: timestamppb.New(r.CreatedAt),
	}
}
