package access_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
	"uvboard/ent"
)

func refusedGrant(t *testing.T, grant *access.Grant, err error) {
	t.Helper()
	if grant != nil || err == nil || !strings.HasPrefix(err.Error(), "invalid_grant") {
		t.Errorf("grant %+v, err %v", grant, err)
	}
}

func TestConnectedApp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, _ := signintest.Register(t, s, "Ada")
		ben, _ := signintest.Register(t, s, "Ben")
		app, other := signintest.RegisterApp(t, s), signintest.RegisterApp(t, s)
		connect := func(t *testing.T) *access.Grant {
			t.Helper()
			grant, err := s.Exchange(t.Context(), app, signintest.CodeOf(t, s, ada, signintest.Asks(app)),
				signintest.Callback, signintest.Verifier)
			must.NoError(t, err)
			return grant
		}
		acts := func(token string) bool {
			_, err := s.Authenticate(t.Context(), token)
			return err == nil
		}
		disconnect := func(t *testing.T) {
			t.Helper()
			signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
				_, err := tx.ConnectedApp.Delete().Exec(ctx)
				return err
			})
		}

		t.Run("TokensAreThoseOfItsUser", func(t *testing.T) {
			defer disconnect(t)
			grant := connect(t)
			found := signintest.Caller(t, s, grant.Token)
			if found.UserID != ada.ID || fmt.Sprint(found.Scopes) != "[TOKEN_SCOPE_READ TOKEN_SCOPE_WRITE]" ||
				grant.Expires != time.Hour || strings.Join(grant.Scopes, " ") != "read write" {
				t.Errorf("%+v as %+v", grant, found)
			}
			listed, err := s.ListApps(t.Context(), ada.ID)
			must.NoError(t, err)
			if len(listed) != 1 || listed[0].Name != "Kiln agent" || listed[0].RedirectHost != "localhost" ||
				!listed[0].ExpiresAt.Equal(listed[0].CreatedAt.Add(90*day)) {
				t.Errorf("%+v", listed)
			}
			if strings.Contains(fmt.Sprintf("%+v", listed[0]), grant.Refresh[43:]) {
				t.Error("the secret is stored")
			}
			if mine, err := s.ListTokens(t.Context(), ada.ID); err != nil || len(mine) != 0 {
				t.Errorf("tokens of the user %v, %v", mine, err)
			}
			clock.Pass(time.Hour)
			if acts(grant.Token) {
				t.Error("the access token works after an hour")
			}
		})
		t.Run("CodeWorksOnceForItsApp", func(t *testing.T) {
			defer disconnect(t)
			code := signintest.CodeOf(t, s, ada, signintest.Asks(app))
			if listed, err := s.ListApps(t.Context(), ada.ID); err != nil || len(listed) != 0 {
				t.Errorf("listed before the code was used: %v, %v", listed, err)
			}
			for _, wrong := range [][4]string{
				{other, code, signintest.Callback, signintest.Verifier},
				{app, code, signintest.Callback, signintest.Verifier + "!"},
				{app, code, signintest.Callback, ""},
				{app, code, "http://localhost/other", signintest.Verifier},
				{app, "", signintest.Callback, signintest.Verifier},
				{app, strings.Repeat("A", 86), signintest.Callback, signintest.Verifier},
			} {
				grant, err := s.Exchange(t.Context(), wrong[0], wrong[1], wrong[2], wrong[3])
				refusedGrant(t, grant, err)
			}
			grant, err := s.Refresh(t.Context(), app, code)
			refusedGrant(t, grant, err)
			first, err := s.Exchange(t.Context(), app, code, signintest.Callback, signintest.Verifier)
			must.NoError(t, err)
			again, err := s.Exchange(t.Context(), app, code, signintest.Callback, signintest.Verifier)
			refusedGrant(t, again, err)
			if acts(first.Token) {
				t.Error("the token works after its code was used twice")
			}
		})
		t.Run("CodeEndsAfterAMinute", func(t *testing.T) {
			code := signintest.CodeOf(t, s, ada, signintest.Asks(app))
			clock.Pass(time.Minute)
			grant, err := s.Exchange(t.Context(), app, code, signintest.Callback, signintest.Verifier)
			refusedGrant(t, grant, err)
			must.NoError(t, s.Sweep(t.Context()))
			if n, err := db.Client().ConnectedApp.Query().Count(t.Context()); err != nil || n != 0 {
				t.Errorf("%d apps are left, %v", n, err)
			}
		})
		t.Run("RefreshTokenIsReplaced", func(t *testing.T) {
			defer disconnect(t)
			first := connect(t)
			grant, err := s.Refresh(t.Context(), other, first.Refresh)
			refusedGrant(t, grant, err)
			grant, err = s.Exchange(t.Context(), app, first.Refresh, signintest.Callback, signintest.Verifier)
			refusedGrant(t, grant, err)
			grant, err = s.Exchange(t.Context(), app, first.Refresh, "", "")
			refusedGrant(t, grant, err)
			second, err := s.Refresh(t.Context(), app, first.Refresh)
			must.NoError(t, err)
			if second.Refresh == first.Refresh || acts(first.Token) || !acts(second.Token) {
				t.Error("the tokens before still work, or the new one does not")
			}
			grant, err = s.Refresh(t.Context(), app, first.Refresh) // somebody has a copy
			refusedGrant(t, grant, err)
			grant, err = s.Refresh(t.Context(), app, second.Refresh)
			refusedGrant(t, grant, err)
			if acts(second.Token) {
				t.Error("the token works after a refresh token was used twice")
			}
			events, _, err := s.ListSecurityEvents(t.Context(), ada.ID, 1, "")
			must.NoError(t, err)
			if len(events) == 0 || events[0].Kind != "app_disconnected" {
				t.Errorf("events %v", events)
			}
		})
		t.Run("RefreshesAtOnceDisconnect", func(t *testing.T) {
			defer disconnect(t)
			first := connect(t)
			grants := make([]*access.Grant, 4)
			must.Concurrently(t, len(grants), func(i int) error {
				grants[i], _ = s.Refresh(t.Context(), app, first.Refresh)
				return nil
			})
			won := 0
			for _, grant := range grants {
				if grant == nil {
					continue
				}
				if won++; acts(grant.Token) {
					t.Error("a token works although its refresh token was used twice")
				}
			}
			if won != 1 {
				t.Errorf("%d refreshes succeeded", won)
			}
		})
		t.Run("EndsAfter90Days", func(t *testing.T) {
			defer disconnect(t)
			grant := connect(t)
			clock.Pass(90*day - time.Minute)
			last, err := s.Refresh(t.Context(), app, grant.Refresh)
			must.NoError(t, err)
			if last.Expires != time.Minute {
				t.Errorf("expires in %v", last.Expires)
			}
			clock.Pass(time.Minute)
			grant, err = s.Refresh(t.Context(), app, last.Refresh)
			refusedGrant(t, grant, err)
		})
		t.Run("IsRevokedByItsAppOrUser", func(t *testing.T) {
			defer disconnect(t)
			grant := connect(t)
			_, own, err := s.CreateToken(t.Context(), ada.ID, "script", 1)
			must.NoError(t, err)
			for _, unknown := range []string{"", "x", own, auth.NewAccessToken()} {
				must.NoError(t, s.Revoke(t.Context(), app, unknown))
			}
			must.NoError(t, s.Revoke(t.Context(), other, grant.Refresh))
			must.NoError(t, s.Revoke(t.Context(), other, grant.Token))
			if !acts(grant.Token) || !acts(own) {
				t.Fatal("revoked by another app")
			}
			must.NoError(t, s.Revoke(t.Context(), app, grant.Refresh))
			if acts(grant.Token) {
				t.Error("works after its refresh token was revoked")
			}
			grant = connect(t)
			must.NoError(t, s.Revoke(t.Context(), app, grant.Token))
			refreshed, err := s.Refresh(t.Context(), app, grant.Refresh)
			refusedGrant(t, refreshed, err)
			grant = connect(t)
			listed, err := s.ListApps(t.Context(), ada.ID)
			must.NoError(t, err)
			signintest.WantFault(t, s.DeleteApp(t.Context(), ben.ID, listed[0].ID), fault.KindNotFound, "APP_NOT_FOUND",
				"Connected app not found")
			must.NoError(t, s.DeleteApp(t.Context(), ada.ID, listed[0].ID))
			if acts(grant.Token) {
				t.Error("works after its user disconnected it")
			}
		})
		t.Run("EndsWithThePassword", func(t *testing.T) {
			defer disconnect(t)
			grant := connect(t)
			_, session, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{})
			must.NoError(t, err)
			current := signintest.Caller(t, s, session.Token).SessionID
			must.NoError(t, signintest.ErrOf(s.ChangePassword(t.Context(), ada.ID, current, "vibecoding", "vibecoding2",
				false)))
			if !acts(grant.Token) {
				t.Error("ended although tokens stay")
			}
			must.NoError(t, signintest.ErrOf(s.ChangePassword(t.Context(), ada.ID, current, "vibecoding2", "vibecoding",
				true)))
			refreshed, err := s.Refresh(t.Context(), app, grant.Refresh)
			refusedGrant(t, refreshed, err)
		})
		t.Run("TwentyAtMost", func(t *testing.T) {
			defer disconnect(t)
			signintest.Race(t, 24, 20, func(int) error {
				_, err := s.Authorize(t.Context(), ben.ID, signintest.Asks(app))
				return err
			}, func(err error) {
				signintest.WantFault(t, err, fault.KindBlocked, "TOO_MANY_APPS",
					"You can have 20 connected apps at most. Disconnect one in your settings first.")
			})
			clock.Pass(time.Minute) // unused codes end
			signintest.CodeOf(t, s, ben, signintest.Asks(app))
		})
		t.Run("EndsWithTheAccount", func(t *testing.T) {
			grant := connect(t)
			must.NoError(t, s.Delete(t.Context(), ada.ID, "vibecoding", account.Erase))
			refreshed, err := s.Refresh(t.Context(), app, grant.Refresh)
			refusedGrant(t, refreshed, err)
		})
	})
}

