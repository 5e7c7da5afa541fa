package project

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	pages "uvboard/backend/platform/paging"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/stats"
	"uvboard/ent"
)

// Values of ListQuery.Type and ListQuery.Sort.
const (
	featured     = "featured"
	trending     = "trending"
	newest       = "newest"
	waiting      = "waiting"
	again        = "again"
	oldest       = "oldest"
	alphabetical = "alphabetical"
	relevance    = "relevance"
)

// ListQuery selects public projects. Empty fields are ignored.
type ListQuery struct {
	Type     string // featured, trending, newest, waiting or again: sets the order; trending and newest filter nothing
	Search   string
	Stage    string
	Category string // primary or secondary
	Tool     string
	Sort     string // newest, oldest, trending, alphabetical or relevance; default relevance in a search, else newest
	Size     int
	Token    string
	Skip     int // at most 1000; first page only

	tags []string // the ids of the category and the tool, set by List
}

// Page is a page of a list.
type Page struct {
	Projects []*ent.Project
	Next     string // token of the next page; empty on the last one
	Total    int    // number of matches; -1 after the first page
	Capped   bool   // there are more than Total
}

func (q ListQuery) order() order {
	switch {
	case q.Type != "":
		return order(q.Type)
	case q.Sort != "" && q.Sort != relevance:
		return order(q.Sort)
	case q.searches():
		return relevance
	default:
		return newest
	}
}

func (q ListQuery) searches() bool { return strings.TrimSpace(q.Search) != "" }

// facets returns the tags of the category and the tool.
func (q ListQuery) facets() []tag.Tag {
	return append(tag.Of(tag.Category, categoryLabels[q.Category]), tag.Of(tag.Tool, toolLabels[q.Tool])...)
}

func (q ListQuery) filters() []string {
	filters := tag.Filters(q.tags)
	if q.Stage != "" {
		filters = append(filters, stageFilter(q.Stage))
	}
	return filters
}

// fingerprint identifies the list in page tokens.
func (q ListQuery) fingerprint() string {
	return pages.ListName(string(q.order()), q.Type, strings.TrimSpace(q.Search), q.Stage, q.Category, q.Tool)
}

// List returns public projects. A search finds at most search.Candidates. Fault: invalid for the page token of another
// list.
func (s *Service) List(ctx context.Context, q ListQuery) (Page, error) {
	at, err := parsePosition(q.Token, q.fingerprint())
	if err != nil {
		return Page{}, err
	}
	if q.tags, err = tag.Find(ctx, s.db.Client(), q.facets()); err != nil {
		return Page{}, err
	}
	var page Page
	if q.searches() {
		page, err = s.search(ctx, q, at)
	} else {
		page, err = s.browse(ctx, q, at)
	}
	if err != nil {
		return Page{}, fmt.Errorf("list projects: %w", err)
	}
	if at != nil {
		page.Total, page.Capped = -1, false
	}
	return page, nil
}

func (s *Service) browse(ctx context.Context, q ListQuery, at *position) (Page, error) {
	wanted := public()
	var (
		total int
		more  bool
		err   error
	)
	s.ofType(wanted, q.Type)
	if len(q.tags) > 0 {
		// Few matches are read by id. With many, scanning in the order of the list finds the next page quickly.
		var ids []uuid.UUID
		if ids, more, err = search.Filtered(ctx, s.db, Kind, q.filters()...); err != nil {
			return Page{}, err
		}
		total = len(ids)
		if more {
			for _, id := range q.tags {
				wanted.where(tag.HasSQL("p.id"), id)
			}
		} else {
			wanted.among(ids)
		}
	} else if at == nil && !q.isShort() {
		total, err = s.counted(ctx, q.Stage)
	}
	if q.Stage != "" {
		wanted.where("p.stage = ?", q.Stage)
	}
	if at == nil && q.isShort() && err == nil { // only a few are
		total, err = wanted.count(ctx, s.db)
		more = false
	}
	if err != nil {
		return Page{}, err
	}
	page, err := q.window(at).read(ctx, s.db, wanted)
	page.Total, page.Capped = total, more
	return page, err
}

// isShort reports whether the list has only some of the public projects, so few that they are counted.
func (q ListQuery) isShort() bool { return q.Type == featured || q.Type == waiting || q.Type == again }

// How old a project without an answer is when it is shown for a second day.
const (
	againFrom  = 48 * time.Hour
	againUntil = 72 * time.Hour
)

// ofType selects the projects of a list of this type.
func (s *Service) ofType(wanted *selection, list string) {
	switch list {
	case featured:
		wanted.where("p.featured_at IS NOT NULL")
	case waiting: // the bound lets SQLite count with the index
		wanted.where("p.first_answer_at IS NULL").where("p.published_at > ?", time.Time{})
	case again:
		now := s.now().UTC()
		wanted.where("p.first_answer_at IS NULL").
			where("p.published_at > ? AND p.published_at <= ?", now.Add(-againUntil), now.Add(-againFrom))
	}
}

