// Package stats counts the whole community.
package stats

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/ent"
)

// Names of counters. Only what everybody sees is counted.
const (
	Users        = "users"
	Projects     = "projects"
	Gone         = "gone" // of the projects, those whose links have not answered for 30 days
	BlogPosts    = "blog_posts"
	BlogAuthors  = "blog_authors"   // users with a visible blog post
	BlogReadTime = "blog_read_time" // minutes of all visible blog posts
	Channels     = "channels"
	ForumThreads = "forum_threads"
	ForumPosts   = "forum_posts"
)

// ProjectsAt returns the name of the counter of public projects at a stage.
func ProjectsAt(stage string) string { return "projects_" + stage }

// GoneAt returns the name of the counter of public projects at a stage that are gone.
func GoneAt(stage string) string { return "gone_" + stage }

// Add changes a counter. Call it in the transaction that changes the counted rows.
func Add(ctx context.Context, tx *ent.Client, name string, by int) error {
	_, err := tx.ExecContext(ctx,
		"INSERT INTO counters (id, value) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET value = counters.value + excluded.value",
		name, by)
	return err
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

// voteRows is the number of rows whose sum is the number of counted votes. A transaction locks the rows that it changes
// until it ends, and one row for all votes would let one vote commit at a time on PostgreSQL.
const voteRows = 16

func voteRow(voter uuid.UUID) string { return fmt.Sprintf("votes_%d", voter[len(voter)-1]%voteRows) }

// AddVotes changes the number of counted votes, in the row that belongs to voter. If there are several voters, pass any
// of them. Call it once, in the transaction that changes the votes, after the last user is locked.
func AddVotes(ctx context.Context, tx *ent.Client, voter uuid.UUID, by int) error {
	if by == 0 {
		return nil
	}
	return Add(ctx, tx, voteRow(voter), by)
}

func voteRowNames() []string {
	names := make([]string, voteRows)
	for i := range names {
		names[i] = voteRow(uuid.UUID{15: byte(i)})
	}
	return names
}

// CheckVotes compares the number of counted votes with the votes. A repair sets the first row, so that the sum is
// right.
func CheckVotes() domain.Check {
	names := voteRowNames()
	return Check(names[0], "SELECT (SELECT COUNT(*) FROM votes WHERE is_counted) - (SELECT COALESCE(SUM(value), 0) FROM counters WHERE id IN ('"+
		strings.Join(names[1:], "', '")+"'))")
}
