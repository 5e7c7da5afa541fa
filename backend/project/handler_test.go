package project

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	pb "uvboard/gen/uvboard/v1"
)

func garden() *pb.ProjectInput {
	return &pb.ProjectInput{
		Title: new("Pixel Garden"), Tagline: new("Plant pixels and watch them grow"),
		Logo:            new("https://a.example/logo.png"),
		PrimaryCategory: new(pb.Category_CATEGORY_GAMES), Stage: new(pb.Stage_STAGE_BETA),
		VibeTools: &pb.VibeToolList{Values: []pb.VibeTool{pb.VibeTool_VIBE_TOOL_CURSOR}},
	}
}

func TestHandler(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker, admin := h.user(t, "maker"), h.admin(t)
		handler, visitor := NewHandler(h.Service), t.Context()
		member, boss := auth.WithCaller(visitor, maker), auth.WithCaller(visitor, admin)
		in := garden()
		in.Description = new(strings.Repeat("All of it. ", 6))
		in.SecondaryCategories = &pb.CategoryList{Values: []pb.Category{pb.Category_CATEGORY_PHOTO_VIDEO}}
		in.CustomTools = &pb.StringList{Values: []string{"Aider"}}
		in.LookingFor = &pb.LookingForList{Values: []pb.LookingFor{pb.LookingFor_LOOKING_FOR_BETA_TESTERS}}
		in.Monetization = new(pb.Monetization_MONETIZATION_OPEN_SOURCE)
		in.LaunchDate = new("2026-04-01")
		in.Links = &pb.ProjectLinks{Demo: new("https://garden.example"), Docs: new("http://docs.example/x?y=z")}
		in.Media = &pb.ProjectMediaInput{Screenshots: &pb.StringList{Values: []string{"/uploads/a/1.png"}},
			Videos: &pb.StringList{Values: []string{"https://video.example/1"}}}
		in.Impact = &pb.ProjectImpact{Problem: new("Grey screens"), Metrics: &pb.ProjectMetrics{Users: new(12.0),
			Custom: &structpb.Struct{Fields: map[string]*structpb.Value{
				"stars": structpb.NewNumberValue(5), "said": structpb.NewStringValue("wow"),
				"nothing": structpb.NewNullValue(),
			}}}}
		in.Build = &pb.ProjectBuild{Code: new(pb.BuildCode_BUILD_CODE_MOSTLY_AI), Hours: new(int32(0)),
			Lesson: new(" Maps take a week ")}
		in.SubmitMode = pb.SubmitMode_SUBMIT_MODE_COMPLETE
		created, err := handler.CreateProject(member, &pb.CreateProjectRequest{Project: in})
		must.NoError(t, err)
		want := &pb.Project{
			Id: created.Project.Id, Url: Path(h.get(t, nil, store.ParseID(created.Project.Id))),
			UserId: maker.UserID.String(), Title: "Pixel Garden",
			Tagline:     "Plant pixels and watch them grow",
			Description: strings.TrimSpace(strings.Repeat("All of it. ", 6)), Logo: "https://a.example/logo.png",
			Stage: pb.Stage_STAGE_BETA, PrimaryCategory: pb.Category_CATEGORY_GAMES,
			SecondaryCategories: []pb.Category{pb.Category_CATEGORY_PHOTO_VIDEO},
			VibeTools:           []pb.VibeTool{pb.VibeTool_VIBE_TOOL_CURSOR, pb.VibeTool_VIBE_TOOL_OTHER},
			CustomTools:         []string{"Aider"},
			Monetization:        pb.Monetization_MONETIZATION_OPEN_SOURCE,
			LookingFor:          []pb.LookingFor{pb.LookingFor_LOOKING_FOR_BETA_TESTERS},
			IsPublic:            true, LaunchDate: "2026-04-01",
			Links: &pb.ProjectLinks{
				Demo: new("https://garden.example"), Docs: new("http://docs.example/x?y=z"),
				Repo: new(""), Discord: new(""), Twitter: new(""), Website: new(""),
			},
			Media: &pb.ProjectMedia{Screenshots: []string{"/uploads/a/1.png"},
				Videos: []string{"https://video.example/1"}},
			Impact: &pb.ProjectImpact{Problem: new("Grey screens"), Solution: new(""),
				Metrics: &pb.ProjectMetrics{Users: new(12.0), Custom: &structpb.Struct{
					Fields: map[string]*structpb.Value{"stars": structpb.NewNumberValue(5),
						"said": structpb.NewStringValue("wow")},
				}}},
			CreatedAt: timestamppb.New(start), UpdatedAt: timestamppb.New(start), PublishedAt: timestamppb.New(start),
			Author: &pb.Author{Id: maker.UserID.String(), Username: "maker", ViberTag: "@maker"},
			Build: &pb.ProjectBuild{Code: new(pb.BuildCode_BUILD_CODE_MOSTLY_AI), Hours: new(int32(0)),
				Lesson: new("Maps take a week")},
			Alive: &pb.ProjectAlive{State: pb.AliveState_ALIVE_STATE_UNKNOWN},
		}
		t.Run("ReturnsTheInput", func(t *testing.T) {
			if diff := cmp.Diff(want, created.Project, protocmp.Transform()); diff != "" {
				t.Errorf("created (-want +got):\n%s", diff)
			}
			if html := "<p>" + want.Description + "</p>"; created.DescriptionHtml != html {
				t.Errorf("the description is %s", created.DescriptionHtml)
			}
			got, err := handler.GetProject(visitor, &pb.GetProjectRequest{Id: want.Id})
			must.NoError(t, err)
			if diff := cmp.Diff(want, got.Project, protocmp.Transform()); diff != "" {
				t.Errorf("stored (-want +got):\n%s", diff)
			}
		})
		t.Run("KeepsAbsentAndClearsEmptyFields", func(t *testing.T) {
			got, err := handler.UpdateProject(member, &pb.UpdateProjectRequest{Id: want.Id, Project: &pb.ProjectInput{
				Links: &pb.ProjectLinks{Demo: new("")}, CustomTools: &pb.StringList{},
				Monetization: new(pb.Monetization_MONETIZATION_UNSPECIFIED),
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
		t.Run("FeaturesAndDeletes", func(t *testing.T) {
			if got, err := handler.FeatureProject(boss, &pb.FeatureProjectRequest{Id: want.Id,
				Reason: "Lovely"}); err != nil || !got.Project.IsFeatured {
				t.Errorf("%v, %v", got, err)
			}
			if got, err := handler.UnfeatureProject(boss, &pb.UnfeatureProjectRequest{Id: want.Id,
				Reason: "Enough"}); err != nil || got.Project.IsFeatured {
				t.Errorf("%v, %v", got, err)
			}
			if got, err := handler.DeleteProject(member, &pb.DeleteProjectRequest{Id: want.Id}); err != nil ||
				!got.Success {
				t.Errorf("%v, %v", got, err)
			}
		})
		for _, id := range []string{"../etc", "", "0190163d-8694-739b-aea5-966c26f8ad91", want.Id} {
			_, get := handler.GetProject(member, &pb.GetProjectRequest{Id: id})
			_, related := handler.ListRelatedProjects(member, &pb.ListRelatedProjectsRequest{Id: id})
			_, update := handler.UpdateProject(member, &pb.UpdateProjectRequest{Id: id, Project: &pb.ProjectInput{}})
			_, remove := handler.DeleteProject(member, &pb.DeleteProjectRequest{Id: id})
			for _, err := range []error{get, related, update, remove} {
				refuse(t, err, "PROJECT_NOT_FOUND", "")
			}
		}
		t.Run("ErrUnknownNumber", func(t *testing.T) {
			for field, change := range map[string]func(in *pb.ProjectInput){
				"stage":     func(in *pb.ProjectInput) { in.Stage = new(pb.Stage(99)) },
				"vibeTools": func(in *pb.ProjectInput) { in.VibeTools.Values = []pb.VibeTool{99} },
			} {
				in := garden()
				change(in)
				_, err := handler.CreateProject(member, &pb.CreateProjectRequest{Project: in})
				refuse(t, err, "VALIDATION_FAILED", field)
			}
			_, err := handler.ListProjects(visitor, &pb.ListProjectsRequest{Stage: 99})
			refuse(t, err, "VALIDATION_FAILED", "stage")
		})
	})
}
