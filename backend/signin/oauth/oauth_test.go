package oauth_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/fetch/fetchtest"
	"uvboard/backend/platform/must"
	"uvboard/backend/signin/oauth"
	"uvboard/backend/signin/oauth/oauthtest"
)

const callback = "http://board.example/auth/x/callback"

func TestFinish(t *testing.T) {
	for name, s := range map[string]oauth.Settings{"OpenID Connect": oauthtest.OIDC(t, callback),
		"GitHub": oauthtest.GitHub(t)} {
		t.Run(name, func(t *testing.T) {
			client := fetch.New("test", fetch.Hosts{"127.0.0.1"}).HTTP()
			p := oauth.New(s, client, callback)
			begin := func() (oauth.Attempt, string) {
				a := oauth.NewAttempt()
				a.Fresh = true
				start, err := p.Start(t.Context(), a)
				must.NoError(t, err)
				back := oauthtest.LogIn(t, start, "ada")
				if back.Query().Get("state") != a.State {
					t.Errorf("back at %s, want state %s", back, a.State)
				}
				return a, back.Query().Get("code")
			}
			a, code := begin()
			person, err := p.Finish(t.Context(), a, code)
			must.NoError(t, err)
			if person.Username != "ada" || person.Name != "Ada L" || person.Email != "ada@kiln.example" ||
				!person.EmailVerified || person.Subject == "" {
				t.Errorf("person %+v", person)
			}
			if _, err := p.Finish(t.Context(), a, code); err == nil {
				t.Error("a code works twice")
			}
			a, code = begin()
			a.Verifier = oauth.NewAttempt().Verifier
			if _, err := p.Finish(t.Context(), a, code); err == nil {
				t.Error("a code works without the verifier of its login")
			}
			a, code = begin()
			a.Nonce = oauth.NewAttempt().Nonce
			if _, err := p.Finish(t.Context(), a, code); (err == nil) != (s.Issuer == "") {
				t.Errorf("with another nonce: %v", err)
			}
			a, code = begin()
			p.SetClock(func() time.Time { return time.Now().Add(time.Hour) })
			if _, err := p.Finish(t.Context(), a, code); (err == nil) != (s.Issuer == "") {
				t.Errorf("an hour after the login there: %v", err)
			}
			wrong := s
			wrong.ClientSecret = "other"
			a, code = begin()
			if _, err := oauth.New(wrong, client, callback).Finish(t.Context(), a, code); err == nil {
				t.Error("a wrong client secret works")
			}
		})
	}
}

func TestPrivateProvidersAreRefused(t *testing.T) {
	s := oauthtest.OIDC(t, callback)
	_, err := oauth.New(s, fetch.New("test", nil).HTTP(), callback).Start(t.Context(), oauth.NewAttempt())
	if err == nil || !strings.Contains(err.Error(), "prohibited") {
		t.Errorf("error %v", err)
	}
}

// Logins with a service that does not answer delay none with another one.
func TestSilentProviderDelaysItselfAlone(t *testing.T) {
	silent, release := fetchtest.Silent(t)
	client := fetch.New("test", fetch.Hosts{"127.0.0.1"}).HTTP()
	hanging := oauth.New(oauth.Settings{ID: "silent", Issuer: silent, ClientID: "board"}, client, callback)
	var waiting sync.WaitGroup
	for range 50 {
		waiting.Go(func() {
			if _, err := hanging.Start(t.Context(), oauth.NewAttempt()); err == nil {
				t.Error("a login begins at a service that does not answer")
			}
		})
	}
	began := time.Now()
	_, err := oauth.New(oauthtest.OIDC(t, callback), client, callback).Start(t.Context(), oauth.NewAttempt())
	if took := time.Since(began); err != nil || took > fetchtest.Patience {
		t.Errorf("a login with another service took %v, %v", took, err)
	}
	release()
	waiting.Wait()
}

