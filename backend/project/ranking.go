package project

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	pages "uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/vote"
	"uvboard/ent"
)

// FirstPlaces is the number of first places of a ranking among which an owner has one project.
const FirstPlaces = 10

// Place is a project in a ranking.
type Place struct {
	ID, Owner uuid.UUID
	IsEntered bool
	Score     float64 // the rank of Trending, or votes
}

// precedes reports whether a place is before another one by score.
func (p Place) precedes(other Place) bool {
	switch {
	case p.IsEntered != other.IsEntered:
		return p.IsEntered
	case p.Score != other.Score:
		return p.Score > other.Score
	default:
		return bytes.Compare(p.ID[:], other.ID[:]) < 0
	}
}

// Lead returns the first ten places of a ranking. All other projects follow in the order by score.
//
// By score, entered projects come first. base is the start of that order, at least FirstPlaces projects, and all of it
// if whole is true. Lead takes the first project of each owner, and fills up with the others if there are not ten
// owners; first among the entered projects and then among the others, so that all entered ones stay before those. To
// look behind base, it calls others, which returns the next projects, entered or not, of other owners than these.
func Lead(base []Place, whole bool,
	others func(entered bool, owners []uuid.UUID) ([]Place, error)) (lead []Place, err error) {
	var owners []uuid.UUID
	for _, entered := range []bool{true, false} {
		block := slices.DeleteFunc(slices.Clone(base), func(p Place) bool { return p.IsEntered != entered })
		ends := whole || entered && len(block) < len(base)
		for next := block; len(next) > 0; {
			for _, p := range next {
				if len(lead) < FirstPlaces && !slices.Contains(owners, p.Owner) {
					lead, owners = append(lead, p), append(owners, p.Owner)
				}
			}
			if ends || len(lead) == FirstPlaces {
				break
			}
			if next, err = others(entered, owners); err != nil {
				return nil, err
			}
		}
		lead = append(lead, without(block, lead)...)
		if len(lead) >= FirstPlaces {
			return lead[:FirstPlaces], nil
		}
	}
	return lead, nil
}

// Ranked returns the places of a ranking as far as base reaches: the Lead, and then the others. See Lead.
func Ranked(base []Place, whole bool,
	others func(entered bool, owners []uuid.UUID) ([]Place, error)) ([]Place, error) {
	lead, err := Lead(base, whole, others)
	return append(lead, without(base, lead)...), err
}

// without returns the places that are not among others.
func without(places, others []Place) []Place {
	return slices.DeleteFunc(slices.Clone(places), func(p Place) bool {
		return slices.ContainsFunc(others, func(o Place) bool { return o.ID == p.ID })
	})
}

const (
	// scoreOrder is the order by score in Trending. The indexes of rankings are read from their end.
	scoreOrder = " ORDER BY p.is_entered DESC, p.rank DESC, p.id ASC"
	backwards  = " ORDER BY p.is_entered ASC, p.rank ASC, p.id DESC"

	// leadBase is how many projects are read at once to find ten owners.
	leadBase = 40
)

// behind selects the projects after a place by score. It compares rows of two columns, so that their index is used.
func (s *selection) behind(p Place) *selection {
	return s.where("(p.is_entered, p.rank) <= (?, ?)", p.IsEntered, p.Score).
		where("NOT (p.is_entered = ? AND p.rank = ? AND p.id <= ?)", p.IsEntered, p.Score, p.ID)
}

// before selects the projects before a place by score.
func (s *selection) before(p Place) *selection {
	return s.where("(p.is_entered, p.rank) >= (?, ?)", p.IsEntered, p.Score).
		where("NOT (p.is_entered = ? AND p.rank = ? AND p.id >= ?)", p.IsEntered, p.Score, p.ID)
}

// places reads the selected projects as places.
func (s *selection) places(ctx context.Context, db *store.DB, order string, limit int) (found []Place, err error) {
	rows, err := db.Reads().QueryContext(ctx, "SELECT p.id, p.user_id, p.is_entered, p.rank FROM projects p WHERE "+
		s.text()+order+" LIMIT "+strconv.Itoa(limit), s.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p Place
		if err := rows.Scan(&p.ID, &p.Owner, &p.IsEntered, &p.Score); err != nil {
			return nil, err
		}
		found = append(found, p)
	}
	return found, rows.Err()
}

// ranked reads the start of a trending list: at least the first n places if there are as many, and how many of them are
// the Lead.
func (s *selection) ranked(ctx context.Context, db *store.DB, n int) (all []Place, lead int, err error) {
	limit := max(leadBase, n+FirstPlaces)
	base, err := s.places(ctx, db, scoreOrder, limit)
	if err != nil {
		return nil, 0, err
	}
	all, err = Lead(base, len(base) < limit, func(entered bool, owners []uuid.UUID) ([]Place, error) {
		return s.clone().where("p.is_entered = ?", entered).
			where("p.user_id NOT IN ("+marks(owners)+")", anys(owners)...).
			places(ctx, db, scoreOrder, leadBase)
	})
	lead = len(all)
	return append(all, without(base, all)...), lead, err
}

