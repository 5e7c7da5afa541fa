package domain

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"uvboard/backend/platform/tag"
	"uvboard/ent"
	"uvboard/ent/tagged"
)

// Check compares stored values with the rows that they are derived from. It has a Query or a Find.
type Check struct {
	What  string // what is stored, such as "projects.upvotes"
	Query string // SQL for both databases: rows of (id, stored, counted), equal unless they have drifted
	Set   string // SQL that stores $1 for the id $2; empty if the value is not a counter
	// Find does the same for values that SQL cannot compute. It returns only rows that differ.
	Find func(ctx context.Context, client *ent.Client) ([]Drift, error)
	// Repair stores the recount of a drift that Find has returned, if Set cannot.
	Repair func(ctx context.Context, tx *ent.Client, d Drift) error
}

// Drift is a stored value that differs from its recount.
type Drift struct {
	What    string // as in Check
	ID      string
	Stored  float64
	Counted float64
	Counter bool // can be repaired
}

func (d Drift) String() string {
	return fmt.Sprintf("%s of %s is %v, counted %v", d.What, d.ID, d.Stored, d.Counted)
}

// SetColumn returns the Check.Set of a column.
func SetColumn(table, column string) string {
	return fmt.Sprintf("UPDATE %s SET %s = $1 WHERE id = $2", table, column)
}

// CheckCount checks a column that counts the rows of another table that refer to the row by key and meet a condition.
func CheckCount(table, column, from, key, condition string) Check {
	return Check{What: table + "." + column, Set: SetColumn(table, column), Query: fmt.Sprintf(
		`SELECT t.id, t.%s AS stored, COALESCE(c.n, 0) AS counted FROM %s t LEFT JOIN
		(SELECT %s AS ref, COUNT(*) AS n FROM %s AS counted_rows WHERE %s GROUP BY %s) c ON c.ref = t.id`,
		column, table, key, from, condition, key)}
}

// Check checks that search has a document of each visible row, and of no other row.
func (s Searchable) Check() Check {
	counted, group := "1", "t.id"
	if s.Visible != "" {
		counted, group = "CASE WHEN t."+s.Visible+" THEN 1 ELSE 0 END", "t.id, t."+s.Visible
	}
	return Check{What: "search entries of " + s.Table, Query: fmt.Sprintf(
		`SELECT t.id, COUNT(d.ref_id) AS stored, %s AS counted
		FROM %s t LEFT JOIN search_docs d ON d.kind = '%s' AND d.ref_id = t.id GROUP BY %s`, counted, s.Table, s.Kind, group)}
}

// tagPage is the number of items whose tags are compared at a time.
const tagPage = 500

// Checks checks the tags of each item and the item counts of the tags.
func (t Tagged) Checks() []Check {
	visible := ""
	if t.Visible != "" {
		visible = " AND i." + t.Visible
	}
	tags := Check{What: "tags of " + t.Table}
	tags.Find = func(ctx context.Context, client *ent.Client) (drifts []Drift, err error) {
		synonyms, err := tag.ReadSynonyms(ctx, client)
		if err != nil {
			return nil, err
		}
		for after := uuid.Nil; ; {
			items, err := t.Items(ctx, client, after, tagPage)
			if err != nil || len(items) == 0 {
				return drifts, err
			}
			ids, stored := make([]uuid.UUID, len(items)), map[uuid.UUID][]string{}
			for i, item := range items {
				ids[i] = item.ID
			}
			rows, err := client.Tagged.Query().Where(tagged.TargetIDIn(ids...)).All(ctx)
			if err != nil {
				return nil, err
			}
			for _, row := range rows {
				stored[row.TargetID] = append(stored[row.TargetID], row.Tag)
			}
			for _, item := range items {
				has := tag.IDs(synonyms.Resolve(item.Tags))
				slices.Sort(has)
				slices.Sort(stored[item.ID])
				if !slices.Equal(has, stored[item.ID]) {
					drifts = append(drifts, Drift{What: tags.What, ID: item.ID.String(),
						Stored: float64(len(stored[item.ID])), Counted: float64(len(has))})
				}
			}
			after = ids[len(ids)-1]
		}
	}
	return []Check{
		tags,
		{What: "tags of hidden " + t.Table,
			Query: `SELECT g.target_id AS id, COUNT(*) AS stored, 0 AS counted FROM tagged g
			LEFT JOIN ` + t.Table + ` i ON i.id = g.target_id` + visible + ` WHERE g.target_type = '` + t.Type + `' AND i.id IS NULL GROUP BY g.target_id`},
		CheckCount("tags", t.Count, "tagged", "tag", "target_type = '"+t.Type+"'"),
		{What: "tags of " + t.Table + " without a count",
			Query: `SELECT g.tag AS id, 0 AS stored, COUNT(*) AS counted FROM tagged g
			LEFT JOIN tags t ON t.id = g.tag WHERE g.target_type = '` + t.Type + `' AND t.id IS NULL GROUP BY g.tag`,
			Set: "INSERT INTO tags (" + t.Count + ", id) VALUES ($1, $2)"},
	}
}
