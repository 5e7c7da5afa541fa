package markdown

import (
	"bufio"
	"bytes"
	"fmt"
	"hash/fnv"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"uvboard/backend/platform/iri"
)

// firstHeading is the level below the headings of the page.
const firstHeading = 3

// maxAddress is the maximum length of a URL in bytes, as in the proto's rules.
const maxAddress = 2000

// stored is the address of an image on this site, with its size; package media makes these addresses.
var stored = regexp.MustCompile(
	`^/uploads/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/([1-9][0-9]{0,4})x([1-9][0-9]{0,4})\.(?:jpg|png)(\.(?:gif|webp))?$`)

// maxImageHeight is the maximum height of an image in a text in pixels; UserText.module.css has the same for images of
// unknown size.
const maxImageHeight = 640

var language = regexp.MustCompile(`^[A-Za-z0-9+#._-]{1,32}$`)

// renderer writes a syntax tree as HTML. It is the whitelist: it writes no other elements and attributes. The line
// breaks between blocks are for Plain.
type renderer struct {
	source   []byte
	out      bytes.Buffer
	w        *bufio.Writer // on out, for goldmark's writer
	headings [7]int        // output level by source level
	inLink   bool
	marks    int    // depth of emphasis
	limit    int    // bytes of output
	key      string // in the ids of footnotes, so that those of several texts on a page differ
	found
	shown int // images of other sites

	links    []string
	mentions []uuid.UUID

	code         int           // bytes of code with a language that is highlighted
	highlighting time.Duration // spent on it
}

// render stops and returns false if the output exceeds the limit.
func (r *renderer) render(document ast.Node) (out string, fits bool) {
	r.key, r.w = key(r.source), bufio.NewWriterSize(&r.out, 4096)
	r.levels(document)
	r.children(document)
	r.w.Flush() // never fails
	return strings.TrimSpace(r.out.String()), r.fits()
}

func (r *renderer) fits() bool { return r.out.Len()+r.w.Buffered() <= r.limit }

// levels maps the heading levels that a text uses to consecutive levels from firstHeading on, so that the outline has
// no gaps.
func (r *renderer) levels(document ast.Node) {
	var used []int
	for n := document.FirstChild(); n != nil; n = n.NextSibling() {
		if heading, ok := n.(*ast.Heading); ok && !slices.Contains(used, heading.Level) {
			used = append(used, heading.Level)
		}
	}
	slices.Sort(used)
	for level := range r.headings {
		below, _ := slices.BinarySearch(used, level)
		r.headings[level] = min(firstHeading+below, 6)
	}
}

func (r *renderer) children(n ast.Node) {
	for c := n.FirstChild(); c != nil && r.fits(); c = c.NextSibling() {
		r.node(c)
	}
}

func (r *renderer) write(html string) {
	_, _ = r.w.WriteString(html) // never fails
}

// element writes a node with its children.
func (r *renderer) element(open string, n ast.Node, end string) {
	r.write(open)
	r.children(n)
	r.write(end)
}

func (r *renderer) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph:
		r.element("<p>", n, "</p>\n\n")
	case *ast.TextBlock:
		r.element("", n, "\n")
	case *ast.Heading:
		tag := "h" + strconv.Itoa(r.headings[n.Level])
		r.element("<"+tag+">", n, "</"+tag+">\n\n")
	case *ast.ThematicBreak:
		r.write("<hr>\n\n")
	case *ast.Blockquote:
		r.element("<blockquote>", n, "</blockquote>\n\n")
	case *ast.List:
		r.list(n)
	case *ast.ListItem:
		r.element(item(n), n, "</li>\n")
	case *ast.CodeBlock:
		r.openCode("")
		r.lines(n)
		r.closeCode()
	case *ast.FencedCodeBlock:
		r.fenced(n)
	case *extast.Table:
		// Focusable, since wide tables scroll.
		r.element(`<div tabindex="0"><table>`, n, "</table></div>\n\n")
	case *extast.TableHeader:
		r.element("<thead><tr>", n, "</tr></thead>\n")
	case *extast.TableRow:
		r.element("<tr>", n, "</tr>\n")
	case *extast.TableCell:
		r.cell(n)
	case *extast.FootnoteList:
		r.element("<hr>\n\n<ol>", n, "</ol>\n\n")
	case *extast.Footnote:
		r.element(`<li id="`+r.footnote("fn", n.Index, 0)+`">`, n, "</li>\n")
	case *ast.LinkReferenceDefinition: // not shown
	default:
		r.inline(n)
	}
}

