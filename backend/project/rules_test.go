package project

import (
	"math"
	"strings"
	"testing"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"

	pb "uvboard/gen/uvboard/v1"
)

// The limits and messages of the fields.
func TestRules(t *testing.T) {
	for name, test := range map[string]struct {
		change  func(in *pb.ProjectInput)
		message string
	}{
		"Valid": {func(*pb.ProjectInput) {}, ""},
		// spec: form.title.min
		"ShortTitle": {func(in *pb.ProjectInput) { in.Title = new(" ab ") },
			"project.title: Title must be at least 3 characters"},
		// spec: form.title.max
		"LongTitle": {func(in *pb.ProjectInput) { in.Title = new(strings.Repeat("é", 81)) },
			"project.title: Title must be 80 characters or less"},
		"TitleOfTwoLines": {func(in *pb.ProjectInput) { in.Title = new("Pixel\nGarden") },
			"project.title: Title must not contain line breaks or hidden control characters"},
		// spec: form.tagline.min
		"ShortTagline": {func(in *pb.ProjectInput) { in.Tagline = new("short") },
			"Tagline must be at least 10 characters"},
		// spec: form.tagline.max, tagline.max
		"LongTagline": {func(in *pb.ProjectInput) { in.Tagline = new(strings.Repeat("x", 141)) },
			"project.tagline: Tagline must be 140 characters or less"},
		// spec: form.category
		"NoCategory": {func(in *pb.ProjectInput) { in.PrimaryCategory = nil }, "Please select a category"},
		// spec: form.stage
		"NoStage": {func(in *pb.ProjectInput) { in.Stage = new(pb.Stage_STAGE_UNSPECIFIED) }, "Please select a stage"},
		// spec: form.tools
		"NoTools": {func(in *pb.ProjectInput) { in.VibeTools = &pb.VibeToolList{} }, "Select at least one vibe tool"},
		// spec: form.logo
		"NoLogo": {func(in *pb.ProjectInput) { in.Logo = nil }, "Logo is required"},
		// spec: form.description.min
		"ShortText": {func(in *pb.ProjectInput) { in.Description = new("short") },
			"Description must be at least 50 characters"},
		// A title is enough for a draft, whichever fields are sent empty with it.
		"Draft": {func(in *pb.ProjectInput) {
			proto.Reset(in)
			in.Title, in.IsPublic = new("Bare idea"), new(false)
		}, ""},
		"DraftOfAForm": {func(in *pb.ProjectInput) {
			in.Tagline, in.Description, in.Logo, in.VibeTools, in.IsPublic = new(""), new("Short."), new(""),
				&pb.VibeToolList{}, new(false)
			in.PrimaryCategory, in.Stage, in.SubmitMode = new(pb.Category(0)), new(pb.Stage(0)),
				pb.SubmitMode_SUBMIT_MODE_COMPLETE
		}, ""},
		"DraftWithoutTitle": {func(in *pb.ProjectInput) { in.Title, in.IsPublic = nil, new(false) },
			"Title must be at least 3 characters"},
		"DraftWithABadLink": {func(in *pb.ProjectInput) {
			in.Links, in.IsPublic = &pb.ProjectLinks{Repo: new("https://?")}, new(false)
		}, "project.links.repo: Please enter a valid URL"},
		// spec: form.urls
		"LinkWithoutHost": {func(in *pb.ProjectInput) { in.Links = &pb.ProjectLinks{Repo: new("https://?")} },
			"project.links.repo: Please enter a valid URL"},
		// Phones capitalize the first letter.
		"CapitalScheme": {func(in *pb.ProjectInput) {
			in.Links = &pb.ProjectLinks{Demo: new("Https://garden.example/"), Repo: new("HTTP://CODE.EXAMPLE")}
		}, ""},
		"LogoOutside": {func(in *pb.ProjectInput) { in.Logo = new("/uploads/../x") },
			"project.logo: Please enter a valid URL"},
		// The pages' content security policy allows images from https only.
		"UnsafeLogo": {func(in *pb.ProjectInput) { in.Logo = new("HTTP://art.example/logo.png") },
			"project.logo: Please enter a picture address that begins with https://"},
		"BadTime": {func(in *pb.ProjectInput) { in.LaunchDate = new("2025-02-28T99:99:99Z") },
			"project.launch_date: Please enter a valid date"},
		"InfiniteMetric": {func(in *pb.ProjectInput) {
			in.Impact = &pb.ProjectImpact{Metrics: &pb.ProjectMetrics{Users: new(math.Inf(1))}}
		}, "project.impact.metrics.users: Users must be a number of at least 0"},
	} {
		t.Run(name, func(t *testing.T) {
			in := garden()
			test.change(in)
			err := protovalidate.Validate(&pb.CreateProjectRequest{Project: in})
			if (err == nil) != (test.message == "") || err != nil && !strings.Contains(err.Error(), test.message) {
				t.Errorf("%v, want %q", err, test.message)
			}
		})
	}
}
