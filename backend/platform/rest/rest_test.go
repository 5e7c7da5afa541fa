package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	pb "uvboard/gen/uvboard/v1"
)

func TestRoutes(t *testing.T) {
	gateway, err := New(nil, nil)
	must.NoError(t, err)
	for _, route := range []string{
		"GET /api/users/{id}", "PUT /api/users/{id}", "GET /api/users/top", "GET /api/users/{id}/stats",
		"GET /api/users/username/{username}",
		"GET /api/votes/{target_id}/{target_type}", "POST /api/votes",
	} {
		method, pattern, _ := strings.Cut(route, " ")
		gateway.Handle(method, pattern, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answer := route
			for _, name := range []string{"id", "username", "target_id", "target_type"} {
				if value := r.PathValue(name); value != "" {
					answer += " " + name + "=" + value
				}
			}
			_, _ = w.Write([]byte(answer))
		}))
	}
	for _, tc := range []struct{ name, method, path, want string }{
		{"Variable", "GET", "/api/users/42", "GET /api/users/{id} id=42"},
		{"LiteralBeforeVariable", "GET", "/api/users/top", "GET /api/users/top"},
		{"VariableThenLiteral", "GET", "/api/users/top/stats", "GET /api/users/{id}/stats id=top"},
		{"LiteralThenVariable", "GET", "/api/users/username/stats",
			"GET /api/users/username/{username} username=stats"},
		{"TwoVariables", "GET", "/api/votes/a/project",
			"GET /api/votes/{target_id}/{target_type} target_id=a target_type=project"},
		{"EscapedVariable", "GET", "/api/users/a%2Fb%3F", "GET /api/users/{id} id=a/b?"},
		{"HeadIsGet", "HEAD", "/api/users/42", "GET /api/users/{id} id=42"},
		{"WrongMethod", "DELETE", "/api/users/42", "405 GET, HEAD, PUT"},
		{"UnknownPath", "GET", "/api/nothing/at/all", "404"},
		{"Prefix", "GET", "/api/users", "404"},
		{"TrailingSlash", "GET", "/api/users/42/", "404"},
		{"DoubleSlash", "GET", "/api//users/42", "404"},
		{"DotSegment", "GET", "/api/users/../users/42", "404"},
		{"EmptyVariable", "GET", "/api/users//stats", "404"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			gateway.ServeHTTP(w, httptest.NewRequest(tc.method, tc.path, nil))
			got := w.Body.String()
			if w.Code != http.StatusOK {
				got = strings.TrimSpace(strconv.Itoa(w.Code) + " " + w.Header().Get("Allow"))
			}
			if got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// everything is a project with every kind of field.
func everything() *pb.Project {
	users, revenue := 1.5e300, -0.25
	problem := "\x00\x1f \" \\ / \b \f \n \r \t \x7f \u2028 \u2029 é 漢 🎉 <script> & '"
	return &pb.Project{
		Id: "id", Title: problem, Upvotes: math.MaxInt32, Downvotes: math.MinInt32, Stage: pb.Stage_STAGE_LAUNCHED,
		IsPublic:            true,
		SecondaryCategories: []pb.Category{pb.Category_CATEGORY_AI_AGENTS, pb.Category_CATEGORY_OTHER},
		Tags:                []string{"", problem},
		CreatedAt:           timestamppb.New(time.Date(2025, 12, 31, 23, 59, 59, 123456789, time.UTC)),
		UpdatedAt:           timestamppb.New(time.Unix(0, 0)),
		Links:               &pb.ProjectLinks{Demo: &problem},
		Media:               &pb.ProjectMedia{Screenshots: []string{"/uploads/a.png"}},
		Impact: &pb.ProjectImpact{Problem: &problem, Metrics: &pb.ProjectMetrics{Users: &users, Revenue: &revenue,
			Custom: &structpb.Struct{Fields: map[string]*structpb.Value{
				problem: structpb.NewStringValue(problem), "n": structpb.NewNumberValue(1e21),
				"small": structpb.NewNumberValue(1e-7), "null": structpb.NewNullValue(),
				"b": structpb.NewBoolValue(true),
				"deep": structpb.NewListValue(
					&structpb.ListValue{Values: []*structpb.Value{structpb.NewStructValue(&structpb.Struct{}),
						structpb.NewNumberValue(-0.5)}}),
			}}}},
		Author: &pb.Author{Id: "a"}, FeedbackThreadId: &problem, FirstAnswerAt: timestamppb.New(time.Unix(0, 0)),
		Via: &problem, Pending: &pb.VoteCounts{Upvotes: 1},
	}
}

// The encoder's output is valid JSON and equals protojson's, except for enumeration words and unset fields.
func TestEncodeLikeProtojson(t *testing.T) {
	project := everything()
	got := map[string]any{}
	text := JSON(project)
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	official, err := protojson.MarshalOptions{EmitUnpopulated: true}.Marshal(project)
	must.NoError(t, err)
	want := map[string]any{}
	must.NoError(t, json.Unmarshal(official, &want))
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
		{"NaNIsNull", &pb.ProjectMetrics{Users: proto.Float64(math.NaN()), Revenue: proto.Float64(math.Inf(1))},
			`{"users":null,"revenue":null,"custom":{}}`},
		{"OmitUnset", &pb.GetSessionResponse{}, `{}`},
		{"ListMessageIsArray", &pb.StringList{Values: []string{"a"}}, `["a"]`},
		{"AbsentListMessageIsEmptyArray", &pb.ProjectMediaInput{Videos: &pb.StringList{}},
			`{"screenshots":[],"videos":[]}`},
		{"InvalidTimeIsNull", &pb.Activity{CreatedAt: &timestamppb.Timestamp{Seconds: math.MaxInt64}},
			`{"id":"","type":"","title":"","content":"","createdAt":null,"targetId":"","via":null,"url":""}`},
		{"UnknownEnumNumberIsEmpty", &pb.UserVote{VoteType: 99}, `{"voteType":"","isEligible":false,"reason":null}`},
		{"InvalidUTF8IsReplaced", &pb.GetUserRequest{Id: "a\xffb"}, `{"id":"a\ufffdb"}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := string(JSON(tc.message)); got != tc.want {
				t.Errorf("-want +got\n-%s\n+%s", tc.want, got)
			}
		})
	}
}

func TestDecodeBody(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		fields     string // the fields of the fault
	}{
		{"Empty", `{}`, ""},
		{"Null", `null`, ""},
		{"UnknownNames", `{"a":1,"b":[{"c":[[]]}],"d":{"e":null},"f":true}`, ""},
		{"RepeatedName", `{"tags":["a"],"tags":["b"]}`, ""},
		{"WholeNumberWithPoint", `{"impact":{"metrics":{"users":3.0}}}`, ""},
		{"StringForObject", `{"impact":"great"}`, "impact"},
		{"ListForObject", `{"links":[]}`, "links"},
		{"ObjectForList", `{"tags":{}}`, "tags"},
		{"ObjectForString", `{"title":{"a":1}}`, "title"},
		{"NumberForBool", `{"isPublic":1}`, "isPublic"},
		{"StringForNumber", `{"impact":{"metrics":{"users":"3"}}}`, "impact.metrics.users"},
		{"NumberOutOfRange", `{"impact":{"metrics":{"users":1e999}}}`, "impact.metrics.users"},
		{"NumberForEnum", `{"stage":2}`, "stage"},
		{"EmptyWordInList", `{"vibeTools":[""]}`, "vibeTools[0]"},
		{"NullInList", `{"tags":[null]}`, "tags[0]"},
		{"StringForStruct", `{"impact":{"metrics":{"custom":"x"}}}`, "impact.metrics.custom"},
		{"SeveralFields", `{"stage":"soon","tags":["a",1,2],"title":"x","links":{"demo":false}}`,
			"links.demo stage tags[1] tags[2]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var d decoder
			must.NoError(t, d.body([]byte(tc.body), (&pb.ProjectInput{}).ProtoReflect()))
			var got []string
			if d.fault != nil {
				got = slices.Sorted(maps.Keys(d.fault.Fields))
			}
			if strings.Join(got, " ") != tc.fields {
				t.Errorf("fields %q, want %q", got, tc.fields)
			}
		})
	}
	for name, body := range map[string]string{
		"NoValue": ` `, "TwoValues": `{} {}`, "TrailingComma": `{"title":"x",}`, "SingleQuotes": `{'title':'x'}`,
		"String": `"x"`, "Truncated": `{"tags":["a"`,
		"InvalidUTF8": "{\"title\":\"\xff\"}", "TooDeep": strings.Repeat(`{"x":`, 101) + "1" + strings.Repeat("}", 101),
	} {
		t.Run(name, func(t *testing.T) {
			var d decoder
			if f := fault.Of(d.body([]byte(body), (&pb.ProjectInput{}).ProtoReflect())); f == nil ||
				f.Code != "MALFORMED_REQUEST" {
				t.Errorf("%+v", f)
			}
		})
	}
}

// Unknown names are kept in the Struct field for them.
func TestDecodeOtherNames(t *testing.T) {
	for _, tc := range []struct{ name, body, want string }{
		{"BesideFields", `{"signups":5,"users":2,"note":"x"}`,
			`{"users":2,"revenue":null,"custom":{"note":"x","signups":5}}`},
		{"BeforeTheField", `{"signups":5,"custom":{"plates":1}}`,
			`{"users":null,"revenue":null,"custom":{"plates":1,"signups":5}}`},
		{"AfterTheField", `{"custom":{"plates":1},"signups":5}`,
			`{"users":null,"revenue":null,"custom":{"plates":1,"signups":5}}`},
		{"EveryKind", `{"a":{"b":[1,null,true]}}`, `{"users":null,"revenue":null,"custom":{"a":{"b":[1,null,true]}}}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			metrics, d := &pb.ProjectMetrics{}, decoder{}
			if err := d.body([]byte(tc.body), metrics.ProtoReflect()); err != nil || d.fault != nil {
				t.Fatal(err, d.fault)
			}
			if got := string(JSON(metrics)); got != tc.want {
				t.Errorf("-want +got\n-%s\n+%s", tc.want, got)
			}
		})
	}
}

// A body becomes a message that can be encoded and decoded again, or a fault of the caller.
func FuzzDecodeBody(f *testing.F) {
	for _, seed := range []string{
		`{"title":"x","tags":["a"],"stage":"mvp","impact":{"metrics":{"users":1,"custom":{"a":[1,{"b":null}]}}}}`,
		`{"vibeTools":["cursor",""],"media":{"screenshots":null},"isPublic":false}`, `[]`, `{"a":`,
		"{\"title\":\"\xff\"}", `{"title":"\ud800"}`, strings.Repeat("[", 1000),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		input, d := &pb.ProjectInput{}, decoder{}
		if err := d.body(data, input.ProtoReflect()); err != nil {
			if f := fault.Of(err); f == nil || f.Kind != fault.KindInvalid {
				t.Fatalf("%v is not a fault of the caller", err)
			}
			return
		}
		if d.fault != nil {
			return
		}
		if _, err := proto.Marshal(input); err != nil {
			t.Fatal(err)
		}
		again, text := &pb.ProjectInput{}, JSON(input)
		if !json.Valid(text) {
			t.Fatalf("encoded as %s", text)
		}
		if err := d.body(text, again.ProtoReflect()); err != nil || d.fault != nil {
			t.Fatalf("cannot decode %s: %v, %v", text, err, d.fault)
		}
	})
}

// Any request gets a message of its RPC or a fault of the caller.
func FuzzRequest(f *testing.F) {
	gateway, err := New(apitest.Services(), func(context.Context) *fault.Fault { return nil })
	must.NoError(f, err)
	gateway.SetHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			if err := connect.NewErrorWriter().Write(w, httptest.NewRequest("POST", "/", nil), err); err != nil {
				panic(err)
			}
		}
	}))
	for _, seed := range []struct{ method, target, body string }{
		{"GET", "/api/projects?limit=3&stage=mvp&q=a", ""}, {"GET", "/api/votes/%ff/project", ""},
		{"GET", "/api/votes?targetIds=a,,b&targetType=all", ""}, {"GET", "/api/projects/%00", ""},
		{"GET", "/api//", ""}, {"GET", "/api/projects?limit=99999999999999999999", ""},
		{"GET", "/api/projects?%zz", ""},
		{"POST", "/api/projects", `{"title":"x"}`}, {"PUT", "/api/users/x?id=y", `{"bio":""}`},
		{"DELETE", "/api/votes", `{"targetType":"project"}`}, {"POST", "/api/auth/login", `{"username":1}`},
	} {
		f.Add(seed.method, seed.target, []byte(seed.body))
	}
	f.Fuzz(func(t *testing.T, method, target string, body []byte) {
		r, err := http.NewRequest("GET", "http://host", bytes.NewReader(body))
		must.NoError(t, err)
		r.Method = method
		r.Header.Set("Content-Type", "application/json")
		if r.URL, err = r.URL.Parse(target); err != nil {
			return
		}
		w := httptest.NewRecorder()
		gateway.ServeHTTP(w, r)
		if w.Code >= http.StatusInternalServerError {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	})
}
