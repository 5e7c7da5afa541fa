package vote

import (
	"math"
	"time"
)

// Values of a vote.
const (
	None = 0
	Up   = 1
	Down = -1
)

// popularDays is how many days an upvote counts in Votable.Popularity. A domain with that column must subtract expired
// upvotes.
const popularDays = 30

// PopularSince returns the time from which on votes count in Votable.Popularity.
func PopularSince(now time.Time) time.Time { return now.AddDate(0, 0, -popularDays) }

// Reputation of the owner for each vote on an item.
const (
	upvoteReputation   = 5
	downvoteReputation = -2
)

// Reputation returns the reputation for votes received.
func Reputation(up, down int) int { return upvoteReputation*up + downvoteReputation*down }

const (
	wilsonZ      = 1.2816      // one-sided 90 %
	rankTimeUnit = 2 * 86400.0 // seconds; a tenfold score without downvotes is worth two days
)

// Rank returns the trending rank of an item first published at publishedAt. It depends on the time of publishing
// instead of the age, so it changes only with a vote.
func Rank(up, down int, publishedAt time.Time) float64 {
	score := float64(up - down)
	quality := 1.0
	if score > 0 {
		quality = Confidence(up, down)
	}
	published := float64(publishedAt.UnixMilli()) / 1000 / rankTimeUnit
	return math.Copysign(math.Log10(1+math.Abs(score)), score)*quality + published
}

// Confidence returns the lower bound of the Wilson interval for the share of upvotes.
func Confidence(up, down int) float64 {
	n := float64(up + down)
	if n == 0 {
		return 0
	}
	const z2 = wilsonZ * wilsonZ
	p := float64(up) / n
	return (p + z2/(2*n) - wilsonZ*math.Sqrt((p*(1-p)+z2/(4*n))/n)) / (1 + z2/n)
}
