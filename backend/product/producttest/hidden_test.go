package producttest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"github.com/google/uuid"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// secret is a word in all content that others must not see.
const secret = "s3cretkiln"

// filledAt is the time in all requests, so that equal ones are recognized.
var filledAt = timestamppb.Now()

// hiddenItem is an item that only its author and admins see, with the item that it belongs to.
type hiddenItem struct{ kind, id, parent string }

// hideThings creates drafts and content that moderators have hidden or that was deleted, all by the maker.
func hideThings(maker, admin *client) (all []hiddenItem) {
	t := maker.t
	create := func(path, body string) string {
		return valueAt(t, maker.want(http.StatusCreated, "POST", path,
			strings.ReplaceAll(body, "SECRET", "The "+secret+" fires")), "id")
	}
	hide := func(kind, id string) {
		report := `{"targetType":"` + kind + `","targetId":"` + id + `","reason":"spam"}`
		reported := valueAt(t, admin.want(http.StatusCreated, "POST", "/api/reports", report), "id")
		admin.want(http.StatusOK, "PUT", "/api/admin/reports/"+reported, `{"action":"hide","reason":"Spam"}`)
	}
	vote := func(kind, id string) {
		admin.want(http.StatusCreated, "POST", "/api/votes", `{"targetType":"`+kind+`","targetId":"`+id+
			`","voteType":"upvote"}`)
	}
	add := func(kind, id, parent string) { all = append(all, hiddenItem{kind, id, parent}) }

	channel := create("/api/forum/channels", `{"name":"Kiln"}`)
	thread := func(text string) string {
		return create("/api/forum/threads", `{"title":"`+text+`","content":"`+text+`","channelId":"`+channel+`"}`)
	}
	post := func(thread, text string) string {
		return create("/api/forum/posts", `{"content":"`+text+`","threadId":"`+thread+`"}`)
	}
	shown := thread("Shown")
	hiddenThread, deletedThread := thread("SECRET"), thread("SECRET")
	add("forum_post", post(hiddenThread, "SECRET"), hiddenThread)
	add("forum_post", post(deletedThread, "SECRET"), deletedThread)
	hiddenPost, deletedPost := post(shown, "SECRET"), post(shown, "SECRET")
	answer := create("/api/forum/posts", `{"content":"An answer","threadId":"`+shown+`","parentId":"`+deletedPost+`"}`)
	// leaves a placeholder, because of the answer
	maker.want(http.StatusOK, "DELETE", "/api/forum/posts/"+deletedPost, "")
	maker.want(http.StatusOK, "GET", "/api/forum/threads/"+shown+"/posts?fromPostId="+answer, "")
	vote("forum_post", hiddenPost)
	vote("forum_thread", hiddenThread)
	hide("forum_post", hiddenPost)
	hide("forum_thread", hiddenThread)
	maker.want(http.StatusOK, "DELETE", "/api/forum/threads/"+deletedThread, "")
	add("forum_post", hiddenPost, shown)
	add("forum_post", deletedPost, shown)
	add("forum_thread", hiddenThread, channel)
	add("forum_thread", deletedThread, channel)

	story := func(text, more string) string {
		return create("/api/blog/posts", `{"title":"`+text+`","excerpt":"`+text+`","content":"`+text+`","tags":["`+
			secret+`"]`+more+`}`)
	}
	comment := func(story string) string { return create("/api/blog/posts/"+story+"/comments", `{"content":"SECRET"}`) }
	shownStory := create("/api/blog/posts", `{"title":"Shown","content":"Shown"}`)
	hiddenStory, deletedStory := story("SECRET", ""), story("SECRET", "")
	add("blog_comment", comment(hiddenStory), hiddenStory)
	add("blog_comment", comment(deletedStory), deletedStory)
	hiddenComment := comment(shownStory)
	hide("blog_comment", hiddenComment)
	hide("blog_post", hiddenStory)
	maker.want(http.StatusOK, "DELETE", "/api/blog/"+deletedStory, "")
	add("blog_comment", hiddenComment, shownStory)
	add("blog_post", hiddenStory, "")
	add("blog_post", deletedStory, "")
	add("blog_post", story("SECRET", `,"isPublished":false`), "")

	project := func(title string, more string) string {
		form, contentType := imageForm(t, "file")
		logo := valueAt(t, maker.want(http.StatusCreated, "POST", "/api/upload", string(form), "Content-Type",
			contentType), "url")
		return create("/api/projects", `{"title":"`+title+
			`","tagline":"SECRET all by itself","primaryCategory":"other","stage":"mvp","vibeTools":["cursor"],"logo":"`+logo+`"`+more+`}`)
	}
	collection := func(public bool) string {
		return create("/api/collections", fmt.Sprintf(`{"title":"SECRET","description":"SECRET","isPublic":%t}`,
			public))
	}
	hiddenCollection := collection(true)
	hide("collection", hiddenCollection)
	add("collection", hiddenCollection, "")
	add("collection", collection(false), "")
	hiddenProject := project("Hidden SECRET", "")
	create("/api/projects/"+hiddenProject+"/updates", `{"title":"SECRET","content":"SECRET"}`)
	shownCollection := create("/api/collections", `{"title":"Shown","isPublic":true}`)
	maker.want(http.StatusOK, "PUT", "/api/collections/"+shownCollection+"/items/"+hiddenProject, "{}")
	vote("project", hiddenProject)
	hide("project", hiddenProject)
	add("project", hiddenProject, "")
	add("project", project("Draft SECRET", `,"isPublic":false`), "")
	return all
}

