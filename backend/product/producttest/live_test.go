package producttest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"

	"uvboard/backend/forum"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	entuser "uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// follower receives the events of a stream.
type follower struct {
	t      *testing.T
	events chan *pb.SubscribeResponse
	within time.Duration
}

func hear(t *testing.T, base string, topics ...*pb.LiveTopic) *follower {
	t.Helper()
	return followAs(t, &client{t: t, base: base}, topics...)
}

func followAs(t *testing.T, c *client, topics ...*pb.LiveTopic) *follower {
	t.Helper()
	return followWith(t, c.base, [2]string{"Cookie", c.cookie}, topics...)
}

// followWith follows with a header, an empty one for none.
func followWith(t *testing.T, base string, header [2]string, topics ...*pb.LiveTopic) *follower {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	ctx, info := connect.NewClientContext(ctx)
	if header[1] != "" {
		info.RequestHeader().Set(header[0], header[1])
	}
	stream, err := uvboardv1connect.NewLiveServiceClient(http.DefaultClient, base).
		Subscribe(ctx, &pb.SubscribeRequest{Topics: topics})
	must.NoError(t, err)
	f := &follower{t, make(chan *pb.SubscribeResponse, 100), time.Second}
	go func() {
		defer close(f.events)
		for stream.Receive() {
			f.events <- stream.Msg()
		}
	}()
	f.want("ready", func(e *pb.SubscribeResponse) bool { return e.GetReady() != nil })
	return f
}

// want waits for an event that matches.
func (f *follower) want(what string, matches func(*pb.SubscribeResponse) bool) {
	f.t.Helper()
	f.until(what, matches)
}

// until waits for an event that matches, and returns those before it.
func (f *follower) until(what string, matches func(*pb.SubscribeResponse) bool) (others []string) {
	f.t.Helper()
	timeout := time.After(f.within)
	for {
		select {
		case e, open := <-f.events:
			if !open {
				f.t.Fatalf("the stream ended before %s; received %s", what, others)
			}
			if matches(e) {
				return others
			}
			others = append(others, protojson.Format(e))
		case <-timeout:
			f.t.Fatalf("no %s within %s; received %s", what, f.within, others)
		}
	}
}

func threadTopic(id string) *pb.LiveTopic {
	return itemTopic("forum_thread", id)
}

func itemTopic(kind, id string) *pb.LiveTopic {
	return &pb.LiveTopic{Topic: &pb.LiveTopic_Item{Item: &pb.LiveItem{Type: kind, Id: id}}}
}

func listTopic(list pb.LiveList) *pb.LiveTopic {
	return &pb.LiveTopic{Topic: &pb.LiveTopic_List{List: list}}
}

// A change made on one server reaches clients of the same and of two other servers on the database within a second.
func TestLiveUpdates(t *testing.T) {
	for name, address := range map[string]string{"sqlite": storetest.SQLiteURL(t),
		"postgres": storetest.PostgresURL(t)} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address)
			first := serveTest(t, testConfig(t), db, io.Discard).URL
			second, third := first, first
			if name == "postgres" {
				second = serveTest(t, testConfig(t), storetest.Open(t, address), io.Discard).URL
				third = serveTest(t, testConfig(t), storetest.Open(t, address), io.Discard).URL
			}
			testLiveUpdates(t, db, first, second, third)
		})
	}
}

