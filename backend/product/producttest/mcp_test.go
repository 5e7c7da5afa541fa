package producttest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"uvboard/backend/media"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// bearer sends an access token.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// agentOf connects the client of the protocol's SDK.
func agentOf(t *testing.T, address, token string) *mcp.ClientSession {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
		&mcp.StreamableClientTransport{Endpoint: address + "/mcp", HTTPClient: &http.Client{Transport: bearer(token)}},
		nil)
	must.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// use calls a tool and returns its text.
func use(t *testing.T, session *mcp.ClientSession, name string, arguments any) (text []byte, failed bool) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	must.NoError(t, err)
	return []byte(result.Content[0].(*mcp.TextContent).Text), result.IsError
}

type object = map[string]any

func TestMCP(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		ada, _ := visitor.register("ada")
		ben, _ := visitor.register("ben")
		token := func(scopes string) string {
			return valueAt(t, ada.want(http.StatusCreated, "POST", "/api/auth/tokens", `{"name":"agent","scopes":`+
				scopes+`}`), "token")
		}

		// Without a valid token the client learns where to read how to log in.
		for _, authorization := range []string{"", "Bearer uvb_unknown"} {
			response, body := visitor.send("POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
				"Authorization", authorization)
			challenge := response.Header.Get("WWW-Authenticate")
			if response.StatusCode != http.StatusUnauthorized ||
				challenge != `Bearer resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource/mcp", scope="read write"` {
				t.Errorf("%s %q: %s", response.Status, challenge, body)
			}
		}
		if got := valueAt(t, visitor.want(http.StatusOK, "GET", "/.well-known/oauth-protected-resource/mcp", ""),
			"resource"); got != "http://localhost:8080/mcp" {
			t.Errorf("resource %s", got)
		}

		agent := agentOf(t, server.URL, token(`["read","write"]`))
		listed, err := agent.ListTools(t.Context(), nil)
		must.NoError(t, err)
		var names []string
		for _, tool := range listed.Tools {
			names = append(names, tool.Name)
		}
		if got := strings.Join(names,
			" "); got != "answer_feedback attach_image create_upload get_project list_feedback list_my_projects post_update request_publish save_draft search_projects update_project" {
			t.Errorf("tools %s", got)
		}
		do := func(name string, arguments any) []byte {
			t.Helper()
			text, failed := use(t, agent, name, arguments)
			if failed {
				t.Fatalf("%s: %s", name, text)
			}
			return text
		}
		refused := func(name string, arguments any, want string) {
			t.Helper()
			if text, failed := use(t, agent, name, arguments); !failed || !strings.Contains(string(text), want) {
				t.Errorf("%s: failed %v, %s", name, failed, text)
			}
		}

		var picture bytes.Buffer
		must.NoError(t, png.Encode(&picture, image.NewRGBA(image.Rect(0, 0, 400, 300))))
		data := base64.StdEncoding.EncodeToString(picture.Bytes())
		logo := valueAt(t, do("attach_image", object{"data": data}), "image")
		refused("save_draft", object{"title": "K"}, "Title must be at least 3 characters")
		draft := object{"title": "Kiln log", "tagline": "Fires and forgets nothing", "primaryCategory": "other",
			"stage": "mvp", "vibeTools": []string{"claude"}, "logo": logo}
		id := valueAt(t, do("save_draft", draft), "id")
		if got := valueAt(t, do("save_draft", object{"id": id, "tagline": "Fires and remembers it all"}),
			"tagline"); got != "Fires and remembers it all" {
			t.Errorf("tagline %q", got)
		}
		do("attach_image", object{"projectId": id, "data": data})
		// The user is told of an animation that is stored as a still image, with and without a project.
		var moving bytes.Buffer
		frame := image.NewPaletted(image.Rect(0, 0, 2100, 10), color.Palette{color.Black, color.White})
		must.NoError(t, gif.EncodeAll(&moving, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{10, 10}}))
		animation := object{"data": base64.StdEncoding.EncodeToString(moving.Bytes())}
		if got := valueAt(t, do("attach_image", animation), "notice"); got != media.NoticeStill {
			t.Errorf("notice %q", got)
		}
		animation["projectId"] = id
		if got := do("attach_image", animation); valueAt(t, got, "notice") != media.NoticeStill ||
			valueAt(t, got, "id") != id {
			t.Errorf("attached: %s", got)
		}
		do("save_draft", object{"id": id, "description": strings.Repeat("It fires the kiln. ", 5)})
		visitor.want(http.StatusNotFound, "GET", "/api/projects/"+id, "")

		// The member publishes.
		if got := valueAt(t, do("request_publish", object{"id": id}), "url"); pathByID(t, db, got) !=
			"http://localhost:8080/projects/"+id {
			t.Errorf("confirm at %s", got)
		}
		visitor.want(http.StatusNotFound, "GET", "/api/projects/"+id, "")
		refused("post_update", object{"projectId": id, "title": "Version 2", "content": "Hotter."}, "")
		ada.want(http.StatusOK, "PUT", "/api/projects/"+id, `{"isPublic":true}`)
		if n := db.Client().PublishRequest.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d requests wait", n)
		}
		refused("request_publish", object{"id": id}, "ALREADY_PUBLIC")
		refused("save_draft", object{"id": id, "title": "Defaced"}, "update_project")
		if got := valueAt(t, do("update_project", object{"id": id, "tagline": "Fires, and remembers it all"}),
			"via"); got != "API" {
			t.Errorf("a correction is via %s", got)
		}
		refused("update_project", object{"id": id, "isPublic": false}, "There is no field isPublic")
		refused("save_draft", object{"title": "Kiln log", "tagLine": "Fires"}, "Did you mean tagline?")
		refused("save_draft", object{"title": "Kiln log", "links": object{"github": "https://kiln.example"}},
			"There is no field links.github")
		refused("save_draft", object{"title": "Kiln log", "stage": "betta"}, "Did you mean beta?")
		refused("post_update", object{"projectId": id}, "title is required")
		if got := valueAt(t, do("list_my_projects", object{}), "projects.0.url"); pathByID(t, db, got) !=
			"http://localhost:8080/projects/"+id {
			t.Errorf("own project at %s", got)
		}
		do("post_update", object{"projectId": id, "title": "Version 2", "content": "Hotter."})

		channel := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/forum/channels",
			`{"name":"Kilns","projectId":"`+id+`"}`), "id")
		thread := valueAt(t, ben.want(http.StatusCreated, "POST", "/api/forum/threads",
			`{"title":"How hot?","content":"In cones.","channelId":"`+channel+`"}`), "id")
		if got := valueAt(t, do("list_feedback", object{}), "feedback.0.threadId"); got != thread {
			t.Errorf("feedback %s", got)
		}
		do("answer_feedback", object{"threadId": thread, "content": "Cone six."})
		if got := string(do("list_feedback", object{})); got != `{"feedback":[]}` {
			t.Errorf("feedback %s", got)
		}
		var is struct {
			Project  struct{ Title string }
			Updates  []struct{ Title string }
			Feedback []struct {
				Thread  struct{ Title string }
				Replies []struct{ Content string }
			}
		}
		must.NoError(t, json.Unmarshal(do("get_project", object{"id": id}), &is))
		if is.Project.Title != "Kiln log" || len(is.Updates) != 1 || len(is.Feedback) != 1 ||
			is.Feedback[0].Replies[0].Content != "Cone six." {
			t.Errorf("project %+v", is)
		}
		if got := valueAt(t, do("search_projects", object{"query": "kiln log"}), "projects.0.id"); got != id {
			t.Errorf("found %s", got)
		}
		for _, address := range []string{"uvboard://projects/" + id, "uvboard://threads/" + thread} {
			read, err := agent.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: address})
			must.NoError(t, err)
			if !strings.Contains(read.Contents[0].Text, "How hot?") {
				t.Errorf("%s: %s", address, read.Contents[0].Text)
			}
		}
		if _, err := agent.ReadResource(t.Context(),
			&mcp.ReadResourceParams{URI: "uvboard://projects/none"}); err == nil {
			t.Error("read a project that is not there")
		}

		// A token for reading writes nothing, and one of another member sees no draft.
		agent = agentOf(t, server.URL, token(`["read"]`))
		do("get_project", object{"id": id})
		refused("save_draft", draft, "SCOPE")
		refused("answer_feedback", object{"threadId": thread, "content": "Cone ten."}, "SCOPE")
		hidden := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/projects",
			`{"title":"Kiln two","tagline":"Fires and forgets nothing","primaryCategory":"other","stage":"mvp","vibeTools":["claude"],"logo":"`+logo+`","isPublic":false}`), "id")
		do("get_project", object{"id": hidden})
		agent = agentOf(t, server.URL,
			valueAt(t, ben.want(http.StatusCreated, "POST", "/api/auth/tokens", `{"name":"agent"}`), "token"))
		for _, tool := range []string{"get_project", "request_publish"} {
			refused(tool, object{"id": hidden}, "NOT_FOUND")
		}
		refused("save_draft", object{"id": hidden, "title": "Defaced"}, "NOT_FOUND")
	})
}

