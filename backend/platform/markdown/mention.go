package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// A mention is @ and a username, between characters that cannot belong to a longer name: not in ada@mail.example,
// @types/node or @ada@social.example. It links to the profile of the member by that name, and is text if there is none.

// Bounds of the length of usernames, and reserved usernames, as in the proto's rules.
const (
	minUsername = 3
	maxUsername = 20
)

var reserved = []string{"admin", "administrator", "moderator", "system", "support", "staff", "root", "api", "uvboard"}

// Reserved reports whether nobody may have the username.
func Reserved(username string) bool { return slices.Contains(reserved, strings.ToLower(username)) }

// mention returns the length of the mention at the start of text, 0 if there is none. before is the character in front
// of it.
func mention(before rune, text []byte) int {
	if isWord(before) || strings.ContainsRune(`@/\.+-=&%#$`, before) || len(text) == 0 || text[0] != '@' {
		return 0
	}
	end := 1
	for end < len(text) && isUsername(text[end]) {
		if end++; end > 1+maxUsername {
			return 0
		}
	}
	if end < 1+minUsername || Reserved(string(text[1:end])) {
		return 0
	}
	after, size := utf8.DecodeRune(text[end:])
	next, _ := utf8.DecodeRune(text[end+size:])
	if isWord(after) || strings.ContainsRune("@/", after) || strings.ContainsRune(".-", after) && isWord(next) {
		return 0
	}
	return end
}

func isUsername(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// isWord reports whether a character can belong to a word in any language. utf8.RuneError, which also stands for the
// end of a text, cannot.
func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// openMention and its end surround the text of a mention, with the username in the middle.
func openMention(name string) string { return `<a href="/profile/` + name + `">` }

var kindMention = ast.NewNodeKind("Mention")

// mentionNode is a mention. Its child is the text.
type mentionNode struct {
	ast.BaseInline
	name string
}

// Kind implements ast.Node.
func (n *mentionNode) Kind() ast.NodeKind { return kindMention }

// Dump implements ast.Node.
func (n *mentionNode) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"Name": n.name}, nil)
}

// mentioned is the context key of the names in a text.
var mentioned = parser.NewContextKey()

// addName adds a name in lower case unless it is a duplicate or names has maxMentions.
func addName(names []string, name string) []string {
	name = strings.ToLower(name)
	if len(names) == maxMentions || slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

type mentions struct{}

// Trigger implements parser.InlineParser.
func (mentions) Trigger() []byte { return []byte{'@'} }

// Parse implements parser.InlineParser.
func (mentions) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, segment := block.PeekLine()
	n := mention(block.PrecendingCharacter(), line)
	if n == 0 {
		return nil
	}
	node := &mentionNode{name: string(line[1:n])}
	names, _ := pc.Get(mentioned).([]string)
	pc.Set(mentioned, addName(names, node.name))
	node.AppendChild(node, ast.NewTextSegment(segment.WithStop(segment.Start+n)))
	block.Advance(n)
	return node
}

// writeLine writes a line of plain text as HTML.
func writeLine(b *strings.Builder, line string, isMember func(name string) bool) {
	rest, before := []byte(line), utf8.RuneError
	for {
		at := bytes.IndexByte(rest, '@')
		if at < 0 {
			break
		}
		if at > 0 {
			before, _ = utf8.DecodeLastRune(rest[:at])
		}
		_, _ = escaped.WriteString(b, string(rest[:at])) // never fails
		n := mention(before, rest[at:])
		if n > 0 && isMember(string(rest[at+1:at+n])) {
			b.WriteString(openMention(string(rest[at+1:at+n])) + string(rest[at:at+n]) + "</a>")
		} else {
			n = max(n, 1)
			b.Write(rest[at : at+n]) // needs no escaping
		}
		before, _ = utf8.DecodeLastRune(rest[at : at+n])
		rest = rest[at+n:]
	}
	_, _ = escaped.WriteString(b, string(rest)) // never fails
}
