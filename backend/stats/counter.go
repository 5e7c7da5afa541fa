// Package stats holds the numbers about the whole community and the service that shows them.
package stats

import (
	"context"
	"fmt"

	"uvboard/backend/platform/domain"
	"uvboard/ent"
)

// Names of the community's counters. Those of projects count public ones.
const (
	Users    = "users"
	Projects = "projects"
)

// ProjectsAt is the name of the counter of public projects at a stage.
func ProjectsAt(stage string) string { return "projects_" + stage }

// Add changes a counter, in the transaction of the fact it counts.
func Add(ctx context.Context, tx *ent.Client, name string, by int) error {
	return tx.Counter.Create().SetID(name).SetValue(by).
		OnConflictColumns("id").
		Update(func(u *ent.CounterUpsert) { u.AddValue(by) }).
		Exec(ctx)
}

// Check compares a counter with a query for the one number that it counts.
func Check(name, query string) domain.Check {
	return domain.Check{
		What: "counter",
		Query: fmt.Sprintf("SELECT '%s' AS id, COALESCE((SELECT value FROM counters WHERE id = '%s'), 0) AS stored, (%s) AS counted",
			name, name, query),
		Set: "INSERT INTO counters (value, id) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET value = excluded.value",
	}
}
