package analytics

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/ent"
	"uvboard/ent/project"
	"uvboard/ent/projectday"
	"uvboard/ent/vote"
)

// projectDays is how many days Project returns.
const projectDays = 30

// Day is what happened to a project on a day.
type Day struct {
	Start                     time.Time
	Views, Upvotes, Downvotes int
}

// Project returns the last 30 days of a project, the last one being today. Only its owner and admins may. Faults: not found, denied.
func (s *Service) Project(ctx context.Context, caller *auth.Caller, id uuid.UUID) ([]Day, error) {
	client := s.db.Client()
	p, err := client.Project.Query().Where(project.ID(id), project.DeletedAtIsNil()).Select(project.FieldUserID, project.FieldIsPublic).Only(ctx)
	mine := err == nil && (p.UserID == caller.UserID || caller.IsAdmin)
	switch {
	case ent.IsNotFound(err), err == nil && !p.IsPublic && !mine:
		return nil, fault.NotFound("PROJECT_NOT_FOUND", "Project not found")
	case err != nil:
		return nil, fmt.Errorf("get project: %w", err)
	case !mine:
		return nil, fault.Denied("NOT_OWNER", "Only the owner of a project can see its analytics")
	}
	start := s.now().Truncate(dayTime).AddDate(0, 0, 1-projectDays)
	first := hourOf(start) / hoursPerDay
	days := make([]Day, projectDays)
	for i := range days {
		days[i].Start = start.AddDate(0, 0, i)
	}
	rows, err := client.ProjectDay.Query().Where(projectday.ProjectID(id), projectday.DayGTE(first)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("views by day: %w", err)
	}
	for _, row := range rows {
		days[min(row.Day-first, projectDays-1)].Views = row.Views
	}
	// The job may be behind by some seconds, also just after midnight.
	recent := first + projectDays - 2
	var day, views int
	err = scanAll(ctx, client, "SELECT slot / 288 AS day, COUNT(*) FROM visits WHERE project_id = $1 AND slot >= $2 GROUP BY day",
		[]any{id, recent * hoursPerDay * slotsPerHour}, []any{&day, &views}, func() { days[min(day-first, projectDays-1)].Views = views })
	if err != nil {
		return nil, fmt.Errorf("views of today: %w", err)
	}
	votes, err := client.Vote.Query().Where(vote.TargetID(id), vote.TargetType("project"), vote.IsCounted(true), vote.CreatedAtGTE(start)).
		Select(vote.FieldCreatedAt, vote.FieldValue).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("votes by day: %w", err)
	}
	for _, v := range votes {
		d := &days[min(int(v.CreatedAt.Sub(start)/dayTime), projectDays-1)]
		if v.Value > 0 {
			d.Upvotes++
		} else {
			d.Downvotes++
		}
	}
	return days, nil
}
