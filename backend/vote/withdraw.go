package vote

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"slices"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

// Withdraw takes back up to limit votes of a voter, on hidden things too, in one transaction, and says how many. None
// means that there are no more.
func (s *Service) Withdraw(ctx context.Context, voter uuid.UUID, limit int) (int, error) {
	votes, err := s.db.Client().Vote.Query().Where(entvote.UserID(voter)).
		Order(entvote.ByCreatedAt()).Limit(limit).Select(entvote.FieldTargetType, entvote.FieldTargetID).All(ctx)
	if err != nil {
		return 0, fmt.Errorf("votes of a member: %w", err)
	}
	if len(votes) == 0 {
		return 0, nil
	}
	targetType := votes[0].TargetType
	t, err := s.target(targetType)
	if err != nil {
		return 0, err
	}
	var ids []uuid.UUID
	for _, v := range votes {
		if v.TargetType == targetType {
			ids = append(ids, v.TargetID)
		}
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return withdraw(ctx, s.db, tx, t.Votable, ids, voter)
	})
	if err != nil {
		return 0, fmt.Errorf("withdraw votes: %w", err)
	}
	return len(ids), nil
}

// standing is a thing that votes are withdrawn from.
type standing struct {
	id, owner   uuid.UUID
	up, down    int
	publishedAt sql.NullTime
}

// withdraw goes from things to people, and through both by id, as every change of them does.
func withdraw(ctx context.Context, db *store.DB, tx *ent.Client, t domain.Votable, ids []uuid.UUID, voter uuid.UUID) error {
	things, err := lockThings(ctx, db, tx, t, ids)
	if err != nil {
		return err
	}
	// What stands only now that the things are locked.
	votes, err := tx.Vote.Query().Where(entvote.UserID(voter), entvote.TargetType(t.Type), entvote.TargetIDIn(ids...)).All(ctx)
	if err != nil {
		return err
	}
	values := make(map[uuid.UUID]int, len(votes))
	taken := make([]int, 0, len(votes))
	for _, v := range votes {
		values[v.TargetID] = v.Value
		taken = append(taken, v.ID)
	}
	if _, err := tx.Vote.Delete().Where(entvote.IDIn(taken...)).Exec(ctx); err != nil {
		return err
	}
	type loss struct{ up, down int }
	people := map[uuid.UUID]loss{voter: {}}
	for _, thing := range things {
		up, down := share(values[thing.id], Up), share(values[thing.id], Down)
		if err := take(ctx, tx, t, thing, up, down); err != nil {
			return err
		}
		owner := people[thing.owner]
		people[thing.owner] = loss{owner.up + up, owner.down + down}
	}
	ordered := make([]uuid.UUID, 0, len(people))
	for id := range people {
		ordered = append(ordered, id)
	}
	slices.SortFunc(ordered, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	for _, id := range ordered {
		lost := people[id]
		u := tx.User.Update().Where(user.ID(id)).
			AddUpvotesReceived(-lost.up).AddDownvotesReceived(-lost.down).
			AddReputation(-UpvoteReputation*lost.up - DownvoteReputation*lost.down)
		if id == voter {
			u.AddVotesGiven(-len(votes))
		}
		if err := u.Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// take takes votes off the counters of a thing.
func take(ctx context.Context, tx *ent.Client, t domain.Votable, thing standing, up, down int) error {
	query := "UPDATE " + t.Table + " SET upvotes = upvotes - $1, downvotes = downvotes - $2"
	args := []any{up, down, thing.id}
	if t.RankedFrom != "" {
		query += ", rank = $4"
		args = append(args, Rank(thing.up-up, thing.down-down, thing.publishedAt.Time))
	}
	_, err := tx.ExecContext(ctx, query+" WHERE id = $3", args...)
	return err
}

func lockThings(ctx context.Context, db *store.DB, tx *ent.Client, t domain.Votable, ids []uuid.UUID) ([]standing, error) {
	columns := []string{"id", "user_id", "upvotes", "downvotes"}
	if t.RankedFrom != "" {
		columns = append(columns, t.RankedFrom)
	}
	query := entsql.Dialect(db.Dialect).Select(columns...).From(entsql.Table(t.Table)).Where(entsql.In("id", anys(ids)...)).OrderBy("id")
	if !db.IsSQLite() {
		query.ForUpdate()
	}
	text, args := query.Query()
	rows, err := tx.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var things []standing
	for rows.Next() {
		var thing standing
		into := []any{&thing.id, &thing.owner, &thing.up, &thing.down}
		if t.RankedFrom != "" {
			into = append(into, &thing.publishedAt)
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		things = append(things, thing)
	}
	return things, rows.Err()
}
