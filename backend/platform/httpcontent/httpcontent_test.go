package httpcontent_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"uvboard/backend/platform/httpcontent"
)

func TestServe(t *testing.T) {
	long := strings.Repeat("long ", 1000)
	tag := httpcontent.ETag([]byte(long))
	for _, tc := range []struct {
		name, method, contentType, accept, known, content string
		status                                            int
		encoding                                          string
	}{
		{name: "Plain", content: long, status: 200},
		{name: "Gzip", accept: "br, gzip", content: long, status: 200, encoding: "gzip"},
		{name: "GzipRefused", accept: "gzip;q=0", content: long, status: 200},
		{name: "ShortIsNotCompressed", accept: "gzip", content: "short", status: 200},
		{name: "ImageIsNotCompressed", contentType: "image/png", accept: "gzip", content: long, status: 200},
		{name: "KnownTagIs304", accept: "gzip", known: `W/"old", ` + tag, content: long, status: 304},
		{name: "OldTag", known: `W/"old"`, content: long, status: 200},
		{name: "HeadHasNoBody", method: http.MethodHead, content: long, status: 200},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), tc.method, "/", nil)
			r.Header.Set("Accept-Encoding", tc.accept)
			r.Header.Set("If-None-Match", tc.known)
			w := httptest.NewRecorder()
			w.Header().Set("Content-Type", "text/plain")
			if tc.contentType != "" {
				w.Header().Set("Content-Type", tc.contentType)
			}
			httpcontent.Serve(w, r, []byte(tc.content))
			if w.Code != tc.status || w.Header().Get("Content-Encoding") != tc.encoding || w.Header().
				Get("Etag") == "" {
				t.Fatal(w.Code, w.Header())
			}
			body, want := io.Reader(w.Body), tc.content
			if tc.encoding == "gzip" {
				var err error
				if body, err = gzip.NewReader(w.Body); err != nil {
					t.Fatal(err)
				}
			}
			if tc.status == 304 || tc.method == http.MethodHead {
				want = ""
			}
			if got, err := io.ReadAll(body); err != nil || string(got) != want {
				t.Errorf("%v %.100q", err, got)
			}
		})
	}
}
