// Package doctor recounts every counter from the facts it counts and reports where they differ.
package doctor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/backend/vote"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Drift is a counter that does not say what its facts say.
type Drift struct {
	What    string // such as "projects.upvotes"
	ID      string
	Stored  float64
	Counted float64
	Counter bool // then Repair sets it to what was counted
}

func (d Drift) String() string {
	return fmt.Sprintf("%s of %s is %v, counted %v", d.What, d.ID, d.Stored, d.Counted)
}

// check is a query for (id, stored, counted); only rows where the two differ are drift. For a counter, set is the statement
// that stores $1 for the id $2.
type check struct{ what, query, set string }

// Examine recounts everything in db. No drift means that every counter is exact.
func Examine(ctx context.Context, db *store.DB) ([]Drift, error) {
	return examine(ctx, db.Client(), func(Drift, string) error { return nil })
}

// examine gives each drift to found as well, with the statement that mends it, before it counts anything else: some counters
// follow from others.
func examine(ctx context.Context, client *ent.Client, found func(Drift, string) error) ([]Drift, error) {
	checks := people()
	for _, targetType := range sortedTargets() {
		checks = append(checks, votesOn(targetType, vote.Targets[targetType])...)
	}
	checks = append(checks, community()...)
	checks = append(checks, deleted()...)
	checks = append(checks, uploads()...)
	var drifts []Drift
	take := func(more []Drift, set string) error {
		drifts = append(drifts, more...)
		for _, d := range more {
			if err := found(d, set); err != nil {
				return err
			}
		}
		return nil
	}
	for _, c := range checks {
		more, err := c.run(ctx, client)
		if err == nil {
			err = take(more, c.set)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.what, err)
		}
	}
	for _, targetType := range sortedTargets() {
		t := vote.Targets[targetType]
		if t.RankedFrom == "" {
			continue
		}
		more, err := examineRanks(ctx, client, t)
		if err == nil {
			err = take(more, setColumn(t.Table, "rank"))
		}
		if err != nil {
			return nil, fmt.Errorf("%s.rank: %w", t.Table, err)
		}
	}
	return drifts, nil
}

func sortedTargets() []string {
	types := make([]string, 0, len(vote.Targets))
	for t := range vote.Targets {
		types = append(types, t)
	}
	slices.Sort(types)
	return types
}

