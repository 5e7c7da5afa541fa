package producttest

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// A browser without JavaScript logs in with a form, which says what went wrong.
func TestLoginForm(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		ada, _ := visitor.register("ada")
		send := func(b *browser, password string, headers ...string) *http.Response {
			t.Helper()
			body := url.Values{"username": {"Ada"}, "password": {password}}.Encode()
			request, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+"/auth/login",
				strings.NewReader(body))
			must.NoError(t, err)
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			for i := 0; i < len(headers); i += 2 {
				request.Header.Set(headers[i], headers[i+1])
			}
			response, err := b.Do(request)
			must.NoError(t, err)
			response.Body.Close()
			return response
		}
		arrives := func(about, password, at string) *browser {
			t.Helper()
			b := newBrowser(t, server.URL)
			response := send(b, password)
			if to, _, _ := strings.Cut(response.Header.Get("Location"), "#"); response.StatusCode != 303 || to != at {
				t.Errorf("%s: %s to %s, want %s", about, response.Status, to, at)
			}
			return b
		}
		is := func(b *browser) int {
			response, _ := b.client().send("GET", "/api/notifications", "")
			return response.StatusCode
		}

		if b := arrives("login", "vibecoding", "/"); is(b) != http.StatusOK {
			t.Error("no session after the login")
		}
		if b := arrives("wrong password", "vibe", "/login?failed=INVALID_CREDENTIALS"); is(b) == http.StatusOK {
			t.Error("a session by a wrong password")
		}
		if response := send(newBrowser(t, server.URL), "vibecoding", "Origin", "https://evil.example"); response.
			StatusCode != http.StatusForbidden || len(response.Cookies()) > 0 {
			t.Errorf("from another site: %s", response.Status)
		}
		key := valueAt(t, ada.want(http.StatusOK, "POST", "/api/auth/totp", ""), "secret")
		ada.want(http.StatusOK, "POST", "/api/auth/totp/confirm", `{"code":"`+totpCode(t, key, 0)+`"}`)
		if b := arrives("second factor", "vibecoding", "/login?failed=SECOND_FACTOR_NEEDED"); is(b) == http.StatusOK {
			t.Error("a session without the second factor")
		}
	})
}
