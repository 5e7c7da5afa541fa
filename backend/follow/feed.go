package follow

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	entfollow "uvboard/ent/follow"
	"uvboard/ent/tagged"
)

// Item is an item that is new for a follower.
type Item struct {
	domain.Target
	Type   string
	At     time.Time
	Follow Follow // for which it is listed
	follow uuid.UUID
}

// part selects the items of a kind that followers see for one reason, such as threads in a channel.
type part struct {
	item      domain.Published
	table, id string // where the reason is found, and the column with the id of the item there
	column    string // refers to what is followed
	followed  string // the column of follows, or an expression of it
	also      string // a condition on the table
	key       string // the column with the row's own id
	filled    string // the column of follows that is not null
	order     int    // of the reasons for an item, the first counts
}

// tags is the order of what is listed for a tag or a tool: after all others.
const tags = 3

func parts(domains []domain.Domain) (all []part) {
	kinds := domain.ItemKinds(domains)
	for _, d := range domains {
		for _, p := range d.Published {
			kind := kinds[p.Type]
			for order, followed := range []string{User, Project, Channel} {
				if column := p.By[followed]; column != "" {
					all = append(all, part{item: p, table: kind.Table, id: "id", key: "id", column: column,
						order:    order,
						followed: "f." + columns[followed], filled: columns[followed], also: " AND " + kind.Visible})
				}
			}
			if slices.ContainsFunc(d.Tagged, func(t domain.Tagged) bool { return t.Type == p.Type }) {
				all = append(all, part{
					item: domain.Published{Type: p.Type, Time: tagged.FieldPublishedAt}, table: tagged.Table,
					id: tagged.FieldTargetID, key: tagged.FieldID, column: tagged.FieldTag, order: tags,
					// An operator may have merged the tag into another.
					followed: "COALESCE((SELECT s.tag FROM tag_synonyms s WHERE s.id = f.tag), f.tag)", filled: "tag",
					also: " AND target_type = '" + p.Type + "'",
				})
			}
		}
	}
	return all
}

type position struct {
	At time.Time
	ID uuid.UUID
}

// sql returns the statement of a part: for each followed thing it reads only the newest items from an index.
func (p part) sql(sqlite bool, after bool, limit int) string {
	order, from := p.item.Time+" DESC, "+p.id+" DESC", ""
	if after {
		from = " AND (" + p.item.Time + ", " + p.id + ") < ($2, $3)"
	}
	if p.item.ByID {
		order = p.id + " DESC"
		if after {
			from += " AND " + p.id + " <= $4" // finds the place in the index
		}
	}
	newest := func(columns string) string {
		return "(SELECT " + columns + " FROM " + p.table + " WHERE " + p.column + " = " + p.followed + p.also + from +
			" ORDER BY " + order + " LIMIT " + strconv.Itoa(limit) + ")"
	}
	items := "SELECT '" + p.item.Type + "' AS kind, x." + p.id + " AS id, x." + p.item.Time +
		" AS published, f.id AS follow, " + strconv.Itoa(p.order) + " AS reason FROM follows f "
	mine := " WHERE f.user_id = $1 AND f." + p.filled + " IS NOT NULL"
	if sqlite { // has no LATERAL
		return items + "CROSS JOIN " + p.table + " x" + mine + " AND x." + p.key + " IN " + newest(p.key)
	}
	return items + "CROSS JOIN LATERAL " + newest(p.id+", "+p.item.Time) + " x" + mine
}

// Items returns the newest items of what a user follows, each once: one statement that finds them, and two that read
// them for each kind of item and of what is followed.
func (s *Service) Items(ctx context.Context, userID uuid.UUID, size int,
	token string) (items []Item, next string, err error) {
	const list = "followed items"
	from, err := paging.Parse[position](list, token)
	if err != nil {
		return nil, "", err
	}
	args := []any{userID}
	if from != nil {
		args = append(args, from.At.UTC(), from.ID, store.IDAt(from.At, uuid.Max))
	}
	statements := make([]string, len(s.parts))
	for i, p := range s.parts {
		statements[i] = p.sql(s.db.IsSQLite(), from != nil, size+1)
	}
	rows, err := s.db.Reads().QueryContext(ctx, "SELECT kind, id, published, follow FROM (SELECT kind, id, published, "+
		"follow, ROW_NUMBER() OVER (PARTITION BY kind, id ORDER BY reason, follow) AS n FROM ("+
		strings.Join(statements, " UNION ALL ")+") AS found) AS numbered WHERE n = 1 ORDER BY published DESC, id DESC "+
		"LIMIT "+strconv.Itoa(size+1), args...)
	if err != nil {
		return nil, "", fmt.Errorf("followed items: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var i Item
		if err := rows.Scan(&i.Type, &i.ID, &i.At, &i.follow); err != nil {
			return nil, "", fmt.Errorf("followed items: %w", err)
		}
		items = append(items, i)
	}
	if err := rows.Err(); err != nil {
		return nil, "", fmt.Errorf("followed items: %w", err)
	}
	items, next, err = paging.Cut(list, items, size,
		func(last Item) position { return position{last.At.UTC(), last.ID} })
	if err != nil {
		return nil, "", err
	}
	items, err = s.read(ctx, items)
	return items, next, err
}

// read adds what is shown of items, and leaves out those that have been hidden, or are no longer followed, meanwhile.
func (s *Service) read(ctx context.Context, found []Item) (items []Item, err error) {
	ids, targets := map[string][]uuid.UUID{}, map[uuid.UUID]domain.Target{}
	for _, i := range found {
		ids[i.Type] = append(ids[i.Type], i.ID)
	}
	for kind, ids := range ids {
		visible, err := s.items[kind].VisibleTargets(ctx, s.db.Client(), s.db.Dialect, ids)
		if err != nil {
			return nil, err
		}
		for _, t := range visible {
			targets[t.ID] = t
		}
	}
	reasons, err := s.reasons(ctx, found)
	if err != nil {
		return nil, err
	}
	for _, i := range found {
		t, isVisible := targets[i.ID]
		reason, isFollowed := reasons[i.follow]
		if isVisible && isFollowed {
			i.Target, i.Follow = t, reason
			items = append(items, i)
		}
	}
	return items, nil
}

// reasons returns what is followed for which items are listed, by the id of the follow.
func (s *Service) reasons(ctx context.Context, found []Item) (map[uuid.UUID]Follow, error) {
	ids := make([]uuid.UUID, len(found))
	for i, item := range found {
		ids[i] = item.follow
	}
	rows, err := s.db.Client().Follow.Query().Where(entfollow.IDIn(ids...)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("why items are listed: %w", err)
	}
	follows, err := s.describe(ctx, rows)
	byID := make(map[uuid.UUID]Follow, len(follows))
	for _, f := range follows {
		byID[f.ID] = f
	}
	return byID, err
}
