package project

import (
	"fmt"
	"strings"

	"uvboard/backend/platform/markdown"
	"uvboard/ent"
)

const (
	maxExcerpt          = 300 // characters
	generatedConclusion = "currently at the %s stage and shared with the community."
)

// Describe sets the description of p, cleaned Markdown, and the columns derived from it. For a text without Markdown these stay
// empty, since they would duplicate the text.
func Describe(p *ent.Project, text string) {
	p.Description, p.DescriptionVersion, p.DescriptionHTML, p.Excerpt = text, markdown.Version, "", ""
	if html := markdown.HTML(text); html != markdown.Escape(text) {
		p.DescriptionHTML, p.Excerpt = html, markdown.Excerpt(html, maxExcerpt)
	}
}

// Description returns the description of p, or one generated from tagline, category and stage if it is empty.
func Description(p *ent.Project) string {
	if p.Description != "" {
		return p.Description
	}
	end := "."
	if strings.HasSuffix(p.Tagline, ".") || strings.HasSuffix(p.Tagline, "!") || strings.HasSuffix(p.Tagline, "?") {
		end = ""
	}
	return p.Tagline + end + " A project in " + categoryLabels[p.PrimaryCategory] + ", " + fmt.Sprintf(generatedConclusion, stageLabels[p.Stage])
}

// DescriptionHTML returns Description as safe HTML. HTML from another version of the renderer is rendered again, so that a new
// version needs no migration. p must be read by readPage, since lists do not read the HTML.
func DescriptionHTML(p *ent.Project) string {
	switch {
	case p.Description != "" && p.DescriptionVersion != markdown.Version:
		return markdown.HTML(p.Description)
	case p.DescriptionHTML == "": // without Markdown, or generated
		return markdown.Escape(Description(p))
	default:
		return p.DescriptionHTML
	}
}

// PlainDescription returns Description as plain text.
func PlainDescription(p *ent.Project) string { return markdown.Plain(DescriptionHTML(p)) }
