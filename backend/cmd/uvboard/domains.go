package main

import (
	"time"

	"go.opentelemetry.io/otel/trace"

	"uvboard/backend/account"
	"uvboard/backend/admin"
	"uvboard/backend/agent"
	"uvboard/backend/analytics"
	"uvboard/backend/blog"
	"uvboard/backend/board"
	"uvboard/backend/collection"
	"uvboard/backend/contact"
	"uvboard/backend/donation"
	"uvboard/backend/follow"
	"uvboard/backend/forum"
	"uvboard/backend/imageproxy"
	"uvboard/backend/leaderboard"
	"uvboard/backend/mailqueue"
	"uvboard/backend/media"
	"uvboard/backend/moderation"
	"uvboard/backend/news"
	"uvboard/backend/notification"
	"uvboard/backend/ops/reindex"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/live"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/oauth"
	"uvboard/backend/platform/ratelimit"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/web"
	"uvboard/backend/preview"
	"uvboard/backend/project"
	"uvboard/backend/saved"
	"uvboard/backend/stats"
	"uvboard/backend/user"
	"uvboard/backend/vibekit"
	"uvboard/backend/vote"
	"uvboard/backend/webhook"
)

// product holds the domains on one database, and the services that commands and the server need by name.
type product struct {
	accounts *account.Service
	admin    *admin.Service
	agents   *agent.Service
	board    *board.Service
	projects *project.Service
	uploads  *media.Service
	live     *live.Hub
	limits   *ratelimit.Limiter   // nil if rate limits are off
	tracer   trace.TracerProvider // nil if tracing is off
	domains  []domain.Domain
}

// newProduct makes the domains. A new domain is added to the list here. Domains with content come first, because the others use what
// those contribute.
func newProduct(c *config.Config, db *store.DB, uploads *media.Service) *product {
	settings := newSettings(c, db, uploads)
	p := &product{accounts: newAccounts(c, db), board: settings, projects: project.NewService(db, uploads, time.Now), uploads: uploads}
	if c.RateLimits {
		p.limits = ratelimit.New(db, time.Now)
	}
	p.accounts.UseProviders(newProviders(c))
	p.accounts.UsePasskeys(c.BaseURL)
	if c.AdminSecondFactor {
		p.accounts.RequireSecondFactor()
	}
	if c.StrongPasswords {
		p.accounts.RequireStrongPasswords()
	}
	mailed := mail.Board{Name: settings.Name, Origin: origin(c)}
	votes := vote.NewService(db, nil, time.Now)
	votes.UseZone(settings.Location)
	stories := blog.NewService(db, uploads, p.projects, votes, origin(c), time.Now)
	discussions := forum.NewService(db, uploads, time.Now)
	p.domains = []domain.Domain{
		project.Domain(p.projects),
		blog.Domain(stories),
		forum.Domain(discussions),
		board.Domain(settings),
	}
	votes.Add(domain.Collect(p.domains, func(d domain.Domain) []domain.Votable { return d.Votable })...)
	activity := domain.Collect(p.domains, func(d domain.Domain) []domain.Activity { return d.Activity })
	uses := domain.Collect(p.domains, func(d domain.Domain) []domain.UploadUse { return d.Uploads })
	users := user.NewService(db, activity, time.Now)
	counters, feeds := stats.NewService(db), news.NewService(db, c.NewsFeeds, c.NewsInterval, time.Now)
	messages := contact.NewService(db, mailed, settings.ContactEmail, time.Now)
	donations := donation.NewService(db, donation.Settings{
		SecretKey: c.StripeSecretKey.Reveal(), PublishableKey: c.StripePublishableKey, WebhookSecret: c.StripeWebhookSecret.Reveal(),
		APIBase: c.StripeAPIBase, Board: mailed,
	}, time.Now)
	generator := vibekit.NewService(db, c.OpenAI, p.limits, time.Now)
	images := imageproxy.NewService(db, uploads, fetch.New("UVBoard (image proxy)", c.OutboundAllow).Get)
	p.domains = append(p.domains,
		user.Domain(users, project.NewHandler(p.projects).ListByUser),
		vote.Domain(votes),
		collection.Domain(collection.NewService(db, p.projects, time.Now)),
		leaderboard.Domain(leaderboard.NewService(db, p.projects, settings.Location, time.Now), settings.Name),
		account.Domain(p.accounts, auth.Cookies{Secure: c.BaseURL.Scheme == "https"}),
		stats.Domain(counters),
		imageproxy.Domain(images),
		news.Domain(feeds, images),
		media.Domain(uploads, users.SetAvatar, uses),
		contact.Domain(messages),
		donation.Domain(donations),
		preview.Domain(db),
		vibekit.Domain(generator),
	)
	moderated := domain.Collect(p.domains, func(d domain.Domain) []domain.Moderated { return d.Moderated })
	moderators := moderation.NewService(db, moderated, mailed, time.Now)
	interval := moderation.LinkInterval
	if !c.RateLimits {
		interval = 0
	}
	p.domains = append(p.domains, moderation.Domain(moderators, moderation.ScreenLinks(c.BaseURL, interval, time.Now)), mailqueue.Domain(mailqueue.NewService(db, mailed, time.Now)))
	p.domains = append(p.domains, saved.Domain(saved.NewService(db, domain.ItemKinds(p.domains), time.Now)), follow.Domain(follow.NewService(db, p.domains, time.Now)))
	p.domains = append(p.domains, notification.Domain(notification.NewService(db, p.domains, mailed, settings.TimeZone, settings.ContactEmail,
		fetch.New("UVBoard (push)", c.OutboundAllow), time.Now)))
	p.domains = append(p.domains, webhook.Domain(webhook.NewService(db, domain.ItemKinds(p.domains), fetch.New("UVBoard (webhooks)", c.OutboundAllow), origin(c), time.Now)))
	p.agents = agent.NewService(db, origin(c), settings.Name, time.Now)
	p.domains = append(p.domains, agent.Domain(p.agents))
	pages := domain.Collect(p.domains, func(d domain.Domain) []web.Route { return d.Pages.Routes })
	visits := analytics.NewService(db, pages, p.projects.Finds, time.Now)
	p.domains = append(p.domains, analytics.Domain(visits))
	p.admin = admin.NewService(db, admin.Services{
		Accounts: p.accounts, Users: users, Projects: p.projects, Blog: stories, Forum: discussions, Moderation: moderators, Stats: counters,
		News: feeds, Contact: messages, Uploads: uploads, Analytics: visits,
	}, admin.Settings{
		Mail:      c.SMTPURL != "",
		VibeKit:   admin.Provider{Key: c.OpenAI.Key.Reveal(), At: c.OpenAI.BaseURL + " " + c.OpenAI.Model, Test: generator.Test},
		Donations: admin.Provider{Key: c.StripeSecretKey.Reveal(), At: c.StripeAPIBase, Test: donations.Test},
	}, time.Now)
	p.domains = append(p.domains, admin.Domain(p.admin))
	p.live = live.NewHub(db, c.RateLimits)
	searchable := domain.Collect(p.domains, func(d domain.Domain) []domain.Searchable { return d.Search })
	p.domains = append(p.domains, live.Domain(p.live), reindex.Domain(db, searchable))
	db.SetListeners(domain.Collect(p.domains, func(d domain.Domain) []event.Listener { return d.Listeners })...)
	return p
}

