package markdown

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Limits of the parser; marks beyond them are text. Goldmark's time is quadratic for some inputs and cubic for deep
// lists: without limits, 3,000 characters of "- - - -" with empty lines took 1.6 s.
const (
	maxMarks = 2000 // brackets and runs of * _ ~, each of which may be compared with all others
	maxDepth = 24   // of nested quotes and lists, and of nested emphasis
	// maxFootnotes limits the footnotes, all of which may be compared with each reference. References count as marks.
	maxFootnotes = 100
)

var markdown = parser.NewParser(
	parser.WithBlockParsers( // without HTML
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(shallow{parser.NewListParser()}, 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(shallow{parser.NewBlockquoteParser()}, 800),
		util.Prioritized(fewFootnotes{shallow{extension.NewFootnoteBlockParser()}}, 999),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	),
	parser.WithInlineParsers(
		util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
		util.Prioritized(parser.NewCodeSpanParser(), 100),
		util.Prioritized(counted{extension.NewFootnoteParser()}, 101),
		util.Prioritized(counted{parser.NewLinkParser()}, 200),
		util.Prioritized(webAddresses{parser.NewAutoLinkParser()}, 300),
		util.Prioritized(mentions{}, 400),
		util.Prioritized(counted{parser.NewEmphasisParser()}, 500),
		util.Prioritized(counted{extension.NewStrikethroughParser()}, 500),
		util.Prioritized(bareAddresses{extension.NewLinkifyParser(
			extension.WithLinkifyURLRegexp(bareURL), extension.WithLinkifyWWWRegexp(bareWWW),
			extension.WithLinkifyEmailRegexp(nothing))}, 999),
	),
	parser.WithParagraphTransformers(
		util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
		util.Prioritized(full{extension.NewTableParagraphTransformer()}, 200),
	),
	parser.WithASTTransformers(
		util.Prioritized(extension.NewTableASTTransformer(), 0),
		util.Prioritized(extension.NewFootnoteASTTransformer(), 999),
	),
)

// Patterns of addresses without brackets: those of goldmark, with letters, marks, digits and symbols of any script.
// Punctuation beyond ASCII ends an address, and so does a letter behind a host in ASCII, because Japanese follows it
// without a blank.
const (
	bareHost = `[-a-zA-Z0-9@:%._+~#=\p{L}\p{M}\p{N}]{1,256}\.(?:[a-z]+|[\p{L}\p{M}]+)`
	bareRest = `(?:[/#?][-a-zA-Z0-9@:%_+.~#$!?&/=();,'">^{}\[\]` + "`" +
		`\p{L}\p{M}\p{N}\p{So}\x{B7}\x{200C}\x{200D}]*)?`
)

var (
	bareURL = regexp.MustCompile(`^https?://` + bareHost + `(?::\d+)?` + bareRest)
	bareWWW = regexp.MustCompile(`^www\.` + bareHost + bareRest)
)

// nothing is a pattern that never matches, so that email addresses do not become links.
var nothing = regexp.MustCompile(`\A[^\s\S]`)

// shallow opens blocks down to maxDepth.
type shallow struct{ parser.BlockParser }

// Open implements parser.BlockParser.
func (p shallow) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		depth++
	}
	if depth > maxDepth {
		return nil, parser.NoChildren
	}
	return p.BlockParser.Open(parent, reader, pc)
}

// fewFootnotes opens up to maxFootnotes footnotes.
type fewFootnotes struct{ parser.BlockParser }

var footnotes = parser.NewContextKey()

// Open implements parser.BlockParser.
func (p fewFootnotes) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	n, _ := pc.Get(footnotes).(int)
	if n >= maxFootnotes {
		return nil, parser.NoChildren
	}
	node, state := p.BlockParser.Open(parent, reader, pc)
	if node != nil {
		pc.Set(footnotes, n+1)
	}
	return node, state
}

// counted parses up to maxMarks marks.
type counted struct{ parser.InlineParser }

var marks = parser.NewContextKey()

// Parse implements parser.InlineParser.
func (p counted) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	n, _ := pc.Get(marks).(int)
	if n >= maxMarks {
		return nil
	}
	pc.Set(marks, n+1)
	return p.InlineParser.Parse(parent, block, pc)
}

// CloseBlock implements parser.CloseBlocker, for unclosed brackets.
func (p counted) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if c, ok := p.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

// webAddresses parses URLs in angle brackets. Other schemes are text, as in vector<std::string>.
type webAddresses struct{ parser.InlineParser }

// Parse implements parser.InlineParser.
func (p webAddresses) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if n, ok := p.InlineParser.Parse(parent, block, pc).(*ast.AutoLink); ok && isWeb(n.URL(block.Source())) {
		return n
	}
	return nil
}

// bareAddresses parses URLs without brackets. It is called at every word and rejects most of them quickly.
type bareAddresses struct{ parser.InlineParser }

// Parse implements parser.InlineParser.
func (p bareAddresses) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if strings.IndexByte(" *_~(", line[0]) >= 0 { // may precede a URL
		line = line[1:]
	}
	if !bytes.HasPrefix(line, []byte("http")) && !bytes.HasPrefix(line, []byte("www.")) {
		return nil
	}
	return p.InlineParser.Parse(parent, block, pc)
}

// full parses tables unless most cells are missing: rows are padded to the number of columns, so 3,000 characters could
// make 280,000 cells.
type full struct{ parser.ParagraphTransformer }

// Transform implements parser.ParagraphTransformer.
func (t full) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, size, columns := node.Lines(), 0, 0
	for i := range lines.Len() {
		segment := lines.At(i)
		line := segment.Value(reader.Source())
		size += len(line)
		columns = max(columns, bytes.Count(line, []byte("|"))+1)
	}
	if columns*lines.Len() <= size { // true for every table without missing cells
		t.ParagraphTransformer.Transform(node, reader, pc)
	}
}
