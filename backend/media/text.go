package media

import (
	"errors"
	"regexp"
)

// inText matches what may be the address of an upload in a text. An address of this site with its origin matches too.
var inText = regexp.MustCompile(regexp.QuoteMeta(Prefix) + `[0-9a-f-]{36}/[0-9a-z]+\.[0-9a-z]+(?:\.(?:gif|webp))?`)

// AddressesIn returns the addresses of uploads in a text, for Claim.
func AddressesIn(text string) []string { return inText.FindAllString(text, -1) }

// IsGone reports whether an error of Claim is about an upload that has been removed.
func IsGone(err error) bool {
	_, gone := errors.AsType[Gone](err)
	return gone
}
