package main

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// A draft is shown to its owner and to admins only, however they authenticate and at every door, and the log names the caller.
func TestCallerOfAProject(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := testConfig(t)
		uploads := openUploads(t, c, db)
		log := &requestLog{}
		built, err := newServer(c, db, newProduct(c, db, uploads), slog.New(slog.NewJSONHandler(log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(built)
		defer server.Close()
		send := func(method, path, body string, headers ...string) (*http.Response, map[string]any) {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if body != "" {
				r.Header.Set("Content-Type", "application/json")
			}
			for i := 0; i < len(headers); i += 2 {
				r.Header.Set(headers[i], headers[i+1])
			}
			response, err := server.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			content, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatal(err)
			}
			var said map[string]any
			if err := json.Unmarshal(content, &said); err != nil {
				t.Fatalf("%s %s: %s: %v", method, path, content, err)
			}
			return response, said
		}
		join := func(name string) (id uuid.UUID, cookie string) {
			response, said := send("POST", "/api/auth/register", `{"username":"`+name+`","email":"`+name+`@mail.example","password":"vibecoding"}`)
			if response.StatusCode != http.StatusCreated {
				t.Fatalf("register: %s %v", response.Status, said)
			}
			return uuid.MustParse(said["user"].(map[string]any)["id"].(string)), response.Cookies()[0].Name + "=" + response.Cookies()[0].Value
		}
		write := func(do func(context.Context, *ent.Client) error) {
			t.Helper()
			if err := db.Write(t.Context(), do); err != nil {
				t.Fatal(err)
			}
		}
		maker, makerCookie := join("maker")
		other, otherCookie := join("other")
		boss, bossCookie := join("boss")
		write(func(ctx context.Context, tx *ent.Client) error {
			return tx.User.UpdateOneID(boss).SetIsAdmin(true).Exec(ctx)
		})
		_, made := send("POST", "/api/projects", `{"title":"Pixel Garden","tagline":"Plant pixels and watch them grow","logo":"https://a.example/logo.png",
			"primaryCategory":"games","stage":"beta","vibeTools":["cursor"],"isPublic":false}`, "Cookie", makerCookie)
		draft := made["id"].(string)

		doors := map[string]func(id string, headers ...string) (*http.Response, map[string]any){
			"REST": func(id string, headers ...string) (*http.Response, map[string]any) {
				return send("GET", "/api/projects/"+id, "", headers...)
			},
			"Connect": func(id string, headers ...string) (*http.Response, map[string]any) {
				return send("POST", "/uvboard.v1.ProjectService/GetProject", `{"id":"`+id+`"}`, headers...)
			},
			"ConnectByGet": func(id string, headers ...string) (*http.Response, map[string]any) {
				return send("GET", "/uvboard.v1.ProjectService/GetProject?connect=v1&encoding=json&message="+url.QueryEscape(`{"id":"`+id+`"}`), "", headers...)
			},
		}
		_, said := send("POST", "/api/auth/tokens", `{"name":"script"}`, "Cookie", makerCookie)
		secret, _ := said["token"].(string)
		if secret == "" {
			t.Fatalf("no access token: %v", said)
		}
		unknown := auth.CookieName + "=" + auth.NewToken()
		for name, ask := range doors {
			t.Run(name, func(t *testing.T) {
				for _, tc := range []struct {
					name   string
					header []string
					id     string
					status int
					user   uuid.UUID // in the log
				}{
					{"Owner", []string{"Cookie", makerCookie}, draft, 200, maker},
					{"Admin", []string{"Cookie", bossCookie}, draft, 200, boss},
					{"Token", []string{"Authorization", "Bearer " + secret}, draft, 200, maker},
					{"WrongToken", []string{"Authorization", "Bearer " + auth.NewAccessToken()}, draft, 401, uuid.Nil},
					{"WrongTokenBesideASession", []string{"Authorization", "Bearer " + auth.NewAccessToken(), "Cookie", makerCookie}, draft, 401, uuid.Nil},
					{"Stranger", []string{"Cookie", otherCookie}, draft, 404, other},
					{"Visitor", nil, draft, 404, uuid.Nil},
					{"UnknownSession", []string{"Cookie", unknown}, draft, 404, uuid.Nil},
					{"MalformedSession", []string{"Cookie", auth.CookieName + "=x"}, draft, 404, uuid.Nil},
					{"UnknownProject", []string{"Cookie", otherCookie}, uuid.NewString(), 404, other},
				} {
					response, said := ask(tc.id, tc.header...)
					if response.StatusCode != tc.status {
						t.Errorf("%s: %s %v, want %d", tc.name, response.Status, said, tc.status)
					}
					if got := log.last(t).User; got != tc.user {
						t.Errorf("%s: the log has user %v, want %v", tc.name, got, tc.user)
					}
				}
			})
		}

		t.Run("AfterLogout", func(t *testing.T) {
			if response, said := send("POST", "/api/auth/logout", "", "Cookie", makerCookie); response.StatusCode/100 != 2 {
				t.Fatal(response.Status, said)
			}
			for name, ask := range doors {
				if response, _ := ask(draft, "Cookie", makerCookie); response.StatusCode != http.StatusNotFound {
					t.Error(name, response.Status)
				}
			}
		})
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

type requestLine struct {
	User uuid.UUID `json:"user_id"`
}

func (l *requestLog) last(t *testing.T) (line requestLine) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := json.Unmarshal(l.line, &line); err != nil {
		t.Fatalf("log: %s: %v", l.line, err)
	}
	return line
}
