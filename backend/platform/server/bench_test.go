package server

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The cost of a list without its service, by protocol, and from the cache.
func BenchmarkListProjects(b *testing.B) {
	f := newFixture(b, func(c *Config) {
		c.Log = slog.New(slog.NewJSONHandler(io.Discard, nil))
		c.CachedPaths, c.Version = []string{"/api/projects"}, func() uint64 { return 0 }
	})
	const procedure = "/uvboard.v1.ProjectService/ListProjects"
	for _, tc := range []struct{ name, method, path, body, contentType string }{
		{"REST", "HEAD", "/api/projects?limit=20&stage=mvp", "", ""}, // HEAD is not cached
		{"Cache", "GET", "/api/projects?limit=20&stage=mvp", "", ""},
		{"ConnectJSON", "POST", procedure, `{"pageSize":20,"stage":"STAGE_MVP"}`, "application/json"},
		{"ConnectGet", "GET", procedure + "?connect=v1&encoding=json&message=%7B%7D", "", ""},
		{"ConnectProto", "POST", procedure, "\x38\x14", "application/proto"},
	} {
		b.Run(tc.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(tc.method, tc.path, strings.NewReader(tc.body))
				if tc.body == "" {
					r.Body, r.ContentLength = http.NoBody, 0
				}
				r.Header.Set("Content-Type", tc.contentType)
				w := httptest.NewRecorder()
				f.server.ServeHTTP(w, r)
				if w.Code != 200 {
					b.Fatal(w.Code, w.Body)
				}
			}
		})
	}
}
