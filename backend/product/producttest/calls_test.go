package producttest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/google/uuid"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/emptypb"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

const callsIntro = `# Calls

Who may make each call, and the rate limit that counts it, from the options of its method in [proto/uvboard/v1](../proto/uvboard/v1)
or from the rule of its path. ` + "`go test ./backend/product/producttest -run TestCalls -update`" + ` writes this page.

- **access**: everyone (public), users, moderators or admins, each with those after it. Rules that depend on the object, such as owner only, are in
  the services. [moderation.md](moderation.md) has the calls of moderators and admins by role.
- **by**: the credentials that may make the call: people only, in a session; people and the access tokens that they made (tokens); also
  connected apps (apps). Another credential gets 403 ` + "`PEOPLE_ONLY`" + ` if the call is for people, else ` + "`LOGIN_REQUIRED`" + `. Reads of
  what only the user sees take a session. A visitor has no credential: *access* says whether visitors may call.
- **scope**: what an access token must have, or it gets 403 ` + "`SCOPE`" + `.
- **proof**: fresh: the last login or step-up of the session is less than 15 minutes old, or the call gets 403 ` + "`STEP_UP_REQUIRED`" + `.
  second factor: the same if the account has a second factor; the others send their password in the call.
- **limit**: the rate limit of [limits.md](limits.md); none for public files.

Suspended users may read, and manage their own account: the calls marked with *.

`

// Every call says who may make it. docs/calls.md has them all.
func TestCalls(t *testing.T) {
	table := &strings.Builder{}
	row := func(name string, rule auth.Rule) {
		if rule.Level == auth.Nobody {
			t.Errorf("%s has no access rule", name)
		}
		if rule.Proof != auth.NoProof && (rule.Level == auth.Public || rule.Takes(auth.Tokens)) {
			t.Errorf("%s needs a fresh proof, which visitors, access tokens and apps cannot give", name)
		}
		by, scope, proof, limit := "session", "", "", enumname.Of(rule.Limit)
		switch rule.Callers {
		case auth.People:
			by = "people"
		case auth.Tokens:
			by = "tokens"
		case auth.Apps:
			by = "apps"
		}
		if rule.Takes(auth.Tokens) {
			scope = enumname.Of(rule.NeededScope())
		}
		switch rule.Proof {
		case auth.ProofAlways:
			proof = "fresh"
		case auth.ProofSecondFactor:
			proof = "second factor"
		}
		if rule.Limit == 0 {
			limit = "none"
		}
		if rule.WhileSuspended {
			name += " *"
		}
		fmt.Fprintf(table, "| %s | %s | %s | %s | %s | %s |\n", name, enumname.Of(rule.Level), by, scope, proof, limit)
	}
	table.WriteString(callsIntro)
	services := apitest.Services()
	slices.SortFunc(services, func(a, b protoreflect.ServiceDescriptor) int {
		return strings.Compare(string(a.Name()), string(b.Name()))
	})
	for _, service := range services {
		paths := map[protoreflect.Name]string{}
		routes, err := rest.Routes(service)
		must.NoError(t, err)
		for _, r := range routes {
			paths[r.RPC.Name()] = " `" + r.Method + " " + r.Pattern + "`"
		}
		fmt.Fprintf(table, "## %s\n\n| call | access | by | scope | proof | limit |\n|---|---|---|---|---|---|\n",
			service.Name())
		for i := range service.Methods().Len() {
			m := service.Methods().Get(i)
			row(string(m.Name())+paths[m.Name()], auth.RuleOf(m))
		}
		table.WriteString("\n")
	}
	table.WriteString("## Other paths\n\n| path | access | by | scope | proof | limit |\n|---|---|---|---|---|---|\n")
	c, db := testConfig(t), storetest.Open(t, storetest.SQLiteURL(t))
	server, err := product.New(c, db, openUploads(t, c, db)).NewServer(slog.New(slog.DiscardHandler))
	must.NoError(t, err)
	for _, r := range server.Routes() {
		row("`"+r.Method+" "+r.Path+"`", r.Rule)
	}
	golden.Check(t, filepath.Join("..", "..", "..", "..", "docs", "calls.md"), table.String())
}

// refusal makes a call with an empty request and a header, and returns the code of its fault, "<nil>" if it succeeds.
func refusal(t *testing.T, base string, method protoreflect.MethodDescriptor, header, value string) string {
	t.Helper()
	address := fmt.Sprintf("%s/%s/%s", base, method.Parent().FullName(), method.Name())
	call := connect.NewClient[emptypb.Empty, emptypb.Empty](http.DefaultClient, address)
	request := connect.NewRequest(&emptypb.Empty{})
	request.Header().Set(header, value)
	var err error
	if method.IsStreamingServer() {
		var stream *connect.ServerStreamForClient[emptypb.Empty]
		if stream, err = call.CallServerStream(t.Context(), request); err == nil {
			stream.Receive()
			err = stream.Err()
		}
	} else {
		_, err = call.CallUnary(t.Context(), request)
	}
	failed := (*connect.Error)(nil)
	if !errors.As(err, &failed) || len(failed.Details()) == 0 {
		return fmt.Sprint(err)
	}
	detail, err := failed.Details()[0].Value()
	must.NoError(t, err)
	return detail.(*pb.ErrorDetail).Code
}

