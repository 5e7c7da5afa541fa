package main

import (
	"bytes"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
)

// Two servers share only PostgreSQL and a bucket. A session and an upload of one are valid on the other.
func TestServersShareUploads(t *testing.T) {
	database, files := storetest.PostgresURL(t), buckettest.S3(t)
	var servers [2]*client
	for i := range servers {
		c := testConfig(t)
		c.UploadsURL = config.Secret(files)
		servers[i] = &client{t: t, base: serveTest(t, c, storetest.Open(t, database), io.Discard).URL}
	}
	user, _ := servers[0].register("ada")
	servers[0], servers[1].cookie = user, user.cookie
	form, contentType := imageForm(t, "file")
	address := valueAt(t, servers[1].want(http.StatusCreated, "POST", "/api/upload", string(form), "Content-Type", contentType), "url")
	for _, server := range servers {
		image := server.want(http.StatusOK, "GET", address, "")
		if config, err := png.DecodeConfig(bytes.NewReader(image)); err != nil || config.Width != 400 {
			t.Errorf("%v, %d bytes", err, len(image))
		}
	}
}

// A change of the settings on one server is in the pages, calls and rules of another one.
func TestServersShareSettings(t *testing.T) {
	database := storetest.PostgresURL(t)
	var servers [2]*client
	for i := range servers {
		db := storetest.Open(t, database)
		c := testConfig(t)
		p := newProduct(c, db, openUploads(t, c, db))
		built, err := newServer(c, db, p, slog.New(slog.DiscardHandler))
		must.NoError(t, err)
		t.Cleanup(p.live.Start(t.Context(), slog.New(slog.DiscardHandler)))
		server := httptest.NewServer(built)
		t.Cleanup(server.Close)
		servers[i] = &client{t: t, base: server.URL}
	}
	admin, _ := servers[0].register("overseer")
	storetest.Exec(t, storetest.Open(t, database), "UPDATE users SET is_admin = true")
	if before := servers[1].want(http.StatusOK, "GET", "/api/board", ""); !strings.Contains(string(before), `"name":"UV Board"`) {
		t.Fatalf("%s", before)
	}
	admin.want(http.StatusOK, "PUT", "/api/admin/board", `{"name":"Kiln Board","registration":"closed"}`)
	deadline := time.Now().Add(20 * time.Second)
	for !strings.Contains(string(servers[1].want(http.StatusOK, "GET", "/api/board", "")), `"name":"Kiln Board"`) {
		if time.Now().After(deadline) {
			t.Fatal("the other server has the old name")
		}
		time.Sleep(20 * time.Millisecond)
	}
	servers[1].want(http.StatusForbidden, "POST", "/api/auth/register", `{"username":"latecomer","email":"late@mail.example","password":"secret1"}`)
}
