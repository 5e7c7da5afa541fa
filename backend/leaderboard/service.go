// Package leaderboard ranks projects by the upvotes that they receive in a day, week, month or year, and keeps the
// winners of each.
package leaderboard

import (
	"context"
	"fmt"
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

// List returns the public projects with the most upvotes in a period. Of two with as many, the newer one is first: it
// had less time.
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
		ids[i] = place.id
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
		if p := byID[place.id]; p != nil { // not hidden since
			entries = append(entries, Entry{len(entries) + 1, place.votes, p})
		}
	}
	return entries, nil
}

type place struct {
	id    uuid.UUID
	votes int
}

// first returns the first projects of a period, from the index of the period's votes.
func (s *Service) first(ctx context.Context, client *ent.Client, p Period, size int) (places []place, err error) {
	query, args := `SELECT t.project_id, t.votes FROM project_tallies t JOIN projects p ON p.id = t.project_id
		WHERE t.period = $2 AND t.start = $3 AND t.votes > 0 AND p.is_public ORDER BY t.votes DESC, t.project_id DESC LIMIT $1`, []any{size, p.Kind, number(p.Start)}
	if p.Kind == All {
		query, args = `SELECT id, upvotes FROM projects WHERE is_public AND upvotes > 0 ORDER BY upvotes DESC, id DESC LIMIT $1`, args[:1]
	}
	rows, err := client.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var at place
		if err := rows.Scan(&at.id, &at.votes); err != nil {
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
