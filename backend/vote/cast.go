package vote

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/fault"
	"uvboard/backend/store"
	"uvboard/ent"
)

// Cast makes value (Up or Down) the voter's standing vote, or with None takes it back, and returns where the thing then
// stands. The vote that stands already changes nothing. Faults: not found for an unknown or hidden thing, denied for the
// voter's own.
func (s *Service) Cast(ctx context.Context, voter uuid.UUID, targetType string, id uuid.UUID, value int) (Summary, error) {
	t, err := targetOf(targetType)
	if err != nil {
		return Summary{}, err
	}
	b := ballot{voter: voter, kind: targetType, target: id, value: value, at: s.now().UTC().Truncate(time.Millisecond)}
	if s.db.IsSQLite() {
		var sum Summary
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) (err error) {
			sum, err = b.castInSteps(ctx, tx, t)
			return err
		})
		return sum, err
	}
	return b.castAtOnce(ctx, s.db, t)
}

// ballot is a vote on its way.
type ballot struct {
	voter  uuid.UUID
	kind   string // the word of the target's type
	target uuid.UUID
	value  int
	at     time.Time
}

// subject is what a ballot is about.
type subject struct {
	owner       uuid.UUID
	visible     bool
	up, down    int
	publishedAt sql.NullTime
	was         int
}

// refuse is the fault for what may not be voted on.
func (b ballot) refuse(t Target, owner uuid.UUID, visible bool) error {
	switch {
	case owner == b.voter:
		return fault.Denied("OWN_CONTENT", "You cannot vote on your own content")
	case !visible:
		return t.notFound()
	}
	return nil
}

// castInSteps is for SQLite, where one transaction writes at a time: nothing changes between two steps.
func (b ballot) castInSteps(ctx context.Context, tx *ent.Client, t Target) (Summary, error) {
	on, err := b.find(ctx, tx, t)
	if err == nil {
		err = b.refuse(t, on.owner, on.visible)
	}
	if err != nil {
		return Summary{}, err
	}
	up, down := share(b.value, Up)-share(on.was, Up), share(b.value, Down)-share(on.was, Down)
	sum := Summary{TargetID: b.target, Upvotes: on.up + up, Downvotes: on.down + down, Own: b.value}
	if b.value == on.was {
		return sum, nil
	}
	exec := func(query string, args ...any) {
		if err == nil {
			_, err = tx.ExecContext(ctx, query, args...)
		}
	}
	if b.value == None {
		exec("DELETE FROM votes WHERE target_id = $1 AND user_id = $2 AND target_type = $3", b.target, b.voter, b.kind)
	} else {
		exec(`INSERT INTO votes (target_id, user_id, target_type, value, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
			ON CONFLICT (target_id, user_id, target_type) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
			b.target, b.voter, b.kind, b.value, b.at)
	}
	if t.RankedFrom == "" {
		exec("UPDATE "+t.Table+" SET upvotes = upvotes + $2, downvotes = downvotes + $3 WHERE id = $1", b.target, up, down)
	} else {
		exec("UPDATE "+t.Table+" SET upvotes = upvotes + $2, downvotes = downvotes + $3, rank = $4 WHERE id = $1",
			b.target, up, down, Rank(sum.Upvotes, sum.Downvotes, on.publishedAt.Time))
	}
	exec("UPDATE users SET votes_given = votes_given + $2, last_active_at = $3 WHERE id = $1", b.voter, up+down, b.at)
	exec(`UPDATE users SET upvotes_received = upvotes_received + $2, downvotes_received = downvotes_received + $3,
		reputation = reputation + $4 WHERE id = $1`, on.owner, up, down, UpvoteReputation*up+DownvoteReputation*down)
	if err != nil {
		return Summary{}, fmt.Errorf("cast vote: %w", err)
	}
	return sum, nil
}

func (b ballot) find(ctx context.Context, tx *ent.Client, t Target) (subject, error) {
	rankedFrom := cmp.Or(t.RankedFrom, "NULL")
	rows, err := tx.QueryContext(ctx, "SELECT t.user_id, "+t.Visible+", t.upvotes, t.downvotes, "+rankedFrom+`, COALESCE(v.value, 0)
		FROM `+t.Table+` AS t LEFT JOIN votes AS v ON v.target_id = t.id AND v.user_id = $2 AND v.target_type = $3 WHERE t.id = $1`,
		b.target, b.voter, b.kind)
	if err != nil {
		return subject{}, fmt.Errorf("find target: %w", err)
	}
	defer rows.Close()
	if !rows.Next() {
		return subject{}, errors.Join(rows.Err(), t.notFound())
	}
	var on subject
	if err := rows.Scan(&on.owner, &on.visible, &on.up, &on.down, &on.publishedAt, &on.was); err != nil {
		return subject{}, fmt.Errorf("find target: %w", err)
	}
	return on, nil
}

// share is 1 when value is the kind counted.
func share(value, kind int) int {
	if value == kind {
		return 1
	}
	return 0
}

// castAtOnce is for PostgreSQL: all of castInSteps in one statement, so in one trip to the database and with everything
// locked for as short as can be. See statement.
func (b ballot) castAtOnce(ctx context.Context, db *store.DB, t Target) (Summary, error) {
	query, args := removeStatements[b.kind], []any{b.target, b.voter, b.kind, b.at}
	if b.value != None {
		query, args = castStatements[b.kind], append(args, b.value)
	}
	var (
		owner   uuid.UUID
		visible bool
		sum     = Summary{TargetID: b.target, Own: b.value}
	)
	err := db.WriteOne(ctx, query, args, &owner, &visible, &sum.Upvotes, &sum.Downvotes)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Summary{}, t.notFound()
	case err != nil:
		return Summary{}, fmt.Errorf("cast vote: %w", err)
	}
	return sum, b.refuse(t, owner, visible)
}

var castStatements, removeStatements = statements(castStep), statements(removeStep)

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
		RETURNING value
	), change AS (
		SELECT CASE value WHEN 1 THEN -1 ELSE 0 END AS up, CASE value WHEN 1 THEN 0 ELSE -1 END AS down FROM changed
	)`
)

// statements are step with all that goes before and follows from it, for each kind of target. Each part takes its rows from
// the one before, so they happen in this order: the target is locked first, as by everybody who changes it, and people
// last and by id, as by everybody who changes two of them.
func statements(step string) map[string]string {
	all := map[string]string{}
	for kind, t := range Targets {
		counts, rankedFrom := "upvotes = t.upvotes + up, downvotes = t.downvotes + down", "NULL"
		if t.RankedFrom != "" {
			// Of what was locked: the row that an update finds may be older, and its counts no counts together with the change.
			counts += ", rank = " + rankSQL("(target.upvotes + up)", "(target.downvotes + down)", "target.ranked_from")
			rankedFrom = t.RankedFrom
		}
		all[kind] = `WITH target AS MATERIALIZED (
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
	return all
}