func (c check) run(ctx context.Context, client *ent.Client) ([]Drift, error) {
	rows, err := client.QueryContext(ctx, "SELECT id, stored, counted FROM ("+c.query+") AS checked WHERE stored <> counted ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var drifts []Drift
	for rows.Next() {
		d := Drift{What: c.what, Counter: c.set != ""}
		if err := rows.Scan(&d.ID, &d.Stored, &d.Counted); err != nil {
			return nil, err
		}
		drifts = append(drifts, d)
	}
	return drifts, rows.Err()
}

// votesOn recounts the votes on the things of one kind, and looks for votes that should not be there.
func votesOn(targetType string, t vote.Target) []check {
	sum := func(column string, value int) check {
		return check{t.Table + "." + column, fmt.Sprintf(
			`SELECT t.id, t.%s AS stored, COALESCE(v.n, 0) AS counted FROM %s t LEFT JOIN
			(SELECT target_id, COUNT(*) AS n FROM votes WHERE target_type = '%s' AND value = %d GROUP BY target_id) v ON v.target_id = t.id`,
			column, t.Table, targetType, value), setColumn(t.Table, column)}
	}
	return []check{
		sum("upvotes", vote.Up),
		sum("downvotes", vote.Down),
		{what: "votes on a missing " + targetType, query: fmt.Sprintf(
			`SELECT v.target_id AS id, COUNT(*) AS stored, 0 AS counted FROM votes v LEFT JOIN %s t ON t.id = v.target_id
			WHERE v.target_type = '%s' AND t.id IS NULL GROUP BY v.target_id`, t.Table, targetType)},
		{what: "votes on one's own " + targetType, query: fmt.Sprintf(
			`SELECT t.id, COUNT(*) AS stored, 0 AS counted FROM votes v JOIN %s t ON t.id = v.target_id
			WHERE v.target_type = '%s' AND t.user_id = v.user_id GROUP BY t.id`, t.Table, targetType)},
	}
}

// people recounts what is kept with each member.
func people() []check {
	owned := make([]string, 0, len(vote.Targets))
	for _, targetType := range sortedTargets() {
		t := vote.Targets[targetType]
		owned = append(owned, fmt.Sprintf(
			"SELECT t.user_id AS owner, v.value AS value FROM votes v JOIN %s t ON t.id = v.target_id WHERE v.target_type = '%s'", t.Table, targetType))
	}
	received := "(" + strings.Join(owned, " UNION ALL ") + ")"
	count := func(column, from, key, where string) check {
		return check{"users." + column, fmt.Sprintf(
			`SELECT u.id, u.%s AS stored, COALESCE(c.n, 0) AS counted FROM users u LEFT JOIN
			(SELECT %s AS user_key, COUNT(*) AS n FROM %s AS counted_rows WHERE %s GROUP BY %s) c ON c.user_key = u.id`,
			column, key, from, where, key), setColumn("users", column)}
	}
	return []check{
		count("votes_given", "votes", "user_id", "1 = 1"),
		count("upvotes_received", received, "owner", fmt.Sprintf("value = %d", vote.Up)),
		count("downvotes_received", received, "owner", fmt.Sprintf("value = %d", vote.Down)),
		count("project_count", "projects", "user_id", "is_public"),
		count("draft_count", "projects", "user_id", "NOT is_public AND deleted_at IS NULL"),
		{"users.reputation", fmt.Sprintf(
			"SELECT id, reputation AS stored, %d * upvotes_received + %d * downvotes_received AS counted FROM users",
			vote.UpvoteReputation, vote.DownvoteReputation), setColumn("users", "reputation")},
	}
}

// deleted looks for what must not be left of a deleted account.
func deleted() []check {
	var checks []check
	for _, table := range []string{"sessions", "access_tokens", "mail_tokens", "mails"} {
		checks = append(checks, check{what: table + " of a deleted account", query: fmt.Sprintf(
			`SELECT u.id, COUNT(*) AS stored, 0 AS counted FROM users u JOIN %s t ON t.user_id = u.id
			WHERE u.deleted_at IS NOT NULL GROUP BY u.id`, table)})
	}
	return append(checks, check{what: "person of a deleted account", query: `SELECT id, 1 AS stored, 0 AS counted FROM users
		WHERE deleted_at IS NOT NULL AND (is_admin OR (username || email || password_hash || avatar || bio || location || website || github || twitter || linkedin) <> '')`})
}

// community recounts the numbers about everybody.
func community() []check {
	checks := []check{
		counter(stats.Users, "SELECT COUNT(*) FROM users WHERE deleted_at IS NULL"),
		counter(stats.Projects, "SELECT COUNT(*) FROM projects WHERE is_public"),
	}
	for _, number := range slices.Sorted(maps.Keys(pb.Stage_name)) {
		if stage := enumname.Of(pb.Stage(number)); stage != "" {
			checks = append(checks, counter(stats.ProjectsAt(stage), "SELECT COUNT(*) FROM projects WHERE is_public AND stage = '"+stage+"'"))
		}
	}
	return append(checks,
		check{what: "facets of projects", query: `SELECT p.id, COUNT(DISTINCT f.facet) AS stored, COUNT(f.facet) AS counted
			FROM projects p LEFT JOIN project_facets f ON f.project_id = p.id GROUP BY p.id`},
		check{what: "search entries of projects", query: `SELECT p.id, COUNT(d.ref_id) AS stored, CASE WHEN p.is_public THEN 1 ELSE 0 END AS counted
			FROM projects p LEFT JOIN search_docs d ON d.kind = 'project' AND d.ref_id = p.id GROUP BY p.id, p.is_public`},
	)
}

// uploads looks for what nothing shows and nobody will remove, and for what is shown and will be removed all the same. Those
// who remove a deleted account remove what it has uploaded with it.
func uploads() []check {
	const ordered = "(SELECT COUNT(*) FROM file_removals r WHERE r.id = CAST(u.id AS text) || '/')"
	const wanted = `CASE WHEN EXISTS (SELECT 1 FROM upload_uses p WHERE p.upload_id = u.id) THEN 0
		WHEN m.deleting IS NOT NULL THEN ` + ordered + ` ELSE 1 END`
	return []check{
		{what: "removals of uploads", query: "SELECT u.id, " + ordered + " AS stored, " + wanted + " AS counted FROM uploads u JOIN users m ON m.id = u.user_id"},
		{what: "uploads of projects", query: `SELECT s.target_id AS id, COUNT(*) AS stored, COUNT(p.id) AS counted
			FROM upload_uses s LEFT JOIN projects p ON p.id = s.target_id WHERE s.kind = 'project' GROUP BY s.target_id`},
		{what: "uploads of avatars", query: `SELECT m.id, (SELECT COUNT(*) FROM upload_uses s WHERE s.kind = 'user' AND s.target_id = m.id) AS stored,
			(SELECT COUNT(*) FROM uploads u WHERE u.path = substr(m.avatar, 10) AND u.user_id = m.id) AS counted
			FROM users m WHERE m.deleting IS NULL`},
	}
}

func counter(name, query string) check {
	return check{"counter", fmt.Sprintf(
		"SELECT '%s' AS id, COALESCE((SELECT value FROM counters WHERE id = '%s'), 0) AS stored, (%s) AS counted", name, name, query),
		"INSERT INTO counters (value, id) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET value = excluded.value"}
}
