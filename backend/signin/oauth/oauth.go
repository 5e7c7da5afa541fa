// Package oauth asks other services, by OpenID Connect or GitHub's OAuth, who a user is.
package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Settings are those of one service.
type Settings struct {
	ID, Name     string
	Issuer       string // of OpenID Connect; empty for GitHub
	GitHub       string // origin of GitHub or of an Enterprise server; empty for OpenID Connect
	ClientID     string
	ClientSecret string
}

// Person is a user of another service.
type Person struct {
	Subject       string // the user's id there, which never changes
	Username      string // empty if the service has none
	Name          string // may be empty
	Email         string // empty if the service does not tell it
	EmailVerified bool   // by the service
}

// Attempt is one login that has begun. The browser keeps it until it comes back.
type Attempt struct {
	State    string // in the callback, proves that the same browser began
	Nonce    string // in the ID token
	Verifier string // of PKCE
	Fresh    bool   // the service asks again if its own login is more than 15 minutes ago; GitHub cannot be told to
}

const (
	maxAge     = 15 * time.Minute // of a fresh login
	clockSkew  = time.Minute
	maxSubject = 255 // bytes, as in OpenID Connect
)

// NewAttempt returns an attempt with new secrets.
func NewAttempt() Attempt {
	return Attempt{State: oauth2.GenerateVerifier(), Nonce: oauth2.GenerateVerifier(),
		Verifier: oauth2.GenerateVerifier()}
}

// Provider is a service that says who its users are.
type Provider struct {
	Settings
	client   *http.Client
	callback string // URL to which the service sends the browser back
	now      func() time.Time

	mu         sync.Mutex
	discovered *oidc.Provider // nil before the first success
}

// New returns a provider that is asked with client and sends browsers back to the URL callback. It makes no request.
func New(s Settings, client *http.Client, callback string) *Provider {
	return &Provider{Settings: s, client: client, callback: callback, now: time.Now}
}

// Start returns the URL at the service where the login begins.
func (p *Provider) Start(ctx context.Context, a Attempt) (string, error) {
	config, err := p.config(ctx)
	if err != nil {
		return "", err
	}
	options := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(a.Verifier)}
	if p.Issuer != "" {
		options = append(options, oidc.Nonce(a.Nonce))
	}
	if a.Fresh && p.Issuer != "" {
		options = append(options, oauth2.SetAuthURLParam("max_age", strconv.Itoa(int(maxAge/time.Second))))
	}
	return config.AuthCodeURL(a.State, options...), nil
}

// Finish exchanges the code of the callback and returns the person who logged in.
func (p *Provider) Finish(ctx context.Context, a Attempt, code string) (Person, error) {
	config, err := p.config(ctx)
	if err != nil {
		return Person{}, err
	}
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := config.Exchange(ctx, code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Person{}, fmt.Errorf("exchange the code: %w", err)
	}
	if p.Issuer == "" {
		return p.gitHubPerson(ctx, config.Client(ctx, token))
	}
	return p.oidcPerson(ctx, a, token)
}

func (p *Provider) config(ctx context.Context) (*oauth2.Config, error) {
	config := &oauth2.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret, RedirectURL: p.callback}
	if p.Issuer == "" {
		config.Endpoint = oauth2.Endpoint{
			AuthURL: p.GitHub + "/login/oauth/authorize", TokenURL: p.GitHub + "/login/oauth/access_token",
			AuthStyle: oauth2.AuthStyleInParams,
		}
		config.Scopes = []string{"user:email"}
		return config, nil
	}
	discovered, err := p.discover(ctx)
	if err != nil {
		return nil, err
	}
	config.Endpoint, config.Scopes = discovered.Endpoint(), []string{oidc.ScopeOpenID, "profile", "email"}
	return config, nil
}

// discover reads the service's configuration at the first login. After a failure the next login tries again.
func (p *Provider) discover(ctx context.Context) (*oidc.Provider, error) {
	p.mu.Lock()
	kept := p.discovered
	p.mu.Unlock()
	if kept != nil {
		return kept, nil
	}
	discovered, err := oidc.NewProvider(oidc.ClientContext(ctx, p.client), p.Issuer)
	if err != nil {
		return nil, fmt.Errorf("discover %s: %w", p.Issuer, err)
	}
	p.mu.Lock()
	p.discovered = discovered
	p.mu.Unlock()
	return discovered, nil
}