func (r *renderer) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		r.text(n)
	case *ast.String:
		html.DefaultWriter.Write(r.w, n.Value)
	case *ast.CodeSpan:
		r.write("<code>")
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				html.DefaultWriter.RawWrite(r.w, bytes.ReplaceAll(t.Value(r.source), []byte("\n"), []byte(" ")))
			}
		}
		r.write("</code>")
	case *ast.Emphasis:
		tag := "em"
		if n.Level == 2 {
			tag = "strong"
		}
		r.mark(tag, n)
	case *extast.Strikethrough:
		r.mark("del", n)
	case *extast.TaskCheckBox:
		if n.IsChecked {
			r.write("☑ ")
		} else {
			r.write("☐ ")
		}
	case *ast.Link:
		r.link("[", n, n.Destination)
	case *ast.Image:
		if size := stored.FindSubmatch(n.Destination); size != nil {
			r.stored(n, string(n.Destination), size)
		} else if source := string(util.URLEscape(n.Destination, true)); r.images[source] != "" && r.shown < maxImages {
			r.shown++
			r.links = append(r.links, source)
			r.image(n, r.images[source], "")
		} else {
			r.link("![", n, n.Destination)
		}
	case *extast.FootnoteLink:
		number := strconv.Itoa(n.Index)
		if r.inLink {
			r.write("<sup>" + number + "</sup>")
		} else {
			r.write(`<sup><a href="#` + r.footnote("fn", n.Index, 0) + `" id="` + r.footnote("fnref", n.Index,
				n.RefIndex) + `">` + number + "</a></sup>")
		}
	case *extast.FootnoteBacklink:
		r.write(` <a href="#` + r.footnote("fnref", n.Index, n.RefIndex) + `" aria-label="Back to the text">↩</a>`)
	case *mentionNode:
		if id, ok := r.members[strings.ToLower(n.name)]; !ok || r.inLink {
			r.children(n)
		} else {
			r.element(openMention(n.name), n, "</a>")
			if !slices.Contains(r.mentions, id) {
				r.mentions = append(r.mentions, id)
			}
		}
	case *ast.AutoLink:
		label := func() { html.DefaultWriter.RawWrite(r.w, n.Label(r.source)) }
		if address := toURL(n.URL(r.source), false); isWeb(address) && !r.inLink {
			r.outside(address, label)
		} else {
			label()
		}
	default: // no parser creates other nodes
		r.children(n)
	}
}

func (r *renderer) text(n *ast.Text) {
	html.DefaultWriter.Write(r.w, n.Value(r.source))
	if n.HardLineBreak() || n.SoftLineBreak() {
		r.write("<br>\n")
	}
}

// mark writes emphasis, nested up to maxDepth.
func (r *renderer) mark(tag string, n ast.Node) {
	if r.marks++; r.marks > maxDepth {
		r.children(n)
	} else {
		r.element("<"+tag+">", n, "</"+tag+">")
	}
	r.marks--
}

func (r *renderer) list(n *ast.List) {
	if !n.IsOrdered() {
		r.element("<ul>", n, "</ul>\n\n")
		return
	}
	open := "<ol>"
	if n.Start != 1 {
		open = `<ol start="` + strconv.Itoa(n.Start) + `">`
	}
	r.element(open, n, "</ol>\n\n")
}

// item returns the start tag of a list item. A task has a checkbox instead of a bullet.
func item(n ast.Node) string {
	if first := n.FirstChild(); first != nil && first.FirstChild() != nil && first.FirstChild().
		Kind() == extast.KindTaskCheckBox {
		return `<li class="task">`
	}
	return "<li>"
}

// footnote returns the id of a footnote, or of a reference to it.
func (r *renderer) footnote(kind string, index, reference int) string {
	id := kind + "-" + r.key + "-" + strconv.Itoa(index)
	if reference > 0 {
		id += "-" + strconv.Itoa(reference+1)
	}
	return id
}

func key(source []byte) string {
	h := fnv.New32a()
	h.Write(source) // never fails
	return fmt.Sprintf("%08x", h.Sum32())
}

