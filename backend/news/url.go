package news

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

const maxURL = 2000 // bytes

// articleURL returns the URL of an article, which may be relative to its feed, and a key that is the same in other feeds: without
// scheme, "www.", fragment and parameters that only say where a reader comes from. It returns "" for anything but http and https.
func articleURL(raw string, base *url.URL) (address, key string) {
	u, err := base.Parse(strings.TrimSpace(raw))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return "", ""
	}
	u.User = nil
	address = u.String()
	if len(address) > maxURL || !utf8.ValidString(address) || strings.ContainsFunc(address, unsafeInURL) {
		return "", ""
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	if port := u.Port(); port != "" && port != "80" && port != "443" {
		host += ":" + port
	}
	key = host + strings.TrimRight(u.EscapedPath(), "/")
	if query := distinctive(u.Query()); query != "" {
		key += "?" + query
	}
	return address, key
}

// imageURL returns the URL of an image, or "" for anything but https.
func imageURL(raw string, base *url.URL) string {
	if strings.TrimSpace(raw) == "" {
		return ""
	}
	address, _ := articleURL(raw, base)
	if !strings.HasPrefix(address, "https://") {
		return ""
	}
	return address
}

func unsafeInURL(r rune) bool {
	return r <= ' ' || r == 0x7f || strings.ContainsRune(`"<>\^{}|`+"`", r)
}

// trackers are parameters that do not choose the content.
var trackers = []string{
	"fbclid", "gclid", "dclid", "msclkid", "igshid", "mc_cid", "mc_eid", "ref_src", "cmpid", "ncid", "guccounter", "guce_referrer", "partner", "_hsenc", "_hsmi",
}

// distinctive returns the other parameters in a fixed order.
func distinctive(query url.Values) string {
	for name := range query {
		lower := strings.ToLower(name)
		if strings.HasPrefix(lower, "utm_") || slices.Contains(trackers, lower) {
			query.Del(name)
		}
	}
	return query.Encode()
}
