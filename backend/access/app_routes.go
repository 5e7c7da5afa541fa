package access

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/server"
)

// maxOAuthBody bounds the body of a request by an app, in bytes.
const maxOAuthBody = 64 << 10

// appRoutes are the endpoints of OAuth that apps call. Pages of other sites may, since none of them looks at a session.
func (h *Handler) appRoutes() []server.Route {
	write := auth.Rule{Level: auth.Public, Callers: auth.Apps, Limit: auth.LimitWrite}
	post := func(path string, handle func(http.ResponseWriter, *http.Request) error) server.Route {
		return server.Route{Method: http.MethodPost, Path: path, Rule: write, Handle: handle, MaxBody: maxOAuthBody,
			CrossOrigin: true}
	}
	return []server.Route{
		{Method: http.MethodGet, Path: "/.well-known/oauth-authorization-server", Rule: auth.PublicRead,
			Handle: h.serverMetadata, CrossOrigin: true},
		post("/oauth/register", h.registerClient),
		post("/oauth/token", h.issueTokens),
		post("/oauth/revoke", h.revokeTokens),
	}
}

// serverMetadata is that of RFC 8414.
func (h *Handler) serverMetadata(w http.ResponseWriter, _ *http.Request) error {
	origin := h.service.origin
	return writeJSON(w, http.StatusOK, map[string]any{
		"issuer": origin, "authorization_endpoint": origin + "/oauth/authorize", "token_endpoint": origin +
			"/oauth/token",
		"registration_endpoint": origin + "/oauth/register", "revocation_endpoint": origin + "/oauth/revoke",
		"scopes_supported": enumname.List(appScopes), "response_types_supported": []string{"code"},
		"response_modes_supported":                       []string{"query"},
		"grant_types_supported":                          []string{"authorization_code", "refresh_token"},
		"token_endpoint_auth_methods_supported":          []string{"none"},
		"revocation_endpoint_auth_methods_supported":     []string{"none"},
		"code_challenge_methods_supported":               []string{"S256"},
		"authorization_response_iss_parameter_supported": true,
		"service_documentation":                          origin + "/docs/agents",
	})
}

// registerClient registers an app by RFC 7591. It is a public client, whatever it asks for.
func (h *Handler) registerClient(w http.ResponseWriter, r *http.Request) error {
	var asked struct {
		Name      string   `json:"client_name"`
		Redirects []string `json:"redirect_uris"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		return answerError(w, r, &oauthError{"invalid_client_metadata", "The body is not the JSON of a client."})
	}
	id, client, err := h.service.RegisterClient(r.Context(), asked.Name, asked.Redirects)
	if err != nil {
		return answerError(w, r, err)
	}
	return writeJSON(w, http.StatusCreated, map[string]any{
		"client_id": id, "client_name": client.Name, "redirect_uris": client.Redirects,
		"token_endpoint_auth_method": "none",
		"grant_types":                []string{"authorization_code", "refresh_token"},
		"response_types":             []string{"code"},
	})
}

// issueTokens answers a code or a refresh token with tokens.
func (h *Handler) issueTokens(w http.ResponseWriter, r *http.Request) error {
	if err := h.readForm(r); err != nil {
		return answerError(w, r, err)
	}
	if !h.service.isResource(r.PostForm["resource"]) {
		return answerError(w, r, &oauthError{"invalid_target", "Tokens are for " + h.service.resource() + " only."})
	}
	form := r.PostForm
	var (
		grant *Grant
		err   error
	)
	switch form.Get("grant_type") {
	case "authorization_code":
		grant, err = h.service.Exchange(r.Context(), form.Get("client_id"), form.Get("code"), form.Get("redirect_uri"),
			form.Get("code_verifier"))
	case "refresh_token":
		grant, err = h.service.Refresh(r.Context(), form.Get("client_id"), form.Get("refresh_token"))
	default:
		err = &oauthError{"unsupported_grant_type", "A grant is an authorization_code or a refresh_token."}
	}
	if err != nil {
		return answerError(w, r, err)
	}
	return writeJSON(w, http.StatusOK, map[string]any{
		"access_token": grant.Token, "token_type": "Bearer", "expires_in": int(grant.Expires / time.Second),
		"refresh_token": grant.Refresh, "scope": strings.Join(grant.Scopes, " "),
	})
}

// revokeTokens is that of RFC 7009. An unknown token is none that works, as its sender wants.
func (h *Handler) revokeTokens(w http.ResponseWriter, r *http.Request) error {
	if err := h.readForm(r); err != nil {
		return answerError(w, r, err)
	}
	if err := h.service.Revoke(r.Context(), r.PostForm.Get("client_id"), r.PostForm.Get("token")); err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]any{})
}

// readForm reads the form of a registered app. It fails with an oauthError.
func (h *Handler) readForm(r *http.Request) error {
	if err := r.ParseForm(); err != nil || repeats(r.PostForm) {
		return &oauthError{"invalid_request", "The body is a form in which each parameter occurs once."}
	}
	client, err := h.service.clientOf(r.Context(), r.PostForm.Get("client_id"))
	if err == nil && client == nil {
		err = &oauthError{"invalid_client", "This client is not registered."}
	}
	return err
}

// answerError answers with an oauthError. Other errors are returned.
func answerError(w http.ResponseWriter, r *http.Request, err error) error {
	var failed *oauthError
	if !errors.As(err, &failed) {
		return err
	}
	server.SetCode(r.Context(), "OAUTH_"+strings.ToUpper(failed.Code))
	status := http.StatusBadRequest
	if failed.Code == "invalid_client" {
		status = http.StatusUnauthorized
	}
	return writeJSON(w, status, map[string]any{"error": failed.Code, "error_description": failed.Text})
}

func writeJSON(w http.ResponseWriter, status int, body map[string]any) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	return json.NewEncoder(w).Encode(body)
}
