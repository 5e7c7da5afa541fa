package main

import (
	"bytes"
	"image/png"
	"io"
	"net/http"
	"testing"

	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/config"
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
