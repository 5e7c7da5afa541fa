package rest

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/fault"
	pb "uvboard/gen/uvboard/v1"
)

func TestRouter(t *testing.T) {
	var rt router
	served := ""
	for _, route := range []string{
		"GET /api/users/{id}", "PUT /api/users/{id}", "GET /api/users/top", "GET /api/users/{id}/stats", "GET /api/users/username/{username}",
		"GET /api/votes/{target_id}/{target_type}", "POST /api/votes", "GET /api/a/b/c", "GET /api/{x}/b/d",
	} {
		method, pattern, _ := strings.Cut(route, " ")
		if err := rt.add(method, pattern, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			served = route
			for _, name := range []string{"id", "username", "target_id", "target_type", "x"} {
				if value := r.PathValue(name); value != "" {
					served += " " + name + "=" + value
				}
			}
		})); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct{ name, method, path, want string }{
		{"Variable", "GET", "/api/users/42", "GET /api/users/{id} id=42"},
		{"LiteralFirst", "GET", "/api/users/top", "GET /api/users/top"},
		{"MethodOfTheLiteralOnly", "PUT", "/api/users/top", "405 GET,HEAD"},
		{"Deeper", "GET", "/api/users/top/stats", "GET /api/users/{id}/stats id=top"},
		{"LiteralBeforeVariableDeeper", "GET", "/api/users/username/stats", "GET /api/users/username/{username} username=stats"},
		{"TwoVariables", "GET", "/api/votes/a/project", "GET /api/votes/{target_id}/{target_type} target_id=a target_type=project"},
		{"ComesBackFromALiteral", "GET", "/api/a/b/d", "GET /api/{x}/b/d x=a"},
		{"Decoded", "GET", "/api/users/a%2Fb%3F", "GET /api/users/{id} id=a/b?"},
		{"HeadIsGet", "HEAD", "/api/users/42", "GET /api/users/{id} id=42"},
		{"WrongMethod", "DELETE", "/api/users/42", "405 GET,HEAD,PUT"},
		{"Unknown", "GET", "/api/nothing/at/all", "404"},
		{"HalfWay", "GET", "/api/users", "404"},
		{"TrailingSlash", "GET", "/api/users/42/", "404"},
		{"DoubleSlash", "GET", "/api//users/42", "404"},
		{"EmptyVariable", "GET", "/api/users//stats", "404"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			served = ""
			r := httptest.NewRequest(tc.method, tc.path, nil)
			switch handler, allowed := rt.find(r); {
			case handler != nil:
				handler.ServeHTTP(nil, r)
			case allowed != nil:
				served = "405 " + strings.Join(allowed, ",")
			default:
				served = "404"
			}
			if served != tc.want {
				t.Errorf("%q, want %q", served, tc.want)
			}
		})
	}
	if rt.add("GET", "/api/users/{other}", nil) == nil {
		t.Error("one path was taken twice")
	}
}

// everything is a project with every kind of field in it.
func everything() *pb.Project {
	users, revenue := 1.5e300, -0.25
	problem := "\x00\x1f \" \\ / \b \f \n \r \t \x7f \u2028 \u2029 é 漢 🎉 <script> & '"
	return &pb.Project{
		Id: "id", Title: problem, Upvotes: math.MaxInt32, Downvotes: math.MinInt32, Stage: pb.Stage_STAGE_LAUNCHED, IsPublic: true,
		SecondaryCategories: []pb.Category{pb.Category_CATEGORY_AI_AGENTS, pb.Category_CATEGORY_OTHER}, Tags: []string{"", problem},
		CreatedAt: timestamppb.New(time.Date(2025, 12, 31, 23, 59, 59, 123456789, time.UTC)), UpdatedAt: timestamppb.New(time.Unix(0, 0)),
		Links: &pb.ProjectLinks{Demo: &problem}, Media: &pb.ProjectMedia{Screenshots: []string{"/uploads/a.png"}},
		Impact: &pb.ProjectImpact{Problem: &problem, Metrics: &pb.ProjectMetrics{Users: &users, Revenue: &revenue, Custom: &structpb.Struct{Fields: map[string]*structpb.Value{
			problem: structpb.NewStringValue(problem), "n": structpb.NewNumberValue(1e21), "small": structpb.NewNumberValue(1e-7), "null": structpb.NewNullValue(), "b": structpb.NewBoolValue(true),
			"deep": structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{structpb.NewStructValue(&structpb.Struct{}), structpb.NewNumberValue(-0.5)}}),
		}}}},
		Author: &pb.Author{Id: "a"},
	}
}