// A message is bounded before anything decodes it, and an unknown one is refused in the form of the protocol.
func TestMCPIsBounded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		ada, _ := visitor.register("ada")
		token := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/auth/tokens", `{"name":"agent"}`), "token")
		call := func(tool, arguments string) string {
			return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"arguments":{` + arguments + `},"name":"` +
				tool + `"}}`
		}
		long := strings.Repeat("A", 300<<10)
		for _, tc := range []struct {
			name, body string
			status     int
			want       string
		}{
			{"Batch", `[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]`, 400, "-32600"},
			{"BatchAfterBlanks", " \n\t[{},{}]", 400, "-32600"},
			{"LargeBatch", "[" + strings.Repeat("{},", 1<<20) + "{}]", 413, "TOO_LARGE"},
			{"NoMessage", "{", 400, "-32700"},
			{"NoRPC", "{}", 400, "-32600"},
			{"UnknownTool", call("fire", ""), 200, `"id":7,"error":{"code":-32602`},
			{"LargeText", call("save_draft", `"description":"`+long+`"`), 413, "TOO_LARGE"},
			{"LargeBesideThePicture", call("attach_image", `"data":"`+long+`","use":["`+strings.Repeat(`","`, 100<<10)+
				`"]`), 413, "TOO_LARGE"},
			{"LargeOtherText", call("attach_image", `"use":"`+long+`","data":"AA"`), 413, "TOO_LARGE"},
			{"LargePicture", call("attach_image", `"data":"`+long+`"`), 200, "UNSUPPORTED_MEDIA_TYPE"},
			{"UnknownMethod", `{"jsonrpc":"2.0","id":7,"method":"kiln/fire","params":{}}`, 200,
				`"id":7,"error":{"code":-32601`},
			{"Subscription", `{"jsonrpc":"2.0","id":7,"method":"subscriptions/listen","params":{}}`, 200,
				`"id":7,"error":{"code":-32601`},
			{"NoParams", `{"jsonrpc":"2.0","id":7,"method":"tools/call"}`, 400, `"id":7,"error":{"code":-32602`},
			{"List", `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`, 200, "attach_image"},
		} {
			response, body := visitor.send("POST", "/mcp", tc.body, "Authorization", "Bearer "+token, "Accept",
				"application/json, text/event-stream")
			if response.StatusCode != tc.status || !strings.Contains(string(body), tc.want) {
				t.Errorf("%s: %s %.300s", tc.name, response.Status, body)
			}
		}
		for origin, status := range map[string]int{"https://evil.example": 403, "http://localhost:8080": 200} {
			response, body := visitor.send("POST", "/mcp", `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`,
				"Authorization", "Bearer "+token, "Accept", "application/json, text/event-stream", "Origin", origin)
			if response.StatusCode != status {
				t.Errorf("from %s: %s %.200s", origin, response.Status, body)
			}
		}
		noise := image.NewRGBA(image.Rect(0, 0, 400, 300))
		for i := range noise.Pix {
			noise.Pix[i] = byte(i*i>>7) | byte(i%4/3*255)
		}
		var picture bytes.Buffer
		must.NoError(t, (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&picture, noise))
		text, failed := use(t, agentOf(t, server.URL, token), "attach_image",
			object{"data": base64.StdEncoding.EncodeToString(picture.Bytes())})
		if failed || !strings.Contains(string(text), "/uploads/") {
			t.Errorf("a picture of %d bytes: %s", picture.Len(), text)
		}
	})
}
