package weekly

import (
	"net/http"
	"time"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what the weekly contributes to the board. Package account deletes the subscription of a deleted user.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "weekly",
		Services: []server.Service{
			server.Mount[uvboardv1connect.WeeklyServiceHandler](uvboardv1connect.NewWeeklyServiceHandler, h)},
		Routes: []server.Route{{
			Method: http.MethodPost, Path: "/weekly/unsubscribe",
			Rule: auth.Rule{Level: auth.Public, Limit: auth.LimitWrite}, Handle: h.oneClick,
		}},
		Cached: []string{"/api/weekly", uvboardv1connect.WeeklyServiceListWeeklyIssuesProcedure},
		Pages:  h.pages(),
		Jobs: []jobs.Job{
			{Name: "make weekly draft", Every: 10 * time.Minute, Run: s.MakeDue, Due: s.Due},
			{Name: sendJob, Do: s.send},
			{Name: "delete unconfirmed subscribers", Every: time.Hour, Run: s.DeleteUnconfirmed},
		},
		Mails: s.examples(),
		Exports: []domain.Export{{Name: "weekly.json", About: "your subscription to the weekly",
			Write: s.export}},
	}
}
