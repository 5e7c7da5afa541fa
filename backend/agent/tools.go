package agent

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/rest"
)

// tool is a tool with the schemas of what it takes and answers. Fields, rules and sentences come from the proto, so
// that they are those of REST.
type tool struct {
	name, title, about string
	hints              mcp.ToolAnnotations
	in, out            *rest.Schema
	do                 func(t tools, ctx context.Context, in object) (any, error)

	inSchema, outSchema *jsonschema.Schema // as the SDK sends them
}

const (
	defaultListed = 10
	maxListed     = 50
)

// Kinds of tools. What others wrote is an open world.
var (
	readsOwn    = mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(false)}
	readsOthers = mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(true)}
	adds        = mcp.ToolAnnotations{DestructiveHint: new(false), OpenWorldHint: new(false)}
	addsOnce    = mcp.ToolAnnotations{DestructiveHint: new(false), IdempotentHint: true, OpenWorldHint: new(false)}
	overwrites  = mcp.ToolAnnotations{DestructiveHint: new(true), OpenWorldHint: new(false)}
	corrects    = mcp.ToolAnnotations{DestructiveHint: new(true), IdempotentHint: true, OpenWorldHint: new(false)}
)

func text(about string) *rest.Schema { return &rest.Schema{Type: "string", Description: about} }

func word(about string, words ...string) *rest.Schema {
	return &rest.Schema{Type: "string", Description: about, Enum: words}
}

func number(about string, most float64) *rest.Schema {
	return &rest.Schema{Type: "integer", Description: about, Minimum: new(1.0), Maximum: &most}
}

func list(of *rest.Schema) *rest.Schema { return &rest.Schema{Type: "array", Items: of} }

// fields are the properties of an object.
type fields map[string]*rest.Schema

// closed is an object that takes no other fields.
func closed(properties fields, required ...string) *rest.Schema {
	return &rest.Schema{Type: "object", Properties: properties, Required: required, AdditionalProperties: false}
}

// answered is an object that an answer has; more fields may come with a later version.
func answered(properties fields) *rest.Schema {
	loose := fields{}
	for name, property := range properties {
		loose[name] = loosened(property)
	}
	return &rest.Schema{Type: "object", Properties: loose}
}

// loosened is a field of an answer without the rules of what is sent: a draft may lack it. Objects of the proto are not
// described further.
func loosened(schema *rest.Schema) *rest.Schema {
	about, _, _ := strings.Cut(schema.Description, ". ")
	out := &rest.Schema{Type: schema.Type, Description: about}
	switch kind := schema.Kind(); {
	case kind == "array" && schema.Items.Description == "": // of objects that a tool describes, or scalars
		out.Items = schema.Items
	case kind == "array":
		out.Items = &rest.Schema{Type: schema.Items.Type}
	case kind == "object" && out.Type == "object", len(schema.Enum) > 0:
		out.Type = []any{kind, "null"}
	}
	return out
}

// of returns some fields of a message; all without names.
func of(message string, names ...string) fields {
	all := rest.SchemaOf(message).Properties
	if len(names) == 0 {
		return maps.Clone(all)
	}
	picked := fields{}
	for _, name := range names {
		if all[name] == nil {
			panic(message + " has no field " + name)
		}
		picked[name] = all[name]
	}
	return picked
}

// with adds fields.
func (f fields) with(more fields) fields {
	f = maps.Clone(f)
	maps.Copy(f, more)
	return f
}

// projectFields are what an app may write of a project: publishing is left to people.
func projectFields() fields {
	f := of("ProjectInput")
	for _, peoples := range []string{"isPublic", "submitMode", "publishAnyway"} {
		delete(f, peoples)
	}
	return f
}

var wholeURL = fields{"url": text("Address of the page that shows it.")}

// shortProject is a project in a list.
func shortProject(names ...string) *rest.Schema {
	return answered(of("Project", append(names, "id", "title", "tagline", "stage", "upvotes", "downvotes",
		"feedbackCount")...).with(wholeURL))
}