// A call is refused to the credentials that its options do not name, and to a session without the fresh proof that they
// ask for. A call that writes takes the others: an empty request is refused for what it lacks.
func TestCallersOfEveryCall(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		admin, id := visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin'")
		body := admin.want(http.StatusCreated, "POST", "/api/auth/tokens",
			`{"name":"script","scopes":["read","write","moderate","admin"]}`)
		token, app := "Bearer "+valueAt(t, body, "token"), "Bearer "+connectApp(t, db, id, "Agent")
		storetest.Exec(t, db, "UPDATE sessions SET proved_at = $1", time.Now().Add(-auth.ProofLife).UTC())

		withoutRequest := []string{"RefreshNews", "RetryMails"} // an empty request has effects elsewhere
		for method := range apitest.Methods() {
			rule := auth.RuleOf(method)
			sessionOnly := "LOGIN_REQUIRED"
			if rule.Callers == auth.People {
				sessionOnly = "PEOPLE_ONLY"
			}
			check := func(who, want, header, value string) {
				if got := refusal(t, server.URL, method, header, value); got != want {
					t.Errorf("%s by %s: %s, want %s", method.FullName(), who, got, want)
				}
			}
			for _, of := range []struct {
				who, credential string
				is              auth.Callers
			}{{"a token", token, auth.Tokens}, {"an app", app, auth.Apps}} {
				if !rule.Takes(of.is) {
					check(of.who, sessionOnly, "Authorization", of.credential)
				} else if rule.Writes() && !slices.Contains(withoutRequest, string(method.Name())) {
					if got := refusal(t, server.URL, method, "Authorization", of.credential); slices.Contains(
						[]string{"PEOPLE_ONLY", "LOGIN_REQUIRED", "SCOPE"}, got) {
						t.Errorf("%s by %s: %s, although its options name it", method.FullName(), of.who, got)
					}
				}
			}
			if rule.Proof == auth.ProofAlways {
				check("a session without a proof", "STEP_UP_REQUIRED", "Cookie", admin.cookie)
			}
		}
		// Those whose request has the password ask only an account with a second factor.
		change := `{"currentPassword":"wrong","newPassword":"vibecoding"}`
		admin.want(http.StatusBadRequest, "POST", "/api/auth/password", change)
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.Authenticator.Create().SetID(store.NewID(time.Now())).SetUserID(uuid.MustParse(id)).
				SetSecret("SECRET").Exec(ctx)
		}))
		if body := string(admin.want(http.StatusForbidden, "POST", "/api/auth/password", change)); !strings.Contains(
			body, "STEP_UP_REQUIRED") {
			t.Errorf("a password is changed without the second factor: %s", body)
		}
		// An app publishes no draft, and what it can do ends with it.
		draft := `{"title":"Kiln log","tagline":"Logs what a kiln does","primaryCategory":"games","stage":"mvp","vibeTools":["cursor"],"logo":"https://kiln.example/logo.png","isPublic":`
		refused := visitor.want(http.StatusForbidden, "POST", "/api/projects", draft+`true}`, "Authorization", app)
		if got := valueAt(t, refused, "code"); got != "PEOPLE_ONLY" {
			t.Errorf("an app publishes: %s", got)
		}
		apps := admin.want(http.StatusOK, "GET", "/api/auth/apps", "")
		admin.want(http.StatusOK, "DELETE", "/api/auth/apps/"+valueAt(t, apps, "0.id"), "")
		visitor.want(http.StatusUnauthorized, "GET", "/api/auth/me", "", "Authorization", app)
		visitor.want(http.StatusOK, "GET", "/api/auth/me", "", "Authorization", token)
		admin.want(http.StatusForbidden, "GET", "/api/users/"+id+"/export", "", "Authorization", token)
	})
}

// An app can make nothing that goes on acting without it: neither credentials nor what calls or notifies others.
func TestAppsMakeNothingLasting(t *testing.T) {
	lasting := strings.Fields(
		`AccountService/CreateToken AccountService/CreateInvitation AccountService/CreateTotp AccountService/ConfirmTotp
		AppService/Authorize NotificationService/CreatePushSubscription NotificationService/SetEmailPreference
		NotificationService/SetNotificationPreferences PasskeyService/BeginPasskey PasskeyService/CreatePasskey
		WebhookService/CreateWebhook WebhookService/UpdateWebhook WebhookService/RotateWebhookSecret`)
	for method := range apitest.Methods() {
		name := string(method.Parent().Name()) + "/" + string(method.Name())
		i := slices.Index(lasting, name)
		if i < 0 {
			continue
		}
		lasting = slices.Delete(lasting, i, i+1)
		if auth.RuleOf(method).Takes(auth.Tokens) {
			t.Errorf("%s takes other credentials than a session", name)
		}
	}
	if len(lasting) > 0 {
		t.Errorf("unknown calls %v", lasting)
	}
}
