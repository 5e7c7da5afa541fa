package faults

import (
	"regexp"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/tooltest"
)

// One fault of each of four kinds, so that the program keeps up with the product. The task injects a thousand.
func TestFaults(t *testing.T) {
	binary, err := tooltest.Program()
	must.NoError(t, err)
	r, err := inject(t.Context(), options{
		database: "sqlite", binary: binary,
		kinds:  regexp.MustCompile("^(kill -9 of the server|mail server: cut|AI provider: reset|Stripe: half-open)$"),
		faults: 4, writers: 2, doctorEvery: 2, seed: 1, verbose: true, out: t.Output(),
	})
	if r != nil {
		r.write(t.Output())
	}
	if err != nil {
		t.Error(err)
	}
}