// counted returns the number of public projects, all or at a stage, from the counters.
func (s *Service) counted(ctx context.Context, stage string) (int, error) {
	name := stats.Projects
	if stage != "" {
		name = stats.ProjectsAt(stage)
	}
	c, err := s.db.Client().Counter.Get(ctx, name)
	if ent.IsNotFound(err) { // no project yet
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return c.Value, nil
}

type window struct {
	order order
	list  string // fingerprint
	size  int
	skip  int       // on the first page
	at    *position // nil on the first page
}

func (q ListQuery) window(at *position) window {
	return window{order: q.order(), list: q.fingerprint(), size: q.Size, skip: q.Skip, at: at}
}

func (w window) read(ctx context.Context, db *store.DB, wanted *selection) (Page, error) {
	if w.order == trending {
		return w.readTrending(ctx, db, wanted)
	}
	rest := " ORDER BY " + w.order.by() + " LIMIT " + strconv.Itoa(w.size+1)
	if w.at != nil {
		w.order.after(wanted, *w.at)
	} else if w.skip > 0 {
		// Choosing the ids first skips rows on the index alone, without their columns and owners.
		ids := "SELECT p.id FROM projects p WHERE " + strings.Join(wanted.conditions, " AND ") + rest + " OFFSET " +
			strconv.Itoa(w.skip)
		wanted = new(selection).where("p.id IN ("+ids+")", wanted.args...)
	}
	found, err := wanted.read(ctx, db, rest)
	if err != nil {
		return Page{}, err
	}
	var page Page
	page.Projects, page.Next, err = pages.Cut(w.list, found, w.size, w.order.position)
	return page, err
}

// Finds reports whether a search finds a public project.
func (s *Service) Finds(ctx context.Context, text string) (bool, error) {
	ids, _, err := search.IDs(ctx, s.db, search.Query{Kind: Kind, Text: text})
	return len(ids) > 0, err
}

func (s *Service) search(ctx context.Context, q ListQuery, at *position) (Page, error) {
	ids, more, err := search.IDs(ctx, s.db, search.Query{
		Kind: Kind, Text: q.Search, Filters: q.filters(), OldestFirst: q.order() == oldest,
	})
	if err != nil || len(ids) == 0 {
		return Page{}, err
	}
	total := len(ids)
	var page Page
	switch {
	case q.order() == relevance:
		page, err = q.window(at).readRanked(ctx, s.db, ids)
	case q.isShort():
		wanted := public().among(ids)
		s.ofType(wanted, q.Type)
		if total, err = wanted.count(ctx, s.db); err == nil {
			page, err = q.window(at).read(ctx, s.db, wanted)
		}
	default:
		page, err = q.window(at).read(ctx, s.db, public().among(ids))
	}
	page.Total, page.Capped = total, more
	return page, err
}

func (w window) readRanked(ctx context.Context, db *store.DB, ids []uuid.UUID) (Page, error) {
	offset := w.skip
	if w.at != nil {
		offset = w.at.Offset
	}
	var page Page
	ids = ids[min(offset, len(ids)):]
	if len(ids) > w.size {
		ids = ids[:w.size]
		var err error
		if page.Next, err = pages.Token(w.list, position{Offset: offset + w.size}); err != nil {
			return Page{}, err
		}
	}
	found, err := public().among(ids).read(ctx, db, "")
	if err != nil {
		return Page{}, err
	}
	byID := make(map[uuid.UUID]*ent.Project, len(found))
	for _, p := range found {
		byID[p.ID] = p
	}
	for _, id := range ids {
		if p := byID[id]; p != nil { // else hidden meanwhile
			page.Projects = append(page.Projects, p)
		}
	}
	return page, nil
}

// Related returns the other public projects of the same primary category, by place in Trending. Faults: those of Get.
func (s *Service) Related(ctx context.Context, caller *auth.Caller, id uuid.UUID, size int,
	token string) (Page, error) {
	p, err := s.Get(ctx, caller, id)
	if err != nil {
		return Page{}, err
	}
	w := window{order: trending, list: pages.ListName("related", id.String()), size: size}
	w.at, err = parsePosition(token, w.list)
	if err != nil {
		return Page{}, err
	}
	page, err := w.read(ctx, s.db, public().where("p.primary_category = ?", p.PrimaryCategory).where("p.id <> ?", id))
	if err != nil {
		return Page{}, fmt.Errorf("related projects: %w", err)
	}
	return page, nil
}

// ListPublic returns the public ones of these projects, in the order of ids.
func (s *Service) ListPublic(ctx context.Context, ids []uuid.UUID) ([]*ent.Project, error) {
	found, err := public().among(ids).read(ctx, s.db, "")
	if err != nil {
		return nil, fmt.Errorf("projects by id: %w", err)
	}
	inOrder(found, ids)
	return found, nil
}

// ListByUser returns the projects of a user, newest first, with drafts only for the user and admins.
func (s *Service) ListByUser(ctx context.Context, caller *auth.Caller, userID uuid.UUID, size int,
	token string) ([]*ent.Project, string, error) {
	w := window{order: newest, list: pages.ListName("user", userID.String()), size: size}
	var err error
	w.at, err = parsePosition(token, w.list)
	if err != nil {
		return nil, "", err
	}
	wanted := new(selection).where("p.user_id = ?", userID).where("p.deleted_at IS NULL")
	if !mayChange(caller, &ent.Project{UserID: userID}) {
		wanted.where("p.is_public")
	}
	page, err := w.read(ctx, s.db, wanted)
	if err != nil {
		return nil, "", fmt.Errorf("projects of a user: %w", err)
	}
	return page.Projects, page.Next, nil
}
