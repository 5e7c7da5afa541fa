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
	last := len(bounds) - 1
	var args []any
	for _, t := range bounds {
		args = append(args, firstID(t))
	}
	for _, t := range bounds {
		args = append(args, t)
	}
	// count returns a query for the rows of a table by bucket; the bounds of the column are the arguments from first on.
	count := func(kind int, table, column, condition string, first int) string {
		return fmt.Sprintf("SELECT %d AS kind, %s AS bucket, COUNT(*) FROM %s WHERE %s%s >= $%d AND %s < $%d GROUP BY bucket",
			kind, bucketSQL(column, first, last), table, condition, column, first, column, first+last)
	}
	all := make([]activity, last)
	var kind, bucket, n int
	err := scanAll(ctx, client, strings.Join([]string{
		count(0, "users", "id", "", 1),
		count(1, "projects", "id", "is_public AND ", 1),
		count(2, "forum_threads", "id", "is_visible AND ", 1),
		count(2, "forum_posts", "id", "is_visible AND ", 1),
		count(2, "blog_posts", "id", "is_visible AND ", 1),
		count(3, "votes", "created_at", "", last+2),
	}, " UNION ALL "), args, []any{&kind, &bucket, &n}, func() {
		a := &all[bucket]
		*[]*int{&a.signUps, &a.projects, &a.posts, &a.votes}[kind] += n
	})
	return all, err
}

// bucketSQL is the SQL of the number of a row's bucket. The bounds between n buckets are the arguments from first+1 on.
func bucketSQL(column string, first, n int) string {
	var b strings.Builder
	b.WriteString("CASE")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, " WHEN %s < $%d THEN %d", column, first+i, i-1)
	}
	if n == 1 {
		b.WriteString(" WHEN false THEN 0")
	}
	fmt.Fprintf(&b, " ELSE %d END", n-1)
	return b.String()
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
