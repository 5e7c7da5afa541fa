package producttest

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"testing"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	entuser "uvboard/ent/user"
)

// A draft is shown to its owner and to admins only, however they authenticate and over every protocol.
func TestCallerOfAProject(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		visitor := &client{t: t, base: serveTest(t, testConfig(t), db, io.Discard).URL}
		owner, _ := visitor.register("owner")
		other, _ := visitor.register("other")
		admin, _ := visitor.register("boss")
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.User.Update().Where(entuser.Username("boss")).SetRole(auth.RoleAdmin).Exec(ctx)
		}))
		draft := valueAt(t, owner.want(http.StatusCreated, "POST", "/api/projects",
			`{"title":"Pixel Garden","tagline":"Plant pixels and watch them grow",
			"logo":"https://a.example/logo.png","primaryCategory":"games","stage":"beta","vibeTools":["cursor"],"isPublic":false}`), "id")
		bearer := func(token string) []string { return []string{"Authorization", "Bearer " + token} }
		token := bearer(valueAt(t, owner.want(http.StatusCreated, "POST", "/api/auth/tokens", `{"name":"script"}`),
			"token"))
		wrong := bearer(auth.NewAccessToken())
		ended := visitor.as("")
		ended.want(http.StatusOK, "POST", "/api/auth/login", `{"username":"owner","password":"vibecoding"}`)
		ended.as(ended.cookie).want(http.StatusOK, "POST", "/api/auth/logout", "")
		for _, tc := range []struct {
			name    string
			client  *client
			headers []string
			id      string
			status  int
		}{
			{"Owner", owner, nil, draft, 200},
			{"Admin", admin, nil, draft, 200},
			{"Token", visitor, token, draft, 200},
			{"WrongToken", visitor, wrong, draft, 401},
			{"WrongTokenBesideASession", owner, wrong, draft, 401},
			{"Stranger", other, nil, draft, 404},
			{"Visitor", visitor, nil, draft, 404},
			{"UnknownSession", visitor.as(auth.CookieName + "=" + auth.NewToken()), nil, draft, 404},
			{"EndedSession", ended, nil, draft, 404},
			{"MalformedSession", visitor.as(auth.CookieName + "=x"), nil, draft, 404},
			{"UnknownProject", other, nil, uuid.NewString(), 404},
		} {
			t.Run(tc.name, func(t *testing.T) {
				c, message := &client{t, tc.client.base, tc.client.cookie}, `{"id":"`+tc.id+`"}`
				c.want(tc.status, "GET", "/api/projects/"+tc.id, "", tc.headers...)
				c.want(tc.status, "POST", "/uvboard.v1.ProjectService/GetProject", message, tc.headers...)
				c.want(tc.status, "GET", "/uvboard.v1.ProjectService/GetProject?connect=v1&encoding=json&message="+
					url.QueryEscape(message), "", tc.headers...)
			})
		}
	})
}
