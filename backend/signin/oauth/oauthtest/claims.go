package oauthtest

import (
	"crypto/rand"
	"crypto/rsa"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"uvboard/backend/platform/must"
	"uvboard/backend/signin/oauth"
)

// Claims runs an OpenID Connect provider until the test ends that logs everybody in as ada at once and signs what the
// test wants: the claims replace those of a right ID token, and nil removes one.
func Claims(t testing.TB, claims map[string]any) oauth.Settings {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	must.NoError(t, err)
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: key}, (&jose.SignerOptions{}).
		WithHeader("kid", "1"))
	must.NoError(t, err)
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		write(w, map[string]any{
			"issuer": server.URL, "authorization_endpoint": server.URL + "/authorize", "token_endpoint": server.URL +
				"/token",
			"jwks_uri": server.URL + "/keys", "id_token_signing_alg_values_supported": []string{"RS256"},
		})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		write(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: "1", Algorithm: "RS256",
			Use: "sig"}}})
	})
	mux.HandleFunc("GET /authorize", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query() // the nonce is the code, so that nothing is kept
		back := url.Values{"state": q["state"], "code": q["nonce"]}
		http.Redirect(w, r, q.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
	})
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		now := time.Now()
		content := map[string]any{
			"iss": server.URL, "sub": "1", "aud": ClientID, "iat": now.Unix(), "exp": now.Add(time.Minute).
				Unix(), "auth_time": now.Unix(),
			"nonce": r.FormValue("code"), "preferred_username": "ada", "email": "ada@kiln.example",
			"email_verified": true,
		}
		maps.Copy(content, claims)
		maps.DeleteFunc(content, func(_ string, value any) bool { return value == nil })
		signed, err := jwt.Signed(signer).Claims(content).Serialize()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		write(w, map[string]any{"access_token": "access", "token_type": "Bearer", "id_token": signed})
	})
	return oauth.Settings{ID: "claims", Name: "Claims", Issuer: server.URL, ClientID: ClientID,
		ClientSecret: ClientSecret}
}