func testLiveUpdates(t *testing.T, db *store.DB, first, second, third string) {
	visitor := &client{t: t, base: first}
	author, _ := visitor.register("ada")
	voter, _ := visitor.register("bob")
	admin, _ := visitor.register("boss")
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return tx.User.Update().Where(entuser.Username("boss")).SetRole(auth.RoleAdmin).Exec(ctx)
	}))
	created := func(path, body string) string {
		return valueAt(t, author.want(http.StatusCreated, "POST", path, body), "id")
	}
	channel := created("/api/forum/channels", `{"name":"Live"}`)
	thread := created("/api/forum/threads", `{"channelId":"`+channel+`","title":"Now","content":"What happens now?"}`)

	here, there := hear(t, first, threadTopic(thread)), hear(t, second, threadTopic(thread))
	inChannel := hear(t, third, itemTopic("forum_channel", channel))
	onHome := hear(t, third, listTopic(pb.LiveList_LIVE_LIST_PROJECTS), listTopic(pb.LiveList_LIVE_LIST_BLOG_POSTS))
	// the pause of a list
	onHome.within += time.Second
	// as clients once asked
	earlier := hear(t, first, &pb.LiveTopic{Topic: &pb.LiveTopic_ForumThreadId{ForumThreadId: thread}})
	changed := func(kind event.Kind, itemType, id string, where ...*follower) {
		t.Helper()
		for _, f := range where {
			f.want(fmt.Sprint(kind, " ", itemType), func(e *pb.SubscribeResponse) bool {
				c := e.GetChanged()
				return c.GetType() == itemType && c.GetId() == id && c.GetKind() == string(kind)
			})
		}
	}

	reply := created("/api/forum/posts", `{"threadId":"`+thread+`","content":"First"}`)
	changed(event.Published, forum.PostKind, reply, here, there, inChannel, earlier)
	author.want(http.StatusOK, "PATCH", "/api/forum/posts/"+reply, `{"content":"Second"}`)
	changed(event.Edited, forum.PostKind, reply, here, there)
	voter.want(http.StatusCreated, "POST", "/api/votes", `{"targetId":"`+reply+
		`","targetType":"forum_post","voteType":"upvote"}`)
	changed(event.Voted, forum.PostKind, reply, here, there)
	voter.want(http.StatusCreated, "POST", "/api/votes", `{"targetId":"`+thread+
		`","targetType":"forum_thread","voteType":"upvote"}`)
	changed(event.Voted, forum.ThreadKind, thread, here, there, inChannel)

	admin.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/HideContent",
		`{"targetType":"REPORT_TARGET_TYPE_FORUM_POST","targetId":"`+reply+`","reason":"spam"}`)
	changed(event.Hidden, forum.PostKind, reply, here, there, inChannel)
	admin.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/RestoreContent",
		`{"targetType":"REPORT_TARGET_TYPE_FORUM_POST","targetId":"`+reply+`","reason":"ham"}`)
	changed(event.Shown, forum.PostKind, reply, here, there, inChannel)
	answer := created("/api/forum/posts", `{"threadId":"`+thread+`","parentId":"`+reply+`","content":"Answer"}`)
	changed(event.Published, forum.PostKind, answer, here, there, inChannel)
	author.want(http.StatusOK, "DELETE", "/api/forum/posts/"+reply, "")
	changed(event.Deleted, forum.PostKind, reply, here, there, inChannel)

	author.want(http.StatusOK, "PATCH", "/api/forum/threads/"+thread, `{"title":"Later"}`)
	changed(event.Edited, forum.ThreadKind, thread, here, there, inChannel)
	admin.want(http.StatusOK, "PUT", "/api/forum/threads/"+thread+"/lock", `{"isLocked":true}`)
	changed(event.Changed, forum.ThreadKind, thread, here, there, inChannel)
	author.want(http.StatusOK, "DELETE", "/api/forum/threads/"+thread, "")
	changed(event.Deleted, forum.ThreadKind, thread, here, there, inChannel)

	list := func(list pb.LiveList) func(*pb.SubscribeResponse) bool {
		return func(e *pb.SubscribeResponse) bool { return e.GetChangedList() == list }
	}
	project := created("/api/projects",
		`{"title":"Pixel Garden","tagline":"Plant pixels and watch them grow","logo":"https://a.example/logo.png",
		"primaryCategory":"games","stage":"beta","vibeTools":["cursor"],"isPublic":true}`)
	onHome.want("the new project", list(pb.LiveList_LIVE_LIST_PROJECTS))
	created("/api/blog/posts",
		`{"title":"A day with pixels","content":"It was a long day.","excerpt":"A day","tags":["pixels"]}`)
	onHome.want("the new story", list(pb.LiveList_LIVE_LIST_BLOG_POSTS))
	voter.want(http.StatusCreated, "POST", "/api/votes", `{"targetId":"`+project+
		`","targetType":"project","voteType":"upvote"}`)
	onHome.want("the vote on the project", list(pb.LiveList_LIVE_LIST_PROJECTS))
}

