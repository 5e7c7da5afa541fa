package main

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/store/storetest"
)

// Two servers with nothing in common but PostgreSQL and a bucket: what one takes in the other serves.
func TestServersShareUploads(t *testing.T) {
	database, files := storetest.PostgresURL(t), buckettest.S3(t)
	var servers [2]*httptest.Server
	for i := range servers {
		c := &config.Config{
			BaseURL: &url.URL{Scheme: "http", Host: "localhost:8080"}, DataDir: t.TempDir(), ProductName: "UV Board", UploadsURL: config.Secret(files),
		}
		db := storetest.Open(t, database)
		uploads := openUploads(t, c, db)
		built, err := newServer(c, db, newProduct(c, db, uploads), slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		servers[i] = httptest.NewServer(built)
		defer servers[i].Close()
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Jar: jar} // cookies know of no ports
	do := func(method, address, contentType string, body io.Reader) (int, string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, address, body)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", contentType)
		response, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		answer, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(answer)
	}
	status, answer := do(http.MethodPost, servers[0].URL+"/api/auth/register", "application/json",
		strings.NewReader(`{"username":"ada","email":"ada@example.org","password":"vibecoding"}`))
	if status != http.StatusCreated {
		t.Fatalf("%d %s", status, answer)
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", "x.png")
	if err == nil {
		err = png.Encode(part, image.NewGray(image.Rect(0, 0, 400, 300)))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	status, answer = do(http.MethodPost, servers[1].URL+"/api/upload", w.FormDataContentType(), &form)
	address := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(answer), `{"url":"`), `"}`)
	if status != http.StatusCreated || !strings.HasPrefix(address, "/uploads/") {
		t.Fatalf("%d %s", status, answer)
	}
	for _, server := range servers {
		status, picture := do(http.MethodGet, server.URL+address, "", http.NoBody)
		if config, err := png.DecodeConfig(strings.NewReader(picture)); status != http.StatusOK || err != nil || config.Width != 400 {
			t.Errorf("%d, %v, %d bytes", status, err, len(picture))
		}
	}
}
