package project

import (
	"hash/fnv"
	"math"
	"strconv"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/page"
	"uvboard/ent"
	"uvboard/ent/predicate"
	entproject "uvboard/ent/project"
	"uvboard/ent/projectfacet"
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
		return nil, page.Invalid()
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

// hasFacet keeps projects with a facet, asking for each in the order of the list.
func hasFacet(facet string) predicate.Project {
	return func(s *sql.Selector) {
		t := sql.Table(projectfacet.Table)
		s.Where(sql.Exists(sql.Select(t.C(projectfacet.FieldID)).From(t).Where(sql.And(
			sql.EQ(t.C(projectfacet.FieldFacet), facet), sql.ColumnsEQ(t.C(projectfacet.FieldProjectID), s.C(entproject.FieldID))))))
	}
}
