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

// The queries are written by hand because Ent has no COUNT(DISTINCT …) and no grouping by an expression. Each reads a range of
// an index.

// count counts in consecutive buckets of one size. Deleted content is not counted.
func count(ctx context.Context, client *ent.Client, buckets []Bucket, size time.Duration) error {
	if len(buckets) == 0 {
		return nil
	}
	from, slots := slotOf(buckets[0].Start), int(size/slotTime)
	var i int
	var b Bucket
	err := scanAll(ctx, client, `SELECT (slot - $1) / $2 AS bucket, COUNT(*), COUNT(seconds), COALESCE(SUM(seconds), 0), COUNT(DISTINCT visitor_id)
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
	// rows returns a query that counts the rows of a table in each bucket. The arguments from first on are the bounds of the column.
	rows := func(kind int, table, column, condition string, first int) string {
		return fmt.Sprintf("SELECT %d AS kind, %s AS bucket, COUNT(*) FROM %s WHERE %s%s >= $%d AND %s < $%d GROUP BY bucket",
			kind, bucketSQL(column, first, last), table, condition, column, first, column, first+last)
	}
	var kind, bucket, n int
	return scanAll(ctx, client, strings.Join([]string{
		rows(0, "users", "id", "", 1),
		rows(1, "projects", "id", "is_public AND ", 1),
		rows(2, "forum_threads", "id", "is_visible AND ", 1),
		rows(2, "forum_posts", "id", "is_visible AND ", 1),
		rows(2, "blog_posts", "id", "is_visible AND ", 1),
		rows(3, "votes", "created_at", "", last+2),
	}, " UNION ALL "), args, []any{&kind, &bucket, &n}, func() {
		b := &buckets[bucket]
		*[]*int{&b.SignUps, &b.Projects, &b.Posts, &b.Votes}[kind] += n
	})
}

// bucketSQL returns the SQL expression for the number of a row's bucket, of n. The arguments from first+1 on are the bounds between the
// buckets.
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
