package admin

import (
	"context"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the dashboard's contributions to the board.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name: "admin",
		Jobs: []jobs.Job{{Name: demoJob,
			Do: func(ctx context.Context, _ jobs.Task) error { return s.WorkDemo(ctx) }}},
		Services: []server.Service{
			server.Mount[uvboardv1connect.AdminServiceHandler](uvboardv1connect.NewAdminServiceHandler, NewHandler(s))},
	}
}
