package markdown

import (
	"bufio"
	"bytes"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// Headings of a text begin below those of a page, whose own go down to its sections.
const firstHeading = 3

// maxAddress is the length of an address that a link may have, in bytes, as it is of the other addresses members give.
const maxAddress = 2000

var language = regexp.MustCompile(`^[A-Za-z0-9+#._-]{1,32}$`)

// renderer writes a tree as HTML: these elements and attributes, and no others. Between the elements stand the line breaks
// that Plain keeps.
type renderer struct {
	source   []byte
	out      bytes.Buffer
	w        *bufio.Writer // around out, as the writer of texts wants it
	headings [7]int        // what the levels of the source become
	inLink   bool
	marks    int // around the current text
	most     int // bytes of output
}

// render gives up, and says so, when the output grows beyond most.
func render(document ast.Node, source []byte, most int) (out string, fits bool) {
	r := &renderer{source: source, most: most}
	r.w = bufio.NewWriterSize(&r.out, 4096)
	r.levels(document)
	r.children(document)
	r.w.Flush() // a buffer takes everything
	return strings.TrimSpace(r.out.String()), r.fits()
}

func (r *renderer) fits() bool { return r.out.Len()+r.w.Buffered() <= r.most }

// levels makes the highest heading of a text the first that may stand in it, and the next one below the second, so that an
// outline has no gaps, whether a maker begins with # or with ###.
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
	_, _ = r.w.WriteString(html) // a buffer takes everything
}

// element writes a node with what is in it.
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
		r.code("<code>", n)
	case *ast.FencedCodeBlock:
		open := "<code>"
		if name := n.Language(r.source); language.Match(name) {
			open = `<code class="language-` + string(name) + `">`
		}
		r.code(open, n)
	case *extast.Table:
		// What can be scrolled can be reached by keyboard.
		r.element(`<div tabindex="0"><table>`, n, "</table></div>\n\n")
	case *extast.TableHeader:
		r.element("<thead><tr>", n, "</tr></thead>\n")
	case *extast.TableRow:
		r.element("<tr>", n, "</tr>\n")
	case *extast.TableCell:
		r.cell(n)
	case *ast.LinkReferenceDefinition: // is where its links are
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
		r.link("![", n, n.Destination)
	case *ast.AutoLink:
		label := func() { html.DefaultWriter.RawWrite(r.w, n.Label(r.source)) }
		if address := util.URLEscape(n.URL(r.source), false); isWeb(address) && !r.inLink {
			r.anchor(address, label)
		} else {
			label()
		}
	default: // no parser makes another
		r.children(n)
	}
}

func (r *renderer) text(n *ast.Text) {
	html.DefaultWriter.Write(r.w, n.Value(r.source))
	if n.HardLineBreak() || n.SoftLineBreak() {
		r.write("<br>\n")
	}
}

// mark writes what can stand in itself any number of times, and does not.
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

// item opens an item of a list. That of a task has a box of its own for a bullet.
func item(n ast.Node) string {
	if first := n.FirstChild(); first != nil && first.FirstChild() != nil && first.FirstChild().Kind() == extast.KindTaskCheckBox {
		return `<li class="task">`
	}
	return "<li>"
}

func (r *renderer) code(open string, n ast.Node) {
	r.write(`<pre tabindex="0">` + open)
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		html.DefaultWriter.RawWrite(r.w, line.Value(r.source))
	}
	r.write("</code></pre>\n\n")
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

// link writes a link, or a picture as one. In a link already, such as that of a badge, it is only its name, and one that leads
// nowhere on the web stays as it was typed.
func (r *renderer) link(mark string, n ast.Node, destination []byte) {
	address := util.URLEscape(destination, true)
	label := func() {
		if n.HasChildren() {
			r.children(n)
		} else {
			html.DefaultWriter.RawWrite(r.w, address)
		}
	}
	switch {
	case !isWeb(address):
		r.element(mark, n, "](")
		html.DefaultWriter.RawWrite(r.w, destination)
		r.write(")")
	case r.inLink:
		label()
	default:
		r.anchor(address, label)
	}
}

func (r *renderer) anchor(address []byte, label func()) {
	r.write(`<a href="`)
	html.DefaultWriter.RawWrite(r.w, address)
	r.write(`" rel="nofollow ugc noopener" target="_blank">`)
	r.inLink = true
	label()
	r.inLink = false
	r.write("</a>")
}

// isWeb tells whether an address is a whole one, of http or https. What a browser sees in it is that too, since the escaping of
// addresses has left no blanks or control characters.
func isWeb(address []byte) bool {
	if len(address) > maxAddress {
		return false
	}
	u, err := url.Parse(string(address))
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