// savedProject is the answer of a tool that writes a project.
func savedProject() *rest.Schema {
	return answered(of("Project", "id", "title", "tagline", "stage", "primaryCategory", "isPublic", "logo",
		"coverImage", "media", "via", "updatedAt").with(wholeURL))
}

func page(name string, of *rest.Schema) *rest.Schema {
	return answered(fields{name: list(of), "nextCursor": text("cursor of the next page; empty on the last one")})
}

var (
	projectID = text("Id of the project.")
	cursor    = text("nextCursor of the page before.")
)

// allTools are the tools, made at the first use.
var allTools = sync.OnceValue(func() []*tool {
	limit := number(fmt.Sprintf("Number of projects, %d if absent.", defaultListed), maxListed)
	all := []*tool{{
		name: "search_projects", title: "Search projects", hints: readsOthers,
		about: "Search the public projects of all users.",
		in: closed(fields{"query": text("Words to look for; absent for the newest projects."),
			"category": word("Only this category.", rest.SchemaOf("Category").Enum...), "limit": limit,
			"cursor": cursor}),
		out: page("projects", shortProject("primaryCategory")), do: tools.search,
	}, {
		name: "get_project", title: "Read a project", hints: readsOthers,
		about: "Read a project with its updates and the newest threads about it.",
		in:    closed(fields{"id": projectID}, "id"),
		out: answered(fields{"project": {Type: "object"}, "updates": list(&rest.Schema{Type: "object"}),
			"feedback": list(&rest.Schema{Type: "object"})}),
		do: func(t tools, ctx context.Context, in object) (any, error) { return t.project(ctx, in.text("id")) },
	}, {
		name: "list_my_projects", title: "List my projects", hints: readsOwn,
		about: "List the user's own projects, drafts included, newest first. Look here before you make a draft, so that no project is made twice.",
		in:    closed(fields{"limit": limit, "cursor": cursor}),
		out:   page("projects", shortProject("isPublic", "isHidden", "updatedAt")), do: tools.mine,
	}, {
		name: "save_draft", title: "Save a draft", hints: overwrites,
		about: "Create a draft of a project, or change one with id. A title is enough for a draft; request_publish says what is missing. Only its owner sees it. Absent fields keep their values.",
		in: closed(projectFields().with(fields{"id": text("Id of the draft to change; absent to create one, " +
			"which needs a title.")})),
		out: savedProject(), do: tools.saveDraft,
	}, {
		name: "update_project", title: "Correct a project", hints: corrects,
		about: "Correct a project that is public, or a draft. Others see the change at once, and that an agent made it. Absent fields keep their values. Publishing and taking back are left to the user.",
		in:    closed(projectFields().with(fields{"id": projectID}), "id"),
		out:   savedProject(), do: tools.update,
	}, {
		name: "create_upload", title: "Get an address for an image", hints: adds,
		about: "Make an address that takes one image for ten minutes. Send the bytes as the body of a PUT to putUrl, without other headers, such as `curl -T shot.png PUT_URL`; then call attach_image with this id as upload. Shorter than data in attach_image.",
		in:    closed(fields{}),
		out:   answered(of("ImageUpload", "id", "putUrl", "maxBytes", "expiresAt")),
		do: func(t tools, ctx context.Context, _ object) (any, error) {
			return t.call(ctx, http.MethodPost, "/api/uploads", struct{}{})
		},
	}, {
		name: "attach_image", title: "Show an image on a project", hints: overwrites,
		about: "Show an image on a project of the user as its logo, its cover or another screenshot. Give upload or data.",
		in: closed(fields{
			"projectId": text("Id of the project that shows it; absent to get an address for save_draft."),
			"use":       word("What it is shown as; a screenshot if absent.", "logo", "cover", "screenshot"),
			"upload":    text("id of create_upload, once the bytes have been sent."),
			"data":      text("The image in base64 instead: PNG, JPEG, WebP or GIF, at most 5 MB."),
		}),
		out: answered(fields(savedProject().Properties).with(fields{
			"image":  text("Address of the image, which save_draft takes."),
			"notice": text("What the user should know about the image."),
		})), do: tools.attachImage,
	}, {
		name: "request_publish", title: "Ask to publish", hints: addsOnce,
		about: "Ask the user to publish a draft. Answers the address of the page where the user does that; give it to the user. If something is missing, the error names it.",
		in:    closed(fields{"id": projectID}, "id"),
		out:   answered(of("PublishRequest")),
		do: func(t tools, ctx context.Context, in object) (any, error) {
			return t.call(ctx, http.MethodPut, projectPath(in.text("id"))+"/publish-request", struct{}{})
		},
	}, {
		name: "post_update", title: "Post an update", hints: adds,
		about: "Post what is new about a public project of the user.",
		in: closed(of("CreateProjectUpdateRequest", "title", "content").with(fields{"projectId": projectID}),
			"projectId", "title", "content"),
		out: answered(of("ProjectUpdate", "id", "title", "createdAt", "via").with(wholeURL)), do: tools.postUpdate,
	}, {
		name: "list_feedback", title: "List feedback", hints: readsOthers,
		about: "List the threads about the user's projects whose last word is not the user's, latest first.",
		in:    closed(fields{"limit": number("Number of threads, 20 if absent.", rest.MaxLimit)}),
		out:   answered(fields{"feedback": list(answered(of("Feedback")))}), do: tools.feedback,
	}, {
		name: "answer_feedback", title: "Answer feedback", hints: adds,
		about: "Answer a thread of list_feedback, or a reply in it, in the name of the user.",
		in: closed(of("CreatePostRequest", "threadId", "content").with(fields{
			"postId": text("Id of the reply to answer; absent to answer the thread.")}), "threadId", "content"),
		out: answered(of("ForumPost", "id", "threadId", "parentId", "createdAt", "via").with(wholeURL)),
		do:  tools.answer,
	}}
	for _, tool := range all {
		tool.hints.Title = tool.title
		tool.inSchema, tool.outSchema = forSDK(tool.in), forSDK(tool.out)
	}
	return all
})

