package vote

import (
	"context"
	"fmt"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

// Voters is a range of user ids.
type Voters struct{ From, Before uuid.UUID }

// AllVoters is the range of all users.
var AllVoters = Voters{Before: uuid.Max}

// NextVoters finds the range of the next limit voters on an item, in the order of ids: from the given id up to before the
// returned one. more reports whether there are voters after it.
func NextVoters(ctx context.Context, tx *ent.Client, v domain.Votable, id, from uuid.UUID, limit int) (before uuid.UUID, more bool, err error) {
	beyond, err := tx.Vote.Query().Where(entvote.TargetType(v.Type), entvote.TargetID(id), entsql.FieldGTE(entvote.FieldUserID, from)).
		Order(entvote.ByUserID()).Offset(limit).Limit(1).Select(entvote.FieldUserID).All(ctx)
	switch {
	case err != nil:
		return uuid.Nil, false, fmt.Errorf("voters: %w", err)
	case len(beyond) == 0:
		return uuid.Max, false, nil
	}
	return beyond[0].UserID, true, nil
}

// RemoveFrom removes the votes of some voters from an item that is about to be deleted, and subtracts them from the counters
// of the item, the voters and the owner. The item must be locked.
func RemoveFrom(ctx context.Context, db *store.DB, tx *ent.Client, v domain.Votable, id uuid.UUID, voters Voters) error {
	items, err := lockItems(ctx, db, tx, v, []uuid.UUID{id})
	if err == nil && len(items) == 0 {
		err = notFound(v)
	}
	if err == nil {
		err = removeFrom(ctx, db, tx, v, items[0], voters)
	}
	return err
}

func removeFrom(ctx context.Context, db *store.DB, tx *ent.Client, v domain.Votable, i item, voters Voters) error {
	if err := lockUsers(ctx, db, tx, v.Type, i, voters); err != nil {
		return err
	}
	votes := []predicate.Vote{entvote.TargetType(v.Type), entvote.TargetID(i.id),
		entsql.FieldGTE(entvote.FieldUserID, voters.From), entsql.FieldLT(entvote.FieldUserID, voters.Before)}
	up, err := tx.Vote.Query().Where(append(votes, entvote.IsCounted(true), entvote.Value(Up))...).Count(ctx)
	if err != nil {
		return err
	}
	down, err := tx.Vote.Query().Where(append(votes, entvote.IsCounted(true), entvote.Value(Down))...).Count(ctx)
	if err != nil {
		return err
	}
	if err := subtract(ctx, tx, v, i, up, down, 0); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE users SET votes_given = votes_given - 1
		WHERE id IN (SELECT user_id FROM votes WHERE target_id = $1 AND target_type = $2 AND user_id >= $3 AND user_id < $4)`,
		i.id, v.Type, voters.From, voters.Before); err != nil {
		return err
	}
	if err := addReceived(tx.User.Update().Where(user.ID(i.owner)), -up, -down).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.Vote.Delete().Where(votes...).Exec(ctx); err != nil {
		return err
	}
	return stats.AddVotes(ctx, tx, i.id, -up-down)
}

// lockUsers locks the voters on an item and its owner in the order of ids, as a vote does. An UPDATE of many rows locks them
// in any order: two items deleted at once that have voters in common could deadlock. SQLite runs one writing transaction at
// a time.
func lockUsers(ctx context.Context, db *store.DB, tx *ent.Client, targetType string, i item, voters Voters) error {
	if db.IsSQLite() {
		return nil
	}
	_, err := tx.ExecContext(ctx, `WITH locked AS (
		SELECT id FROM users WHERE id = ANY(ARRAY(
			SELECT user_id FROM votes WHERE target_id = $2 AND target_type = $1 AND user_id >= $4 AND user_id < $5 UNION ALL SELECT $3::uuid))
		ORDER BY id FOR NO KEY UPDATE) SELECT COUNT(*) FROM locked`, targetType, i.id, i.owner, voters.From, voters.Before)
	return err
}
