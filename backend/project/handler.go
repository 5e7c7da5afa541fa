package project

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

const relatedSize = 6

// Handler implements ProjectService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// ListProjects implements ProjectService.
func (h *Handler) ListProjects(ctx context.Context, r *pb.ListProjectsRequest) (*pb.ListProjectsResponse, error) {
	var names nameReader
	q := ListQuery{
		Type: names.read("type", r.Type), Search: r.Search, Exact: r.Exact,
		Stage: names.read("stage", r.Stage), Category: names.read("category", r.Category),
		Tool: names.read("tool", r.Tool), Tag: r.Tag, With: r.BuiltWith,
		Sort: names.read("sort", r.Sort), Size: paging.Size(r.PageSize, paging.DefaultSize), Token: r.PageToken,
		Skip: int(r.Skip), Code: names.read("code", r.Code), MaxHours: int(r.MaxHours), Gone: r.Gone,
	}
	if names.err != nil {
		return nil, names.err
	}
	found, err := h.service.List(ctx, q)
	if err != nil {
		return nil, err
	}
	response := &pb.ListProjectsResponse{Projects: h.service.ListToProto(found.Projects), NextPageToken: found.Next,
		TotalSizeCapped: found.Capped, SearchedFor: found.SearchedFor, DidYouMean: found.DidYouMean}
	if found.Total >= 0 {
		total := int32(found.Total)
		response.TotalSize = &total
	}
	return response, nil
}

// SuggestSearch implements ProjectService.
func (h *Handler) SuggestSearch(ctx context.Context,
	r *pb.SuggestSearchRequest) (*pb.SuggestSearchResponse, error) {
	list, err := h.service.Suggest(ctx, r.Search)
	response := &pb.SuggestSearchResponse{}
	for _, s := range list {
		response.Suggestions = append(response.Suggestions,
			&pb.SearchSuggestion{Term: s.Term, Label: s.Label, Search: s.Query})
	}
	return response, err
}

// GetProject implements ProjectService.
func (h *Handler) GetProject(ctx context.Context, r *pb.GetProjectRequest) (*pb.GetProjectResponse, error) {
	p, err := h.service.Get(ctx, auth.From(ctx), store.ParseID(r.Id))
	if err != nil {
		return nil, err
	}
	return &pb.GetProjectResponse{Project: h.service.ToProto(p), DescriptionHtml: DescriptionHTML(p)}, nil
}

// ListRelatedProjects implements ProjectService.
func (h *Handler) ListRelatedProjects(ctx context.Context,
	r *pb.ListRelatedProjectsRequest) (*pb.ListRelatedProjectsResponse, error) {
	found, err := h.service.Related(ctx, auth.From(ctx), store.ParseID(r.Id), paging.Size(r.PageSize, relatedSize),
		r.PageToken)
	if err != nil {
		return nil, err
	}
	return &pb.ListRelatedProjectsResponse{Projects: h.service.ListToProto(found.Projects),
		NextPageToken: found.Next}, nil
}

// GetProjectRank implements ProjectService.
func (h *Handler) GetProjectRank(ctx context.Context,
	r *pb.GetProjectRankRequest) (*pb.GetProjectRankResponse, error) {
	st, err := h.service.Standing(ctx, store.ParseID(r.Id))
	if err != nil {
		return nil, err
	}
	p := st.Project
	return &pb.GetProjectRankResponse{Rank: &pb.ProjectRank{
		Place: int32(st.Place), IsEntered: p.IsEntered, Needs: int32(st.Needs),
		Upvotes: int32(p.EligibleUpvotes), Downvotes: int32(p.EligibleDownvotes),
		Pending:    pendingVotes(p),
		Confidence: st.Confidence, PublishedAt: timestamppb.New(*p.PublishedAt),
		Above: h.neighbor(st.Above), Below: h.neighbor(st.Below),
	}}, nil
}

func (h *Handler) neighbor(p *ent.Project) *pb.RankNeighbor {
	if p == nil {
		return nil
	}
	return &pb.RankNeighbor{Id: p.ID.String(), Title: p.Title, Url: h.service.origin + Path(p)}
}