// What is written can be read by any JSON reader and says the same as protojson, but for words, times and absent fields.
func TestEncodeAgreesWithProtojson(t *testing.T) {
	project := everything()
	got := map[string]any{}
	text := appendMessage(nil, project.ProtoReflect())
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	official, err := protojson.MarshalOptions{EmitUnpopulated: true}.Marshal(project)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{}
	if err := json.Unmarshal(official, &want); err != nil {
		t.Fatal(err)
	}
	want["stage"], want["primaryCategory"], want["monetization"] = "launched", "", ""
	want["secondaryCategories"] = []any{"ai_agents", "other"}
	for _, absent := range []string{"repo", "discord", "twitter", "website", "docs"} {
		want["links"].(map[string]any)[absent] = ""
	}
	want["impact"].(map[string]any)["solution"] = ""
	if !reflect.DeepEqual(got, want) {
		for name := range want {
			if !reflect.DeepEqual(got[name], want[name]) {
				t.Errorf("%s: -want +got\n-%v\n+%v", name, want[name], got[name])
			}
		}
		t.Errorf("%d fields, want %d", len(got), len(want))
	}
	if !strings.Contains(string(text), `"createdAt":"2025-12-31T23:59:59.123456789Z"`) {
		t.Errorf("time in %s", text)
	}
}

