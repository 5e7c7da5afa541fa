package moderation

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"golang.org/x/net/publicsuffix"

	"uvboard/backend/board"
	"uvboard/ent"
	"uvboard/ent/newcomersite"
	entproject "uvboard/ent/project"
)

// How long the board remembers the sites of newcomers' projects.
const (
	siteLife        = 30 * 24 * time.Hour
	refusedSiteLife = 365 * 24 * time.Hour
)

// shared are sites on which many people have pages: those of one person are below the first part of the path, or, if
// false, anywhere.
var shared = map[string]bool{
	"github.com": true, "gitlab.com": true, "codeberg.org": true, "bitbucket.org": true, "huggingface.co": true,
	"x.com": true, "twitter.com": true, "replit.com": true, "medium.com": true, "dev.to": true,
	"discord.gg": false, "discord.com": false, "t.me": false, "youtube.com": false, "youtu.be": false,
	"npmjs.com": false, "pypi.org": false, "crates.io": false, "apps.apple.com": false, "play.google.com": false,
	"chromewebstore.google.com": false, "marketplace.visualstudio.com": false, "figma.com": false,
	"docs.google.com": false, "linkedin.com": false, "reddit.com": false,
}

// siteOf returns the site that an address leads to: the domain that somebody has registered, or the part of a shared
// site that is somebody's own. It is empty if the address has no host.
func siteOf(address string) string {
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := strings.TrimSuffix(strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."), ".")
	path := strings.Trim(strings.ToLower(u.EscapedPath()), "/")
	byOwner, isShared := shared[host]
	switch {
	case host == "":
		return ""
	case isShared && byOwner:
		first, _, _ := strings.Cut(path, "/")
		return host + "/" + first
	case isShared:
		return strings.TrimSuffix(host+"/"+path+"?"+u.RawQuery, "?")
	}
	if site, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return site
	}
	return host // such as an IP address
}

// takeSites notes the sites in the fields of a newcomer's project, and makes the project wait if it leads to the site
// of another newcomer's project, or to one that a moderator has refused. It returns the sites as flags.
func (s *Screener) takeSites(ctx context.Context, tx *ent.Client, rules board.FirstPosts, u *ent.User,
	post *ent.Approval, addresses []string) (flags []string, err error) {
	if rules.Wait == board.FirstPostsOpen || u.LinkPostCount >= linkPosts || s.now().Sub(u.CreatedAt) > newAccount {
		return nil, nil
	}
	var sites []string
	for _, address := range addresses {
		site := siteOf(address)
		if site != "" && site != siteOf(s.origin.String()) && !slices.Contains(sites, site) {
			sites = append(sites, site)
		}
	}
	slices.Sort(sites) // the order in which rows are locked
	for _, site := range sites {
		taken, err := s.takeSite(ctx, tx, site, u.ID, post.TargetID)
		if err != nil {
			return nil, fmt.Errorf("site of a newcomer's project: %w", err)
		}
		if taken && post.Reason == "" {
			post.Reason, post.Detail, post.Flags = reasonSameSite, site, append(post.Flags, site)
		}
		flags = append(flags, site)
	}
	if len(sites) > 0 && post.Reason == "" && s.interval > 0 {
		many, err := s.areMany(ctx, tx, post.TargetID)
		if err != nil {
			return nil, err
		}
		if many {
			post.Reason, post.Flags = reasonMany, append(post.Flags, sites...)
		}
	}
	return flags, nil
}

// areMany reports whether the projects of so many new accounts have led to new sites within the last hour that it is
// rather a flood than a good day.
func (s *Screener) areMany(ctx context.Context, tx *ent.Client, projectID uuid.UUID) (bool, error) {
	n, err := tx.NewcomerSite.Query().Where(newcomersite.CreatedAtGT(s.now().Add(-time.Hour)),
		newcomersite.ProjectIDNEQ(projectID)).Aggregate(func(q *entsql.Selector) string {
		return entsql.Count(entsql.Distinct(q.C(newcomersite.FieldProjectID)))
	}).Int(ctx)
	return n >= maxProjects, err
}

// takeSite notes that a project leads to a site. It reports whether the site is that of another newcomer's project, or
// refused.
func (s *Screener) takeSite(ctx context.Context, tx *ent.Client, site string, userID, projectID uuid.UUID) (bool,
	error) {
	now := s.now()
	_, err := tx.ExecContext(ctx, `INSERT INTO newcomer_sites (id, project_id, is_refused, created_at)
VALUES ($1, $2, FALSE, $3) ON CONFLICT (id) DO NOTHING`, site, projectID, now)
	if err != nil {
		return false, err
	}
	first, err := tx.NewcomerSite.Query().Where(newcomersite.ID(site), s.db.ForUpdate).Only(ctx)
	if err != nil || first.ProjectID == projectID {
		return err == nil && first.IsRefused, err
	}
	life := siteLife
	if first.IsRefused {
		life = refusedSiteLife
	}
	own, err := tx.Project.Query().Where(entproject.ID(first.ProjectID), entproject.UserIDNEQ(userID),
		entproject.DeletedAtIsNil()).Exist(ctx)
	switch {
	case err != nil:
		return false, err
	case now.Sub(first.CreatedAt) < life && (own || first.IsRefused):
		return true, nil
	}
	return false, tx.NewcomerSite.UpdateOneID(site).SetProjectID(projectID).SetIsRefused(false).SetCreatedAt(now).
		Exec(ctx)
}

// refuseSites remembers whether a moderator refuses the sites of a project; of other items it knows none.
func refuseSites(ctx context.Context, tx *ent.Client, projectID uuid.UUID, refused bool) error {
	return tx.NewcomerSite.Update().Where(newcomersite.ProjectID(projectID)).SetIsRefused(refused).Exec(ctx)
}

// forgetSites deletes sites that are too old to count.
func (s *Service) forgetSites(ctx context.Context) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		now := s.now()
		_, err := tx.NewcomerSite.Delete().Where(newcomersite.IsRefused(false),
			newcomersite.CreatedAtLT(now.Add(-siteLife))).Exec(ctx)
		if err == nil {
			_, err = tx.NewcomerSite.Delete().Where(newcomersite.CreatedAtLT(now.Add(-refusedSiteLife))).Exec(ctx)
		}
		return err
	})
}
