package vote

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/ent"
)

// On SQLite one transaction writes at a time, so the ballots that wait for it are counted together: what they are about is
// read once, each is decided in the order of their coming by what the ones before it left, and what comes of them all is
// written once for each vote, thing and person.

// tally is what a number of ballots about things of one kind change.
type tally struct {
	target domain.Votable
	things map[uuid.UUID]*thing
	votes  map[voteKey]*standingVote
	given  map[uuid.UUID]int // by voter whose vote changed: how many more stand
}

// thing is what may be voted on: as it stands, with what the ballots so far changed.
type thing struct {
	owner       uuid.UUID
	visible     bool
	up, down    int
	publishedAt time.Time
	moreUp      int // of up, by the ballots
	moreDown    int
}

type voteKey struct{ target, voter uuid.UUID }

type standingVote struct{ was, is int }

// castTogether counts ballots and notes in each what came of it.
func castTogether(ctx context.Context, tx *ent.Client, target domain.Votable, ballots []*ballot, at time.Time) error {
	t := &tally{
		target: target,
		things: make(map[uuid.UUID]*thing, len(ballots)),
		votes:  make(map[voteKey]*standingVote, len(ballots)),
		given:  make(map[uuid.UUID]int, len(ballots)),
	}
	if err := t.read(ctx, tx, ballots); err != nil {
		return fmt.Errorf("find targets: %w", err)
	}
	for _, b := range ballots {
		b.sum, b.refused = t.decide(b)
	}
	if err := t.write(ctx, tx, at); err != nil {
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
	rows, err := tx.QueryContext(ctx, `SELECT t.id, asked.value->>1, t.user_id, `+t.target.Visible+`, t.upvotes, t.downvotes, `+
		cmp.Or(t.target.RankedFrom, "NULL")+`, COALESCE(v.value, 0)
		FROM json_each($1) AS asked CROSS JOIN `+t.target.Table+` AS t ON t.id = asked.value->>0
		LEFT JOIN votes AS v ON v.target_id = t.id AND v.user_id = asked.value->>1 AND v.target_type = $2`, string(list), t.target.Type)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var (
			key         voteKey
			on          thing
			publishedAt sql.NullTime
			was         int
		)
		if err := rows.Scan(&key.target, &key.voter, &on.owner, &on.visible, &on.up, &on.down, &publishedAt, &was); err != nil {
			return err
		}
		on.publishedAt = publishedAt.Time
		if t.things[key.target] == nil {
			t.things[key.target] = &on
		}
		t.votes[key] = &standingVote{was: was, is: was}
	}
	return rows.Err()
}

func (t *tally) decide(b *ballot) (Summary, error) {
	on := t.things[b.target]
	if on == nil {
		return Summary{}, notFound(t.target)
	}
	if err := b.refuse(t.target, on.owner, on.visible); err != nil {
		return Summary{}, err
	}
	vote := t.votes[voteKey{b.target, b.voter}]
	if b.value != vote.is {
		up, down := share(b.value, Up)-share(vote.is, Up), share(b.value, Down)-share(vote.is, Down)
		on.moreUp, on.moreDown = on.moreUp+up, on.moreDown+down
		t.given[b.voter] += up + down
		vote.is = b.value
	}
	return Summary{TargetID: b.target, Upvotes: on.up + on.moreUp, Downvotes: on.down + on.moreDown, Own: b.value}, nil
}

func (t *tally) write(ctx context.Context, tx *ent.Client, at time.Time) (err error) {
	exec := func(query string, args ...any) {
		if err == nil {
			_, err = tx.ExecContext(ctx, query, args...)
		}
	}
	for key, vote := range t.votes {
		switch {
		case vote.is == vote.was:
		case vote.is == None:
			exec("DELETE FROM votes WHERE target_id = $1 AND user_id = $2 AND target_type = $3", key.target, key.voter, t.target.Type)
		default:
			exec(`INSERT INTO votes (target_id, user_id, target_type, value, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
				ON CONFLICT (target_id, user_id, target_type) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
				key.target, key.voter, t.target.Type, vote.is, at)
		}
	}
	type gain struct{ up, down int }
	owners := make(map[uuid.UUID]gain, len(t.things))
	for id, on := range t.things {
		if on.moreUp == 0 && on.moreDown == 0 {
			continue
		}
		query, args := "UPDATE "+t.target.Table+" SET upvotes = upvotes + $2, downvotes = downvotes + $3", []any{id, on.moreUp, on.moreDown}
		if t.target.RankedFrom != "" {
			query, args = query+", rank = $4", append(args, Rank(on.up+on.moreUp, on.down+on.moreDown, on.publishedAt))
		}
		exec(query+" WHERE id = $1", args...)
		owners[on.owner] = gain{owners[on.owner].up + on.moreUp, owners[on.owner].down + on.moreDown}
	}
	for voter, given := range t.given {
		exec("UPDATE users SET votes_given = votes_given + $2, last_active_at = $3 WHERE id = $1", voter, given, at)
	}
	for owner, gained := range owners {
		exec(`UPDATE users SET upvotes_received = upvotes_received + $2, downvotes_received = downvotes_received + $3,
			reputation = reputation + $4 WHERE id = $1`, owner, gained.up, gained.down, UpvoteReputation*gained.up+DownvoteReputation*gained.down)
	}
	return err
}
