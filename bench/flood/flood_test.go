package flood

import (
	"strings"
	"testing"

	"uvboard/backend/platform/must"
)

// A small flood of links reaches nobody, and honest newcomers are seen at once.
func TestFlood(t *testing.T) {
	const accounts = 20
	for i, c := range campaigns(accounts) {
		r, err := flood(t.Context(), c, accounts)
		must.NoError(t, err)
		want := 0
		switch {
		case i == 4:
			want = 5 // the first project of each site
		case i > 4:
			want = r.stored
		}
		if r.visible != want || r.registered == 0 || r.stored == 0 {
			t.Errorf("%s from %d addresses: %+v, want %d visible", c.name, c.addresses, r, want)
		}
	}
	var out strings.Builder
	must.NoError(t, honest(t.Context(), options{accounts: 10, honest: 100, out: &out}))
	if !strings.Contains(out.String(), "| all | 100 | 95 | 5 |") {
		t.Errorf("honest newcomers:\n%s", out.String())
	}
}
