package analytics

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// The queries are written by hand because Ent has no COUNT(DISTINCT …) and no grouping by an expression. Each reads a
// range of an index.

// count counts in consecutive buckets of one size. Deleted content is not counted.
func count(ctx context.Context, client *ent.Client, buckets []Bucket, size time.Duration) error {
	if len(buckets) == 0 {
		return nil
	}
	from, slots := slotOf(buckets[0].Start), int(size/slotTime)
	var i int
	var b Bucket
	err := scanAll(ctx, client,
		`SELECT (slot - $1) / $2 AS bucket, COUNT(*), COUNT(seconds), COALESCE(SUM(seconds), 0), COUNT(DISTINCT visitor_id)
		FROM visits WHERE slot >= $1 AND slot < $3 GROUP BY bucket`, []any{from, slots, from + slots*len(buckets)},
		[]any{&i, &b.Visits, &b.ended, &b.seconds, &b.Visitors}, func() {
			b.Start = buckets[i].Start
			buckets[i] = b
		})
	if err != nil {
		return err
	}
	return countActivity(ctx, client, buckets, size)
}

// countActivity counts sign-ups, projects, posts and votes. Ids begin with the time of creation.
func countActivity(ctx context.Context, client *ent.Client, buckets []Bucket, size time.Duration) error {
	last := len(buckets)
	bounds := []time.Time{buckets[last-1].Start.Add(size)}
	for i := range buckets {
		bounds = slices.Insert(bounds, i, buckets[i].Start)
	}
	var args []any
	for _, t := range bounds {
		args = append(args, firstID(t))
	}
	for _, t := range bounds {
		args = append(args, t)
	}
	// For each bucket a COUNT of its own, which SQLite answers from a range of the index alone, many times faster than
	// with GROUP BY.
	var queries []string
	rows := func(kind int, table, column, condition string, first int) {
		for i := range last {
			queries = append(queries,
				fmt.Sprintf("SELECT %d AS kind, %d AS bucket, COUNT(*) FROM %s WHERE %s%s >= $%d AND %s < $%d",
					kind, i, table, condition, column, first+i, column, first+i+1))
		}
	}
	rows(0, "users", "id", "", 1)
	rows(1, "projects", "id", "is_public AND ", 1)
	rows(2, "forum_threads", "id", "is_visible AND ", 1)
	rows(2, "forum_posts", "id", "is_visible AND ", 1)
	rows(2, "blog_posts", "id", "is_visible AND ", 1)
	rows(3, "votes", "created_at", "", last+2)
	var kind, bucket, n int
	return scanAll(ctx, client, strings.Join(queries, " UNION ALL "), args, []any{&kind, &bucket, &n}, func() {
		b := &buckets[bucket]
		*[]*int{&b.SignUps, &b.Projects, &b.Posts, &b.Votes}[kind] += n
	})
}

// firstID is the smallest id of rows created at t.
func firstID(t time.Time) uuid.UUID { return store.IDAt(t, uuid.Nil) }

// scanAll scans each row into dest and then calls each.
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
