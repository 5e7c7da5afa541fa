package producttest

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"uvboard/backend/platform/idempotency"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// A call that creates something happens once for a key of its caller, also if it is sent several times at once.
func TestIdempotencyKey(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		ada, _ := visitor.register("ada")
		ben, _ := visitor.register("ben")
		draft := func(title string) string { return `{"title":"` + title + `","isPublic":false}` }
		create := func(as *client, key, body string) (*http.Response, []byte) {
			return as.send("POST", "/api/projects", body, idempotency.Header, key)
		}
		refused := func(want string, status int, response *http.Response, body []byte) {
			t.Helper()
			if response.StatusCode != status || valueAt(t, body, "code") != want {
				t.Errorf("%s %s, want %d %s", response.Status, body, status, want)
			}
		}
		first, made := create(ada, "one", draft("Kiln one"))
		again, repeated := create(ada, "one", draft("Kiln one"))
		if first.StatusCode != http.StatusCreated || first.Header.Get(idempotency.ReplayedHeader) != "" ||
			again.StatusCode != http.StatusCreated || again.Header.Get(idempotency.ReplayedHeader) != "true" ||
			!bytes.Equal(made, repeated) {
			t.Errorf("%s %s, then %s %s", first.Status, made, again.Status, repeated)
		}
		response, body := create(ada, "one", draft("Kiln two"))
		refused("IDEMPOTENCY_KEY_USED", http.StatusConflict, response, body)
		if _, of := create(ben, "one", draft("Kiln one")); valueAt(t, of, "id") == valueAt(t, made, "id") {
			t.Error("another user gets the same project")
		}
		response, body = create(ada, strings.Repeat("k", 256), draft("Kiln one"))
		refused("VALIDATION_FAILED", http.StatusBadRequest, response, body)
		response, body = create(ada, "failed", draft("K"))
		refused("VALIDATION_FAILED", http.StatusBadRequest, response, body)
		if response, body := create(ada, "failed", draft("Kiln after a failure")); response.StatusCode !=
			http.StatusCreated {
			t.Errorf("after a failure: %s %s", response.Status, body)
		}

		var group sync.WaitGroup
		for range 6 {
			group.Go(func() {
				response, body := create(ada, "at once", draft("Kiln at once"))
				if response.StatusCode != http.StatusCreated && response.StatusCode != http.StatusConflict {
					t.Errorf("at once: %s %s", response.Status, body)
				}
			})
		}
		group.Wait()
		n := 0
		must.NoError(t, db.Reader().QueryRowContext(t.Context(),
			"SELECT COUNT(*) FROM projects WHERE title = 'Kiln at once'").Scan(&n))
		if n != 1 {
			t.Errorf("%d projects of one key", n)
		}
		must.NoError(t, db.Reader().QueryRowContext(t.Context(),
			"SELECT COUNT(*) FROM projects WHERE title = 'Kiln one'").Scan(&n))
		if n != 2 {
			t.Errorf("%d projects of two users", n)
		}
	})
}
