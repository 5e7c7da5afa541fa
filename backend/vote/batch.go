package vote

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
)

// Each database has its own fast way to write votes, and TestCastIsTheSameOnBothDatabases compares them. SQLite runs one
// writing transaction at a time: the ballots that wait for it are decided together in Go, in the order in which they came,
// and each changed vote, item and user is written once. PostgreSQL takes each ballot in one statement.

// tally is the state of a batch of ballots on one kind of content.
type tally struct {
	votable domain.Votable
	at      time.Time
	items   map[uuid.UUID]*talliedItem
	votes   map[voteKey]*talliedVote
	given   map[uuid.UUID]int // change of users.votes_given, by voter whose vote changed
}

// talliedItem is an item before the batch, and the change of its votes.
type talliedItem struct {
	item
	visible            bool
	addedUp, addedDown int
	addedPopular       int // change of Votable.Popularity
}

type voteKey struct{ target, voter uuid.UUID }

type talliedVote struct {
	before, value int
	createdAt     time.Time // zero without a vote
}

// castBatch casts ballots on SQLite and sets the result of each.
func castBatch(ctx context.Context, tx *ent.Client, v domain.Votable, ballots []*ballot, at time.Time) error {
	t := &tally{
		votable: v,
		at:      at,
		items:   make(map[uuid.UUID]*talliedItem, len(ballots)),
		votes:   make(map[voteKey]*talliedVote, len(ballots)),
		given:   make(map[uuid.UUID]int, len(ballots)),
	}
	if err := t.read(ctx, tx, ballots); err != nil {
		return fmt.Errorf("find targets: %w", err)
	}
	for _, b := range ballots {
		b.sum, b.refused = t.decide(b)
	}
	if err := t.write(ctx, tx); err != nil {
		return fmt.Errorf("cast votes: %w", err)
	}
	return nil
}

func (t *tally) read(ctx context.Context, tx *ent.Client, ballots []*ballot) error {
	asked := make([][2]uuid.UUID, len(ballots))
	for i, b := range ballots {
		asked[i] = [2]uuid.UUID{b.target, b.voter}
	}
	list, err := json.Marshal(asked)
	if err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, `SELECT t.id, asked.value->>1, t.user_id, `+t.votable.Visible+`, t.upvotes, t.downvotes, `+
		cmp.Or(t.votable.RankedFrom, "NULL")+`, COALESCE(v.value, 0), v.created_at
		FROM json_each($1) AS asked CROSS JOIN `+t.votable.Table+` AS t ON t.id = asked.value->>0
		LEFT JOIN votes AS v ON v.target_id = t.id AND v.user_id = asked.value->>1 AND v.target_type = $2`, string(list), t.votable.Type)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var (
			i     talliedItem
			voter uuid.UUID
			value int
			since sql.NullTime
		)
		if err := rows.Scan(&i.id, &voter, &i.owner, &i.visible, &i.up, &i.down, &i.publishedAt, &value, &since); err != nil {
			return err
		}
		if t.items[i.id] == nil {
			t.items[i.id] = &i
		}
		t.votes[voteKey{i.id, voter}] = &talliedVote{before: value, value: value, createdAt: since.Time}
	}
	return rows.Err()
}

func (t *tally) decide(b *ballot) (Summary, error) {
	i := t.items[b.target]
	if i == nil {
		return Summary{}, notFound(t.votable)
	}
	if err := b.refuse(t.votable, i.owner, i.visible); err != nil {
		return Summary{}, err
	}
	if vote := t.votes[voteKey{b.target, b.voter}]; vote.value != b.value {
		up, down := counts(b.value)
		oldUp, oldDown := counts(vote.value)
		i.addedUp, i.addedDown = i.addedUp+up-oldUp, i.addedDown+down-oldDown
		t.given[b.voter] += up + down - oldUp - oldDown
		if vote.value == None {
			vote.createdAt = t.at
		}
		if vote.createdAt.After(PopularSince(t.at)) {
			i.addedPopular += up - oldUp
		}
		vote.value = b.value
	}
	return Summary{TargetID: b.target, Upvotes: i.up + i.addedUp, Downvotes: i.down + i.addedDown, Own: b.value}, nil
}

