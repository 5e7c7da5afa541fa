package server

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What a page of projects costs in the frame alone, by door.
func BenchmarkListProjects(b *testing.B) {
	f := newFixture(b, func(c *Config) {
		c.Log = slog.New(slog.NewJSONHandler(io.Discard, nil))
	})
	const procedure = "/uvboard.v1.ProjectService/ListProjects"
	for _, door := range []struct{ name, method, path, body, contentType string }{
		{"REST", "GET", "/api/projects?limit=20&stage=mvp", "", ""},
		{"ConnectJSON", "POST", procedure, `{"pageSize":20,"stage":"STAGE_MVP"}`, "application/json"},
		{"ConnectGet", "GET", procedure + "?connect=v1&encoding=json&message=%7B%7D", "", ""},
		{"ConnectProto", "POST", procedure, "\x38\x14", "application/proto"},
	} {
		b.Run(door.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(door.method, door.path, strings.NewReader(door.body))
				if door.body == "" {
					r.Body, r.ContentLength = http.NoBody, 0
				}
				r.Header.Set("Content-Type", door.contentType)
				w := httptest.NewRecorder()
				f.server.ServeHTTP(w, r)
				if w.Code != 200 {
					b.Fatal(w.Code, w.Body)
				}
			}
		})
	}
}
