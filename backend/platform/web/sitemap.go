package web

import (
	"bufio"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	entproject "uvboard/ent/project"
	entuser "uvboard/ent/user"
)

const (
	sitemapPath = "/sitemap/" // and then projects or members, and the id after which a page begins
	firstPage   = "start"     // in place of that id
	// sitemapSize is how many addresses a page has, of the 50,000 that one may have.
	sitemapSize = 10_000
	// sitemapBatch is how many are read at once: a page is written as slowly as it is taken, and holds no connection to
	// the database meanwhile.
	sitemapBatch = 1000
	// indexAge is how long the beginnings of pages hold, for which the index of all ids is read.
	indexAge = 10 * time.Minute
)

var errNothing = fault.NotFound("NOT_FOUND", "There is nothing at this path.")

// place is one address of a sitemap.
type place struct {
	id      uuid.UUID
	address string
	changed time.Time
}

// collection is what a sitemap goes through, by id.
type collection struct {
	name string
	// page reads up to so many after an id.
	page func(ctx context.Context, after uuid.UUID, size int) ([]place, error)
	// ahead reads the id so many places after another, and the one that follows it, as far as they exist.
	ahead func(ctx context.Context, after uuid.UUID, by int) ([]uuid.UUID, error)
}

func (s *Service) collections() []collection {
	return []collection{
		{name: "projects", page: s.projectPlaces, ahead: s.projectAhead},
		{name: "members", page: s.memberPlaces, ahead: s.memberAhead},
	}
}

func (s *Service) projectPlaces(ctx context.Context, after uuid.UUID, size int) ([]place, error) {
	found, err := s.db.Client().Project.Query().Where(entproject.IsPublic(true), entproject.IDGT(after)).
		Order(entproject.ByID()).Limit(size).Select(entproject.FieldID, entproject.FieldUpdatedAt).All(ctx)
	places := make([]place, len(found))
	for i, p := range found {
		places[i] = place{id: p.ID, address: s.projectAddress(p.ID), changed: p.UpdatedAt}
	}
	return places, err
}

func (s *Service) projectAhead(ctx context.Context, after uuid.UUID, by int) ([]uuid.UUID, error) {
	return s.db.Client().Project.Query().Where(entproject.IsPublic(true), entproject.IDGT(after)).
		Order(entproject.ByID()).Offset(by - 1).Limit(2).IDs(ctx)
}

func (s *Service) memberPlaces(ctx context.Context, after uuid.UUID, size int) ([]place, error) {
	found, err := s.db.Client().User.Query().Where(entuser.IDGT(after), entuser.DeletedAtIsNil()).
		Order(entuser.ByID()).Limit(size).Select(entuser.FieldID, entuser.FieldUsername, entuser.FieldUpdatedAt).All(ctx)
	places := make([]place, len(found))
	for i, u := range found {
		places[i] = place{id: u.ID, address: s.profileAddress(u), changed: u.UpdatedAt}
	}
	return places, err
}

func (s *Service) memberAhead(ctx context.Context, after uuid.UUID, by int) ([]uuid.UUID, error) {
	return s.db.Client().User.Query().Where(entuser.IDGT(after), entuser.DeletedAtIsNil()).
		Order(entuser.ByID()).Offset(by - 1).Limit(2).IDs(ctx)
}

// ServeRobots is GET /robots.txt.
func (s *Service) ServeRobots(w http.ResponseWriter, r *http.Request) error {
	serveTagged(w, r, "text/plain; charset=utf-8", []byte("User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: "+s.origin+"/sitemap.xml\n"))
	return nil
}

// sitemapIndex keeps the list of sitemaps for an hour.
type sitemapIndex struct {
	mu      sync.Mutex
	made    time.Time
	content []byte
}

// ServeSitemapIndex is GET /sitemap.xml: the list of all sitemaps.
func (s *Service) ServeSitemapIndex(w http.ResponseWriter, r *http.Request) error {
	content, err := s.sitemapIndex(r.Context())
	if err != nil {
		return fmt.Errorf("list of sitemaps: %w", err)
	}
	serveTagged(w, r, "application/xml; charset=utf-8", content)
	return nil
}

