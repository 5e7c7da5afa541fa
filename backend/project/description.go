package project

import (
	"fmt"
	"strings"

	"uvboard/backend/platform/markdown"
	"uvboard/ent"
)

const (
	maxExcerpt          = 300 // characters of a description that lists show
	generatedConclusion = "currently at the %s stage and shared with the community."
)

// Describe gives p a description, Markdown that is fit to be stored, with what is made of it. Of a text without marks, as most
// are, nothing is made that would be stored twice.
func Describe(p *ent.Project, text string) {
	p.Description, p.DescriptionVersion, p.DescriptionHTML, p.Excerpt = text, markdown.Version, "", ""
	if html := markdown.HTML(text); html != markdown.Escape(text) {
		p.DescriptionHTML, p.Excerpt = html, markdown.Excerpt(html, maxExcerpt)
	}
}

// Description is what p is, in the maker's words, or in some made of what the short form asks for when there are none.
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

// DescriptionHTML is Description as a page shows it. What another version of the renderer made is made anew: nothing else
// has to happen when that changes, and no list has been read as whole as this needs.
func DescriptionHTML(p *ent.Project) string {
	switch {
	case p.Description != "" && p.DescriptionVersion != markdown.Version:
		return markdown.HTML(p.Description)
	case p.DescriptionHTML == "": // the maker's words without marks, or ours
		return markdown.Escape(Description(p))
	default:
		return p.DescriptionHTML
	}
}

// PlainDescription is Description without marks.
func PlainDescription(p *ent.Project) string { return markdown.Plain(DescriptionHTML(p)) }
