package server

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"uvboard/backend/platform/golden"
	pb "uvboard/gen/uvboard/v1"
)

const newProject = `{"title":"Kiln","tagline":"Fires clay by itself","primaryCategory":"ai_agents","stage":"mvp",` +
	`"vibeTools":["cursor"],"logo":"/uploads/x.png","userId":"somebody else","isFeatured":true,"monetization":null}`

// Status, headers and bodies of REST responses.
func TestREST(t *testing.T) {
	f := newFixture(t, nil)
	for _, tc := range []struct {
		name string
		call call
	}{
		{"List", call{method: "GET", path: "/api/projects"}},
		{"Get", call{method: "GET", path: "/api/projects/one"}},
		{"Create", call{method: "POST", path: "/api/projects", body: newProject, header: asUser()}},
		{"Delete", call{method: "DELETE", path: "/api/projects/one", header: asUser()}},
		{"EmptyList", call{method: "GET", path: "/api/votes?targetType=project&targetIds=a,b&targetIds=c"}},
		{"FileRoute", call{method: "POST", path: "/api/upload", body: "x",
			header: asUser("Content-Type", "multipart/form-data")}},

		{"UnknownPath", call{method: "GET", path: "/api/nothing"}},
		{"TrailingSlash", call{method: "GET", path: "/api/projects/"}},
		{"WrongMethod", call{method: "PATCH", path: "/api/projects"}},
		{"WrongMethodOfFileRoute", call{method: "GET", path: "/api/upload"}},
		{"NotFound", call{method: "GET", path: "/api/projects/none"}},
		{"Unauthenticated", call{method: "POST", path: "/api/projects", body: newProject}},
		{"UnauthenticatedAndMalformed", call{method: "POST", path: "/api/projects", body: "{"}},
		{"UnauthenticatedFileRoute", call{method: "POST", path: "/api/upload", body: "x"}},
		{"FileRouteFault", call{method: "POST", path: "/api/upload", header: asUser()}},
		{"Conflict", call{method: "GET", path: "/api/projects/conflict"}},
		{"Unavailable", call{method: "GET", path: "/api/projects/unavailable"}},
		{"Internal", call{method: "GET", path: "/api/projects/broken"}},
		{"Unreachable", call{method: "GET", path: "/api/projects/unreachable"}},
		{"Contended", call{method: "GET", path: "/api/projects/contended"}},
		{"Panic", call{method: "GET", path: "/api/projects/panic"}},
		{"AuthenticatorFails", call{method: "GET", path: "/api/auth/me",
			header: map[string]string{"Cookie": "uvboard_session=unlucky"}}},
		{"Validation", call{method: "POST", path: "/api/projects", header: asUser(),
			body: `{"title":"x","tagline":"short","links":{"demo":"javascript:alert(1)"},"tags":["a"],"impact":{"problem":""}}`}},
		{"CreateWithoutBody", call{method: "POST", path: "/api/projects", header: asUser()}},
		{"ValidationOfUser", call{method: "PUT", path: "/api/users/u", body: `{"bio":"` + strings.Repeat("x", 501) +
			`","socialLinks":{"website":"ftp://x"}}`, header: asUser()}},
		{"UpdateWithoutBody", call{method: "PUT", path: "/api/users/u", header: asUser()}},
		{"MalformedJSON", call{method: "POST", path: "/api/projects", body: `{"title":`, header: asUser()}},
		{"BodyIsAnArray", call{method: "POST", path: "/api/projects", body: `["title"]`, header: asUser()}},
		{"BodyIsNotUTF8", call{method: "POST", path: "/api/projects", body: "{\"title\":\"\xff\"}", header: asUser()}},
		{"TooDeep", call{method: "POST", path: "/api/projects", body: `{"impact":{"metrics":{"x":` +
			strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}}}`, header: asUser()}},
		{"WrongType", call{method: "PUT", path: "/api/projects/one", body: `{"links":{"demo":5}}`, header: asUser()}},
		{"WrongTypeInList", call{method: "PUT", path: "/api/projects/one", body: `{"tags":["a",true]}`,
			header: asUser()}},
		{"UnknownEnumInBody", call{method: "PUT", path: "/api/projects/one", body: `{"stage":"STAGE_MVP"}`,
			header: asUser()}},
		{"UnknownEnumInQuery", call{method: "GET", path: "/api/projects?vibeTools=abacus"}},
		{"UnknownEnumInPath", call{method: "GET", path: "/api/votes/one/planet"}},
		{"LimitIsNotANumber", call{method: "GET", path: "/api/projects?limit=many"}},
		{"OffsetTooFar", call{method: "GET", path: "/api/projects?offset=1001"}},
		{"NegativeLimit", call{method: "GET", path: "/api/projects?limit=-1"}},
		{"NULInBody", call{method: "PUT", path: "/api/projects/one", body: `{"tags":["a\u0000b"]}`, header: asUser()}},
		{"NULInPath", call{method: "GET", path: "/api/projects/a%00b"}},
		{"PathIsNotUTF8", call{method: "GET", path: "/api/projects/%ff"}},
		{"MalformedQuery", call{method: "GET", path: "/api/projects?q=%zz"}},
		{"TooLarge", call{method: "POST", path: "/api/projects", body: `{"title":"` + strings.Repeat("x", 256<<10) +
			`"}`, header: asUser()}},
		{"WrongMediaType", call{method: "POST", path: "/api/projects", body: "title=x",
			header: asUser("Content-Type", "application/x-www-form-urlencoded")}},
		{"CompressedBody", call{method: "POST", path: "/api/projects", body: newProject,
			header: asUser("Content-Encoding", "gzip")}},
		{"CrossOrigin", call{method: "POST", path: "/api/projects", body: newProject,
			header: asUser("Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example")}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			response, body := f.do(t, tc.call)
			var b strings.Builder
			fmt.Fprintf(&b, "%s %s\n%s\n", tc.call.method, strings.SplitN(tc.call.path, "\n", 2)[0], response.Status)
			for _, name := range []string{"Allow", "Cache-Control", "Content-Type", "Retry-After", "Vary",
				"X-Next-Cursor", "X-Total-Count"} {
				if values := response.Header.Values(name); len(values) > 0 {
					fmt.Fprintf(&b, "%s: %s\n", name, strings.Join(values, ", "))
				}
			}
			golden.Check(t, filepath.Join("rest", tc.name+".golden"), b.String()+"\n"+body+"\n")
		})
	}
}