// The text of hidden content is in no response to others, whichever method they call with whichever id, and no write
// changes it.
func TestHiddenContentOverGRPC(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		maker, makerID := visitor.register("maker")
		member, _ := visitor.register("member")
		admin, _ := visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		items := hideThings(maker, admin)
		before := hiddenRows(t, db)
		h2 := h2Client()

		seen := map[string]bool{}    // methods that showed an item to its author or an admin
		refused := map[string]bool{} // by method: whether a member was refused because of the item, and not of a field
		for method := range apitest.Methods() {
			service := string(method.Parent().Name())
			if service == "AccountService" || service == "LiveService" || method.IsStreamingServer() {
				continue
			}
			// the client makes their ids, which refer to no item
			if method.Name() == "CreateVisit" || method.Name() == "EndVisit" {
				continue
			}
			// remove a row of the caller only, also if the item has been hidden since
			if slices.Contains([]string{"UnsaveItem", "Unmute", "Unfollow"}, string(method.Name())) {
				continue
			}
			call, sent := callOf(h2, server.URL, method), map[string]bool{}
			reads := method.Options().(*descriptorpb.MethodOptions).
				GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
			for _, item := range slices.Concat(items, []hiddenItem{{"user", makerID, ""}}) {
				variants := []int{0, 1, 2, 3, 4, 5, 6}
				if !hasEnum(method.Input()) {
					variants = []int{0, 5}
				}
				for _, variant := range variants {
					request := dynamicpb.NewMessage(method.Input())
					named := fill(request, item, variant, reads)
					if !reads && (named == 0 || item.kind == "user") || !first(t, sent, request) {
						continue
					}
					callers := []*client{visitor, member}
					if reads {
						callers = append(callers, maker, admin)
					}
					for i, caller := range callers {
						response, err := call.CallUnary(caller.inContext(t.Context()), connect.NewRequest(request))
						about := fmt.Sprintf("%s %s of caller %d with a %s: %v", service, method.Name(), i, item.kind,
							request)
						switch {
						case errors.Is(err, io.EOF) || connect.CodeOf(err) == connect.CodeInternal ||
							connect.CodeOf(err) == connect.CodeUnknown && err != nil:
							t.Errorf("%s: %v", about, err)
						case err != nil:
							code := connect.CodeOf(err)
							about := refused[string(method.Name())] || caller == member &&
								(code == connect.CodeNotFound || code == connect.CodePermissionDenied)
							if !reads {
								refused[string(method.Name())] = about
							}
						case !reads:
							t.Errorf("%s: succeeded", about)
						default:
							encoded, err := proto.Marshal(response.Msg)
							must.NoError(t, err)
							if shows := bytes.Contains(encoded, []byte(secret)); shows && i < 2 {
								t.Errorf("%s: %v", about, response.Msg)
							} else if shows {
								seen[string(method.Name())] = true
							}
						}
					}
				}
			}
		}
		for _, name := range []string{"GetThread", "ListPosts", "GetBlogPost", "ListBlogPosts", "ListBlogComments",
			"GetProject", "ListUserProjects", "ListProjectUpdates", "GetCollection"} {
			if !seen[name] {
				t.Errorf("%s showed nothing to the author: this test misses it", name)
			}
		}
		for name, aboutItem := range refused {
			if !aboutItem {
				t.Errorf("%s refused the fields of each request: this test misses it", name)
			}
		}
		if len(refused) < 30 {
			t.Errorf("%d methods write", len(refused))
		}
		if after := hiddenRows(t, db); after != before {
			t.Errorf("hidden content has changed from\n%s\nto\n%s", before, after)
		}
		expectNoDrift(t, db)
	})
}

