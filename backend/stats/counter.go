// Package stats holds the numbers about the whole community and the service that shows them.
package stats

import (
	"context"

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
