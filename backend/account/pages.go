package account

import (
	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

// Pages are the pages of accounts. Every page asks for the session.
func (h *Handler) Pages() web.Pages {
	return web.Pages{
		Routes: []web.Route{
			{Path: "/forgot-password", Title: "Forgot Password", Personal: true},
			{Path: "/reset-password", Title: "New Password", Personal: true},
			{Path: "/verify-email", Title: "Confirm Email", Personal: true},
			{Path: "/setup", Title: "Set Up", Personal: true},
			{Path: "/oauth/authorize", Title: "Connect an App", Personal: true},
			{Path: "/settings", Title: "Settings", Personal: true},
			{Path: "/admin", Title: "Admin Dashboard", Personal: true},
			{Path: "/register", Title: "Sign Up", Description: "Join the community: share projects, vote and discuss."},
		},
		First: map[string]func(web.Request) []web.Call{web.EveryPage: func(web.Request) []web.Call {
			return []web.Call{web.Ask(h.GetSession, &pb.GetSessionRequest{}, web.Personal)}
		}},
	}
}
