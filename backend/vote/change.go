package vote

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	entvote "uvboard/ent/vote"
)

// Cast sets the voter's vote on an item to Up or Down, or removes it with None, and returns the counts after it.
// Repeating a vote changes nothing. Faults: not found for an unknown or hidden item; denied for the voter's own;
// invalid for a downvote on content that has upvotes only; unauthenticated for a deleted account.
func (s *Service) Cast(ctx context.Context, voter uuid.UUID, targetType string, id uuid.UUID,
	value int) (Summary, error) {
	v, err := s.target(targetType)
	if err != nil {
		return Summary{}, err
	}
	if v.UpvotesOnly && value == Down {
		return Summary{}, fault.Invalid("voteType", v.Noun+" cannot be downvoted")
	}
	var i *item
	var users map[uuid.UUID]standing
	r := s.rule()
	day := Day(r.now.In(s.zone())) // before the transaction, since the zone may be read from the database
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		items, err := lockItems(ctx, s.db, tx, v, id)
		if err != nil {
			return err
		}
		switch i = items[id]; {
		case i == nil:
			return notFound(v)
		case i.owner == voter:
			return fault.Denied("OWN_CONTENT", "You cannot vote on your own content")
		case !i.visible:
			return notFound(v)
		}
		users, err = apply(ctx, s.db, tx, v, items, []uuid.UUID{voter}, change{value: value, cast: true, day: day}, r)
		return err
	})
	if err != nil {
		return Summary{}, fmt.Errorf("cast vote: %w", err)
	}
	return i.summary(value, users[voter].reason), nil
}

// Withdraw removes up to limit votes of a user in one transaction, on hidden items too, and returns how many. It
// returns 0 when no vote is left.
func (s *Service) Withdraw(ctx context.Context, voter uuid.UUID, limit int) (int, error) {
	n, err := s.applyToSome(ctx, voter, limit, change{}, s.rule())
	if err != nil {
		return 0, fmt.Errorf("withdraw votes: %w", err)
	}
	return n, nil
}

// HasMore reports whether more than limit users have voted on an item.
func HasMore(ctx context.Context, tx *ent.Client, v domain.Votable, id uuid.UUID, limit int) (bool, error) {
	votes, err := voters(ctx, tx, v, id, limit+1)
	return len(votes) > limit, err
}

// RemoveFrom removes up to limit votes from an item that is about to be deleted, and reports whether there are more.
// The item must be locked.
func RemoveFrom(ctx context.Context, db *store.DB, tx *ent.Client, v domain.Votable, id uuid.UUID, limit int,
	now time.Time) (more bool, err error) {
	votes, err := voters(ctx, tx, v, id, limit+1)
	if err != nil || len(votes) == 0 {
		return false, err
	}
	items, err := lockItems(ctx, db, tx, v, id)
	if err != nil {
		return false, err
	}
	// Votes that are removed need no rule. Of owners, those may be new whose accounts are new under any setting.
	r := rule{now: now, minAge: maxAccountHours * time.Hour}
	_, err = apply(ctx, db, tx, v, items, votes[:min(limit, len(votes))], change{}, r)
	return len(votes) > limit, err
}

// voters returns users who have voted on an item, in the order of ids.
func voters(ctx context.Context, tx *ent.Client, v domain.Votable, id uuid.UUID,
	limit int) (ids []uuid.UUID, err error) {
	err = tx.Vote.Query().Where(entvote.TargetType(v.Type), entvote.TargetID(id)).
		Order(entvote.ByUserID()).Limit(limit).Select(entvote.FieldUserID).Scan(ctx, &ids)
	if err != nil {
		err = fmt.Errorf("voters: %w", err)
	}
	return ids, err
}
