package product

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"uvboard/backend/live"
	"uvboard/backend/media"
	"uvboard/backend/ops/export"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/webapp"
)

// NewServer makes the HTTP server of the product. It also exports the metrics of the given collectors.
func (p *Product) NewServer(log *slog.Logger, metrics ...prometheus.Collector) (*server.Server, error) {
	c, db := p.c, p.db
	pages, err := web.New(web.Config{
		Site: func() web.Site { return site(p.Board.Now(), Origin(c)) }, SendsMail: c.SMTPURL != "",
		MaxImageBytes: media.MaxImageBytes, MaxVideoBytes: media.MaxVideoBytes,
		Files: webapp.Dist(), Images: p.Uploads, Authenticate: p.Accounts.Authenticate, CountRead: server.CountRead,
		Report: server.Report, Now: time.Now, Position: p.Live.Position,
		Pages: domain.Collect(p.Domains, func(d domain.Domain) []web.Pages { return []web.Pages{d.Pages} }),
	})
	if err != nil {
		return nil, err
	}
	routes := domain.Collect(p.Domains, func(d domain.Domain) []server.Route { return d.Routes })
	routes = append(routes, export.NewService(db, p.Domains, p.Board.Name, time.Now).Routes()...)
	routes = append(routes, pages.Endpoints()...)
	cached := append([]string{"/", "/search"},
		domain.Collect(p.Domains, func(d domain.Domain) []string { return d.Cached })...)
	for _, r := range pages.Routes() {
		if r.Describe == nil && !r.Personal && !strings.Contains(r.Path, "{") { // a page that is always the same
			cached = append(cached, r.Path)
		}
	}
	built, err := server.New(server.Config{
		Services:     domain.Collect(p.Domains, func(d domain.Domain) []server.Service { return d.Services }),
		CachedPaths:  cached,
		Routes:       routes,
		Authenticate: p.Accounts.Authenticate, Version: db.Version, Ready: db.Ready, Standbys: db.Standbys(),
		Named: func(ctx context.Context, kind string, shorts []string) (map[string]uuid.UUID, error) {
			return address.FindShort(ctx, db.Client(), address.Kind(kind), shorts...)
		},
		Web:         pages,
		ProductName: p.Board.Name, BaseURL: c.BaseURL, TrustedProxies: c.TrustedProxies, RateLimits: p.Limits,
		Idempotency: p.Keys,
		Collectors:  append(newCollectors(db, p.Live), metrics...), Tracer: p.Tracer, Log: log,
	})
	if err == nil {
		p.Agents.UseServer(built)
	}
	return built, err
}

func site(b *ent.Board, origin string) web.Site {
	return web.Site{Name: b.Name, Origin: origin, Tagline: b.Tagline, Accent: b.Accent, Theme: b.DefaultTheme,
		Zone: b.TimeZone}
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
			Name: "uvboard_standby_in_use", Help: "1 while a standby answers reads, 0 while it is left out.",
			ConstLabels: prometheus.Labels{"host": host},
		}, func() float64 {
			if db.Standbys().States()[host] != "" {
				return 0
			}
			return 1
		}))
	}
	return all
}
