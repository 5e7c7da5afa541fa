package enumname_test

import (
	"testing"

	"uvboard/backend/platform/enumname"
	pb "uvboard/gen/uvboard/v1"
)

func TestWords(t *testing.T) {
	if got := enumname.Of(pb.Category_CATEGORY_AI_AGENTS); got != "ai_agents" {
		t.Errorf("word %q", got)
	}
	if got := enumname.Of(pb.VibeTool_VIBE_TOOL_VERCEL_V0); got != "vercel_v0" {
		t.Errorf("word %q", got)
	}
	if got := enumname.Of(pb.Stage_STAGE_UNSPECIFIED); got != "" {
		t.Errorf("word of unspecified %q", got)
	}
	if got := enumname.Enum[pb.LookingFor]("beta_testers"); got != pb.LookingFor_LOOKING_FOR_BETA_TESTERS {
		t.Errorf("value %v", got)
	}
	if got := enumname.Enum[pb.Stage]("no such stage"); got != pb.Stage_STAGE_UNSPECIFIED {
		t.Errorf("value of an unknown word %v", got)
	}
	if _, ok := enumname.Number(pb.Stage(0).Descriptor(), "STAGE_IDEA"); ok {
		t.Error("the proto's name is taken for a word")
	}
}
