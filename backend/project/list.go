package project

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	pages "uvboard/backend/platform/paging"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/counter"
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
	Search   string // words and operators
	Exact    bool   // without other words than those of Search
	Stage    string
	Category string // primary or secondary
	Tool     string
	Tag      string // name or slug of a tag
	With     string // name or slug of a tool, listed or not
	Code     string // who wrote the code
	MaxHours int    // that it took; 0 for all
	Gone     bool   // also those that are gone
	Sort     string // newest, oldest, trending, alphabetical or relevance; default relevance in a search, else newest
	Size     int
	Token    string
	Skip     int // at most 1000; first page only

	// Set by List.
	tags  []string // the ids of the category, the tools and the tag
	words string   // of Search
	terms search.Terms
}

// Page is a page of a list.
type Page struct {
	Projects []*ent.Project
	Next     string // token of the next page; empty on the last one
	Total    int    // number of matches; -1 after the first page
	Capped   bool   // there are more than Total
	search.Said
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

func (q ListQuery) searches() bool { return q.words != "" }

// facets returns the tags of the category, the tools and the tag.
func (q ListQuery) facets() []tag.Tag {
	return slices.Concat(tag.Of(tag.Category, categoryLabels[q.Category]),
		tag.Of(tag.Tool, toolLabels[q.Tool], store.Clean(q.With)), tag.Of(tag.Topic, store.Clean(q.Tag)))
}

func (q ListQuery) filters() []string {
	filters := tag.Filters(q.tags)
	if q.Stage != "" {
		filters = append(filters, search.StageFilter(q.Stage))
	}
	return filters
}

// fingerprint identifies the list in page tokens.
func (q ListQuery) fingerprint() string {
	return pages.ListName(string(q.order()), q.Type, strings.TrimSpace(q.Search), strconv.FormatBool(q.Exact), q.Stage,
		q.Category, q.Tool, q.Tag, q.With, q.Code, strconv.Itoa(q.MaxHours), strconv.FormatBool(q.Gone))
}

// base selects the projects by what neither a tag nor a stage says.
func (q ListQuery) base() *selection {
	wanted := listed()
	if q.Gone {
		wanted = public()
	}
	if q.Code != "" {
		wanted.where("p.build_code = ?", q.Code)
	}
	if q.MaxHours > 0 {
		wanted.where("p.build_hours <= ?", q.MaxHours).where("p.build_hours IS NOT NULL")
	}
	return wanted
}

// narrows reports whether how it was built selects projects.
func (q ListQuery) narrows() bool { return q.Code != "" || q.MaxHours > 0 }

// language is what a search of projects understands besides words.
var language = search.Language{
	Field: "search", Noun: "project", Tagged: Tagged.Target,
	Stages:    []string{"idea", "mvp", "beta", "launched", "archived"},
	Operators: []string{search.TagOperator, search.ToolOperator, search.ByOperator, search.StageOperator},
}

// readTerms reads the operators of the search. Fault: invalid for an unknown value, or for stages other than that of
// the filter.
func (q *ListQuery) readTerms(ctx context.Context, client *ent.Client) (err error) {
	if q.words, q.terms, err = language.Read(ctx, client, q.Search); err != nil {
		return err
	}
	if stages := q.terms.Stages; q.Stage != "" && len(stages) > 0 && !slices.Contains(stages, q.Stage) {
		return fault.Invalid("search", fmt.Sprintf(
			"The search asks for stage:%s and the filter for the stage %s. Remove one of them.",
			strings.Join(stages, " stage:"), q.Stage))
	}
	return nil
}

// List returns public projects. A search finds at most search.Candidates. Faults: invalid for the page token of another
// list, and those of the operators.
func (s *Service) List(ctx context.Context, q ListQuery) (Page, error) {
	if err := q.readTerms(ctx, s.db.Client()); err != nil {
		return Page{}, err
	}
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
	wanted := q.base()
	var (
		total int
		few   bool // of the projects, found by tags
		more  bool
		err   error
	)
	s.ofType(wanted, q.Type)
	if len(q.tags) > 0 || !q.terms.Empty() {
		// Few matches are read by id. With many, scanning in the order of the list finds the next page quickly.
		var ids []uuid.UUID
		if ids, more, err = search.Filtered(ctx, s.db, Kind, q.terms, q.filters()...); err != nil {
			return Page{}, err
		}
		total, few = len(ids), !more
		if total == 0 {
			return Page{}, nil
		}
		if few {
			wanted.among(ids)
		} else {
			q.narrow(wanted)
		}
	}
	if q.Stage != "" {
		wanted.where("p.stage = ?", q.Stage)
	}
	switch {
	case at != nil:
	case q.isShort(), few:
		total, err = wanted.count(ctx, s.db)
		more = false
	case q.narrows():
		total, err = wanted.countUpTo(ctx, s.db, search.Candidates+1)
		if more = total > search.Candidates; more {
			total = search.Candidates
		}
	case len(q.tags) == 0:
		total, err = s.counted(ctx, q.Stage, q.Gone)
	}
	if err != nil {
		return Page{}, err
	}
	page, err := q.window(at).read(ctx, s.db, wanted)
	page.Total, page.Capped = total, more
	return page, err
}

// narrow selects the projects with the tags of the filters and operators, by these owners and at these stages.
func (q ListQuery) narrow(wanted *selection) {
	for _, id := range slices.Concat(q.tags, q.terms.Tags) {
		wanted.where(tag.HasSQL("p.id"), id)
	}
	if by := q.terms.By; len(by) > 0 {
		wanted.where("p.user_id IN (?"+strings.Repeat(", ?", len(by)-1)+")", anys(by)...)
	}
	if stages := q.terms.Stages; len(stages) > 0 {
		wanted.where("p.stage IN (?"+strings.Repeat(", ?", len(stages)-1)+")", anys(stages)...)
	}
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

// counted returns the number of public projects, all or at a stage, from the counters; with those that are gone, or
// without.
func (s *Service) counted(ctx context.Context, stage string, gone bool) (int, error) {
	all, without := stats.Projects, stats.Gone
	if stage != "" {
		all, without = stats.ProjectsAt(stage), stats.GoneAt(stage)
	}
	rows, err := s.db.Client().Counter.Query().Where(counter.IDIn(all, without)).All(ctx)
	total := 0
	for _, c := range rows { // none before the first project
		switch {
		case c.ID == all:
			total += c.Value
		case !gone:
			total -= c.Value
		}
	}
	return total, err
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

// Finds reports whether a search finds a public project, with its words as they are.
func (s *Service) Finds(ctx context.Context, text string) (bool, error) {
	words, terms, err := language.Read(ctx, s.db.Client(), text)
	if f := fault.Of(err); f != nil {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	ids, _, err := search.IDs(ctx, s.db, search.Query{Kind: Kind, Text: words, Terms: terms})
	return len(ids) > 0, err
}

// Suggest returns what a search that is being typed may continue with.
func (s *Service) Suggest(ctx context.Context, text string) ([]search.Suggestion, error) {
	return language.Suggest(ctx, s.db.Client(), text)
}

func (s *Service) search(ctx context.Context, q ListQuery, at *position) (Page, error) {
	found, err := search.Find(ctx, s.db, search.Query{
		Kind: Kind, Text: q.words, Filters: q.filters(), Terms: q.terms, OldestFirst: q.order() == oldest,
		Exact: q.Exact,
	})
	ids := found.IDs
	if err == nil && len(ids) > 0 {
		ids, err = s.narrow(ctx, q, ids)
	}
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
	page.Total, page.Capped, page.Said = total, found.More, found.Said
	return page, err
}

// narrow returns those of the projects that a search found, in their order, that were built as asked and are not gone.
func (s *Service) narrow(ctx context.Context, q ListQuery, ids []uuid.UUID) ([]uuid.UUID, error) {
	switch {
	case q.narrows():
		wanted, err := q.base().of(ctx, s.db, ids)
		return slices.DeleteFunc(ids, func(id uuid.UUID) bool { return !wanted[id] }), err
	case q.Gone:
		return ids, nil
	default: // hardly any is
		gone, err := public().where("p.alive = ?", Gone).of(ctx, s.db, ids)
		return slices.DeleteFunc(ids, func(id uuid.UUID) bool { return gone[id] }), err
	}
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
	page, err := w.read(ctx, s.db, listed().where("p.primary_category = ?", p.PrimaryCategory).where("p.id <> ?", id))
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