// first reports whether a request is new, and adds it to those that were sent.
func first(t *testing.T, sent map[string]bool, request proto.Message) bool {
	t.Helper()
	encoded, err := proto.MarshalOptions{Deterministic: true}.Marshal(request)
	must.NoError(t, err)
	before := sent[string(encoded)]
	sent[string(encoded)] = true
	return !before
}

func h2Client() *http.Client {
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Client{Transport: &http.Transport{Protocols: protocols, DialContext: (&net.Dialer{}).DialContext}}
}

// callOf returns a client of any method.
func callOf(h2 *http.Client, base string, method protoreflect.MethodDescriptor) *connect.Client[dynamicpb.Message,
	dynamicpb.Message] {
	procedure := "/" + string(method.Parent().FullName()) + "/" + string(method.Name())
	return connect.NewClient[dynamicpb.Message, dynamicpb.Message](h2, base+procedure, connect.WithGRPC(),
		connect.WithSchema(method),
		connect.WithResponseInitializer(func(_ connect.Spec, message any) error {
			*message.(*dynamicpb.Message) = *dynamicpb.NewMessage(method.Output())
			return nil
		}))
}

// To others, the id of hidden content looks like one that does not exist, in whichever field of whichever call.
func TestHiddenContentLooksUnknown(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		maker, makerID := visitor.register("maker")
		member, _ := visitor.register("member")
		admin, _ := visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		items := hideThings(maker, admin)
		h2 := h2Client()
		compared := 0
		for method := range apitest.Methods() {
			name := string(method.Name())
			// the client makes these ids
			if method.IsStreamingServer() || slices.Contains([]string{"CreateVisit", "EndVisit"}, name) {
				continue
			}
			call, sent := callOf(h2, server.URL, method), map[string]bool{}
			for _, item := range items {
				unknown := hiddenItem{item.kind, uuid.NewString(), item.parent}
				variants := []int{0, 2, 4, 6}
				if !hasEnum(method.Input()) {
					variants = variants[:1]
				}
				for _, variant := range variants {
					request := dynamicpb.NewMessage(method.Input())
					if fill(request, item, variant, true) == 0 || !first(t, sent, request) {
						continue
					}
					for i, caller := range []*client{visitor, member} {
						// answer returns what a call with an item says, with the item's id left out.
						answer := func(of hiddenItem) string {
							request := dynamicpb.NewMessage(method.Input())
							fill(request, of, variant, true)
							if user := method.Input().Fields().ByName("user_id"); user != nil && method.Input().
								Fields().ByName("project_id") != nil {
								request.Set(user, protoreflect.ValueOfString(makerID))
							}
							response, err := call.CallUnary(caller.inContext(t.Context()), connect.NewRequest(request))
							said := fmt.Sprint(err)
							if err == nil {
								said = prototext.MarshalOptions{EmitUnknown: true}.Format(response.Msg)
							}
							return strings.ReplaceAll(said, of.id, "ID")
						}
						hidden, missing := answer(item), answer(unknown)
						compared++
						// The format has random blanks.
						if strings.Join(strings.Fields(hidden), " ") != strings.Join(strings.Fields(missing), " ") {
							t.Errorf("%s of caller %d with a hidden %s: %s\nwith an unknown one: %s", method.FullName(),
								i, item.kind, hidden, missing)
						}
					}
				}
			}
		}
		for _, item := range items {
			for _, path := range []string{
				"/projects/ID", "/projects/ID/badge.svg", "/projects/ID/og.png", "/projects/ID/feed.xml", "/blog/ID",
				"/blog/ID/og.png",
				"/forum/thread/ID", "/forum/thread/ID/og.png", "/forum/ID", "/collections/ID",
				"/forum/feed.xml?channelId=ID",
				"/api/projects/ID/rank", "/api/projects/ID/updates", "/api/votes/ID/project",
				"/api/votes/ID/forum_thread",
			} {
				answer := func(id string) string {
					response, body := member.send("GET", strings.ReplaceAll(path, "ID", id), "")
					return response.Status + " " + strings.ReplaceAll(string(body), id, "ID")
				}
				if hidden, missing := answer(item.id), answer(uuid.NewString()); hidden != missing {
					t.Errorf("GET %s with a hidden %s: %s\nwith an unknown one: %s", path, item.kind, hidden, missing)
				}
			}
		}
		if compared < 500 {
			t.Errorf("only %d calls were compared", compared)
		}
	})
}

