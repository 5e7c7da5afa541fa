package server

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
)

// checkOrigin refuses a state-changing request of a browser whose page is not at the base URL. Clients other than
// browsers send neither Origin nor Sec-Fetch-Site and pass. http.CrossOriginProtection is not used because it compares
// the origin with the Host header, which does not have the scheme and which DNS rebinding controls.
func (s *Server) checkOrigin(r *http.Request) error {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return nil
	}
	message := "Requests from another site are not allowed."
	if origin, sent := r.Header["Origin"]; sent {
		if len(origin) == 1 && strings.EqualFold(origin[0], s.origin) {
			return nil
		}
		// The operator needs this if people open the server at another address than the configured one.
		from := strings.ToValidUTF8(strings.Join(origin, ", "), "")
		message += fmt.Sprintf(" This one comes from %.100s, but the server's UVBOARD_BASE_URL is %s.", from, s.origin)
	} else if site := r.Header.Get("Sec-Fetch-Site"); site == "" || site == "same-origin" || site == "none" {
		return nil
	}
	return fault.Denied("CROSS_ORIGIN", message)
}

// openToOthers lets pages of all sites send a request and read its response. It drops the cookies of the request.
func openToOthers(header http.Header, r *http.Request) {
	r.Header.Del("Cookie")
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Access-Control-Expose-Headers", "WWW-Authenticate, Retry-After, Mcp-Session-Id")
	if r.Method == http.MethodOptions {
		header.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
		header.Set("Access-Control-Allow-Headers", "Authorization, *") // the wildcard leaves Authorization out
		header.Set("Access-Control-Max-Age", "86400")
	}
}

// openRead lets pages of all sites read the response of a public read that has no credentials. To any other request,
// the response has no CORS header.
func (s *Server) openRead(header http.Header, r *http.Request) {
	if (r.Method == http.MethodGet || r.Method == http.MethodHead) && auth.Token(r.Header) == "" &&
		r.Header.Get("Authorization") == "" && s.isPublicRead(r) {
		header.Set("Access-Control-Allow-Origin", "*")
		header.Set("Access-Control-Expose-Headers",
			"ETag, Retry-After, X-Did-You-Mean, X-Next-Cursor, X-Searched-For, X-Total-Count")
	}
}

// preflight answers the question of a browser whether a page of another site may send a public read, and reports
// whether it did.
func (s *Server) preflight(w http.ResponseWriter, r *http.Request) bool {
	asked := *r
	asked.Method = r.Header.Get("Access-Control-Request-Method")
	if r.Method != http.MethodOptions || asked.Method != http.MethodGet && asked.Method != http.MethodHead ||
		!s.isPublicRead(&asked) {
		return false
	}
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Access-Control-Allow-Methods", "GET, HEAD")
	header.Set("Access-Control-Allow-Headers", "Accept, Content-Type, If-None-Match")
	header.Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// isPublicRead reports whether the access of a request's path is public. Files are left out.
func (s *Server) isPublicRead(r *http.Request) bool {
	if isREST(r.URL.Path) {
		return s.publicReads[s.gateway.Pattern(r)]
	}
	_, pattern := s.paths.Handler(r)
	return s.publicReads[pattern]
}

// originOf returns the origin of a URL as browsers send it: lower case, without a default port.
func originOf(u *url.URL) string {
	host := u.Host
	if port := u.Port(); port == "80" && u.Scheme == "http" || port == "443" && u.Scheme == "https" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return strings.ToLower(u.Scheme + "://" + host)
}
