// Package admin is the door of the dashboard: it calls the services of the other domains.
package admin

import (
	"context"

	"uvboard/backend/stats"
)

// Service serves the dashboard.
type Service struct {
	stats  *stats.Service
	checks []Check
}

// NewService returns a service that shows the state of checks.
func NewService(stats *stats.Service, checks []Check) *Service {
	return &Service{stats: stats, checks: checks}
}

// Stats are totals of the board.
type Stats struct{ Users, Projects, ForumThreads, ForumPosts, BlogPosts, Votes int }

// Stats returns totals from counters, and the state of what the board depends on.
func (s *Service) Stats(ctx context.Context) (Stats, []State, error) {
	counts, err := s.stats.Counts(ctx, stats.Users, stats.Projects, stats.ForumThreads, stats.ForumPosts, stats.BlogPosts)
	if err != nil {
		return Stats{}, nil, err
	}
	votes, err := s.stats.Votes(ctx)
	if err != nil {
		return Stats{}, nil, err
	}
	return Stats{
		Users: counts[stats.Users], Projects: counts[stats.Projects], ForumThreads: counts[stats.ForumThreads],
		ForumPosts: counts[stats.ForumPosts], BlogPosts: counts[stats.BlogPosts], Votes: votes,
	}, examine(ctx, s.checks), nil
}
