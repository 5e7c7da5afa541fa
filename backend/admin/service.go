// Package admin serves the dashboard. It calls the services of the other domains.
package admin

import (
	"context"
	"time"

	"uvboard/backend/account"
	"uvboard/backend/analytics"
	"uvboard/backend/blog"
	"uvboard/backend/contact"
	"uvboard/backend/feedback"
	"uvboard/backend/forum"
	"uvboard/backend/media"
	"uvboard/backend/moderation"
	"uvboard/backend/news"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/backend/stats"
	"uvboard/backend/user"
)

// Services are the services that the dashboard calls.
type Services struct {
	Accounts   *account.Service
	Users      *user.Service
	Projects   *project.Service
	Blog       *blog.Service
	Forum      *forum.Service
	Feedback   *feedback.Service
	Moderation *moderation.Service
	Stats      *stats.Service
	News       *news.Service
	Contact    *contact.Service
	Uploads    *media.Service
	Analytics  *analytics.Service
}

// Service serves the dashboard.
type Service struct {
	Services
	db       *store.DB
	settings Settings
	checks   []Check
	now      func() time.Time
}

// NewService returns a service that also shows the state of what the board depends on; now is the clock.
func NewService(db *store.DB, services Services, settings Settings, now func() time.Time) *Service {
	return &Service{
		Services: services, db: db, settings: settings, checks: Checks(db, services.Uploads, services.News,
			settings.Mail, now), now: store.Clock(now),
	}
}

// Stats are totals of the board.
type Stats struct{ Users, Projects, ForumThreads, ForumPosts, BlogPosts, Votes int }

// Totals returns totals from the counters, and the state of the services that the board depends on.
func (s *Service) Totals(ctx context.Context) (Stats, []State, error) {
	counts, err := s.Stats.Counts(ctx, stats.Users, stats.Projects, stats.ForumThreads, stats.ForumPosts,
		stats.BlogPosts)
	if err != nil {
		return Stats{}, nil, err
	}
	votes, err := s.Stats.Votes(ctx)
	if err != nil {
		return Stats{}, nil, err
	}
	return Stats{
		Users: counts[stats.Users], Projects: counts[stats.Projects], ForumThreads: counts[stats.ForumThreads],
		ForumPosts: counts[stats.ForumPosts], BlogPosts: counts[stats.BlogPosts], Votes: votes,
	}, examine(ctx, s.checks), nil
}
