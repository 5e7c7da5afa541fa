package producttest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"testing"

	"connectrpc.com/connect"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// writer writes in the forum and the blog, and reports, through one protocol. Each call returns the message of a
// refusal by a rate limit with the seconds to wait, and "" otherwise.
type writer struct {
	thread  func(content string) string
	reply   func() string
	comment func() string
	report  func() string
}

// The limits of posting and reporting hold over every protocol, for one user from one address, and say how long to
// wait.
func TestPostingIsLimited(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := testConfig(t)
		c.RateLimits, c.TrustedProxies = true, []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
		server := serveTest(t, c, db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		owner, _ := visitor.register("owner")
		channel := valueAt(t, owner.want(http.StatusCreated, "POST", "/api/forum/channels", `{"name":"Kiln"}`), "id")
		thread := valueAt(t, owner.want(http.StatusCreated, "POST", "/api/forum/threads",
			`{"title":"Glaze","content":"Which?","channelId":"`+channel+`"}`), "id")
		story := valueAt(t, owner.want(http.StatusCreated, "POST", "/api/blog/posts",
			`{"title":"Winter","content":"Cold."}`), "id")
		for i, door := range []string{"REST", "Connect", "GRPC", "GRPCWeb"} {
			member, _ := visitor.register("member" + fmt.Sprint(i))
			w := newWriter(member, door, fmt.Sprintf("198.51.100.%d", i), channel, thread, story)
			for _, limit := range []struct {
				what  string
				calls int
				call  func() string
				want  string
			}{
				{"thread", 5, func() string { return w.thread("Text") },
					"Too many requests. Please try again in 15 seconds. 15"},
				{"reply", 9, w.reply, ""},
				{"comment", 1, w.comment, "Too many requests. Please wait a moment and try again. 5"},
				{"report", 20, w.report, "Too many requests. Please try again in 72 minutes. 4320"},
			} {
				for range limit.calls {
					if got := limit.call(); got != "" {
						t.Fatalf("%s over %s: %s", limit.what, door, got)
					}
				}
				if limit.want == "" {
					continue
				}
				if got := limit.call(); got != limit.want {
					t.Errorf("one %s more over %s: %q, want %q", limit.what, door, got, limit.want)
				}
			}
			if got, want := w.reply(), "Too many requests. Please wait a moment and try again. 5"; got != want {
				t.Errorf("a reply after too many comments over %s: %q, want %q", door, got, want)
			}
		}
	})
}

// A new account posts links at the published rate, over every protocol, and moderators find each post in their queue.
func TestFirstLinksOfNewAccounts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := testConfig(t)
		c.RateLimits, c.TrustedProxies = true, []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
		server := serveTest(t, c, db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		admin, _ := visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		channel := valueAt(t, admin.want(http.StatusCreated, "POST", "/api/forum/channels", `{"name":"Kiln"}`), "id")
		const link = "Buy at https://elsewhere.example"
		for i, door := range []string{"REST", "Connect", "GRPC", "GRPCWeb"} {
			member, _ := visitor.register("member" + fmt.Sprint(i))
			w := newWriter(member, door, fmt.Sprintf("198.51.100.%d", i), channel, "", "")
			if got := w.thread(link); got != "" {
				t.Fatalf("the first link over %s: %s", door, got)
			}
			if got, want := w.thread(link),
				"New accounts can post links every 5 minutes. Please try again in 5 minutes. 300"; got != want {
				t.Errorf("the second link over %s: %q, want %q", door, got, want)
			}
			if got := w.thread("No link, and one to http://localhost:8080/projects"); got != "" {
				t.Errorf("a text without links over %s: %s", door, got)
			}
		}
		for range 2 {
			admin.want(http.StatusCreated, "POST", "/api/forum/threads", `{"title":"Link","content":"`+link+
				`","channelId":"`+channel+`"}`)
		}
		var waiting []map[string]any
		must.NoError(t, json.Unmarshal(admin.want(http.StatusOK, "GET", "/api/admin/approvals", ""), &waiting))
		if len(waiting) != 4 {
			t.Fatalf("%d posts wait, want one of each account: %v", len(waiting), waiting)
		}
		first := waiting[0]
		if first["targetType"] != "forum_thread" || first["reason"] != "links" {
			t.Errorf("post %v", first)
		}
		visitor.want(http.StatusNotFound, "GET", "/api/forum/threads/"+first["targetId"].(string), "")
		expectNoDrift(t, db)
	})
}

