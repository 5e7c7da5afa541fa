package producttest

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"

	"uvboard/backend/platform/config"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/vibekit/vibekittest"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// vibekitClient returns a client of VibeKit over Connect or gRPC, and a context with the caller's session.
func vibekitClient(c *client,
	options ...connect.ClientOption) (uvboardv1connect.VibeKitServiceClient, context.Context) {
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	h2 := &http.Client{Transport: &http.Transport{Protocols: protocols, DialContext: (&net.Dialer{}).DialContext}}
	ctx, info := connect.NewClientContext(c.t.Context())
	info.RequestHeader().Set("Cookie", c.cookie)
	return uvboardv1connect.NewVibeKitServiceClient(h2, c.base, options...), ctx
}

// A brief is streamed while it is written, over every protocol, and the last message says how often the user may
// generate again.
func TestBriefIsStreamed(t *testing.T) {
	c := testConfig(t)
	c.RateLimits = true
	server := serveTest(t, c, storetest.Open(t, storetest.SQLiteURL(t)), io.Discard)
	own, _ := (&client{t: t, base: server.URL}).register("maker")
	for i, options := range [][]connect.ClientOption{nil, {connect.WithGRPC()}, {connect.WithGRPCWeb()}} {
		kit, ctx := vibekitClient(own, options...)
		stream, err := kit.StreamBrief(ctx, &pb.StreamBriefRequest{Input: &pb.BriefInput{Idea: "A log for kilns"}})
		must.NoError(t, err)
		var partial []string
		var result *pb.GenerateBriefResponse
		for stream.Receive() {
			if result = stream.Msg().GetResult(); result == nil {
				partial = append(partial, stream.Msg().GetPartial().GetSummary())
			}
		}
		must.NoError(t, stream.Err())
		if len(partial) < 2 || partial[0] != "" || !strings.HasPrefix(result.GetBrief().GetSummary(), partial[1]) ||
			result.GetBrief().GetBuilderPrompt() == "" {
			t.Errorf("partial %q, result %v", partial, result)
		}
		if want := int32(19 - i); result.GetRemaining() != want {
			t.Errorf("%d remain, want %d", result.GetRemaining(), want)
		}
	}
	kit, ctx := vibekitClient(own)
	ideas, err := kit.StreamLogoIdeas(ctx, &pb.StreamLogoIdeasRequest{Input: &pb.LogoInput{BrandName: "Kiln"}})
	must.NoError(t, err)
	for ideas.Receive() {
		if result := ideas.Msg().GetResult(); result != nil &&
			(result.GetRemaining() != 16 || len(result.GetIdeas().GetNames()) != 3) {
			t.Errorf("result %v", result)
		}
	}
	must.NoError(t, ideas.Err())
	response, _ := own.send("POST", "/api/vibekit/logo-ideas", `{"brandName":"Kiln"}`)
	if got := response.Header.Get("X-RateLimit-Remaining"); got != "15" {
		t.Errorf("X-RateLimit-Remaining %q", got)
	}
	if got := string(own.want(http.StatusOK, "GET", "/api/vibekit", "")); !strings.Contains(got,
		`"remaining":15,"hourlyLimit":20`) {
		t.Errorf("status %s", got)
	}

	// Validation and access rules apply to streams as to other calls.
	for name, want := range map[string]connect.Code{"": connect.CodeUnauthenticated,
		own.cookie: connect.CodeInvalidArgument} {
		kit, ctx := vibekitClient(own.as(name))
		refused, err := kit.StreamBrief(ctx,
			&pb.StreamBriefRequest{Input: &pb.BriefInput{Idea: strings.Repeat("x", 1001)}})
		must.NoError(t, err)
		if refused.Receive() || connect.CodeOf(refused.Err()) != want {
			t.Errorf("%v, want %v", refused.Err(), want)
		}
	}
}

// When a client cancels its call, the request to the provider is canceled too. This is not logged as an error.
func TestEndedStreamReachesTheProvider(t *testing.T) {
	gone, log := make(chan struct{}, 1), new(must.Log)
	c := testConfig(t)
	c.OpenAI = vibekittest.New(t, vibekittest.Endless(vibekittest.Brief[:50], gone)).Settings()
	server := serveTest(t, c, storetest.Open(t, storetest.SQLiteURL(t)), log)
	own, _ := (&client{t: t, base: server.URL}).register("maker")
	kit, ctx := vibekitClient(own)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := kit.StreamBrief(ctx, &pb.StreamBriefRequest{Input: &pb.BriefInput{Idea: "A log for kilns"}})
	must.NoError(t, err)
	empty, partial := stream.Receive(), stream.Receive()
	if !empty || !partial || stream.Msg().GetPartial().GetSummary() == "" {
		t.Errorf("partial %v, %v", stream.Msg(), stream.Err())
	}
	cancel()
	select {
	case <-gone:
	case <-time.After(5 * time.Second):
		t.Error("the provider's request goes on")
	}
	if strings.Contains(log.String(), `"level":"ERROR"`) {
		t.Errorf("logged %s", log)
	}
}

// The errors that a member gets if nothing can be generated.
func TestVibeKitFailures(t *testing.T) {
	c := testConfig(t)
	c.OpenAI = config.OpenAI{BaseURL: "http://127.0.0.1:1/v1", Model: "test-model"}
	db := storetest.Open(t, storetest.SQLiteURL(t))
	own, id := (&client{t: t, base: serveTest(t, c, db, io.Discard).URL}).register("maker")
	for path, body := range map[string]string{"/api/vibekit/imaginator": `{"idea":"A log"}`,
		"/api/vibekit/logo-ideas": `{"brandName":"Kiln"}`} {
		if got := string(own.want(http.StatusServiceUnavailable, "POST", path, body)); !strings.Contains(got,
			`"code":"OPENAI_KEY_MISSING"`) {
			t.Errorf("without a key: %s", got)
		}
	}
	if got := string(own.want(http.StatusOK, "GET", "/api/vibekit", "")); !strings.Contains(got, `"configured":false`) {
		t.Errorf("status %s", got)
	}

	c.OpenAI = vibekittest.New(t, vibekittest.Fail(500, "oops")).Settings()
	log := new(must.Log)
	again := own.as(own.cookie)
	again.base = serveTest(t, c, db, log).URL
	got := string(again.want(http.StatusServiceUnavailable, "POST", "/api/vibekit/imaginator", `{"idea":"A log"}`))
	if !strings.Contains(got, `"code":"OPENAI_FAILED"`) || strings.Contains(got+log.String(), vibekittest.Key) {
		t.Errorf("the provider is down: %s, logged %s", got, log)
	}
	storetest.Exec(t, db, "UPDATE users SET suspended_at = created_at, suspension_reason = 'Spam' WHERE username = 'maker'")
	if got := string(again.want(http.StatusForbidden, "POST", "/api/vibekit/imaginator",
		`{"idea":"A log"}`)); !strings.Contains(got, `"code":"SUSPENDED"`) {
		t.Errorf("%s is suspended: %s", id, got)
	}
}
