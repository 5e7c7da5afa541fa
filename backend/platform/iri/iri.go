// Package iri writes web addresses that have letters beyond ASCII (RFC 3987) as URLs in ASCII, for programs that take
// no others.
package iri

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// ToURL returns an address in ASCII: its host by IDNA, the rest percent-encoded. An address in ASCII is returned as it
// is. A host that is no valid name is percent-encoded too.
func ToURL(address string) string {
	if isASCII(address) {
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return Encode(u).String()
}

// Encode is ToURL for a parsed address. It returns u itself if there is nothing to change.
func Encode(u *url.URL) *url.URL {
	host := Host(u.Host)
	if host == u.Host && isASCII(u.RawQuery) {
		return u
	}
	encoded := *u
	encoded.Host = host
	var query strings.Builder
	for _, c := range []byte(u.RawQuery) {
		if c < utf8.RuneSelf {
			query.WriteByte(c)
		} else {
			query.WriteString(url.QueryEscape(string([]byte{c})))
		}
	}
	encoded.RawQuery = query.String()
	return &encoded
}

// Host returns a host, perhaps with a port, in ASCII. One that is no valid name is returned as it is.
func Host(host string) string {
	if isASCII(host) {
		return host
	}
	name, port, hasPort := strings.Cut(host, ":")
	ascii, err := idna.Lookup.ToASCII(name)
	if err != nil {
		return host
	}
	if hasPort {
		ascii += ":" + port
	}
	return ascii
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}
