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

// Describe sets the description of p, cleaned Markdown with its HTML, and the columns derived from it. The excerpt of a
// text without Markdown is empty, like the stored HTML: it would duplicate the text.
func Describe(p *ent.Project, text, html string) {
	p.Description, p.DescriptionVersion, p.DescriptionHTML, p.Excerpt = text, markdown.Version,
		markdown.Stored(text, html), ""
	if p.DescriptionHTML != "" {
		p.Excerpt = markdown.Excerpt(html, maxExcerpt)
	}
}

// Description returns the description of p, or one generated from tagline, category and stage if it is empty. A draft
// that lacks one of these has none.
func Description(p *ent.Project) string {
	if p.Description != "" || p.Tagline == "" || p.PrimaryCategory == "" || p.Stage == "" {
		return p.Description
	}
	end := "."
	if strings.HasSuffix(p.Tagline, ".") || strings.HasSuffix(p.Tagline, "!") || strings.HasSuffix(p.Tagline, "?") {
		end = ""
	}
	return p.Tagline + end + " A project in " + categoryLabels[p.PrimaryCategory] + ", " +
		fmt.Sprintf(generatedConclusion, stageLabels[p.Stage])
}

// DescriptionHTML returns Description as safe HTML. p must be read by readPage, since lists do not read the HTML.
func DescriptionHTML(p *ent.Project) string {
	if p.Description == "" {
		return markdown.Escape(Description(p))
	}
	return markdown.Shown(p.Description, p.DescriptionHTML, p.DescriptionVersion)
}

// PlainDescription returns Description as plain text.
func PlainDescription(p *ent.Project) string { return markdown.Plain(DescriptionHTML(p)) }