// readTrending reads a page of a list in the order of Trending. Its token has the ids of the first ten places, which
// the other pages leave out.
func (w window) readTrending(ctx context.Context, db *store.DB, wanted *selection) (Page, error) {
	var (
		all  []Place
		lead []uuid.UUID
		from int // the places of all[0] in the lead; len(lead) behind it
		err  error
	)
	if w.at == nil {
		var n int
		if all, n, err = wanted.ranked(ctx, db, w.skip+w.size+1); err != nil {
			return Page{}, err
		}
		lead = idsOf(all[:n])
		from = min(w.skip, len(all))
		all = all[from:]
	} else {
		lead, from = w.at.Lead, w.at.Offset
		rest := wanted.clone().notAmong(lead)
		if w.at.ID != uuid.Nil {
			rest.behind(Place{ID: w.at.ID, IsEntered: w.at.Entered, Score: w.at.Rank})
		} else {
			for _, id := range lead[min(from, len(lead)):] {
				all = append(all, Place{ID: id})
			}
		}
		more, err := rest.places(ctx, db, scoreOrder, w.size+1)
		if err != nil {
			return Page{}, err
		}
		all = append(all, more...)
	}
	var page Page
	if len(all) > w.size {
		all = all[:w.size]
		at := position{Lead: lead, Offset: from + w.size}
		if last := all[w.size-1]; at.Offset > len(lead) {
			at = position{Lead: lead, Offset: len(lead), ID: last.ID, Entered: last.IsEntered, Rank: last.Score}
		}
		if page.Next, err = pages.Token(w.list, at); err != nil {
			return Page{}, err
		}
	}
	ids := idsOf(all)
	if len(ids) == 0 {
		return page, nil
	}
	if page.Projects, err = wanted.among(ids).read(ctx, db, ""); err != nil {
		return Page{}, err
	}
	inOrder(page.Projects, ids)
	return page, nil
}

func idsOf(places []Place) []uuid.UUID {
	ids := make([]uuid.UUID, len(places))
	for i, p := range places {
		ids[i] = p.ID
	}
	return ids
}

// inOrder sorts projects as their ids are.
func inOrder(projects []*ent.Project, ids []uuid.UUID) {
	slices.SortFunc(projects, func(a, b *ent.Project) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
}

// Standing is the place of a project in Trending, and what it comes from.
type Standing struct {
	Place        int
	Project      *ent.Project // with the columns of votes
	Needs        int          // eligible upvotes missing to enter
	Confidence   float64
	Above, Below *ent.Project // with id and title; nil for the first and the last
}

// Standing returns the place of a public project in Trending. Fault: not found.
func (s *Service) Standing(ctx context.Context, id uuid.UUID) (Standing, error) {
	st, err := s.standing(ctx, id)
	if err != nil {
		return Standing{}, fmt.Errorf("place of a project: %w", err)
	}
	return st, nil
}

func (s *Service) standing(ctx context.Context, id uuid.UUID) (st Standing, err error) {
	p := &ent.Project{ID: id}
	var published time.Time
	entry := 0
	err = s.db.Reads().QueryRowContext(ctx, `SELECT user_id, upvotes, downvotes, eligible_upvotes, eligible_downvotes,
		is_entered, rank, published_at, `+vote.EntrySQL+` FROM projects WHERE id = $1 AND is_public`, id).Scan(&p.UserID,
		&p.Upvotes, &p.Downvotes, &p.EligibleUpvotes, &p.EligibleDownvotes, &p.IsEntered, &p.Rank, &published, &entry)
	if errors.Is(err, sql.ErrNoRows) {
		return st, errNotFound()
	}
	if err != nil {
		return st, err
	}
	p.PublishedAt = &published
	st = Standing{Project: p, Needs: max(0, entry-p.EligibleUpvotes),
		Confidence: vote.Confidence(p.EligibleUpvotes, p.EligibleDownvotes)}
	first, lead, err := listed().ranked(ctx, s.db, FirstPlaces+1)
	if err != nil {
		return st, err
	}
	var above, below uuid.UUID
	if i := slices.IndexFunc(first, func(p Place) bool { return p.ID == id }); i >= 0 && i < lead {
		st.Place = i + 1
		if i > 0 {
			above = first[i-1].ID
		}
		if i+1 < len(first) {
			below = first[i+1].ID
		}
	} else {
		at := Place{ID: id, IsEntered: p.IsEntered, Score: p.Rank}
		rest := listed().notAmong(idsOf(first[:lead]))
		before, err := listed().before(at).count(ctx, s.db)
		if err != nil {
			return st, err
		}
		st.Place = before + 1
		for _, p := range first[:lead] {
			if !p.precedes(at) {
				st.Place++
			}
		}
		if above, err = rest.clone().before(at).first(ctx, s.db, backwards); err != nil {
			return st, err
		}
		if above == uuid.Nil && lead > 0 {
			above = first[lead-1].ID
		}
		if below, err = rest.behind(at).first(ctx, s.db, scoreOrder); err != nil {
			return st, err
		}
	}
	neighbors, err := s.ListPublic(ctx, []uuid.UUID{above, below})
	for _, n := range neighbors {
		if n.ID == above {
			st.Above = n
		} else {
			st.Below = n
		}
	}
	return st, err
}

// first returns the id of the first selected project, uuid.Nil if there is none.
func (s *selection) first(ctx context.Context, db *store.DB, order string) (uuid.UUID, error) {
	found, err := s.places(ctx, db, order, 1)
	if err != nil || len(found) == 0 {
		return uuid.Nil, err
	}
	return found[0].ID, nil
}
