package project

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// UpdateHandler implements ProjectUpdateService.
type UpdateHandler struct{ service *Service }

// ListProjectUpdates implements ProjectUpdateService.
func (h *UpdateHandler) ListProjectUpdates(ctx context.Context,
	r *pb.ListProjectUpdatesRequest) (*pb.ListProjectUpdatesResponse, error) {
	updates, next, err := h.service.Updates(ctx, auth.From(ctx), store.ParseID(r.ProjectId),
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	out := &pb.ListProjectUpdatesResponse{NextPageToken: next}
	for _, u := range updates {
		out.Updates = append(out.Updates, h.service.updateToProto(u))
	}
	return out, err
}

// CreateProjectUpdate implements ProjectUpdateService.
func (h *UpdateHandler) CreateProjectUpdate(ctx context.Context,
	r *pb.CreateProjectUpdateRequest) (*pb.CreateProjectUpdateResponse, error) {
	u, err := h.service.CreateUpdate(ctx, auth.From(ctx), store.ParseID(r.ProjectId), UpdateText{&r.Title, &r.Content})
	if err != nil {
		return nil, err
	}
	return &pb.CreateProjectUpdateResponse{Update: h.service.updateToProto(u)}, nil
}

// EditProjectUpdate implements ProjectUpdateService.
func (h *UpdateHandler) EditProjectUpdate(ctx context.Context,
	r *pb.EditProjectUpdateRequest) (*pb.EditProjectUpdateResponse, error) {
	u, err := h.service.EditUpdate(ctx, auth.From(ctx), store.ParseID(r.ProjectId), store.ParseID(r.UpdateId),
		UpdateText{r.Title, r.Content})
	if err != nil {
		return nil, err
	}
	return &pb.EditProjectUpdateResponse{Update: h.service.updateToProto(u)}, nil
}

// DeleteProjectUpdate implements ProjectUpdateService.
func (h *UpdateHandler) DeleteProjectUpdate(ctx context.Context,
	r *pb.DeleteProjectUpdateRequest) (*pb.DeleteProjectUpdateResponse, error) {
	return &pb.DeleteProjectUpdateResponse{Success: true}, h.service.DeleteUpdate(ctx, auth.From(ctx),
		store.ParseID(r.ProjectId), store.ParseID(r.UpdateId))
}

// updateToProto converts an update. Its author and its project must be loaded.
func (s *Service) updateToProto(u *ent.ChangelogEntry) *pb.ProjectUpdate {
	out := &pb.ProjectUpdate{
		Id: u.ID.String(), ProjectId: u.ProjectID.String(), Kind: pb.ProjectUpdateKind_PROJECT_UPDATE_KIND_TEXT,
		Title: u.Title, Content: u.Content,
		ContentHtml: markdown.Shown(u.Content, u.ContentHTML, u.ContentVersion),
		Author:      usersummary.ToProto(u.Edges.Author), CreatedAt: timestamppb.New(u.CreatedAt),
		Via: usersummary.Via(u.Via), Url: s.origin + updatePath(u),
	}
	if u.StageAfter != "" {
		out.Kind, out.From, out.To = pb.ProjectUpdateKind_PROJECT_UPDATE_KIND_STAGE,
			enumname.Enum[pb.Stage](u.StageBefore), enumname.Enum[pb.Stage](u.StageAfter)
	}
	out.IsHidden, out.IsAwaiting = u.HiddenAt != nil || u.IsAwaiting, u.IsAwaiting
	if u.EditedAt != nil {
		out.EditedAt = timestamppb.New(*u.EditedAt)
	}
	return out
}
