package server

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"

	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

const hostile = `</script><script>alert(1)</script><!--<script>` + "\u2028"

// The web app has a test of its own that reads the same file: what comes with a page is what Connect would have brought.
func TestMessageIsWhatTheWebAppHolds(t *testing.T) {
	project := sampleProject(hostile)
	project.Impact.Metrics.Custom.Fields["$typeName"] = structpb.NewStringValue("google.protobuf.Timestamp")
	project.Impact.Metrics.Custom.Fields["seconds"] = structpb.NewStringValue("not a number")
	total := int32(0)
	answer := &pb.ListProjectsResponse{Projects: []*pb.Project{project, {}}, TotalSize: &total}
	held, err := appendMessage(nil, answer.ProtoReflect())
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
	if *update {
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
		method, err := methodOf(request.ProtoReflect().Descriptor())
		if err != nil {
			t.Fatal(err)
		}
		check(method.Input())
		check(method.Output())
	}
}

// opened is the fixture's page, and the methods whose answers came with it.
func opened(t *testing.T, f *fixture, header map[string]string) (response *http.Response, body string, methods []string) {
	t.Helper()
	response, body = f.do(t, call{method: "GET", path: "/", header: header})
	_, rest, found := strings.Cut(body, `<script type="application/json" id="first">`)
	if !found {
		return response, body, nil
	}
	text, _, _ := strings.Cut(rest, "</script>")
	var answers []struct {
		Method string
		Answer json.RawMessage
	}
	if err := json.Unmarshal([]byte(text), &answers); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	for _, a := range answers {
		methods = append(methods, a.Method)
	}
	return response, body, methods
}

func asking(asks ...web.Ask) func(*Config) {
	return func(c *Config) {
		c.Describe = func(context.Context, *url.URL, web.Caller) (web.Page, bool, error) {
			return web.Page{Status: 200, Title: "x", First: asks, Screen: []string{"src/home.tsx"}}, true, nil
		}
	}
}

func TestWhatComesWithAPage(t *testing.T) {
	session := web.Ask{Request: &pb.GetSessionRequest{}, Personal: true}
	list := web.Ask{Request: &pb.ListProjectsRequest{PageSize: 3}, Paged: true}

	t.Run("IsWhatAVisitorIsAnswered", func(t *testing.T) {
		f := newFixture(t, asking(session, list))
		response, body, methods := opened(t, f, nil)
		if diff := cmp.Diff([]string{"GetSession", "ListProjects"}, methods); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		if got := response.Header.Get("Vary"); !strings.Contains(got, "Cookie") || !strings.Contains(got, "Authorization") {
			t.Errorf("Vary is %q", got)
		}
		if !strings.HasSuffix(strings.TrimSpace(body), "</script>") {
			t.Errorf("it does not stand at the end: %s", body)
		}
	})

	t.Run("IsTheSameForAMemberButForWhatIsTheirOwn", func(t *testing.T) {
		f := newFixture(t, asking(session, list))
		for _, header := range []map[string]string{member(), {"Authorization": "Bearer uvb_x"}, {"Cookie": "uvboard_session=over"}} {
			_, body, methods := opened(t, f, header)
			if diff := cmp.Diff([]string{"ListProjects"}, methods); diff != "" {
				t.Errorf("with %v: -want +got\n%s", header, diff)
			}
			if strings.Contains(body, callers["member"].UserID.String()) {
				t.Errorf("with %v the page says who asked", header)
			}
		}
	})

	t.Run("CannotEndItsScript", func(t *testing.T) {
		f := newFixture(t, asking(list))
		f.projects.projects["one"] = sampleProject("one")
		f.projects.projects["one"].Title = hostile
		_, body, _ := opened(t, f, nil)
		if n := strings.Count(body, "<script"); n != 1 {
			t.Errorf("%d scripts begin in %s", n, body)
		}
		if strings.Contains(body, "<!--") || strings.Contains(body, "\u2028") {
			t.Errorf("a comment or a line begins in %s", body)
		}
	})

	t.Run("IsLeftOutWhenItFails", func(t *testing.T) {
		f := newFixture(t, asking(web.Ask{Request: &pb.GetProjectRequest{Id: "broken"}}))
		response, body, methods := opened(t, f, nil)
		if response.StatusCode != 200 || methods != nil || strings.Contains(body, "secret") {
			t.Errorf("answered %d %s", response.StatusCode, body)
		}
		if !strings.Contains(f.log.String(), "dial tcp") {
			t.Error("the log does not say why")
		}
	})

	t.Run("IsLeftOutWhenItTakesLong", func(t *testing.T) {
		f := newFixture(t, asking(web.Ask{Request: &pb.GetProjectRequest{Id: "late"}}))
		if response, _, methods := opened(t, f, nil); response.StatusCode != 200 || methods != nil {
			t.Errorf("answered %d with %v", response.StatusCode, methods)
		}
		if log := f.log.String(); strings.Contains(log, "ERROR") {
			t.Errorf("what is as meant is logged as an error: %s", log)
		}
	})

	t.Run("IsLeftOutForWhoAsksTooOften", func(t *testing.T) {
		f := newFixture(t, func(c *Config) {
			asking(list)(c)
			c.RateLimits = true
		})
		for range 200 {
			response, _, methods := opened(t, f, nil)
			if response.StatusCode != 200 {
				t.Fatalf("answered %d", response.StatusCode)
			}
			if methods == nil {
				return
			}
		}
		t.Error("200 pages in a row came with their lists")
	})
}

