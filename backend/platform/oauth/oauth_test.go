package oauth_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/fetch/fetchtest"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/oauth"
	"uvboard/backend/platform/oauth/oauthtest"
)

const callback = "http://board.example/auth/x/callback"

func TestFinish(t *testing.T) {
	for name, s := range map[string]oauth.Settings{"OpenID Connect": oauthtest.OIDC(t, callback), "GitHub": oauthtest.GitHub(t)} {
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
			if person.Username != "ada" || person.Name != "Ada L" || person.Email != "ada@kiln.example" || !person.EmailVerified || person.Subject == "" {
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
