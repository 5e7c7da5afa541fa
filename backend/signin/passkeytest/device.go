// Package passkeytest is a device with passkeys, for tests.
package passkeytest

import (
	"encoding/json"
	"testing"

	"github.com/descope/virtualwebauthn"

	"uvboard/backend/platform/must"
)

// Device answers what the board asks a browser for. It verifies its user unless Unverified.
type Device struct {
	Origin     string
	Unverified bool
	Counter    uint32 // of the next answer; 0 does not count

	rp   virtualwebauthn.RelyingParty
	user []byte // whose passkey it has
	key  virtualwebauthn.Credential
}

// New returns a device whose browser shows a board at localhost.
func New() *Device {
	const size = 77 // the library writes a coordinate that begins with zeros too short, which is refused
	d := &Device{Origin: "http://localhost:8080"}
	for d.key.Key == nil || len(d.key.Key.AttestationData()) != size {
		d.key = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
	}
	return d
}

// Respond answers the JSON of a response that begins something: it creates the passkey or uses it.
func (d *Device) Respond(t testing.TB, body []byte) []byte {
	t.Helper()
	var begun struct{ Options map[string]any }
	must.NoError(t, json.Unmarshal(body, &begun))
	if begun.Options["user"] != nil {
		return d.Create(t, begun.Options)
	}
	return d.Answer(t, begun.Options)
}

// Create makes the passkey and returns what the browser then sends.
func (d *Device) Create(t testing.TB, options any) []byte {
	t.Helper()
	text, err := json.Marshal(options)
	must.NoError(t, err)
	asked, err := virtualwebauthn.ParseAttestationOptions(string(text))
	must.NoError(t, err)
	d.rp = virtualwebauthn.RelyingParty{ID: asked.RelyingPartyID, Origin: d.Origin}
	d.user, d.key.Counter = []byte(asked.UserID), d.Counter
	return []byte(virtualwebauthn.CreateAttestationResponse(d.rp, d.authenticator(), d.key, *asked))
}

// Answer returns what the browser sends when the passkey is used.
func (d *Device) Answer(t testing.TB, options any) []byte {
	t.Helper()
	text, err := json.Marshal(options)
	must.NoError(t, err)
	asked, err := virtualwebauthn.ParseAssertionOptions(string(text))
	must.NoError(t, err)
	d.rp.Origin, d.key.Counter = d.Origin, d.Counter
	return []byte(virtualwebauthn.CreateAssertionResponse(d.rp, d.authenticator(), d.key, *asked))
}

func (d *Device) authenticator() virtualwebauthn.Authenticator {
	return virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: d.user,
		UserNotVerified: d.Unverified})
}
