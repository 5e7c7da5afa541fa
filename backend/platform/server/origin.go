package server

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

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

// originOf returns the origin of a URL as browsers send it: lower case, without a default port.
func originOf(u *url.URL) string {
	host := u.Host
	if port := u.Port(); port == "80" && u.Scheme == "http" || port == "443" && u.Scheme == "https" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return strings.ToLower(u.Scheme + "://" + host)
}