func TestEncodeEdges(t *testing.T) {
	for _, tc := range []struct {
		name    string
		message proto.Message
		want    string
	}{
		{"AbsentNumberIsNull", &pb.ProjectMetrics{}, `{"users":null,"revenue":null,"custom":{}}`},
		{"NoNumberIsNull", &pb.ProjectMetrics{Users: proto.Float64(math.NaN()), Revenue: proto.Float64(math.Inf(1))}, `{"users":null,"revenue":null,"custom":{}}`},
		{"OmitUnset", &pb.GetSessionResponse{}, `{}`},
		{"ListMessageIsArray", &pb.StringList{Values: []string{"a"}}, `["a"]`},
		{"AbsentListMessageIsEmptyArray", &pb.ProjectMediaInput{Videos: &pb.StringList{}}, `{"screenshots":[],"videos":[]}`},
		{"ImpossibleTimeIsNull", &pb.Activity{CreatedAt: &timestamppb.Timestamp{Seconds: math.MaxInt64}}, `{"id":"","type":"","title":"","content":"","createdAt":null}`},
		{"UnknownEnumNumberIsEmpty", &pb.UserVote{VoteType: 99}, `{"voteType":""}`},
		{"BrokenTextIsReplaced", &pb.GetUserRequest{Id: "a\xffb"}, `{"id":"a\ufffdb"}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := string(appendMessage(nil, tc.message.ProtoReflect())); got != tc.want {
				t.Errorf("-want +got\n-%s\n+%s", tc.want, got)
			}
		})
	}
}

func TestDecodeEdges(t *testing.T) {
	for _, tc := range []struct{ name, body, field string }{ // field "" is success, "!" is malformed
		{"Empty", `{}`, ""},
		{"Null", `null`, ""},
		{"UnknownNamesOfEveryKind", `{"a":1,"b":[{"c":[[]]}],"d":{"e":null},"f":true}`, ""},
		{"LastOfTwoWins", `{"tags":["a"],"tags":["b"]}`, ""},
		{"WholeNumberWithPoint", `{"impact":{"metrics":{"users":3.0}}}`, ""},
		{"TextForObject", `{"impact":"great"}`, "impact"},
		{"ListForObject", `{"links":[]}`, "links"},
		{"ObjectForList", `{"tags":{}}`, "tags"},
		{"ObjectForText", `{"title":{"a":1}}`, "title"},
		{"NumberForBool", `{"isPublic":1}`, "isPublic"},
		{"TextForNumber", `{"impact":{"metrics":{"users":"3"}}}`, "impact.metrics.users"},
		{"NumberTooLarge", `{"impact":{"metrics":{"users":1e999}}}`, "impact.metrics.users"},
		{"NumberForEnum", `{"stage":2}`, "stage"},
		{"EmptyWordInList", `{"vibeTools":[""]}`, "vibeTools[0]"},
		{"NullInList", `{"tags":[null]}`, "tags[0]"},
		{"TextForStruct", `{"impact":{"metrics":{"custom":"x"}}}`, "impact.metrics.custom"},
		{"NothingAtAll", ` `, "!"},
		{"TwoObjects", `{} {}`, "!"},
		{"TrailingComma", `{"title":"x",}`, "!"},
		{"SingleQuotes", `{'title':'x'}`, "!"},
		{"BareText", `"x"`, "!"},
		{"HalfAnObject", `{"tags":["a"`, "!"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := decodeBody([]byte(tc.body), (&pb.ProjectInput{}).ProtoReflect())
			f := fault.Of(err)
			switch {
			case tc.field == "" && err != nil, tc.field != "" && f == nil:
				t.Error(err)
			case tc.field == "!" && (f.Code != "MALFORMED_REQUEST" || len(f.Fields) > 0):
				t.Errorf("%+v", f)
			case tc.field != "" && tc.field != "!" && f.Fields[tc.field] == "":
				t.Errorf("fields %v, want %s", f.Fields, tc.field)
			}
		})
	}
}

// Whatever is sent ends in a message that every door can carry or in a fault of the caller's, never in anything else.
func FuzzDecodeBody(f *testing.F) {
	for _, seed := range []string{
		`{"title":"x","tags":["a"],"stage":"mvp","impact":{"metrics":{"users":1,"custom":{"a":[1,{"b":null}]}}}}`,
		`{"vibeTools":["cursor",""],"media":{"screenshots":null},"isPublic":false}`, `[]`, `{"a":`, "{\"title\":\"\xff\"}", `{"title":"\ud800"}`, strings.Repeat("[", 1000),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		input := &pb.ProjectInput{}
		if err := decodeBody(data, input.ProtoReflect()); err != nil {
			if f := fault.Of(err); f == nil || f.Kind != fault.KindInvalid {
				t.Fatalf("%v is no fault of the caller's", err)
			}
			return
		}
		if _, err := proto.Marshal(input); err != nil {
			t.Fatalf("what was read cannot be carried: %v", err)
		}
		again := &pb.ProjectInput{}
		text := appendMessage(nil, input.ProtoReflect())
		if !json.Valid(text) {
			t.Fatalf("what was read is written as %s", text)
		}
		if err := decodeBody(text, again.ProtoReflect()); err != nil {
			t.Fatalf("what was written cannot be read: %v in %s", err, text)
		}
	})
}

// The same for whole requests of every documented path.
func FuzzRequest(f *testing.F) {
	var services []protoreflect.ServiceDescriptor
	protoregistry.GlobalFiles.RangeFilesByPackage("uvboard.v1", func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			services = append(services, file.Services().Get(i))
		}
		return true
	})
	front, err := New(services)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []struct{ method, target, body string }{
		{"GET", "/api/projects?limit=3&stage=mvp&q=a", ""}, {"GET", "/api/votes/%ff/project", ""}, {"GET", "/api/votes?targetIds=a,,b&targetType=all", ""}, {"GET", "/api/projects/%00", ""},
		{"GET", "/api//", ""}, {"GET", "/api/projects?limit=99999999999999999999", ""}, {"GET", "/api/projects?%zz", ""},
		{"POST", "/api/projects", `{"title":"x"}`}, {"PUT", "/api/users/x?id=y", `{"bio":""}`}, {"DELETE", "/api/votes", `{"targetType":"project"}`}, {"POST", "/api/auth/login", `{"username":1}`},
	} {
		f.Add(seed.method, seed.target, []byte(seed.body))
	}
	f.Fuzz(func(t *testing.T, method, target string, body []byte) {
		r, err := http.NewRequest("GET", "http://host", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Method = method
		r.Header.Set("Content-Type", "application/json")
		if r.URL, err = r.URL.Parse(target); err != nil {
			return
		}
		handler, _ := front.router.find(r)
		if handler == nil {
			return
		}
		at := handler.(*door)
		if _, err := at.decode(httptest.NewRecorder(), r); err != nil {
			f := fault.Of(err)
			if f == nil || f.Status() >= http.StatusInternalServerError {
				t.Fatalf("%v is no fault of the caller's", err)
			}
			at.nameAsQueried(r, f)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	list := &pb.ListProjectsResponse{}
	for range 20 {
		list.Projects = append(list.Projects, everything())
	}
	b.Run("Rest", func(b *testing.B) {
		for b.Loop() {
			if _, err := (codec{}).Marshal(list); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Protojson", func(b *testing.B) {
		for b.Loop() {
			if _, err := (protojson.MarshalOptions{EmitUnpopulated: true}).Marshal(list); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func TestNamesThatAreNoFieldAreKeptWhereAFieldTakesThem(t *testing.T) {
	for _, tc := range []struct{ name, body, want string }{
		{"BesideFields", `{"signups":5,"users":2,"note":"x"}`, `{"users":2,"revenue":null,"custom":{"note":"x","signups":5}}`},
		{"BeforeTheFieldThatTakesThem", `{"signups":5,"custom":{"plates":1}}`, `{"users":null,"revenue":null,"custom":{"plates":1,"signups":5}}`},
		{"AfterIt", `{"custom":{"plates":1},"signups":5}`, `{"users":null,"revenue":null,"custom":{"plates":1,"signups":5}}`},
		{"OfEveryKind", `{"a":{"b":[1,null,true]}}`, `{"users":null,"revenue":null,"custom":{"a":{"b":[1,null,true]}}}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			metrics := &pb.ProjectMetrics{}
			if err := decodeBody([]byte(tc.body), metrics.ProtoReflect()); err != nil {
				t.Fatal(err)
			}
			if got := string(appendMessage(nil, metrics.ProtoReflect())); got != tc.want {
				t.Errorf("-want +got\n-%s\n+%s", tc.want, got)
			}
		})
	}
}
