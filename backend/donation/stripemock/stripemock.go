// Package stripemock runs Stripe's own mock server for tests. It checks requests against Stripe's API description and
// keeps no state.
package stripemock

import (
	"sync"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/tooltest"
)

// The keys of an account at the mock server, which accepts any.
const (
	SecretKey      = "sk_test_uvboard"
	PublishableKey = "pk_test_uvboard"
	WebhookSecret  = "whsec_uvboard"
)

// URL returns the base URL of the server.
func URL(t testing.TB) string {
	t.Helper()
	address, err := start()
	must.NoError(t, err)
	return "http://" + address
}

var start = sync.OnceValues(func() (string, error) {
	return tooltest.Start("stripe-mock", func(address, _ string) ([]string, error) {
		return []string{"-http-addr", address, "-https-addr", "127.0.0.1:0"}, nil
	})
})
