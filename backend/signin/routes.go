package signin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/signing"
	"uvboard/backend/signin/oauth"
	"uvboard/ent"
)

const (
	flowCookie  = "uvboard_login_flow"
	flowLife    = 10 * time.Minute
	flowPurpose = "login flow" // of the secret that signs the cookie
	// flowTime is for the three or four requests to the other service.
	flowTime = 25 * time.Second
)

// flow is a login at another service that has begun. It travels in a signed cookie, so that only the same browser can
// finish it.
type flow struct {
	oauth.Attempt
	Provider string
	ReturnTo string
	LinkTo   uuid.UUID // the user who links the login; uuid.Nil to log in

	Invitation string // for a new account
}

// UseProviders sets the services by which users log in, in the order of their buttons.
func (s *Service) UseProviders(providers []*oauth.Provider) {
	s.providers, s.ProviderNames = providers, map[string]string{}
	for _, p := range providers {
		s.ProviderNames[p.ID] = p.Name
	}
}

func (s *Service) provider(id string) *oauth.Provider {
	for _, p := range s.providers {
		if p.ID == id {
			return p
		}
	}
	return nil
}

func (h *Handler) routes() []server.Route {
	rule := auth.Rule{Level: auth.Public, Limit: auth.LimitWrite}
	return []server.Route{
		{Method: http.MethodPost, Path: formPath, Rule: auth.Rule{Level: auth.Public, Limit: auth.LimitLogin},
			Handle: h.form, MaxBody: maxForm},
		{Method: http.MethodGet, Path: "/auth/{provider}/start", Rule: rule, Handle: h.start, Timeout: flowTime},
		{Method: http.MethodGet, Path: "/auth/{provider}/callback", Rule: rule, Handle: h.callback, Timeout: flowTime},
	}
}

// maxForm is the largest body of the login form in bytes.
const maxForm = 4 << 10

// form logs in a browser without JavaScript, from the form on the login page. The page says what failed; a second
// factor needs JavaScript.
func (h *Handler) form(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	w.Header().Set("Cache-Control", "no-store")
	u, session, err := h.service.Login(ctx, r.PostFormValue("username"), r.PostFormValue("password"),
		access.Client{UserAgent: r.UserAgent()})
	to := "/"
	switch failed := fault.Of(err); {
	case failed != nil:
		server.SetCode(ctx, failed.Code)
		to = "/login?failed=" + url.QueryEscape(failed.Code)
	case err != nil:
		return err
	case session.Half != nil:
		to = "/login?failed=" + codeSecondFactor + "#second-factor=" + session.Half.Token
	default:
		h.LoggedIn(ctx, w.Header(), u, session.Session)
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

func errNoProvider() error {
	return fault.NotFound("PROVIDER_NOT_FOUND", "This board does not offer this login.")
}

// start sends the browser to the other service. With a session, the login is linked to its user.
func (h *Handler) start(w http.ResponseWriter, r *http.Request) error {
	p := h.service.provider(r.PathValue("provider"))
	if p == nil {
		return errNoProvider()
	}
	ctx := r.Context()
	f := flow{Attempt: oauth.NewAttempt(), Provider: p.ID, ReturnTo: localPath(r.URL.Query().Get("returnTo")),
		Invitation: r.URL.Query().Get("invitation")}
	if caller := auth.From(ctx); caller != nil && caller.SessionID != uuid.Nil {
		f.LinkTo, f.Fresh = caller.UserID, true // it may prove who is at the browser
	}
	// A page of another site must neither log a visitor in, which the other service may do without a question, nor link
	// a login.
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		h.refuse(w, r, f, "failed", errors.New("a page of another site began it"))
		return nil
	}
	address, err := p.Start(ctx, f.Attempt)
	if err != nil {
		h.refuse(w, r, f, "failed", err)
		return nil
	}
	value, err := h.service.signFlow(ctx, f)
	if err != nil {
		return err
	}
	h.setFlow(w, value, int(flowLife/time.Second))
	h.redirect(w, r, address)
	return nil
}

// callback ends the login that the other service sends the browser back from. Failures are shown by the page that the
// user came from.
func (h *Handler) callback(w http.ResponseWriter, r *http.Request) error {
	p := h.service.provider(r.PathValue("provider"))
	if p == nil {
		return errNoProvider()
	}
	ctx := r.Context()
	f, err := h.service.readFlow(ctx, r)
	if err != nil {
		return err
	}
	h.setFlow(w, "", -1) // it works once
	caller, query := auth.From(ctx), r.URL.Query()
	if f.Provider != p.ID || query.Get("state") != f.State || caller.ID() != f.LinkTo {
		h.refuse(w, r, flow{Provider: p.ID, LinkTo: caller.ID()}, "expired",
			errors.New("this browser has not begun it, or too long ago, or the user has logged in or out since"))
		return nil
	}
	if reason := query.Get("error"); reason != "" {
		outcome := "failed"
		if reason == "access_denied" {
			outcome = "canceled"
		}
		h.refuse(w, r, f, outcome, fmt.Errorf("the service answered %q: %q", reason, query.Get("error_description")))
		return nil
	}
	person, err := p.Finish(ctx, f.Attempt, query.Get("code"))
	if err != nil {
		h.refuse(w, r, f, "failed", err)
		return nil
	}
	var (
		u       *ent.User
		session Session
	)
	if caller != nil {
		session.Session, err = h.service.Link(ctx, caller, p.ID, person)
	} else {
		u, session, err = h.service.LoginWith(ctx, p.ID, person, f.Invitation, access.Client{UserAgent: r.UserAgent()})
	}
	if failed := fault.Of(err); failed != nil {
		h.refuse(w, r, f, strings.ToLower(failed.Code), err)
		return nil
	}
	if err != nil {
		return err
	}
	switch {
	case caller != nil && session.Token != "":
		h.Cookies.Set(w.Header(), session.Token, session.CookieExpires)
		if page, _, _ := strings.Cut(f.ReturnTo, "?"); page != "/settings" { // the page of an app's request
			h.redirect(w, r, f.ReturnTo)
			break
		}
		h.back(w, r, f, "confirmed")
	case caller != nil:
		h.back(w, r, f, "linked")
	case session.Half != nil: // a fragment is in no log
		h.redirect(w, r, "/login#second-factor="+session.Half.Token)
	default:
		h.LoggedIn(ctx, w.Header(), u, session.Session)
		h.redirect(w, r, f.ReturnTo)
	}
	return nil
}

// maxReason bounds what the log keeps of a service's words.
const maxReason = 500

// refuse ends a login with an outcome other than success, and logs the reason.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, f flow, outcome string, reason error) {
	level := slog.LevelInfo
	if outcome == "failed" { // the operator may have to do something
		level = slog.LevelWarn
	}
	slog.Log(r.Context(), level, "a login at another service failed",
		"provider", f.Provider, "outcome", outcome, "error", letters.Cut(reason.Error(), maxReason))
	h.back(w, r, f, outcome)
}