// forSDK returns a schema in the form of the SDK.
func forSDK(schema *rest.Schema) *jsonschema.Schema {
	content, err := json.Marshal(schema)
	out := &jsonschema.Schema{}
	if err == nil {
		err = json.Unmarshal(content, out)
	}
	if err != nil {
		panic(fmt.Sprintf("schema of a tool: %v", err))
	}
	return out
}

// run calls a tool. Its result is JSON, as text and structured. An error is one of REST.
func (t tools) run(of *tool, raw json.RawMessage) (*mcp.CallToolResult, error) {
	in, err := readArguments(of.in, raw)
	var out any
	if err == nil {
		out, err = of.do(t, t.request.Context(), in)
	}
	if f := fault.Of(err); f != nil {
		a := &answer{header: http.Header{}}
		rest.WriteFault(a, f)
		err = &refusal{a.status, a.body.String()}
	}
	if refused := (*refusal)(nil); errors.As(err, &refused) {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: refused.body}}}, nil
	}
	if err != nil {
		return nil, err
	}
	value, err := asJSON(out)
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(shaped(of.out, value))
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(content)}},
		StructuredContent: json.RawMessage(content)}, nil
}

// asJSON returns a value in the types that JSON is decoded to.
func asJSON(value any) (decoded any, err error) {
	content, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(content, &decoded)
	}
	return decoded, err
}

func projectPath(id string) string { return "/api/projects/" + url.PathEscape(id) }

// read calls a REST path and decodes its answer.
func (t tools) read(ctx context.Context, method, path string, body any) (is object, err error) {
	content, err := t.call(ctx, method, path, body)
	if err == nil {
		err = json.Unmarshal(content, &is)
	}
	return is, err
}

// withURL adds the whole address of the page that shows an item, unless its answer has it.
func (t tools) withURL(is object, path string) object {
	address := cmp.Or(is.text("url"), path)
	if strings.HasPrefix(address, "/") {
		address = t.service.origin + address
	}
	is["url"] = address
	return is
}

func (t tools) showing(is object, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return t.withURL(is, "/projects/"+is.text("id")), nil
}

