package vote_test

import (
	"math"
	"testing"
	"time"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/vote"
)

func TestRank(t *testing.T) {
	day := 24 * time.Hour
	for _, c := range []struct {
		name          string
		higher, lower float64
	}{
		{"TenfoldScoreIsWorthLessThanThreeDays", vote.Rank(10, 0, published.Add(3*day)), vote.Rank(100, 0, published)},
		{"MoreVotesFirst", vote.Rank(10, 0, published), vote.Rank(9, 0, published)},
		{"AgreedBeforeDisputed", vote.Rank(10, 0, published), vote.Rank(20, 10, published)},
		{"NoVotesBeforeDownvotes", vote.Rank(0, 0, published), vote.Rank(0, 5, published)},
		{"NewerFirst", vote.Rank(0, 0, published.Add(day)), vote.Rank(0, 0, published)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.higher <= c.lower {
				t.Errorf("%v is not higher than %v", c.higher, c.lower)
			}
		})
	}
	// 3 up, 1 down: s = 2, Wilson bound of 3/4 at z = 1.2816 is 0.4365…
	got := vote.Rank(3, 1, time.Unix(172800, 0))
	z := 1.2816
	wilson := (0.75 + z*z/8 - z*math.Sqrt((0.75*0.25+z*z/16)/4)) / (1 + z*z/4)
	if want := 1 + math.Log10(3)*wilson; math.Abs(got-want) > 1e-9 {
		t.Errorf("rank %v, want %v", got, want)
	}
}

func TestScoresAreTheSameInSQL(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for _, c := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {3, 1}, {1, 3}, {7, 7}, {100, 50}, {12345, 678}, {678, 12345}, {1_000_000, 0}} {
			up, down := c[0], c[1]
			var reputation int
			query := "SELECT " + vote.ReputationSQL("CAST($1 AS bigint)", "CAST($2 AS bigint)")
			must.NoError(t, db.Reader().QueryRowContext(t.Context(), query, up, down).Scan(&reputation))
			if want := vote.Reputation(up, down); reputation != want || want != 5*up-2*down {
				t.Errorf("reputation of %d up, %d down: %d in SQL, %d in Go", up, down, reputation, want)
			}
			if db.IsSQLite() { // computes ranks in Go
				continue
			}
			at := published.Add(time.Duration(up)*time.Second + 123*time.Millisecond)
			var rank float64
			query = "SELECT " + vote.RankSQL("$1::bigint", "$2::bigint", "$3::timestamptz")
			must.NoError(t, db.Reader().QueryRowContext(t.Context(), query, up, down, at).Scan(&rank))
			// 1e-11 is a few units in the last place at this magnitude.
			if want := vote.Rank(up, down, at); math.Abs(rank-want) > 1e-11 {
				t.Errorf("rank of %d up, %d down: %.17g in SQL, %.17g in Go", up, down, rank, want)
			}
		}
	})
}
