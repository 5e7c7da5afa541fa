package producttest

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"connectrpc.com/connect"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// lacking are the fields that a draft may lack, as every door names them.
var lacking = []string{"logo", "primaryCategory", "stage", "tagline", "vibeTools"}

// A title is enough for a draft at every door, and every door that publishes names all that is missing.
func TestDraftsAtEveryDoor(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		ada, _ := (&client{t: t, base: server.URL}).register("ada")
		token := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/auth/tokens", `{"name":"agent"}`), "token")
		names := func(door string, body []byte) {
			t.Helper()
			var refused struct{ Fields map[string]string }
			must.NoError(t, json.Unmarshal(body, &refused))
			if got := slices.Sorted(maps.Keys(refused.Fields)); !slices.Equal(got, lacking) {
				t.Errorf("%s names %v: %s", door, got, body)
			}
		}

		id := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/projects",
			`{"title":"Bare idea","isPublic":false}`), "id")
		path := "/api/projects/" + id
		names("POST", ada.want(http.StatusBadRequest, "POST", "/api/projects", `{"title":"Bare idea"}`))
		names("PUT", ada.want(http.StatusBadRequest, "PUT", path, `{"isPublic":true}`))
		names("publish-request", ada.want(http.StatusBadRequest, "PUT", path+"/publish-request", `{}`))

		projects := uvboardv1connect.NewProjectServiceClient(http.DefaultClient, server.URL)
		made, err := projects.CreateProject(ada.inContext(t.Context()),
			&pb.CreateProjectRequest{Project: &pb.ProjectInput{Title: new("Over Connect"), IsPublic: new(false)}})
		must.NoError(t, err)
		_, err = projects.UpdateProject(ada.inContext(t.Context()),
			&pb.UpdateProjectRequest{Id: made.Project.Id, Project: &pb.ProjectInput{IsPublic: new(true)}})
		failed, ok := err.(*connect.Error)
		if !ok || failed.Code() != connect.CodeInvalidArgument {
			t.Fatalf("Connect: %v", err)
		}
		detail, err := failed.Details()[0].Value()
		must.NoError(t, err)
		if got := slices.Sorted(maps.Keys(detail.(*pb.ErrorDetail).Fields)); !slices.Equal(got, lacking) {
			t.Errorf("Connect names %v", got)
		}

		agent := agentOf(t, server.URL, token)
		text, refused := use(t, agent, "save_draft", object{"title": "From an agent"})
		if refused {
			t.Fatalf("save_draft: %s", text)
		}
		draft := valueAt(t, text, "id")
		text, refused = use(t, agent, "request_publish", object{"id": draft})
		if names("request_publish", text); !refused {
			t.Errorf("asked to publish %s", text)
		}
		if text, refused = use(t, agent, "save_draft", object{"id": draft, "tagline": "Soon"}); refused {
			t.Errorf("save_draft: %s", text)
		}
	})
}

// The command saves a folder with a title as a draft, and names what is missing to publish it.
func TestPublishFolderWithATitle(t *testing.T) {
	t.Parallel()
	server := startServe(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir()})
	ada, _ := (&client{t: t, base: server.base}).register("ada")
	token := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/auth/tokens", `{"name":"terminal"}`), "token")
	folder := t.TempDir()
	file := filepath.Join(folder, "uvboard.yaml")
	must.NoError(t, os.WriteFile(file, []byte("title: Bare idea\n"), 0o644))
	env := []string{"UVBOARD_SERVER=" + server.base, "UVBOARD_TOKEN=" + token}
	if out := do(t, 0, env, "publish", folder); !strings.Contains(out, "created the draft") {
		t.Error(out)
	}
	content, err := os.ReadFile(file)
	must.NoError(t, err)
	must.NoError(t, os.WriteFile(file, append(content, "isPublic: true\n"...), 0o644))
	out := do(t, 1, env, "publish", folder)
	for _, field := range lacking {
		if !strings.Contains(out, field) {
			t.Errorf("%s is not named in %s", field, out)
		}
	}
}
