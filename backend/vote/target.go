package vote

import (
	"context"
	"database/sql"
	"fmt"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// target is a kind of content that users vote on, with what the service prepares for it.
type target struct {
	domain.Votable
	batch        *store.Batch[*ballot] // on SQLite
	cast, remove string                // statements for PostgreSQL
}

func (s *Service) newTarget(v domain.Votable) *target {
	t := &target{Votable: v}
	if s.db.IsSQLite() {
		t.batch = store.NewBatch(s.db, func(ctx context.Context, tx *ent.Client, ballots []*ballot) error {
			return castBatch(ctx, tx, v, ballots, s.now())
		})
	} else {
		t.cast, t.remove = statement(v, castStep), statement(v, removeStep)
	}
	return t
}

// target returns the kind of content of a target type. An unknown one is an invalid fault.
func (s *Service) target(targetType string) (*target, error) {
	t, ok := s.targets[targetType]
	if !ok {
		return nil, fault.Invalid("targetType", "Target type is required")
	}
	return t, nil
}

func notFound(v domain.Votable) error { return fault.NotFound("NOT_FOUND", v.Noun+" not found") }

type item struct {
	id, owner   uuid.UUID
	up, down    int
	publishedAt sql.NullTime
}

// lockItems reads the items with these ids and locks them, in the order of ids, with a lock that allows foreign key checks. The
// deletion of a reply updates its row twice; PostgreSQL then checks the key to the parent again, after users are locked.
func lockItems(ctx context.Context, db *store.DB, tx *ent.Client, v domain.Votable, ids []uuid.UUID) ([]item, error) {
	columns := []string{"id", "user_id", "upvotes", "downvotes"}
	if v.RankedFrom != "" {
		columns = append(columns, v.RankedFrom)
	}
	query := entsql.Dialect(db.Dialect).Select(columns...).From(entsql.Table(v.Table)).Where(entsql.In("id", anys(ids)...)).OrderBy("id")
	if !db.IsSQLite() {
		query.For("NO KEY UPDATE")
	}
	text, args := query.Query()
	rows, err := tx.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var items []item
	for rows.Next() {
		var i item
		dest := []any{&i.id, &i.owner, &i.up, &i.down}
		if v.RankedFrom != "" {
			dest = append(dest, &i.publishedAt)
		}
		if err := rows.Scan(dest...); err != nil {
			return nil, err
		}
		items = append(items, i)
	}
	return items, rows.Err()
}

// subtract takes votes off the counters of a locked item; popular are those that count in its popularity.
func subtract(ctx context.Context, tx *ent.Client, v domain.Votable, i item, up, down, popular int) error {
	query := "UPDATE " + v.Table + " SET upvotes = upvotes - $1, downvotes = downvotes - $2"
	args := []any{up, down, i.id}
	if v.RankedFrom != "" {
		query += ", rank = $4"
		args = append(args, Rank(i.up-up, i.down-down, i.publishedAt.Time))
	}
	if v.Popularity != "" {
		args = append(args, popular)
		query += fmt.Sprintf(", %[1]s = %[1]s - $%[2]d", v.Popularity, len(args))
	}
	_, err := tx.ExecContext(ctx, query+" WHERE id = $3", args...)
	return err
}

func addReceived(owner *ent.UserUpdate, up, down int) *ent.UserUpdate {
	return owner.AddUpvotesReceived(up).AddDownvotesReceived(down).AddReputation(Reputation(up, down))
}

func anys[T any](in []T) []any {
	out := make([]any, len(in))
	for i, v := range in {
		out[i] = v
	}
	return out
}
