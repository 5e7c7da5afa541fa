package producttest

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	"uvboard/ent"
)

// connectApp returns the access token of an app that a user has connected.
func connectApp(t *testing.T, db *store.DB, userID, name string) string {
	t.Helper()
	token, now := auth.NewAccessToken(), time.Now()
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		owner, scopes := uuid.MustParse(userID), []string{"read", "write"}
		connected, err := tx.ConnectedApp.Create().SetID(store.NewID(now)).SetUserID(owner).SetName(name).
			SetRedirectHost("localhost").SetScopes(scopes).SetClientHash(token).SetFamilyHash(token).
			SetSecretHash(token).SetCodeChallenge("").SetRedirectURI("").SetCreatedAt(now).SetUsedAt(now).
			SetExpiresAt(now.Add(time.Hour)).Save(ctx)
		if err != nil {
			return err
		}
		return tx.AccessToken.Create().SetID(store.NewID(now)).SetTokenHash(auth.TokenHash(token)).SetUserID(owner).
			SetConnectedAppID(connected.ID).SetName(name).SetScopes(scopes).SetCreatedAt(now).
			SetExpiresAt(now.Add(time.Hour)).Exec(ctx)
	}))
	return token
}

// Whatever shows an author with what the author wrote says what it was written with.
func TestEveryAuthorHasVia(t *testing.T) {
	without := map[protoreflect.Name]bool{
		"Collection": true, // a list of projects
		"BlogAuthor": true, // an author, without a text
	}
	checked := 0
	protoregistry.GlobalTypes.RangeMessages(func(kind protoreflect.MessageType) bool {
		message := kind.Descriptor()
		author := message.Fields().ByName("author")
		if message.ParentFile().Package() != "uvboard.v1" || author == nil || author.Message() == nil ||
			author.Message().Name() != "Author" || without[message.Name()] {
			return true
		}
		checked++
		if message.Fields().ByName("via") == nil {
			t.Errorf("%s has an author without via", message.Name())
		}
		return true
	})
	if checked < 10 {
		t.Errorf("%d messages have an author", checked)
	}
}

