package news

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of stored texts, in characters.
const (
	maxTitle   = 300
	maxExcerpt = 300
)

// plainText returns the text of an HTML fragment on one line: without elements, scripts, styles, control characters and characters
// that change the direction of the text around them.
func plainText(fragment string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(fragment))
	skipped := atom.Atom(0) // the element whose content is left out
	for {
		switch z.Next() {
		case html.ErrorToken: // the end: reading from a string does not fail
			return oneLine(b.String())
		case html.TextToken:
			if skipped == 0 {
				b.Write(z.Text())
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			switch a := atom.Lookup(name); a {
			case atom.Script, atom.Style, atom.Template, atom.Svg, atom.Iframe, atom.Noscript, atom.Textarea, atom.Title, atom.Object, atom.Form:
				if skipped == 0 {
					skipped = a
				}
			default:
				separate(&b, a)
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if a := atom.Lookup(name); a == skipped {
				skipped = 0
			} else {
				separate(&b, a)
			}
		case html.SelfClosingTagToken:
			name, _ := z.TagName()
			separate(&b, atom.Lookup(name))
		}
	}
}

// separate writes a space for a block element.
func separate(b *strings.Builder, a atom.Atom) {
	switch a {
	case atom.B, atom.I, atom.Em, atom.Strong, atom.A, atom.Span, atom.Code, atom.Sup, atom.Sub, atom.Mark, atom.Small, atom.U, atom.S, atom.Abbr, atom.Q:
	default:
		b.WriteByte(' ')
	}
}

// oneLine decodes text that a feed has escaped twice, and joins words with single spaces.
func oneLine(text string) string {
	text = strings.ToValidUTF8(html.UnescapeString(text), "")
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u200b', r == '\ufeff', r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// cut shortens a text to at most limit characters, between words if possible.
func cut(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	short := string([]rune(text)[:limit-1])
	if i := strings.LastIndexByte(short, ' '); i >= len(short)/2 {
		short = short[:i]
	}
	return strings.TrimRight(short, " ,;:.–—-") + "…"
}
