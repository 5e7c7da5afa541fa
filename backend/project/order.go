package project

import (
	"context"
	"hash/fnv"
	"math"
	"strconv"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/fault"
	"uvboard/backend/page"
	"uvboard/backend/stats"
	"uvboard/ent/predicate"
	entproject "uvboard/ent/project"
	"uvboard/ent/projectfacet"

	"uvboard/ent"
)

// order is how a list is sorted; ties fall to the id, whose order is that of age.
type order string

func (o order) column() string {
	switch o {
	case trending:
		return entproject.FieldRank
	case featured:
		return entproject.FieldFeaturedAt
	case alphabetical:
		return entproject.FieldTitleKey
	default:
		return entproject.FieldID
	}
}

func (o order) ascends() bool { return o == oldest || o == alphabetical }

func (o order) by() entproject.OrderOption {
	return func(s *sql.Selector) {
		direction := sql.Desc
		if o.ascends() {
			direction = sql.Asc
		}
		if o.column() != entproject.FieldID {
			s.OrderBy(direction(s.C(o.column())))
		}
		s.OrderBy(direction(s.C(entproject.FieldID)))
	}
}

// position is where a page ended.
type position struct {
	List   string    `json:"l"`
	ID     uuid.UUID `json:"i,omitzero"`
	Rank   float64   `json:"r,omitempty"`
	Title  string    `json:"t,omitempty"`
	Time   time.Time `json:"d,omitzero"`
	Offset int       `json:"o,omitempty"` // in a ranked search
}

func (o order) position(last *ent.Project, list string) position {
	at := position{List: list, ID: last.ID}
	switch o {
	case trending:
		at.Rank = last.Rank
	case alphabetical:
		at.Title = last.TitleKey
	case featured:
		at.Time = last.FeaturedAt.UTC()
	}
	return at
}

// after keeps what comes after at. The pair is compared as a row, which an index of both columns answers.
func (o order) after(at position) predicate.Project {
	return func(s *sql.Selector) {
		compare := sql.CompositeLT
		if o.ascends() {
			compare = sql.CompositeGT
		}
		id := s.C(entproject.FieldID)
		switch o {
		case trending:
			s.Where(compare([]string{s.C(entproject.FieldRank), id}, at.Rank, at.ID))
		case alphabetical:
			s.Where(compare([]string{s.C(entproject.FieldTitleKey), id}, at.Title, at.ID))
		case featured:
			s.Where(compare([]string{s.C(entproject.FieldFeaturedAt), id}, at.Time, at.ID))
		default:
			s.Where(compare([]string{id}, at.ID))
		}
	}
}

func (at position) token() (string, error) { return page.Token(at) }

// parsePosition reads a token back and refuses one of another list.
func parsePosition(token, list string) (*position, error) {
	at, err := page.Parse[position](token)
	if err != nil || at == nil {
		return nil, err
	}
	// A NUL is no part of a title, and PostgreSQL takes none.
	if at.List != list || at.Offset < 0 || at.Offset > math.MaxInt16 || strings.ContainsRune(at.Title, 0) {
		return nil, fault.Invalid("cursor", "The cursor is not valid. Start again from the first page.")
	}
	return at, nil
}

func fingerprint(parts ...string) string {
	h := fnv.New64a()
	for _, p := range parts {
		h.Write([]byte(p)) // never fails
		h.Write([]byte{0})
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// hasFacet keeps projects with a facet. A facet of few projects is best read from its own list; of many, best asked of
// each project in the order of the page. PostgreSQL knows which is which; SQLite keeps no such statistics and is told.
func (s *Service) hasFacet(ctx context.Context, facet string) (predicate.Project, error) {
	few := false
	if s.db.IsSQLite() {
		n, err := s.number(ctx, "SELECT 1 FROM project_facets WHERE facet = $1", facet)
		if err != nil {
			return nil, err
		}
		few = n <= maxCounted
	}
	return func(s *sql.Selector) {
		t := sql.Table(projectfacet.Table)
		has := sql.EQ(t.C(projectfacet.FieldFacet), facet)
		if few {
			s.Where(sql.In(s.C(entproject.FieldID), sql.Select(t.C(projectfacet.FieldProjectID)).From(t).Where(has)))
			return
		}
		s.Where(sql.Exists(sql.Select(t.C(projectfacet.FieldID)).From(t).Where(sql.And(
			has, sql.ColumnsEQ(t.C(projectfacet.FieldProjectID), s.C(entproject.FieldID))))))
	}, nil
}

// total is how many projects match, without a search: from the community's counters where they say so, else counted as
// far as maxCounted.
func (s *Service) total(ctx context.Context, q ListQuery) (total int, capped bool, err error) {
	facets := q.facets()
	if q.Type != featured && len(facets) == 0 {
		name := stats.Projects
		if q.Stage != "" {
			name = stats.ProjectsAt(q.Stage)
		}
		c, err := s.db.Client().Counter.Get(ctx, name)
		if ent.IsNotFound(err) {
			return 0, false, nil
		}
		if err != nil {
			return 0, false, err
		}
		return c.Value, false, nil
	}
	var (
		from  = "projects AS p"
		where = "p.is_public"
		args  []any
		arg   = func(value string) string {
			args = append(args, value)
			return "$" + strconv.Itoa(len(args))
		}
	)
	if len(facets) > 0 { // a facet's list comes first, so that the count ends with the limit
		from = "project_facets AS f CROSS JOIN projects AS p"
		where += " AND p.id = f.project_id AND f.facet = " + arg(facets[0])
	}
	for _, facet := range facets[min(1, len(facets)):] {
		where += " AND EXISTS (SELECT 1 FROM project_facets AS g WHERE g.project_id = f.project_id AND g.facet = " + arg(facet) + ")"
	}
	if q.Stage != "" {
		where += " AND p.stage = " + arg(q.Stage)
	}
	if q.Type == featured {
		where += " AND p.featured_at IS NOT NULL"
	}
	total, err = s.number(ctx, "SELECT 1 FROM "+from+" WHERE "+where, args...)
	return min(total, maxCounted), total > maxCounted, err
}

// number counts the rows of a query as far as one more than maxCounted.
func (s *Service) number(ctx context.Context, query string, args ...any) (n int, err error) {
	query = "SELECT COUNT(*) FROM (" + query + " LIMIT " + strconv.Itoa(maxCounted+1) + ") AS counted"
	err = s.db.Reader().QueryRowContext(ctx, query, args...).Scan(&n)
	return n, err
}
