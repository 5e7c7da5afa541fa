package main

import (
	"time"

	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/backend/stats"
	"uvboard/backend/user"
	"uvboard/backend/vote"
)

// services are the services of all domains, on one database.
type services struct {
	accounts *account.Service
	users    *user.Service
	projects *project.Service
	votes    *vote.Service
	stats    *stats.Service
	uploads  *media.Service

	domains []domain.Domain
}

// newServices is where a domain joins the board. Domains with content come first; the others work on what those contribute.
func newServices(c *config.Config, db *store.DB, uploads *media.Service) *services {
	s := &services{
		accounts: newAccounts(c, db),
		projects: project.NewService(db, uploads, time.Now),
		stats:    stats.NewService(db),
		uploads:  uploads,
	}
	s.domains = []domain.Domain{
		project.Domain(s.projects),
	}
	s.votes = vote.NewService(db, domain.Collect(s.domains, func(d domain.Domain) []domain.Votable { return d.Votable }), time.Now)
	s.users = user.NewService(db, domain.Collect(s.domains, func(d domain.Domain) []domain.Activity { return d.Activity }), time.Now)
	s.domains = append(s.domains,
		user.Domain(s.users),
		vote.Domain(s.votes),
		account.Domain(s.accounts),
		media.Domain(s.uploads),
	)
	return s
}

func newAccounts(c *config.Config, db *store.DB) *account.Service {
	return account.NewService(db, account.Site{Name: c.ProductName, BaseURL: c.BaseURL}, time.Now)
}
