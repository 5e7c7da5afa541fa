// Package tags has the pages of tools and tags: what everybody can see of each.
package tags

import (
	"context"
	"fmt"
	"strings"

	entsql "entgo.io/ent/dialect/sql"

	"uvboard/backend/forum"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/web"
	"uvboard/backend/project"
	"uvboard/ent"
	entfollow "uvboard/ent/follow"
	enttag "uvboard/ent/tag"
)

// Service reads tools and tags.
type Service struct {
	db       *store.DB
	projects *project.Service
	threads  *forum.Service
	feeds    []web.Feed // of what has tags
}

// NewService returns a service. The feeds of a tag have the entries of domains.
func NewService(db *store.DB, projects *project.Service, threads *forum.Service, domains []domain.Domain) *Service {
	s := &Service{db: db, projects: projects, threads: threads}
	for _, feed := range domain.Collect(domains, func(d domain.Domain) []web.Feed { return d.Pages.Feeds }) {
		if feed.Tagged != nil {
			s.feeds = append(s.feeds, feed)
		}
	}
	return s
}

// Tag is a tool or a tag with what everybody can see of it.
type Tag struct {
	ID, Name                         string
	Followers                        int
	IsFollowed                       bool // by the caller
	Projects, Stories, Threads, News int
}

// Get returns a tool or a tag by its name, its slug or a synonym. Fault: not found, if it is no listed tool, no visible
// item has it and nobody follows it.
func (s *Service) Get(ctx context.Context, caller *auth.Caller, kind, word string) (Tag, error) {
	t, err := s.find(ctx, caller, kind, word)
	if err != nil {
		return Tag{}, err
	}
	slug := tag.Slug(t.ID)
	// Stories have tags only. News mention tools and topics by one list of words.
	topics, err := s.rows(ctx, tag.Of(tag.Topic, slug))
	if err != nil {
		return Tag{}, err
	}
	for _, row := range topics {
		t.Stories += row.StoryCount
	}
	mentioned, err := s.rows(ctx, append(tag.Of(tag.Tool, slug), tag.Of(tag.Topic, slug)...))
	if err != nil {
		return Tag{}, err
	}
	for _, row := range mentioned {
		t.News += row.NewsCount
	}
	if t.Threads, err = s.threads.CountNaming(ctx, slug); err != nil {
		return Tag{}, err
	}
	return t, nil
}

// find returns a tool or a tag without what its stories, threads and news count.
func (s *Service) find(ctx context.Context, caller *auth.Caller, kind, word string) (t Tag, err error) {
	ids, err := tag.Find(ctx, s.db.Client(), tag.Of(kind, store.Clean(word)))
	if err != nil {
		return Tag{}, err
	}
	if len(ids) == 0 {
		return Tag{}, errNotFound(kind)
	}
	t.ID = ids[0]
	row, err := s.db.Client().Tag.Get(ctx, t.ID)
	if err != nil && !ent.IsNotFound(err) {
		return Tag{}, fmt.Errorf("get a tag: %w", err)
	}
	isKnown := err == nil
	if isKnown {
		t.Name = row.Name
	}
	followers := s.db.Client().Follow.Query().Where(entfollow.Tag(t.ID))
	if t.Followers, err = followers.Clone().Count(ctx); err != nil {
		return Tag{}, fmt.Errorf("count followers of a tag: %w", err)
	}
	if caller != nil {
		if t.IsFollowed, err = followers.Where(entfollow.UserID(caller.UserID)).Exist(ctx); err != nil {
			return Tag{}, fmt.Errorf("follow of a tag: %w", err)
		}
	}
	if !isKnown && t.Followers == 0 && (kind != tag.Tool || project.ToolName(tag.Slug(t.ID)) == "") {
		return Tag{}, errNotFound(kind)
	}
	t.Name = project.TagName(t.ID, t.Name)
	of := project.ListQuery{Size: 1}
	if kind == tag.Tool {
		of.With = tag.Slug(t.ID)
	} else {
		of.Tag = tag.Slug(t.ID)
	}
	page, err := s.projects.List(ctx, of)
	if err != nil {
		return Tag{}, err
	}
	if t.Projects = page.Total; page.Capped { // the list does not count further
		t.Projects = row.ProjectCount
	}
	return t, nil
}

func errNotFound(kind string) error {
	return fault.NotFound("NOT_FOUND", strings.ToUpper(kind[:1])+kind[1:]+" not found")
}

// rows returns those of some tags that visible items have.
func (s *Service) rows(ctx context.Context, tags []tag.Tag) ([]*ent.Tag, error) {
	ids, err := tag.Find(ctx, s.db.Client(), tags)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.Client().Tag.Query().Where(enttag.IDIn(ids...)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("counts of a tag: %w", err)
	}
	return rows, nil
}

// maxListed is how many tools and how many tags the sitemap lists: the most used, in one file.
const maxListed = 500

// listed returns the most used tools and tags.
func (s *Service) listed(ctx context.Context) (ids []string, err error) {
	for _, kind := range []string{tag.Tool, tag.Topic} {
		most, err := s.db.Client().Tag.Query().Where(enttag.IDGT(kind+":"), enttag.IDLT(kind+":\U0010FFFF"),
			enttag.Or(enttag.ProjectCountGT(0), enttag.StoryCountGT(0))).
			Order(enttag.ByProjectCount(entsql.OrderDesc()), enttag.ByStoryCount(entsql.OrderDesc()), enttag.ByID()).
			Limit(maxListed).IDs(ctx)
		if err != nil {
			return nil, fmt.Errorf("most used tags: %w", err)
		}
		ids = append(ids, most...)
	}
	return ids, nil
}
