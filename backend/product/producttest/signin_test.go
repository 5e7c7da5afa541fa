package producttest

import (
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"uvboard/backend/platform/config"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	"uvboard/backend/signin/oauth/oauthtest"
)

// withProviders adds both kinds of services to the settings.
func withProviders(t *testing.T, c *config.Config) {
	t.Helper()
	kiln := oauthtest.OIDC(t, product.Origin(c)+"/auth/kiln/callback")
	github := oauthtest.GitHub(t)
	c.OIDC = []config.OIDC{{ID: kiln.ID, Name: kiln.Name, Issuer: kiln.Issuer, ClientID: kiln.ClientID,
		ClientSecret: config.Secret(kiln.ClientSecret)}}
	c.GitHub = config.GitHub{ClientID: github.ClientID, ClientSecret: config.Secret(github.ClientSecret),
		URL: github.GitHub}
	c.OutboundAllow = []string{"127.0.0.1"}
}

// browser keeps cookies and does not follow redirects.
type browser struct {
	*http.Client
	t    *testing.T
	base string
}

func newBrowser(t *testing.T, base string) *browser {
	jar, err := cookiejar.New(nil)
	must.NoError(t, err)
	return &browser{&http.Client{Jar: jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, t, base}
}

// redirect gets a path of the board and returns where it redirects to.
func (b *browser) redirect(path string) string {
	b.t.Helper()
	response, err := b.Get(b.base + path)
	must.NoError(b.t, err)
	defer response.Body.Close()
	location := response.Header.Get("Location")
	if response.StatusCode != http.StatusSeeOther || location == "" {
		b.t.Fatalf("%s answered %s", path, response.Status)
	}
	return location
}

// callback logs in at the service and returns the path of the callback, without calling it.
func (b *browser) callback(provider, username, returnTo string) string {
	b.t.Helper()
	start := b.redirect("/auth/" + provider + "/start?returnTo=" + url.QueryEscape(returnTo))
	return oauthtest.LogIn(b.t, start, username).RequestURI()
}

// logIn logs in with the service and returns the page that the board then shows.
func (b *browser) logIn(provider, username string) string {
	b.t.Helper()
	return b.redirect(b.callback(provider, username, "/saved"))
}

// prove logs in again with the service from the settings, and returns the page that the board then shows.
func (b *browser) prove(provider, username string) string {
	b.t.Helper()
	return b.redirect(b.callback(provider, username, "/settings?outcome=step_up_required"))
}

// client returns a client with the session of the browser.
func (b *browser) client() *client {
	c := &client{t: b.t, base: b.base}
	at, err := url.Parse(b.base)
	must.NoError(b.t, err)
	for _, cookie := range b.Jar.Cookies(at) {
		c.cookie = cookie.Name + "=" + cookie.Value
	}
	return c
}

// as gives the browser the session of a client.
func (b *browser) as(c *client) *browser {
	at, err := url.Parse(b.base)
	must.NoError(b.t, err)
	name, value, _ := strings.Cut(c.cookie, "=")
	b.Jar.SetCookies(at, []*http.Cookie{{Name: name, Value: value, Path: "/"}})
	return b
}

func TestLoginWithOtherServices(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := testConfig(t)
		withProviders(t, c)
		var log must.Log
		server := serveTest(t, c, db, &log)
		expect := func(what, got, want string) {
			t.Helper()
			if got != want {
				t.Errorf("%s: %q, want %q", what, got, want)
			}
		}
		visitor := &client{t: t, base: server.URL}
		expect("providers", string(visitor.want(http.StatusOK, "GET", "/api/auth/providers", "")),
			`[{"id":"github","name":"GitHub"},{"id":"kiln","name":"Kiln Works"}]`)
		expect("first provider of the board", valueAt(t, visitor.want(http.StatusOK, "GET", "/api/board", ""),
			"providers.0.name"), "GitHub")

		// A new account has the service's verified address and a username that is free.
		member, _ := visitor.register("ada")
		first := newBrowser(t, server.URL)
		expect("new account", first.logIn("kiln", "ada"), "/saved")
		me := first.client().want(http.StatusOK, "GET", "/api/auth/me", "")
		expect("username", valueAt(t, me, "user.username"), "ada2")
		expect("email", valueAt(t, me, "user.email"), "ada@kiln.example")
		if !strings.Contains(string(me), `"isVerified":true`) || !strings.Contains(string(me), `"hasPassword":false`) {
			t.Errorf("not verified, or with a password: %s", me)
		}
		again := newBrowser(t, server.URL)
		expect("second login", again.logIn("kiln", "ada"), "/saved")
		expect("the same user", valueAt(t, again.client().want(http.StatusOK, "GET", "/api/auth/me", ""),
			"user.username"), "ada2")
		expect("logged in already by the first service", newBrowser(t, server.URL).logIn("github", "ada"),
			"/login?outcome=email_taken&provider=github")

		// A reserved name is not taken over, nor is an address verified that the service has not verified.
		zoe := newBrowser(t, server.URL)
		expect("another account", zoe.logIn("github", "admin"), "/saved")
		me = zoe.client().want(http.StatusOK, "GET", "/api/auth/me", "")
		expect("username", valueAt(t, me, "user.username"), "Zo_Kiln")
		if !strings.Contains(string(me), `"isVerified":false`) {
			t.Errorf("the board verified an address that the service has not: %s", me)
		}

		// Linking.
		linked := newBrowser(t, server.URL).as(member)
		expect("link", linked.logIn("github", "ADA"), "/settings?outcome=linked&provider=github")
		expect("link again", linked.prove("github", "ADA"), "/settings?outcome=confirmed&provider=github")
		member = linked.client() // a proof changes the token of the session
		stale := func() { storetest.Exec(t, db, "UPDATE sessions SET proved_at = NULL") }
		stale()
		member.want(http.StatusForbidden, "POST", "/api/auth/tokens", `{"name":"script"}`)
		expect("link without a proof", linked.logIn("kiln", "ADA"), "/settings?outcome=step_up_required&provider=kiln")
		expect("a login as the proof", linked.prove("github", "ADA"), "/settings?outcome=confirmed&provider=github")
		member = linked.client() // a proof changes the token of the session
		member.want(http.StatusCreated, "POST", "/api/auth/tokens", `{"name":"script"}`)
		expect("a proof for the page of an app's request", linked.logIn("github", "ADA"), "/saved")
		member = linked.client()
		expect("another user's", linked.logIn("kiln", "ada"), "/settings?outcome=identity_taken&provider=kiln")
		list := member.want(http.StatusOK, "GET", "/api/auth/identities", "")
		expect("listed", valueAt(t, list, "0.name")+" "+valueAt(t, list, "0.label"), "GitHub ADA")
		other := newBrowser(t, server.URL)
		expect("login with the linked one", other.logIn("github", "ADA"), "/saved")
		expect("its user", valueAt(t, other.client().want(http.StatusOK, "GET", "/api/auth/me", ""), "user.username"),
			"ada")
		stale()
		member.want(http.StatusForbidden, "DELETE", "/api/auth/identities/"+valueAt(t, list, "0.id"), "")
		storetest.Exec(t, db, "UPDATE sessions SET proved_at = created_at")
		zoe.client().want(http.StatusNotFound, "DELETE", "/api/auth/identities/"+valueAt(t, list, "0.id"), "")
		member.want(http.StatusOK, "DELETE", "/api/auth/identities/"+valueAt(t, list, "0.id"), "")
		member.want(http.StatusNotFound, "DELETE", "/api/auth/identities/"+valueAt(t, list, "0.id"), "")

		// The last way to log in stays.
		list = first.client().want(http.StatusOK, "GET", "/api/auth/identities", "")
		expect("last way", valueAt(t, first.client().
			want(http.StatusConflict, "DELETE", "/api/auth/identities/"+valueAt(t, list, "0.id"), ""), "code"),
			"LAST_SIGN_IN")

		// Only the browser that began can finish, once, and it returns to this site only.
		path := newBrowser(t, server.URL).callback("kiln", "ada", "/")
		expect("in another browser", newBrowser(t, server.URL).redirect(path), "/login?outcome=expired&provider=kiln")
		replay := newBrowser(t, server.URL)
		path = replay.callback("kiln", "ada", "https://evil.example/")
		expect("return to another site", replay.redirect(path), "/")
		expect("replay", replay.redirect(path), "/settings?outcome=expired&provider=kiln")
		if !strings.Contains(log.String(), `"code":"SIGN_IN_EXPIRED"`) {
			t.Error("the log does not have the code of a refused login")
		}
		fresh := newBrowser(t, server.URL)
		fresh.redirect("/auth/kiln/start")
		expect("another state", fresh.redirect("/auth/kiln/callback?state=x&code=y"),
			"/login?outcome=expired&provider=kiln")
		for _, elsewhere := range []string{"//evil.example", `/\evil.example`, "https:evil.example",
			"javascript:alert(1)", "saved", ""} {
			b := newBrowser(t, server.URL)
			expect("return to "+elsewhere, b.redirect(b.callback("kiln", "ada", elsewhere)), "/")
		}
		declined := newBrowser(t, server.URL)
		start, err := url.Parse(declined.redirect("/auth/github/start"))
		must.NoError(t, err)
		expect("declined", declined.redirect("/auth/github/callback?error=access_denied&state="+start.Query().
			Get("state")), "/login?outcome=canceled&provider=github")
		visitor.want(http.StatusNotFound, "GET", "/auth/nobody/start", "")
		for _, begun := range []struct {
			by      *browser
			outcome string
		}{{linked, "/settings?outcome=failed&provider=kiln"},
			{newBrowser(t, server.URL), "/login?outcome=failed&provider=kiln"}} {
			request, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+"/auth/kiln/start", nil)
			must.NoError(t, err)
			request.Header.Set("Sec-Fetch-Site", "cross-site")
			response, err := begun.by.Do(request)
			must.NoError(t, err)
			response.Body.Close()
			expect("begun by another site", response.Header.Get("Location"), begun.outcome)
		}

		// A second factor is asked for here too.
		expect("a login as the proof of a user without a password", first.prove("kiln", "ada"),
			"/settings?outcome=confirmed&provider=kiln")
		key := valueAt(t, first.client().want(http.StatusOK, "POST", "/api/auth/totp", ""), "secret")
		first.client().want(http.StatusOK, "POST", "/api/auth/totp/confirm", `{"code":"`+totpCode(t, key, 0)+`"}`)
		stale()
		expect("a login as the proof of a user with a second factor", first.logIn("kiln", "ada"),
			"/settings?outcome=linked&provider=kiln")
		first.client().want(http.StatusForbidden, "DELETE", "/api/auth/totp", "")
		careful := newBrowser(t, server.URL)
		page, token, _ := strings.Cut(careful.logIn("kiln", "ada"), "#second-factor=")
		expect("login with a second factor", page, "/login")
		if careful.client().cookie != "" {
			t.Error("a session without the second factor")
		}
		visitor.want(http.StatusOK, "POST", "/api/auth/login/second-factor", `{"token":"`+token+`","code":"`+
			totpCode(t, key, 30*time.Second)+`"}`)
		visitor.want(http.StatusOK, "DELETE", "/api/auth/totp", "")
		visitor = &client{t: t, base: server.URL}

		// Closed registration, a suspension and a deletion hold as with a password.
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'ada'")
		storetest.Exec(t, db, "UPDATE sessions SET proved_at = $1", time.Now().UTC())
		member.want(http.StatusOK, "PUT", "/api/admin/board", `{"registration":"closed"}`)
		expect("closed", newBrowser(t, server.URL).logIn("kiln", "ADA"),
			"/login?outcome=registration_closed&provider=kiln")
		expect("closed for a member", newBrowser(t, server.URL).logIn("kiln", "ada"), "/saved")
		storetest.Exec(t, db, "UPDATE users SET suspended_at = created_at WHERE username_key = 'ada2'")
		suspended := newBrowser(t, server.URL)
		suspended.logIn("kiln", "ada")
		suspended.client().want(http.StatusForbidden, "POST", "/api/forum/channels", `{"name":"Kilns"}`)
		member.want(http.StatusOK, "PUT", "/api/admin/board", `{"registration":"open"}`)
		list = member.want(http.StatusOK, "GET", "/api/admin/users?search=ada2", "")
		member.want(http.StatusOK, "DELETE", "/api/admin/users/"+valueAt(t, list, "0.id"), `{"content":"erase"}`)
		expect("after the deletion", newBrowser(t, server.URL).logIn("kiln", "ada"), "/saved")
		expectNoDrift(t, db)
	})
}

