package leaderboard

import (
	"encoding/xml"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/vote"
)

func TestBadge(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		handle := f.routes(func() string { return `</text><script>alert("1")</script> & more of it` })[0].Handle
		get := func(id, query, etag string) (*httptest.ResponseRecorder, error) {
			r := httptest.NewRequestWithContext(t.Context(), "GET", "/projects/"+id+"/badge.svg?"+query, nil)
			r.SetPathValue("id", id)
			r.Header.Set("If-None-Match", etag)
			w := httptest.NewRecorder()
			return w, handle(w, r)
		}
		shows := func(query, want string) *httptest.ResponseRecorder {
			t.Helper()
			w, err := get(f.ids["Kiln"].String(), query, "")
			must.NoError(t, err)
			body := w.Body.String()
			if !strings.Contains(body, ">"+want+"</text>") || strings.Contains(body, "<script") {
				t.Errorf("%s: %s", query, body)
			}
			for d := xml.NewDecoder(strings.NewReader(body)); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%v in %s", err, body)
				}
			}
			return w
		}
		f.cast("Kiln", 1, vote.Up)
		shows("", "1 vote")
		f.cast("Vase", 2, vote.Up)
		f.at("2026-11-21T00:00:00Z")
		f.cast("Kiln", 3, vote.Up)
		must.NoError(t, f.Close(t.Context()))
		shows("theme=light", "#2 on 20 Nov 2026 · 3 votes")
		shows("period=week", "3 votes")
		shows("period=all", "#2 on 20 Nov 2026 · 3 votes")
		w := shows("theme=dark&period=day", "#2 on 20 Nov 2026 · 3 votes")
		if got := w.Header(); got.Get("Content-Type") != "image/svg+xml; charset=utf-8" ||
			got.Get("Cache-Control") != "public, max-age=3600" || got.Get("Set-Cookie") != "" {
			t.Errorf("%v", got)
		}
		if w, err := get(f.ids["Kiln"].String(), "theme=dark&period=day", w.Header().Get("Etag")); err != nil ||
			w.Code != 304 {
			t.Errorf("the same badge again: %d %v", w.Code, err)
		}
		for query, code := range map[string]string{"theme=blue": "VALIDATION_FAILED",
			"period=decade": "VALIDATION_FAILED"} {
			if _, err := get(f.ids["Kiln"].String(), query, ""); fault.Of(err) == nil || fault.Of(err).Code != code {
				t.Errorf("%s: %v", query, err)
			}
		}
		storetest.Exec(t, db, "UPDATE projects SET is_public = false")
		for _, id := range []string{f.ids["Kiln"].String(), "nothing"} {
			if _, err := get(id, "", ""); !fault.IsNotFound(err) {
				t.Errorf("the badge of %s: %v", id, err)
			}
		}
	})
}
