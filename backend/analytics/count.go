package analytics

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// The queries are written by hand because Ent has no COUNT(DISTINCT …) and no grouping by an expression. Each reads a range of
// an index.

// counts are numbers of visits.
type counts struct{ visits, ended, seconds int }

// countHour counts the visits of an hour.
func countHour(ctx context.Context, client *ent.Client, hour int) (c counts, err error) {
	err = scan(ctx, client, "SELECT COUNT(*), COUNT(seconds), COALESCE(SUM(seconds), 0) FROM visits WHERE slot >= $1 AND slot < $2",
		[]any{hour * slotsPerHour, (hour + 1) * slotsPerHour}, &c.visits, &c.ended, &c.seconds)
	return c, err
}

// returning counts visitors of an hour by the hour of their previous visit; 0 for none.
type returning struct{ hour, previous, visitors int }

// countVisitors counts the visitors of an hour.
func countVisitors(ctx context.Context, client *ent.Client, hour int) (all []returning, err error) {
	r := returning{hour: hour}
	err = scanAll(ctx, client, `SELECT previous, COUNT(*) FROM (
			SELECT COALESCE((SELECT MAX(p.slot) FROM visits p WHERE p.visitor_id = v.visitor_id AND p.slot < $1), 0) / 12 AS previous
			FROM visits v WHERE v.slot >= $1 AND v.slot < $2 GROUP BY v.visitor_id
		) visitors_of_hour GROUP BY previous ORDER BY previous`,
		[]any{hour * slotsPerHour, (hour + 1) * slotsPerHour}, []any{&r.previous, &r.visitors}, func() { all = append(all, r) })
	return all, err
}

// pendingHours returns up to limit hours with visits that are not in the roll-ups, newest first, from an hour on.
func pendingHours(ctx context.Context, client *ent.Client, from, limit int) (hours []int, err error) {
	var hour int
	err = scanAll(ctx, client, "SELECT DISTINCT slot / 12 AS hour FROM visits WHERE is_pending AND slot >= $1 ORDER BY hour DESC LIMIT $2",
		[]any{from * slotsPerHour, limit}, []any{&hour}, func() { hours = append(hours, hour) })
	return hours, err
}

// activity is what users made in a time.
type activity struct{ signUps, projects, posts, votes int }

// countActivity counts between each bound and the next one. Ids begin with the time of creation.
func countActivity(ctx context.Context, client *ent.Client, bounds []time.Time) ([]activity, error) {
	n := len(bounds) - 1
	var (
		selects []string
		args    []any
		all     = make([]activity, n)
		dest    []any
	)
	for _, t := range bounds {
		args = append(args, firstID(t))
	}
	for _, t := range bounds {
		args = append(args, t)
	}
	for i := range n {
		byID := fmt.Sprintf("id >= $%d AND id < $%d", i+1, i+2)
		selects = append(selects,
			"(SELECT COUNT(*) FROM users WHERE "+byID+")",
			"(SELECT COUNT(*) FROM projects WHERE is_public AND "+byID+")",
			"(SELECT COUNT(*) FROM forum_threads WHERE is_visible AND "+byID+") + (SELECT COUNT(*) FROM forum_posts WHERE is_visible AND "+byID+
				") + (SELECT COUNT(*) FROM blog_posts WHERE is_visible AND "+byID+")",
			fmt.Sprintf("(SELECT COUNT(*) FROM votes WHERE created_at >= $%d AND created_at < $%d)", n+i+2, n+i+3))
		dest = append(dest, &all[i].signUps, &all[i].projects, &all[i].posts, &all[i].votes)
	}
	return all, scan(ctx, client, "SELECT "+strings.Join(selects, ", "), args, dest...)
}

// firstID is the smallest id of rows created at t.
func firstID(t time.Time) uuid.UUID { return store.NewID(t, uuid.Nil) }

// scan reads the only row of a query.
func scan(ctx context.Context, client *ent.Client, query string, args []any, dest ...any) error {
	return scanAll(ctx, client, query, args, dest, func() {})
}

// scanAll calls each after every row.
func scanAll(ctx context.Context, client *ent.Client, query string, args, dest []any, each func()) error {
	rows, err := client.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		each()
	}
	return rows.Err()
}
