// Package alive finds out whether projects still live: it asks their links once a day. docs/alive.md has the rules.
package alive

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/backend/stats"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	"uvboard/ent/projectcheck"
	"uvboard/ent/schema"
)

// Service checks projects.
type Service struct {
	db       *store.DB
	projects *project.Service
	ask      Ask
	now      func() time.Time
	gap      time.Duration // between two requests to a site

	heard map[string]heard // of the last hour, by site; only Run uses it
}

// heard is what was last heard of a site that answered the day before.
type heard struct {
	at      time.Time
	reached bool
}

// NewService returns a service on db that asks links with ask; now is the clock.
func NewService(db *store.DB, projects *project.Service, ask Ask, now func() time.Time) *Service {
	return &Service{db: db, projects: projects, ask: ask, now: store.Clock(now), gap: siteGap,
		heard: map[string]heard{}}
}

// Checks are the checks of a project. Row is nil if it has no link to check.
type Checks struct {
	Project *ent.Project
	Row     *ent.ProjectCheck
}

// Get returns the checks of a project; caller is nil for a visitor. Fault: not found, as for the project.
func (s *Service) Get(ctx context.Context, caller *auth.Caller, projectID uuid.UUID) (Checks, error) {
	p, err := s.projects.Get(ctx, caller, projectID)
	if err != nil {
		return Checks{}, err
	}
	row, err := rowOf(ctx, s.db.Client(), p.ID)
	return Checks{p, row}, err
}

// rowOf returns the checks of a project, nil for none.
func rowOf(ctx context.Context, client *ent.Client, projectID uuid.UUID) (*ent.ProjectCheck, error) {
	row, err := client.ProjectCheck.Query().Where(projectcheck.ProjectID(projectID)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("checks of a project: %w", err)
	}
	return row, nil
}

// SetEnabled switches the checks of a project on or off. An admin's change of another user's project is recorded.
// Faults: not found; denied unless the caller is the owner or an admin.
func (s *Service) SetEnabled(ctx context.Context, caller *auth.Caller, projectID uuid.UUID,
	enabled bool) (Checks, error) {
	return s.change(ctx, caller, projectID, func(row *ent.ProjectCheck) { row.IsOff = !enabled })
}

// CheckSoon lets a project be checked at the next run. Faults: as SetEnabled.
func (s *Service) CheckSoon(ctx context.Context, caller *auth.Caller, projectID uuid.UUID) (Checks, error) {
	return s.change(ctx, caller, projectID, func(row *ent.ProjectCheck) { row.DueAt = nil })
}

func (s *Service) change(ctx context.Context, caller *auth.Caller, projectID uuid.UUID,
	apply func(row *ent.ProjectCheck)) (Checks, error) {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		p, err := tx.Project.Query().Where(entproject.ID(projectID), entproject.DeletedAtIsNil(), s.db.ForUpdate).
			Only(ctx)
		switch {
		case ent.IsNotFound(err) || err == nil && !project.MaySee(caller, p):
			return fault.NotFound("PROJECT_NOT_FOUND", "Project not found")
		case err != nil:
			return fmt.Errorf("project of checks: %w", err)
		case p.UserID != caller.UserID && !caller.IsAdmin():
			return fault.Denied("NOT_PROJECT_OWNER", "You can only change the checks of your own projects")
		}
		now := s.now()
		if err := s.plan(ctx, tx, p, now, apply); err != nil {
			return err
		}
		return audit.AddUnlessOwn(ctx, s.db, tx, caller, audit.Entry{Action: audit.Update, TargetType: project.Kind,
			Target: p.ID, Subject: p.UserID}, now)
	})
	if err != nil {
		return Checks{}, fmt.Errorf("change checks: %w", err)
	}
	return s.Get(ctx, caller, projectID)
}

// onProject plans the checks of a project whenever it, or who sees it, has changed.
func (s *Service) onProject(ctx context.Context, tx *ent.Client, e event.Event) error {
	if e.Item.Type != project.Kind {
		return nil
	}
	switch e.Kind {
	case event.Published, event.Edited, event.Changed, event.Hidden, event.Shown, event.Deleted:
	default:
		return nil
	}
	p, err := tx.Project.Get(ctx, e.Item.ID)
	if err != nil {
		return fmt.Errorf("project of an event: %w", err)
	}
	return s.plan(ctx, tx, p, s.now(), func(*ent.ProjectCheck) {})
}

