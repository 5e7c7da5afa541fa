package web_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

const hostile = `</script><script>alert(1)</script><!--<script>` + "\u2028"

func sampleProject(id string) *pb.Project {
	users := 1200.0
	return &pb.Project{
		Id: id, UserId: "u", Title: "Kiln & <Fire>", Tagline: "A \"hot\" line\n\u2028", Stage: pb.Stage_STAGE_MVP,
		PrimaryCategory: pb.Category_CATEGORY_AI_AGENTS, VibeTools: []pb.VibeTool{pb.VibeTool_VIBE_TOOL_CURSOR, pb.VibeTool_VIBE_TOOL_VERCEL_V0},
		Tags: []string{"go", "ünïcode 🎉"}, IsPublic: true, CreatedAt: timestamppb.New(time.Date(2025, 3, 1, 12, 0, 0, 5e8, time.UTC)),
		Links: &pb.ProjectLinks{}, Media: &pb.ProjectMedia{},
		Impact: &pb.ProjectImpact{Metrics: &pb.ProjectMetrics{Users: &users, Custom: &structpb.Struct{Fields: map[string]*structpb.Value{
			"stars": structpb.NewNumberValue(4.5), "award": structpb.NewStringValue("gold"),
		}}}},
		Author: &pb.Author{Id: "u", Username: "kiln"},
	}
}

// The web app has a test of its own that reads the same file: what comes with a page is what Connect would have brought.
func TestMessageIsWhatTheWebAppHolds(t *testing.T) {
	project := sampleProject(hostile)
	project.Impact.Metrics.Custom.Fields["$typeName"] = structpb.NewStringValue("google.protobuf.Timestamp")
	project.Impact.Metrics.Custom.Fields["seconds"] = structpb.NewStringValue("not a number")
	total := int32(0)
	answer := &pb.ListProjectsResponse{Projects: []*pb.Project{project, {}}, TotalSize: &total}
	held, err := web.AppendMessage(nil, answer.ProtoReflect())
	if err != nil {
		t.Fatal(err)
	}
	connected, err := protojson.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	// protojson varies its spaces on purpose.
	content, err := json.MarshalIndent(map[string]json.RawMessage{"held": held, "connect": connected}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	content = append(content, '\n')
	path := filepath.FromSlash("../../../webapp/src/lib/testdata/first.json")
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(content)); diff != "" {
		t.Errorf("-want +got of %s (rewrite with -update)\n%s", path, diff)
	}
}

// Whatever may come with a page consists of what appendMessage can write.
func TestAllThatComesWithAPageCanBeWritten(t *testing.T) {
	seen := map[protoreflect.FullName]bool{}
	var check func(message protoreflect.MessageDescriptor)
	check = func(message protoreflect.MessageDescriptor) {
		if seen[message.FullName()] || message.ParentFile().Package() == "google.protobuf" {
			return
		}
		seen[message.FullName()] = true
		for i := range message.Fields().Len() {
			field := message.Fields().Get(i)
			switch field.Kind() {
			case protoreflect.BoolKind, protoreflect.Int32Kind, protoreflect.EnumKind, protoreflect.DoubleKind, protoreflect.StringKind:
			case protoreflect.MessageKind:
				check(field.Message())
			default:
				t.Errorf("%s is of the kind %s", field.FullName(), field.Kind())
			}
			if field.IsMap() || field.ContainingOneof() != nil && !field.HasOptionalKeyword() {
				t.Errorf("%s is a map or one of several", field.FullName())
			}
		}
	}
	for _, request := range []proto.Message{
		&pb.GetSessionRequest{}, &pb.GetCommunityStatsRequest{}, &pb.ListTopUsersRequest{}, &pb.GetUserByUsernameRequest{}, &pb.GetUserStatsRequest{},
		&pb.ListUserProjectsRequest{}, &pb.ListProjectsRequest{}, &pb.GetProjectRequest{}, &pb.ListRelatedProjectsRequest{},
	} {
		method, err := web.MethodOf(request.ProtoReflect().Descriptor())
		if err != nil {
			t.Fatal(err)
		}
		check(method.Input())
		check(method.Output())
	}
}
