package blog

import (
	"regexp"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/media"
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

var projectAddress = regexp.MustCompile(
	`([^\s<(\["]*)/projects?/([0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12})\b`)

// uploadsIn returns the addresses in p that may be uploads: its cover and the images in its content.
func uploadsIn(p *ent.BlogPost) []string {
	if p == nil {
		return nil
	}
	return append([]string{p.CoverImage}, media.AddressesIn(p.Content)...)
}

// projectsIn returns up to limit projects at an origin that a text links to, each once, in the order of the links.
func projectsIn(text, origin string, limit int) []uuid.UUID {
	var ids []uuid.UUID
	seen := map[uuid.UUID]bool{}
	for _, m := range projectAddress.FindAllStringSubmatch(text, -1) {
		id := store.ParseID(m[2])
		if m[1] != "" && !strings.EqualFold(m[1], origin) || seen[id] {
			continue
		}
		seen[id] = true
		if ids = append(ids, id); len(ids) == limit {
			break
		}
	}
	return ids
}

// PlainContent returns the content of p as plain text.
func PlainContent(p *ent.BlogPost) string { return markdown.Plain(ContentHTML(p)) }
