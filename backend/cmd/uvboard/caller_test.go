package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"sync"
	"testing"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	entuser "uvboard/ent/user"
)

// A draft is shown to its owner and to admins only, however they authenticate and over every protocol, and the log names the
// caller.
func TestCallerOfAProject(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		log := &requestLog{}
		visitor := &client{t: t, base: serveTest(t, testConfig(t), db, log).URL}
		owner, ownerID := visitor.register("owner")
		other, otherID := visitor.register("other")
		admin, adminID := visitor.register("boss")
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.User.Update().Where(entuser.Username("boss")).SetIsAdmin(true).Exec(ctx)
		}))
		draft := valueAt(t, owner.want(http.StatusCreated, "POST", "/api/projects", `{"title":"Pixel Garden","tagline":"Plant pixels and watch them grow",
			"logo":"https://a.example/logo.png","primaryCategory":"games","stage":"beta","vibeTools":["cursor"],"isPublic":false}`), "id")
		token := valueAt(t, owner.want(http.StatusCreated, "POST", "/api/auth/tokens", `{"name":"script"}`), "token")
		protocols := map[string]func(c *client, id string, headers ...string) *http.Response{
			"REST": func(c *client, id string, headers ...string) *http.Response {
				response, _ := c.send("GET", "/api/projects/"+id, "", headers...)
				return response
			},
			"Connect": func(c *client, id string, headers ...string) *http.Response {
				response, _ := c.send("POST", "/uvboard.v1.ProjectService/GetProject", `{"id":"`+id+`"}`, headers...)
				return response
			},
			"ConnectByGet": func(c *client, id string, headers ...string) *http.Response {
				response, _ := c.send("GET", "/uvboard.v1.ProjectService/GetProject?connect=v1&encoding=json&message="+url.QueryEscape(`{"id":"`+id+`"}`), "", headers...)
				return response
			},
		}
		wrong := []string{"Authorization", "Bearer " + auth.NewAccessToken()}
		for protocol, get := range protocols {
			for _, tc := range []struct {
				name    string
				client  *client
				headers []string
				id      string
				status  int
				user    string // in the log
			}{
				{"Owner", owner, nil, draft, 200, ownerID},
				{"Admin", admin, nil, draft, 200, adminID},
				{"Token", visitor, []string{"Authorization", "Bearer " + token}, draft, 200, ownerID},
				{"WrongToken", visitor, wrong, draft, 401, ""},
				{"WrongTokenBesideASession", owner, wrong, draft, 401, ""},
				{"Stranger", other, nil, draft, 404, otherID},
				{"Visitor", visitor, nil, draft, 404, ""},
				{"UnknownSession", visitor.as(auth.CookieName + "=" + auth.NewToken()), nil, draft, 404, ""},
				{"MalformedSession", visitor.as(auth.CookieName + "=x"), nil, draft, 404, ""},
				{"UnknownProject", other, nil, uuid.NewString(), 404, otherID},
			} {
				t.Run(protocol+tc.name, func(t *testing.T) {
					if response := get(tc.client.as(tc.client.cookie), tc.id, tc.headers...); response.StatusCode != tc.status {
						t.Errorf("%s, want %d", response.Status, tc.status)
					}
					if got := log.user(t); got != tc.user {
						t.Errorf("the log has user %q, want %q", got, tc.user)
					}
				})
			}
		}
		ended := owner.as(owner.cookie)
		owner.send("POST", "/api/auth/logout", "")
		for protocol, get := range protocols {
			if response := get(ended, draft); response.StatusCode != http.StatusNotFound {
				t.Errorf("%s after logout: %s", protocol, response.Status)
			}
		}
	})
}

// requestLog keeps the last line of the log.
type requestLog struct {
	mu   sync.Mutex
	line []byte
}

func (l *requestLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.line = append([]byte(nil), line...)
	return len(line), nil
}

func (l *requestLog) user(t *testing.T) string {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	var line struct {
		User string `json:"user_id"`
	}
	if err := json.Unmarshal(l.line, &line); err != nil {
		t.Fatalf("log: %s: %v", l.line, err)
	}
	return line.User
}
