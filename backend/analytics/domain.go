package analytics

import (
	"fmt"
	"time"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what analytics contribute to the board. Nothing of it is about a user, so there is nothing to export or erase.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name:     "analytics",
		Services: []server.Service{server.Mount[uvboardv1connect.AnalyticsServiceHandler](uvboardv1connect.NewAnalyticsServiceHandler, NewHandler(s))},
		Jobs:     []jobs.Job{{Name: "roll up visits", Every: 10 * time.Second, Run: s.Work, Due: s.Due}},
		Checks:   checks(), Counted: []string{"visits", "analytics_hours", "analytics_visitors", "project_days"},
	}
}

// checks compare the roll-ups with the visits of the last 90 days. A repair makes the job count the hour again.
func checks() []domain.Check {
	// $1, the number that was counted, is not needed.
	const again = "UPDATE visits SET is_pending = ($1 >= 0) WHERE slot / 12 = CAST($2 AS INTEGER)"
	perHour := func(what, stored, counted string) domain.Check {
		return domain.Check{What: what, Set: again, Query: fmt.Sprintf(`SELECT v.hour AS id, COALESCE((%s), 0) AS stored, v.counted FROM
			(SELECT slot / 12 AS hour, %s AS counted FROM visits GROUP BY slot / 12 HAVING SUM(CASE WHEN is_pending THEN 1 ELSE 0 END) = 0) v`, stored, counted)}
	}
	return []domain.Check{
		perHour("visits of an hour", "SELECT h.visits FROM analytics_hours h WHERE h.id = v.hour", "COUNT(*)"),
		perHour("ended visits of an hour", "SELECT h.ended FROM analytics_hours h WHERE h.id = v.hour", "COUNT(seconds)"),
		perHour("duration of the visits of an hour", "SELECT h.seconds FROM analytics_hours h WHERE h.id = v.hour", "COALESCE(SUM(seconds), 0)"),
		perHour("visitors of an hour", "SELECT SUM(a.visitors) FROM analytics_visitors a WHERE a.hour = v.hour", "COUNT(DISTINCT visitor_id)"),
		{What: "views of a project on a day", Set: domain.SetColumn("project_days", "views"), Query: `SELECT d.id, d.views AS stored, COUNT(v.id) AS counted
			FROM project_days d LEFT JOIN visits v ON v.project_id = d.project_id AND v.slot >= d.day * 288 AND v.slot < (d.day + 1) * 288
			GROUP BY d.id, d.views HAVING COALESCE(SUM(CASE WHEN v.is_pending THEN 1 ELSE 0 END), 0) = 0`},
	}
}
