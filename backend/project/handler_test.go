package project

import (
	"context"
	"errors"
	"math"
	"net/http/httptest"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"connectrpc.com/validate"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// client calls a handler with validation, as a user or, with nil, as a visitor.
func (h fixture) client(t *testing.T, caller *auth.Caller) uvboardv1connect.ProjectServiceClient {
	t.Helper()
	door := connect.UnaryInterceptorFunc(func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
			response, err := next(auth.WithCaller(ctx, caller), request)
			if err != nil {
				f, _ := fault.Resolve(ctx, nil, err)
				return nil, fault.ToConnect(f)
			}
			return response, nil
		}
	})
	_, handler := uvboardv1connect.NewProjectServiceHandler(NewHandler(h.Service), connect.WithInterceptors(door, validate.NewInterceptor()))
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return uvboardv1connect.NewProjectServiceClient(server.Client(), server.URL)
}

func garden() *pb.ProjectInput {
	return &pb.ProjectInput{
		Title: new("Pixel Garden"), Tagline: new("Plant pixels and watch them grow"), Logo: new("https://a.example/logo.png"),
		PrimaryCategory: new(pb.Category_CATEGORY_GAMES), Stage: new(pb.Stage_STAGE_BETA),
		VibeTools: &pb.VibeToolList{Values: []pb.VibeTool{pb.VibeTool_VIBE_TOOL_CURSOR}},
	}
}

