package producttest

import (
	"io"
	"net/http"
	"testing"

	"uvboard/backend/platform/store/storetest"
)

// Pages of all sites may read what is public without credentials, and nothing else.
func TestPublicReadsFromOtherSites(t *testing.T) {
	server := serveTest(t, testConfig(t), storetest.Open(t, storetest.SQLiteURL(t)), io.Discard)
	visitor := &client{t: t, base: server.URL}
	member, id := visitor.register("ada")
	for _, tc := range []struct {
		as           *client
		method, path string
		asks         string
		open         bool
	}{
		{visitor, "GET", "/api/projects", "", true},
		{visitor, "GET", "/api/projects/unknown", "", true},
		{visitor, "GET", "/openapi.yaml", "", true},
		{visitor, "OPTIONS", "/api/projects", "GET", true},
		{visitor, "OPTIONS", "/api/projects", "POST", false},
		{visitor, "OPTIONS", "/api/notifications", "GET", false},
		{visitor, "GET", "/api/notifications", "", false},
		{visitor, "POST", "/api/projects", "", false},
		{member, "GET", "/api/projects", "", false},
		{member, "GET", "/api/users/" + id, "", false},
	} {
		headers := []string{"Origin", "https://other.example"}
		if tc.asks != "" {
			headers = append(headers, "Access-Control-Request-Method", tc.asks)
		}
		response, _ := tc.as.send(tc.method, tc.path, "", headers...)
		header := response.Header
		if open := header.Get("Access-Control-Allow-Origin") == "*"; open != tc.open ||
			header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s %s asking %q: open %v, %s", tc.method, tc.path, tc.asks, open, response.Status)
		}
		if tc.method == http.MethodOptions && tc.open && response.StatusCode != http.StatusNoContent {
			t.Errorf("%s %s: %s", tc.method, tc.path, response.Status)
		}
	}
}