func TestAuthorization(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, signintest.NewClock().Now)
		app := signintest.RegisterApp(t, s, "https://agent.example/oauth?from=board",
			"cursor://anysphere.cursor-mcp/oauth/callback", "com.example.agent:/callback", "http://[::1]:7000/callback")
		for _, tc := range []struct {
			name, query, host, scopes, problem string
			code                               string // of the fault
		}{
			{name: "Loopback", query: signintest.Asks(app), host: "localhost", scopes: "read write"},
			{name: "LoopbackPort", query: signintest.Asks(app, "redirect_uri", "http://localhost:54321/callback"),
				host: "localhost:54321", scopes: "read write"},
			{name: "LoopbackIPv6Port", query: signintest.Asks(app, "redirect_uri", "http://[::1]:54321/callback"),
				host: "[::1]:54321", scopes: "read write"},
			{name: "OtherLoopbackHost", query: signintest.Asks(app, "redirect_uri", "http://127.0.0.1/callback"),
				code: "WRONG_REDIRECT"},
			{name: "OtherLoopbackPath", query: signintest.Asks(app, "redirect_uri", "http://localhost:54321/other"),
				code: "WRONG_REDIRECT"},
			{name: "OtherLoopbackQuery", query: signintest.Asks(app, "redirect_uri", "http://localhost/callback?a=b"),
				code: "WRONG_REDIRECT"},
			{name: "LoopbackAsAUser", query: signintest.Asks(app, "redirect_uri",
				"http://localhost:1@evil.example/callback"), code: "WRONG_REDIRECT"},
			{name: "Web", query: signintest.Asks(app, "redirect_uri", "https://agent.example/oauth?from=board"),
				host: "agent.example", scopes: "read write"},
			{name: "WebOtherPort", query: signintest.Asks(app, "redirect_uri",
				"https://agent.example:444/oauth?from=board"), code: "WRONG_REDIRECT"},
			{name: "WebOtherQuery", query: signintest.Asks(app, "redirect_uri", "https://agent.example/oauth"),
				code: "WRONG_REDIRECT"},
			{name: "WebLongerPath", query: signintest.Asks(app, "redirect_uri",
				"https://agent.example/oauth/x?from=board"), code: "WRONG_REDIRECT"},
			{name: "Scheme", query: signintest.Asks(app, "redirect_uri",
				"cursor://anysphere.cursor-mcp/oauth/callback"), host: "cursor:", scopes: "read write"},
			{name: "SchemeOfADomain", query: signintest.Asks(app, "redirect_uri", "com.example.agent:/callback"),
				host: "com.example.agent:", scopes: "read write"},
			{name: "NoRedirect", query: signintest.Asks(app, "redirect_uri", ""), code: "WRONG_REDIRECT"},
			{name: "TwoRedirects", query: signintest.Asks(app, "redirect_uri", signintest.Callback+" "+
				signintest.Callback), code: "WRONG_REDIRECT"},
			{name: "UnknownApp", query: signintest.Asks("A" + app), code: "APP_NOT_FOUND"},
			{name: "NoApp", query: signintest.Asks(""), code: "APP_NOT_FOUND"},
			{name: "ReadOnly", query: signintest.Asks(app, "scope", "read"), host: "localhost", scopes: "read"},
			{name: "WriteReads", query: signintest.Asks(app, "scope", "write"), host: "localhost",
				scopes: "read write"},
			{name: "NoScope", query: signintest.Asks(app, "scope", ""), host: "localhost", scopes: "read write"},
			{name: "UnknownScopesAreLeftOut", query: strings.Replace(signintest.Asks(app), "scope=read+write",
				"scope=read+admin+offline_access", 1), host: "localhost", scopes: "read"},
			{name: "AdminScope", query: signintest.Asks(app, "scope", "admin"), host: "localhost",
				problem: "invalid_scope"},
			{name: "NoResource", query: signintest.Asks(app, "resource", ""), host: "localhost", scopes: "read write"},
			{name: "OtherResource", query: signintest.Asks(app, "resource", "https://evil.example/mcp"),
				host: "localhost", scopes: "read write", problem: "invalid_target"},
			{name: "Implicit", query: signintest.Asks(app, "response_type", "token"), host: "localhost",
				scopes: "read write", problem: "unsupported_response_type"},
			{name: "NoChallenge", query: signintest.Asks(app, "code_challenge", ""), host: "localhost",
				scopes: "read write", problem: "invalid_request"},
			{name: "PlainChallenge", query: signintest.Asks(app, "code_challenge_method", "plain"), host: "localhost",
				scopes: "read write", problem: "invalid_request"},
			{name: "NoMethod", query: signintest.Asks(app, "code_challenge_method", ""), host: "localhost",
				scopes: "read write", problem: "invalid_request"},
			{name: "RepeatedParameter", query: signintest.Asks(app) + "&state=x", host: "localhost",
				scopes: "read write", problem: "invalid_request"},
			{name: "Malformed", query: signintest.Asks(app) + "&%zz", host: "localhost", scopes: "read write",
				problem: "invalid_request"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				a, err := s.Authorization(t.Context(), tc.query)
				if tc.code != "" {
					if f := fault.Of(err); f == nil || f.Code != tc.code {
						t.Errorf("%+v, err %v", a, err)
					}
					return
				}
				must.NoError(t, err)
				problem, scopes := "", make([]string, len(a.Scopes))
				for i, scope := range a.Scopes {
					scopes[i] = strings.ToLower(strings.TrimPrefix(scope.String(), "TOKEN_SCOPE_"))
				}
				want := "access_denied"
				if a.Problem != nil {
					problem, want = a.Problem.Code, a.Problem.Code
				}
				if a.RedirectHost != tc.host || strings.Join(scopes, " ") != tc.scopes || problem != tc.problem ||
					a.OnDevice == (tc.host == "agent.example") {
					t.Errorf("%+v, problem %q", a, problem)
				}
				back, err := url.Parse(s.CancelURL(a))
				must.NoError(t, err)
				if got := back.Query(); got.Get("error") != want || got.Get("iss") != signintest.Board.Origin ||
					tc.name == "Web" && got.Get("from") != "board" {
					t.Errorf("back to %s", back)
				}
				if problem != "" {
					_, err := s.Authorize(t.Context(), store.NewID(time.Now()), tc.query)
					signintest.WantFault(t, err, fault.KindInvalid, "WRONG_AUTHORIZATION", a.Problem.Text)
				}
			})
		}
	})
}

