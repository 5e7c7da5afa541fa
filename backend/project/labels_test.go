package project

import (
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/word"
	pb "uvboard/gen/uvboard/v1"
)

// What has no label would leave a hole in descriptions, previews and what search knows.
func TestEveryValueHasALabel(t *testing.T) {
	for _, of := range []struct {
		enum  protoreflect.EnumDescriptor
		label func(string) string
	}{
		{pb.Stage(0).Descriptor(), StageLabel},
		{pb.Category(0).Descriptor(), CategoryLabel},
		{pb.VibeTool(0).Descriptor(), ToolLabel},
	} {
		for i := range of.enum.Values().Len() {
			if w := word.OfNumber(of.enum, of.enum.Values().Get(i).Number()); w != "" && of.label(w) == "" {
				t.Errorf("%s %s has no label", of.enum.Name(), w)
			}
		}
	}
}
