package admin

import (
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/server"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the dashboard's contributions to the board.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name:     "admin",
		Services: []server.Service{server.Mount[uvboardv1connect.AdminServiceHandler](uvboardv1connect.NewAdminServiceHandler, NewHandler(s))},
	}
}
