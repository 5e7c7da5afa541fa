// Package markdown renders user text as HTML that is safe in a page.
//
// It reads GitHub Flavored Markdown: tables, strikethrough, bare URLs, task lists, footnotes and hard line breaks. HTML
// in the source is text. The renderer writes only the elements of render.go, escapes all text, and links only to http
// and https, to pages of this site and, from @username, to profiles, so the result needs no sanitizing. An image of
// another site is loaded through this site, or is a link if that is not possible, since pages load nothing from other
// sites. Code has classes for its highlighting, see code.go.
package markdown

import (
	"bytes"
	"context"
	"html"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"uvboard/backend/platform/letters"
)

// Version is the version of the renderer. Increase it with every change of the output, so that stored HTML is rendered
// again.
const Version = 9

// Limits in bytes. A text beyond them is escaped instead of rendered.
const (
	maxSource = 400 << 10 // 100,000 characters in any language
	maxGrowth = 16        // of the output. Usual texts grow by a half; only short links grow tenfold
)

// maxMentions limits the names in a text that are looked up. Further names are plain text.
const maxMentions = 50

// maxImages limits the images of other sites that a text shows. Further ones are links.
const maxImages = 50

// Text is a rendered text.
type Text struct {
	HTML     string      // safe in a page
	Links    []string    // the addresses of its links to web pages
	Mentions []uuid.UUID // the members that it mentions, each once
}

// Lookup finds what texts refer to. Each function is called at most once for a text, and only if the text needs it.
// Without them a text mentions nobody, and images of other sites are links.
type Lookup struct {
	// Members returns the ids of members by username in lower case. It omits names that nobody has.
	Members func(ctx context.Context, names []string) (map[string]uuid.UUID, error)
	// Images returns the addresses on this site of images on other sites.
	Images func(ctx context.Context, sources []string) (map[string]string, error)
}

// found is what a Lookup has found.
type found struct {
	members map[string]uuid.UUID // by username in lower case
	images  map[string]string    // addresses on this site by those on other sites
}

// Render renders Markdown.
func Render(ctx context.Context, source string, find Lookup) (Text, error) {
	d := parse(source)
	what, err := resolve(ctx, find, d)
	return d.render(what), err
}

// HTML renders Markdown without mentions and images of other sites.
func HTML(source string) string { return parse(source).render(found{}).HTML }

// Escape returns plain text as HTML, with its paragraphs and line breaks.
func Escape(plain string) string { return escape(plain, func(string) bool { return false }) }

// Refs returns the links and mentions of Markdown, without its HTML. It takes less time than Render.
func Refs(ctx context.Context, source string, find Lookup) (Text, error) {
	d := parse(source)
	what, err := resolve(ctx, Lookup{Members: find.Members}, d)
	return d.refs(what), err
}

// document is a parsed text.
type document struct {
	source []byte
	root   ast.Node // nil for plain text
	names  []string // that are mentioned, in lower case, at most maxMentions
}

func parse(source string) document {
	if len(source) > maxSource {
		return parsePlain(source)
	}
	d := document{source: []byte(source)}
	pc := parser.NewContext()
	d.root = markdown.Parse(text.NewReader(d.source), parser.WithContext(pc))
	d.names, _ = pc.Get(mentioned).([]string)
	return d
}

func parsePlain(source string) document {
	d := document{source: []byte(source)}
	escape(source, func(name string) bool {
		d.names = addName(d.names, name)
		return false
	})
	return d
}

