// Package markdown turns what members write into HTML that a page may show as it is.
//
// It reads GitHub's Markdown: tables, ~~struck out~~ text, bare addresses, task lists, and a line break where one was typed. What
// comes out is made of the few elements of render.go, every text in them is escaped, and a link is http or https or none. So
// there is nothing to sanitise afterwards: HTML that somebody typed is text, and a picture is a link to it, since a page asks
// no stranger's server for anything.
package markdown

import (
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/text"
)

// Version tells what HTML made. It goes up with every change of what comes out, so that what was stored before is known to be old.
const Version = 1

// Bounds of a text and of its HTML, in bytes. A text beyond them is shown as it was typed.
const (
	maxSource = 64 << 10
	maxGrowth = 16 // for each byte of the text. What people write grows by a half, and nothing but short links tenfold
)

// HTML renders a text. The result may be put into a page as it is.
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

// Escape is the HTML of a text that is no Markdown: its paragraphs with their lines.
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
		_, _ = escaped.WriteString(&b, line) // a builder takes everything
		before = "<br>\n"
	}
	b.WriteString("</p>")
	return b.String()
}

var emptyLines = regexp.MustCompile(`\n\s*\n`)

// Plain is what somebody reads who sees HTML of this package: its texts without marks, each block in lines of its own.
func Plain(rendered string) string {
	var b strings.Builder
	for rest := rendered; rest != ""; {
		before, after, _ := strings.Cut(rest, "<") // no text has one of its own
		b.WriteString(before)
		_, rest, _ = strings.Cut(after, ">") // and no attribute has one of these
	}
	return strings.TrimSpace(emptyLines.ReplaceAllString(html.UnescapeString(b.String()), "\n\n"))
}

var headings = regexp.MustCompile(`(?s)<h[3-6]>.*?</h[3-6]>`)

// Excerpt is how HTML of this package begins, on one line of at most so many characters. Headings are left out, since they
// say little on a line, if there is anything else.
func Excerpt(rendered string, most int) string {
	plain := Plain(headings.ReplaceAllString(rendered, ""))
	if plain == "" {
		plain = Plain(rendered)
	}
	line := []rune(strings.Join(strings.Fields(plain), " "))
	return strings.TrimSpace(string(line[:min(len(line), most)]))
}
