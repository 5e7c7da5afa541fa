package doctor

import (
	"context"
	"math"
	"time"

	"uvboard/backend/vote"
	"uvboard/ent"
)

// rankTolerance allows for the precision at which a database keeps the time a rank starts from.
const rankTolerance = 1e-6

// examineRanks computes the trending rank of every published thing of a kind anew.
func examineRanks(ctx context.Context, client *ent.Client, t vote.Target) ([]Drift, error) {
	rows, err := client.QueryContext(ctx, "SELECT id, upvotes, downvotes, rank, "+t.RankedFrom+" FROM "+t.Table+" WHERE "+t.RankedFrom+" IS NOT NULL")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var drifts []Drift
	for rows.Next() {
		var (
			id       string
			up, down int
			stored   float64
			from     time.Time
		)
		if err := rows.Scan(&id, &up, &down, &stored, &from); err != nil {
			return nil, err
		}
		if counted := vote.Rank(up, down, from); math.Abs(counted-stored) > rankTolerance {
			drifts = append(drifts, Drift{What: t.Table + ".rank", ID: id, Stored: stored, Counted: counted, Counter: true})
		}
	}
	return drifts, rows.Err()
}
