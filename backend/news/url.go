package news

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

const maxURL = 2000 // bytes

// articleURL returns the URL of an article, which may be relative to its feed, and a key that is the same in other
// feeds: without scheme, "www." and parameters that only say where a reader comes from. It returns "" for anything but
// http and https.
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
	if query := distinctive(u.RawQuery); query != "" {
		key += "?" + query
	}
	fragment := u.EscapedFragment()
	if strings.Contains(fragment, "=") { // may have such parameters too
		fragment = distinctive(fragment)
	}
	if fragment != "" {
		key += "#" + fragment
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
	"fbclid", "gclid", "dclid", "msclkid", "igshid", "mc_cid", "mc_eid", "ref_src", "cmpid", "ncid", "guccounter",
	"guce_referrer", "partner", "_hsenc", "_hsmi", "xtor",
}

// distinctive returns the other parameters in a fixed order. One that cannot be decoded, such as 100%, stays as it is
// written.
func distinctive(query string) string {
	var kept [][2]string // name and parameter
	for parameter := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(parameter, "=")
		if lower := strings.ToLower(name); parameter == "" || strings.HasPrefix(lower, "utm_") ||
			slices.Contains(trackers, lower) {
			continue
		}
		plainName, err := url.QueryUnescape(name)
		plainValue, alsoErr := url.QueryUnescape(value)
		if err == nil && alsoErr == nil && !strings.Contains(parameter, ";") {
			name, parameter = plainName, url.QueryEscape(plainName)+"="+url.QueryEscape(plainValue)
		}
		kept = append(kept, [2]string{name, parameter})
	}
	slices.SortStableFunc(kept, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	parameters := make([]string, len(kept))
	for i, k := range kept {
		parameters[i] = k[1]
	}
	return strings.Join(parameters, "&")
}
