package access

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/signing"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/accesstoken"
	"uvboard/ent/connectedapp"
	pb "uvboard/gen/uvboard/v1"
)

const (
	maxApps       = 20                  // of a user
	appLife       = 90 * 24 * time.Hour // until the user is asked again
	appTokenLife  = time.Hour
	codeLife      = time.Minute
	maxRedirects  = 10 // of an app
	maxRedirect   = 500
	maxAppName    = 80
	clientPurpose = "oauth client" // of the secret that signs client ids
)

// appScopes are what apps may ask for. Moderating and administrating stay with people and the tokens that they make
// themselves.
var appScopes = []auth.Scope{auth.ScopeRead, auth.ScopeWrite}

// appSchemes are the schemes of known apps that do not have the form of RFC 8252, a domain name in reverse.
var appSchemes = []string{"cursor", "vscode", "vscode-insiders"}

// oauthError is an error of RFC 6749, 7009 or 7591.
type oauthError struct{ Code, Text string }

func (e *oauthError) Error() string { return e.Code + ": " + e.Text }

func invalidGrant() error {
	return &oauthError{"invalid_grant", "The code or refresh token is unknown, was used before or has expired."}
}

// oauthClient is an app as it registered. Its id is all of this with the board's signature, so that registrations store
// nothing.
type oauthClient struct {
	ID        uuid.UUID
	Name      string
	Redirects []string
}

// RegisterClient returns the id of a new app. It fails with an oauthError.
func (s *Service) RegisterClient(ctx context.Context, name string,
	redirects []string) (id string, client oauthClient, err error) {
	// One line, and not the name that the user's own tokens have: what the app writes carries it.
	if name = letters.Cut(store.ToOneLine(name), maxAppName); name == "" || strings.EqualFold(name, auth.ViaToken) {
		name = "An app without a name"
	}
	if len(redirects) == 0 || len(redirects) > maxRedirects {
		return "", client, &oauthError{"invalid_redirect_uri", fmt.Sprintf("An app has 1 to %d redirect URIs.",
			maxRedirects)}
	}
	for _, redirect := range redirects {
		if parseRedirect(redirect) == nil {
			return "", client, &oauthError{"invalid_redirect_uri",
				"A redirect URI is https, http at a loopback address, or a scheme such as com.example.app."}
		}
	}
	client = oauthClient{ID: store.NewID(s.now()), Name: name, Redirects: redirects}
	content, err := json.Marshal(client)
	if err != nil {
		return "", client, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		secret, err := signing.Secret(ctx, tx, clientPurpose)
		id = base64.RawURLEncoding.EncodeToString(append(signing.Sign(secret, content), content...))
		return err
	})
	if err != nil {
		return "", client, fmt.Errorf("register an app: %w", err)
	}
	return id, client, nil
}

// clientOf returns the app with an id, nil if there is none.
func (s *Service) clientOf(ctx context.Context, id string) (*oauthClient, error) {
	content, err := base64.RawURLEncoding.DecodeString(id)
	if err != nil || len(content) < signing.Size {
		return nil, nil
	}
	secret, err := signing.Existing(ctx, s.db.Client(), clientPurpose)
	if err != nil || !signing.Valid(secret, content[signing.Size:], content[:signing.Size]) {
		return nil, err
	}
	client := &oauthClient{}
	return client, json.Unmarshal(content[signing.Size:], client)
}

// parseRedirect returns a redirect URI that an app may have, else nil. Schemes are allowed by a list, because browsers
// run javascript and show data.
func parseRedirect(raw string) *url.URL {
	if len(raw) > maxRedirect ||
		strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r > '~' || r == '\\' || r == '#' }) {
		return nil // other hosts than ASCII could look like well-known ones
	}
	u, err := url.Parse(raw)
	if err != nil || u.User != nil || u.Opaque != "" {
		return nil
	}
	switch {
	case u.Scheme == "https" && u.Hostname() != "":
	case u.Scheme == "http" && isLoopback(u):
	case strings.Contains(u.Scheme, ".") || slices.Contains(appSchemes, u.Scheme):
	default:
		return nil
	}
	return u
}

func isLoopback(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback())
}

