package vote

import (
	"context"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/ent"
)

var (
	RankSQL       = rankSQL
	ReputationSQL = reputationSQL
)

// Ballot is a vote with its result.
type Ballot struct {
	Voter, Target uuid.UUID
	Value         int
	Sum           Summary
	Refused       error
}

// CastBatch casts ballots on SQLite and sets their results.
func CastBatch(ctx context.Context, tx *ent.Client, v domain.Votable, ballots []Ballot, at time.Time) error {
	batch := make([]*ballot, len(ballots))
	for i, b := range ballots {
		batch[i] = &ballot{voter: b.Voter, target: b.Target, value: b.Value}
	}
	err := castBatch(ctx, tx, v, batch, at)
	for i, b := range batch {
		ballots[i].Sum, ballots[i].Refused = b.sum, b.refused
	}
	return err
}
