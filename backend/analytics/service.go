// Package analytics counts visits and what else happens on the board, without storing anything about a user.
package analytics

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/project"
	entvisit "uvboard/ent/visit"
)

// Visits are grouped by slots and days since 1970, see ent/schema/analytics.go.
const (
	slotTime    = 5 * time.Minute
	dayTime     = 24 * time.Hour
	slotsPerDay = int(dayTime / slotTime)
)

// maxDuration is how long after its start a visit may end.
const maxDuration = dayTime

const (
	projectPage = "/projects/{id}"
	searchPage  = "/search"
)

// Service records visits and counts them.
type Service struct {
	db    *store.DB
	pages []web.Route
	finds Finds
	now   func() time.Time
}

// Finds reports whether a search in Explore finds anything.
type Finds func(ctx context.Context, text string) (bool, error)

// NewService returns a service on db. Pages are the web app's pages of the domains; now is the clock.
func NewService(db *store.DB, pages []web.Route, finds Finds, now func() time.Time) *Service {
	return &Service{db: db, pages: pages, finds: finds, now: store.Clock(now)}
}

func slotOf(t time.Time) int { return int(t.Unix() / int64(slotTime/time.Second)) }
func dayOf(t time.Time) int  { return slotOf(t) / slotsPerDay }

// newVisit returns a visit that starts now. It keeps only the route pattern of the page. named is what names the
// project
// whose page it is, empty for another page.
func (s *Service) newVisit(id, visitorID, path string) (visit *ent.Visit, named string) {
	now := s.now()
	path, _, _ = strings.Cut(path, "#")
	path, _, _ = strings.Cut(path, "?")
	visit = &ent.Visit{ID: id, VisitorID: visitorID, StartedAt: now, Slot: slotOf(now)}
	var param string
	if visit.Page, param = web.Pattern(s.pages, path); visit.Page == projectPage {
		named = param
	}
	return visit, named
}

// leaveOut returns what Create would, but stores nothing.
func (s *Service) leaveOut(_ context.Context, _ *auth.Caller, id, visitorID, path string) (*ent.Visit, error) {
	visit, _ := s.newVisit(id, visitorID, path)
	return visit, nil
}

// Create stores a visit that starts now. A known id changes nothing. A visit of a public project's page counts as a
// view, unless the caller, nil for a visitor, owns the project. The caller is used for nothing else.
func (s *Service) Create(ctx context.Context, caller *auth.Caller, id, visitorID, path string) (*ent.Visit, error) {
	visit, name := s.newVisit(id, visitorID, path)
	projectID, err := address.Find(ctx, s.db.Client(), address.Projects, name)
	if err != nil {
		return nil, err
	}
	if projectID != uuid.Nil {
		query := s.db.Client().Project.Query().Where(project.ID(projectID), project.IsPublic(true))
		if caller != nil {
			query.Where(project.UserIDNEQ(caller.UserID))
		}
		counts, err := query.Exist(ctx)
		if err != nil {
			return nil, fmt.Errorf("look for the visited project: %w", err)
		}
		if counts {
			visit.ProjectID = &projectID
		}
	}
	if text := searched(path); text != "" && visit.Page == searchPage {
		found, err := s.finds(ctx, text)
		if err != nil {
			return nil, err
		}
		if found {
			visit.Search = &text
		}
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if visit.Search != nil {
			network, err := s.network(ctx, tx)
			if err != nil {
				return err
			}
			visit.Network = &network
		}
		result, err := tx.ExecContext(ctx,
			`INSERT INTO visits (id, visitor_id, page, project_id, search, network, started_at, slot)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING`,
			visit.ID, visit.VisitorID, visit.Page, visit.ProjectID, visit.Search, visit.Network, visit.StartedAt,
			visit.Slot)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 1 {
			return err
		}
		visit, err = tx.Visit.Get(ctx, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("create visit: %w", err)
	}
	return visit, nil
}

// End stores how long a visit's page was visible. Of several durations the longest counts, limited to the time since
// the start. A visit that started more than a day ago does not change. Fault: not found.
func (s *Service) End(ctx context.Context, id string, duration float64) (*ent.Visit, error) {
	var visit *ent.Visit
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) (err error) {
		if visit, err = tx.Visit.Query().Where(entvisit.ID(id), s.db.ForUpdate).Only(ctx); ent.IsNotFound(err) {
			return fault.NotFound("VISIT_NOT_FOUND", "Visit not found")
		} else if err != nil {
			return err
		}
		now := s.now()
		elapsed := now.Sub(visit.StartedAt)
		seconds := int(math.Min(duration, math.Max(0, math.Floor(elapsed.Seconds()))))
		if elapsed > maxDuration || visit.Seconds != nil && *visit.Seconds >= seconds {
			return nil
		}
		visit, err = visit.Update().SetEndedAt(now).SetSeconds(seconds).Save(ctx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("end visit: %w", err)
	}
	return visit, nil
}