// The log says why a login at another service was refused, whoever refused it.
func TestReasonsOfRefusedLogins(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	c := testConfig(t)
	c.OutboundAllow = []string{"127.0.0.1"}
	for id, claims := range map[string]map[string]any{
		"party":   {"aud": []string{oauthtest.ClientID, "other"}, "azp": "other"},
		"nobody":  {"sub": nil},
		"nomail":  {"email": nil},
		"claimed": {"email": "ada@mail.example"},
	} {
		s := oauthtest.Claims(t, claims)
		c.OIDC = append(c.OIDC, config.OIDC{
			ID: id, Name: id, Issuer: s.Issuer, ClientID: s.ClientID, ClientSecret: config.Secret(s.ClientSecret),
		})
	}
	c.OIDC = append(c.OIDC, config.OIDC{ID: "gone", Name: "Gone", Issuer: "http://127.0.0.1:1", ClientID: "board"})
	var log must.Log
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(slog.New(slog.DiscardHandler)) })
	server := serveTest(t, c, db, &log)
	(&client{t: t, base: server.URL}).register("ada")
	callback := func(id, query string) func(b *browser) string {
		return func(b *browser) string {
			start, err := url.Parse(b.redirect("/auth/" + id + "/start"))
			must.NoError(t, err)
			return b.redirect("/auth/" + id + "/callback?state=" + start.Query().Get("state") + "&" + query)
		}
	}
	for _, tt := range []struct {
		name, id, outcome string
		log               []string
		logIn             func(b *browser) string // by default at the service
	}{
		{name: "OtherParty", id: "party", outcome: "failed", log: []string{"level=WARN", `for the client \"other\"`}},
		{name: "NoSubject", id: "nobody", outcome: "failed", log: []string{"level=WARN", "a subject of 0 bytes"}},
		{name: "NoEmail", id: "nomail", outcome: "no_email", log: []string{"did not tell your email address"}},
		{name: "TakenEmail", id: "claimed", outcome: "email_taken", log: []string{"Email already registered"}},
		{name: "RefusedThere", id: "party", outcome: "failed", log: []string{"unauthorized_client", "Ask your admin"},
			logIn: callback("party", "error=unauthorized_client&error_description=Ask+your+admin")},
		{name: "CanceledThere", id: "party", outcome: "canceled", log: []string{"level=INFO", "access_denied"},
			logIn: callback("party", "error=access_denied")},
		{name: "WrongCode", id: "nomail", outcome: "failed", log: []string{"nonce"},
			logIn: callback("nomail", "code=wrong")},
		{name: "NotBegun", id: "party", outcome: "expired", log: []string{"this browser has not begun it"},
			logIn: func(b *browser) string { return b.redirect("/auth/party/callback?state=made-up") }},
		{name: "Unreachable", id: "gone", outcome: "failed", log: []string{"level=WARN", "connection refused"},
			logIn: func(b *browser) string { return b.redirect("/auth/gone/start") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := len(log.String())
			b := newBrowser(t, server.URL)
			page := ""
			if tt.logIn != nil {
				page = tt.logIn(b)
			} else {
				page = b.logIn(tt.id, "ada")
			}
			if want := "/login?outcome=" + tt.outcome + "&provider=" + tt.id; page != want {
				t.Errorf("shows %s, want %s", page, want)
			}
			line := ""
			for _, one := range strings.Split(log.String()[before:], "\n") {
				if strings.Contains(one, `msg="a login at another service failed"`) {
					line += one
				}
			}
			for _, want := range append(tt.log, "provider="+tt.id, "outcome="+tt.outcome) {
				if !strings.Contains(line, want) {
					t.Errorf("%q is not in the log: %s", want, line)
				}
			}
		})
	}
}