// A page that subscribes with the position it came with fetches nothing again, unless a topic has changed since.
func TestPagesKnowWhatTheyMissed(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]string{"sqlite": storetest.SQLiteURL(t),
		"postgres": storetest.PostgresURL(t)} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address)
			visitor := &client{t: t, base: serveTest(t, testConfig(t), db, io.Discard).URL}
			author, _ := visitor.register("ada")
			load := func() string {
				page, _ := visitor.send("GET", "/about", "")
				_, position, _ := strings.Cut(page.Header.Get("Server-Timing"), `live;desc="`)
				return strings.TrimSuffix(position, `"`)
			}
			unchanged := func(base, since string, list pb.LiveList) bool {
				t.Helper()
				stream, err := uvboardv1connect.NewLiveServiceClient(http.DefaultClient, base).Subscribe(t.Context(),
					&pb.SubscribeRequest{Topics: []*pb.LiveTopic{listTopic(list)}, Since: since})
				must.NoError(t, err)
				defer stream.Close()
				if !stream.Receive() || stream.Msg().GetReady() == nil {
					t.Fatalf("received %v, %v", stream.Msg(), stream.Err())
				}
				return stream.Msg().GetReady().Unchanged
			}
			const stories, news = pb.LiveList_LIVE_LIST_BLOG_POSTS, pb.LiveList_LIVE_LIST_NEWS
			position := load()
			// A server on PostgreSQL begins to listen after it begins to serve.
			for begin := time.Now(); !unchanged(visitor.base, position, stories); position = load() {
				if time.Since(begin) > 10*time.Second {
					t.Fatalf("nothing has changed since %q, and the page is told otherwise", position)
				}
			}
			author.want(http.StatusCreated, "POST", "/api/blog/posts",
				`{"title":"A day with pixels","content":"It was a long day.","excerpt":"A day","tags":["pixels"]}`)
			if unchanged(visitor.base, position, stories) {
				t.Error("a story that was published after the page was made is missed")
			}
			if !unchanged(visitor.base, position, news) || !unchanged(visitor.base, load(), stories) {
				t.Error("pages without news since are told to fetch")
			}
			other := serveTest(t, testConfig(t), storetest.Open(t, address), io.Discard).URL
			if unchanged(other, position, news) {
				t.Error("another server believes a position that it did not give")
			}
		})
	}
}

