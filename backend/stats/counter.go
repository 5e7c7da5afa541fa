// Package stats counts the whole community.
package stats

import (
	"context"
	"fmt"

	"uvboard/backend/platform/domain"
	"uvboard/ent"
)

// Names of counters. Only what everybody sees is counted.
const (
	Users        = "users"
	Projects     = "projects"
	BlogPosts    = "blog_posts"
	BlogAuthors  = "blog_authors"   // users with a visible blog post
	BlogReadTime = "blog_read_time" // minutes of all visible blog posts
	Channels     = "channels"
	ForumThreads = "forum_threads"
	ForumPosts   = "forum_posts"
)

// ProjectsAt returns the name of the counter of public projects at a stage.
func ProjectsAt(stage string) string { return "projects_" + stage }

// Add changes a counter. Call it in the transaction that changes what it counts.
func Add(ctx context.Context, tx *ent.Client, name string, by int) error {
	return tx.Counter.Create().SetID(name).SetValue(by).
		OnConflictColumns("id").
		Update(func(u *ent.CounterUpsert) { u.AddValue(by) }).
		Exec(ctx)
}

// Check compares a counter with the number that a query returns.
func Check(name, query string) domain.Check {
	return domain.Check{
		What: "counter",
		Query: fmt.Sprintf("SELECT '%s' AS id, COALESCE((SELECT value FROM counters WHERE id = '%s'), 0) AS stored, (%s) AS counted",
			name, name, query),
		Set: "INSERT INTO counters (value, id) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET value = excluded.value",
	}
}