// back sends the browser to the settings or the login page, which shows the outcome.
func (h *Handler) back(w http.ResponseWriter, r *http.Request, f flow, outcome string) {
	if outcome != "confirmed" && outcome != "linked" {
		server.SetCode(r.Context(), "SIGN_IN_"+strings.ToUpper(outcome))
	}
	page := "/login"
	if f.LinkTo != uuid.Nil {
		page = "/settings"
	}
	h.redirect(w, r, page+"?"+url.Values{"provider": {f.Provider}, "outcome": {outcome}}.Encode())
}

func (h *Handler) redirect(w http.ResponseWriter, r *http.Request, address string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer") // the address of the callback has the code
	http.Redirect(w, r, address, http.StatusSeeOther)
}

func (h *Handler) setFlow(w http.ResponseWriter, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name: flowCookie, Value: value, Path: "/auth/", MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: h.Cookies.Secure,
	})
}

// localPath returns a path of this site, "/" for anything else.
func localPath(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "" || parsed.Host != "" || parsed.User != nil || len(address) > 2000 ||
		!strings.HasPrefix(address, "/") || strings.HasPrefix(address, "//") || strings.ContainsAny(address, "\\") {
		return "/"
	}
	return parsed.String()
}

func (s *Service) signFlow(ctx context.Context, f flow) (token string, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		token, err = signing.Seal(ctx, tx, flowPurpose, f, s.now().Add(flowLife))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("sign a login: %w", err)
	}
	return token, nil
}

// readFlow returns the flow in the cookie, the zero flow if there is none that is valid.
func (s *Service) readFlow(ctx context.Context, r *http.Request) (f flow, err error) {
	cookie, err := r.Cookie(flowCookie)
	if err != nil {
		return flow{}, nil
	}
	_, err = signing.Open(ctx, s.db.Client(), flowPurpose, cookie.Value, &f, s.now())
	return f, err
}