// ListPopularTools implements ProjectService.
func (h *Handler) ListPopularTools(ctx context.Context,
	r *pb.ListPopularToolsRequest) (*pb.ListPopularToolsResponse, error) {
	tools, err := h.service.PopularTools(ctx, paging.Size(r.PageSize, paging.DefaultSize))
	response := &pb.ListPopularToolsResponse{}
	for _, t := range tools {
		_, slug, _ := strings.Cut(t.ID, ":")
		response.Tools = append(response.Tools,
			&pb.PopularTool{Id: slug, Name: ToolName(slug), Count: int32(t.ProjectCount)})
	}
	return response, err
}

// ListByUser lists the projects of a user for the caller in ctx.
func (h *Handler) ListByUser(ctx context.Context, userID uuid.UUID, size int,
	token string) ([]*pb.Project, string, error) {
	projects, next, err := h.service.ListByUser(ctx, auth.From(ctx), userID, size, token)
	return h.service.ListToProto(projects), next, err
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
	return &pb.CreateProjectResponse{Project: h.service.ToProto(p), DescriptionHtml: DescriptionHTML(p)}, nil
}

// UpdateProject implements ProjectService.
func (h *Handler) UpdateProject(ctx context.Context, r *pb.UpdateProjectRequest) (*pb.UpdateProjectResponse, error) {
	in, err := inputFromProto(r.Project)
	if err != nil {
		return nil, err
	}
	p, err := h.service.Update(ctx, auth.From(ctx), store.ParseID(r.Id), in)
	if err != nil {
		return nil, err
	}
	return &pb.UpdateProjectResponse{Project: h.service.ToProto(p), DescriptionHtml: DescriptionHTML(p)}, nil
}

// DeleteProject implements ProjectService.
func (h *Handler) DeleteProject(ctx context.Context, r *pb.DeleteProjectRequest) (*pb.DeleteProjectResponse, error) {
	return &pb.DeleteProjectResponse{Success: true}, h.service.Delete(ctx, auth.From(ctx), store.ParseID(r.Id), "")
}

// FeatureProject implements ProjectService.
func (h *Handler) FeatureProject(ctx context.Context, r *pb.FeatureProjectRequest) (*pb.FeatureProjectResponse, error) {
	var until *time.Time
	if r.Until != nil {
		at := r.Until.AsTime()
		until = &at
	}
	p, err := h.service.Feature(ctx, auth.From(ctx), store.ParseID(r.Id), until, r.Reason, r.FeaturedReason)
	if err != nil {
		return nil, err
	}
	return &pb.FeatureProjectResponse{Project: h.service.ToProto(p)}, nil
}

// UnfeatureProject implements ProjectService.
func (h *Handler) UnfeatureProject(ctx context.Context,
	r *pb.UnfeatureProjectRequest) (*pb.UnfeatureProjectResponse, error) {
	p, err := h.service.Unfeature(ctx, auth.From(ctx), store.ParseID(r.Id), r.Reason)
	if err != nil {
		return nil, err
	}
	return &pb.UnfeatureProjectResponse{Project: h.service.ToProto(p)}, nil
}

// ListFeatures implements ProjectService.
func (h *Handler) ListFeatures(ctx context.Context, r *pb.ListFeaturesRequest) (*pb.ListFeaturesResponse, error) {
	features, next, err := h.service.Features(ctx, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListFeaturesResponse{NextPageToken: next}
	for _, f := range features {
		p := f.Edges.Project
		feature := &pb.ProjectFeature{
			Id: strconv.Itoa(f.ID), ProjectId: p.ID.String(), Title: p.Title, Url: Path(p),
			Owner:  usersummary.ToProto(p.Edges.Owner),
			Reason: f.Reason, FeaturedReason: f.FeaturedReason,
			CreatedAt: timestamppb.New(f.CreatedAt),
		}
		if f.Admin != nil {
			feature.Admin = usersummary.ToProto(f.Admin)
		}
		if f.Until != nil {
			feature.Until = timestamppb.New(*f.Until)
		}
		if f.EndedAt != nil {
			feature.EndedAt = timestamppb.New(*f.EndedAt)
		}
		out.Features = append(out.Features, feature)
	}
	return out, nil
}
