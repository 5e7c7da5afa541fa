// Package signin handles the ways to log in: passwords, other services, passkeys and the second factor.
package signin

import (
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"uvboard/backend/account"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/backend/signin/oauth"
)

// Service manages logins. With account.Service and access.Service it is all that concerns the user of a request.
type Service struct {
	*account.Service
	db    *store.DB
	mails mails
	now   func() time.Time

	providers []*oauth.Provider  // services by which users log in
	passkeys  *webauthn.WebAuthn // nil if the board does not offer them
}

// NewService returns a service on db whose mails come from mailed; now is the clock.
func NewService(db *store.DB, mailed mail.Board, now func() time.Time) *Service {
	return &Service{Service: account.NewService(db, mailed, now), db: db, mails: mails{mailed}, now: store.Clock(now)}
}
