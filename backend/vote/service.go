// Package vote counts what members think of what others made: one standing vote a person and thing, with every counter
// that follows from it changed in the same transaction.
package vote

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/auth"
	"uvboard/backend/fault"
	"uvboard/backend/store"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

// What a vote does to the reputation of the owner of its target.
const (
	UpvoteReputation   = 5
	DownvoteReputation = -2
)

// Values of a vote.
const (
	None = 0
	Up   = 1
	Down = -1
)

// Summary is where a thing stands, with the caller's own vote.
type Summary struct {
	TargetID  uuid.UUID
	Upvotes   int
	Downvotes int
	Own       int // Up, Down or None
}

// Service casts and counts votes.
type Service struct {
	db  *store.DB
	now func() time.Time
}

// NewService works on db; now is the clock.
func NewService(db *store.DB, now func() time.Time) *Service { return &Service{db: db, now: now} }

// Summaries tells where the things with these ids stand and how the caller, nil for a visitor, voted on them. Unknown
// things are left out, and so are hidden ones that are not the caller's own, but for admins.
func (s *Service) Summaries(ctx context.Context, caller *auth.Caller, targetType string, ids []uuid.UUID) ([]Summary, error) {
	t, err := targetOf(targetType)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	where := entsql.In("id", anys(ids)...)
	switch {
	case caller == nil:
		where = entsql.And(where, entsql.ExprP(t.Visible))
	case !caller.IsAdmin:
		where = entsql.And(where, entsql.Or(entsql.ExprP(t.Visible), entsql.EQ("user_id", caller.UserID)))
	}
	query, args := entsql.Dialect(s.db.Dialect).
		Select("id", "upvotes", "downvotes").From(entsql.Table(t.Table)).Where(where).Query()
	rows, err := s.db.Client().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("vote summaries: %w", err)
	}
	defer rows.Close()
	summaries := make([]Summary, 0, len(ids))
	for rows.Next() {
		var sum Summary
		if err := rows.Scan(&sum.TargetID, &sum.Upvotes, &sum.Downvotes); err != nil {
			return nil, fmt.Errorf("vote summaries: %w", err)
		}
		summaries = append(summaries, sum)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("vote summaries: %w", err)
	}
	// In the order asked for; no database promises one.
	slices.SortFunc(summaries, func(a, b Summary) int { return slices.Index(ids, a.TargetID) - slices.Index(ids, b.TargetID) })
	if caller == nil {
		return summaries, nil
	}
	votes, err := s.db.Client().Vote.Query().
		Where(entvote.UserID(caller.UserID), entvote.TargetType(targetType), entvote.TargetIDIn(ids...)).
		Select(entvote.FieldTargetID, entvote.FieldValue).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("vote summaries: %w", err)
	}
	at := make(map[uuid.UUID]int, len(summaries))
	for i, sum := range summaries {
		at[sum.TargetID] = i
	}
	for _, v := range votes {
		if i, ok := at[v.TargetID]; ok {
			summaries[i].Own = v.Value
		}
	}
	return summaries, nil
}

// Cast makes value (Up or Down) the voter's standing vote, or with None takes it back, and returns where the thing then
// stands. The vote that stands already changes nothing. Faults: not found for an unknown or hidden thing, denied for the
// voter's own.
func (s *Service) Cast(ctx context.Context, voter uuid.UUID, targetType string, id uuid.UUID, value int) (Summary, error) {
	t, err := targetOf(targetType)
	if err != nil {
		return Summary{}, err
	}
	sum := Summary{TargetID: id, Own: value}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		// Every vote on a thing locks that thing first, so the counts read here stand until the commit.
		row, err := s.lock(ctx, tx, t, id)
		switch {
		case err != nil:
			return err
		case row.owner == voter:
			return fault.Denied("OWN_CONTENT", "You cannot vote on your own content")
		case !row.visible:
			return t.notFound()
		}
		old, err := tx.Vote.Query().
			Where(entvote.UserID(voter), entvote.TargetType(targetType), entvote.TargetID(id)).Only(ctx)
		if err != nil && !ent.IsNotFound(err) {
			return fmt.Errorf("own vote: %w", err)
		}
		was := None
		if old != nil {
			was = old.Value
		}
		sum.Upvotes, sum.Downvotes = row.up, row.down
		if was == value {
			return nil
		}
		if err := s.replace(ctx, tx, old, voter, targetType, id, value); err != nil {
			return err
		}
		up, down := share(value, Up)-share(was, Up), share(value, Down)-share(was, Down)
		sum.Upvotes, sum.Downvotes = row.up+up, row.down+down
		if err := s.count(ctx, tx, t, row, id, up, down); err != nil {
			return err
		}
		return s.creditPeople(ctx, tx, voter, row.owner, up, down)
	})
	return sum, err
}

