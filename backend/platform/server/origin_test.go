package server

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
)

func TestCheckOrigin(t *testing.T) {
	const sameOrigin, crossSite = "same-origin", "cross-site"
	for _, tc := range []struct {
		name, method, base, host, origin, site string
		want                                   bool
	}{
		{"ClientWithoutOrigin", "POST", "https://board.example", "board.example", "", "", true},
		{"SameOrigin", "POST", "https://board.example", "board.example", "https://board.example", sameOrigin, true},
		{"HostRewrittenByAProxy", "POST", "https://board.example", "10.0.0.1:8080", "https://board.example", sameOrigin,
			true},
		{"DefaultPortInTheBaseURL", "POST", "https://Board.example:443", "board.example", "https://board.example", "",
			true},
		{"OtherPort", "POST", "http://localhost:8080", "localhost:9000", "http://localhost:9000", sameOrigin, false},
		{"OtherScheme", "POST", "https://board.example", "board.example", "http://board.example", sameOrigin, false},
		{"ForgedHost", "POST", "https://board.example", "evil.example", "https://evil.example", sameOrigin, false},
		{"OtherAddressOfTheServer", "POST", "http://localhost:8080", "127.0.0.1:8080", "http://127.0.0.1:8080",
			sameOrigin, false},
		{"OtherSite", "DELETE", "https://board.example", "board.example", "https://evil.example", crossSite, false},
		{"OpaqueOrigin", "POST", "https://board.example", "board.example", "null", "", false},
		{"SameOriginWithoutOrigin", "POST", "https://board.example", "board.example", "", sameOrigin, true},
		{"TypedIntoTheBrowser", "POST", "https://board.example", "board.example", "", "none", true},
		{"OtherSiteWithoutOrigin", "PUT", "https://board.example", "board.example", "", crossSite, false},
		{"SubdomainWithoutOrigin", "POST", "https://board.example", "board.example", "", "same-site", false},
		{"ReadFromAnotherSite", "GET", "https://board.example", "board.example", "https://evil.example", crossSite,
			true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			base, err := url.Parse(tc.base)
			must.NoError(t, err)
			r := httptest.NewRequest(tc.method, "/api/projects", http.NoBody)
			r.Host = tc.host
			if tc.origin != "" {
				r.Header.Set("Origin", tc.origin)
			}
			if tc.site != "" {
				r.Header.Set("Sec-Fetch-Site", tc.site)
			}
			f := fault.Of((&Server{origin: originOf(base)}).checkOrigin(r))
			if (f == nil) != tc.want {
				t.Fatalf("%v, want it to pass: %v", f, tc.want)
			}
			if f != nil && (f.Status() != http.StatusForbidden || f.Code != "CROSS_ORIGIN") {
				t.Errorf("%d %s", f.Status(), f.Code)
			}
			if f != nil && tc.origin != "" &&
				!strings.Contains(f.Message, tc.origin+", but the server's UVBOARD_BASE_URL is "+tc.base) {
				t.Errorf("message %q does not name the setting", f.Message)
			}
		})
	}
}
