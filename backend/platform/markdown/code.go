package markdown

import (
	"bytes"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer/html"
)

// Limits of highlighting in bytes. Code beyond them is shown without it: a lexer compares with many expressions at each place.
const (
	maxHighlighted    = 4 << 10  // of one block
	maxHighlightedAll = 16 << 10 // of all blocks of a text
)

// highlighted are the names of the languages that are highlighted, and of their lexers. Java is not among them: its lexer takes
// seconds for 8,000 characters of words without brackets.
var highlighted = map[string]string{
	"bash": "bash", "sh": "bash", "shell": "bash", "c": "c", "cpp": "c++", "c++": "c++", "cs": "c#", "csharp": "c#", "css": "css", "diff": "diff",
	"docker": "docker", "dockerfile": "docker", "go": "go", "golang": "go", "html": "html", "js": "javascript", "javascript": "javascript",
	"json": "json", "jsx": "react", "kotlin": "kotlin", "kt": "kotlin", "lua": "lua", "php": "php", "proto": "protobuf", "protobuf": "protobuf", "py": "python", "python": "python",
	"rb": "ruby", "ruby": "ruby", "rs": "rust", "rust": "rust", "sql": "sql", "swift": "swift", "toml": "toml", "ts": "typescript", "typescript": "typescript",
	"tsx": "react", "xml": "xml", "yaml": "yaml", "yml": "yaml",
}

// classOf returns the class of a kind of token; empty for what is shown as other text. UserText.module.css in the web app has a
// color for each.
func classOf(kind chroma.TokenType) string {
	switch {
	case kind.InCategory(chroma.Keyword):
		return "hl-k"
	case kind.InCategory(chroma.Comment):
		return "hl-c"
	case kind.InSubCategory(chroma.LiteralString):
		return "hl-s"
	case kind.InSubCategory(chroma.LiteralNumber):
		return "hl-n"
	case kind == chroma.NameFunction, kind == chroma.NameClass, kind == chroma.NameTag, kind == chroma.NameBuiltin, kind == chroma.NameAttribute:
		return "hl-f"
	case kind == chroma.GenericDeleted:
		return "hl-d"
	case kind == chroma.GenericInserted:
		return "hl-i"
	default:
		return ""
	}
}

// fenced writes code with its language.
func (r *renderer) fenced(n *ast.FencedCodeBlock) {
	name := n.Language(r.source)
	if !language.Match(name) {
		name = nil
	}
	r.openCode(string(name))
	if !r.highlight(n, string(name)) {
		r.lines(n)
	}
	r.closeCode()
}

func (r *renderer) openCode(name string) {
	if name != "" {
		name = ` class="language-` + name + `"`
	}
	r.write(`<pre tabindex="0"><code` + name + ">")
}

func (r *renderer) closeCode() { r.write("</code></pre>\n\n") }

func (r *renderer) lines(n ast.Node) {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		html.DefaultWriter.RawWrite(r.w, line.Value(r.source))
	}
}

// highlight writes code with its tokens in spans, or reports that it does not know how.
func (r *renderer) highlight(n ast.Node, name string) bool {
	lexer := highlighted[strings.ToLower(name)]
	if lexer == "" {
		return false
	}
	var code bytes.Buffer
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		code.Write(line.Value(r.source))
	}
	if r.code += code.Len(); code.Len() > maxHighlighted || r.code > maxHighlightedAll {
		return false
	}
	tokens, err := chroma.Tokenise(lexers.Get(lexer), &chroma.TokeniseOptions{State: "root"}, code.String())
	if err != nil {
		return false
	}
	// A lexer may change the end of the text, but must not change the rest.
	if chroma.Stringify(tokens...) != code.String() {
		return false
	}
	class := ""
	for _, token := range tokens {
		next := classOf(token.Type)
		if strings.TrimSpace(token.Value) == "" {
			next = class // blanks belong to what is around them
		}
		if next != class {
			if class != "" {
				r.write("</span>")
			}
			if class = next; class != "" {
				r.write(`<span class="` + class + `">`)
			}
		}
		html.DefaultWriter.RawWrite(r.w, []byte(token.Value))
	}
	if class != "" {
		r.write("</span>")
	}
	return true
}
