package vote

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/store"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

// RemoveTarget removes every vote on a thing that is about to be deleted, in that transaction, and takes it back from
// the counters of the voters and of the owner. The caller holds the lock on the thing.
func RemoveTarget(ctx context.Context, db *store.DB, tx *ent.Client, targetType string, id, owner uuid.UUID) error {
	if err := lockPeople(ctx, db, tx, targetType, id, owner); err != nil {
		return err
	}
	on := []predicate.Vote{entvote.TargetType(targetType), entvote.TargetID(id)}
	up, err := tx.Vote.Query().Where(append(on, entvote.Value(Up))...).Count(ctx)
	if err != nil {
		return fmt.Errorf("remove votes: %w", err)
	}
	down, err := tx.Vote.Query().Where(append(on, entvote.Value(Down))...).Count(ctx)
	if err != nil {
		return fmt.Errorf("remove votes: %w", err)
	}
	_, err = tx.ExecContext(ctx, `UPDATE users SET votes_given = votes_given - 1
		WHERE id IN (SELECT user_id FROM votes WHERE target_id = $1 AND target_type = $2)`, id, targetType)
	err = errors.Join(err,
		tx.User.Update().Where(user.ID(owner)).
			AddUpvotesReceived(-up).AddDownvotesReceived(-down).
			AddReputation(-UpvoteReputation*up-DownvoteReputation*down).Exec(ctx),
	)
	if err != nil {
		return fmt.Errorf("remove votes: %w", err)
	}
	if _, err := tx.Vote.Delete().Where(on...).Exec(ctx); err != nil {
		return fmt.Errorf("remove votes: %w", err)
	}
	return nil
}

// lockPeople locks the voters on a thing and its owner by id, as a vote does. An update of many takes them in the
// order in which it finds them, and things deleted at once with the same voters would wait for each other in a circle.
func lockPeople(ctx context.Context, db *store.DB, tx *ent.Client, targetType string, id, owner uuid.UUID) error {
	if db.IsSQLite() { // where one transaction writes at a time
		return nil
	}
	_, err := tx.ExecContext(ctx, `WITH locked AS (
		SELECT id FROM users WHERE id = ANY(ARRAY(
			SELECT user_id FROM votes WHERE target_id = $2 AND target_type = $1 UNION ALL SELECT $3::uuid))
		ORDER BY id FOR NO KEY UPDATE) SELECT COUNT(*) FROM locked`, targetType, id, owner)
	if err != nil {
		return fmt.Errorf("lock voters: %w", err)
	}
	return nil
}