func TestHandler(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker, admin := h.user(t, "maker"), h.admin(t)
		member, visitor, boss := h.client(t, maker), h.client(t, nil), h.client(t, admin)
		ctx := t.Context()
		in := garden()
		in.Description = new(strings.Repeat("All of it. ", 6))
		in.SecondaryCategories = &pb.CategoryList{Values: []pb.Category{pb.Category_CATEGORY_PHOTO_VIDEO}}
		in.CustomTools = &pb.StringList{Values: []string{"Aider"}}
		in.LookingFor = &pb.LookingForList{Values: []pb.LookingFor{pb.LookingFor_LOOKING_FOR_BETA_TESTERS}}
		in.Monetization = new(pb.Monetization_MONETIZATION_OPEN_SOURCE)
		in.LaunchDate = new("2026-04-01")
		in.Links = &pb.ProjectLinks{Demo: new("https://garden.example"), Docs: new("http://docs.example/x?y=z")}
		in.Media = &pb.ProjectMediaInput{Screenshots: &pb.StringList{Values: []string{"/uploads/a/1.png"}}, Videos: &pb.StringList{Values: []string{"https://video.example/1"}}}
		in.Impact = &pb.ProjectImpact{Problem: new("Grey screens"), Metrics: &pb.ProjectMetrics{Users: new(12.0), Custom: &structpb.Struct{Fields: map[string]*structpb.Value{
			"stars": structpb.NewNumberValue(5), "said": structpb.NewStringValue("wow"), "nothing": structpb.NewNullValue(),
		}}}}
		in.SubmitMode = pb.SubmitMode_SUBMIT_MODE_COMPLETE
		created, err := member.CreateProject(ctx, &pb.CreateProjectRequest{Project: in})
		must.NoError(t, err)
		want := &pb.Project{
			Id: created.Project.Id, UserId: maker.UserID.String(), Title: "Pixel Garden", Tagline: "Plant pixels and watch them grow",
			Description: strings.TrimSpace(strings.Repeat("All of it. ", 6)), Logo: "https://a.example/logo.png",
			Stage: pb.Stage_STAGE_BETA, PrimaryCategory: pb.Category_CATEGORY_GAMES,
			SecondaryCategories: []pb.Category{pb.Category_CATEGORY_PHOTO_VIDEO},
			VibeTools:           []pb.VibeTool{pb.VibeTool_VIBE_TOOL_CURSOR, pb.VibeTool_VIBE_TOOL_OTHER}, CustomTools: []string{"Aider"},
			Monetization: pb.Monetization_MONETIZATION_OPEN_SOURCE, LookingFor: []pb.LookingFor{pb.LookingFor_LOOKING_FOR_BETA_TESTERS},
			IsPublic: true, LaunchDate: "2026-04-01",
			Links: &pb.ProjectLinks{
				Demo: new("https://garden.example"), Docs: new("http://docs.example/x?y=z"),
				Repo: new(""), Discord: new(""), Twitter: new(""), Website: new(""),
			},
			Media: &pb.ProjectMedia{Screenshots: []string{"/uploads/a/1.png"}, Videos: []string{"https://video.example/1"}},
			Impact: &pb.ProjectImpact{Problem: new("Grey screens"), Solution: new(""), Metrics: &pb.ProjectMetrics{Users: new(12.0), Custom: &structpb.Struct{
				Fields: map[string]*structpb.Value{"stars": structpb.NewNumberValue(5), "said": structpb.NewStringValue("wow")},
			}}},
			CreatedAt: timestamppb.New(start), UpdatedAt: timestamppb.New(start), PublishedAt: timestamppb.New(start),
			Author: &pb.Author{Id: maker.UserID.String(), Username: "maker", ViberTag: "@maker"},
		}
		t.Run("ReturnsTheInput", func(t *testing.T) {
			if diff := cmp.Diff(want, created.Project, protocmp.Transform()); diff != "" {
				t.Errorf("created (-want +got):\n%s", diff)
			}
			if html := "<p>" + want.Description + "</p>"; created.DescriptionHtml != html {
				t.Errorf("the description is %s", created.DescriptionHtml)
			}
			got, err := visitor.GetProject(ctx, &pb.GetProjectRequest{Id: want.Id})
			must.NoError(t, err)
			if diff := cmp.Diff(want, got.Project, protocmp.Transform()); diff != "" {
				t.Errorf("stored (-want +got):\n%s", diff)
			}
		})
		t.Run("KeepsAbsentAndClearsEmptyFields", func(t *testing.T) {
			got, err := member.UpdateProject(ctx, &pb.UpdateProjectRequest{Id: want.Id, Project: &pb.ProjectInput{
				Links: &pb.ProjectLinks{Demo: new("")}, CustomTools: &pb.StringList{}, Monetization: new(pb.Monetization_MONETIZATION_UNSPECIFIED),
			}})
			must.NoError(t, err)
			want.Links.Demo, want.CustomTools, want.Monetization = new(""), nil, pb.Monetization_MONETIZATION_FREE
			if diff := cmp.Diff(want, got.Project, protocmp.Transform()); diff != "" {
				t.Errorf("updated (-want +got):\n%s", diff)
			}
			if got.DescriptionHtml != created.DescriptionHtml {
				t.Errorf("the description is %s", got.DescriptionHtml)
			}
		})
		t.Run("ListsWithATotal", func(t *testing.T) {
			other, err := member.CreateProject(ctx, &pb.CreateProjectRequest{Project: garden()})
			must.NoError(t, err)
			page, err := visitor.ListProjects(ctx, &pb.ListProjectsRequest{PageSize: 1, Search: "pixel gard", Category: pb.Category_CATEGORY_GAMES})
			must.NoError(t, err)
			if len(page.Projects) != 1 || page.GetTotalSize() != 2 || page.NextPageToken == "" {
				t.Errorf("page %v", page)
			}
			next, err := visitor.ListProjects(ctx, &pb.ListProjectsRequest{PageSize: 1, Search: "pixel gard", Category: pb.Category_CATEGORY_GAMES, PageToken: page.NextPageToken})
			must.NoError(t, err)
			if len(next.Projects) != 1 || next.TotalSize != nil || next.NextPageToken != "" || next.Projects[0].Id == page.Projects[0].Id {
				t.Errorf("next page %v", next)
			}
			related, err := visitor.ListRelatedProjects(ctx, &pb.ListRelatedProjectsRequest{Id: want.Id})
			if err != nil || len(related.Projects) != 1 || related.Projects[0].Id != other.Project.Id {
				t.Errorf("related %v, %v", related, err)
			}
		})
		t.Run("FeaturesAndDeletes", func(t *testing.T) {
			if got, err := boss.FeatureProject(ctx, &pb.FeatureProjectRequest{Id: want.Id, Reason: "Lovely"}); err != nil || !got.Project.IsFeatured {
				t.Errorf("%v, %v", got, err)
			}
			if got, err := boss.UnfeatureProject(ctx, &pb.UnfeatureProjectRequest{Id: want.Id, Reason: "Enough"}); err != nil || got.Project.IsFeatured {
				t.Errorf("%v, %v", got, err)
			}
			if got, err := member.DeleteProject(ctx, &pb.DeleteProjectRequest{Id: want.Id}); err != nil || !got.Success {
				t.Errorf("%v, %v", got, err)
			}
			_, err := visitor.GetProject(ctx, &pb.GetProjectRequest{Id: want.Id})
			if connect.CodeOf(err) != connect.CodeNotFound {
				t.Errorf("error %v", err)
			}
		})
		for name, id := range map[string]string{"ErrGarbageID": "../etc", "ErrNoID": "", "ErrUnknownID": "0190163d-8694-739b-aea5-966c26f8ad91"} {
			t.Run(name, func(t *testing.T) {
				_, get := member.GetProject(ctx, &pb.GetProjectRequest{Id: id})
				_, related := member.ListRelatedProjects(ctx, &pb.ListRelatedProjectsRequest{Id: id})
				_, update := member.UpdateProject(ctx, &pb.UpdateProjectRequest{Id: id, Project: &pb.ProjectInput{}})
				_, remove := member.DeleteProject(ctx, &pb.DeleteProjectRequest{Id: id})
				for _, err := range []error{get, related, update, remove} {
					if connect.CodeOf(err) != connect.CodeNotFound || !strings.Contains(err.Error(), "Project not found") {
						t.Errorf("error %v", err)
					}
				}
			})
		}
	})
}

