package producttest

import (
	"bytes"
	"errors"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/pgtest"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	pb "uvboard/gen/uvboard/v1"
)

// Three servers share only PostgreSQL and a bucket. A session and an upload of one are valid on the others.
func TestServersShareUploads(t *testing.T) {
	database, files := storetest.PostgresURL(t), buckettest.S3(t)
	var servers [3]*client
	for i := range servers {
		c := testConfig(t)
		c.UploadsURL = config.Secret(files)
		servers[i] = &client{t: t, base: serveTest(t, c, storetest.Open(t, database), io.Discard).URL}
	}
	user, _ := servers[0].register("ada")
	servers[0], servers[1].cookie, servers[2].cookie = user, user.cookie, user.cookie
	form, contentType := imageForm(t, "file")
	address := valueAt(t, servers[1].want(http.StatusCreated, "POST", "/api/upload", string(form), "Content-Type",
		contentType), "url")
	for _, server := range servers {
		image := server.want(http.StatusOK, "GET", address, "")
		if config, err := png.DecodeConfig(bytes.NewReader(image)); err != nil || config.Width != 400 {
			t.Errorf("%v, %d bytes", err, len(image))
		}
	}
}

// A change of the settings on one server is in the pages, calls and rules of the others, which keep neither settings
// nor responses.
func TestServersShareSettings(t *testing.T) {
	database := storetest.PostgresURL(t)
	var servers [3]*client
	for i := range servers {
		db := storetest.Open(t, database)
		c := testConfig(t)
		p := product.New(c, db, openUploads(t, c, db))
		built, err := p.NewServer(slog.New(slog.DiscardHandler))
		must.NoError(t, err)
		t.Cleanup(p.Live.Start(t.Context(), slog.New(slog.DiscardHandler)))
		server := httptest.NewServer(built)
		t.Cleanup(server.Close)
		servers[i] = &client{t: t, base: server.URL}
	}
	admin, _ := servers[0].register("overseer")
	storetest.Exec(t, storetest.Open(t, database), "UPDATE users SET role = 'admin'")
	others := servers[1:]
	for _, other := range others {
		if before := other.want(http.StatusOK, "GET", "/api/board", ""); !strings.Contains(string(before),
			`"name":"UV Board"`) {
			t.Fatalf("%s", before)
		}
	}
	admin.want(http.StatusOK, "PUT", "/api/admin/board", `{"name":"Kiln Board","registration":"closed"}`)
	for _, other := range others {
		soon(t, "another server has the old name", func() bool {
			return strings.Contains(string(other.want(http.StatusOK, "GET", "/api/board", "")), `"name":"Kiln Board"`)
		})
		other.want(http.StatusForbidden, "POST", "/api/auth/register",
			`{"username":"latecomer","email":"late@mail.example","password":"secret1"}`)
	}
}

// Of three servers each one tells a user of what happens on the others, answers visitors with what was written there,
// and counts wrong passwords that were typed there.
func TestThreeServers(t *testing.T) {
	database := storetest.PostgresURL(t)
	c := testConfig(t)
	c.RateLimits = true
	var servers [3]*client
	for i := range servers {
		db := storetest.Open(t, database)
		p := product.New(c, db, openUploads(t, c, db))
		built, err := p.NewServer(slog.New(slog.DiscardHandler))
		must.NoError(t, err)
		t.Cleanup(p.Live.Start(t.Context(), slog.New(slog.DiscardHandler)))
		server := httptest.NewServer(built)
		t.Cleanup(server.Close)
		servers[i] = &client{t: t, base: server.URL}
		if i == 0 {
			t.Cleanup(p.NewJobs(nil, slog.New(slog.DiscardHandler)).Start(t.Context(), db.Ready))
		}
	}
	ada, _ := servers[0].register("ada")
	ben, _ := servers[1].register("ben")
	project := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/projects",
		`{"title":"Pixel Garden","tagline":"Plant pixels and watch them grow","logo":"https://a.example/logo.png",
		"primaryCategory":"games","stage":"beta","vibeTools":["cursor"],"isPublic":true}`), "id")

	channel := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/forum/channels", `{"name":"Kilns"}`), "id")
	thread := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/forum/threads", `{"channelId":"`+channel+
		`","title":"Which cone?","content":"Six or ten?"}`), "id")
	adaThere := ada.as(ada.cookie)
	adaThere.base = servers[2].base
	own := followAs(t, adaThere, &pb.LiveTopic{Topic: &pb.LiveTopic_Own{Own: true}})
	own.within = 20 * time.Second
	ben.want(http.StatusCreated, "POST", "/api/forum/posts", `{"threadId":"`+thread+`","content":"Ten."}`)
	own.want("the notification", func(e *pb.SubscribeResponse) bool {
		return e.GetChanged().
			GetType() == "notification"
	})
	if inbox := adaThere.want(http.StatusOK, "GET", "/api/notifications", ""); !strings.Contains(string(inbox),
		"Which cone?") {
		t.Errorf("notifications %s", inbox)
	}

	list := "/api/projects?limit=5"
	for _, server := range servers {
		server.as("").want(http.StatusOK, "GET", list, "") // cached
	}
	ada.want(http.StatusOK, "PUT", "/api/projects/"+project, `{"title":"Voxel Garden"}`)
	for _, server := range servers {
		soon(t, "a cached list has the old title", func() bool {
			return strings.Contains(string(server.as("").want(http.StatusOK, "GET", list, "")), "Voxel Garden")
		})
	}

	refused := 0
	for n := range 60 {
		response, _ := servers[n%3].as("").send("POST", "/api/auth/login", `{"username":"ada","password":"a guess"}`)
		if response.StatusCode == http.StatusTooManyRequests {
			refused = n
			break
		}
	}
	if refused == 0 {
		t.Fatal("wrong passwords on three servers are not counted together")
	}
	for _, server := range servers {
		if response, _ := server.as("").
			send("POST", "/api/auth/login",
				`{"username":"ada","password":"a guess"}`); response.StatusCode != http.StatusTooManyRequests {
			t.Errorf("another server allows a guess: %s", response.Status)
		}
	}
}