// Nobody is told of a change that only some may know: of drafts, of what is hidden, and of an account.
func TestLiveUpdatesAreOfWhatEverybodySees(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		visitor := &client{t: t, base: serveTest(t, testConfig(t), db, io.Discard).URL}
		maker, makerID := visitor.register("maker")
		member, _ := visitor.register("member")
		admin, _ := visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		items := hideThings(maker, admin)
		token := valueAt(t, admin.want(http.StatusCreated, "POST", "/api/auth/tokens",
			`{"name":"Kiln","expiresInDays":1}`), "token")

		var topics []*pb.LiveTopic
		followed := map[string]bool{}
		for _, item := range items {
			for _, topic := range []*pb.LiveTopic{itemTopic(item.kind, item.id), itemTopic("forum_thread", item.parent),
				itemTopic("blog_post", item.parent)} {
				if key := topic.String(); !followed[key] && topic.GetItem().Id != "" {
					followed[key] = true
					topics = append(topics, topic)
				}
			}
		}
		for number := range pb.LiveList_name {
			if number != 0 {
				topics = append(topics, listTopic(pb.LiveList(number)))
			}
		}
		last := itemTopic("user", makerID)
		followers := map[string][]*follower{}
		for name, header := range map[string][2]string{
			"guest": {}, "member": {"Cookie", member.cookie}, "owner": {"Cookie", maker.cookie},
			"admin": {"Cookie", admin.cookie},
			"token": {"Authorization", "Bearer " + token},
		} {
			for some := range slices.Chunk(topics, 7) {
				followers[name] = append(followers[name],
					followWith(t, visitor.base, header, append([]*pb.LiveTopic{last}, some...)...))
			}
		}

		paths := map[string]string{
			"forum_post": "/api/forum/posts/", "forum_thread": "/api/forum/threads/", "blog_post": "/api/blog/posts/",
			"project": "/api/projects/", "collection": "/api/collections/",
		}
		for _, item := range items {
			path := paths[item.kind] + item.id
			if item.kind == "blog_comment" {
				path = "/api/blog/posts/" + item.parent + "/comments/" + item.id
			}
			edit := "PATCH"
			if item.kind == "project" {
				edit = "PUT"
			}
			// Some are not found: they are deleted, or belong to something hidden.
			maker.send(edit, path, `{"title":"The `+secret+
				` cools","content":"It cools","tagline":"It cools all by itself"}`)
			admin.send("PUT", path+"/lock", `{"isLocked":true}`)
			maker.send("DELETE", path, "")
		}
		admin.want(http.StatusOK, "POST", "/uvboard.v1.ModerationService/WarnUser", `{"userId":"`+makerID+
			`","reason":"spam"}`)
		member.want(http.StatusOK, "PUT", "/api/follows/user/"+makerID, "")
		member.want(http.StatusOK, "DELETE", "/api/follows/user/"+makerID, "")
		maker.want(http.StatusOK, "POST", "/uvboard.v1.AccountService/ChangePassword",
			`{"currentPassword":"vibecoding","newPassword":"vibecoding2"}`)
		admin.want(http.StatusOK, "PUT", "/api/admin/users/"+makerID+"/suspension", `{"until":null,"reason":"spam"}`)
		admin.want(http.StatusOK, "DELETE", "/api/admin/users/"+makerID+"/suspension", `{"reason":"ham"}`)
		maker.want(http.StatusOK, "PUT", "/api/users/"+makerID, `{"bio":"The last change"}`) // which is in no list
		for name, streams := range followers {
			for _, f := range streams {
				if got := f.until("the last change", func(e *pb.SubscribeResponse) bool {
					return e.GetChanged().GetKind() == string(event.Edited) && e.GetChanged().Id == makerID
				}); len(got) > 0 {
					t.Errorf("%s was told %s", name, got)
				}
			}
		}
	})
}

