package leaderboard

import (
	"time"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what leaderboards contribute to the board of a name.
func Domain(s *Service, name func() string) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "leaderboard",
		Services: []server.Service{server.Mount[uvboardv1connect.LeaderboardServiceHandler](
			uvboardv1connect.NewLeaderboardServiceHandler, h)},
		Routes:    s.routes(name),
		Cached:    []string{"/api/leaderboard", uvboardv1connect.LeaderboardServiceListLeaderboardProcedure},
		Pages:     h.pages(),
		Jobs:      []jobs.Job{{Name: "close leaderboards", Every: time.Minute, Run: s.Close, Due: s.Due}},
		Listeners: []event.Listener{{InTx: count}},
		Checks:    []domain.Check{check},
		Counted:   []string{"votes", "project_tallies"},
	}
}