// What an ID token must say before the board believes who the user is: OpenID Connect Core 3.1.3.7.
func TestClaims(t *testing.T) {
	other := "another client"
	for _, tt := range []struct {
		name    string
		claims  map[string]any
		refused string // part of the reason; empty for a login
	}{
		{name: "Right"},
		{name: "RightParty", claims: map[string]any{"azp": oauthtest.ClientID}},
		{name: "RightPartyOfSeveral", claims: map[string]any{"aud": []string{other, oauthtest.ClientID},
			"azp": oauthtest.ClientID}},
		{name: "OneAudienceInAList", claims: map[string]any{"aud": []string{oauthtest.ClientID}}},
		{"OtherPartyOfSeveral", map[string]any{"aud": []string{oauthtest.ClientID, other}, "azp": other},
			"for the client"},
		{"OtherParty", map[string]any{"azp": other}, "for the client"},
		{"SeveralWithoutAParty", map[string]any{"aud": []string{oauthtest.ClientID, other}}, "for the client"},
		{"OtherAudience", map[string]any{"aud": other}, "audience"},
		{"NoAudience", map[string]any{"aud": nil}, "audience"},
		{"NoSubject", map[string]any{"sub": nil}, "a subject of 0 bytes"},
		{"EmptySubject", map[string]any{"sub": ""}, "a subject of 0 bytes"},
		{"LongSubject", map[string]any{"sub": strings.Repeat("1", 256)}, "a subject of 256 bytes"},
		{"OtherIssuer", map[string]any{"iss": "https://other.example"}, "different provider"},
		{"NoIssuer", map[string]any{"iss": nil}, "different provider"},
		{"Expired", map[string]any{"exp": time.Now().Add(-time.Minute).Unix()}, "expired"},
		{"NoExpiry", map[string]any{"exp": nil}, "expired"},
		{"NotYetValid", map[string]any{"nbf": time.Now().Add(time.Hour).Unix()}, "nbf"},
		{"OtherNonce", map[string]any{"nonce": "other"}, "nonce"},
		{"NoNonce", map[string]any{"nonce": nil}, "nonce"},
		{"OldLogin", map[string]any{"auth_time": time.Now().Add(-time.Hour).Unix()}, "too long ago"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := oauth.New(oauthtest.Claims(t, tt.claims), fetch.New("test", fetch.Hosts{"127.0.0.1"}).HTTP(), callback)
			a := oauth.NewAttempt()
			a.Fresh = true
			start, err := p.Start(t.Context(), a)
			must.NoError(t, err)
			person, err := p.Finish(t.Context(), a, oauthtest.LogIn(t, start, "ada").Query().Get("code"))
			switch {
			case tt.refused == "" && (err != nil || person.Subject != "1"):
				t.Errorf("person %+v, error %v", person, err)
			case tt.refused != "" && (err == nil || !strings.Contains(err.Error(), tt.refused)):
				t.Errorf("person %+v, error %v, want %q", person, err, tt.refused)
			}
		})
	}
}

// Only what the service says is verified counts as such.
func TestEmailVerified(t *testing.T) {
	for _, tt := range []struct {
		claim any
		want  bool
	}{{true, true}, {"true", true}, {false, false}, {"false", false}, {nil, false}, {1, false}, {"yes", false}} {
		p := oauth.New(oauthtest.Claims(t, map[string]any{"email_verified": tt.claim}),
			fetch.New("test", fetch.Hosts{"127.0.0.1"}).HTTP(), callback)
		a := oauth.NewAttempt()
		start, err := p.Start(t.Context(), a)
		must.NoError(t, err)
		person, err := p.Finish(t.Context(), a, oauthtest.LogIn(t, start, "ada").Query().Get("code"))
		if err != nil || person.EmailVerified != tt.want {
			t.Errorf("%v: verified %v, error %v", tt.claim, person.EmailVerified, err)
		}
	}
}