// claims are those of an ID token or of the user info. Some services send email_verified as a text.
type claims struct {
	Name              string `json:"name"`
	PreferredUsername string `json:"preferred_username"`
	Email             string `json:"email"`
	EmailVerified     any    `json:"email_verified"`
	AuthTime          int64  `json:"auth_time"` // 0 from services that do not heed max_age
	// the client that the token was issued to; empty if it is the only audience
	AuthorizedParty string `json:"azp"`
}

func (p *Provider) oidcPerson(ctx context.Context, a Attempt, token *oauth2.Token) (Person, error) {
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return Person{}, errors.New("the service sent no ID token")
	}
	discovered, err := p.discover(ctx)
	if err != nil {
		return Person{}, err
	}
	id, err := discovered.VerifierContext(ctx, &oidc.Config{ClientID: p.ClientID}).Verify(ctx, raw)
	if err != nil {
		return Person{}, fmt.Errorf("verify the ID token: %w", err)
	}
	if a.Nonce == "" || id.Nonce != a.Nonce {
		return Person{}, errors.New("the ID token has another nonce")
	}
	var c claims
	if err := id.Claims(&c); err != nil {
		return Person{}, fmt.Errorf("read the ID token: %w", err)
	}
	// The library checks the issuer, the signature, the expiry and that the board is among the audience.
	if c.AuthorizedParty != p.ClientID && (c.AuthorizedParty != "" || len(id.Audience) > 1) {
		return Person{}, fmt.Errorf("the ID token is for the client %q of the audience %q", c.AuthorizedParty,
			id.Audience)
	}
	if id.Subject == "" || len(id.Subject) > maxSubject {
		return Person{}, fmt.Errorf("the ID token has a subject of %d bytes", len(id.Subject))
	}
	if a.Fresh && c.AuthTime != 0 && p.now().Sub(time.Unix(c.AuthTime, 0)) > maxAge+clockSkew {
		return Person{}, errors.New("the login at the service is too long ago")
	}
	if c.Email == "" && discovered.UserInfoEndpoint() != "" {
		info, err := discovered.UserInfo(ctx, oauth2.StaticTokenSource(token))
		if err != nil {
			return Person{}, fmt.Errorf("ask for the user info: %w", err)
		}
		if info.Subject != id.Subject {
			return Person{}, errors.New("the user info is about another user")
		}
		c.EmailVerified = nil // what the ID token says of no address
		if err := info.Claims(&c); err != nil {
			return Person{}, fmt.Errorf("read the user info: %w", err)
		}
	}
	return Person{
		Subject: id.Subject, Username: c.PreferredUsername, Name: c.Name, Email: c.Email,
		EmailVerified: c.EmailVerified == true || c.EmailVerified == "true",
	}, nil
}

func (p *Provider) gitHubPerson(ctx context.Context, client *http.Client) (Person, error) {
	api := p.GitHub + "/api/v3"
	if p.GitHub == GitHub {
		api = "https://api.github.com"
	}
	var user struct {
		ID          int64
		Login, Name string
	}
	if err := get(ctx, client, api+"/user", &user); err != nil {
		return Person{}, err
	}
	if user.ID == 0 {
		return Person{}, errors.New("the service did not say who the user is")
	}
	var emails []struct {
		Email             string
		Primary, Verified bool
	}
	if err := get(ctx, client, api+"/user/emails", &emails); err != nil {
		return Person{}, err
	}
	person := Person{Subject: strconv.FormatInt(user.ID, 10), Username: user.Login, Name: user.Name}
	for _, e := range emails {
		if e.Primary {
			person.Email, person.EmailVerified = e.Email, e.Verified
		}
	}
	return person, nil
}

// GitHub is the origin of GitHub itself.
const GitHub = "https://github.com"

func get(ctx context.Context, client *http.Client, address string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "application/vnd.github+json")
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", address, response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		return fmt.Errorf("read the answer of %s: %w", address, err)
	}
	return nil
}

// Label is how the user recognises this login: the name or the email address at the service.
func (p Person) Label() string {
	for _, text := range []string{p.Username, p.Email, p.Name} {
		if text = strings.TrimSpace(text); text != "" {
			return text
		}
	}
	return p.Subject
}