// allows returns the redirect URI of a request if the app registered it, else nil. The port of a loopback address may
// differ, since an app listens at any that is free (RFC 8252).
func (c *oauthClient) allows(raw string) *url.URL {
	sent := parseRedirect(raw)
	if sent == nil || slices.Contains(c.Redirects, raw) {
		return sent
	}
	if !isLoopback(sent) {
		return nil
	}
	for _, redirect := range c.Redirects {
		if known := parseRedirect(redirect); known != nil && isLoopback(known) {
			known.Host = strings.TrimSuffix(known.Host, ":"+known.Port()) + strings.TrimPrefix(sent.Host,
				strings.TrimSuffix(sent.Host, ":"+sent.Port()))
			if known.String() == sent.String() {
				return sent
			}
		}
	}
	return nil
}

// Authorization is what an app asks a user to allow.
type Authorization struct {
	Name         string
	RedirectHost string // its scheme for an app that has one
	OnDevice     bool   // whether that is on the user's device
	Scopes       []auth.Scope
	Problem      *oauthError // why it cannot be allowed; nil if it can

	clientID, state, challenge string
	redirect                   *url.URL
}

// Authorization reads the query that an app sent a user with. Faults: not found for an unknown app; invalid for a
// redirect URI that the app did not register. Nobody is sent there. Any other problem is told to the app.
func (s *Service) Authorization(ctx context.Context, query string) (*Authorization, error) {
	sent, malformed := url.ParseQuery(query)
	client, err := s.clientOf(ctx, sent.Get("client_id"))
	if err != nil {
		return nil, fmt.Errorf("read an authorization: %w", err)
	}
	if client == nil || len(sent["client_id"]) != 1 {
		return nil, fault.NotFound("APP_NOT_FOUND",
			"This board does not know the app that sent you here. Remove the board from the app and add it again.")
	}
	redirect := client.allows(sent.Get("redirect_uri"))
	if redirect == nil || len(sent["redirect_uri"]) != 1 {
		return nil, &fault.Fault{Kind: fault.KindInvalid, Code: "WRONG_REDIRECT",
			Message: "The app did not register the address that it wants to send you back to."}
	}
	a := &Authorization{
		Name: client.Name, RedirectHost: redirect.Host, OnDevice: redirect.Scheme != "https",
		clientID: sent.Get("client_id"), state: sent.Get("state"), challenge: sent.Get("code_challenge"),
		redirect: redirect,
	}
	if !isLoopback(redirect) && a.OnDevice {
		a.RedirectHost = redirect.Scheme + ":"
	}
	a.Scopes = scopesAsked(sent.Get("scope"))
	switch _, notEncoded := base64.RawURLEncoding.DecodeString(a.challenge); {
	case malformed != nil || repeats(sent):
		a.Problem = &oauthError{"invalid_request", "The app sent a malformed request."}
	case sent.Get("response_type") != "code":
		a.Problem = &oauthError{"unsupported_response_type", "The app asks for another response type than code."}
	case sent.Get("code_challenge_method") != "S256" || notEncoded != nil ||
		len(a.challenge) != base64.RawURLEncoding.EncodedLen(sha256.Size):
		a.Problem = &oauthError{"invalid_request", "The app sent no code challenge with the method S256."}
	case !s.isResource(sent["resource"]):
		a.Problem = &oauthError{"invalid_target", "The app asks for access to something else than " + s.resource() +
			"."}
	case len(a.Scopes) == 0:
		a.Problem = &oauthError{"invalid_scope", "The app asks for none of the scopes read and write."}
	}
	return a, nil
}

// repeats reports whether a parameter occurs twice. Only resource may.
func repeats(values url.Values) bool {
	for name, all := range values {
		if name != "resource" && len(all) > 1 {
			return true
		}
	}
	return false
}

// resource is what tokens of apps are for.
func (s *Service) resource() string { return s.origin + "/mcp" }

func (s *Service) isResource(asked []string) bool {
	return !slices.ContainsFunc(asked, func(one string) bool { return one != s.resource() })
}

// scopesAsked returns those of appScopes that a text names, all for an empty text. Who may write may read.
func scopesAsked(text string) []auth.Scope {
	asked := strings.Fields(text)
	if len(asked) == 0 || slices.Contains(asked, enumname.Of(auth.ScopeWrite)) {
		return appScopes
	}
	return slices.DeleteFunc(slices.Clone(appScopes),
		func(scope auth.Scope) bool { return !slices.Contains(asked, enumname.Of(scope)) })
}

