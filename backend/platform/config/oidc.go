package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// OIDC is a service by which users log in with OpenID Connect.
type OIDC struct {
	ID           string // in lower case; stored with each login
	Name         string
	Issuer       string
	ClientID     string
	ClientSecret Secret
}

// oidcVariable matches the environment variables of such services. There may be any number, so they have no flags.
var oidcVariable = regexp.MustCompile(`^UVBOARD_OIDC_([A-Z0-9]+(?:_[A-Z0-9]+)*)_(ISSUER|CLIENT_ID|CLIENT_SECRET|NAME)$`)

// ReadOIDC reads the services from environ, a list of name=value. The error never contains a secret.
func (c *Config) ReadOIDC(environ []string) error {
	found := map[string]*OIDC{}
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		match := oidcVariable.FindStringSubmatch(name)
		if match == nil || value == "" {
			continue
		}
		s := found[match[1]]
		if s == nil {
			s = &OIDC{ID: strings.ToLower(match[1])}
			found[match[1]] = s
		}
		switch match[2] {
		case "ISSUER":
			s.Issuer = value
		case "CLIENT_ID":
			s.ClientID = value
		case "CLIENT_SECRET":
			s.ClientSecret = Secret(value)
		default:
			s.Name = value
		}
	}
	c.OIDC = nil
	for id, s := range found {
		prefix := "UVBOARD_OIDC_" + id
		issuer, err := url.Parse(s.Issuer)
		switch {
		case s.ID == "github":
			return errors.New(prefix + " is the id of GitHub; please choose another one")
		case s.Issuer == "" || s.ClientID == "" || s.ClientSecret == "":
			return fmt.Errorf("%s_ISSUER, %s_CLIENT_ID and %s_CLIENT_SECRET must all be set", prefix, prefix, prefix)
		case err != nil || issuer.Scheme != "https" && issuer.Scheme != "http" || issuer.Host == "" ||
			issuer.RawQuery != "" || issuer.Fragment != "":
			return errors.New(prefix + "_ISSUER must be a URL such as https://login.example")
		}
		s.Name = cmp.Or(strings.TrimSpace(s.Name), s.ID)
		c.OIDC = append(c.OIDC, *s)
	}
	slices.SortFunc(c.OIDC, func(a, b OIDC) int { return strings.Compare(a.ID, b.ID) })
	return nil
}
