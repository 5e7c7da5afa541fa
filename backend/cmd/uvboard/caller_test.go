package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	"uvboard/ent/session"
)

// Who calls for a project is found along with it, and is who they are at that very moment: at every door, in the log and in
// what is counted as by any other call.
func TestCallerOfAProject(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := testConfig(t)
		c.RateLimits, c.TrustedProxies = true, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
		uploads := openUploads(t, c, db)
		log := &requestLog{}
		built, err := newServer(c, db, uploads, slog.New(slog.NewJSONHandler(log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(built)
		defer server.Close()
		calls := 0
		send := func(method, path, body string, headers ...string) (*http.Response, map[string]any) {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			calls++ // each from elsewhere, so that no address has called too often
			r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.0.%d.%d", calls/250, calls%250))
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
					who    string
					header []string
					id     string
					status int
					user   uuid.UUID // in the log
				}{
					{"Owner", []string{"Cookie", makerCookie}, draft, 200, maker},
					{"Admin", []string{"Cookie", bossCookie}, draft, 200, boss},
					{"Script", []string{"Authorization", "Bearer " + secret}, draft, 200, maker},
					{"WrongScript", []string{"Authorization", "Bearer " + auth.NewAccessToken()}, draft, 401, uuid.Nil},
					{"ScriptBeforeSession", []string{"Authorization", "Bearer " + auth.NewAccessToken(), "Cookie", makerCookie}, draft, 401, uuid.Nil},
					{"Stranger", []string{"Cookie", otherCookie}, draft, 404, other},
					{"Visitor", nil, draft, 404, uuid.Nil},
					{"UnknownSession", []string{"Cookie", unknown}, draft, 404, uuid.Nil},
					{"NoSession", []string{"Cookie", auth.CookieName + "=x"}, draft, 404, uuid.Nil},
					{"AskingForNothing", []string{"Cookie", otherCookie}, uuid.NewString(), 404, other},
				} {
					response, said := ask(tc.id, tc.header...)
					if response.StatusCode != tc.status {
						t.Errorf("%s: %s %v, want %d", tc.who, response.Status, said, tc.status)
					}
					if got := log.last(t).User; got != tc.user {
						t.Errorf("%s: the log says it was %v, want %v", tc.who, got, tc.user)
					}
				}
			})
		}

		ask := doors["REST"]
		expires := func(at time.Time) {
			t.Helper()
			write(func(ctx context.Context, tx *ent.Client) error {
				return tx.Session.Update().Where(session.UserID(maker)).SetExpiresAt(at.UTC().Truncate(time.Millisecond)).Exec(ctx)
			})
		}
		t.Run("SessionInUseGoesOn", func(t *testing.T) {
			expires(time.Now().Add(time.Hour))
			if response, _ := ask(draft, "Cookie", makerCookie); response.StatusCode != http.StatusOK {
				t.Fatal(response.Status)
			}
			if row := db.Client().Session.Query().Where(session.UserID(maker)).OnlyX(t.Context()); time.Until(row.ExpiresAt) < 29*24*time.Hour {
				t.Errorf("it ends at %v", row.ExpiresAt)
			}
		})
		t.Run("SessionThatIsOver", func(t *testing.T) {
			expires(time.Now().Add(-time.Second))
			if response, _ := ask(draft, "Cookie", makerCookie); response.StatusCode != http.StatusNotFound {
				t.Error(response.Status)
			}
			expires(time.Now().Add(30 * 24 * time.Hour))
		})
		t.Run("SessionThatWasEnded", func(t *testing.T) {
			if response, _ := ask(draft, "Cookie", makerCookie); response.StatusCode != http.StatusOK {
				t.Fatal(response.Status)
			}
			if response, said := send("POST", "/api/auth/logout", "", "Cookie", makerCookie); response.StatusCode/100 != 2 {
				t.Fatal(response.Status, said)
			}
			if response, _ := ask(draft, "Cookie", makerCookie); response.StatusCode != http.StatusNotFound {
				t.Error(response.Status)
			}
		})
		for name, id := range map[string]string{"OfWhatThereIs": draft, "OfNothing": uuid.NewString()} {
			t.Run("CountedAsTheMembers"+name, func(t *testing.T) {
				_, cookie := join("eager" + strings.ToLower(name))
				for n := range 2000 { // as it earns new ones while it calls, more the slower it gets on
					if response, _ := ask(id, "Cookie", cookie); response.StatusCode == http.StatusTooManyRequests {
						if n < 100 || response.Header.Get("Retry-After") == "" {
							t.Errorf("refused after %d calls, to come back after %q seconds", n, response.Header.Get("Retry-After"))
						}
						return
					}
				}
				t.Error("never refused")
			})
		}
	})
}

// requestLog keeps the last line about a request. A test asks one thing after the other.
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
