package producttest

import (
	"io"
	"net/http"
	"path"
	"testing"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// Each address of a project leads to the one with its title, unless the project is hidden from the reader.
func TestEachAddressLeadsToThePage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		maker, _ := visitor.register("maker")
		made := maker.want(http.StatusCreated, "POST", "/api/projects", `{"title":"Kiln log",
			"tagline":"Fires clay by itself","primaryCategory":"utilities","stage":"beta","vibeTools":["cursor"],
			"logo":"https://example.com/logo.png"}`)
		id, before := valueAt(t, made, "id"), path.Base(valueAt(t, made, "url"))
		short := address.Short(before)
		maker.want(http.StatusOK, "PUT", "/api/projects/"+short, `{"title":"Kiln diary"}`)
		now := "/projects/kiln-diary-" + short
		get := func(path string) *http.Response {
			request, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+path, nil)
			must.NoError(t, err)
			response, err := http.DefaultTransport.RoundTrip(request)
			must.NoError(t, err)
			must.NoError(t, response.Body.Close())
			return response
		}
		earlier := []string{"/projects/" + id, "/project/" + id, "/projects/" + short, "/projects/" + before,
			"/projects/anything-" + short, "/Projects/kiln-diary-" + short}
		for _, path := range earlier {
			response := get(path + "?view=1")
			if to := response.Header.Get("Location"); response.StatusCode != 301 || to != now+"?view=1" {
				t.Errorf("%s: %s to %q, want 301 to %s", path, response.Status, to, now)
			}
		}
		for _, path := range []string{now, now + "/badge.svg", now + "/feed.xml", now + "/og.png",
			"/projects/" + short +
				"/badge.svg"} {
			if response := get(path); response.StatusCode != 200 {
				t.Errorf("%s: %s", path, response.Status)
			}
		}
		maker.want(http.StatusOK, "PUT", "/api/projects/"+short, `{"isPublic":false}`)
		for _, path := range append(earlier, now, "/projects/missing-0000000000") {
			if response := get(path); response.StatusCode != 404 {
				t.Errorf("a draft at %s: %s", path, response.Status)
			}
		}
	})
}
