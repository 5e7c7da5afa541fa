package project

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/slug"
	pb "uvboard/gen/uvboard/v1"
)

// Descriptions, previews and search need a label for every value.
func TestEveryValueHasALabel(t *testing.T) {
	for _, of := range []struct {
		enum   protoreflect.EnumDescriptor
		labels map[string]string
	}{
		{pb.Stage(0).Descriptor(), stageLabels},
		{pb.Category(0).Descriptor(), categoryLabels},
		{pb.VibeTool(0).Descriptor(), toolLabels},
	} {
		for i := range of.enum.Values().Len() {
			if w := enumname.OfNumber(of.enum, of.enum.Values().Get(i).Number()); w != "" && of.labels[w] == "" {
				t.Errorf("%s %s has no label", of.enum.Name(), w)
			}
		}
	}
}

// Lists filter by the slugs of labels; the rows of earlier projects have those of the values.
func TestLabelsHaveSlugsOfTheirOwn(t *testing.T) {
	for _, labels := range []map[string]string{categoryLabels, toolLabels} {
		seen := map[string]string{}
		for value, label := range labels {
			of, _ := slug.Of(value)
			if s, _ := slug.Of(label); s != of || seen[s] != "" || slug.Filter(s) != value {
				t.Errorf("%s has the slug %s, and the label %s and %s have %s", value, of, label, seen[s], s)
			}
			seen[of] = value
		}
	}
}

func TestLabelsMatchTheWebApp(t *testing.T) {
	var source []byte
	for _, file := range []string{"labels.ts", "choices.ts"} {
		content, err := os.ReadFile("../../webapp/src/lib/text/" + file)
		must.NoError(t, err)
		source = append(source, content...)
	}
	lists := map[string]map[string]string{}
	for _, list := range regexp.MustCompile(`(?s)export const (\w+): Labels<\w+> = \{(.*?)\n\};`).
		FindAllSubmatch(source, -1) {
		labels := map[string]string{}
		for _, entry := range regexp.MustCompile(`\[\w+\.(\w+)\]: "(.*)",`).FindAllSubmatch(list[2], -1) {
			labels[strings.ToLower(string(entry[1]))] = string(entry[2])
		}
		lists[string(list[1])] = labels
	}
	for name, ours := range map[string]map[string]string{
		"stageLabels": stageLabels, "categoryLabels": categoryLabels, "toolLabels": toolLabels,
	} {
		theirs, ok := lists[name]
		if !ok {
			t.Errorf("the web app has no %s, only %v", name, slices.Sorted(maps.Keys(lists)))
		} else if diff := cmp.Diff(ours, theirs); diff != "" {
			t.Errorf("%s: -here +web app\n%s", name, diff)
		}
	}
}
