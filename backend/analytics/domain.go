package analytics

import (
	"time"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what analytics contribute to the board. Analytics store nothing about a user, so there is nothing to
// export or erase.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "analytics",
		Services: []server.Service{
			server.Mount[uvboardv1connect.AnalyticsServiceHandler](uvboardv1connect.NewAnalyticsServiceHandler, h)},
		Cached: []string{"/api/searches/trending", uvboardv1connect.AnalyticsServiceListTrendingSearchesProcedure},
		Pages: web.Pages{First: map[string]func(web.Request) []web.Call{searchPage: func(r web.Request) []web.Call {
			return []web.Call{web.Ask(h.ListTrendingSearches, &pb.ListTrendingSearchesRequest{},
				web.Shows(web.Main, trending(r)))}
		}}},
		Jobs: []jobs.Job{{Name: "count days", Every: 10 * time.Minute, Run: s.Work, Due: s.Due}},
	}
}