func (r *renderer) cell(n *extast.TableCell) {
	tag := "td"
	if n.Parent().Kind() == extast.KindTableHeader {
		tag = "th"
	}
	open := "<" + tag
	if n.PreviousSibling() != nil {
		open = " " + open
	}
	if n.Alignment != extast.AlignNone {
		open += ` align="` + n.Alignment.String() + `"`
	}
	r.element(open+">", n, "</"+tag+">")
}

// link writes a link, or an image as a link. Inside another link, such as a badge, it writes only the label. If the
// address is neither http or https nor a page of this site, such as /contact, it writes the source.
func (r *renderer) link(mark string, n ast.Node, destination []byte) {
	address := toURL(destination, true)
	label := func() {
		if n.HasChildren() {
			r.children(n)
		} else {
			html.DefaultWriter.RawWrite(r.w, address)
		}
	}
	switch {
	case !isWeb(address) && !isLocal(address):
		r.element(mark, n, "](")
		html.DefaultWriter.RawWrite(r.w, destination)
		r.write(")")
	case r.inLink:
		label()
	case isLocal(address):
		r.anchor(address, "", label)
	default:
		r.outside(address, label)
	}
}

// stored writes an image on this site with the size in which it is shown, so that the page does not jump when it loads.
// Readers who want less motion see the still image of an animation.
func (r *renderer) stored(n *ast.Image, address string, parts [][]byte) {
	w, _ := strconv.Atoi(string(parts[1])) // at most five digits
	h, _ := strconv.Atoi(string(parts[2]))
	if h > maxImageHeight {
		w, h = max(1, (w*maxImageHeight+h/2)/h), maxImageHeight
	}
	size := fmt.Sprintf(` width="%d" height="%d"`, w, h)
	if len(parts[3]) == 0 {
		r.image(n, address, size)
		return
	}
	r.write(`<picture><source srcset="` + strings.TrimSuffix(address, string(parts[3])) +
		`" media="(prefers-reduced-motion: reduce)">`)
	r.image(n, address, size)
	r.write("</picture>")
}

// image writes an image with the address on this site. Its size is unknown if another site has it.
func (r *renderer) image(n *ast.Image, address, size string) {
	var alt strings.Builder
	appendText(&alt, n, r.source)
	r.write(`<img src="` + address + `"` + size + ` alt="`)
	r.write(escaped.Replace(alt.String()))
	r.write(`" loading="lazy">`)
}

// appendText appends the text of a node without its marks.
func appendText(b *strings.Builder, n ast.Node, source []byte) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Value(source))
		} else {
			appendText(b, c, source)
		}
	}
}

// toURL returns an address in ASCII, for a link.
func toURL(address []byte, resolveReferences bool) []byte {
	return util.URLEscape([]byte(iri.ToURL(string(address))), resolveReferences)
}

// outside writes a link to another site.
func (r *renderer) outside(address []byte, label func()) {
	r.links = append(r.links, string(address))
	r.anchor(address, ` rel="nofollow ugc noopener" target="_blank"`, label)
}

func (r *renderer) anchor(address []byte, attributes string, label func()) {
	r.write(`<a href="`)
	html.DefaultWriter.RawWrite(r.w, address)
	r.write(`"` + attributes + `>`)
	r.inLink = true
	label()
	r.inLink = false
	r.write("</a>")
}

// maxImageAddress is the maximum length of the address of an image of another site in bytes. The address on this site
// contains it.
const maxImageAddress = 1000

// isShowable reports whether this site can show an image of another site. SVG images are documents that may contain
// scripts.
func isShowable(address string) bool {
	if len(address) > maxImageAddress {
		return false
	}
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil &&
		!strings.HasSuffix(strings.ToLower(u.Path), ".svg")
}

// page matches the address of a page of this site, such as /contact or /projects/ID#about; files have a dot.
var page = regexp.MustCompile(`^/(?:[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*)?(?:#[A-Za-z0-9_-]+)?$`)

// isLocal reports whether an address is a page of this site.
func isLocal(address []byte) bool {
	return len(address) <= maxAddress && page.Match(address) && !bytes.HasPrefix(address, []byte("/api/")) &&
		!bytes.HasPrefix(address, []byte("/auth/"))
}

// isWeb reports whether an address is an absolute http or https URL. Browsers agree, since util.URLEscape has removed
// blanks and control characters.
func isWeb(address []byte) bool {
	if len(address) > maxAddress {
		return false
	}
	u, err := url.Parse(string(address))
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