// projects returns a page of projects of a REST path.
func (t tools) projects(ctx context.Context, path string, in object, query url.Values) (any, error) {
	query.Set("limit", fmt.Sprint(in.number("limit", defaultListed)))
	if in.text("cursor") != "" {
		query.Set("cursor", in.text("cursor"))
	}
	got, err := t.send(ctx, http.MethodGet, path+"?"+query.Encode(), nil, "")
	if err != nil {
		return nil, err
	}
	found := []object{}
	if err := json.Unmarshal(got.body.Bytes(), &found); err != nil {
		return nil, err
	}
	for _, p := range found {
		t.withURL(p, "/projects/"+p.text("id"))
	}
	answer := object{"projects": found, "nextCursor": got.header.Get("X-Next-Cursor")}
	for name, header := range map[string]string{"searchedFor": "X-Searched-For", "didYouMean": "X-Did-You-Mean"} {
		text, err := url.PathUnescape(got.header.Get(header))
		if err != nil {
			return nil, fmt.Errorf("header %s: %w", header, err)
		}
		if text != "" {
			answer[name] = text
		}
	}
	return answer, nil
}

func (t tools) search(ctx context.Context, in object) (any, error) {
	query := url.Values{}
	for name, value := range map[string]string{"search": in.text("query"), "category": in.text("category")} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return t.projects(ctx, "/api/projects", in, query)
}

func (t tools) mine(ctx context.Context, in object) (any, error) {
	content, err := t.call(ctx, http.MethodGet, "/api/auth/me", nil)
	if err != nil {
		return nil, err
	}
	var me struct{ User struct{ ID string } }
	if err := json.Unmarshal(content, &me); err != nil {
		return nil, err
	}
	return t.projects(ctx, "/api/users/"+url.PathEscape(me.User.ID)+"/projects", in, url.Values{})
}

