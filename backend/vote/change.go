package vote

import (
	"context"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
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
	now := s.now()
	day := Day(now.In(s.zone())) // before the transaction, since the zone may be read from the database
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
		return apply(ctx, s.db, tx, v, items, []uuid.UUID{voter}, change{value: value, cast: true, day: day}, now)
	})
	if err != nil {
		return Summary{}, fmt.Errorf("cast vote: %w", err)
	}
	return Summary{TargetID: id, Upvotes: i.up + i.added.up, Downvotes: i.down + i.added.down, Own: value}, nil
}

// Withdraw removes up to limit votes of a user in one transaction, on hidden items too, and returns how many. It
// returns 0 when no vote is left.
func (s *Service) Withdraw(ctx context.Context, voter uuid.UUID, limit int) (int, error) {
	n, err := s.applyToSome(ctx, voter, limit, change{})
	if err != nil {
		return 0, fmt.Errorf("withdraw votes: %w", err)
	}
	return n, nil
}

const recountBatch = 200

const recountJob = "recount votes"

// onEvent stores a task for a change of a user's access after which other votes of the user count, in its transaction.
func (s *Service) onEvent(ctx context.Context, tx *ent.Client, e event.Event) error {
	if e.Kind != event.Access {
		return nil
	}
	isBarred, err := tx.User.Query().
		Where(user.ID(e.Item.ID), func(q *entsql.Selector) { q.Where(entsql.ExprP(barred)) }).Exist(ctx)
	if err != nil {
		return fmt.Errorf("look for a ban: %w", err)
	}
	wrong, err := tx.Vote.Query().Where(entvote.UserID(e.Item.ID), entvote.IsCounted(isBarred)).Exist(ctx)
	if err != nil {
		return fmt.Errorf("look for votes to recount: %w", err)
	}
	if !wrong {
		return nil
	}
	return jobs.Enqueue(ctx, tx, recountJob, e.Item.ID, s.now(), s.now())
}

func (s *Service) workRecount(ctx context.Context, t jobs.Task) error {
	var voter uuid.UUID
	if err := t.Read(&voter); err != nil {
		return err
	}
	return s.Recount(ctx, voter)
}

// Recount updates which votes of a user count, after a change that affects the rule, see barred. It works in
// transactions of recountBatch votes; counters are exact after each.
func (s *Service) Recount(ctx context.Context, voter uuid.UUID) error {
	for {
		n, err := s.applyToSome(ctx, voter, recountBatch, change{keep: true},
			func(q *entsql.Selector) { q.Where(entsql.ExprP(outdated)) })
		if err != nil {
			return fmt.Errorf("recount the votes of a user: %w", err)
		}
		if n == 0 {
			return nil
		}
	}
}

// applyToSome changes up to limit votes of a user, all on one kind of content, and returns how many it found.
func (s *Service) applyToSome(ctx context.Context, voter uuid.UUID, limit int, c change,
	where ...predicate.Vote) (int, error) {
	votes, err := s.db.Client().Vote.Query().Where(append(where, entvote.UserID(voter))...).
		Order(entvote.ByCreatedAt()).Limit(limit).Select(entvote.FieldTargetType, entvote.FieldTargetID).All(ctx)
	if err != nil || len(votes) == 0 {
		return 0, err
	}
	v, err := s.target(votes[0].TargetType)
	if err != nil {
		return 0, err
	}
	var ids []uuid.UUID
	for _, vote := range votes {
		if vote.TargetType == v.Type {
			ids = append(ids, vote.TargetID)
		}
	}
	return len(ids), s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		items, err := lockItems(ctx, s.db, tx, v, ids...)
		if err != nil {
			return err
		}
		return apply(ctx, s.db, tx, v, items, []uuid.UUID{voter}, c, s.now())
	})
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
	return len(votes) > limit, apply(ctx, db, tx, v, items, votes[:min(limit, len(votes))], change{}, now)
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