// Every protocol can stream, also a request typed with curl.
func TestLiveProtocols(t *testing.T) {
	base := serveTest(t, testConfig(t), storetest.Open(t, storetest.SQLiteURL(t)), io.Discard).URL
	h2c := &http.Transport{Protocols: new(http.Protocols)}
	h2c.Protocols.SetUnencryptedHTTP2(true)
	t.Cleanup(h2c.CloseIdleConnections)
	for name, options := range map[string][]connect.ClientOption{
		"connect": nil, "connect json": {connect.WithProtoJSON()}, "grpc": {connect.WithGRPC()},
		"grpc-web": {connect.WithGRPCWeb()},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			live := uvboardv1connect.NewLiveServiceClient(&http.Client{Transport: h2c}, base, options...)
			stream, err := live.Subscribe(ctx,
				&pb.SubscribeRequest{Topics: []*pb.LiveTopic{listTopic(pb.LiveList_LIVE_LIST_NEWS)}})
			must.NoError(t, err)
			if !stream.Receive() || stream.Msg().GetReady() == nil {
				t.Errorf("received %v, %v", stream.Msg(), stream.Err())
			}
			cancel()
			for message, request := range map[string]*pb.SubscribeRequest{
				"At least one topic is required": {},
				"At most 8 topics can be followed at once": {Topics: []*pb.LiveTopic{threadTopic("1"), threadTopic("2"),
					threadTopic("3"), threadTopic("4"), threadTopic("5"), threadTopic("6"), threadTopic("7"),
					threadTopic("8"), threadTopic("9")}},
				"A topic needs an item, a list or own":  {Topics: []*pb.LiveTopic{{}}},
				"This is not one of the allowed values": {Topics: []*pb.LiveTopic{listTopic(99)}},
			} {
				stream, err := live.Subscribe(t.Context(), request)
				must.NoError(t, err)
				if stream.Receive() || connect.CodeOf(stream.Err()) != connect.CodeInvalidArgument ||
					!strings.Contains(stream.Err().Error(), message) {
					t.Errorf("error %v, want %s", stream.Err(), message)
				}
			}
		})
	}
	t.Run("malformed", func(t *testing.T) {
		address := base + uvboardv1connect.LiveServiceSubscribeProcedure
		response, err := http.Post(address, "application/connect+json", strings.NewReader("\x00\x00\x00\x00\x02{x"))
		must.NoError(t, err)
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		must.NoError(t, err)
		if !strings.Contains(string(body), `"code":"invalid_argument"`) {
			t.Errorf("answered %q", body)
		}
	})
}

// A stop does not wait for streams.
func TestStopEndsStreams(t *testing.T) {
	server := startServe(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir()})
	open := hear(t, server.base, listTopic(pb.LiveList_LIVE_LIST_NEWS))
	begin := time.Now()
	server.stop(syscall.SIGTERM)
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("the stop took %s", took)
	}
	if e, more := <-open.events; more {
		t.Errorf("received %v", e)
	}
}

// A user's own stream reports changes of the account and of the user's content, also those made on another server. It
// ends with the session.
func TestOwnStream(t *testing.T) {
	for name, address := range map[string]string{"sqlite": storetest.SQLiteURL(t),
		"postgres": storetest.PostgresURL(t)} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address)
			c := testConfig(t)
			first := serveTest(t, c, db, io.Discard).URL
			second := first
			if name == "postgres" {
				second = serveTest(t, c, storetest.Open(t, address), io.Discard).URL
			}
			testOwnStream(t, db, first, second)
		})
	}
}

