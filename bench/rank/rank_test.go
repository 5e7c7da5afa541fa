package rank

import (
	"testing"

	"uvboard/backend/platform/must"
)

// Most accounts that are bought at once for a small board are held, and no honest crowd is.
func TestRank(t *testing.T) {
	o := options{members: 300, projects: 120, days: 10, seed: 5}
	burst := strategies[0]
	r, err := simulate(t.Context(), o, &burst)
	must.NoError(t, err)
	if r.heldBought < bought/2 || r.votes < 300 || len(r.trending) != 7 {
		t.Errorf("%d of %d bought accounts are held, with %d honest votes", r.heldBought, bought, r.votes)
	}
	if r.held["friends"] > 0 || r.held["colleagues"] > 0 || r.heldVotes*100 > r.votes {
		t.Errorf("honest members are held: %v, %d of %d votes", r.held, r.heldVotes, r.votes)
	}
	if n := fall(r, r); n != 0 {
		t.Errorf("a run differs from itself by %d places", n)
	}
}
