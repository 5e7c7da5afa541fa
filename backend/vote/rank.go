package vote

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

const (
	wilsonZ      = 1.2816      // one-sided 90 %
	rankTimeUnit = 2 * 86400.0 // a tenfold agreed score is worth two days
)

// Rank is the trending rank of a thing with these votes that was first published at publishedAt. It grows with the time
// of publishing, so that it needs no recomputing while no vote changes.
func Rank(up, down int, publishedAt time.Time) float64 {
	s := float64(up - down)
	quality := 1.0
	if s > 0 {
		quality = wilson(up, down)
	}
	age := float64(publishedAt.UnixMilli()) / 1000 / rankTimeUnit
	return math.Copysign(math.Log10(1+math.Abs(s)), s)*quality + age
}

// wilson is the lower bound of the share of upvotes.
func wilson(up, down int) float64 {
	n := float64(up + down)
	if n == 0 {
		return 0
	}
	const z2 = wilsonZ * wilsonZ
	p := float64(up) / n
	return (p + z2/(2*n) - wilsonZ*math.Sqrt((p*(1-p)+z2/(4*n))/n)) / (1 + z2/n)
}

// rankSQL is Rank in PostgreSQL's words, which may differ from it in the last digits of the logarithm.
func rankSQL(up, down, publishedAt string) string {
	share := fmt.Sprintf("(%s::float8 / (%s + %s))", up, up, down)
	return strings.NewReplacer(
		"{s}", "("+up+" - "+down+")::float8",
		"{n}", "("+up+" + "+down+")",
		"{p}", share,
		"{t}", "extract(epoch FROM "+publishedAt+")::float8 / "+literal(rankTimeUnit),
		"{z}", literal(wilsonZ),
		"{z2}", literal(wilsonZ*wilsonZ),
	).Replace(`sign({s}) * log(1 + abs({s})) *
		CASE WHEN {s} > 0 THEN ({p} + {z2}/(2*{n}) - {z}*sqrt(({p}*(1-{p}) + {z2}/(4*{n})) / {n})) / (1 + {z2}/{n}) ELSE 1 END + {t}`)
}

func literal(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) + "::float8" }
