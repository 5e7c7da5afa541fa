package producttest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// toolSchema is what a script reads of a schema in tools/list.
type toolSchema struct {
	Required   []string
	Enum       []string
	Items      *toolSchema
	Properties map[string]*toolSchema
}

// A script that knows the list of tools and nothing else brings a project with two pictures to its owner, posts an
// update and answers feedback: with the SDK of the protocol, and with plain HTTP.
func TestAgentScript(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		for name, connect := range map[string]func(t *testing.T, token string) func(method string, params any) []byte{
			"sdk": func(t *testing.T, token string) func(string, any) []byte {
				session := agentOf(t, server.URL, token)
				return func(method string, params any) []byte {
					var result any
					var err error
					if call, ok := params.(*mcp.CallToolParams); ok {
						result, err = session.CallTool(t.Context(), call)
					} else {
						result, err = session.ListTools(t.Context(), nil)
					}
					must.NoError(t, err)
					content, err := json.Marshal(result)
					must.NoError(t, err)
					return content
				}
			},
			"http": func(t *testing.T, token string) func(string, any) []byte {
				plain := &client{t: t, base: server.URL}
				return func(method string, params any) []byte {
					message, err := json.Marshal(object{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
					must.NoError(t, err)
					var answer struct{ Result json.RawMessage }
					must.NoError(t, json.Unmarshal(plain.want(http.StatusOK, "POST", "/mcp", string(message),
						"Authorization", "Bearer "+token, "Accept", "application/json, text/event-stream"), &answer))
					return answer.Result
				}
			},
		} {
			t.Run(name, func(t *testing.T) {
				visitor := &client{t: t, base: server.URL}
				owner, ownerID := visitor.register("owner_" + name)
				reader, _ := visitor.register("reader_" + name)
				runScript(t, server.URL, owner, reader, connect(t, connectApp(t, db, ownerID, "Kiln agent")))
			})
		}
	})
}

func runScript(t *testing.T, address string, owner, reader *client, send func(method string, params any) []byte) {
	calls := 0
	call := func(tool string, arguments object) (result object, text string) {
		t.Helper()
		calls++
		var answer struct {
			IsError           bool
			Content           []struct{ Text string }
			StructuredContent object
		}
		must.NoError(t, json.Unmarshal(send("tools/call", &mcp.CallToolParams{Name: tool, Arguments: arguments}),
			&answer))
		if answer.IsError {
			return nil, answer.Content[0].Text
		}
		return answer.StructuredContent, ""
	}
	do := func(tool string, arguments object) object {
		t.Helper()
		result, refused := call(tool, arguments)
		if refused != "" {
			t.Fatalf("%s: %s", tool, refused)
		}
		return result
	}

	listed := send("tools/list", nil)
	var list struct {
		Tools []struct {
			Name, Title, Description  string
			InputSchema, OutputSchema *toolSchema
			Annotations               *mcp.ToolAnnotations
		}
	}
	must.NoError(t, json.Unmarshal(listed, &list))
	inputs := map[string]*toolSchema{}
	for _, tool := range list.Tools {
		inputs[tool.Name] = tool.InputSchema
		if tool.Title == "" || tool.Description == "" || tool.OutputSchema == nil || tool.Annotations == nil ||
			tool.Annotations.OpenWorldHint == nil {
			t.Errorf("%s is not described", tool.Name)
		}
	}
	if len(listed) > 32<<10 {
		t.Errorf("the list of tools has %d bytes", len(listed))
	}

	if got := do("list_my_projects", object{}); len(got["projects"].([]any)) != 0 {
		t.Errorf("projects %v", got)
	}
	draft := do("save_draft", object{"title": "Kiln log"})
	id := draft["id"].(string)
	image := func(use string) {
		upload := do("create_upload", object{})
		// The test server has another address than the board.
		path := strings.TrimPrefix(upload["putUrl"].(string), "http://localhost:8080")
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPut, address+path,
			bytes.NewReader(pngFile(t)))
		must.NoError(t, err)
		response, err := http.DefaultClient.Do(request)
		must.NoError(t, err)
		must.NoError(t, response.Body.Close())
		calls++
		if response.StatusCode != http.StatusCreated {
			t.Fatalf("upload: %s", response.Status)
		}
		do("attach_image", object{"projectId": id, "upload": upload["id"], "use": use})
	}
	image("logo")
	image("screenshot")

	// What is missing is what the refusal names; the words are those of the schema.
	_, refused := call("request_publish", object{"id": id})
	var missing struct{ Fields map[string]string }
	must.NoError(t, json.Unmarshal([]byte(refused), &missing))
	more, fields := object{"id": id}, inputs["save_draft"].Properties
	for name := range missing.Fields {
		switch schema := fields[name]; {
		case schema == nil:
			t.Fatalf("there is no field %s to fill: %s", name, refused)
		case schema.Items != nil && len(schema.Items.Enum) > 0:
			more[name] = schema.Items.Enum[:1]
		case len(schema.Enum) > 0:
			more[name] = schema.Enum[0]
		default:
			more[name] = "It logs every firing of a kiln and forgets nothing at all, ever"
		}
	}
	do("save_draft", more)
	page := do("request_publish", object{"id": id})["url"].(string)
	if !strings.HasPrefix(page, "http://localhost:8080/projects/") {
		t.Errorf("published at %s", page)
	}
	owner.want(http.StatusOK, "PUT", "/api/projects/"+id, `{"isPublic":true}`)

	do("post_update", object{"projectId": id, "title": "Version 2", "content": "Hotter."})
	reader.want(http.StatusCreated, "POST", "/api/projects/"+id+"/feedback", `{"content":"Which cone does it fire?"}`)
	waiting := do("list_feedback", object{})["feedback"].([]any)
	if len(waiting) != 1 {
		t.Fatalf("feedback %v", waiting)
	}
	thread := waiting[0].(map[string]any)
	do("answer_feedback", object{"threadId": thread["threadId"], "postId": thread["postId"], "content": "Cone six."})
	if left := do("list_feedback", object{})["feedback"].([]any); len(left) != 0 {
		t.Errorf("feedback %v", left)
	}
	t.Logf("tools/list has %d bytes; %d calls", len(listed), calls)
}
