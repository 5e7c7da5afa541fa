package producttest

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
)

// serveAtItself serves a board whose base URL is the address of the server, as clients that follow its metadata need.
func serveAtItself(t *testing.T, db *store.DB) *httptest.Server {
	t.Helper()
	server, c, logger := httptest.NewUnstartedServer(nil), testConfig(t), slog.New(slog.DiscardHandler)
	c.BaseURL = &url.URL{Scheme: "http", Host: server.Listener.Addr().String()}
	p := product.New(c, db, openUploads(t, c, db))
	handler, err := p.NewServer(logger)
	must.NoError(t, err)
	t.Cleanup(p.Live.Start(t.Context(), logger))
	server.Config.Handler = handler
	server.Start()
	t.Cleanup(server.Close)
	return server
}

// The client of the protocol's SDK finds out how to log in, registers, is allowed by its user, and refreshes its
// tokens.
func TestOAuth(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveAtItself(t, db)
		visitor := &client{t: t, base: server.URL}
		ada, _ := visitor.register("ada")
		var (
			asked    []url.Values
			settings *oauth2.Config
			first    *oauth2.Token
		)
		allow := func(_ context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
			to, err := url.Parse(args.URL)
			must.NoError(t, err)
			asked = append(asked, to.Query())
			if page := string(ada.want(http.StatusOK, "GET", to.RequestURI(), "")); to.Path != "/oauth/authorize" ||
				!strings.Contains(page, "Connect an App") {
				t.Errorf("no consent page at %s", to)
			}
			body, err := json.Marshal(object{"query": to.RawQuery})
			must.NoError(t, err)
			back, err := url.Parse(valueAt(t, ada.want(http.StatusOK, "POST", "/api/auth/apps/authorization",
				string(body)), "redirectUrl"))
			must.NoError(t, err)
			if back.Host != "localhost:7777" || back.Path != "/callback" {
				t.Errorf("back to %s", back)
			}
			answer := back.Query()
			return &auth.AuthorizationResult{Code: answer.Get("code"), State: answer.Get("state"),
				Iss: answer.Get("iss")}, nil
		}
		login, err := auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
			DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{
				Metadata: &oauthex.ClientRegistrationMetadata{
					ClientName: "Kiln agent", RedirectURIs: []string{"http://localhost:7777/callback"},
					GrantTypes: []string{"authorization_code", "refresh_token"},
				}},
			AuthorizationCodeFetcher: allow,
			NewTokenSource: func(ctx context.Context, c *oauth2.Config, token *oauth2.Token) (oauth2.TokenSource,
				error) {
				expired := *token
				expired.Expiry = time.Now().Add(-time.Minute) // so that it is refreshed before its first use
				settings, first = c, &expired
				return c.TokenSource(ctx, &expired), nil
			},
		})
		must.NoError(t, err)
		session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
			&mcp.StreamableClientTransport{Endpoint: server.URL + "/mcp", OAuthHandler: login}, nil)
		must.NoError(t, err)
		defer session.Close()
		if text, failed := use(t, session, "search_projects", object{}); failed {
			t.Errorf("search %s", text)
		}
		if len(asked) != 1 || !slices.Contains([]string{"read write", "write read"}, asked[0].Get("scope")) ||
			asked[0].Get("resource") != server.URL+"/mcp" {
			t.Errorf("asked %v", asked)
		}

		// The first access token ended with the refresh.
		visitor.want(http.StatusUnauthorized, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
			"Authorization", "Bearer "+first.AccessToken)
		apps := ada.want(http.StatusOK, "GET", "/api/auth/apps", "")
		if valueAt(t, apps, "0.name") != "Kiln agent" || valueAt(t, apps, "0.redirectHost") != "localhost:7777" {
			t.Errorf("apps %s", apps)
		}
		// The second use of a refresh token disconnects the app, which then asks again.
		if _, err := settings.TokenSource(t.Context(), first).Token(); err == nil {
			t.Error("a refresh token works twice")
		}
		if got := string(ada.want(http.StatusOK, "GET", "/api/auth/apps", "")); strings.TrimSpace(got) != "[]" {
			t.Errorf("apps after a copied token was used: %s", got)
		}
		if text, failed := use(t, session, "search_projects", object{}); failed || len(asked) != 2 {
			t.Errorf("after %d logins: %s", len(asked), text)
		}
	})
}