// project returns a project with its updates and threads.
func (t tools) project(ctx context.Context, id string) (any, error) {
	path := projectPath(id)
	is, err := t.read(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	updates, err := t.call(ctx, http.MethodGet, path+"/updates?limit=10", nil)
	if err != nil {
		return nil, err
	}
	content, err := t.call(ctx, http.MethodGet, "/api/forum/channels?projectId="+url.QueryEscape(is.text("id")), nil)
	if err != nil {
		return nil, err
	}
	var channels []struct{ ID string }
	if err := json.Unmarshal(content, &channels); err != nil {
		return nil, err
	}
	threads := []any{}
	for _, c := range channels { // one at most
		content, err := t.call(ctx, http.MethodGet, fmt.Sprintf("/api/forum/threads?channelId=%s&limit=%d",
			url.QueryEscape(c.ID), maxThreads), nil)
		if err != nil {
			return nil, err
		}
		var found []struct{ ID string }
		if err := json.Unmarshal(content, &found); err != nil {
			return nil, err
		}
		for _, thread := range found {
			read, err := t.thread(ctx, thread.ID)
			if err != nil {
				return nil, err
			}
			threads = append(threads, read)
		}
	}
	return object{"project": t.withURL(is, "/projects/"+is.text("id")), "updates": updates, "feedback": threads}, nil
}

func (t tools) thread(ctx context.Context, id string) (any, error) {
	path := "/api/forum/threads/" + url.PathEscape(id)
	is, err := t.read(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	replies, err := t.call(ctx, http.MethodGet, fmt.Sprintf("%s/posts?limit=%d", path, maxReplies), nil)
	return object{"thread": t.withURL(is, "/forum/thread/"+is.text("id")), "replies": replies}, err
}

// saveDraft never changes what is public.
func (t tools) saveDraft(ctx context.Context, in object) (any, error) {
	id := in.text("id")
	if delete(in, "id"); id == "" {
		in["isPublic"] = false
		return t.showing(t.read(ctx, http.MethodPost, "/api/projects", in))
	}
	is, err := t.read(ctx, http.MethodGet, projectPath(id), nil)
	if err != nil {
		return nil, err
	}
	if is["isPublic"] == true {
		return nil, fault.Precondition("ALREADY_PUBLIC", "This project is public. Correct it with update_project.")
	}
	return t.showing(t.read(ctx, http.MethodPut, projectPath(id), in))
}

func (t tools) update(ctx context.Context, in object) (any, error) {
	id := in.text("id")
	delete(in, "id")
	return t.showing(t.read(ctx, http.MethodPut, projectPath(id), in))
}

func (t tools) postUpdate(ctx context.Context, in object) (any, error) {
	id := in.text("projectId")
	delete(in, "projectId")
	is, err := t.read(ctx, http.MethodPost, projectPath(id)+"/updates", in)
	if err != nil {
		return nil, err
	}
	return t.withURL(is, "/projects/"+id), nil
}

func (t tools) feedback(ctx context.Context, in object) (any, error) {
	content, err := t.call(ctx, http.MethodGet, fmt.Sprintf("/api/feedback?limit=%d", in.number("limit", 20)), nil)
	if err != nil {
		return nil, err
	}
	found := []object{}
	if err := json.Unmarshal(content, &found); err != nil {
		return nil, err
	}
	for _, f := range found {
		t.withURL(f, "/forum/thread/"+f.text("threadId"))
	}
	return object{"feedback": found}, nil
}

func (t tools) answer(ctx context.Context, in object) (any, error) {
	if in["parentId"] = in["postId"]; in.text("postId") == "" {
		delete(in, "parentId")
	}
	delete(in, "postId")
	is, err := t.read(ctx, http.MethodPost, "/api/forum/posts", in)
	if err != nil {
		return nil, err
	}
	return t.withURL(is, "/forum/thread/"+is.text("threadId")+"?post="+is.text("id")), nil
}

func (t tools) attachImage(ctx context.Context, in object) (any, error) {
	id, data := in.text("projectId"), cmp.Or(t.picture, in.text("data"))
	if (data == "") == (in.text("upload") == "") {
		return nil, fault.Invalid("upload", "Give upload, the id of create_upload, or data, the image in base64.")
	}
	var is struct {
		Media struct{ Screenshots []string }
	}
	if id != "" {
		content, err := t.call(ctx, http.MethodGet, projectPath(id), nil)
		if err == nil {
			err = json.Unmarshal(content, &is)
		}
		if err != nil {
			return nil, err
		}
	}
	address, notice, err := in.text("upload"), "", error(nil)
	switch {
	case data != "":
		address, notice, err = t.upload(ctx, data)
	case !strings.HasPrefix(address, "/uploads/"): // what the PUT has answered is fine, too
		address, err = t.uploaded(ctx, address)
	}
	if err != nil {
		return nil, err
	}
	if id == "" {
		return object{"image": address, "notice": notice}, nil
	}
	change := object{}
	switch in.text("use") {
	case "logo":
		change["logo"] = address
	case "cover":
		change["coverImage"] = address
	default:
		change["media"] = object{"screenshots": append(slices.Clone(is.Media.Screenshots), address)}
	}
	saved, err := t.read(ctx, http.MethodPut, projectPath(id), change)
	if err != nil {
		return nil, err
	}
	saved["image"], saved["notice"] = address, notice // such as that an animation stands still
	return t.showing(saved, nil)
}

// uploaded returns the address of an image that was sent to that of create_upload.
func (t tools) uploaded(ctx context.Context, id string) (address string, err error) {
	is, err := t.read(ctx, http.MethodGet, "/api/uploads/"+url.PathEscape(id), nil)
	if err == nil && is.text("url") == "" {
		err = fault.Precondition("UPLOAD_EMPTY", "No image has arrived. Send its bytes as the body of a PUT to putUrl first.")
	}
	return is.text("url"), err
}

// upload uploads an image in base64.
func (t tools) upload(ctx context.Context, encoded string) (address, notice string, err error) {
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return "", "", fault.Invalid("data", "data must be base64")
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="file"; filename="image"`},
		"Content-Type":        {http.DetectContentType(data)},
	})
	if err == nil {
		_, err = part.Write(data)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return "", "", err
	}
	got, err := t.send(ctx, http.MethodPost, "/api/upload", &form, w.FormDataContentType())
	if err != nil {
		return "", "", err
	}
	var uploaded struct{ URL, Notice string }
	err = json.Unmarshal(got.body.Bytes(), &uploaded)
	return uploaded.URL, uploaded.Notice, err
}
