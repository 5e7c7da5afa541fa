// Package doctor recounts every counter from the rows that it counts and reports the differences.
package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// Examine runs the checks of the domains. If it returns no drift, every counter is exact.
func Examine(ctx context.Context, db *store.DB, domains []domain.Domain) ([]domain.Drift, error) {
	return examine(ctx, db.Client(), domains, func(domain.Check, domain.Drift) error { return nil })
}

// Repair sets every counter to its recount and returns the drift that it repaired. It leaves other drift alone. It is
// safe while the server is running: writes to the counted tables wait, and everybody reads the old values until it
// ends.
func Repair(ctx context.Context, db *store.DB, domains []domain.Domain) ([]domain.Drift, error) {
	var repaired []domain.Drift
	err := db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		repaired = nil // of an earlier attempt
		if tables := countedTables(domains); !db.IsSQLite() && len(tables) > 0 {
			if _, err := tx.ExecContext(ctx, "LOCK TABLE "+strings.Join(tables, ", ")+
				" IN SHARE ROW EXCLUSIVE MODE"); err != nil {
				return fmt.Errorf("lock: %w", err)
			}
		}
		for before := -1; before < len(repaired); { // again, since a domain may count data that a later one repairs
			before = len(repaired)
			_, err := examine(ctx, tx, domains, func(c domain.Check, d domain.Drift) error {
				if c.Set == "" && c.Repair == nil {
					return nil
				}
				repaired = append(repaired, d)
				if c.Repair != nil {
					return c.Repair(ctx, tx, d)
				}
				_, err := tx.ExecContext(ctx, c.Set, d.Counted, d.ID)
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return repaired, err
}

func countedTables(domains []domain.Domain) []string {
	tables := append(domain.Collect(domains, func(d domain.Domain) []string { return d.Counted }), "tags", "tagged")
	slices.Sort(tables)
	return slices.Compact(tables)
}

// examine calls found for each drift, with its check, before it runs the next check: some counters follow from others.
func examine(ctx context.Context, client *ent.Client, domains []domain.Domain,
	found func(domain.Check, domain.Drift) error) ([]domain.Drift, error) {
	checks := domain.Collect(domains, func(d domain.Domain) []domain.Check { return d.Checks })
	for _, s := range domain.Collect(domains, func(d domain.Domain) []domain.Searchable { return d.Search }) {
		checks = append(checks, s.Check())
	}
	for _, t := range domain.Collect(domains, func(d domain.Domain) []domain.Tagged { return d.Tagged }) {
		checks = append(checks, t.Checks()...)
	}
	var drifts []domain.Drift
	for _, c := range checks {
		more, err := run(ctx, client, c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.What, err)
		}
		for _, d := range more {
			if err := found(c, d); err != nil {
				return nil, fmt.Errorf("%s: %w", c.What, err)
			}
		}
		drifts = append(drifts, more...)
	}
	return drifts, nil
}

func run(ctx context.Context, client *ent.Client, c domain.Check) ([]domain.Drift, error) {
	if c.Find != nil {
		return c.Find(ctx, client)
	}
	rows, err := client.QueryContext(ctx, "SELECT id, stored, counted FROM ("+c.Query+
		") AS checked WHERE stored <> counted ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var drifts []domain.Drift
	for rows.Next() {
		d := domain.Drift{What: c.What, Counter: c.Set != ""}
		if err := rows.Scan(&d.ID, &d.Stored, &d.Counted); err != nil {
			return nil, err
		}
		drifts = append(drifts, d)
	}
	return drifts, rows.Err()
}