func TestAScreenIsLoadedAlongWithItsPage(t *testing.T) {
	f := newFixture(t, func(c *Config) {
		asking()(c)
		c.WebApp = fstest.MapFS{
			"index.html": {Data: []byte(`<html><head><title>x</title></head><body></body></html>`)},
			manifestName: {Data: []byte(`{
				"index.html": {"file": "assets/index.js", "isEntry": true, "imports": ["_shared.js"], "css": ["assets/index.css"]},
				"_shared.js": {"file": "assets/shared.js"},
				"_cards.js": {"file": "assets/cards.js", "imports": ["index.html"], "css": ["assets/cards.css"]},
				"src/home.tsx": {"file": "assets/home.js", "imports": ["_shared.js", "_cards.js"], "css": ["assets/home.css"]},
				"src/other.tsx": {"file": "assets/other.js"}
			}`)},
		}
	})
	_, body, _ := opened(t, f, nil)
	_, links, _ := strings.Cut(body, "</title>")
	links, _, _ = strings.Cut(links, "</head>")
	want := `<link rel="stylesheet" crossorigin href="/assets/cards.css" /><link rel="stylesheet" crossorigin href="/assets/home.css" />` +
		`<link rel="modulepreload" crossorigin href="/assets/cards.js" /><link rel="modulepreload" crossorigin href="/assets/home.js" />`
	if !strings.HasSuffix(links, want) || strings.Count(links, "modulepreload") != 2 {
		t.Errorf("the head ends with %s", links)
	}
	if response, _ := f.do(t, call{method: "GET", path: "/" + manifestName}); response.StatusCode == 200 && response.Header.Get("Content-Type") == "application/json" {
		t.Error("the manifest is served")
	}
}

func TestPagesAreKeptReadyForVisitors(t *testing.T) {
	f := newHotFixture(t, func(c *Config, _ *countedProjects) {
		asking(web.Ask{Request: &pb.ListProjectsRequest{PageSize: 3}})(c)
	})
	ask := func(path string, header map[string]string, want int64) {
		t.Helper()
		if response, body := f.do(t, call{method: "GET", path: path, header: header}); response.StatusCode != 200 || !strings.Contains(body, `id="first"`) {
			t.Fatalf("%s %s", response.Status, body)
		}
		if got := int64(f.projects.asked.Load()); got != want {
			t.Errorf("%s: the service was asked %d times, want %d", path, got, want)
		}
	}
	ask("/", nil, 1)
	ask("/", nil, 1)
	ask("/search?stage=mvp", nil, 2)
	ask("/search?stage=mvp", nil, 2)
	ask("/search?q=tea", nil, 3)
	ask("/search?q=tea", nil, 4)
	ask("/", member(), 5)
	ask("/projects/one", nil, 6)
	ask("/projects/one", nil, 7)

	// A page that lacks what it should show is nobody else's.
	f.projects.fail.Store(true)
	f.version.Add(1)
	if _, body := f.do(t, call{method: "GET", path: "/"}); strings.Contains(body, `id="first"`) {
		t.Errorf("a page came with what failed: %s", body)
	}
	f.projects.fail.Store(false)
	ask("/", nil, 9)
}
