// Package oauthtest runs services by which users log in, for tests: an OpenID Connect provider and the endpoints of
// GitHub.
package oauthtest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"

	"uvboard/backend/platform/must"
	"uvboard/backend/signin/oauth"
)

// Client id and secret of the board at both services.
const (
	ClientID     = "board"
	ClientSecret = "s3cret"
)

// Users of both services. Each has the password "verysecure".
var Users = map[string]*storage.User{
	"1": {ID: "1", Username: "ada", FirstName: "Ada", LastName: "L", Email: "ada@kiln.example", EmailVerified: true},
	"2": {ID: "2", Username: "admin", FirstName: "Zoë", LastName: "Kiln", Email: "zoe@kiln.example",
		EmailVerified: false},
	"3": {ID: "3", Username: "ADA", FirstName: "Ada", LastName: "M", Email: "ada.m@kiln.example", EmailVerified: true},
}

type users struct{}

func (users) GetUserByID(id string) *storage.User { return Users[id] }
func (users) GetUserByUsername(name string) *storage.User {
	for _, u := range Users {
		if u.Username == name {
			u.Password = "verysecure"
			return u
		}
	}
	return nil
}
func (users) ExampleClientID() string { return "service" }

// OIDC runs an OpenID Connect provider until the test ends, whose users log in with a form. It returns its settings.
func OIDC(t testing.TB, callback string) oauth.Settings {
	t.Helper()
	var handler http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w,
			r)
	}))
	t.Cleanup(server.Close)
	clients := map[string]*storage.Client{ClientID: storage.WebClient(ClientID, ClientSecret, callback)}
	silent := slog.Default() // the example's server replaces it
	handler = exampleop.SetupServer(server.URL, storage.NewStorageWithClients(users{}, clients),
		slog.New(slog.NewTextHandler(io.Discard, nil)), false)
	slog.SetDefault(silent)
	return oauth.Settings{ID: "kiln", Name: "Kiln Works", Issuer: server.URL, ClientID: ClientID,
		ClientSecret: ClientSecret}
}

// GitHub runs the endpoints of GitHub until the test ends. Its login page asks nothing: the query parameter login names
// the user.
func GitHub(t testing.TB) oauth.Settings {
	t.Helper()
	var mu sync.Mutex
	challenges := map[string]string{} // of each code
	mux := http.NewServeMux()
	mux.HandleFunc("GET /login/oauth/authorize", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if q.Get("client_id") != ClientID || q.Get("code_challenge_method") != "S256" ||
			q.Get("scope") != "user:email" {
			http.Error(w, "bad request", http.StatusBadRequest)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		challenges[q.Get("login")] = q.Get("code_challenge")
		http.Redirect(w, r, q.Get("redirect_uri")+"?"+url.Values{"state": q["state"],
			"code": {q.Get("login")}}.Encode(), http.StatusFound)
	})
	mux.HandleFunc("POST /login/oauth/access_token", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		code, sum := r.FormValue("code"), sha256.Sum256([]byte(r.FormValue("code_verifier")))
		answer := map[string]string{"error": "bad_verification_code"} // with status 200, as GitHub does
		if challenges[code] == base64.RawURLEncoding.EncodeToString(sum[:]) &&
			r.FormValue("client_secret") == ClientSecret {
			answer = map[string]string{"access_token": "gho_" + code, "token_type": "bearer", "scope": "user:email"}
		}
		delete(challenges, code)
		write(w, answer)
	})
	signedIn := func(handle func(w http.ResponseWriter, u *storage.User)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			login, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer gho_")
			if u := (users{}).GetUserByUsername(login); u != nil {
				handle(w, u)
				return
			}
			http.Error(w, `{"message":"Bad credentials"}`, http.StatusUnauthorized)
		}
	}
	mux.HandleFunc("GET /api/v3/user", signedIn(func(w http.ResponseWriter, u *storage.User) {
		write(w, map[string]any{"id": int(u.ID[0]), "login": u.Username, "name": u.FirstName + " " + u.LastName,
			"email": nil})
	}))
	mux.HandleFunc("GET /api/v3/user/emails", signedIn(func(w http.ResponseWriter, u *storage.User) {
		write(w, []map[string]any{
			{"email": "old@kiln.example", "primary": false, "verified": true},
			{"email": u.Email, "primary": true, "verified": u.EmailVerified},
		})
	}))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return oauth.Settings{ID: "github", Name: "GitHub", GitHub: server.URL, ClientID: ClientID,
		ClientSecret: ClientSecret}
}

func write(w http.ResponseWriter, answer any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(answer)
}

// LogIn logs a user in at the service, beginning at the URL of oauth.Provider.Start. It returns the URL that the
// service sends the browser back to.
func LogIn(t testing.TB, start, username string) *url.URL {
	t.Helper()
	browser := &http.Client{CheckRedirect: func(*http.Request,
		[]*http.Request) error {
		return http.ErrUseLastResponse
	}}
	address, err := url.Parse(start)
	must.NoError(t, err)
	service := address.Host
	q := address.Query()
	q.Set("login", username) // of GitHub
	address.RawQuery = q.Encode()
	for range 5 {
		var response *http.Response
		if id := address.Query().Get("authRequestID"); id != "" { // the provider's form
			response, err = browser.PostForm(address.String(),
				url.Values{"username": {username}, "password": {"verysecure"}, "id": {id}})
		} else {
			response, err = browser.Get(address.String())
		}
		must.NoError(t, err)
		response.Body.Close()
		next, err := response.Location()
		if err != nil {
			t.Fatalf("%s answered %s, without a redirect", address, response.Status)
		}
		if address = next; address.Host != service {
			return address
		}
	}
	t.Fatalf("the service does not send the browser back from %s", address)
	return nil
}
