package enumname_test

import (
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/enumname"
	pb "uvboard/gen/uvboard/v1"
)

func TestWords(t *testing.T) {
	for value, want := range map[protoreflect.Enum]string{
		pb.Category_CATEGORY_AI_AGENTS:          "ai_agents",
		pb.VibeTool_VIBE_TOOL_VERCEL_V0:         "vercel_v0",
		pb.LookingFor_LOOKING_FOR_BETA_TESTERS:  "beta_testers",
		pb.Stage_STAGE_UNSPECIFIED:              "",
		pb.DeletedContent_DELETED_CONTENT_ERASE: "erase",
	} {
		if got := enumname.Of(value); got != want {
			t.Errorf("Of(%v) = %q, want %q", value, got, want)
		}
		if got, ok := enumname.Number(value.Descriptor(), want); !ok || got != value.Number() {
			t.Errorf("Number(%q) = %v, %v, want %v", want, got, ok, value.Number())
		}
	}
	for _, word := range []string{"no such stage", "STAGE_IDEA", "IDEA", "unspecified"} {
		if _, ok := enumname.Number(pb.Stage(0).Descriptor(), word); ok {
			t.Errorf("Number accepts %q", word)
		}
		if got := enumname.Enum[pb.Stage](word); got != pb.Stage_STAGE_UNSPECIFIED {
			t.Errorf("Enum(%q) = %v", word, got)
		}
	}
}
