package vote_test

import (
	"math"
	"testing"
	"time"

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
