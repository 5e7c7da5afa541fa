package weekly

import (
	"io"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/tooltest"
)

// Each reader gets the issue once, at most one gets it twice because of the kill, and nobody else gets it.
func TestKill(t *testing.T) {
	binary, err := tooltest.Program()
	must.NoError(t, err)
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			o := options{readers: 300, kills: 1, database: database, binary: binary, hurry: true, out: io.Discard}
			r, err := measure(t.Context(), o)
			must.NoError(t, err)
			if err := r.check(o); err != nil {
				t.Error(err)
			}
		})
	}
}
