package vote

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

// Withdraw removes up to limit votes of a user in one transaction, on hidden items too, and returns how many. It returns 0
// when no vote is left.
func (s *Service) Withdraw(ctx context.Context, voter uuid.UUID, limit int) (int, error) {
	votes, err := s.db.Client().Vote.Query().Where(entvote.UserID(voter)).
		Order(entvote.ByCreatedAt()).Limit(limit).Select(entvote.FieldTargetType, entvote.FieldTargetID).All(ctx)
	if err != nil {
		return 0, fmt.Errorf("votes of a user: %w", err)
	}
	if len(votes) == 0 {
		return 0, nil
	}
	t, err := s.target(votes[0].TargetType) // one kind at a time
	if err != nil {
		return 0, err
	}
	var ids []uuid.UUID
	for _, v := range votes {
		if v.TargetType == t.Type {
			ids = append(ids, v.TargetID)
		}
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return withdraw(ctx, s.db, tx, t.Votable, ids, voter, s.now())
	})
	if err != nil {
		return 0, fmt.Errorf("withdraw votes: %w", err)
	}
	return len(ids), nil
}

// withdraw locks items before users, and both in the order of ids, like every transaction that changes several of them.
func withdraw(ctx context.Context, db *store.DB, tx *ent.Client, v domain.Votable, ids []uuid.UUID, voter uuid.UUID, now time.Time) error {
	items, err := lockItems(ctx, db, tx, v, ids)
	if err != nil {
		return err
	}
	// Read the votes again, since they may have changed before the lock.
	votes, err := tx.Vote.Query().Where(entvote.UserID(voter), entvote.TargetType(v.Type), entvote.TargetIDIn(ids...)).All(ctx)
	if err != nil {
		return err
	}
	values := make(map[uuid.UUID]*ent.Vote, len(votes))
	voteIDs := make([]int, 0, len(votes))
	for _, vote := range votes {
		values[vote.TargetID] = vote
		voteIDs = append(voteIDs, vote.ID)
	}
	if _, err := tx.Vote.Delete().Where(entvote.IDIn(voteIDs...)).Exec(ctx); err != nil {
		return err
	}
	type loss struct{ up, down int }
	counted := 0
	losses := map[uuid.UUID]loss{voter: {}}
	for _, i := range items {
		vote := values[i.id]
		if vote == nil || !vote.IsCounted { // withdrawn meanwhile, or of a banned user
			continue
		}
		up, down := counts(vote.Value)
		popular := 0
		if vote.CreatedAt.After(PopularSince(now)) {
			popular = up
		}
		if err := subtract(ctx, tx, v, i, up, down, popular); err != nil {
			return err
		}
		announce(ctx, db, v, i.id)
		counted++
		lost := losses[i.owner]
		losses[i.owner] = loss{lost.up + up, lost.down + down}
	}
	for _, id := range slices.SortedFunc(maps.Keys(losses), func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }) {
		u := addReceived(tx.User.Update().Where(user.ID(id)), -losses[id].up, -losses[id].down)
		if id == voter {
			u.AddVotesGiven(-len(votes))
		}
		if err := u.Exec(ctx); err != nil {
			return err
		}
	}
	return stats.AddVotes(ctx, tx, voter, -counted)
}
