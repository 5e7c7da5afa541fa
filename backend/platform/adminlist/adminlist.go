// Package adminlist lists the rows of a table for admins, who search by the start of a name and sort by a column.
package adminlist

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/paging"
)

// Directions of Query.Order.
const (
	Ascending  = "asc"
	Descending = "desc"
)

// Query selects and orders the rows of a page.
type Query struct {
	Search string // start of the name, in any case
	Sort   string // a name of Table.Sorts; empty for the newest first
	Order  string // Ascending or Descending; empty for the default of the column
	Size   int
	Token  string
}

// Table describes a list. Its database table has the column id, a UUIDv7, so ids order by age.
type Table[R any] struct {
	Name  string                // of the table
	Key   string                // the column that is searched, with an index that compares bytes
	Fold  func(string) string   // returns the key of a name
	Sorts map[string]Sort[R]    // by name
	ID    func(row R) uuid.UUID // of a row
	// Read reads at most limit rows, narrowed and ordered by shape.
	Read func(ctx context.Context, limit int, shape func(*entsql.Selector)) ([]R, error)
}

// Sort orders a list by a column, and equal values by id. The table needs an index on both.
type Sort[R any] struct {
	column     string
	descending bool // by default
	nullable   bool
	value      func(R) any // nil for null
	parse      func(json.RawMessage) (any, error)
}

// Text orders by a column with texts, by default from A to Z.
func Text[R any](column string, value func(R) string) Sort[R] { return sortOf(column, value) }

// Number orders by a column with numbers, by default the highest first.
func Number[R any](column string, value func(R) int) Sort[R] {
	s := sortOf(column, value)
	s.descending = true
	return s
}

// Time orders by a column with times, by default the latest first. Null sorts as the earliest time.
func Time[R any](column string, value func(R) *time.Time) Sort[R] {
	s := sortOf(column, func(r R) time.Time {
		if at := value(r); at != nil {
			return at.UTC()
		}
		return time.Time{}
	})
	s.descending, s.nullable = true, true
	zoned := s.value
	s.value = func(r R) any {
		if value(r) == nil {
			return nil
		}
		return zoned(r)
	}
	return s
}

func sortOf[R, V any](column string, value func(R) V) Sort[R] {
	return Sort[R]{column: column, value: func(r R) any { return value(r) }, parse: func(text json.RawMessage) (any,
		error) {
		var v V
		err := json.Unmarshal(text, &v)
		return v, err
	}}
}

// position is the position of a row in a page token. Value is null if the column is null, and in a list by age.
type position struct {
	Value json.RawMessage `json:"v"`
	ID    uuid.UUID       `json:"i"`
}

// List returns a page and the token of the next one. Faults: invalid for an unknown order, and for the token of another
// list.
func (t Table[R]) List(ctx context.Context, q Query) (rows []R, next string, err error) {
	sort, known := t.Sorts[q.Sort]
	if !known { // by age
		sort = Sort[R]{column: "id", descending: true}
	}
	descending := sort.descending && q.Order == "" || q.Order == Descending
	prefix := t.Fold(strings.TrimSpace(q.Search))
	name := paging.ListName(t.Name, prefix, sort.column, fmt.Sprint(descending))
	from, err := paging.Parse[position](name, q.Token)
	if err != nil {
		return nil, "", err
	}
	after, err := sort.start(from)
	if err != nil {
		return nil, "", err
	}
	for _, part := range sort.parts(descending, from, after) {
		more, err := t.Read(ctx, q.Size+1-len(rows), func(s *entsql.Selector) {
			if prefix != "" {
				s.Where(entsql.And(entsql.GTE(s.C(t.Key), prefix), entsql.LT(s.C(t.Key), prefix+string(utf8.MaxRune))))
			}
			part(s)
		})
		if err != nil {
			return nil, "", fmt.Errorf("list %s: %w", t.Name, err)
		}
		if rows = append(rows, more...); len(rows) > q.Size {
			break
		}
	}
	if len(rows) <= q.Size {
		return rows, "", nil
	}
	last := position{ID: t.ID(rows[q.Size-1])}
	if sort.value != nil {
		if last.Value, err = json.Marshal(sort.value(rows[q.Size-1])); err != nil {
			return nil, "", err
		}
	}
	next, err = paging.Token(name, last)
	return rows[:q.Size], next, err
}

// start returns the value at a position, nil for null.
func (s Sort[R]) start(from *position) (any, error) {
	if from == nil || s.parse == nil || s.nullable && string(from.Value) == "null" {
		return nil, nil
	}
	value, err := s.parse(from.Value)
	if err != nil {
		return nil, paging.Invalid()
	}
	return value, nil
}

// parts returns the queries whose results, one after another, are the list. A nullable column needs two, because the
// databases sort nulls at different ends of an index.
func (s Sort[R]) parts(descending bool, from *position, after any) []func(*entsql.Selector) {
	part := func(null bool, from *position) func(*entsql.Selector) {
		return func(q *entsql.Selector) {
			columns := []string{q.C(s.column), q.C("id")}
			switch {
			case s.column == "id":
				columns = columns[1:]
			case null:
				q.Where(entsql.IsNull(columns[0]))
			case s.nullable:
				q.Where(entsql.NotNull(columns[0]))
			}
			beyond := entsql.CompositeGT
			if descending {
				beyond = entsql.CompositeLT
			}
			switch {
			case from == nil:
			case s.column == "id":
				q.Where(beyond(columns, from.ID))
			case null:
				q.Where(beyond(columns[1:], from.ID))
			default:
				q.Where(beyond(columns, after, from.ID))
			}
			for _, column := range columns {
				if descending {
					column = entsql.Desc(column)
				}
				q.OrderBy(column)
			}
		}
	}
	if !s.nullable {
		return []func(*entsql.Selector){part(false, from)}
	}
	// Nulls come first in ascending order and last in descending order.
	if from != nil && (after == nil) == descending {
		return []func(*entsql.Selector){part(descending, from)}
	}
	return []func(*entsql.Selector){part(!descending, from), part(descending, nil)}
}