// back returns the address that tells the app, with the issuer of RFC 9207.
func (s *Service) back(a *Authorization, answer url.Values) string {
	if a.state != "" {
		answer.Set("state", a.state)
	}
	answer.Set("iss", s.origin)
	to := *a.redirect
	if to.RawQuery != "" {
		to.RawQuery += "&"
	}
	to.RawQuery += answer.Encode()
	return to.String()
}

// CancelURL is where a user goes who does not allow an authorization.
func (s *Service) CancelURL(a *Authorization) string {
	if a.Problem != nil {
		return s.back(a, url.Values{"error": {a.Problem.Code}, "error_description": {a.Problem.Text}})
	}
	return s.back(a, url.Values{"error": {"access_denied"}})
}

// Authorize allows an app what the query asks for and returns where the user goes next. Faults: those of Authorization;
// invalid with its problem; blocked if the user has 20 apps.
func (s *Service) Authorize(ctx context.Context, userID uuid.UUID, query string) (string, error) {
	a, err := s.Authorization(ctx, query)
	if err != nil {
		return "", err
	}
	if a.Problem != nil {
		return "", &fault.Fault{Kind: fault.KindInvalid, Code: "WRONG_AUTHORIZATION", Message: a.Problem.Text}
	}
	family, secret, now := auth.NewToken(), auth.NewToken(), s.now()
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		// or two calls at once could both connect the twentieth
		if _, err := s.LockCaller(ctx, tx, userID); err != nil {
			return err
		}
		own := connectedapp.UserID(userID)
		if _, err := tx.ConnectedApp.Delete().Where(own, connectedapp.ExpiresAtLTE(now)).Exec(ctx); err != nil {
			return err
		}
		n, err := tx.ConnectedApp.Query().Where(own).Count(ctx)
		if err != nil {
			return err
		}
		if n >= maxApps {
			return fault.Blocked("TOO_MANY_APPS",
				fmt.Sprintf("You can have %d connected apps at most. Disconnect one in your settings first.", maxApps))
		}
		err = tx.ConnectedApp.Create().SetID(store.NewID(now)).SetUserID(userID).
			SetName(a.Name).SetRedirectHost(a.RedirectHost).SetScopes(enumname.List(a.Scopes)).
			SetClientHash(auth.TokenHash(a.clientID)).
			SetFamilyHash(auth.TokenHash(family)).SetSecretHash(auth.TokenHash(secret)).SetCodeChallenge(a.challenge).
			SetRedirectURI(a.redirect.String()).
			SetCreatedAt(now).SetUsedAt(now).SetExpiresAt(now.Add(codeLife)).Exec(ctx)
		if err != nil {
			return err
		}
		return s.Record(ctx, tx, userID, pb.SecurityEventKind_SECURITY_EVENT_KIND_APP, a.Name)
	})
	if err != nil {
		return "", fmt.Errorf("authorize an app: %w", err)
	}
	return s.back(a, url.Values{"code": {family + secret}}), nil
}

// Grant is what an app gets for a code or a refresh token.
type Grant struct {
	Token, Refresh string
	Expires        time.Duration
	Scopes         []string
}

// Exchange returns tokens for a code. It fails with an oauthError.
func (s *Service) Exchange(ctx context.Context, clientID, code, redirect, verifier string) (*Grant, error) {
	sum := sha256.Sum256([]byte(verifier))
	challenge := base64.RawURLEncoding.EncodeToString(sum[:])
	return s.rotate(ctx, clientID, code, func(app *ent.ConnectedApp) bool {
		return app.CodeChallenge == challenge &&
			app.RedirectURI == redirect
	})
}

// Refresh returns new tokens for a refresh token, which ends with the access token before. It fails with an oauthError.
func (s *Service) Refresh(ctx context.Context, clientID, token string) (*Grant, error) {
	return s.rotate(ctx, clientID, token, func(app *ent.ConnectedApp) bool { return app.CodeChallenge == "" })
}

