// Package markdown renders user text as HTML that is safe in a page.
//
// It reads GitHub Flavored Markdown: tables, strikethrough, bare URLs, task lists, footnotes and hard line breaks. The renderer writes
// only the elements of render.go, escapes all text, and links only to http and https and, from @username, to profiles. So the result needs no sanitizing: HTML in the
// source is text. An image is shown if it is an upload of this site, and a link otherwise, since pages load nothing from other sites.
// Code has classes for its highlighting, see code.go.
package markdown

import (
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/text"
)

// Version is the version of the renderer. Increase it with every change of the output, so that stored HTML is rendered again.
const Version = 5

// Limits in bytes. A text beyond them is escaped instead of rendered.
const (
	maxSource = 400 << 10 // 100,000 characters in any language
	maxGrowth = 16        // of the output. Usual texts grow by a half; only short links grow tenfold
)

// HTML renders a text as safe HTML.
func HTML(source string) string {
	if len(source) > maxSource {
		return Escape(source)
	}
	content := []byte(source)
	rendered, fits := render(markdown.Parse(text.NewReader(content)), content, maxGrowth*len(content)+1024)
	if !fits {
		return Escape(source)
	}
	return rendered
}

var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\x00", "\ufffd")

// Escape returns plain text as HTML, with its paragraphs, line breaks and mentions.
func Escape(plain string) string {
	plain = strings.TrimSpace(plain)
	if plain == "" {
		return ""
	}
	var b strings.Builder
	b.Grow(len(plain) + len(plain)/8 + 32)
	before := "<p>"
	for line := range strings.SplitSeq(plain, "\n") {
		if strings.Trim(line, "\t\f\r ") == "" {
			before = "</p>\n\n<p>"
			continue
		}
		b.WriteString(before)
		writeLine(&b, line)
		before = "<br>\n"
	}
	b.WriteString("</p>")
	return b.String()
}

// footnoteMarks are the numbers of footnotes in a text and the arrows behind footnotes.
var footnoteMarks = regexp.MustCompile(`<sup>.*?</sup>|<a href="#fnref-[^>]*>[^<]*</a>`)

var emptyLines = regexp.MustCompile(`\n\s*\n`)

// Plain returns the text of HTML from this package, each block on its own lines.
func Plain(rendered string) string {
	var b strings.Builder
	for rest := footnoteMarks.ReplaceAllString(rendered, ""); rest != ""; {
		before, after, _ := strings.Cut(rest, "<") // text has none: it is escaped
		b.WriteString(before)
		_, rest, _ = strings.Cut(after, ">") // and neither has an attribute
	}
	return strings.TrimSpace(emptyLines.ReplaceAllString(html.UnescapeString(b.String()), "\n\n"))
}

var headings = regexp.MustCompile(`(?s)<h[3-6]>.*?</h[3-6]>`)

// Excerpt returns the start of the text of HTML from this package, on one line of at most limit characters. It omits headings,
// unless there is nothing else.
func Excerpt(rendered string, limit int) string {
	plain := Plain(headings.ReplaceAllString(rendered, ""))
	if plain == "" {
		plain = Plain(rendered)
	}
	line := []rune(strings.Join(strings.Fields(plain), " "))
	return strings.TrimSpace(string(line[:min(len(line), limit)]))
}

var webLink = regexp.MustCompile(`<a [^>]*\bhref="(https?://[^"]*)"`)

// Links returns the addresses of the links to web pages in HTML from this package.
func Links(rendered string) []string {
	var links []string
	for _, m := range webLink.FindAllStringSubmatch(rendered, -1) {
		links = append(links, html.UnescapeString(m[1]))
	}
	return links
}
