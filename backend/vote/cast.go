package vote

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
)

// Cast makes value (Up or Down) the voter's standing vote, or with None takes it back, and returns where the thing then
// stands. The vote that stands already changes nothing. Faults: not found for an unknown or hidden thing, denied for the
// voter's own.
func (s *Service) Cast(ctx context.Context, voter uuid.UUID, targetType string, id uuid.UUID, value int) (Summary, error) {
	t, err := s.target(targetType)
	if err != nil {
		return Summary{}, err
	}
	b := &ballot{voter: voter, target: id, value: value}
	if t.batch != nil {
		if err := t.batch.Write(ctx, b); err != nil {
			return Summary{}, err
		}
		return b.sum, b.refused
	}
	return b.castAtOnce(ctx, s.db, t, s.now())
}

// ballot is a vote on its way.
type ballot struct {
	voter  uuid.UUID
	target uuid.UUID
	value  int

	// What came of it, when it was counted together with others.
	sum     Summary
	refused error
}

// refuse is the fault for what may not be voted on.
func (b *ballot) refuse(v domain.Votable, owner uuid.UUID, visible bool) error {
	switch {
	case owner == b.voter:
		return fault.Denied("OWN_CONTENT", "You cannot vote on your own content")
	case !visible:
		return notFound(v)
	}
	return nil
}

// share is 1 when value is the kind counted.
func share(value, kind int) int {
	if value == kind {
		return 1
	}
	return 0
}

// castAtOnce is for PostgreSQL: all that a vote changes in one statement, so in one trip to the database and with everything
// locked for as short as can be. See statement.
func (b *ballot) castAtOnce(ctx context.Context, db *store.DB, t *target, at time.Time) (Summary, error) {
	query, args := t.remove, []any{b.target, b.voter, t.Type, at}
	if b.value != None {
		query, args = t.cast, append(args, b.value)
	}
	var (
		owner   uuid.UUID
		visible bool
		sum     = Summary{TargetID: b.target, Own: b.value}
	)
	err := db.WriteOne(ctx, query, args, &owner, &visible, &sum.Upvotes, &sum.Downvotes)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Summary{}, notFound(t.Votable)
	case err != nil:
		return Summary{}, fmt.Errorf("cast vote: %w", err)
	}
	return sum, b.refuse(t.Votable, owner, visible)
}

// The step of statement that changes the vote, and by how many upvotes and downvotes the target thereby changes. What stood
// before is told by the change itself and not by a look before it: that would show what stood when the statement began,
// perhaps before it waited for another vote of the same person. An insert that met no row leaves xmax 0; one that did
// changes it only when the value differs, and so from the only other one.
const (
	castStep = `changed AS (
		INSERT INTO votes AS v (target_id, user_id, target_type, value, created_at, updated_at)
		SELECT id, $2, $3, $5, $4, $4 FROM target WHERE visible AND owner <> $2
		ON CONFLICT (target_id, user_id, target_type) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
		WHERE v.value <> excluded.value
		RETURNING value, CASE WHEN xmax = 0 THEN 0 ELSE -1 END AS other
	), change AS (
		SELECT CASE value WHEN 1 THEN 1 ELSE other END AS up, CASE value WHEN 1 THEN other ELSE 1 END AS down FROM changed
	)`
	removeStep = `changed AS (
		DELETE FROM votes AS v USING target WHERE v.target_id = target.id AND v.user_id = $2 AND v.target_type = $3
			AND visible AND owner <> $2
		RETURNING value
	), change AS (
		SELECT CASE value WHEN 1 THEN -1 ELSE 0 END AS up, CASE value WHEN 1 THEN 0 ELSE -1 END AS down FROM changed
	)`
)

// statement is step with all that goes before and follows from it. Each part takes its rows from
// the one before, so they happen in this order: the target is locked first, as by everybody who changes it, and people
// last and by id, as by everybody who changes two of them.
func statement(t domain.Votable, step string) string {
	counts, rankedFrom := "upvotes = t.upvotes + up, downvotes = t.downvotes + down", "NULL"
	if t.RankedFrom != "" {
		// Of what was locked: the row that an update finds may be older, and its counts no counts together with the change.
		counts += ", rank = " + rankSQL("(target.upvotes + up)", "(target.downvotes + down)", "target.ranked_from")
		rankedFrom = t.RankedFrom
	}
	return `WITH target AS MATERIALIZED (
			SELECT id, user_id AS owner, ` + t.Visible + ` AS visible, upvotes, downvotes, ` + rankedFrom + ` AS ranked_from
			FROM ` + t.Table + ` WHERE id = $1 FOR NO KEY UPDATE
		), ` + step + `, counted AS (
			UPDATE ` + t.Table + ` AS t SET ` + counts + ` FROM change, target WHERE t.id = $1 RETURNING t.upvotes, t.downvotes
		), people AS MATERIALIZED (
			SELECT users.id FROM users, target, change WHERE users.id IN ($2, owner) ORDER BY users.id FOR NO KEY UPDATE OF users
		), credited AS (
			UPDATE users AS u SET
				votes_given = votes_given + CASE u.id WHEN $2 THEN up + down ELSE 0 END,
				last_active_at = CASE u.id WHEN $2 THEN $4 ELSE last_active_at END,
				upvotes_received = upvotes_received + CASE u.id WHEN $2 THEN 0 ELSE up END,
				downvotes_received = downvotes_received + CASE u.id WHEN $2 THEN 0 ELSE down END,
				reputation = reputation + CASE u.id WHEN $2 THEN 0 ELSE ` + fmt.Sprintf("%d * up + %d * down", UpvoteReputation, DownvoteReputation) + ` END
			FROM people, change WHERE u.id = people.id
		)
		SELECT owner, visible, COALESCE(counted.upvotes, target.upvotes), COALESCE(counted.downvotes, target.downvotes)
		FROM target LEFT JOIN counted ON true`
}
