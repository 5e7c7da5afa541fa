// Package tag stores which visible items have which tags, tools and categories. All domains share the tags: words with
// the same slug are one tag, and so are words that an operator has merged.
package tag

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/slug"
	"uvboard/ent"
	enttag "uvboard/ent/tag"
	"uvboard/ent/tagged"
)

// Kinds of tags. A slug is unique in its kind.
const (
	Topic    = "tag"
	Tool     = "tool"
	Category = "category"
)

// Tag is a tag that an item is to have.
type Tag struct {
	ID   string // kind and slug, such as "tool:nextjs"
	Name string // as it was written; empty if the slug is the name
}

// Of returns the tags of words, without the synonyms of operators.
func Of(kind string, words ...string) []Tag {
	var tags []Tag
	for _, word := range words {
		if s, name := slug.Of(word); s != "" {
			tags = append(tags, Tag{kind + ":" + s, name})
		}
	}
	return tags
}

// Name returns a tag as it was written first, else its slug.
func Name(t *ent.Tag) string {
	return cmp.Or(t.Name, Slug(t.ID))
}

// Slug returns the slug in the id of a tag.
func Slug(id string) string {
	_, slug, _ := strings.Cut(id, ":")
	return slug
}

// Synonyms are the tags that operators have merged into others.
type Synonyms map[string]string

// ReadSynonyms reads the few synonyms of operators.
func ReadSynonyms(ctx context.Context, client *ent.Client) (Synonyms, error) {
	rows, err := client.TagSynonym.Query().All(ctx)
	if err != nil {
		return nil, fmt.Errorf("synonyms of tags: %w", err)
	}
	s := make(Synonyms, len(rows))
	for _, row := range rows {
		s[row.ID] = row.Tag
	}
	return s, nil
}

// Resolve replaces synonyms and drops duplicates.
func (s Synonyms) Resolve(tags []Tag) []Tag {
	var resolved []Tag
	for _, t := range tags {
		if other := s[t.ID]; other != "" {
			t = Tag{ID: other}
		}
		if !slices.ContainsFunc(resolved, func(o Tag) bool { return o.ID == t.ID }) {
			resolved = append(resolved, t)
		}
	}
	return resolved
}

// Resolve replaces the synonyms of operators and drops duplicates.
func Resolve(ctx context.Context, client *ent.Client, tags []Tag) ([]Tag, error) {
	if len(tags) == 0 {
		return nil, nil
	}
	s, err := ReadSynonyms(ctx, client)
	return s.Resolve(tags), err
}

// Find returns the ids of resolved tags, to filter a list by.
func Find(ctx context.Context, client *ent.Client, tags []Tag) ([]string, error) {
	resolved, err := Resolve(ctx, client, tags)
	return IDs(resolved), err
}

// IDs returns the ids of tags.
func IDs(tags []Tag) []string {
	list := make([]string, len(tags))
	for i, t := range tags {
		list[i] = t.ID
	}
	return list
}

// Target is a kind of items with tags.
type Target struct {
	Type  string // such as "project"
	Count string // the column of tags that counts the items
}

// Item is an item with the resolved tags to store; none if the item is not visible to everybody.
type Item struct {
	ID          uuid.UUID
	PublishedAt time.Time
	Tags        []Tag
}