// rotate replaces the secret of an app, if it fits. A secret that was replaced before has been copied, and nobody knows
// by whom: the app is disconnected.
func (s *Service) rotate(ctx context.Context, clientID, sent string,
	fits func(*ent.ConnectedApp) bool) (*Grant, error) {
	family, secret, ok := splitSecret(sent)
	if !ok {
		return nil, invalidGrant()
	}
	token, next, now := auth.NewAccessToken(), auth.NewToken(), s.now()
	var grant *Grant
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		grant = nil
		is := connectedapp.And(connectedapp.FamilyHash(auth.TokenHash(family)),
			connectedapp.ClientHash(auth.TokenHash(clientID)), connectedapp.ExpiresAtGT(now))
		found, err := tx.ConnectedApp.Query().Where(is).Only(ctx)
		if ent.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := s.LockUser(ctx, tx, found.UserID); err != nil {
			return err
		}
		app, err := tx.ConnectedApp.Query().Where(is).Only(ctx) // as the lock found it
		if ent.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		if app.SecretHash != auth.TokenHash(secret) {
			if err := tx.ConnectedApp.DeleteOne(app).Exec(ctx); err != nil {
				return err
			}
			return s.Record(ctx, tx, app.UserID, pb.SecurityEventKind_SECURITY_EVENT_KIND_APP_DISCONNECTED, app.Name)
		}
		if !fits(app) {
			return nil
		}
		ends := app.CreatedAt.Add(appLife)
		life := min(appTokenLife, ends.Sub(now))
		err = tx.ConnectedApp.UpdateOne(app).SetSecretHash(auth.TokenHash(next)).SetCodeChallenge("").
			SetRedirectURI("").
			SetExpiresAt(ends).SetUsedAt(now).Exec(ctx)
		if err != nil {
			return err
		}
		if _, err := tx.AccessToken.Delete().Where(accesstoken.ConnectedAppID(app.ID)).Exec(ctx); err != nil {
			return err
		}
		err = tx.AccessToken.Create().SetID(store.NewID(now)).SetTokenHash(auth.TokenHash(token)).SetUserID(app.UserID).
			SetConnectedAppID(app.ID).
			SetName(app.Name).SetScopes(app.Scopes).SetCreatedAt(now).SetExpiresAt(now.Add(life)).Exec(ctx)
		grant = &Grant{Token: token, Refresh: family + next, Expires: life, Scopes: app.Scopes}
		return err
	})
	if f := fault.Of(err); f != nil && f.Kind == fault.KindUnauthenticated { // the account is deleted
		return nil, invalidGrant()
	}
	if err != nil {
		return nil, fmt.Errorf("issue tokens to an app: %w", err)
	}
	if grant == nil {
		return nil, invalidGrant()
	}
	return grant, nil
}

// splitSecret splits a code or refresh token into the family's secret and one of its own.
func splitSecret(text string) (family, secret string, ok bool) {
	half := len(text) / 2
	family, secret = text[:half], text[half:]
	return family, secret, auth.IsToken(family) && auth.IsToken(secret)
}

// Revoke disconnects the app that has an access or refresh token. It does nothing if another app or none has it.
func (s *Service) Revoke(ctx context.Context, clientID, token string) error {
	has := connectedapp.FamilyHash(auth.TokenHash(token[:len(token)/2]))
	if auth.IsAccessToken(token) {
		found, err := s.db.Client().AccessToken.Query().Where(accesstoken.TokenHash(auth.TokenHash(token)),
			accesstoken.ConnectedAppIDNotNil()).Only(ctx)
		if ent.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("look for an app: %w", err)
		}
		has = connectedapp.ID(*found.ConnectedAppID)
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.ConnectedApp.Delete().Where(has, connectedapp.ClientHash(auth.TokenHash(clientID))).Exec(ctx)
		return err
	})
}

// ListApps returns the apps that act for a user, newest first.
func (s *Service) ListApps(ctx context.Context, userID uuid.UUID) ([]*ent.ConnectedApp, error) {
	apps, err := s.db.Client().ConnectedApp.Query().Where(connectedapp.UserID(userID), connectedapp.CodeChallenge(""),
		connectedapp.ExpiresAtGT(s.now())).
		Order(connectedapp.ByID(newestFirst)).Limit(maxApps).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list connected apps: %w", err)
	}
	return apps, nil
}

// DeleteApp disconnects an app of the user. Fault: not found, also for another user's app.
func (s *Service) DeleteApp(ctx context.Context, userID, id uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		app, err := tx.ConnectedApp.Query().Where(connectedapp.ID(id), connectedapp.UserID(userID)).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.NotFound("APP_NOT_FOUND", "Connected app not found")
		}
		if err != nil {
			return fmt.Errorf("disconnect an app: %w", err)
		}
		if err := tx.ConnectedApp.DeleteOne(app).Exec(ctx); err != nil {
			return fmt.Errorf("disconnect an app: %w", err)
		}
		return s.Record(ctx, tx, userID, pb.SecurityEventKind_SECURITY_EVENT_KIND_APP_DISCONNECTED, app.Name)
	})
}
