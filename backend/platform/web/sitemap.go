package web

import (
	"bufio"
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
)

const (
	// sitemapPath is followed by the name of a Sitemap and the id after which a file begins.
	sitemapPath = "/sitemap/"
	sitemapNS   = "http://www.sitemaps.org/schemas/sitemap/0.9"
	firstFile   = "start" // in place of that id
	staticPages = "pages" // the name of the sitemap of the pages that are always there
	// sitemapSize is the number of pages in a file, of the 50,000 that one may have.
	sitemapSize = 10_000
	// sitemapBatch is how many are read at once: a slow reader holds no connection to the database.
	sitemapBatch = 1000
	// indexAge is how long the list of files is kept, for which all ids are read.
	indexAge = 10 * time.Minute
)

func errNotFound() error { return fault.NotFound("NOT_FOUND", "There is nothing at this path.") }

// sitemapIndex is the list of sitemap files.
type sitemapIndex struct {
	mu      sync.Mutex
	made    time.Time
	content []byte
}

// serveSitemapIndex is GET /sitemap.xml: the list of all sitemap files.
func (s *Service) serveSitemapIndex(w http.ResponseWriter, r *http.Request) error {
	s.index.mu.Lock() // simultaneous requests wait for the same list
	defer s.index.mu.Unlock()
	if now := s.config.Now(); s.index.content == nil || now.Sub(s.index.made) >= indexAge {
		content, err := s.listSitemaps(r.Context())
		if err != nil {
			return fmt.Errorf("list sitemaps: %w", err)
		}
		s.index.made, s.index.content = now, content
	}
	serveContent(w, r, "application/xml; charset=utf-8", s.index.content)
	return nil
}

func (s *Service) listSitemaps(ctx context.Context) ([]byte, error) {
	var b strings.Builder
	b.WriteString(xml.Header + `<sitemapindex xmlns="` + sitemapNS + `">` + "\n")
	list := func(name, from string) {
		b.WriteString("<sitemap><loc>" + escape(s.config.Site.URL(sitemapPath+name+"/"+from+".xml")) + "</loc></sitemap>\n")
	}
	list(staticPages, firstFile)
	for _, m := range s.sitemaps {
		some, err := m.IDs(ctx, uuid.Nil, 0, 1)
		if err != nil {
			return nil, err
		}
		if len(some) > 0 { // omit empty sitemaps
			list(m.Name, firstFile)
		}
		// The last id of each file and whether there is another, one after the other along the index.
		for after := uuid.Nil; ; after = some[0] {
			if some, err = m.IDs(ctx, after, s.perSitemap-1, 2); err != nil {
				return nil, err
			}
			if len(some) < 2 {
				break
			}
			list(m.Name, some[0].String())
		}
	}
	b.WriteString("</sitemapindex>\n")
	return []byte(b.String()), nil
}

// serveSitemap is GET /sitemap/{name}/{from}.xml: one file, written as it is read.
func (s *Service) serveSitemap(w http.ResponseWriter, r *http.Request) error {
	name, from, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, sitemapPath), "/")
	from, isFile := strings.CutSuffix(from, ".xml")
	if !ok || !isFile {
		return errNotFound()
	}
	if name == staticPages && from == firstFile {
		return s.writeSitemap(w, r, s.staticPages(), nil)
	}
	for _, m := range s.sitemaps {
		if m.Name != name {
			continue
		}
		var after uuid.UUID
		if from != firstFile {
			var err error
			if after, err = uuid.Parse(from); err != nil {
				return errNotFound()
			}
		}
		first, err := m.Pages(r.Context(), after, min(sitemapBatch, s.perSitemap))
		if err != nil {
			return fmt.Errorf("read a sitemap: %w", err)
		}
		return s.writeSitemap(w, r, first, m.Pages)
	}
	return errNotFound()
}

// staticPages are the routes without a variable that search engines should list.
func (s *Service) staticPages() (pages []Listed) {
	for _, route := range s.routes {
		if !route.Personal && route.Canonical == "" && !strings.Contains(route.Path, "{") {
			pages = append(pages, Listed{Path: route.Path})
		}
	}
	return pages
}

// writeSitemap writes pages and those that more reads after them; more is nil if there are none.
func (s *Service) writeSitemap(w http.ResponseWriter, r *http.Request, pages []Listed,
	more func(ctx context.Context, after uuid.UUID, limit int) ([]Listed, error),
) error {
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=600")
	if r.Method == http.MethodHead {
		return nil
	}
	b := bufio.NewWriterSize(w, 32<<10)
	// A bufio.Writer keeps its first error, and there is nobody to tell if the client has gone.
	defer b.Flush()
	_, _ = b.WriteString(xml.Header + `<urlset xmlns="` + sitemapNS + `">` + "\n")
	for written := 0; len(pages) > 0; {
		for _, p := range pages {
			_, _ = b.WriteString("<url><loc>" + escape(s.config.Site.URL(p.Path)) + "</loc>")
			if !p.Updated.IsZero() {
				_, _ = b.WriteString("<lastmod>" + Time(p.Updated) + "</lastmod>")
			}
			_, _ = b.WriteString("</url>\n")
		}
		written += len(pages)
		limit := min(sitemapBatch, s.perSitemap-written)
		if more == nil || limit == 0 || len(pages) < sitemapBatch {
			break
		}
		var err error
		if pages, err = more(r.Context(), pages[len(pages)-1].ID, limit); err != nil {
			// The response has begun: only an abort tells the client that it is incomplete.
			panic(http.ErrAbortHandler)
		}
	}
	_, _ = b.WriteString("</urlset>\n")
	return nil
}

func escape(address string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(address)) // a strings.Builder does not fail
	return b.String()
}
