package vote

import (
	"context"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/ent"
)

// RankSQL is for tests.
var RankSQL = rankSQL

// Ballot is a vote to be counted together with others; Sum and Refused are what came of it.
type Ballot struct {
	Voter, Target uuid.UUID
	Value         int
	Sum           Summary
	Refused       error
}

// CastTogether counts ballots.
func CastTogether(ctx context.Context, tx *ent.Client, target domain.Votable, ballots []Ballot, at time.Time) error {
	counted := make([]*ballot, len(ballots))
	for i, b := range ballots {
		counted[i] = &ballot{voter: b.Voter, target: b.Target, value: b.Value}
	}
	err := castTogether(ctx, tx, target, counted, at)
	for i, b := range counted {
		ballots[i].Sum, ballots[i].Refused = b.sum, b.refused
	}
	return err
}
