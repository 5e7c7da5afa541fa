package main

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/ops/export"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/web"
	"uvboard/backend/project"
	"uvboard/backend/stats"
	"uvboard/backend/user"
	"uvboard/backend/vote"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
	"uvboard/webapp"
)

// newServer puts the product together.
func newServer(c *config.Config, db *store.DB, pictures *media.Service, log *slog.Logger) (*server.Server, error) {
	all := newServices(c, db, pictures)
	uploads := media.NewHandler(pictures, all.users.SetAvatar)
	exports := export.NewService(db, all.domains, c.ProductName, time.Now)
	accountHandler := account.NewHandler(all.accounts, auth.Cookies{Secure: c.BaseURL.Scheme == "https"})
	userHandler := user.NewHandler(all.users, all.projects)
	projectHandler := project.NewHandler(all.projects)
	voteHandler := vote.NewHandler(all.votes)
	statsHandler := stats.NewHandler(all.stats)
	pages, err := web.New(web.Config{
		Site: web.Site{Name: c.ProductName, Origin: c.BaseURL.Scheme + "://" + c.BaseURL.Host}, ContactEmail: c.ContactEmail, SendsMail: c.SMTPURL != "",
		Files: webapp.Dist(), Images: pictures, Authenticate: all.accounts.Authenticate, AllowRead: server.AllowRead, Report: server.Report, Now: time.Now,
		Pages: newPages(accountHandler, statsHandler, projectHandler, userHandler),
	})
	if err != nil {
		return nil, err
	}
	routes := []server.Route{
		{Method: http.MethodPost, Path: "/api/upload", Rule: auth.Rule{Level: auth.User, Limit: auth.LimitWrite}, Handle: uploads.Upload},
		{Method: http.MethodPost, Path: "/api/users/{id}/profile-pic", Rule: auth.Rule{Level: auth.User, Limit: auth.LimitWrite}, Handle: uploads.ProfilePicture},
		{Method: http.MethodGet, Path: "/api/users/{id}/export", Rule: auth.Rule{Level: auth.Login, Limit: auth.LimitExport}, Handle: exports.Handle},
		{Method: http.MethodGet, Path: media.Prefix, Rule: auth.Rule{Level: auth.Public}, Handle: uploads.Serve},
	}
	for _, e := range pages.Endpoints() {
		routes = append(routes, server.Route{Method: http.MethodGet, Path: e.Path, Rule: e.Rule, Handle: e.Handle})
	}
	return server.New(server.Config{
		Services: []server.Service{
			accountHandler.Mount, userHandler.Mount, projectHandler.Mount, voteHandler.Mount, statsHandler.Mount,
		},
		CachedPaths: []string{
			"/", "/search", "/api/projects", "/api/users/top", "/api/stats/community", uvboardv1connect.ProjectServiceListProjectsProcedure,
			uvboardv1connect.UserServiceListTopUsersProcedure, uvboardv1connect.StatsServiceGetCommunityStatsProcedure,
		},
		Routes:       routes,
		Authenticate: all.accounts.Authenticate, Version: db.Version, Ready: db.Ready, Web: pages,
		ProductName: c.ProductName, BaseURL: c.BaseURL, TrustedProxies: c.TrustedProxies, RateLimits: c.RateLimits, Collectors: newCollectors(db), Log: log,
	})
}

// newPages are the pages that the domains contribute.
func newPages(accounts *account.Handler, stats *stats.Handler, projects *project.Handler, users *user.Handler) []web.Pages {
	return []web.Pages{accounts.Pages(), stats.Pages(), projects.Pages(), users.Pages()}
}

// newCollectors measure what the server itself does not see.
func newCollectors(db *store.DB) []prometheus.Collector {
	all := []prometheus.Collector{mail.NewCollector(db)}
	for name, pool := range db.Pools() {
		all = append(all, collectors.NewDBStatsCollector(pool, name))
	}
	return all
}