func TestRegisterClient(t *testing.T) {
	s := signin.NewService(storetest.Open(t, storetest.SQLiteURL(t)), signintest.Board, signintest.NewClock().Now)
	for _, redirect := range []string{
		"", "/callback", "http://agent.example/callback", "http://localhost.evil.example/",
		"http://127.0.0.1.evil.example/", "https:///callback", "https:callback",
		"https://agent.example/#x", "https://agent.example/#", "https://user@agent.example/", "https://аgent.example/",
		"https://agent.example\\@evil.example/",
		"javascript:alert(1)", "javascript://agent.example/%0aalert(1)", "data:text/html,x", "file:///etc/passwd",
		"mailto:a@b.example", "agent://callback",
		"https://agent.example/" + strings.Repeat("x", 500), " https://agent.example/",
	} {
		if _, _, err := s.RegisterClient(t.Context(), "agent", []string{redirect}); err == nil ||
			!strings.HasPrefix(err.Error(), "invalid_redirect_uri") {
			t.Errorf("%q: %v", redirect, err)
		}
	}
	for _, n := range []int{0, 11} {
		if _, _, err := s.RegisterClient(t.Context(), "agent", strings.Split(strings.Repeat(" "+signintest.Callback, n),
			" ")[1:]); err == nil {
			t.Errorf("%d redirect URIs are accepted", n)
		}
	}
	one, client, err := s.RegisterClient(t.Context(), strings.Repeat("ä", 160), []string{signintest.Callback})
	must.NoError(t, err)
	two, nameless, err := s.RegisterClient(t.Context(), " \x00", []string{signintest.Callback})
	must.NoError(t, err)
	if one == two || client.Name != strings.Repeat("ä", 80) || nameless.Name != "An app without a name" {
		t.Errorf("%q and %q", client.Name, nameless.Name)
	}
}
