// Package product puts the product together: its domains, its server and its background jobs.
package product

import (
	"time"

	"go.opentelemetry.io/otel/trace"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/admin"
	"uvboard/backend/agent"
	"uvboard/backend/alive"
	"uvboard/backend/analytics"
	"uvboard/backend/blog"
	"uvboard/backend/board"
	"uvboard/backend/collection"
	"uvboard/backend/contact"
	"uvboard/backend/donation"
	"uvboard/backend/feedback"
	"uvboard/backend/follow"
	"uvboard/backend/forum"
	"uvboard/backend/imageproxy"
	"uvboard/backend/leaderboard"
	"uvboard/backend/live"
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
	"uvboard/backend/platform/idempotency"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/ratelimit"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/web"
	"uvboard/backend/preview"
	"uvboard/backend/project"
	"uvboard/backend/ring"
	"uvboard/backend/saved"
	"uvboard/backend/signin"
	"uvboard/backend/signin/oauth"
	"uvboard/backend/stats"
	"uvboard/backend/tags"
	"uvboard/backend/user"
	"uvboard/backend/vibekit"
	"uvboard/backend/vote"
	"uvboard/backend/webhook"
	"uvboard/backend/weekly"
)

// Product holds the domains on one database, and the services that commands and the server need by name.
type Product struct {
	c  *config.Config
	db *store.DB

	Accounts *signin.Service
	Admin    *admin.Service
	Agents   *agent.Service
	Board    *board.Service
	Projects *project.Service
	Rings    *ring.Service
	Uploads  *media.Service
	Live     *live.Hub
	Limits   *ratelimit.Limiter // nil if rate limits are off
	Keys     *idempotency.Keys
	Tracer   trace.TracerProvider // nil if tracing is off
	Domains  []domain.Domain
}

// New makes the domains. A new domain is added to the list here. Domains with content come first, because the others
// use what those contribute.
func New(c *config.Config, db *store.DB, uploads *media.Service) *Product {
	settings := newSettings(c, db, uploads)
	p := &Product{c: c, db: db, Accounts: NewAccounts(c, db), Board: settings, Projects: project.NewService(db, uploads,
		time.Now), Uploads: uploads, Keys: idempotency.New(db, time.Now)}
	if c.RateLimits {
		p.Limits = ratelimit.New(db, time.Now)
	}
	p.Accounts.UseProviders(newProviders(c))
	p.Accounts.UsePasskeys(c.BaseURL)
	if c.AdminSecondFactor {
		p.Accounts.RequireSecondFactor()
	}
	if c.StrongPasswords {
		p.Accounts.RequireStrongPasswords()
	}
	p.Projects.UseOrigin(Origin(c))
	mailed := mail.Board{Name: settings.Name, Origin: Origin(c)}
	votes := vote.NewService(db, nil, time.Now)
	votes.UseZone(settings.Location)
	votes.UseRule(settings.Voting, c.SMTPURL != "")
	stories := blog.NewService(db, uploads, p.Projects, votes, Origin(c), time.Now)
	discussions := forum.NewService(db, uploads, time.Now)
	discussions.UseOrigin(Origin(c))
	reviews := feedback.NewService(db, discussions, p.Projects, time.Now)
	p.Domains = []domain.Domain{
		project.Domain(p.Projects),
		blog.Domain(stories),
		feedback.Domain(reviews),
		forum.Domain(discussions),
		alive.Domain(alive.NewService(db, p.Projects,
			alive.NewAsk(fetch.New(alive.UserAgent(Origin(c)), c.OutboundAllow), time.Now), time.Now)),
		board.Domain(settings),
	}
	votable := domain.Collect(p.Domains, func(d domain.Domain) []domain.Votable { return d.Votable })
	votes.Add(votable...)
	p.Rings = ring.NewService(db, votable, domain.ItemKinds(p.Domains), time.Now)
	activity := domain.Collect(p.Domains, func(d domain.Domain) []domain.Activity { return d.Activity })
	uses := domain.Collect(p.Domains, func(d domain.Domain) []domain.UploadUse { return d.Uploads })
	users := user.NewService(db, activity, time.Now)
	counters, feeds := stats.NewService(db), news.NewService(db, c.NewsFeeds, c.NewsInterval, time.Now)
	messages := contact.NewService(db, mailed, settings.ContactEmail, time.Now)
	donations := donation.NewService(db, donation.Settings{
		SecretKey: c.StripeSecretKey.Reveal(), PublishableKey: c.StripePublishableKey,
		WebhookSecret: c.StripeWebhookSecret.Reveal(),
		APIBase:       c.StripeAPIBase, Board: mailed,
	}, time.Now)
	generator := vibekit.NewService(db, c.OpenAI, p.Limits, time.Now)
	images := imageproxy.NewService(db, uploads, fetch.New("UVBoard (image proxy)", c.OutboundAllow).Get)
	rankings := leaderboard.NewService(db, p.Projects, settings.Location, time.Now)
	p.Domains = append(p.Domains,
		user.Domain(users, project.NewHandler(p.Projects).ListByUser),
		ring.Domain(p.Rings), // before votes, whose checks depend on what is held
		vote.Domain(votes),
		collection.Domain(collection.NewService(db, p.Projects, time.Now)),
		leaderboard.Domain(rankings, settings.Name),
		signin.Domain(p.Accounts, auth.Cookies{Secure: c.BaseURL.Scheme == "https"}),
		account.Domain(p.Accounts.Service),
		access.Domain(p.Accounts.Service.Service),
		stats.Domain(counters),
		imageproxy.Domain(images),
		news.Domain(feeds, images),
		media.Domain(uploads, Origin(c), users.SetAvatar, uses),
		contact.Domain(messages),
		donation.Domain(donations),
		preview.Domain(db),
		vibekit.Domain(generator),
	)
	moderated := domain.Collect(p.Domains, func(d domain.Domain) []domain.Moderated { return d.Moderated })
	moderators := moderation.NewService(db, moderated, mailed, settings.PublicLogSince, time.Now)
	interval := moderation.LinkInterval
	if !c.RateLimits {
		interval = 0
	}
	screener := moderation.NewScreener(moderators, p.Domains, c.BaseURL, interval)
	p.Domains = append(p.Domains, moderation.Domain(moderators, screener.Listener()),
		mailqueue.Domain(mailqueue.NewService(db, mailed, time.Now)))
	p.Domains = append(p.Domains, tags.Domain(tags.NewService(db, p.Projects, discussions, p.Domains)))
	p.Agents = agent.NewService(db, Origin(c), settings.Name,
		agent.Release{Version: c.Version, URL: c.ReleaseURL}, time.Now)
	p.Domains = append(p.Domains, weekly.Domain(weekly.NewService(db, domain.ItemKinds(p.Domains), mailed, rankings,
		p.Accounts.Service, settings.Location, c.WeeklyRate, time.Now)))
	p.Domains = append(p.Domains, saved.Domain(saved.NewService(db, domain.ItemKinds(p.Domains), time.Now)),
		follow.Domain(follow.NewService(db, p.Domains, time.Now)), agent.Domain(p.Agents))
	p.Domains = append(p.Domains, notification.Domain(notification.NewService(db, p.Domains, mailed, settings.TimeZone,
		settings.ContactEmail,
		fetch.New("UVBoard (push)", c.OutboundAllow), time.Now)))
	p.Domains = append(p.Domains,
		webhook.Domain(webhook.NewService(db, domain.ItemKinds(p.Domains),
			fetch.New("UVBoard (webhooks)", c.OutboundAllow), Origin(c), time.Now)))
	pages := domain.Collect(p.Domains, func(d domain.Domain) []web.Route { return d.Pages.Routes })
	visits := analytics.NewService(db, pages, p.Projects.Finds, time.Now)
	p.Domains = append(p.Domains, analytics.Domain(visits))
	p.Admin = admin.NewService(db, admin.Services{
		Accounts: p.Accounts.Service, Users: users, Projects: p.Projects, Blog: stories, Forum: discussions,
		Feedback:   reviews,
		Moderation: moderators, Stats: counters,
		News: feeds, Contact: messages, Uploads: uploads, Analytics: visits,
	}, admin.Settings{
		Mail: c.SMTPURL != "",
		VibeKit: admin.Provider{Key: c.OpenAI.Key.Reveal(), At: c.OpenAI.BaseURL + " " + c.OpenAI.Model,
			Test: generator.Test},
		Donations: admin.Provider{Key: c.StripeSecretKey.Reveal(), At: c.StripeAPIBase, Test: donations.Test},
	}, time.Now)
	p.Domains = append(p.Domains, admin.Domain(p.Admin))
	p.Live = live.NewHub(db, c.RateLimits)
	searchable := domain.Collect(p.Domains, func(d domain.Domain) []domain.Searchable { return d.Search })
	p.Domains = append(p.Domains, live.Domain(p.Live), reindex.Domain(db, searchable))
	db.SetListeners(domain.Collect(p.Domains, func(d domain.Domain) []event.Listener { return d.Listeners })...)
	return p
}

