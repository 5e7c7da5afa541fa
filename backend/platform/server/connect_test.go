package server

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"connectrpc.com/grpcreflect"
	"google.golang.org/protobuf/proto"

	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/ratelimit"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// compact makes an error of Connect comparable: protojson's spaces vary between builds, and so does the order of map
// entries in the binary detail, whose debug form has the same content.
func compact(t *testing.T, text string) string {
	t.Helper()
	var value map[string]any
	if json.Unmarshal([]byte(text), &value) != nil {
		return text
	}
	details, _ := value["details"].([]any)
	for _, detail := range details {
		delete(detail.(map[string]any), "value")
	}
	data, err := json.Marshal(value)
	must.NoError(t, err)
	return string(data)
}

// The errors of Connect's JSON.
func TestConnectErrors(t *testing.T) {
	f := newFixture(t, nil)
	const projects = "/uvboard.v1.ProjectService/"
	for _, tc := range []struct {
		name string
		call call
	}{
		{"NotFound", call{method: "POST", path: projects + "GetProject", body: `{"id":"none"}`}},
		{"NotFoundByGet", call{method: "GET", path: projects +
			"GetProject?connect=v1&encoding=json&message=%7B%22id%22%3A%22none%22%7D"}},
		{"Conflict", call{method: "POST", path: projects + "GetProject", body: `{"id":"conflict"}`}},
		{"Internal", call{method: "POST", path: projects + "GetProject", body: `{"id":"broken"}`}},
		{"Unreachable", call{method: "POST", path: projects + "GetProject", body: `{"id":"unreachable"}`}},
		{"Contended", call{method: "POST", path: projects + "GetProject", body: `{"id":"contended"}`}},
		{"Panic", call{method: "POST", path: projects + "GetProject", body: `{"id":"panic"}`}},
		{"Unauthenticated", call{method: "POST", path: projects + "DeleteProject", body: `{"id":"one"}`}},
		{"AdminsOnly", call{method: "POST", path: projects + "FeatureProject", body: `{"id":"one","reason":"fine"}`,
			header: asUser()}},
		{"Validation", call{method: "POST", path: projects + "CreateProject",
			body: `{"project":{"title":"x","links":{"demo":"nothing"}}}`, header: asUser()}},
		{"NULInText", call{method: "POST", path: projects + "GetProject", body: `{"id":"a\u0000b"}`}},
		{"GetWithBrokenBase64", call{method: "GET", path: projects +
			"GetProject?connect=v1&encoding=proto&base64=1&message=%21%21"}},
		{"UnknownNumber", call{method: "POST", path: projects + "ListProjects", body: `{"sort":99}`}},
		{"UnknownNumberInProto", call{method: "POST", path: projects + "ListProjects", body: "\x08\x63",
			header: map[string]string{"Content-Type": "application/proto"}}},
		{"UnknownMethod", call{method: "POST", path: projects + "Nothing", body: `{}`}},
		{"UnknownService", call{method: "POST", path: "/uvboard.v1.NoService/Nothing", body: `{}`}},
		{"CrossOrigin", call{method: "POST", path: projects + "GetProject", body: `{"id":"one"}`,
			header: map[string]string{"Sec-Fetch-Site": "cross-site"}}},
		{"RESTCodec", call{method: "POST", path: projects + "GetProject", body: "x",
			header: map[string]string{"Content-Type": "application/rest"}}},
		{"NotImplemented", call{method: "POST", path: projects + "UnfeatureProject",
			body: `{"id":"one","reason":"fine"}`, header: map[string]string{"Cookie": "uvboard_session=admin"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			response, body := f.do(t, tc.call)
			golden.Check(t, filepath.Join("connect", tc.name+".golden"), fmt.Sprintf("%s\n%s\n\n%s\n", response.Status,
				response.Header.Get("Content-Type"), compact(t, body)))
		})
	}
}

// A message that cannot be decoded is refused with Connect's own error before any handler runs.
func TestConnectRefusesUnreadableMessages(t *testing.T) {
	f := newFixture(t, nil)
	const projects = "/uvboard.v1.ProjectService/"
	for _, tc := range []struct {
		name string
		call call
		code connect.Code
	}{
		{"MalformedJSON", call{method: "POST", path: projects + "GetProject", body: `{"id":`},
			connect.CodeInvalidArgument},
		{"GzipThatUnpacksTooLarge", call{method: "POST", path: projects + "GetProject", body: bomb(t),
			header: map[string]string{"Content-Type": "application/json", "Content-Encoding": "gzip"}},
			connect.CodeResourceExhausted},
		{"UnknownEnumName", call{method: "POST", path: projects + "ListProjects",
			body: `{"later":{"a":[1]},"category":"CATEGORY_NONE_OF_THEM"}`}, connect.CodeInvalidArgument},
		{"UnknownEnumNameInAList", call{method: "POST", path: projects + "CreateProject",
			body: `{"project":{"vibeTools":{"values":["VIBE_TOOL_REACT","react"]}}}`, header: asUser()},
			connect.CodeInvalidArgument},
		{"TooDeep", call{method: "POST", path: projects + "GetProject", body: `{"x":` + strings.Repeat(`[`, 100_000) +
			strings.Repeat(`]`, 100_000) + `}`}, connect.CodeInvalidArgument},
		{"TooLarge", call{method: "POST", path: projects + "GetProject", body: `{"id":"` +
			strings.Repeat("x", 256<<10) + `"}`}, connect.CodeResourceExhausted},
	} {
		t.Run(tc.name, func(t *testing.T) {
			response, body := f.do(t, tc.call)
			if response.StatusCode/100 != 4 || !strings.Contains(body, `"code":"`+tc.code.String()+`"`) {
				t.Errorf("%s %s, want %s", response.Status, body, tc.code)
			}
		})
	}
}

// bomb is a small gzip that unpacks to 20 MiB.
func bomb(t *testing.T) string {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.Copy(w, io.LimitReader(zeros{}, 20<<20)); err != nil {
		t.Fatal(err)
	}
	must.NoError(t, w.Close())
	return packed.String()
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestUnknownFieldsAreIgnored(t *testing.T) {
	f := newFixture(t, nil)
	response, body := f.do(t, call{method: "POST", path: "/uvboard.v1.ProjectService/ListProjects",
		body: `{"later":{"category":"x"},"category":"CATEGORY_GAMES"}`})
	if response.StatusCode != http.StatusOK || f.projects.listed.GetCategory() != pb.Category_CATEGORY_GAMES {
		t.Errorf("%s %s, listed %v", response.Status, body, f.projects.listed)
	}
}

// http2Client speaks HTTP/2 without TLS.
func http2Client() *http.Client {
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Client{Transport: &http.Transport{Protocols: protocols, DialContext: (&net.Dialer{}).DialContext}}
}

// Every protocol gives the generated client the same responses and errors.
func TestProtocolsAgree(t *testing.T) {
	f := newFixture(t, nil)
	h2 := http2Client()
	for name, protocol := range map[string]struct {
		client  *http.Client
		options []connect.ClientOption
	}{
		"Connect":     {f.Client(), nil},
		"ConnectJSON": {f.Client(), []connect.ClientOption{connect.WithProtoJSON()}},
		"ConnectGet":  {f.Client(), []connect.ClientOption{connect.WithHTTPGet()}},
		"GRPC":        {h2, []connect.ClientOption{connect.WithGRPC()}},
		"GRPCWeb":     {h2, []connect.ClientOption{connect.WithGRPCWeb()}},
	} {
		t.Run(name, func(t *testing.T) {
			client := uvboardv1connect.NewProjectServiceClient(protocol.client, f.URL, protocol.options...)
			answer, err := client.GetProject(t.Context(), &pb.GetProjectRequest{Id: "one"})
			must.NoError(t, err)
			if want := (&pb.GetProjectResponse{Project: sampleProject("one")}); !proto.Equal(answer, want) {
				t.Errorf("-want +got\n-%v\n+%v", want, answer)
			}
			for id, want := range map[string]*pb.ErrorDetail{
				"none":        {Code: "PROJECT_NOT_FOUND"},
				"broken":      {Code: "INTERNAL"},
				"unreachable": {Code: "UNAVAILABLE", RetryAfter: 5},
				"contended":   {Code: "CONCURRENT_CHANGE"},
				"conflict":    {Code: "NAME_TAKEN", Fields: map[string]string{"title": "That title is taken"}},
			} {
				_, err := client.GetProject(t.Context(), &pb.GetProjectRequest{Id: id})
				if got := detailOf(t, err); !proto.Equal(got, want) {
					t.Errorf("detail of %q: -want +got\n-%v\n+%v", id, want, got)
				}
			}
			ctx, info := connect.NewClientContext(t.Context())
			info.RequestHeader().Set("Cookie", "uvboard_session=member")
			_, err = client.CreateProject(ctx, &pb.CreateProjectRequest{Project: &pb.ProjectInput{}})
			if got := detailOf(t, err); connect.CodeOf(err) != connect.CodeInvalidArgument ||
				got.GetFields()["title"] == "" {
				t.Errorf("validation: %v %v", err, got)
			}
		})
	}
}

func detailOf(t *testing.T, err error) *pb.ErrorDetail {
	t.Helper()
	var connectErr *connect.Error
	if err == nil {
		t.Fatal("no error")
	}
	connectErr, ok := err.(*connect.Error)
	if !ok || len(connectErr.Details()) != 1 {
		t.Fatalf("error %v has no detail", err)
	}
	value, valueErr := connectErr.Details()[0].Value()
	if valueErr != nil {
		t.Fatal(valueErr)
	}
	return value.(*pb.ErrorDetail)
}

func TestLogOfGRPCErrors(t *testing.T) {
	f := newFixture(t, nil)
	client := uvboardv1connect.NewProjectServiceClient(http2Client(), f.URL, connect.WithGRPC())
	if _, err := client.GetProject(t.Context(), &pb.GetProjectRequest{Id: "none"}); connect.CodeOf(
		err) != connect.CodeNotFound {
		t.Fatal(err)
	}
	f.Close() // the line is written after the response
	if log := f.log.String(); !strings.Contains(log, `"status":200`) ||
		!strings.Contains(log, `"code":"PROJECT_NOT_FOUND"`) {
		t.Error(log)
	}
}

// Tools such as grpcurl find the services and their descriptors by reflection.
func TestReflection(t *testing.T) {
	f := newFixture(t, nil)
	stream := grpcreflect.NewClient(http2Client(), f.URL, connect.WithGRPC()).NewStream(t.Context())
	defer func() { _, _ = stream.Close() }()
	names, err := stream.ListServices()
	must.NoError(t, err)
	if len(names) != 6 {
		t.Errorf("services %v, want five and health", names)
	}
	files, err := stream.FileContainingSymbol("uvboard.v1.ProjectService")
	if err != nil || len(files) == 0 || files[0].GetService()[0].GetName() != "ProjectService" {
		t.Errorf("descriptor of ProjectService: %v %v", files, err)
	}
}

// A message of a few bytes is answered with all descriptors, so each counts.
func TestReflectionIsCounted(t *testing.T) {
	f := newFixture(t, func(c *Config) { c.RateLimits = ratelimit.New(nil, time.Now) })
	stream := grpcreflect.NewClient(http2Client(), f.URL, connect.WithGRPC()).NewStream(t.Context())
	defer func() { _, _ = stream.Close() }()
	for range 120 {
		_, err := stream.ListServices()
		must.NoError(t, err)
	}
	if _, err := stream.ListServices(); connect.CodeOf(err) != connect.CodeResourceExhausted {
		t.Errorf("message 121: %v", err)
	}
}

func TestConnectGetHasETag(t *testing.T) {
	f := newFixture(t, nil)
	const path = "/uvboard.v1.ProjectService/GetProject?connect=v1&encoding=json&message=%7B%22id%22%3A%22one%22%7D"
	first, body := f.do(t, call{method: "GET", path: path})
	tag := first.Header.Get("Etag")
	if first.StatusCode != 200 || !strings.HasPrefix(tag, `W/"`) || body == "" {
		t.Fatalf("%s, tag %q", first.Status, tag)
	}
	if got := first.Header.Get("Cache-Control"); got != "private, no-cache" {
		t.Errorf("Cache-Control %q", got)
	}
	if ours, _ := f.do(t, call{method: "GET", path: path,
		header: map[string]string{"Cookie": "uvboard_session=member"}}); ours.Header.Get(
		"Cache-Control") != "no-store" {
		t.Errorf("with a session: Cache-Control %q", ours.Header.Get("Cache-Control"))
	}
	if got := strings.Join(first.Header.Values("Vary"), ", "); !strings.Contains(got, "Cookie") ||
		!strings.Contains(got, "Accept-Encoding") {
		t.Errorf("Vary %q", got)
	}
	second, body := f.do(t, call{method: "GET", path: path, header: map[string]string{"If-None-Match": `"other", ` +
		tag}})
	if second.StatusCode != http.StatusNotModified || body != "" || second.Header.Get("Etag") != tag {
		t.Errorf("unchanged: %s %q, tag %q", second.Status, body, second.Header.Get("Etag"))
	}
	f.projects.mu.Lock()
	f.projects.projects["one"] = sampleProject("two")
	f.projects.mu.Unlock()
	third, _ := f.do(t, call{method: "GET", path: path, header: map[string]string{"If-None-Match": tag}})
	if third.StatusCode != 200 || third.Header.Get("Etag") == tag {
		t.Errorf("changed: %s, tag %q", third.Status, third.Header.Get("Etag"))
	}
}

// Any bytes are decoded or refused, and a decoded message can be encoded.
func FuzzJSONCodec(f *testing.F) {
	for _, seed := range []string{
		`{"id":"x","project":{"title":"Kiln","stage":"STAGE_MVP","impact":{"metrics":{"custom":{"a":[1,{"b":null}]}}}}}`, `{"project":{"stage":99}}`,
		`{"later":[[{}]],"project":{"vibeTools":{"values":["VIBE_TOOL_REACT","x"]}}}`, `{"id":`, `[]`,
		`{"id":"\ud800"}`, strings.Repeat(`{"project":`, 50),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		message := &pb.UpdateProjectRequest{}
		if (jsonCodec{}).Unmarshal(data, message) != nil {
			return
		}
		_ = findBad(message, nil)
		if _, err := proto.Marshal(message); err != nil {
			t.Error(err)
		}
	})
}