func (t *tally) write(ctx context.Context, tx *ent.Client) (err error) {
	exec := func(query string, args ...any) {
		if err == nil {
			_, err = tx.ExecContext(ctx, query, args...)
		}
	}
	for key, vote := range t.votes {
		switch {
		case vote.value == vote.before:
		case vote.value == None:
			exec("DELETE FROM votes WHERE target_id = $1 AND user_id = $2 AND target_type = $3", key.target, key.voter, t.votable.Type)
		default:
			exec(`INSERT INTO votes (target_id, user_id, target_type, value, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
				ON CONFLICT (target_id, user_id, target_type) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
				key.target, key.voter, t.votable.Type, vote.value, t.at)
		}
	}
	type gain struct{ up, down int }
	gains := make(map[uuid.UUID]gain, len(t.items))
	for id, i := range t.items {
		if i.addedUp == 0 && i.addedDown == 0 {
			continue
		}
		query, args := "UPDATE "+t.votable.Table+" SET upvotes = upvotes + $2, downvotes = downvotes + $3", []any{id, i.addedUp, i.addedDown}
		if t.votable.RankedFrom != "" {
			query, args = query+", rank = $4", append(args, Rank(i.up+i.addedUp, i.down+i.addedDown, i.publishedAt.Time))
		}
		if t.votable.Popularity != "" {
			args = append(args, i.addedPopular)
			query += fmt.Sprintf(", %[1]s = %[1]s + $%[2]d", t.votable.Popularity, len(args))
		}
		exec(query+" WHERE id = $1", args...)
		gains[i.owner] = gain{gains[i.owner].up + i.addedUp, gains[i.owner].down + i.addedDown}
	}
	for voter, given := range t.given {
		exec("UPDATE users SET votes_given = votes_given + $2, last_active_at = $3 WHERE id = $1", voter, given, t.at)
	}
	for owner, g := range gains {
		exec(`UPDATE users SET upvotes_received = upvotes_received + $2, downvotes_received = downvotes_received + $3,
			reputation = reputation + $4 WHERE id = $1`, owner, g.up, g.down, Reputation(g.up, g.down))
	}
	total := 0
	for _, given := range t.given {
		total += given
	}
	if err == nil {
		err = stats.AddVotes(ctx, tx, uuid.Nil, total)
	}
	return err
}

// castByStatement casts the ballot on PostgreSQL.
func (b *ballot) castByStatement(ctx context.Context, db *store.DB, t *target, at time.Time) (Summary, error) {
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

// The part of statement that writes the vote, and computes the change of the upvotes and downvotes. The old value comes from
// the write itself: a SELECT would see the state at the start of the statement, before it waited for another vote of the
// same user. After an INSERT xmax is 0; an UPDATE runs only if the value differs, so the old value is the other one.
const (
	castStep = `changed AS (
		INSERT INTO votes AS v (target_id, user_id, target_type, value, created_at, updated_at)
		SELECT id, $2, $3, $5, $4, $4 FROM target WHERE visible AND owner <> $2
		ON CONFLICT (target_id, user_id, target_type) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
		WHERE v.value <> excluded.value
		RETURNING value, created_at, CASE WHEN xmax = 0 THEN 0 ELSE -1 END AS other
	), change AS (
		SELECT CASE value WHEN 1 THEN 1 ELSE other END AS up, CASE value WHEN 1 THEN other ELSE 1 END AS down, created_at FROM changed
	)`
	removeStep = `changed AS (
		DELETE FROM votes AS v USING target WHERE v.target_id = target.id AND v.user_id = $2 AND v.target_type = $3
			AND visible AND owner <> $2
		RETURNING value, created_at
	), change AS (
		SELECT CASE value WHEN 1 THEN -1 ELSE 0 END AS up, CASE value WHEN 1 THEN 0 ELSE -1 END AS down, created_at FROM changed
	)`
)

// statement returns the statement that casts a ballot and updates all counters. Each part takes its rows from the one before,
// so they run in this order. The item is locked first, then the users in the order of ids, like in every transaction that
// changes several of them, and the counter of all votes last. No part locks the users before they are updated: the UPDATE starts
// from the version of a row in the statement's snapshot, and if another transaction waits there for a newer, locked version, both
// wait for each other.
func statement(v domain.Votable, step string) string {
	set, rankedFrom := "upvotes = t.upvotes + up, downvotes = t.downvotes + down", "NULL"
	if v.RankedFrom != "" {
		// From the locked row: the one that the UPDATE finds may be older.
		set += ", rank = " + rankSQL("(target.upvotes + up)", "(target.downvotes + down)", "target.ranked_from")
		rankedFrom = v.RankedFrom
	}
	if v.Popularity != "" {
		set += fmt.Sprintf(", %[1]s = t.%[1]s + CASE WHEN change.created_at + interval '%[2]d days' > $4 THEN up ELSE 0 END", v.Popularity, popularDays)
	}
	credit := `UPDATE users AS u SET
				votes_given = votes_given + CASE u.id WHEN $2 THEN up + down ELSE 0 END,
				last_active_at = CASE u.id WHEN $2 THEN $4 ELSE last_active_at END,
				upvotes_received = upvotes_received + CASE u.id WHEN $2 THEN 0 ELSE up END,
				downvotes_received = downvotes_received + CASE u.id WHEN $2 THEN 0 ELSE down END,
				reputation = reputation + CASE u.id WHEN $2 THEN 0 ELSE ` + reputationSQL("up", "down") + ` END`
	return `WITH target AS MATERIALIZED (
			SELECT id, user_id AS owner, ` + v.Visible + ` AS visible, upvotes, downvotes, ` + rankedFrom + ` AS ranked_from
			FROM ` + v.Table + ` WHERE id = $1 FOR NO KEY UPDATE
		), ` + step + `, counted AS (
			UPDATE ` + v.Table + ` AS t SET ` + set + ` FROM change, target WHERE t.id = $1 RETURNING t.upvotes, t.downvotes
		), first AS (
			` + credit + ` FROM change, target WHERE u.id = LEAST($2, owner) RETURNING 1
		), second AS (
			` + credit + ` FROM change, target, (SELECT COUNT(*) FROM first) AS done WHERE u.id = GREATEST($2, owner) RETURNING 1
		), totalled AS (
			INSERT INTO counters AS c (id, value) SELECT ` + stats.VoteRowSQL("$2") + `, up + down FROM change, (SELECT COUNT(*) FROM second) AS done
			WHERE up + down <> 0 ON CONFLICT (id) DO UPDATE SET value = c.value + excluded.value
		)
		SELECT owner, visible, COALESCE(counted.upvotes, target.upvotes), COALESCE(counted.downvotes, target.downvotes)
		FROM target LEFT JOIN counted ON true`
}