func TestHandlerRefuses(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		member := h.client(t, h.user(t, "maker"))
		for name, test := range map[string]struct {
			change  func(in *pb.ProjectInput)
			field   string
			message string
		}{
			"ShortTitle":      {func(in *pb.ProjectInput) { in.Title = new(" ab ") }, "project.title", "Title must be at least 3 characters"},
			"LongTitle":       {func(in *pb.ProjectInput) { in.Title = new(strings.Repeat("é", 81)) }, "project.title", "Title must be 80 characters or less"},
			"TitleOfTwoLines": {func(in *pb.ProjectInput) { in.Title = new("Pixel\nGarden") }, "project.title", "Title must not contain line breaks or hidden control characters"},
			"ShortTagline":    {func(in *pb.ProjectInput) { in.Tagline = new("short") }, "project.tagline", "Tagline must be at least 10 characters"},
			"LongTagline":     {func(in *pb.ProjectInput) { in.Tagline = new(strings.Repeat("x", 141)) }, "project.tagline", "Tagline must be 140 characters or less"},
			"NoCategory":      {func(in *pb.ProjectInput) { in.PrimaryCategory = nil }, "project.primaryCategory", "Please select a category"},
			"NoStage":         {func(in *pb.ProjectInput) { in.Stage = new(pb.Stage_STAGE_UNSPECIFIED) }, "project.stage", "Please select a stage"},
			"NoTools":         {func(in *pb.ProjectInput) { in.VibeTools = &pb.VibeToolList{} }, "project.vibeTools", "Select at least one vibe tool"},
			"NoLogo":          {func(in *pb.ProjectInput) { in.Logo = nil }, "project.logo", "Logo is required"},
			"ShortText":       {func(in *pb.ProjectInput) { in.Description = new("short") }, "project.description", "Description must be at least 50 characters"},
			"ScriptLink":      {func(in *pb.ProjectInput) { in.Links = &pb.ProjectLinks{Demo: new("javascript:alert(1)")} }, "project.links.demo", "Please enter a valid URL"},
			"LinkWithoutHost": {func(in *pb.ProjectInput) { in.Links = &pb.ProjectLinks{Repo: new("https://?")} }, "project.links.repo", "Please enter a valid URL"},
			"LogoNoHost":      {func(in *pb.ProjectInput) { in.Logo = new("http://#") }, "project.logo", "Please enter a valid URL"},
			"UnknownStage":    {func(in *pb.ProjectInput) { in.Stage = new(pb.Stage(99)) }, "stage", "This is not one of the allowed values"},
			"UnknownTool":     {func(in *pb.ProjectInput) { in.VibeTools.Values = []pb.VibeTool{99} }, "vibeTools", "This is not one of the allowed values"},
			"UnspecifiedTool": {func(in *pb.ProjectInput) { in.VibeTools.Values = []pb.VibeTool{0} }, "vibeTools", "Select at least one vibe tool"},
			"InfiniteMetric": {func(in *pb.ProjectInput) {
				in.Impact = &pb.ProjectImpact{Metrics: &pb.ProjectMetrics{Users: new(math.Inf(1))}}
			}, "project.impact.metrics.users", "Users must be a number of at least 0"},
			"BadDate":     {func(in *pb.ProjectInput) { in.LaunchDate = new("2025-02-29") }, "launchDate", "Please enter a valid date"},
			"BadTime":     {func(in *pb.ProjectInput) { in.LaunchDate = new("2025-02-28T99:99:99Z") }, "project.launchDate", "Please enter a valid date"},
			"LogoOutside": {func(in *pb.ProjectInput) { in.Logo = new("/uploads/../x") }, "project.logo", "Please enter a valid URL"},
			"ScreenshotOutside": {func(in *pb.ProjectInput) {
				in.Media = &pb.ProjectMediaInput{Screenshots: &pb.StringList{Values: []string{"/uploads//x.png"}}}
			}, "project.media.screenshots", "Please enter a valid URL"},
			// The pages' content security policy allows images from https only.
			"LogoUnsafe":  {func(in *pb.ProjectInput) { in.Logo = new("HTTP://art.example/logo.png") }, "project.logo", "Please enter a picture address that begins with https://"},
			"CoverUnsafe": {func(in *pb.ProjectInput) { in.CoverImage = new("http://art.example/cover.png") }, "project.coverImage", "Please enter a picture address that begins with https://"},
			"ScreenshotUnsafe": {func(in *pb.ProjectInput) {
				in.Media = &pb.ProjectMediaInput{Screenshots: &pb.StringList{Values: []string{"https://art.example/1.png", "http://art.example/2.png"}}}
			}, "project.media.screenshots", "Please enter a picture address that begins with https://"},
			"NoImage": {func(in *pb.ProjectInput) {
				in.SubmitMode, in.Description = pb.SubmitMode_SUBMIT_MODE_COMPLETE, new(strings.Repeat("Long. ", 10))
			}, "media", "Please add at least one screenshot or a cover image to publish"},
		} {
			t.Run(name, func(t *testing.T) {
				in := garden()
				test.change(in)
				_, err := member.CreateProject(t.Context(), &pb.CreateProjectRequest{Project: in})
				expectField(t, err, test.field, test.message)
			})
		}
		t.Run("UnknownFilter", func(t *testing.T) {
			_, err := member.ListProjects(t.Context(), &pb.ListProjectsRequest{Stage: 99})
			expectField(t, err, "stage", "This is not one of the allowed values")
		})
		t.Run("SkipTooLarge", func(t *testing.T) {
			_, err := member.ListProjects(t.Context(), &pb.ListProjectsRequest{Skip: 1001})
			expectField(t, err, "skip", "Offset must be between 0 and 1000; use the cursor to go further")
		})
		if got := h.list(t, ListQuery{}); len(got) != 0 {
			t.Errorf("refused projects were made: %q", got)
		}
	})
}

// Phones capitalize the first letter.
func TestURLSchemesIgnoreCase(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		in := garden()
		in.Links = &pb.ProjectLinks{Demo: new("Https://garden.example/"), Repo: new("HTTP://CODE.EXAMPLE")}
		if _, err := h.client(t, h.user(t, "maker")).CreateProject(t.Context(), &pb.CreateProjectRequest{Project: in}); err != nil {
			t.Error(err)
		}
	})
}

func expectField(t *testing.T, err error, field, message string) {
	t.Helper()
	connectErr, ok := errors.AsType[*connect.Error](err)
	if !ok || connectErr.Code() != connect.CodeInvalidArgument {
		t.Fatalf("error %v, want an invalid argument", err)
	}
	f := fault.FromConnect(connectErr)
	if f.Fields[field] != message {
		t.Errorf("fields %v, want %s: %s", f.Fields, field, message)
	}
}
