package markdown

import (
	"bytes"
	"strings"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer/html"
)

// Limits of highlighting in all blocks of a text. Code beyond them is shown without it.
const (
	// maxHighlighted is in bytes. It also limits the time for one token, between two looks at the clock.
	maxHighlighted = 16 << 10
	// maxHighlighting stops a lexer that needs quadratic time: 4 KiB of newlines in C took 4.5 s. Ordinary code of the
	// maximum length takes a tenth of the limit, so a busy machine highlights it too.
	maxHighlighting = 200 * time.Millisecond
)

// highlighted are the names of the languages that are highlighted, and of their lexers.
var highlighted = map[string]string{
	"bash": "bash", "sh": "bash", "shell": "bash", "c": "c", "cpp": "c++", "c++": "c++", "cs": "c#", "csharp": "c#",
	"css": "css", "diff": "diff",
	"docker": "docker", "dockerfile": "docker", "go": "go", "golang": "go", "html": "html", "java": "java",
	"js": "javascript", "javascript": "javascript",
	"json": "json", "jsx": "react", "kotlin": "kotlin", "kt": "kotlin", "lua": "lua", "php": "php", "proto": "protobuf",
	"protobuf": "protobuf", "py": "python", "python": "python",
	"rb": "ruby", "ruby": "ruby", "rs": "rust", "rust": "rust", "sql": "sql", "swift": "swift", "toml": "toml",
	"ts": "typescript", "typescript": "typescript",
	"tsx": "react", "xml": "xml", "yaml": "yaml", "yml": "yaml",
}

// classOf returns the class of a kind of token; empty for what is shown as other text. UserText.module.css in the web
// app has a color for each.
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
	case kind == chroma.NameFunction, kind == chroma.NameClass, kind == chroma.NameTag, kind == chroma.NameBuiltin,
		kind == chroma.NameAttribute:
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

// highlight writes code with its tokens in spans. If it cannot, it writes nothing and returns false.
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
	if r.code += code.Len(); r.code > maxHighlighted {
		return false
	}
	tokens, ok := r.tokens(lexers.Get(lexer), code.String())
	if !ok {
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
			next = class // white space stays in the current span
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

// tokens returns the tokens of code, unless the text has used up its time.
func (r *renderer) tokens(lexer chroma.Lexer, code string) (tokens []chroma.Token, ok bool) {
	// compiles a new lexer, which is not counted
	next, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, code)
	if err != nil {
		return nil, false
	}
	begin, left := time.Now(), maxHighlighting-r.highlighting
	defer func() { r.highlighting += time.Since(begin) }()
	for token := next(); token != chroma.EOF; token = next() {
		if time.Since(begin) > left {
			return nil, false
		}
		tokens = append(tokens, token)
	}
	return tokens, true
}