// share is 1 when value is the kind counted.
func share(value, kind int) int {
	if value == kind {
		return 1
	}
	return 0
}

type target struct {
	owner       uuid.UUID
	visible     bool
	up, down    int
	publishedAt sql.NullTime
}

func (s *Service) lock(ctx context.Context, tx *ent.Client, t Target, id uuid.UUID) (target, error) {
	rankedFrom := t.RankedFrom
	if rankedFrom == "" {
		rankedFrom = "NULL"
	}
	query := "SELECT user_id, " + t.Visible + ", upvotes, downvotes, " + rankedFrom + " FROM " + t.Table + " WHERE id = $1"
	if !s.db.IsSQLite() {
		query += " FOR UPDATE"
	}
	rows, err := tx.QueryContext(ctx, query, id)
	if err != nil {
		return target{}, fmt.Errorf("lock target: %w", err)
	}
	defer rows.Close()
	if !rows.Next() {
		return target{}, errors.Join(rows.Err(), t.notFound())
	}
	var row target
	if err := rows.Scan(&row.owner, &row.visible, &row.up, &row.down, &row.publishedAt); err != nil {
		return target{}, fmt.Errorf("lock target: %w", err)
	}
	return row, nil
}

// replace puts the vote in the place of old, which may be nil.
func (s *Service) replace(ctx context.Context, tx *ent.Client, old *ent.Vote, voter uuid.UUID, targetType string, id uuid.UUID, value int) error {
	now := s.now()
	var err error
	switch {
	case old == nil:
		err = tx.Vote.Create().SetUserID(voter).SetTargetType(targetType).SetTargetID(id).
			SetValue(value).SetCreatedAt(now).SetUpdatedAt(now).Exec(ctx)
	case value == None:
		err = tx.Vote.DeleteOne(old).Exec(ctx)
	default:
		err = tx.Vote.Update().Where(entvote.ID(old.ID)).SetValue(value).SetUpdatedAt(now).Exec(ctx)
	}
	if err != nil {
		return fmt.Errorf("replace vote: %w", err)
	}
	return nil
}

func (s *Service) count(ctx context.Context, tx *ent.Client, t Target, row target, id uuid.UUID, up, down int) error {
	query := "UPDATE " + t.Table + " SET upvotes = upvotes + $1, downvotes = downvotes + $2"
	args := []any{up, down, id}
	if t.RankedFrom != "" {
		query += ", rank = $4"
		args = append(args, Rank(row.up+up, row.down+down, row.publishedAt.Time))
	}
	if _, err := tx.ExecContext(ctx, query+" WHERE id = $3", args...); err != nil {
		return fmt.Errorf("count vote: %w", err)
	}
	return nil
}

// creditPeople changes the counters of voter and owner. It goes by id, so that two people who vote on each other's
// things at once do not wait for each other.
func (s *Service) creditPeople(ctx context.Context, tx *ent.Client, voter, owner uuid.UUID, up, down int) error {
	credit := func(id uuid.UUID) error {
		u := tx.User.Update().Where(user.ID(id))
		if id == voter {
			u.AddVotesGiven(up + down).SetLastActiveAt(s.now())
		} else {
			u.AddUpvotesReceived(up).AddDownvotesReceived(down).
				AddReputation(UpvoteReputation*up + DownvoteReputation*down)
		}
		return u.Exec(ctx)
	}
	first, second := voter, owner
	if bytes.Compare(owner[:], voter[:]) < 0 {
		first, second = owner, voter
	}
	if err := errors.Join(credit(first), credit(second)); err != nil {
		return fmt.Errorf("credit people: %w", err)
	}
	return nil
}

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
	err = errors.Join(
		tx.User.Update().Where(user.HasVotesWith(on...)).AddVotesGiven(-1).Exec(ctx),
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

// lockPeople locks the voters on a thing and its owner by id, as creditPeople does. An update of many takes them in the
// order in which it finds them, and things deleted at once with the same voters would wait for each other in a circle.
func lockPeople(ctx context.Context, db *store.DB, tx *ent.Client, targetType string, id, owner uuid.UUID) error {
	if db.IsSQLite() { // where one transaction writes at a time
		return nil
	}
	_, err := tx.ExecContext(ctx, `WITH locked AS (
		SELECT id FROM users WHERE id = $3 OR id IN (SELECT user_id FROM votes WHERE target_id = $2 AND target_type = $1)
		ORDER BY id FOR NO KEY UPDATE) SELECT COUNT(*) FROM locked`, targetType, id, owner)
	if err != nil {
		return fmt.Errorf("lock voters: %w", err)
	}
	return nil
}

func anys[T any](in []T) []any {
	out := make([]any, len(in))
	for i, v := range in {
		out[i] = v
	}
	return out
}