func TestRESTRequests(t *testing.T) {
	f := newFixture(t, nil)
	t.Run("Query", func(t *testing.T) {
		f.do(t, call{method: "GET",
			path: "/api/projects?q=fire&stage=beta&category=all&vibeTools=cursor&sort=alphabetical&limit=7&offset=40&cursor=abc&type=trending&unknown=1&tool="})
		want := &pb.ListProjectsRequest{
			Search: "fire", Stage: pb.Stage_STAGE_BETA, Tool: pb.VibeTool_VIBE_TOOL_CURSOR,
			Sort:     pb.ProjectSort_PROJECT_SORT_ALPHABETICAL,
			PageSize: 7, Skip: 40, PageToken: "abc", Type: pb.ProjectListType_PROJECT_LIST_TYPE_TRENDING,
		}
		if !proto.Equal(f.projects.listed, want) {
			t.Errorf("-want +got\n-%v\n+%v", want, f.projects.listed)
		}
	})
	t.Run("ListsInTheQuery", func(t *testing.T) {
		f.do(t, call{method: "GET", path: "/api/votes?targetType=project&targetIds=a,b&targetIds=c"})
		if got := f.votes.batch.GetTargetIds(); !slices.Equal(got, []string{"a", "b", "c"}) {
			t.Errorf("ids %v", got)
		}
	})
	t.Run("AbsentNullAndEmpty", func(t *testing.T) {
		response, body := f.do(t, call{method: "PUT", path: "/api/projects/one", header: asUser(),
			body: `{"id":"two","tags":[],"description":"","launchDate":null,` +
				`"media":{"screenshots":[]},"impact":{"metrics":{"users":3.0,"custom":{"a":1,"b":"two","c":null,"d":[true,{"e":[]}]}}},"isPublic":false,"lookingFor":["users"]}`})
		if response.StatusCode != 200 {
			t.Fatal(response.Status, body)
		}
		got := f.projects.updated
		input := got.GetProject()
		switch {
		case got.GetId() != "one":
			t.Errorf("id %q, want the path's", got.GetId())
		case input.Tags == nil || len(input.Tags.Values) != 0:
			t.Errorf("an empty list is %v, want present and empty", input.Tags)
		case input.Description == nil || *input.Description != "":
			t.Error("an empty text is not present")
		case input.LaunchDate != nil || input.Title != nil || input.CustomTools != nil || input.Links != nil:
			t.Error("null or absent is present")
		case input.Media.GetScreenshots() == nil || input.Media.GetVideos() != nil:
			t.Errorf("media %v", input.Media)
		case input.IsPublic == nil || *input.IsPublic:
			t.Error("false is not present")
		case input.Impact.GetMetrics().GetUsers() != 3:
			t.Errorf("users %v", input.Impact.GetMetrics().GetUsers())
		case len(input.Impact.GetMetrics().GetCustom().GetFields()) != 4:
			t.Errorf("custom metrics %v", input.Impact.GetMetrics().GetCustom())
		case !slices.Equal(input.LookingFor.GetValues(), []pb.LookingFor{pb.LookingFor_LOOKING_FOR_USERS}):
			t.Errorf("looking for %v", input.LookingFor)
		}
	})
	t.Run("Head", func(t *testing.T) {
		response, body := f.do(t, call{method: "HEAD", path: "/api/projects"})
		if response.StatusCode != 200 || body != "" || response.Header.Get("X-Next-Cursor") != "next" {
			t.Errorf("%s %q %v", response.Status, body, response.Header)
		}
	})
	t.Run("Compression", func(t *testing.T) {
		for _, encoding := range []string{"gzip", "identity"} {
			response, body := f.do(t, call{method: "GET", path: "/api/projects",
				header: map[string]string{"Accept-Encoding": encoding}})
			packed := strings.HasPrefix(body, "\x1f\x8b")
			if packed != (encoding == "gzip") || (response.Header.Get("Content-Encoding") == "gzip") != packed {
				t.Errorf("Accept-Encoding %s: Content-Encoding %q, gzip %v", encoding,
					response.Header.Get("Content-Encoding"), packed)
			}
		}
	})
	t.Run("ConnectHeadersAreIgnored", func(t *testing.T) {
		response, body := f.do(t, call{method: "GET", path: "/api/projects", header: map[string]string{
			"Connect-Timeout-Ms": "soon", "Connect-Protocol-Version": "9", "Content-Encoding": "none",
		}})
		if response.StatusCode != 200 {
			t.Error(response.Status, body)
		}
	})
	t.Run("Cookie", func(t *testing.T) {
		response, body := f.do(t, call{method: "POST", path: "/api/auth/login",
			body: `{"username":"kiln","password":"vibecoding"}`})
		if response.StatusCode != 200 || !strings.Contains(response.Header.Get("Set-Cookie"),
			"uvboard_session=member; Path=/") {
			t.Errorf("%s %s %q", response.Status, body, response.Header.Get("Set-Cookie"))
		}
	})
}
