package web

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const feedSize = 50

// An Atom feed, RFC 4287.
type atomFeed struct {
	XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID       string      `xml:"id"`
	Title    string      `xml:"title"`
	Subtitle string      `xml:"subtitle"`
	Updated  string      `xml:"updated"`
	Links    []atomLink  `xml:"link"`
	Entries  []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID         string         `xml:"id"`
	Title      string         `xml:"title"`
	Published  string         `xml:"published"`
	Updated    string         `xml:"updated"`
	Author     string         `xml:"author>name"`
	Profile    string         `xml:"author>uri,omitempty"`
	Link       atomLink       `xml:"link"`
	Categories []atomCategory `xml:"category"`
	Summary    string         `xml:"summary"`
	Content    atomText       `xml:"content"`
}

type atomCategory struct {
	Term  string `xml:"term,attr"`
	Label string `xml:"label,attr"`
}

type atomText struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

func (s *Service) serveFeed(w http.ResponseWriter, r *http.Request, feed Feed) error {
	query := r.URL.Query()
	if feed.OfOne() {
		query.Set("id", r.PathValue("id"))
	}
	if feed.Narrow != nil {
		var err error
		if feed, err = feed.Narrow(r.Context(), query); err != nil {
			return fmt.Errorf("narrow a feed: %w", err)
		}
	}
	entries, err := feed.Entries(r.Context(), query, feedSize)
	if err != nil {
		return fmt.Errorf("read %s: %w", feed.Path, err)
	}
	site := s.config.Site()
	out := atomFeed{
		ID: site.URL(feed.Path), Title: site.Name + ": " + feed.Title, Subtitle: site.Tagline,
		Links: []atomLink{
			{Rel: "self", Type: "application/atom+xml", Href: site.URL(feed.Path)},
			{Rel: "alternate", Type: "text/html", Href: site.URL(feed.Page)},
		},
	}
	updated := time.Unix(0, 0) // for an empty feed
	for _, e := range entries {
		if e.Updated.After(updated) {
			updated = e.Updated
		}
		out.Entries = append(out.Entries, e.atom(site))
	}
	out.Updated = Time(updated)
	return serveXML(w, r, "application/atom+xml", out)
}

// atom returns an entry. Its id does not contain the site's address: if that changes, readers show no entry twice.
func (e Entry) atom(site Site) atomEntry {
	a := atomEntry{
		ID: "urn:uuid:" + e.ID.String(), Title: e.Title, Published: Time(e.Published), Updated: Time(e.Updated),
		Author: Credit(e.Author.Name, e.Via), Profile: site.URL(e.Author.Path),
		Link:    atomLink{Rel: "alternate", Type: "text/html", Href: site.URL(e.Path)},
		Summary: e.Summary, Content: atomText{Type: "html", Text: e.absolute(site)},
	}
	for _, c := range e.Categories {
		a.Categories = append(a.Categories, atomCategory(c))
	}
	return a
}

// absolute returns the content with absolute addresses, since readers of a feed show it elsewhere. In rendered Markdown
// a quotation mark that ends a name and a sign belongs to a tag: those of texts are escaped.
func (e Entry) absolute(site Site) string {
	root := site.URL("/")
	return strings.NewReplacer(
		`="/`, `="`+root,
		`href="#`, `href="`+site.URL(e.Path)+"#",
	).Replace(e.HTML)
}

// allEntries merges the feeds of all domains.
func (s *Service) allEntries(ctx context.Context, _ url.Values, limit int) ([]Entry, error) {
	var feeds [][]Entry
	for _, pages := range s.config.Pages {
		for _, feed := range pages.Feeds {
			if feed.OfOne() {
				continue
			}
			entries, err := feed.Entries(ctx, nil, limit)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", feed.Path, err)
			}
			feeds = append(feeds, entries)
		}
	}
	return Newest(limit, feeds...), nil
}

// Newest merges the entries of feeds, newest first. The order within each feed stays.
func Newest(limit int, feeds ...[]Entry) (merged []Entry) {
	for len(merged) < limit {
		newest := -1
		for i, entries := range feeds {
			if len(entries) > 0 && (newest < 0 || entries[0].Published.After(feeds[newest][0].Published)) {
				newest = i
			}
		}
		if newest < 0 {
			break
		}
		merged, feeds[newest] = append(merged, feeds[newest][0]), feeds[newest][1:]
	}
	return merged
}
