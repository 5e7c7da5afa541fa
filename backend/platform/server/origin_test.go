package server

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

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
		{"HostRewrittenByAProxy", "POST", "https://board.example", "10.0.0.1:8080", "https://board.example", sameOrigin, true},
		{"DefaultPortInTheBaseURL", "POST", "https://Board.example:443", "board.example", "https://board.example", "", true},
		{"OtherPort", "POST", "http://localhost:8080", "localhost:8080", "http://localhost:9000", "", false},
		{"OtherAddressOfTheServer", "POST", "http://localhost:8080", "127.0.0.1:8080", "http://127.0.0.1:8080", sameOrigin, true},
		{"OtherSite", "DELETE", "https://board.example", "board.example", "https://evil.example", crossSite, false},
		{"OpaqueOrigin", "POST", "https://board.example", "board.example", "null", "", false},
		{"SameOriginWithoutOrigin", "POST", "https://board.example", "board.example", "", sameOrigin, true},
		{"TypedIntoTheBrowser", "POST", "https://board.example", "board.example", "", "none", true},
		{"OtherSiteWithoutOrigin", "PUT", "https://board.example", "board.example", "", crossSite, false},
		{"SubdomainWithoutOrigin", "POST", "https://board.example", "board.example", "", "same-site", false},
		{"ReadFromAnotherSite", "GET", "https://board.example", "board.example", "https://evil.example", crossSite, true},
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
			origins := http.NewCrossOriginProtection()
			must.NoError(t, origins.AddTrustedOrigin(originOf(base)))
			if err := origins.Check(r); (err == nil) != tc.want {
				t.Fatalf("%v, want it to pass: %v", err, tc.want)
			}
		})
	}
}
