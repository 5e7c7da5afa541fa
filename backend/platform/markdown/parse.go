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

// Bounds of what is read as Markdown; what is beyond them stands as it was typed. Goldmark takes time that grows with the square
// of some inputs, and with the cube of deep lists: unbounded, 3,000 characters of "- - - -" with empty lines took 1.6 s.
const (
	maxMarks = 2000 // brackets and runs of * _ ~ in a text, each of which may look at all others
	maxDepth = 24   // quotes, and lists and their items, in each other; and emphasis in emphasis
)

var markdown = parser.NewParser(
	parser.WithBlockParsers( // no HTML among them
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(shallow{parser.NewListParser()}, 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(shallow{parser.NewBlockquoteParser()}, 800),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	),
	parser.WithInlineParsers(
		util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
		util.Prioritized(parser.NewCodeSpanParser(), 100),
		util.Prioritized(counted{parser.NewLinkParser()}, 200),
		util.Prioritized(webAddresses{parser.NewAutoLinkParser()}, 300),
		util.Prioritized(counted{parser.NewEmphasisParser()}, 500),
		util.Prioritized(counted{extension.NewStrikethroughParser()}, 500),
		util.Prioritized(bareAddresses{extension.NewLinkifyParser(extension.WithLinkifyEmailRegexp(nothing))}, 999),
	),
	parser.WithParagraphTransformers(
		util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
		util.Prioritized(full{extension.NewTableParagraphTransformer()}, 200),
	),
	parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
)

// nothing is what an address of mail looks like: they are no links, and so need not be looked for.
var nothing = regexp.MustCompile(`\A[^\s\S]`)

// shallow opens a block only where it is not too deep in others.
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

// counted reads marks as long as there are not too many of them in the text.
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

// CloseBlock implements parser.CloseBlocker, for the brackets that were opened and not closed.
func (p counted) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if c, ok := p.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

// webAddresses reads addresses in angle brackets if there may be links to them. Others are text, as is vector<std::string>.
type webAddresses struct{ parser.InlineParser }

// Parse implements parser.InlineParser.
func (p webAddresses) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if n, ok := p.InlineParser.Parse(parent, block, pc).(*ast.AutoLink); ok && isWeb(n.URL(block.Source())) {
		return n
	}
	return nil
}

// bareAddresses reads addresses that stand in a text. It is asked at every word, and most are none, which is seen at once here.
type bareAddresses struct{ parser.InlineParser }

// Parse implements parser.InlineParser.
func (p bareAddresses) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if strings.IndexByte(" *_~(", line[0]) >= 0 { // what may stand before one
		line = line[1:]
	}
	if !bytes.HasPrefix(line, []byte("http")) && !bytes.HasPrefix(line, []byte("www.")) {
		return nil
	}
	return p.InlineParser.Parse(parent, block, pc)
}

// full reads tables, but for those that are mostly holes. Each row is filled up to the columns of the head, so 3,000
// characters can make 280,000 cells.
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
	if columns*lines.Len() <= size { // as is any table whose rows are complete
		t.ParagraphTransformer.Transform(node, reader, pc)
	}
}
