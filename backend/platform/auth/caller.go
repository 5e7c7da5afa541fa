// Package auth knows who calls, who may call what, and how passwords are kept.
package auth

import (
	"context"
	"net/netip"

	"github.com/google/uuid"
)

// Caller is the member behind a request.
type Caller struct {
	UserID    uuid.UUID
	Username  string
	IsAdmin   bool
	SessionID uuid.UUID // the session that was shown; the nil UUID when an access token was
}

// An Authenticator finds the member to whom a token was given. An unknown, expired or revoked session is nobody: nil and
// no error. Such an access token is a fault. Any other error means that it could not be told.
type Authenticator func(ctx context.Context, token string) (*Caller, error)

type callerKey struct{}

// WithCaller says who calls.
func WithCaller(ctx context.Context, caller *Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, caller)
}

// From is the member who calls, or nil for a visitor. In a procedure that takes a login it is never nil.
func From(ctx context.Context) *Caller {
	caller, _ := ctx.Value(callerKey{}).(*Caller)
	return caller
}

type addrKey struct{}

// WithClientAddr says from which address the request came, proxies that are trusted seen through.
func WithClientAddr(ctx context.Context, addr netip.Addr) context.Context {
	return context.WithValue(ctx, addrKey{}, addr)
}

// ClientAddr is the address the request came from; the zero address outside a request.
func ClientAddr(ctx context.Context) netip.Addr {
	addr, _ := ctx.Value(addrKey{}).(netip.Addr)
	return addr
}
