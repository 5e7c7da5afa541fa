package vibekit

import (
	"strings"
	"testing"

	"buf.build/go/protovalidate"

	pb "uvboard/gen/uvboard/v1"
)

// The limits and messages of the fields.
func TestRules(t *testing.T) {
	for name, test := range map[string]struct {
		change  func(brief *pb.BriefInput, logo *pb.LogoInput)
		message string
	}{
		"Valid": {func(*pb.BriefInput, *pb.LogoInput) {}, ""},
		// spec: imaginator.required
		"NoIdea":      {func(b *pb.BriefInput, _ *pb.LogoInput) { b.Idea = " " }, "Idea is required"},
		"LongestIdea": {func(b *pb.BriefInput, _ *pb.LogoInput) { b.Idea = strings.Repeat("é", 1000) }, ""},
		// spec: imaginator.max, const2.idea
		"LongIdea": {func(b *pb.BriefInput, _ *pb.LogoInput) { b.Idea = strings.Repeat("é", 1001) },
			"Idea must be 1,000 characters or less"},
		"LongAudience": {func(b *pb.BriefInput, _ *pb.LogoInput) { b.Audience = strings.Repeat("é", 201) },
			"Audience must be 200 characters or less"},
		"LongPlatform": {func(b *pb.BriefInput, _ *pb.LogoInput) { b.Platform = strings.Repeat("é", 201) },
			"Platform must be 200 characters or less"},
		"ManyFeatures": {func(b *pb.BriefInput, _ *pb.LogoInput) { b.MustHaveFeatures = make([]string, 21) },
			"List at most 20 must-have features"},
		"LongFeature": {func(b *pb.BriefInput,
			_ *pb.LogoInput) {
			b.MustHaveFeatures = []string{strings.Repeat("é", 101)}
		}, "Each must-have feature must be 100 characters or less"},
		// spec: logo.required
		"NoBrandName": {func(_ *pb.BriefInput, l *pb.LogoInput) { l.BrandName = " " }, "Brand name is required"},
		"LongBrandName": {func(_ *pb.BriefInput, l *pb.LogoInput) { l.BrandName = strings.Repeat("é", 61) },
			"Brand name must be 60 characters or less"},
		"NoColors": {func(_ *pb.BriefInput, l *pb.LogoInput) { l.Colors = nil }, ""},
		"WordForAColor": {func(_ *pb.BriefInput, l *pb.LogoInput) { l.Colors.Accent = "red" },
			"Enter a color such as #22c55e"},
		"ShortColor": {func(_ *pb.BriefInput, l *pb.LogoInput) { l.Colors.Primary = "#fff" },
			"Enter a color such as #6366f1"},
		"ColorWithScript": {func(_ *pb.BriefInput, l *pb.LogoInput) { l.Colors.Secondary = `#ffffff"/>` },
			"Enter a color such as #a855f7"},
	} {
		t.Run(name, func(t *testing.T) {
			brief, logo := &pb.BriefInput{Idea: "A log for kilns"},
				&pb.LogoInput{BrandName: "Kiln", Colors: &pb.LogoColors{Primary: "#Ff0000"}}
			test.change(brief, logo)
			err := protovalidate.Validate(&pb.StreamBriefRequest{Input: brief})
			if err == nil {
				err = protovalidate.Validate(&pb.StreamLogoIdeasRequest{Input: logo})
			}
			if (err == nil) != (test.message == "") || err != nil && !strings.Contains(err.Error(), test.message) {
				t.Errorf("%v, want %q", err, test.message)
			}
		})
	}
}
