package vote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

const countedBatch = 200

// SetCounted makes all votes of a user count after a ban, or not count during one. Call it after the commit of the ban or of its end.
// It works in transactions of countedBatch votes and can be repeated after a failure; counters are exact after each. If a ban begins
// or ends meanwhile, it stops: the call for that does the rest.
func (s *Service) SetCounted(ctx context.Context, voter uuid.UUID, counted bool) error {
	for {
		votes, err := s.db.Client().Vote.Query().Where(entvote.UserID(voter), entvote.IsCounted(!counted)).
			Order(entvote.ByCreatedAt()).Limit(countedBatch).Select(entvote.FieldTargetType, entvote.FieldTargetID).All(ctx)
		if err != nil {
			return fmt.Errorf("votes of a user: %w", err)
		}
		if len(votes) == 0 {
			return nil
		}
		t, err := s.target(votes[0].TargetType) // one kind at a time
		if err != nil {
			return err
		}
		var ids []uuid.UUID
		for _, v := range votes {
			if v.TargetType == t.Type {
				ids = append(ids, v.TargetID)
			}
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			return s.setCounted(ctx, tx, t.Votable, ids, voter, counted)
		})
		if errors.Is(err, errBanChanged) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("count the votes of a user: %w", err)
		}
	}
}

// errBanChanged ends SetCounted when it comes too late.
var errBanChanged = errors.New("a ban has begun or ended")

// setCounted locks items before users, and both in the order of ids, like every transaction that changes several of them.
func (s *Service) setCounted(ctx context.Context, tx *ent.Client, v domain.Votable, ids []uuid.UUID, voter uuid.UUID, counted bool) error {
	items, err := lockItems(ctx, s.db, tx, v, ids)
	if err != nil {
		return err
	}
	banned, err := s.lockVoter(ctx, tx, voter, items)
	if err != nil {
		return err
	}
	if banned == counted {
		return errBanChanged
	}
	votes, err := tx.Vote.Query().Where(entvote.UserID(voter), entvote.TargetType(v.Type), entvote.TargetIDIn(ids...), entvote.IsCounted(!counted)).All(ctx)
	if err != nil {
		return err
	}
	byTarget := make(map[uuid.UUID]*ent.Vote, len(votes))
	voteIDs := make([]int, len(votes))
	for i, vote := range votes {
		byTarget[vote.TargetID], voteIDs[i] = vote, vote.ID
	}
	if len(voteIDs) == 0 { // changed meanwhile
		return nil
	}
	if err := tx.Vote.Update().Where(entvote.IDIn(voteIDs...)).SetIsCounted(counted).Exec(ctx); err != nil {
		return err
	}
	sign := -1
	if counted {
		sign = 1
	}
	type gain struct{ up, down int }
	gains, changed := map[uuid.UUID]gain{}, 0
	for _, i := range items {
		vote := byTarget[i.id]
		if vote == nil {
			continue
		}
		up, down := counts(vote.Value)
		up, down = sign*up, sign*down
		popular := 0
		if vote.CreatedAt.After(PopularSince(s.now())) {
			popular = up
		}
		if err := subtract(ctx, tx, v, i, -up, -down, -popular); err != nil {
			return err
		}
		announce(ctx, s.db, v, i.id)
		changed += sign
		gains[i.owner] = gain{gains[i.owner].up + up, gains[i.owner].down + down}
	}
	for _, id := range slices.SortedFunc(maps.Keys(gains), func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }) {
		if err := addReceived(tx.User.Update().Where(user.ID(id)), gains[id].up, gains[id].down).Exec(ctx); err != nil {
			return err
		}
	}
	return stats.AddVotes(ctx, tx, voter, changed)
}

// lockVoter locks a voter and the owners of items, and reports whether the voter is banned.
func (s *Service) lockVoter(ctx context.Context, tx *ent.Client, voter uuid.UUID, items []item) (banned bool, err error) {
	ids := []uuid.UUID{voter}
	for _, i := range items {
		ids = append(ids, i.owner)
	}
	users, err := tx.User.Query().Where(user.IDIn(ids...), s.db.ForUpdate).Order(user.ByID()).
		Select(user.FieldID, user.FieldSuspendedAt, user.FieldSuspendedUntil).All(ctx)
	for _, u := range users {
		banned = banned || u.ID == voter && u.SuspendedAt != nil && u.SuspendedUntil == nil
	}
	return banned, err
}
