package project

import (
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/paging"
	"uvboard/ent"
)

// order is the order of a list, apart from trending, which readTrending reads. The id breaks ties; ids order by age.
type order string

func (o order) columns() []string {
	switch o {
	case featured:
		return []string{"p.featured_at", "p.id"}
	case waiting, again:
		return []string{"p.published_at", "p.id"}
	case alphabetical:
		return []string{"p.title_key", "p.id"}
	default:
		return []string{"p.id"}
	}
}

func (o order) ascends() bool { return o == oldest || o == alphabetical || o == waiting || o == again }

func (o order) by() string {
	direction := " DESC"
	if o.ascends() {
		direction = " ASC"
	}
	return strings.Join(o.columns(), direction+", ") + direction
}

type position struct {
	ID     uuid.UUID `json:"i,omitzero"`
	Title  string    `json:"t,omitempty"`
	Time   time.Time `json:"d,omitzero"`
	Offset int       `json:"o,omitempty"` // in a ranked search, or in Lead

	Lead    []uuid.UUID `json:"l,omitempty"` // the first ten places of a trending list
	Entered bool        `json:"e,omitempty"`
	Rank    float64     `json:"r,omitempty"`
}

func (o order) position(last *ent.Project) position {
	at := position{ID: last.ID}
	switch o {
	case alphabetical:
		at.Title = last.TitleKey
	case featured:
		at.Time = last.FeaturedAt.UTC()
	case waiting, again:
		at.Time = last.PublishedAt.UTC()
	}
	return at
}

// after selects the projects after a position. It compares rows of both columns, so that their index is used.
func (o order) after(wanted *selection, at position) {
	compare := " < "
	if o.ascends() {
		compare = " > "
	}
	columns := o.columns()
	if len(columns) == 1 {
		wanted.where("p.id"+compare+"?", at.ID)
		return
	}
	first := map[order]any{alphabetical: at.Title, featured: at.Time, waiting: at.Time, again: at.Time}[o]
	wanted.where("("+strings.Join(columns, ", ")+")"+compare+"(?, ?)", first, at.ID)
}

// parsePosition parses a page token of a list. nil is the first page.
func parsePosition(token, list string) (*position, error) {
	at, err := paging.Parse[position](list, token)
	if err != nil || at == nil {
		return nil, err
	}
	// PostgreSQL refuses NUL.
	if at.Offset < 0 || at.Offset > math.MaxInt16 || strings.ContainsRune(at.Title, 0) {
		return nil, paging.Invalid()
	}
	return at, nil
}
