// Package auth holds the caller of a request, access rules, tokens and password hashes.
package auth

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/ent"
	"uvboard/ent/session"
)

// Caller is the authenticated user of a request.
type Caller struct {
	UserID   uuid.UUID
	Username string
	// RoleMember, or empty, for one who needs a second factor first, or whose token has neither the scope moderate nor
	// admin
	Role      Role
	SessionID uuid.UUID // uuid.Nil for an access token
	TokenID   uuid.UUID // of its access token; uuid.Nil for a session
	AppID     uuid.UUID // of the connected app that sent its access token; uuid.Nil for none
	Via       string    // name of that app, ViaToken for the user's own access token, empty for a session
	Scopes    []Scope   // of the access token; nil for all, as with a session

	Proved          bool // whether the last login or step-up of the session is less than ProofLife ago
	HasSecondFactor bool // known for a session, and for a token of the team if the team needs one

	Suspension *Suspension // nil for a user who may write

	NeedsSecondFactor bool // an admin or a moderator, but the board requires a second factor of them
}

// ViaToken names an access token of the user in what it writes, since the name that the user gave it is private.
const ViaToken = "API"

// ViaOf returns what an item says it was written with, once the caller has written it or changed its text: that of an
// access token or an app, else was. So what an agent wrote, or changed, stays marked when the author edits it.
func (c *Caller) ViaOf(was string) string { return cmp.Or(c.Via, was) }

// IsAdmin reports whether the caller, nil for a visitor, acts as an admin.
func (c *Caller) IsAdmin() bool { return c != nil && c.Role == RoleAdmin }

// Moderates reports whether the caller, nil for a visitor, acts as a moderator or an admin: sees what is hidden, and
// hides and shows it. Drafts and other private data are for admins only.
func (c *Caller) Moderates() bool { return c != nil && Moderates(c.Role) }

// credential is the weakest of Callers that includes the caller's credential.
func (c *Caller) credential() Callers {
	switch {
	case c.SessionID != uuid.Nil:
		return Sessions
	case c.AppID != uuid.Nil:
		return Apps
	}
	return Tokens
}

// RequireProof returns the fault STEP_UP_REQUIRED unless the session has a fresh proof.
func (c *Caller) RequireProof() error {
	if c.Proved {
		return nil
	}
	return fault.Denied("STEP_UP_REQUIRED", "Please confirm that it's you.")
}

// CheckSession returns a fault if the caller's session has ended since the request was authenticated. A password reset
// that ends sessions and removes what they attached to the account locks the user. So does a transaction that attaches
// something, before it calls CheckSession, or what it attaches could survive the reset. For other credentials than a
// session it does nothing.
func (c *Caller) CheckSession(ctx context.Context, tx *ent.Client) error {
	if c.SessionID == uuid.Nil {
		return nil
	}
	there, err := tx.Session.Query().Where(session.ID(c.SessionID)).Exist(ctx)
	if err != nil {
		return fmt.Errorf("look for the session: %w", err)
	}
	if !there {
		return Admit(User, nil)
	}
	return nil
}

// ID is the id of the user, uuid.Nil for a nil caller.
func (c *Caller) ID() uuid.UUID {
	if c == nil {
		return uuid.Nil
	}
	return c.UserID
}

// Suspension says why a user may not write.
type Suspension struct {
	Until  time.Time // zero for a ban
	Reason string
}

// NewSuspension returns the suspension that a user row describes, nil if there is none or it is over.
func NewSuspension(since, until *time.Time, reason string, now time.Time) *Suspension {
	switch {
	case since == nil:
		return nil
	case until == nil:
		return &Suspension{Reason: reason}
	case !until.After(now):
		return nil
	}
	return &Suspension{Until: *until, Reason: reason}
}

// Refuse returns the fault of a write by a suspended user.
func (s *Suspension) Refuse() error {
	text := "Your account is banned."
	if !s.Until.IsZero() {
		text = "Your account is suspended until " + s.Until.UTC().Format("2 Jan 2006, 15:04 UTC") + "."
	}
	if s.Reason != "" {
		text += " Reason: " + s.Reason
	}
	return fault.Denied("SUSPENDED", text)
}

// An Authenticator returns the user of a token. For an unknown, expired or revoked session token it returns nil and no
// error, for such an access token a fault.
type Authenticator func(ctx context.Context, token string) (*Caller, error)

type callerKey struct{}

// WithCaller returns a context with the caller.
func WithCaller(ctx context.Context, caller *Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, caller)
}

// From returns the caller, nil for a visitor. It is never nil in a procedure whose access rule requires a user.
func From(ctx context.Context) *Caller {
	caller, _ := ctx.Value(callerKey{}).(*Caller)
	return caller
}

// Client is the browser or program that sent a request.
type Client struct {
	Addr      netip.Addr // behind any trusted proxies
	UserAgent string     // as sent
}

// Network returns the address without the part that tells users of a provider apart, such as 203.0.113.0/24 or
// 2001:db8:1::/48, "" outside a request.
func (c Client) Network() string {
	bits := 48
	if c.Addr.Is4() {
		bits = 24
	}
	prefix, err := c.Addr.Prefix(bits)
	if err != nil || !prefix.IsValid() {
		return ""
	}
	return prefix.String()
}

type clientKey struct{}

// WithClient returns a context with the client.
func WithClient(ctx context.Context, client Client) context.Context {
	return context.WithValue(ctx, clientKey{}, client)
}

// ClientOf returns the client, the zero value outside a request.
func ClientOf(ctx context.Context) Client {
	client, _ := ctx.Value(clientKey{}).(Client)
	return client
}

// ClientAddr returns the address of the client; the zero address outside a request.
func ClientAddr(ctx context.Context) netip.Addr { return ClientOf(ctx).Addr }