// Set stores the tags of items and counts them, in the transaction that changes the items. It locks tags in the order
// of their ids, after users and counters.
func Set(ctx context.Context, tx *ent.Client, of Target, items ...Item) error {
	targets := make([]uuid.UUID, len(items))
	for i, item := range items {
		targets[i] = item.ID
	}
	rows, err := tx.Tagged.Query().Where(tagged.TargetIDIn(targets...)).
		Select(tagged.FieldID, tagged.FieldTag, tagged.FieldTargetID).All(ctx)
	if err != nil {
		return fmt.Errorf("tags of an item: %w", err)
	}
	had := map[uuid.UUID]map[string]int{} // row ids
	for _, row := range rows {
		if had[row.TargetID] == nil {
			had[row.TargetID] = map[string]int{}
		}
		had[row.TargetID][row.Tag] = row.ID
	}
	var (
		change = map[string]int{}
		names  = map[string]string{}
		added  []*ent.TaggedCreate
		gone   []int
	)
	for _, item := range items {
		for _, t := range item.Tags {
			if _, ok := had[item.ID][t.ID]; ok {
				delete(had[item.ID], t.ID)
				continue
			}
			change[t.ID]++
			names[t.ID] = cmp.Or(names[t.ID], t.Name)
			added = append(added, tx.Tagged.Create().SetTag(t.ID).SetTargetType(of.Type).SetTargetID(item.ID).
				SetPublishedAt(item.PublishedAt.UTC()))
		}
		for id, row := range had[item.ID] {
			change[id]--
			gone = append(gone, row)
		}
	}
	if err := count(ctx, tx, of, change, names); err != nil {
		return err
	}
	if len(added) > 0 {
		if err := tx.Tagged.CreateBulk(added...).Exec(ctx); err != nil {
			return fmt.Errorf("add tags: %w", err)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	if _, err := tx.Tagged.Delete().Where(tagged.IDIn(gone...)).Exec(ctx); err != nil {
		return fmt.Errorf("remove tags: %w", err)
	}
	return removeUnused(ctx, tx, slices.Collect(maps.Keys(change))...)
}

// count adds to the number of items of tags.
func count(ctx context.Context, tx *ent.Client, of Target, change map[string]int, names map[string]string) error {
	if len(change) == 0 {
		return nil
	}
	var (
		values []string
		args   []any
	)
	for _, id := range slices.Sorted(maps.Keys(change)) {
		n := len(args)
		values = append(values, "($"+strconv.Itoa(n+1)+", $"+strconv.Itoa(n+2)+", $"+strconv.Itoa(n+3)+")")
		args = append(args, id, names[id], change[id])
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO tags (id, name, "+of.Count+") VALUES "+strings.Join(values, ", ")+
		" ON CONFLICT (id) DO UPDATE SET "+
		of.Count+" = tags."+of.Count+" + excluded."+of.Count+
		", name = CASE tags.name WHEN '' THEN excluded.name ELSE tags.name END", args...)
	if err != nil {
		return fmt.Errorf("count tags: %w", err)
	}
	return nil
}

// removeUnused deletes those tags that no item has.
func removeUnused(ctx context.Context, tx *ent.Client, ids ...string) error {
	_, err := tx.Tag.Delete().Where(enttag.IDIn(ids...), func(q *sql.Selector) {
		q.Where(sql.ExprP("NOT EXISTS (SELECT 1 FROM tagged WHERE tagged.tag = tags.id)"))
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("remove unused tags: %w", err)
	}
	return nil
}

// Top returns the tags that the most items have.
func Top(ctx context.Context, client *ent.Client, of Target, size int) ([]*ent.Tag, error) {
	tags, err := client.Tag.Query().Where(sql.FieldGT(of.Count, 0)).
		Order(sql.OrderByField(of.Count, sql.OrderDesc()).ToFunc(), enttag.ByID(sql.OrderDesc())).Limit(size).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("top tags: %w", err)
	}
	return tags, nil
}

// Newest returns the newest items of a kind that have any of some tags.
func Newest(ctx context.Context, client *ent.Client, of Target, limit int, tags ...Tag) ([]uuid.UUID, error) {
	ids, err := Find(ctx, client, tags)
	if err != nil {
		return nil, err
	}
	rows, err := client.Tagged.Query().Where(tagged.TagIn(ids...), tagged.TargetType(of.Type)).
		Order(tagged.ByPublishedAt(sql.OrderDesc()), tagged.ByTargetID(sql.OrderDesc())).Limit(limit).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("newest items with a tag: %w", err)
	}
	items := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		items[i] = row.TargetID
	}
	return items, nil
}

// Has matches items that have any of some tags, in a query of Ent.
func Has(ids ...string) func(*sql.Selector) {
	return func(q *sql.Selector) {
		args := make([]any, len(ids))
		for i, id := range ids {
			args[i] = id
		}
		t := sql.Table(tagged.Table)
		q.Where(sql.Exists(sql.Select().From(t).
			Where(sql.And(sql.ColumnsEQ(t.C(tagged.FieldTargetID), q.C("id")), sql.In(t.C(tagged.FieldTag), args...)))))
	}
}

// HasSQL is the condition that an item has the tag of the argument, in SQL with a question mark.
func HasSQL(item string) string {
	return "EXISTS (SELECT 1 FROM tagged WHERE tagged.tag = ? AND tagged.target_id = " + item + ")"
}

// Filters returns the search filters of tags.
func Filters(ids []string) []string {
	filters := make([]string, len(ids))
	for i, id := range ids {
		kind, s, _ := strings.Cut(id, ":")
		filters[i] = kind + ":" + slug.Filter(s)
	}
	return filters
}

// Rows returns the rows of items that had no tags, for a bulk.Loader. Recount then counts them.
func Rows(of Target, items ...Item) bulk.Rows {
	rows := bulk.Rows{Table: tagged.Table, Columns: []string{tagged.FieldTag, tagged.FieldTargetType,
		tagged.FieldTargetID, tagged.FieldPublishedAt}}
	for _, item := range items {
		for _, t := range item.Tags {
			rows.Values = append(rows.Values, []any{t.ID, of.Type, item.ID, item.PublishedAt.UTC()})
		}
	}
	return rows
}

// Recount counts the items of a kind that a bulk.Loader has added.
func Recount(ctx context.Context, tx *ent.Client, of Target) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO tags (id, "+of.Count+
		") SELECT tag, COUNT(*) FROM tagged WHERE target_type = $1 GROUP BY tag "+
		"ON CONFLICT (id) DO UPDATE SET "+of.Count+" = excluded."+of.Count, of.Type)
	if err != nil {
		return fmt.Errorf("count tags: %w", err)
	}
	return nil
}
