// Package auth holds the caller of a request, the access table, tokens and password hashes.
package auth

import (
	"context"
	"net/netip"

	"github.com/google/uuid"
)

// Caller is the authenticated user of a request.
type Caller struct {
	UserID    uuid.UUID
	Username  string
	IsAdmin   bool
	SessionID uuid.UUID // uuid.Nil when an access token was used
}

// An Authenticator returns the user of a token. For an unknown, expired or revoked session it returns nil and no error; such
// an access token is a fault.
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

type addrKey struct{}

// WithClientAddr returns a context with the address of the client, behind any trusted proxies.
func WithClientAddr(ctx context.Context, addr netip.Addr) context.Context {
	return context.WithValue(ctx, addrKey{}, addr)
}

// ClientAddr returns the address of the client; the zero address outside a request.
func ClientAddr(ctx context.Context) netip.Addr {
	addr, _ := ctx.Value(addrKey{}).(netip.Addr)
	return addr
}
