package analytics

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/ent"
	"uvboard/ent/project"
)

// projectDays is how many days Project returns.
const projectDays = 30

// Day is what happened to a project on a day.
type Day struct {
	Start                     time.Time
	Views, Upvotes, Downvotes int
}

// Project returns the last 30 days of a project, the last one being today. Only its owner and admins may. Faults: not
// found, denied.
func (s *Service) Project(ctx context.Context, caller *auth.Caller, id uuid.UUID) ([]Day, error) {
	client := s.db.Client()
	p, err := client.Project.Query().Where(project.ID(id), project.DeletedAtIsNil()).
		Select(project.FieldUserID, project.FieldIsPublic).Only(ctx)
	mine := err == nil && (p.UserID == caller.UserID || caller.IsAdmin())
	switch {
	case ent.IsNotFound(err), err == nil && !p.IsPublic && !mine:
		return nil, fault.NotFound("PROJECT_NOT_FOUND", "Project not found")
	case err != nil:
		return nil, fmt.Errorf("get project: %w", err)
	case !mine:
		return nil, fault.Denied("NOT_OWNER", "Only the owner of a project can see its analytics")
	}
	start := s.now().Truncate(dayTime).AddDate(0, 0, 1-projectDays)
	days := make([]Day, projectDays)
	for i := range days {
		days[i].Start = start.AddDate(0, 0, i)
	}
	var day, views int
	err = scanAll(ctx, client,
		"SELECT slot / $3 AS day, COUNT(*) FROM visits WHERE project_id = $1 AND slot >= $2 GROUP BY day",
		[]any{id, slotOf(start), slotsPerDay}, []any{&day, &views},
		func() { days[min(day-dayOf(start), projectDays-1)].Views = views })
	if err != nil {
		return nil, fmt.Errorf("views by day: %w", err)
	}
	args := []any{id}
	for _, d := range days {
		args = append(args, d.Start)
	}
	var up, down int
	err = scanAll(ctx, client, "SELECT "+bucketSQL("created_at", 2, projectDays)+
		` AS day, SUM(CASE WHEN value > 0 THEN 1 ELSE 0 END),
		SUM(CASE WHEN value < 0 THEN 1 ELSE 0 END) FROM votes
		WHERE target_id = $1 AND target_type = 'project' AND is_counted AND created_at >= $2 GROUP BY day`,
		args, []any{&day, &up, &down}, func() { days[day].Upvotes, days[day].Downvotes = up, down })
	if err != nil {
		return nil, fmt.Errorf("votes by day: %w", err)
	}
	return days, nil
}

// bucketSQL returns the SQL expression for the number of a row's bucket, of n. The arguments from first+1 on are the
// bounds between the buckets.
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