func (s *Service) sitemapIndex(ctx context.Context) ([]byte, error) {
	s.index.mu.Lock() // whoever comes meanwhile waits for the same list
	defer s.index.mu.Unlock()
	now := s.now()
	if s.index.content != nil && now.Sub(s.index.made) < indexAge {
		return s.index.content, nil
	}
	content, err := s.listSitemaps(ctx)
	if err == nil {
		s.index.made, s.index.content = now, content
	}
	return content, err
}

func (s *Service) listSitemaps(ctx context.Context) ([]byte, error) {
	var b strings.Builder
	b.WriteString(xml.Header + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	list := func(name, from string) {
		b.WriteString("<sitemap><loc>" + escaped(s.origin+sitemapPath+name+"/"+from+".xml") + "</loc></sitemap>\n")
	}
	list("pages", firstPage)
	for _, c := range s.collections() {
		next, err := c.ahead(ctx, uuid.Nil, 1)
		if err != nil {
			return nil, err
		}
		if len(next) > 0 { // a sitemap of nothing is none
			list(c.name, firstPage)
		}
		// Each page begins where the one before ends, so they are found one after the other, along an index.
		for at := uuid.Nil; ; at = next[0] {
			if next, err = c.ahead(ctx, at, s.perSitemap); err != nil {
				return nil, err
			}
			if len(next) < 2 {
				break
			}
			list(c.name, next[0].String())
		}
	}
	b.WriteString("</sitemapindex>\n")
	return []byte(b.String()), nil
}

// ServeSitemap is GET /sitemap/…: one sitemap, written as it is read.
func (s *Service) ServeSitemap(w http.ResponseWriter, r *http.Request) error {
	name, from, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, sitemapPath), "/")
	from, isFile := strings.CutSuffix(from, ".xml")
	if !ok || !isFile {
		return errNothing
	}
	if name == "pages" && from == firstPage {
		return s.writeSitemap(w, r, s.staticPlaces(), nil)
	}
	for _, c := range s.collections() {
		if c.name != name {
			continue
		}
		var after uuid.UUID
		if from != firstPage {
			var err error
			if after, err = uuid.Parse(from); err != nil {
				return errNothing
			}
		}
		first, err := c.page(r.Context(), after, min(sitemapBatch, s.perSitemap))
		if err != nil {
			return fmt.Errorf("sitemap: %w", err)
		}
		return s.writeSitemap(w, r, first, c.page)
	}
	return errNothing
}

func (s *Service) staticPlaces() []place {
	var places []place
	for i := range routes {
		if r := &routes[i]; r.shows != aProject && r.shows != aProfile && !r.private && r.same == "" {
			places = append(places, place{address: s.origin + r.path})
		}
	}
	return places
}

// writeSitemap writes places and what comes after them; more is nil when nothing does.
func (s *Service) writeSitemap(w http.ResponseWriter, r *http.Request, places []place,
	more func(ctx context.Context, after uuid.UUID, size int) ([]place, error),
) error {
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=600")
	if r.Method == http.MethodHead {
		return nil
	}
	b := bufio.NewWriterSize(w, 32<<10)
	// A bufio.Writer keeps the first failure until it is flushed.
	_, _ = b.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for written := 0; len(places) > 0; {
		for _, p := range places {
			p.write(b)
		}
		written += len(places)
		size := min(sitemapBatch, s.perSitemap-written)
		if more == nil || size == 0 || len(places) < sitemapBatch {
			break
		}
		var err error
		if places, err = more(r.Context(), places[len(places)-1].id, size); err != nil {
			// The answer has begun: ending it in the middle is all that can still tell that it is not whole.
			panic(http.ErrAbortHandler)
		}
	}
	_, _ = b.WriteString("</urlset>\n")
	_ = b.Flush() // a caller who has gone away cannot be told so
	return nil
}

func (p place) write(w io.StringWriter) {
	_, _ = w.WriteString("<url><loc>" + escaped(p.address) + "</loc>")
	if !p.changed.IsZero() {
		_, _ = w.WriteString("<lastmod>" + instant(p.changed) + "</lastmod>")
	}
	_, _ = w.WriteString("</url>\n")
}

func escaped(address string) string {
	var b strings.Builder
	// A strings.Builder takes everything.
	_ = xml.EscapeText(&b, []byte(address))
	return b.String()
}
