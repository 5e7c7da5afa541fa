package web

import (
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
	firstFile   = "start" // in place of that id
	staticPages = "pages" // the name of the sitemap of the pages that are always there
	// sitemapSize is the number of pages in a file, which is one query. The format allows 50,000.
	sitemapSize = 1000
	// sitemapAge is how long the list of files is kept: listing them walks all ids.
	sitemapAge = 10 * time.Minute
)

type sitemapIndex struct {
	XMLName  xml.Name    `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Sitemaps []sitemapIn `xml:"sitemap"`
}

type sitemapFile struct {
	XMLName xml.Name    `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	Pages   []sitemapIn `xml:"url"`
}

type sitemapIn struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

// sitemapList is the list of sitemap files as it was made last.
type sitemapList struct {
	mu    sync.Mutex
	made  time.Time
	files []sitemapIn
}

func errNotFound() error { return fault.NotFound("NOT_FOUND", "There is nothing at this path.") }

// serveSitemapIndex is GET /sitemap.xml: the list of all sitemap files.
func (s *Service) serveSitemapIndex(w http.ResponseWriter, r *http.Request) error {
	s.sitemapList.mu.Lock() // simultaneous requests wait for the same list
	defer s.sitemapList.mu.Unlock()
	if now := s.config.Now(); s.sitemapList.files == nil || now.Sub(s.sitemapList.made) >= sitemapAge {
		files, err := s.listSitemaps(r.Context())
		if err != nil {
			return fmt.Errorf("list sitemaps: %w", err)
		}
		s.sitemapList.made, s.sitemapList.files = now, files
	}
	return serveXML(w, r, "application/xml", sitemapIndex{Sitemaps: s.sitemapList.files})
}

func (s *Service) listSitemaps(ctx context.Context) (files []sitemapIn, err error) {
	add := func(name, from string) {
		files = append(files, sitemapIn{Loc: s.config.Site().URL(sitemapPath + name + "/" + from + ".xml")})
	}
	add(staticPages, firstFile)
	for _, m := range s.sitemaps {
		for from, after := firstFile, uuid.Nil; ; {
			first, err := m.Pages(ctx, after, 0, 1)
			if err != nil {
				return nil, err
			}
			if len(first) == 0 { // omit empty files
				break
			}
			add(m.Name, from)
			last, err := m.Pages(ctx, after, s.sitemapSize-1, 1)
			if err != nil {
				return nil, err
			}
			if len(last) == 0 {
				break
			}
			from, after = last[0].ID.String(), last[0].ID // where the next file begins
		}
	}
	return files, nil
}

// serveSitemap is GET /sitemap/{name}/{from}.xml: one file.
func (s *Service) serveSitemap(w http.ResponseWriter, r *http.Request) error {
	name, from, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, sitemapPath), "/")
	from, ok := strings.CutSuffix(from, ".xml")
	if !ok {
		return errNotFound()
	}
	pages, err := s.sitemapPages(r.Context(), name, from)
	if err != nil {
		return fmt.Errorf("read a sitemap: %w", err)
	}
	var file sitemapFile
	for _, p := range pages {
		in := sitemapIn{Loc: s.config.Site().URL(p.Path)}
		if !p.Updated.IsZero() {
			in.LastMod = Time(p.Updated)
		}
		file.Pages = append(file.Pages, in)
	}
	return serveXML(w, r, "application/xml", file)
}

func (s *Service) sitemapPages(ctx context.Context, name, from string) (pages []Listed, err error) {
	if name == staticPages && from == firstFile {
		for _, route := range s.routes {
			if !route.Personal && route.Canonical == "" && !strings.Contains(route.Path, "{") {
				pages = append(pages, Listed{Path: route.Path})
			}
		}
		return pages, nil
	}
	var after uuid.UUID
	if from != firstFile {
		if after, err = uuid.Parse(from); err != nil {
			return nil, errNotFound()
		}
	}
	for _, m := range s.sitemaps {
		if m.Name == name {
			return m.Pages(ctx, after, 0, s.sitemapSize)
		}
	}
	return nil, errNotFound()
}

func serveXML(w http.ResponseWriter, r *http.Request, contentType string, document any) error {
	content, err := xml.MarshalIndent(document, "", " ")
	if err != nil {
		return err
	}
	serveContent(w, r, contentType+"; charset=utf-8", append([]byte(xml.Header), content...))
	return nil
}
