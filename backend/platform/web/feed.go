package web

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"

	"uvboard/backend/project"
	"uvboard/ent"
	entproject "uvboard/ent/project"
)

// feedSize is how many entries a feed has.
const feedSize = 50

// feeds are those there are. What is new on the board is its projects, as long as they are all that can be followed.
var feeds = []struct{ path, title string }{
	{"/feed.xml", "what is new"},
	{"/projects/feed.xml", "projects"},
}

// A feed in Atom, RFC 4287.
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
	Author     atomPerson     `xml:"author"`
	Links      []atomLink     `xml:"link"`
	Categories []atomCategory `xml:"category"`
	Summary    string         `xml:"summary"`
	Content    atomText       `xml:"content"`
}

type atomPerson struct {
	Name string `xml:"name"`
	URI  string `xml:"uri,omitempty"`
}

type atomCategory struct {
	Term  string `xml:"term,attr"`
	Label string `xml:"label,attr"`
}

type atomText struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

// ServeFeed answers with the newest public projects, at each path of a feed.
func (s *Service) ServeFeed(w http.ResponseWriter, r *http.Request) error {
	for _, feed := range feeds {
		if feed.path != r.URL.Path {
			continue
		}
		content, err := s.feed(r.Context(), feed.path, feed.title)
		if err != nil {
			return fmt.Errorf("feed: %w", err)
		}
		serveTagged(w, r, "application/atom+xml; charset=utf-8", content)
		return nil
	}
	return errNothing
}

func (s *Service) feed(ctx context.Context, path, title string) ([]byte, error) {
	projects, err := s.db.Client().Project.Query().Where(entproject.IsPublic(true)).
		Order(entproject.ByID(sql.OrderDesc())).Limit(feedSize).WithOwner().All(ctx)
	if err != nil {
		return nil, err
	}
	feed := atomFeed{
		ID: s.origin + path, Title: s.product + ": " + title, Subtitle: defaultDescription,
		Links: []atomLink{
			{Rel: "self", Type: "application/atom+xml", Href: s.origin + path},
			{Rel: "alternate", Type: "text/html", Href: s.origin + "/search"},
		},
	}
	updated := time.Unix(0, 0) // of an empty feed, which is always the same
	for _, p := range projects {
		feed.Entries = append(feed.Entries, s.entry(p))
		if p.UpdatedAt.After(updated) {
			updated = p.UpdatedAt
		}
	}
	feed.Updated = instant(updated)
	content, err := xml.MarshalIndent(feed, "", " ")
	return append([]byte(xml.Header), content...), err
}

// entry keeps its id whatever becomes of the board's address, so that no reader shows it twice.
func (s *Service) entry(p *ent.Project) atomEntry {
	published := p.CreatedAt
	if p.PublishedAt != nil {
		published = *p.PublishedAt
	}
	return atomEntry{
		ID: "urn:uuid:" + p.ID.String(), Title: p.Title, Published: instant(published), Updated: instant(p.UpdatedAt),
		Author:     s.author(p.Edges.Owner),
		Links:      []atomLink{{Rel: "alternate", Type: "text/html", Href: s.projectAddress(p.ID)}},
		Categories: []atomCategory{{Term: p.PrimaryCategory, Label: project.CategoryLabel(p.PrimaryCategory)}},
		Summary:    p.Tagline, Content: atomText{Type: "text", Text: project.PlainDescription(p)},
	}
}

// author leads to the profile of a member; one whose account is deleted has none.
func (s *Service) author(u *ent.User) atomPerson {
	if u.DeletedAt != nil {
		return atomPerson{Name: displayName(u)}
	}
	return atomPerson{Name: displayName(u), URI: s.profileAddress(u)}
}

// serveTagged answers with a content that is asked for again and again, or says that it is still the same.
func serveTagged(w http.ResponseWriter, r *http.Request, contentType string, content []byte) {
	sum := sha256.Sum256(content)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	header := w.Header()
	header.Set("Etag", tag)
	header.Set("Cache-Control", "public, max-age=60")
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", contentType)
	header.Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		// A caller who has gone away cannot be told so.
		_, _ = w.Write(content)
	}
}
