package project

import (
	"context"
	"net/http"

	"connectrpc.com/connect"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/paging"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// relatedSize is the default page size of related projects.
const relatedSize = 6

// Handler implements ProjectService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// Mount makes the service's HTTP handler and returns it with its path.
func (h *Handler) Mount(options ...connect.HandlerOption) (path string, handler http.Handler) {
	return uvboardv1connect.NewProjectServiceHandler(h, options...)
}

// parseID parses a project id. A malformed id is reported as not found.
func parseID(id string) (uuid.UUID, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return uuid.Nil, errNotFound()
	}
	return parsed, nil
}

// ListProjects implements ProjectService.
func (h *Handler) ListProjects(ctx context.Context, r *pb.ListProjectsRequest) (*pb.ListProjectsResponse, error) {
	var names nameReader
	q := ListQuery{
		Type: names.read("type", r.Type), Search: r.Search,
		Stage: names.read("stage", r.Stage), Category: names.read("category", r.Category), Tool: names.read("tool", r.Tool),
		Sort: names.read("sort", r.Sort), Size: paging.Size(r.PageSize, paging.DefaultSize), Token: r.PageToken, Skip: int(r.Skip),
	}
	if names.err != nil {
		return nil, names.err
	}
	found, err := h.service.List(ctx, q)
	if err != nil {
		return nil, err
	}
	response := &pb.ListProjectsResponse{Projects: ListToProto(found.Projects), NextPageToken: found.Next, TotalSizeCapped: found.Capped}
	if found.Total >= 0 {
		total := int32(found.Total)
		response.TotalSize = &total
	}
	return response, nil
}

// GetProject implements ProjectService.
func (h *Handler) GetProject(ctx context.Context, r *pb.GetProjectRequest) (*pb.GetProjectResponse, error) {
	id, err := parseID(r.Id)
	if err != nil {
		return nil, err
	}
	p, err := h.service.Get(ctx, auth.From(ctx), id)
	if err != nil {
		return nil, err
	}
	return &pb.GetProjectResponse{Project: ToProto(p), DescriptionHtml: DescriptionHTML(p)}, nil
}

// ListRelatedProjects implements ProjectService.
func (h *Handler) ListRelatedProjects(ctx context.Context, r *pb.ListRelatedProjectsRequest) (*pb.ListRelatedProjectsResponse, error) {
	id, err := parseID(r.Id)
	if err != nil {
		return nil, err
	}
	found, err := h.service.Related(ctx, auth.From(ctx), id, paging.Size(r.PageSize, relatedSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	return &pb.ListRelatedProjectsResponse{Projects: ListToProto(found.Projects), NextPageToken: found.Next}, nil
}

// CreateProject implements ProjectService.
func (h *Handler) CreateProject(ctx context.Context, r *pb.CreateProjectRequest) (*pb.CreateProjectResponse, error) {
	in, err := inputFromProto(r.Project)
	if err != nil {
		return nil, err
	}
	p, err := h.service.Create(ctx, auth.From(ctx), in)
	if err != nil {
		return nil, err
	}
	return &pb.CreateProjectResponse{Project: ToProto(p), DescriptionHtml: DescriptionHTML(p)}, nil
}

// UpdateProject implements ProjectService.
func (h *Handler) UpdateProject(ctx context.Context, r *pb.UpdateProjectRequest) (*pb.UpdateProjectResponse, error) {
	id, err := parseID(r.Id)
	if err != nil {
		return nil, err
	}
	in, err := inputFromProto(r.Project)
	if err != nil {
		return nil, err
	}
	p, err := h.service.Update(ctx, auth.From(ctx), id, in)
	if err != nil {
		return nil, err
	}
	return &pb.UpdateProjectResponse{Project: ToProto(p), DescriptionHtml: DescriptionHTML(p)}, nil
}

// DeleteProject implements ProjectService.
func (h *Handler) DeleteProject(ctx context.Context, r *pb.DeleteProjectRequest) (*pb.DeleteProjectResponse, error) {
	id, err := parseID(r.Id)
	if err != nil {
		return nil, err
	}
	if err := h.service.Delete(ctx, auth.From(ctx), id); err != nil {
		return nil, err
	}
	return &pb.DeleteProjectResponse{Success: true}, nil
}

// FeatureProject implements ProjectService.
func (h *Handler) FeatureProject(ctx context.Context, r *pb.FeatureProjectRequest) (*pb.FeatureProjectResponse, error) {
	id, err := parseID(r.Id)
	if err != nil {
		return nil, err
	}
	p, err := h.service.Feature(ctx, auth.From(ctx), id, true, r.Reason)
	if err != nil {
		return nil, err
	}
	return &pb.FeatureProjectResponse{Project: ToProto(p)}, nil
}

// UnfeatureProject implements ProjectService.
func (h *Handler) UnfeatureProject(ctx context.Context, r *pb.UnfeatureProjectRequest) (*pb.UnfeatureProjectResponse, error) {
	id, err := parseID(r.Id)
	if err != nil {
		return nil, err
	}
	p, err := h.service.Feature(ctx, auth.From(ctx), id, false, r.Reason)
	if err != nil {
		return nil, err
	}
	return &pb.UnfeatureProjectResponse{Project: ToProto(p)}, nil
}