func testOwnStream(t *testing.T, db *store.DB, first, second string) {
	topic := &pb.LiveTopic{Topic: &pb.LiveTopic_Own{Own: true}}
	visitor := &client{t: t, base: first}
	admin, _ := visitor.register("boss")
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return tx.User.Update().Where(entuser.Username("boss")).SetRole(auth.RoleAdmin).Exec(ctx)
	}))
	code := func(c *client) connect.Code {
		stream, err := uvboardv1connect.NewLiveServiceClient(http.DefaultClient, c.base).
			Subscribe(c.inContext(t.Context()), &pb.SubscribeRequest{Topics: []*pb.LiveTopic{topic}})
		must.NoError(t, err)
		defer stream.Close()
		if stream.Receive() {
			return 0
		}
		return connect.CodeOf(stream.Err())
	}
	if got := code(visitor); got != connect.CodeUnauthenticated {
		t.Errorf("a visitor: %v", got)
	}
	scripted, _ := visitor.register("scripted")
	token := valueAt(t, scripted.want(http.StatusCreated, "POST", "/api/auth/tokens",
		`{"name":"Kiln logger","expiresInDays":1}`), "token")
	for protocol, options := range map[string][]connect.ClientOption{"connect": nil,
		"grpc-web": {connect.WithGRPCWeb()}} {
		for want, topics := range map[connect.Code][]*pb.LiveTopic{
			0:                            {listTopic(pb.LiveList_LIVE_LIST_NEWS)},
			connect.CodePermissionDenied: {listTopic(pb.LiveList_LIVE_LIST_NEWS), topic},
		} {
			ctx, info := connect.NewClientContext(t.Context())
			info.RequestHeader().Set("Authorization", "Bearer "+token)
			stream, err := uvboardv1connect.NewLiveServiceClient(http.DefaultClient, first, options...).
				Subscribe(ctx, &pb.SubscribeRequest{Topics: topics})
			must.NoError(t, err)
			got := connect.Code(0)
			if !stream.Receive() {
				got = connect.CodeOf(stream.Err())
			}
			if stream.Close(); got != want {
				t.Errorf("an access token over %s follows %v: %v, want %v", protocol, topics, got, want)
			}
		}
	}
	const account, moderation, administration = "/uvboard.v1.AccountService/", "/uvboard.v1.ModerationService/",
		"/uvboard.v1.AdminService/"
	for n, door := range []struct {
		name string
		ends bool // the session
		act  func(member *client, id string)
	}{
		{name: "logout", ends: true, act: func(member *client, _ string) {
			member.as(member.cookie).want(http.StatusOK, "POST", account+"Logout", "{}")
		}},
		{name: "password", act: func(member *client, _ string) { // ends the other session
			other := member.as("")
			other.want(http.StatusOK, "POST", account+"Login", `{"username":"member1","password":"vibecoding"}`)
			member.want(http.StatusOK, "POST", account+"ChangePassword",
				`{"currentPassword":"vibecoding","newPassword":"vibecoding2"}`)
		}},
		{name: "ban", act: func(_ *client, id string) {
			admin.want(http.StatusOK, "POST", moderation+"SuspendUser", `{"userId":"`+id+`","reason":"spam"}`)
		}},
		{name: "role", act: func(_ *client, id string) {
			admin.want(http.StatusOK, "POST", administration+"SetUserAdmin", `{"id":"`+id+
				`","isAdmin":true,"reason":"helps"}`)
		}},
		{name: "removal", ends: true, act: func(_ *client, id string) {
			admin.want(http.StatusOK, "POST", administration+"RemoveUser", `{"id":"`+id+`","reason":"spam"}`)
		}},
	} {
		member, id := visitor.register(fmt.Sprint("member", n))
		there := member.as(member.cookie)
		there.base = second
		stream := followAs(t, there, topic)
		if door.name == "ban" { // before it, a warning and a hidden thread
			admin.want(http.StatusOK, "POST", moderation+"WarnUser", `{"userId":"`+id+`","reason":"spam"}`)
			stream.want("the warning", func(e *pb.SubscribeResponse) bool {
				return e.GetChanged().GetType() == "user" && e.GetChanged().Id == id
			})
			channel := valueAt(t, member.want(http.StatusCreated, "POST", "/api/forum/channels", `{"name":"Own"}`),
				"id")
			thread := valueAt(t, member.want(http.StatusCreated, "POST", "/api/forum/threads", `{"channelId":"`+channel+
				`","title":"Now","content":"What?"}`), "id")
			admin.want(http.StatusOK, "POST", moderation+"HideContent",
				`{"targetType":"REPORT_TARGET_TYPE_FORUM_THREAD","targetId":"`+thread+`","reason":"spam"}`)
			stream.want("the decision", func(e *pb.SubscribeResponse) bool {
				return e.GetChanged().GetId() == thread && e.GetChanged().Kind == string(event.Decided)
			})
		}
		door.act(member, id)
		for timeout, open := time.After(5*time.Second), true; open; {
			select {
			case _, open = <-stream.events:
			case <-timeout:
				t.Fatalf("%s: the stream goes on", door.name)
			}
		}
		there.cookie = member.cookie // a changed password changes the token of the session
		if got := code(there); (got == connect.CodeUnauthenticated) != door.ends || !door.ends && got != 0 {
			t.Errorf("%s: another stream: %v", door.name, got)
		}
	}
}
