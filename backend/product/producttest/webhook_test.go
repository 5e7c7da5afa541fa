package producttest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
)

// A server that is killed while it calls a receiver calls again after its restart, with the same id. The receiver
// verifies the call with the library of standard-webhooks.
func TestWebhookAfterKill(t *testing.T) {
	t.Parallel()
	for name, database := range map[string]func(testing.TB) string{"sqlite": storetest.SQLiteURL,
		"postgres": storetest.PostgresURL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, ids, killed := database(t), make(chan string, 10), make(chan bool)
			var verifier *standardwebhooks.Webhook
			receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				if err == nil {
					err = verifier.Verify(body, r.Header)
				}
				if err != nil {
					t.Errorf("%v: %s", err, body)
				}
				ids <- r.Header.Get("webhook-id")
				<-killed
			}))
			defer receiver.Close()
			env := []string{"DATABASE_URL=" + address, "UVBOARD_DATA_DIR=" + t.TempDir(),
				"UVBOARD_OUTBOUND_ALLOW=127.0.0.1"}
			server := startServe(t, env)
			ada, _ := (&client{t: t, base: server.base}).register("ada")
			made := ada.want(http.StatusCreated, "POST", "/api/webhooks", `{"url":"`+receiver.URL+
				`","events":["thread.published"]}`)
			var err error
			verifier, err = standardwebhooks.NewWebhook(valueAt(t, made, "secret"))
			must.NoError(t, err)
			channel := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/forum/channels", `{"name":"Kilns"}`), "id")
			ada.want(http.StatusCreated, "POST", "/api/forum/threads",
				`{"title":"Cone six","content":"Which?","channelId":"`+channel+`"}`)
			first := receivedID(t, ids)
			server.kill()
			close(killed)

			// Another server would wait a minute until it takes over the job and repeats the task.
			db := storetest.Open(t, address)
			storetest.Exec(t, db, "UPDATE tasks SET run_at = created_at")
			storetest.Exec(t, db, "UPDATE jobs SET held_until = '2026-01-01 00:00:00+00:00'")
			must.NoError(t, db.Close())
			server = startServe(t, env)
			if again := receivedID(t, ids); again != first {
				t.Errorf("the ids are %s and %s", first, again)
			}
			list := "/api/webhooks/" + valueAt(t, made, "id") + "/deliveries"
			for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
				rows := (&client{t, server.base, ada.cookie}).want(http.StatusOK, "GET", list, "")
				if valueAt(t, rows, "0.state") == "delivered" {
					break
				}
				if time.Now().After(end) {
					t.Fatalf("not delivered: %s", rows)
				}
			}
			server.stop(syscall.SIGTERM)
		})
	}
}

func receivedID(t *testing.T, ids chan string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	select {
	case id := <-ids:
		return id
	case <-ctx.Done():
		t.Fatal("the receiver was not called")
		return ""
	}
}
