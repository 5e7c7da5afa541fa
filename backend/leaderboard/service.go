// Package leaderboard ranks projects by the eligible upvotes that they receive in a day, week, month or year, and keeps
// the winners of each.
package leaderboard

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/projectaward"
)

// DefaultSize is the size of a leaderboard.
const DefaultSize = 50

// Service reads leaderboards and closes their periods.
//
// A vote counts in the periods of the day on which the user chose its value, in the time zone that the board had then.
// If the time zone changes, days that are counted stay as they are, and only the next votes follow the new one: the day
// of the change is longer or shorter, and votes of a day that has ended already, because the clock was set back, count
// in it but no longer change its winners.
type Service struct {
	db       *store.DB
	projects *project.Service
	zone     func() *time.Location
	now      func() time.Time
}

// NewService returns a service for a board in a time zone; now is the clock.
func NewService(db *store.DB, projects *project.Service, zone func() *time.Location, now func() time.Time) *Service {
	return &Service{db, projects, zone, store.Clock(now)}
}

// Entry is a project on a leaderboard.
type Entry struct {
	Rank, Votes int
	Project     *ent.Project
}

// Today returns the day in the time zone of the board, as midnight in UTC.
func (s *Service) today() time.Time { return Of(Day, s.now().In(s.zone())).Start }

// PeriodWith returns the period of a kind with a day, YYYY-MM-DD; empty for today. Fault: invalid.
func (s *Service) PeriodWith(kind, date string) (Period, error) {
	day := s.today()
	if date != "" {
		var err error
		if day, err = time.Parse(time.DateOnly, date); err != nil {
			return Period{}, fault.Invalid("date", "Date must be a day such as 2026-11-23")
		}
	}
	return Of(kind, day), nil
}

// List returns the public projects with the most eligible upvotes in a period, in the places of project.Lead. Of two
// with as many, the earlier one is first.
func (s *Service) List(ctx context.Context, p Period, size int) ([]Entry, error) {
	places, err := s.first(ctx, s.db.Client(), p, size)
	if err != nil {
		return nil, fmt.Errorf("list a leaderboard: %w", err)
	}
	if len(places) == 0 {
		return nil, nil
	}
	ids := make([]uuid.UUID, len(places))
	for i, place := range places {
		ids[i] = place.ID
	}
	projects, err := s.projects.ListPublic(ctx, ids)
	if err != nil {
		return nil, err
	}
	byID := make(map[uuid.UUID]*ent.Project, len(projects))
	for _, p := range projects {
		byID[p.ID] = p
	}
	entries := make([]Entry, 0, len(places))
	for _, place := range places {
		if p := byID[place.ID]; p != nil { // not hidden since
			entries = append(entries, Entry{len(entries) + 1, int(place.Score), p})
		}
	}
	return entries, nil
}

// first returns the first places of a period.
func (s *Service) first(ctx context.Context, client *ent.Client, p Period, size int) ([]project.Place, error) {
	limit := max(size, project.FirstPlaces) + project.FirstPlaces
	base, err := read(ctx, client, p, true, nil, limit)
	if err != nil {
		return nil, err
	}
	if len(base) < limit {
		more, err := read(ctx, client, p, false, nil, limit-len(base))
		if err != nil {
			return nil, err
		}
		base = append(base, more...)
	}
	places, err := project.Ranked(base, len(base) < limit,
		func(entered bool, owners []uuid.UUID) ([]project.Place, error) {
			return read(ctx, client, p, entered, owners, project.FirstPlaces)
		})
	return places[:min(size, len(places))], err
}

// read returns the first projects of a period by votes, from the index of the period's votes: entered ones or not, of
// other owners than these.
func read(ctx context.Context, client *ent.Client, p Period, entered bool, owners []uuid.UUID,
	limit int) (places []project.Place, err error) {
	query := `SELECT t.project_id, p.user_id, t.votes FROM project_tallies t JOIN projects p ON p.id = t.project_id
		WHERE t.period = $3 AND t.start = $4 AND t.votes > 0 AND p.is_public AND p.is_entered = $2`
	order, args := "t.votes DESC, t.project_id ASC", []any{limit, entered, p.Kind, number(p.Start)}
	if p.Kind == All {
		query = `SELECT p.id, p.user_id, p.eligible_upvotes FROM projects p
			WHERE p.is_public AND p.eligible_upvotes > 0 AND p.is_entered = $2`
		order, args = "p.eligible_upvotes DESC, p.id ASC", args[:2]
	}
	if len(owners) > 0 {
		marks := make([]string, len(owners))
		for i, owner := range owners {
			args = append(args, owner)
			marks[i] = "$" + strconv.Itoa(len(args))
		}
		query += " AND p.user_id NOT IN (" + strings.Join(marks, ", ") + ")"
	}
	rows, err := client.QueryContext(ctx, query+" ORDER BY "+order+" LIMIT $1", args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		at := project.Place{IsEntered: entered}
		if err := rows.Scan(&at.ID, &at.Owner, &at.Score); err != nil {
			return nil, err
		}
		places = append(places, at)
	}
	return places, rows.Err()
}

// Awards returns the places of a project among the first three of closed periods, the best first. Fault: not found.
func (s *Service) Awards(ctx context.Context, caller *auth.Caller, id uuid.UUID,
	size int) ([]*ent.ProjectAward, error) {
	if _, err := s.projects.Get(ctx, caller, id); err != nil {
		return nil, err
	}
	return s.awards(ctx, id, "", size)
}

// longestFirst orders the periods of awards with the same rank.
func longestFirst(q *entsql.Selector) {
	q.OrderExpr(entsql.Expr("CASE period WHEN 'year' THEN 1 WHEN 'month' THEN 2 WHEN 'week' THEN 3 ELSE 4 END"))
}

// awards returns the awards of a project, the best first; of a kind unless that is empty.
func (s *Service) awards(ctx context.Context, id uuid.UUID, kind string, size int) ([]*ent.ProjectAward, error) {
	query := s.db.Client().ProjectAward.Query().Where(projectaward.ProjectID(id))
	if kind != "" {
		query.Where(projectaward.Period(kind))
	}
	found, err := query.Order(projectaward.ByRank(), longestFirst, projectaward.ByStart(entsql.OrderDesc())).
		Limit(size).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the awards of a project: %w", err)
	}
	return found, nil
}

func periodOf(a *ent.ProjectAward) Period { return Period{a.Period, dayOf(a.Start)} }