// soon waits until is returns true.
func soon(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(what)
		}
	}
}

// Visitors read from a standby, a member from one that has their last write.
func TestReadsFromStandbys(t *testing.T) {
	if testing.Short() {
		t.Skip("starts two PostgreSQL servers")
	}
	primary, err := pgtest.NewDurable()
	must.NoError(t, err)
	must.NoError(t, primary.Start())
	standby, err := pgtest.NewStandby(primary)
	must.NoError(t, err)
	must.NoError(t, standby.Start())
	t.Cleanup(func() { must.NoError(t, errors.Join(primary.Stop(syscall.SIGKILL), standby.Stop(syscall.SIGKILL))) })
	db := storetest.Open(t, primary.URL.String())
	must.NoError(t, db.Migrate(t.Context()))
	must.NoError(t, db.OpenStandbys(standby.URL.String(), slog.New(slog.DiscardHandler)))
	behind, err := store.Open(t.Context(), standby.URL.String())
	must.NoError(t, err)
	defer behind.Close()

	guest := &client{t: t, base: serveTest(t, testConfig(t), db, io.Discard).URL}
	_, id := guest.register("ada")
	profile := "/api/users/" + id
	wait := func(name string) {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			_, seen := guest.send("GET", profile, "") // 404 until the standby has the account
			if strings.Contains(string(seen), name) {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("a visitor does not see %s", name)
			}
		}
	}
	wait("ada")
	must.NoError(t, db.Standbys().Await(t.Context()))
	_, err = behind.Reader().ExecContext(t.Context(), "SELECT pg_wal_replay_pause()")
	must.NoError(t, err)
	login, _ := guest.as("").send("POST", "/api/auth/login", `{"username":"ada","password":"vibecoding"}`)
	session := login.Cookies()[0]
	changed, _ := guest.as(session.Name+"="+session.Value).send("PUT", profile, `{"bio":"Fires a kiln"}`)
	if changed.StatusCode != http.StatusOK {
		t.Fatal(changed.Status)
	}
	position := changed.Cookies()[0]
	if position.Name != "uvboard_position" || position.Value != changed.Header.Get("Uvboard-Position") ||
		position.Value < login.Header.Get("Uvboard-Position") {
		t.Fatalf("%v, header %v, login %v", position, changed.Header, login.Header)
	}
	for _, own := range [][]string{
		{"Cookie", session.Name + "=" + session.Value + "; " + position.Name + "=" + position.Value},
		{"Uvboard-Position", position.Value},
		{"Authorization", "Bearer " + session.Value},
	} {
		if read := guest.want(http.StatusOK, "GET", profile, "", own...); !strings.Contains(string(read),
			"Fires a kiln") {
			t.Errorf("with %s a member misses their own change: %s", own[0], read)
		}
	}
	if read := guest.want(http.StatusOK, "GET", profile, ""); strings.Contains(string(read), "Fires a kiln") {
		t.Error("a visitor does not read from the standby")
	}
	_, err = behind.Reader().ExecContext(t.Context(), "SELECT pg_wal_replay_resume()")
	must.NoError(t, err)
	wait("Fires a kiln")
}