// fill sets the fields of a request. Ids are those of an item, or for odd numbers those of its parent. Enumerations
// have the value of the number, or 1. Searches are for the secret word if the number is above 3. It returns how many
// fields now have an id.
func fill(m protoreflect.Message, item hiddenItem, number int, reads bool) (named int) {
	fields := m.Descriptor().Fields()
	// A write that names only the parent of the item, such as a reply in its thread, may succeed.
	lists := reads || fields.ByName("id") != nil || fields.ByName("target_id") != nil ||
		fields.ByName("parent_id") != nil
	for i := range fields.Len() {
		field := fields.Get(i)
		name := string(field.Name())
		id := item.id
		if number%2 == 1 && item.parent != "" && lists && name != "target_id" && name != "parent_id" &&
			(reads || name != "id") {
			id = item.parent
		}
		switch {
		case field.Kind() == protoreflect.EnumKind && !field.IsList():
			value := protoreflect.EnumNumber(number)
			if field.Enum().Values().ByNumber(value) == nil {
				value = 1
			}
			m.Set(field, protoreflect.ValueOfEnum(value))
		case field.Kind() == protoreflect.StringKind && field.IsList() && strings.HasSuffix(name, "_ids"):
			m.Mutable(field).List().Append(protoreflect.ValueOfString(item.id))
			named++
		case field.IsList() || field.IsMap():
		case field.Kind() == protoreflect.StringKind && (name == "id" || strings.HasSuffix(name, "_id")):
			m.Set(field, protoreflect.ValueOfString(id))
			named++
		case field.Kind() == protoreflect.StringKind && name == "url":
			m.Set(field, protoreflect.ValueOfString("https://kiln.example/"))
		case field.Kind() == protoreflect.StringKind && name == "username":
			m.Set(field, protoreflect.ValueOfString("maker"))
		case field.Kind() == protoreflect.StringKind && (name == "query" || name == "search" || name == "tag"):
			if number > 3 {
				m.Set(field, protoreflect.ValueOfString(secret))
			}
		case name == "first_impression": // a review has a minimum
			m.Set(field, protoreflect.ValueOfString(strings.Repeat("Defaced text. ", 15)))
		case field.Kind() == protoreflect.StringKind && !strings.HasSuffix(name, "token"):
			m.Set(field, protoreflect.ValueOfString("Defaced text"))
		case field.Kind() == protoreflect.BoolKind:
			m.Set(field, protoreflect.ValueOfBool(number%2 == 0))
		case field.Kind() == protoreflect.MessageKind && field.Message().FullName() == "google.protobuf.Timestamp":
			m.Set(field, protoreflect.ValueOfMessage(filledAt.ProtoReflect()))
		case field.Kind() == protoreflect.MessageKind && strings.HasSuffix(string(field.Message().Name()), "Input"):
			for _, name := range []protoreflect.Name{"title", "display_name"} {
				if text := field.Message().Fields().ByName(name); text != nil {
					m.Mutable(field).Message().Set(text, protoreflect.ValueOfString("Defaced text"))
				}
			}
		}
	}
	return named
}

func hasEnum(m protoreflect.MessageDescriptor) bool {
	for i := range m.Fields().Len() {
		if m.Fields().Get(i).Enum() != nil {
			return true
		}
	}
	return false
}

// hiddenRows returns the columns that a write to hidden content could change.
func hiddenRows(t *testing.T, db *store.DB) string {
	t.Helper()
	return strings.Join(slices.Concat(
		texts(t, db, "SELECT title || content || is_visible || is_pinned || is_locked || reply_count || upvotes || downvotes FROM forum_threads ORDER BY id"),
		texts(t, db, "SELECT content || is_visible || answer_count || upvotes || downvotes FROM forum_posts ORDER BY id"),
		texts(t, db, "SELECT title || content || is_visible || comment_count || upvotes FROM blog_posts ORDER BY id"),
		texts(t, db, "SELECT content || is_visible FROM blog_comments ORDER BY id"),
		texts(t, db, "SELECT title || tagline || is_public || upvotes || downvotes FROM projects ORDER BY id"),
		texts(t, db, "SELECT title || description || is_public FROM collections ORDER BY id"),
		texts(t, db, "SELECT reason || status FROM reports ORDER BY id"),
	), "\n")
}

