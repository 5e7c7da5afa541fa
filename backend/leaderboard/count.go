package leaderboard

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/projecttally"
	entvote "uvboard/ent/vote"
)

// count adds the changed upvotes of a project to its tallies, in the transaction of the votes. The project is locked.
func count(ctx context.Context, tx *ent.Client, e event.Event) error {
	if e.Kind != event.Voted || e.Item.Type != project.Kind {
		return nil
	}
	return add(ctx, tx, e.Item.ID, tallies(e.UpvotesByDay))
}

// add adds to the tallies of a project.
func add(ctx context.Context, tx *ent.Client, id uuid.UUID, changed map[Period]int) error {
	var values []string
	args := []any{id}
	for p, votes := range changed {
		if votes != 0 {
			n := len(args)
			values = append(values, fmt.Sprintf("($1, $%d, $%d, $%d)", n+1, n+2, n+3))
			args = append(args, p.Kind, number(p.Start), votes)
		}
	}
	if len(values) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO project_tallies (project_id, period, start, votes) VALUES "+
		strings.Join(values, ", ")+
		" ON CONFLICT (project_id, period, start) DO UPDATE SET votes = project_tallies.votes + excluded.votes",
		args...)
	if err != nil {
		return fmt.Errorf("count the votes of periods: %w", err)
	}
	return nil
}

// Rows are the tallies of new projects whose upvotes are, by day.
func Rows(upvotes map[uuid.UUID]map[int]int) bulk.Rows {
	rows := bulk.Rows{Table: projecttally.Table, Columns: []string{
		projecttally.FieldProjectID, projecttally.FieldPeriod, projecttally.FieldStart, projecttally.FieldVotes,
	}}
	for id, days := range upvotes {
		for p, votes := range tallies(days) {
			rows.Values = append(rows.Values, []any{id, p.Kind, number(p.Start), votes})
		}
	}
	return rows
}

// tallies returns the votes of all periods from those of days.
func tallies(days map[int]int) map[Period]int {
	all := map[Period]int{}
	for day, votes := range days {
		for _, kind := range kinds {
			all[Of(kind, dayOf(day))] += votes
		}
	}
	return all
}

// check compares the tallies with the votes.
var check = domain.Check{What: counted, Find: drifts, Repair: repair}

const counted = "project_tallies.votes"

func drifts(ctx context.Context, client *ent.Client) (found []domain.Drift, err error) {
	var days []int
	err = client.Vote.Query().Where(entvote.TargetType(project.Kind)).Unique(true).Order(entvote.ByCastDay()).
		Select(entvote.FieldCastDay).Scan(ctx, &days)
	if err != nil {
		return nil, err
	}
	for _, kind := range kinds {
		starts := []string{"(0, 0)"}
		for _, day := range days {
			starts = append(starts, fmt.Sprintf("(%d, %d)", day, number(Of(kind, dayOf(day)).Start)))
		}
		more, err := driftsOf(ctx, client, kind, strings.Join(starts, ", "))
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found, nil
}

func driftsOf(ctx context.Context, client *ent.Client, kind, starts string) (found []domain.Drift, err error) {
	rows, err := client.QueryContext(ctx, `WITH periods (day, start) AS (VALUES `+starts+`), counted AS (
			SELECT v.target_id AS project_id, p.start, COUNT(*) AS votes FROM votes v JOIN periods p ON p.day = v.cast_day
			WHERE v.target_type = 'project' AND v.value = 1 AND v.is_eligible GROUP BY v.target_id, p.start),
		stored AS (SELECT project_id, start, votes FROM project_tallies WHERE period = $1)
		SELECT COALESCE(s.project_id, c.project_id) AS id, COALESCE(s.start, c.start) AS first, COALESCE(s.votes, 0), COALESCE(c.votes, 0)
		FROM stored s FULL JOIN counted c ON c.project_id = s.project_id AND c.start = s.start
		WHERE COALESCE(s.votes, 0) <> COALESCE(c.votes, 0) ORDER BY 1, 2`, kind)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var (
			id    uuid.UUID
			start int
			drift = domain.Drift{What: counted, Counter: true}
		)
		if err := rows.Scan(&id, &start, &drift.Stored, &drift.Counted); err != nil {
			return nil, err
		}
		drift.ID = fmt.Sprintf("%s %s %d", id, kind, start)
		found = append(found, drift)
	}
	return found, rows.Err()
}

// repair stores the counted votes of a drift.
func repair(ctx context.Context, tx *ent.Client, d domain.Drift) error {
	var (
		id, kind string
		start    int
	)
	if _, err := fmt.Sscan(d.ID, &id, &kind, &start); err != nil {
		return err
	}
	return add(ctx, tx, store.ParseID(id), map[Period]int{{kind, dayOf(start)}: int(d.Counted - d.Stored)})
}
