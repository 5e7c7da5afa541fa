package analytics

import (
	"time"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what analytics contribute to the board. Analytics store nothing about a user, so there is nothing to export or erase.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name:     "analytics",
		Services: []server.Service{server.Mount[uvboardv1connect.AnalyticsServiceHandler](uvboardv1connect.NewAnalyticsServiceHandler, NewHandler(s))},
		Jobs:     []jobs.Job{{Name: "count days", Every: 10 * time.Minute, Run: s.Work, Due: s.Due}},
	}
}
