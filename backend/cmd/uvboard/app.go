package main

import (
	"log/slog"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"uvboard/backend/media"
	"uvboard/backend/ops/export"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/live"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/webapp"
)

func newServer(c *config.Config, db *store.DB, p *product, log *slog.Logger, metrics ...prometheus.Collector) (*server.Server, error) {
	pages, err := web.New(web.Config{
		Site: func() web.Site { return site(p.board.Now(), origin(c)) }, SendsMail: c.SMTPURL != "",
		MaxImageBytes: media.MaxImageBytes, MaxVideoBytes: media.MaxVideoBytes,
		Files: webapp.Dist(), Images: p.uploads, Authenticate: p.accounts.Authenticate, AllowRead: server.AllowRead, Report: server.Report, Now: time.Now,
		Pages: domain.Collect(p.domains, func(d domain.Domain) []web.Pages { return []web.Pages{d.Pages} }),
	})
	if err != nil {
		return nil, err
	}
	routes := domain.Collect(p.domains, func(d domain.Domain) []server.Route { return d.Routes })
	routes = append(routes, export.NewService(db, p.domains, p.board.Name, time.Now).Routes()...)
	routes = append(routes, pages.Endpoints()...)
	cached := append([]string{"/", "/search"}, domain.Collect(p.domains, func(d domain.Domain) []string { return d.Cached })...)
	for _, r := range pages.Routes() {
		if r.Describe == nil && !r.Personal && !strings.Contains(r.Path, "{") { // a page that is always the same
			cached = append(cached, r.Path)
		}
	}
	built, err := server.New(server.Config{
		Services:     domain.Collect(p.domains, func(d domain.Domain) []server.Service { return d.Services }),
		CachedPaths:  cached,
		Routes:       routes,
		Authenticate: p.accounts.Authenticate, Version: db.Version, Ready: db.Ready, Standbys: db.Standbys(), Web: pages,
		ProductName: p.board.Name, BaseURL: c.BaseURL, TrustedProxies: c.TrustedProxies, RateLimits: p.limits, Collectors: append(newCollectors(db, p.live), metrics...), Tracer: p.tracer, Log: log,
	})
	if err == nil {
		p.agents.UseServer(built)
	}
	return built, err
}

func site(b *ent.Board, origin string) web.Site {
	return web.Site{Name: b.Name, Origin: origin, Tagline: b.Tagline, Accent: b.Accent, Theme: b.DefaultTheme, Zone: b.TimeZone}
}

// newCollectors returns the metrics of the mail queue, of live updates and of the databases.
func newCollectors(db *store.DB, hub *live.Hub) []prometheus.Collector {
	all := []prometheus.Collector{mail.NewCollector(db), prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "uvboard_live_streams", Help: "Clients that receive live updates.",
	}, func() float64 { return float64(hub.Streams()) })}
	for name, pool := range db.Pools() {
		all = append(all, collectors.NewDBStatsCollector(pool, name))
	}
	for host := range db.Standbys().States() {
		all = append(all, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "uvboard_standby_in_use", Help: "1 while a standby answers reads, 0 while it is left out.", ConstLabels: prometheus.Labels{"host": host},
		}, func() float64 {
			if db.Standbys().States()[host] != "" {
				return 0
			}
			return 1
		}))
	}
	return all
}
