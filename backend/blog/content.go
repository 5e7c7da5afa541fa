package blog

import (
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

const (
	maxSummary     = 300 // characters
	wordsPerMinute = 200
)

// Write sets the content of p, cleaned Markdown with its HTML, and the columns derived from it.
func Write(p *ent.BlogPost, text, html string) {
	p.Content, p.ContentVersion, p.ContentHTML, p.Summary = text, markdown.Version, markdown.Stored(text, html),
		markdown.Excerpt(html, maxSummary)
	p.ReadTime = readTime(markdown.Plain(html))
}

func readTime(plain string) int {
	return max(1, (len(strings.Fields(plain))+wordsPerMinute-1)/wordsPerMinute)
}

// ContentHTML returns the content of p as safe HTML.
func ContentHTML(p *ent.BlogPost) string {
	return markdown.Shown(p.Content, p.ContentHTML, p.ContentVersion)
}

var projectAddress = regexp.MustCompile(`([^\s<(\["]*)/projects?/([0-9A-Za-z-]{10,100})`)

// uploadsIn returns the addresses in p that may be uploads: its cover and the images in its content.
func uploadsIn(p *ent.BlogPost) []string {
	if p == nil {
		return nil
	}
	return append([]string{p.CoverImage}, media.AddressesIn(p.Content)...)
}

// projectsIn returns what names up to limit projects at an origin that a text links to, each once, in the order of the
// links: an id or the short form of one.
func projectsIn(text, origin string, limit int) []string {
	var names []string
	for _, m := range projectAddress.FindAllStringSubmatch(text, -1) {
		name := address.Short(m[2])
		if id := store.ParseID(m[2]); id != uuid.Nil {
			name = id.String()
		}
		if name == "" || m[1] != "" && !strings.EqualFold(m[1], origin) || slices.Contains(names, name) {
			continue
		}
		if names = append(names, name); len(names) == limit {
			break
		}
	}
	return names
}

// PlainContent returns the content of p as plain text.
func PlainContent(p *ent.BlogPost) string { return markdown.Plain(ContentHTML(p)) }