// newWriter returns a writer with the session of a client, from an address.
func newWriter(c *client, door, address, channel, thread, story string) writer {
	if door == "REST" {
		post := func(path string, body map[string]string) string {
			c.t.Helper()
			encoded, err := json.Marshal(body)
			must.NoError(c.t, err)
			response, answer := c.send("POST", path, string(encoded), "X-Forwarded-For", address)
			if response.StatusCode != http.StatusTooManyRequests {
				return ""
			}
			return valueAt(c.t, answer, "error") + " " + response.Header.Get("Retry-After")
		}
		return writer{
			thread: func(content string) string {
				return post("/api/forum/threads", map[string]string{"channelId": channel, "title": "Title",
					"content": content})
			},
			reply: func() string {
				return post("/api/forum/posts", map[string]string{"threadId": thread, "content": "Text"})
			},
			comment: func() string {
				return post("/api/blog/posts/"+story+"/comments",
					map[string]string{"content": "Text"})
			},
			report: func() string {
				return post("/api/reports", map[string]string{"targetType": "user", "targetId": "unknown",
					"reason": "spam"})
			},
		}
	}
	options := map[string][]connect.ClientOption{"GRPC": {connect.WithGRPC()}, "GRPCWeb": {connect.WithGRPCWeb()}}[door]
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	h2 := &http.Client{Transport: &http.Transport{Protocols: protocols, DialContext: (&net.Dialer{}).DialContext}}
	forum := uvboardv1connect.NewForumServiceClient(h2, c.base, options...)
	blog := uvboardv1connect.NewBlogServiceClient(h2, c.base, options...)
	moderation := uvboardv1connect.NewModerationServiceClient(h2, c.base, options...)
	limited := func(call func(ctx context.Context) error) string {
		c.t.Helper()
		ctx, info := connect.NewClientContext(c.t.Context())
		info.RequestHeader().Set("Cookie", c.cookie)
		info.RequestHeader().Set("X-Forwarded-For", address)
		err := call(ctx)
		if connect.CodeOf(err) != connect.CodeResourceExhausted {
			return ""
		}
		detail, detailErr := err.(*connect.Error).Details()[0].Value()
		must.NoError(c.t, detailErr)
		return fmt.Sprint(err.(*connect.Error).Message(), " ", detail.(*pb.ErrorDetail).GetRetryAfter())
	}
	return writer{
		thread: func(content string) string {
			return limited(func(ctx context.Context) error {
				_, err := forum.CreateThread(ctx, &pb.CreateThreadRequest{ChannelId: channel, Title: "Title",
					Content: content})
				return err
			})
		},
		reply: func() string {
			return limited(func(ctx context.Context) error {
				_, err := forum.CreatePost(ctx, &pb.CreatePostRequest{ThreadId: thread, Content: "Text"})
				return err
			})
		},
		comment: func() string {
			return limited(func(ctx context.Context) error {
				_, err := blog.CreateBlogComment(ctx, &pb.CreateBlogCommentRequest{PostId: story, Content: "Text"})
				return err
			})
		},
		report: func() string {
			return limited(func(ctx context.Context) error {
				_, err := moderation.CreateReport(ctx,
					&pb.CreateReportRequest{TargetType: pb.ReportTargetType_REPORT_TARGET_TYPE_USER,
						TargetId: "unknown", Reason: pb.ReportReason_REPORT_REASON_SPAM})
				return err
			})
		},
	}
}