// plan saves which links of a locked project are checked, and when: at the next run if they have changed. apply changes
// the settings first; without a time, the project is checked at the next run.
func (s *Service) plan(ctx context.Context, tx *ent.Client, p *ent.Project, now time.Time,
	apply func(row *ent.ProjectCheck)) error {
	row, err := rowOf(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	isNew := row == nil
	if isNew {
		row = &ent.ProjectCheck{ID: store.NewID(now), ProjectID: p.ID}
	}
	was := *row
	apply(row)
	if row.Demo, row.Repo = p.Links.Demo, p.Links.Repo; row.Demo != was.Demo {
		row.Last.Demo, row.DueAt = schema.LinkCheck{}, nil
	}
	if row.Repo != was.Repo {
		row.Last.Repo, row.DueAt = schema.LinkCheck{}, nil
	}
	checked := len(linksOf(row)) > 0 && !row.IsOff
	if isNew && !checked && !row.IsOff {
		return nil
	}
	switch {
	case !checked || !p.IsPublic || p.DeletedAt != nil:
		row.DueAt = nil
	case row.DueAt == nil:
		row.DueAt = &now
	}
	if row.DueAt == nil || was.DueAt == nil || !row.DueAt.Equal(*was.DueAt) {
		row.Tries, row.TriedDay = 0, ""
	}
	if isNew {
		err = tx.ProjectCheck.Create().SetID(row.ID).SetProjectID(row.ProjectID).SetIsOff(row.IsOff).SetDemo(row.Demo).
			SetRepo(row.Repo).SetNillableDueAt(row.DueAt).Exec(ctx)
	} else {
		err = save(ctx, tx, row)
	}
	if err != nil {
		return fmt.Errorf("plan checks: %w", err)
	}
	state, share := summary(row)
	return show(ctx, tx, p, state, share, p.AliveCheckedAt)
}

func save(ctx context.Context, tx *ent.Client, row *ent.ProjectCheck) error {
	u := tx.ProjectCheck.Update().Where(projectcheck.ID(row.ID)).SetIsOff(row.IsOff).SetDemo(row.Demo).
		SetRepo(row.Repo).SetDays(row.Days).SetLastDay(row.LastDay).SetTries(row.Tries).SetTriedDay(row.TriedDay).
		SetLast(row.Last)
	if row.DueAt == nil {
		u.ClearDueAt()
	} else {
		u.SetDueAt(*row.DueAt)
	}
	return u.Exec(ctx)
}

// show saves the state of a locked project where lists read it, and counts the public ones that are gone.
func show(ctx context.Context, tx *ent.Client, p *ent.Project, state string, share *float64, at *time.Time) error {
	if p.Alive == state && equal(p.AliveShare, share) && p.AliveCheckedAt == at {
		return nil
	}
	if _, err := tx.ExecContext(ctx,
		"UPDATE projects SET alive = $1, alive_share = $2, alive_checked_at = $3 WHERE id = $4",
		state, share, at, p.ID); err != nil {
		return fmt.Errorf("state of a project: %w", err)
	}
	by := 0
	switch {
	case !p.IsPublic || (p.Alive == isGone) == (state == isGone):
		return nil
	case state == isGone:
		by = 1
	default:
		by = -1
	}
	for _, name := range []string{stats.Gone, stats.GoneAt(p.Stage)} {
		if err := stats.Add(ctx, tx, name, by); err != nil {
			return fmt.Errorf("count projects that are gone: %w", err)
		}
	}
	return nil
}

func equal(a, b *float64) bool { return a == b || a != nil && b != nil && *a == *b }

// findStates finds projects whose state is not what their days say.
func findStates(ctx context.Context, client *ent.Client) (drifts []domain.Drift, err error) {
	for after := uuid.Nil; ; {
		rows, err := client.ProjectCheck.Query().Where(projectcheck.IDGT(after)).Order(projectcheck.ByID()).
			Limit(checkBatch).WithProject().All(ctx)
		if err != nil {
			return nil, fmt.Errorf("states of projects: %w", err)
		}
		for _, row := range rows {
			if state, _ := summary(row); row.Edges.Project.Alive != state {
				p := row.Edges.Project
				drifts = append(drifts, domain.Drift{What: "projects.alive", ID: p.ID.String(), Stored: 0, Counted: 1})
			}
		}
		if len(rows) < checkBatch {
			return drifts, nil
		}
		after = rows[len(rows)-1].ID
	}
}

const checkBatch = 500

// summary is the state and the share of a project by its checks.
func summary(row *ent.ProjectCheck) (state string, share *float64) {
	if row.IsOff || row.Demo == "" && row.Repo == "" {
		return isUnknown, nil
	}
	return Summary(row.Days)
}