// origin returns the public origin, such as https://board.example.
func origin(c *config.Config) string { return c.BaseURL.Scheme + "://" + c.BaseURL.Host }

func newSettings(c *config.Config, db *store.DB, uploads *media.Service) *board.Service {
	var providers []board.Provider
	for _, p := range newProviders(c) {
		providers = append(providers, board.Provider{ID: p.ID, Name: p.Name})
	}
	return board.NewService(db, uploads, board.Settings{
		Name: c.ProductName, ContactEmail: c.ContactEmail,
		Donations: c.StripeSecretKey != "", VibeKit: c.OpenAI.Key != "", Mail: c.SMTPURL != "", Passkeys: account.OffersPasskeys(c.BaseURL),
		StrongPasswords: c.StrongPasswords, Providers: providers,
	}, time.Now)
}

// newProviders returns the services by which users log in: GitHub first, then the others by id.
func newProviders(c *config.Config) []*oauth.Provider {
	var all []oauth.Settings
	if c.GitHub.ClientID != "" {
		all = append(all, oauth.Settings{ID: "github", Name: "GitHub", GitHub: c.GitHub.URL, ClientID: c.GitHub.ClientID, ClientSecret: c.GitHub.ClientSecret.Reveal()})
	}
	for _, s := range c.OIDC {
		all = append(all, oauth.Settings{ID: s.ID, Name: s.Name, Issuer: s.Issuer, ClientID: s.ClientID, ClientSecret: s.ClientSecret.Reveal()})
	}
	client := fetch.New("UVBoard (login)", c.OutboundAllow).HTTP()
	providers := make([]*oauth.Provider, len(all))
	for i, s := range all {
		providers[i] = oauth.New(s, client, origin(c)+"/auth/"+s.ID+"/callback")
	}
	return providers
}

// newMailed returns the board in mails of commands.
func newMailed(c *config.Config, db *store.DB) mail.Board {
	return mail.Board{Name: newSettings(c, db, nil).Name, Origin: origin(c)}
}

func newAccounts(c *config.Config, db *store.DB) *account.Service {
	return account.NewService(db, newMailed(c, db), time.Now)
}
