package vote

import (
	"context"
	"fmt"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

// NextVoters finds the next limit of those who voted on a thing, in the order of their ids: from the one asked for to before
// the one it returns. More says whether there are others.
func NextVoters(ctx context.Context, tx *ent.Client, t domain.Votable, id, from uuid.UUID, limit int) (before uuid.UUID, more bool, err error) {
	beyond, err := tx.Vote.Query().Where(entvote.TargetType(t.Type), entvote.TargetID(id), entsql.FieldGTE(entvote.FieldUserID, from)).
		Order(entvote.ByUserID()).Offset(limit).Limit(1).Select(entvote.FieldUserID).All(ctx)
	switch {
	case err != nil:
		return uuid.Nil, false, fmt.Errorf("voters: %w", err)
	case len(beyond) == 0:
		return uuid.Max, false, nil
	}
	return beyond[0].UserID, true, nil
}

// Everybody is all voters.
var Everybody = Voters{Before: uuid.Max}

// Voters are members whose ids are in a range.
type Voters struct{ From, Before uuid.UUID }

// RemoveOf removes the votes of some voters on a thing that is about to be deleted, and takes them back from every counter:
// the thing's, the voters', the owner's. The caller holds the lock on the thing.
func RemoveOf(ctx context.Context, db *store.DB, tx *ent.Client, t domain.Votable, id uuid.UUID, voters Voters) error {
	things, err := lockThings(ctx, db, tx, t, []uuid.UUID{id})
	if err == nil && len(things) == 0 {
		err = notFound(t)
	}
	if err == nil {
		err = removeOf(ctx, db, tx, t, things[0], voters)
	}
	if err != nil {
		return fmt.Errorf("remove votes: %w", err)
	}
	return nil
}

func removeOf(ctx context.Context, db *store.DB, tx *ent.Client, t domain.Votable, thing standing, voters Voters) error {
	if err := lockPeople(ctx, db, tx, t.Type, thing, voters); err != nil {
		return err
	}
	on := []predicate.Vote{entvote.TargetType(t.Type), entvote.TargetID(thing.id),
		entsql.FieldGTE(entvote.FieldUserID, voters.From), entsql.FieldLT(entvote.FieldUserID, voters.Before)}
	up, err := tx.Vote.Query().Where(append(on, entvote.Value(Up))...).Count(ctx)
	if err != nil {
		return err
	}
	down, err := tx.Vote.Query().Where(append(on, entvote.Value(Down))...).Count(ctx)
	if err != nil {
		return err
	}
	if err := take(ctx, tx, t, thing, up, down); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE users SET votes_given = votes_given - 1
		WHERE id IN (SELECT user_id FROM votes WHERE target_id = $1 AND target_type = $2 AND user_id >= $3 AND user_id < $4)`,
		thing.id, t.Type, voters.From, voters.Before); err != nil {
		return err
	}
	if err := tx.User.Update().Where(user.ID(thing.owner)).
		AddUpvotesReceived(-up).AddDownvotesReceived(-down).
		AddReputation(-UpvoteReputation*up - DownvoteReputation*down).Exec(ctx); err != nil {
		return err
	}
	_, err = tx.Vote.Delete().Where(on...).Exec(ctx)
	return err
}

// lockPeople locks voters on a thing and its owner by id, as a vote does. An update of many takes them in the order in
// which it finds them, and things deleted at once with the same voters would wait for each other in a circle.
func lockPeople(ctx context.Context, db *store.DB, tx *ent.Client, targetType string, thing standing, voters Voters) error {
	if db.IsSQLite() { // where one transaction writes at a time
		return nil
	}
	_, err := tx.ExecContext(ctx, `WITH locked AS (
		SELECT id FROM users WHERE id = ANY(ARRAY(
			SELECT user_id FROM votes WHERE target_id = $2 AND target_type = $1 AND user_id >= $4 AND user_id < $5 UNION ALL SELECT $3::uuid))
		ORDER BY id FOR NO KEY UPDATE) SELECT COUNT(*) FROM locked`, targetType, thing.id, thing.owner, voters.From, voters.Before)
	if err != nil {
		return fmt.Errorf("lock voters: %w", err)
	}
	return nil
}