// origin returns the public origin, such as https://board.example.
func Origin(c *config.Config) string { return c.BaseURL.Scheme + "://" + c.BaseURL.Host }

func newSettings(c *config.Config, db *store.DB, uploads *media.Service) *board.Service {
	var providers []board.Provider
	for _, p := range newProviders(c) {
		providers = append(providers, board.Provider{ID: p.ID, Name: p.Name})
	}
	return board.NewService(db, uploads, board.Settings{
		Name: c.ProductName, ContactEmail: c.ContactEmail,
		Donations: c.StripeSecretKey != "", VibeKit: c.OpenAI.Key != "", Mail: c.SMTPURL != "",
		Passkeys:        signin.OffersPasskeys(c.BaseURL),
		StrongPasswords: c.StrongPasswords, Providers: providers,
	}, time.Now)
}

// newProviders returns the services by which users log in: GitHub first, then the others by id.
func newProviders(c *config.Config) []*oauth.Provider {
	var all []oauth.Settings
	if c.GitHub.ClientID != "" {
		all = append(all, oauth.Settings{ID: "github", Name: "GitHub", GitHub: c.GitHub.URL,
			ClientID: c.GitHub.ClientID, ClientSecret: c.GitHub.ClientSecret.Reveal()})
	}
	for _, s := range c.OIDC {
		all = append(all, oauth.Settings{ID: s.ID, Name: s.Name, Issuer: s.Issuer, ClientID: s.ClientID,
			ClientSecret: s.ClientSecret.Reveal()})
	}
	client := fetch.New("UVBoard (login)", c.OutboundAllow).HTTP()
	providers := make([]*oauth.Provider, len(all))
	for i, s := range all {
		providers[i] = oauth.New(s, client, Origin(c)+"/auth/"+s.ID+"/callback")
	}
	return providers
}

// Mailed returns the board in mails of commands.
func Mailed(c *config.Config, db *store.DB) mail.Board {
	return mail.Board{Name: newSettings(c, db, nil).Name, Origin: Origin(c)}
}

func NewAccounts(c *config.Config, db *store.DB) *signin.Service {
	return signin.NewService(db, Mailed(c, db), time.Now)
}
