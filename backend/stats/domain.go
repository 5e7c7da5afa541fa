package stats

import (
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/server"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the contributions of the community statistics to the board.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "stats",
		Services: []server.Service{
			server.Mount[uvboardv1connect.StatsServiceHandler](uvboardv1connect.NewStatsServiceHandler, h)},
		Cached: []string{"/api/stats/community", uvboardv1connect.StatsServiceGetCommunityStatsProcedure},
		Pages:  h.Pages(),
	}
}