// images returns the images of other sites in the text that this site can show.
func (d document) images() []string {
	if d.root == nil || !bytes.Contains(d.source, []byte("![")) {
		return nil
	}
	var sources []string
	_ = ast.Walk(d.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // never fails
		if image, ok := n.(*ast.Image); ok && entering {
			if source := string(util.URLEscape(image.Destination, true)); isShowable(source) {
				sources = append(sources, source)
			}
		}
		if len(sources) == maxImages {
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return sources
}

// resolve looks up what documents refer to.
func resolve(ctx context.Context, find Lookup, documents ...document) (what found, err error) {
	var names, images []string
	for _, d := range documents {
		names = append(names, d.names...)
		images = append(images, d.images()...)
	}
	if len(names) > 0 && find.Members != nil {
		slices.Sort(names)
		if what.members, err = find.Members(ctx, slices.Compact(names)); err != nil {
			return what, err
		}
	}
	if len(images) > 0 && find.Images != nil {
		what.images, err = find.Images(ctx, images)
	}
	return what, err
}

func (d document) refs(what found) Text {
	if d.root == nil {
		return Text{Mentions: d.render(what).Mentions}
	}
	r := &renderer{source: d.source, found: what, limit: math.MaxInt, code: maxHighlighted} // without highlighting
	r.render(d.root)
	return Text{Links: r.links, Mentions: r.mentions}
}

func (d document) render(what found) Text {
	if d.root != nil {
		r := &renderer{source: d.source, found: what, limit: maxGrowth*len(d.source) + 1024}
		if html, fits := r.render(d.root); fits {
			return Text{HTML: html, Links: r.links, Mentions: r.mentions}
		}
	}
	var rendered Text
	rendered.HTML = escape(string(d.source), func(name string) bool {
		id, ok := what.members[strings.ToLower(name)]
		if ok && !slices.Contains(rendered.Mentions, id) {
			rendered.Mentions = append(rendered.Mentions, id)
		}
		return ok
	})
	return rendered
}

// A text is stored with its HTML. The HTML is empty if Escape returns the same, since it would duplicate most texts.
// HTML of another version of the renderer is rendered again when it is read, so a new version needs no migration.

// Stored returns the value of the HTML column of a text.
func Stored(source, html string) string {
	if html == Escape(source) {
		return ""
	}
	return html
}

// Shown returns the HTML of a stored text. HTML of another version has no mentions and images unless Refresh has
// rendered it.
func Shown(source, stored string, version int) string {
	switch {
	case version != Version:
		return HTML(source)
	case stored == "":
		return Escape(source)
	default:
		return stored
	}
}

// Row is a stored text that has been read.
type Row struct {
	Source  string
	HTML    *string
	Version *int
}

// Refresh renders the texts of other versions again, with one lookup for all of them.
func Refresh(ctx context.Context, find Lookup, rows ...Row) error {
	var documents []document
	stale := slices.DeleteFunc(rows, func(r Row) bool { return *r.Version == Version || r.Source == "" })
	for _, r := range stale {
		documents = append(documents, parse(r.Source))
	}
	what, err := resolve(ctx, find, documents...)
	if err != nil {
		return err
	}
	for i, r := range stale {
		*r.HTML, *r.Version = Stored(r.Source, documents[i].render(what).HTML), Version
	}
	return nil
}

var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\x00", "\ufffd")

// escape returns plain text as HTML, with a link for each mention of a member.
func escape(plain string, isMember func(name string) bool) string {
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
		writeLine(&b, line, isMember)
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
		before, after, _ := strings.Cut(rest, "<") // text contains no <, since it is escaped
		b.WriteString(before)
		_, rest, _ = strings.Cut(after, ">") // attributes contain no >, since they are escaped
	}
	return strings.TrimSpace(emptyLines.ReplaceAllString(html.UnescapeString(b.String()), "\n\n"))
}

var headings = regexp.MustCompile(`(?s)<h[3-6]>.*?</h[3-6]>`)

// Excerpt returns the start of the text of HTML from this package, on one line of at most limit characters. It omits
// headings, unless there is nothing else.
func Excerpt(rendered string, limit int) string {
	plain := Plain(headings.ReplaceAllString(rendered, ""))
	if plain == "" {
		plain = Plain(rendered)
	}
	return strings.TrimSpace(letters.Cut(strings.Join(strings.Fields(plain), " "), limit))
}