// An upload is as public as the content that shows it. Others get 404 for one that only drafts, hidden or deleted
// content shows, and no cache keeps what its uploader and admins get.
func TestHiddenUploads(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		guest := &client{t: t, base: server.URL}
		maker, makerID := guest.register("maker")
		member, _ := guest.register("member")
		admin, _ := guest.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		const public, private, gone = "public", "private", "gone"
		expect := func(when, address, want string) {
			t.Helper()
			for _, path := range []string{address, address[:strings.LastIndex(address, "/")] + "/w96.png"} {
				for name, c := range map[string]*client{"a guest": guest.as(""), "a member": member, "the maker": maker,
					"an admin": admin} {
					status, caching := http.StatusOK, "public, max-age=300, immutable"
					switch {
					case want == gone, want == private && c != maker && c != admin:
						status, caching = http.StatusNotFound, "no-store"
					case want == private:
						caching = "no-store"
					}
					response, _ := c.send("GET", path, "")
					if got := response.Header.Get("Cache-Control"); response.StatusCode != status || got != caching {
						t.Errorf("%s, %s gets %d %q for %s, want %d %q", when, name, response.StatusCode, got, path,
							status, caching)
					}
					if status != http.StatusOK {
						continue
					}
					again, _ := c.send("GET", path, "", "If-None-Match", response.Header.Get("ETag"))
					if again.StatusCode != http.StatusNotModified || again.Header.Get("Cache-Control") != caching {
						t.Errorf("%s, %s who has %s gets %d %q", when, name, path, again.StatusCode,
							again.Header.Get("Cache-Control"))
					}
				}
				if response, _ := guest.as("").send("GET", path, "", "If-None-Match", "*"); want != public &&
					response.StatusCode != http.StatusNotFound {
					t.Errorf("%s, a guest who has anything gets %d for %s", when, response.StatusCode, path)
				}
			}
		}
		upload := func(c *client) string {
			form, contentType := imageForm(t, "file")
			return valueAt(t, c.want(http.StatusCreated, "POST", "/api/upload", string(form), "Content-Type",
				contentType), "url")
		}
		create := func(path, body string) string {
			return valueAt(t, maker.want(http.StatusCreated, "POST", path, body), "id")
		}
		image := func(address string) string { return "Look: ![kiln](" + address + ")" }
		setHidden := func(hidden bool, kind, id string) {
			call := "RestoreContent"
			if hidden {
				call = "HideContent"
			}
			body := fmt.Sprintf(`{"targetType":%q,"targetId":%q,"reason":"Spam"}`, "REPORT_TARGET_TYPE_"+
				strings.ToUpper(kind), id)
			admin.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/"+call, body)
		}

		channel := create("/api/forum/channels", `{"name":"Kiln"}`)
		thread := func(content string) string {
			return create("/api/forum/threads", `{"title":"Firing","content":"`+content+`","channelId":"`+channel+`"}`)
		}
		reply := func(thread, content string) string {
			return create("/api/forum/posts", `{"content":"`+content+`","threadId":"`+thread+`"}`)
		}
		story := func(fields string) string {
			return create("/api/blog/posts", `{"title":"A winter","content":"Cold.",`+fields+`}`)
		}
		project := func(fields string) string {
			return create("/api/projects",
				`{"title":"Kiln log","tagline":"Fires and forgets nothing","primaryCategory":"other","stage":"mvp",
				"vibeTools":["cursor"],"logo":"https://elsewhere.example/logo.png",`+fields+`}`)
		}
		type item struct{ kind, id, path string }
		inThread := func(address string) item {
			id := thread(image(address))
			return item{"forum_thread", id, "/api/forum/threads/" + id}
		}
		inReply := func(address string) item {
			id := reply(thread("Shown"), image(address))
			return item{"forum_post", id, "/api/forum/posts/" + id}
		}
		inComment := func(address string) item {
			on := story(`"tags":[]`)
			id := create("/api/blog/posts/"+on+"/comments", `{"content":"`+image(address)+`"}`)
			return item{"blog_comment", id, "/api/blog/posts/" + on + "/comments/" + id}
		}
		inStory := func(fields string) func(string) item {
			return func(address string) item {
				id := story(strings.ReplaceAll(fields, "IMAGE", address))
				return item{"blog_post", id, "/api/blog/" + id}
			}
		}
		inProject := func(fields string) func(string) item {
			return func(address string) item {
				id := project(strings.ReplaceAll(fields, "IMAGE", address))
				return item{"project", id, "/api/projects/" + id}
			}
		}
		const storyText, screenshots = `"content":"![kiln](IMAGE)"`, `"media":{"screenshots":["IMAGE"],"videos":[]}`
		for name, place := range map[string]func(address string) item{
			"a thread": inThread, "a reply": inReply, "a comment": inComment,
			"a story's cover": inStory(`"coverImage":"IMAGE"`), "a story": inStory(storyText),
			"a project's logo": inProject(`"logo":"IMAGE"`), "a project's cover": inProject(`"coverImage":"IMAGE"`),
			"a project's screenshots": inProject(screenshots),
		} {
			address := upload(maker)
			expect("before it is in "+name, address, private)
			first := place(address)
			expect("in "+name, address, public)
			setHidden(true, first.kind, first.id)
			expect("in hidden "+name, address, private)
			second := place(address)
			expect("in hidden and in other "+name, address, public)
			setHidden(false, first.kind, first.id)
			maker.want(http.StatusOK, "DELETE", second.path, "")
			expect("in restored and in deleted "+name, address, public)
			setHidden(true, first.kind, first.id)
			admin.want(http.StatusOK, "DELETE", first.path, "")
			if first.kind == "forum_thread" { // its rows are deleted by a job
				expect("in deleted "+name, address, private)
			} else {
				expect("in deleted "+name, address, gone)
			}
		}

		for name, draft := range map[string]struct {
			place                     func(address string) item
			method, publish, withdraw string
		}{
			"a project": {inProject(screenshots + `,"isPublic":false`), "PUT", `{"isPublic":true}`,
				`{"isPublic":false}`},
			"a story": {inStory(storyText + `,"isPublished":false`), "PATCH", `{"isPublished":true}`,
				`{"isPublished":false}`},
		} {
			address := upload(maker)
			it := draft.place(address)
			expect("in the draft of "+name, address, private)
			maker.want(http.StatusOK, draft.method, it.path, draft.publish)
			expect("in the published draft of "+name, address, public)
			maker.want(http.StatusOK, draft.method, it.path, draft.withdraw)
			expect("in the withdrawn "+name, address, private)
		}

		// A reply is as visible as its thread, and a thread as its channel.
		above := thread("Shown")
		below := upload(maker)
		reply(above, image(below))
		expect("in a reply", below, public)
		setHidden(true, "forum_thread", above)
		expect("in a reply of a hidden thread", below, private)
		setHidden(false, "forum_thread", above)
		expect("in a reply of a restored thread", below, public)
		top := upload(maker)
		thread(image(top))
		admin.want(http.StatusOK, "DELETE", "/api/admin/forum/channels/"+channel, "")
		expect("in a thread of a deleted channel", top, private)
		expect("in a reply of a deleted channel", below, private)

		// The owner of a project also sees the uploads that an admin adds to it.
		drafted, added := project(`"isPublic":false`), upload(admin)
		admin.want(http.StatusOK, "PUT", "/api/projects/"+drafted, strings.ReplaceAll(`{"coverImage":"IMAGE"}`, "IMAGE",
			added))
		expect("in a draft that an admin edited", added, private)

		form, contentType := imageForm(t, "profilePic")
		avatar := valueAt(t, maker.want(http.StatusOK, "POST", "/api/users/"+makerID+"/profile-pic", string(form),
			"Content-Type", contentType), "avatar")
		expect("as an avatar", avatar, public)
		admin.want(http.StatusOK, "PUT", "/api/admin/users/"+makerID+"/suspension", `{"until":null,"reason":"Spam"}`)
		expect("as the avatar of a banned user, whose profile stays", avatar, public)
		maker.want(http.StatusOK, "DELETE", "/api/users/"+makerID, `{"password":"vibecoding","content":"erase"}`)
		for _, c := range []*client{guest.as(""), member} {
			c.want(http.StatusNotFound, "GET", avatar, "")
		}
	})
}
