package vote

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// target returns the kind of content of a target type. Fault: invalid for an unknown type.
func (s *Service) target(targetType string) (domain.Votable, error) {
	v, ok := s.targets[targetType]
	if !ok {
		return v, fault.Invalid("targetType", "Target type is required")
	}
	return v, nil
}

func notFound(v domain.Votable) error { return fault.NotFound("NOT_FOUND", v.Noun+" not found") }

// item is an item before a change of its votes, with what the change adds.
type item struct {
	id, owner                uuid.UUID
	visible                  bool
	up, down                 int
	eligibleUp, eligibleDown int
	publishedAt              sql.NullTime
	parent                   uuid.UUID
	added                    tally
	days                     map[int]int // added eligible upvotes by day
}

// items are locked items by id. Those that do not exist are nil.
type items map[uuid.UUID]*item

func (i items) ids() []uuid.UUID { return slices.Collect(maps.Keys(i)) }

// lockItems reads items of a kind and locks them, in the order of ids, with a lock that allows foreign key checks. The
// deletion of a reply updates its row twice; PostgreSQL then checks the key to the parent again, after users are
// locked.
func lockItems(ctx context.Context, db *store.DB, tx *ent.Client, v domain.Votable, ids ...uuid.UUID) (items, error) {
	query := entsql.Dialect(db.Dialect).
		Select("id", "user_id", "upvotes", "downvotes", "eligible_upvotes", "eligible_downvotes").
		AppendSelectExpr(entsql.Expr(v.Visible)).
		From(entsql.Table(v.Table)).Where(entsql.In("id", anys(ids)...)).OrderBy("id")
	if v.RankedFrom != "" {
		query.AppendSelect(v.RankedFrom)
	}
	if v.Parent != "" {
		query.AppendSelect(v.Parent)
	}
	if !db.IsSQLite() {
		query.For("NO KEY UPDATE")
	}
	text, args := query.Query()
	rows, err := tx.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	locked := make(items, len(ids))
	for _, id := range ids {
		locked[id] = nil
	}
	for rows.Next() {
		i := &item{days: map[int]int{}}
		dest := []any{&i.id, &i.owner, &i.up, &i.down, &i.eligibleUp, &i.eligibleDown, &i.visible}
		if v.RankedFrom != "" {
			dest = append(dest, &i.publishedAt)
		}
		if v.Parent != "" {
			dest = append(dest, &i.parent)
		}
		if err := rows.Scan(dest...); err != nil {
			return nil, err
		}
		locked[i.id] = i
	}
	return locked, rows.Err()
}

// count adds the change to the counters of the item.
func (i *item) count(ctx context.Context, tx *ent.Client, v domain.Votable) error {
	query := "UPDATE " + v.Table + " SET upvotes = upvotes + $2, downvotes = downvotes + $3"
	args := []any{i.id, i.added.up, i.added.down}
	set := func(text string, value any) {
		args = append(args, value)
		query += fmt.Sprintf(", "+text, len(args))
	}
	if i.added.eligibleUp != 0 || i.added.eligibleDown != 0 {
		up, down := i.eligibleUp+i.added.eligibleUp, i.eligibleDown+i.added.eligibleDown
		set("eligible_upvotes = $%d", up)
		set("eligible_downvotes = $%d", down)
		if v.RankedFrom != "" {
			set("rank = $%d", Rank(up, down, i.publishedAt.Time))
			set("is_entered = ($%d >= "+EntrySQL+")", up)
		}
	}
	if v.Popularity != "" {
		set(v.Popularity+" = "+v.Popularity+" + $%d", i.added.popular)
	}
	_, err := tx.ExecContext(ctx, query+" WHERE id = $1", args...)
	return err
}

// summary returns the votes on the item after the change, with the own one of a user.
func (i *item) summary(own int, reason string) Summary {
	sum := Summary{TargetID: i.id, Upvotes: i.up + i.added.up, Downvotes: i.down + i.added.down}
	sum.PendingUp = sum.Upvotes - i.eligibleUp - i.added.eligibleUp
	sum.PendingDown = sum.Downvotes - i.eligibleDown - i.added.eligibleDown
	sum.own(own, own != None && reason == eligible, reason)
	return sum
}

func anys[T any](in []T) []any {
	out := make([]any, len(in))
	for i, v := range in {
		out[i] = v
	}
	return out
}
