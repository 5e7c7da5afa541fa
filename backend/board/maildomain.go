package board

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/letters"
)

// maxDomain is the length of the longest domain name.
const maxDomain = 253

// cleanDomains turns typed domains into those that CheckEmail compares, without repetitions, in order. What people
// paste, such as "@Example.com" or "*.example.com", is taken as the domain. Fault: invalid field.
func cleanDomains(field string, typed *[]string) error {
	if typed == nil {
		return nil
	}
	domains := []string{}
	for _, text := range *typed {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		domain, ok := toDomain(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(text, "@"), "*"), "."))
		if !ok {
			return fault.Invalid(field, fmt.Sprintf(
				"%q is not a domain. Please write it as in an email address after the @, such as example.com.",
				letters.Cut(text, maxDomain)))
		}
		domains = append(domains, domain)
	}
	slices.Sort(domains)
	*typed = slices.Compact(domains)
	return nil
}

// toDomain returns a domain in lower case, in ASCII (IDNA), without the dot of the root. It reports whether it is a
// name that mail can be sent to.
func toDomain(name string) (string, bool) {
	ascii, err := idna.Lookup.ToASCII(name)
	ascii = strings.TrimSuffix(strings.ToLower(ascii), ".")
	if err != nil || ascii == "" || len(ascii) > maxDomain || strings.Contains(ascii, "..") {
		return ascii, false
	}
	last := ascii[strings.LastIndex(ascii, ".")+1:]
	return ascii, strings.Trim(last, "0123456789") != "" // not an IP address
}

// covers reports whether a domain is one of some domains or below one.
func covers(domains []string, domain string) bool {
	for {
		if slices.Contains(domains, domain) {
			return true
		}
		_, parent, found := strings.Cut(domain, ".")
		if !found {
			return false
		}
		domain = parent
	}
}

// CheckEmail checks that a new account may have an email address. A domain that is in both lists is blocked. Fault:
// invalid field, EMAIL_NOT_ACCEPTED.
func (r Rules) CheckEmail(field, address string) error {
	// A name that is not valid is compared as it is, so that it cannot pass as another one.
	domain, _ := toDomain(address[strings.LastIndex(address, "@")+1:])
	message := ""
	switch {
	case covers(r.blockedMailDomains, domain):
		message = fmt.Sprintf("Please use another email address: this board does not take addresses of %s.", domain)
	case len(r.allowedMailDomains) > 0 && !covers(r.allowedMailDomains, domain):
		message = fmt.Sprintf("Please use another email address: this board takes those of some domains only, not of %s.",
			domain)
	default:
		return nil
	}
	return &fault.Fault{Kind: fault.KindInvalid, Code: "EMAIL_NOT_ACCEPTED", Message: message,
		Fields: map[string]string{field: message}}
}