// What a token or an app writes keeps its name in every answer, list and feed, and so does what it changes.
func TestVia(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		maker, makerID := visitor.register("maker")
		reader, readerID := visitor.register("reader")
		storetest.Exec(t, db, "UPDATE users SET role = CASE WHEN id = $1 THEN 'admin' ELSE 'member' END", uuid.MustParse(readerID))
		token := valueAt(t, maker.want(http.StatusCreated, "POST", "/api/auth/tokens", `{"name":"My laptop"}`), "token")
		app := connectApp(t, db, makerID, "Kiln agent")
		channel := valueAt(t, maker.want(http.StatusCreated, "POST", "/api/forum/channels", `{"name":"Clay"}`), "id")

		// viaOf returns the via of the object with an id, wherever it is in an answer.
		viaOf := func(body []byte, id string) (via any, found bool) {
			var value any
			must.NoError(t, json.Unmarshal(body, &value))
			var walk func(any)
			walk = func(value any) {
				switch v := value.(type) {
				case []any:
					for _, item := range v {
						walk(item)
					}
				case map[string]any:
					if v["id"] == id || v["targetId"] == id {
						if via, found = v["via"]; found {
							return
						}
					}
					for _, field := range v {
						if !found {
							walk(field)
						}
					}
				}
			}
			walk(value)
			return via, found
		}
		says := func(as *client, path, id string, want any) {
			t.Helper()
			got, found := viaOf(as.want(http.StatusOK, "GET", path, ""), id)
			if !found || got != want {
				t.Errorf("%s: via %v of %s (found %v), want %v", path, got, id, found, want)
			}
		}

		project := `{"title":"Kiln log","tagline":"Logs what a kiln does","primaryCategory":"games","stage":"mvp","vibeTools":["cursor"],"logo":"https://kiln.example/logo.png","isPublic":`
		for _, agent := range []struct{ credential, name string }{{app, "Kiln agent"}, {token, auth.ViaToken}} {
			bearer := []string{"Authorization", "Bearer " + agent.credential}
			isApp := agent.credential == app
			write := func(method, path, body string) string {
				t.Helper()
				status := http.StatusCreated
				if method != "POST" {
					status = http.StatusOK
				}
				answer := visitor.want(status, method, path, body, bearer...)
				id := valueAt(t, answer, "id")
				if via, _ := viaOf(answer, id); via != agent.name {
					t.Errorf("%s %s: via %v, want %s", method, path, via, agent.name)
				}
				return id
			}
			people := func(method, path, body string) {
				t.Helper()
				if got := valueAt(t, visitor.want(http.StatusForbidden, method, path, body, bearer...),
					"code"); got != "PEOPLE_ONLY" {
					t.Errorf("%s %s by %s: %s", method, path, agent.name, got)
				}
			}

			// Drafts, which people publish.
			draft := write("POST", "/api/projects", project+`false}`)
			story := write("POST", "/api/blog/posts", `{"title":"How it fires","content":"Slowly.","isPublished":false}`)
			if isApp {
				people("POST", "/api/projects", project+`true}`)
				people("PUT", "/api/projects/"+draft, `{"isPublic":true}`)
				people("POST", "/api/blog/posts", `{"title":"Public","content":"At once."}`)
				people("PATCH", "/api/blog/"+story, `{"isPublished":true}`)
				people("POST", "/api/collections", `{"title":"Kilns","isPublic":true}`)
				own := valueAt(t, visitor.want(http.StatusCreated, "POST", "/api/collections", `{"title":"Kilns"}`,
					bearer...), "id")
				people("PATCH", "/api/collections/"+own, `{"isPublic":true}`)
				maker.want(http.StatusOK, "PUT", "/api/projects/"+draft, `{"isPublic":true}`)
				maker.want(http.StatusOK, "PATCH", "/api/blog/"+story, `{"isPublished":true}`)
				people("PUT", "/api/projects/"+draft, `{"isPublic":false}`)
				people("PATCH", "/api/blog/"+story, `{"isPublished":false}`)
			} else {
				write("PUT", "/api/projects/"+draft, `{"isPublic":true}`)
				write("PATCH", "/api/blog/"+story, `{"isPublished":true}`)
			}
			update := write("POST", "/api/projects/"+draft+"/updates", `{"title":"Version 2","content":"Hotter."}`)
			thread := write("POST", "/api/forum/threads", `{"channelId":"`+channel+
				`","title":"How hot?","content":"In cones."}`)
			reply := write("POST", "/api/forum/posts", `{"threadId":"`+thread+`","content":"Cone six."}`)
			feedback := write("POST", "/api/projects/"+draft+"/feedback", `{"content":"Thank you."}`)
			comment := write("POST", "/api/blog/posts/"+story+"/comments", `{"content":"It cools slowly too."}`)
			for _, item := range []struct{ kind, id string }{
				{"project", draft}, {"forum_thread", thread}, {"forum_post", reply}, {"blog_post", story},
			} {
				reader.want(http.StatusOK, "PUT", "/api/saved/"+item.kind+"/"+item.id, `{}`)
				says(reader, "/api/saved", item.id, agent.name)
				people("POST", "/api/votes", `{"targetId":"`+item.id+`","targetType":"`+item.kind+
					`","voteType":"upvote"}`)
				people("DELETE", "/api/votes", `{"targetId":"`+item.id+`","targetType":"`+item.kind+`"}`)
			}
			people("POST", "/api/blog/posts/"+story+"/like", `{}`)
			people("POST", "/api/reviews/next", `{}`)
			people("POST", "/api/reviews/"+feedback, `{}`)
			people("DELETE", "/api/reviews/"+feedback, "")
			people("PUT", "/api/reviews/"+feedback+"/useful", `{"useful":true}`)

			reader.want(http.StatusOK, "PUT", "/api/follows/user/"+makerID, "")
			for path, ids := range map[string][]string{
				"/api/projects":                           {draft},
				"/api/projects/" + draft:                  {draft},
				"/api/projects/" + draft + "/updates":     {update},
				"/api/projects/" + draft + "/feedback":    {feedback},
				"/api/blog/posts":                         {story},
				"/api/blog/posts/" + story:                {story},
				"/api/blog/posts/" + story + "/comments":  {comment},
				"/api/forum/threads":                      {thread},
				"/api/forum/threads/" + thread:            {thread},
				"/api/forum/threads/" + thread + "/posts": {reply},
				"/api/forum/search?q=cone":                {reply, thread},
				"/api/feed/following":                     {draft, update, thread, story},
				"/api/users/" + makerID + "/activity":     {draft, reply, story},
			} {
				for _, id := range ids {
					says(reader, path, id, agent.name)
				}
			}
			for _, feed := range []string{"/feed.xml", "/projects/feed.xml", "/blog/feed.xml", "/forum/feed.xml",
				"/projects/" + draft + "/feed.xml"} {
				if got := string(visitor.want(http.StatusOK, "GET", feed, "")); !strings.Contains(got,
					"<name>maker via "+agent.name+"</name>") {
					t.Errorf("%s does not say via %s: %s", feed, agent.name, got)
				}
			}
			var last []struct{ ID, LastReplyVia string }
			must.NoError(t, json.Unmarshal(visitor.want(http.StatusOK, "GET", "/api/forum/threads?channelId="+channel,
				""), &last))
			if last[0].ID != thread || last[0].LastReplyVia != agent.name {
				t.Errorf("last reply %+v", last)
			}

			// It stays marked when the author edits it. What people wrote is marked when an agent changes its text.
			maker.want(http.StatusOK, "PATCH", "/api/forum/threads/"+thread, `{"content":"In cones, please."}`)
			says(visitor, "/api/forum/threads/"+thread, thread, agent.name)
			own := valueAt(t, maker.want(http.StatusCreated, "POST", "/api/forum/posts", `{"threadId":"`+thread+
				`","content":"By hand."}`), "id")
			says(visitor, "/api/forum/threads/"+thread+"/posts", own, nil)
			visitor.want(http.StatusOK, "PATCH", "/api/forum/posts/"+own, `{"content":"By hand."}`, bearer...)
			says(visitor, "/api/forum/threads/"+thread+"/posts", own, nil)
			visitor.want(http.StatusOK, "PATCH", "/api/forum/posts/"+own, `{"content":"By machine."}`, bearer...)
			says(visitor, "/api/forum/threads/"+thread+"/posts", own, agent.name)
			byHand := valueAt(t, maker.want(http.StatusCreated, "POST", "/api/projects", project+`true}`), "id")
			visitor.want(http.StatusOK, "PUT", "/api/projects/"+byHand, `{"stage":"beta"}`, bearer...)
			says(visitor, "/api/projects/"+byHand, byHand, nil)
			if via := valueAt(t, visitor.want(http.StatusOK, "GET", "/api/projects/"+byHand+"/updates", ""),
				"0.via"); via != agent.name {
				t.Errorf("a change of the stage is via %s", via)
			}
			visitor.want(http.StatusOK, "PUT", "/api/projects/"+byHand, `{"tagline":"Logs what a kiln did"}`, bearer...)
			says(visitor, "/api/projects/"+byHand, byHand, agent.name)

			// A reader leaves out what came via agents; its author does not.
			threads := func(as *client, path string) bool {
				t.Helper()
				_, found := viaOf(as.want(http.StatusOK, "GET", path, ""), thread)
				return found
			}
			hide := func(hidden string) {
				reader.want(http.StatusOK, "PUT", "/api/users/"+readerID, `{"hidesAgents":`+hidden+`}`)
				if got := string(reader.want(http.StatusOK, "GET", "/api/auth/me", "")); !strings.Contains(got,
					`"hidesAgents":`+hidden) {
					t.Errorf("hidesAgents is not %s: %s", hidden, got)
				}
			}
			hide("true")
			for _, path := range []string{"/api/forum/threads?", "/api/forum/threads?sort=top",
				"/api/forum/threads?channelId=" + channel, "/api/forum/threads?sort=top&channelId=" + channel} {
				if threads(reader, path) || !threads(visitor, path) || !threads(reader, path+"&hideAgents=false") ||
					threads(visitor, path+"&hideAgents=true") || !threads(maker, path+"&hideAgents=true") {
					t.Errorf("%s: hidden from the reader %v", path, !threads(reader, path))
				}
			}
			hide("false")
			if !threads(reader, "/api/forum/threads") {
				t.Error("the thread is still hidden")
			}
			visitor.want(http.StatusOK, "DELETE", "/api/forum/posts/"+reply, "", "Authorization", "Bearer "+token)
		}
		c := testConfig(t)
		drifts, err := doctor.Examine(t.Context(), db, product.New(c, db, openUploads(t, c, db)).Domains)
		must.NoError(t, err)
		if len(drifts) > 0 {
			t.Errorf("drifts %v", drifts)
		}
	})
}
