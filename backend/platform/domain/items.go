package domain

import (
	"context"
	"fmt"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/ent"
)

// Published is a kind of items that followers see.
type Published struct {
	Type string            // of its ItemKind
	Time string            // the column with the time at which everybody could see an item first
	ByID bool              // ids are in the order of Time
	By   map[string]string // its columns that refer to what is followed, by type, such as "user": "user_id"
}

// ItemKinds returns the kinds of items that domains contribute, by type.
func ItemKinds(domains []Domain) map[string]ItemKind {
	kinds := map[string]ItemKind{}
	for _, d := range domains {
		for _, k := range d.Items {
			kinds[k.Type] = k
		}
		for _, m := range d.Moderated {
			kinds[m.Type] = m.ItemKind
		}
	}
	return kinds
}

// VisibleTargets returns those of the items that everybody sees.
func (k ItemKind) VisibleTargets(ctx context.Context, client *ent.Client, dialect string,
	ids []uuid.UUID) ([]Target, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	where := entsql.In("id", args...)
	if k.Visible != "" {
		where = entsql.And(where, entsql.ExprP(k.Visible))
	}
	query, values := entsql.Dialect(dialect).Select("id").From(entsql.Table(k.Table)).Where(where).Query()
	rows, err := client.QueryContext(ctx, query, values...)
	if err != nil {
		return nil, fmt.Errorf("visible %s: %w", k.Table, err)
	}
	defer rows.Close()
	var visible []uuid.UUID
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("visible %s: %w", k.Table, err)
		}
		visible = append(visible, id)
	}
	if err := rows.Err(); err != nil || len(visible) == 0 {
		return nil, err
	}
	return k.Targets(ctx, client, visible)
}