// Apps that run as pages of other sites may use the endpoints of OAuth, but not with the session of a visitor, and not
// /mcp: no page of another site is an agent.
func TestOAuthFromOtherSites(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	var log must.Log
	server := serveTest(t, testConfig(t), db, &log)
	visitor := &client{t: t, base: server.URL}
	ada, _ := visitor.register("ada")
	const form = "application/x-www-form-urlencoded"
	for _, tc := range []struct {
		method, path, body, contentType string
		status                          int
		want                            string // in the body
	}{
		{"GET", "/.well-known/oauth-protected-resource", "", "", 200,
			`"authorization_servers":["http://localhost:8080"]`},
		{"GET", "/.well-known/oauth-protected-resource/mcp", "", "", 200, `"resource":"http://localhost:8080/mcp"`},
		{"GET", "/.well-known/oauth-authorization-server", "", "", 200, `"code_challenge_methods_supported":["S256"]`},
		{"POST", "/oauth/register", `{"redirect_uris":["http://localhost/"]}`, "application/json", 201,
			`"token_endpoint_auth_method":"none"`},
		{"POST", "/oauth/register", `{"redirect_uris":["http://agent.example/"]}`, "application/json", 400,
			`"error":"invalid_redirect_uri"`},
		{"POST", "/oauth/register", `{"redirect_uris":`, "application/json", 400, `"error":"invalid_client_metadata"`},
		{"POST", "/oauth/register", `{"client_name":"` + strings.Repeat("x", 64<<10) + `"}`, "application/json", 413,
			`"code":"TOO_LARGE"`},
		{"POST", "/oauth/token", "client_id=x", form, 401, `"error":"invalid_client"`},
		{"POST", "/oauth/token", "client_id=x&client_id=x", form, 400, `"error":"invalid_request"`},
		{"POST", "/oauth/token", "client_id=CLIENT&grant_type=password", form, 400, `"error":"unsupported_grant_type"`},
		{"POST", "/oauth/token", "client_id=CLIENT&grant_type=refresh_token&refresh_token=x", form, 400,
			`"error":"invalid_grant"`},
		{"POST", "/oauth/token", "client_id=CLIENT&grant_type=refresh_token&resource=https://evil.example", form, 400,
			`"error":"invalid_target"`},
		{"POST", "/oauth/revoke", "client_id=CLIENT&token=x", form, 200, "{}"},
		{"POST", "/oauth/revoke", "client_id=CLIENT", form, 200, "{}"},
		{"POST", "/oauth/revoke", "token=x", form, 401, `"error":"invalid_client"`},
	} {
		preflight, _ := ada.send("OPTIONS", tc.path, "", "Origin", "https://agent.example",
			"Access-Control-Request-Method", tc.method)
		if h := preflight.Header; preflight.StatusCode != 204 || h.Get("Access-Control-Allow-Origin") != "*" ||
			!strings.Contains(h.Get("Access-Control-Allow-Methods"), tc.method) ||
			!strings.HasPrefix(h.Get("Access-Control-Allow-Headers"), "Authorization") ||
			h.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("OPTIONS %s: %s %v", tc.path, preflight.Status, h)
		}
		if strings.Contains(tc.body, "CLIENT") {
			app := valueAt(t, visitor.want(http.StatusCreated, "POST", "/oauth/register",
				`{"redirect_uris":["http://localhost/"]}`), "client_id")
			tc.body = strings.Replace(tc.body, "CLIENT", app, 1)
		}
		response, body := ada.send(tc.method, tc.path, tc.body, "Origin", "https://agent.example", "Sec-Fetch-Site",
			"cross-site", "Content-Type", tc.contentType)
		if response.StatusCode != tc.status || !strings.Contains(string(body), tc.want) ||
			response.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s %s %.60s: %s %s %v", tc.method, tc.path, tc.body, response.Status, body, response.Header)
		}
		if strings.HasPrefix(tc.path, "/oauth/") && response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be stored", tc.path)
		}
	}
	visitor.want(http.StatusForbidden, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "Origin",
		"https://agent.example")
	if response, _ := ada.send("POST", "/api/auth/apps/authorization", `{"query":""}`, "Origin",
		"https://agent.example"); response.StatusCode != http.StatusForbidden {
		t.Errorf("another site may allow apps: %s", response.Status)
	}
	if !strings.Contains(log.String(), "OAUTH_INVALID_GRANT") {
		t.Error("the log does not have the code of a refusal")
	}
}
