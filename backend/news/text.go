package news

import (
	"regexp"
	"slices"
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

// form is how a feed writes a text.
type form int

const (
	asText form = iota
	asHTML
	asRSS // which does not say whether a title is text or HTML, and whose writers often escape twice
)

// title returns a title on one line.
func (f form) title(written string) string {
	switch f {
	case asHTML:
		written = plainText(written)
	case asRSS:
		written = html.UnescapeString(withoutMarkup(written))
	}
	return oneLine(written)
}

// text returns the text of a description on one line. In RSS it is HTML.
func (f form) text(written string) string {
	switch f {
	case asHTML:
		written = plainText(written)
	case asRSS:
		written = html.UnescapeString(plainText(written))
	}
	return oneLine(written)
}

// titleTag matches a tag, with its slash, its name, its attributes and the slash of an empty element.
var titleTag = regexp.MustCompile(`<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*?)?)(/?)>`)

// Elements of titles. The first ones are markup if they are closed, the second ones have no content.
var (
	closedElements = strings.Fields(
		"a abbr b bdi bdo big cite code del dfn div em font h1 h2 h3 h4 h5 h6 i ins kbd mark p q s samp small span strike strong sub sup tt u var")
	emptyElements = strings.Fields("br hr img wbr")
)

// withoutMarkup removes the markup of a title that may be text or HTML: pairs of tags that format a part of it, and
// empty elements unless they stand between blanks, like a word. Any other tag is what the title is about, such as
// <dialog>.
func withoutMarkup(title string) string {
	tags := titleTag.FindAllStringSubmatchIndex(title, -1)
	type opened struct {
		name string
		tag  int
	}
	var (
		markup = map[int]bool{}
		open   []opened
	)
	for i, at := range tags {
		name, isEnd := strings.ToLower(title[at[4]:at[5]]), at[2] < at[3]
		switch {
		case slices.Contains(emptyElements, name):
			before, after := title[:at[0]], title[at[1]:]
			isWord := (before == "" || strings.HasSuffix(before, " ")) && (after == "" || strings.HasPrefix(after, " "))
			markup[i] = !isWord || strings.TrimSpace(title[at[6]:at[9]]) != "" // attributes or a slash
		case !slices.Contains(closedElements, name):
		case !isEnd:
			open = append(open, opened{name, i})
		default:
			for n := len(open) - 1; n >= 0; n-- {
				if open[n].name == name {
					markup[open[n].tag], markup[i] = true, true
					open = open[:n]
					break
				}
			}
		}
	}
	var b strings.Builder
	end := 0
	for i, at := range tags {
		if markup[i] {
			b.WriteString(title[end:at[0]])
			separate(&b, atom.Lookup([]byte(strings.ToLower(title[at[4]:at[5]]))))
			end = at[1]
		}
	}
	return b.String() + title[end:]
}

// plainText returns the text of an HTML fragment, without elements, scripts and styles.
func plainText(fragment string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(fragment))
	skipped := atom.Atom(0) // the element whose content is left out
	for {
		switch z.Next() {
		case html.ErrorToken: // the end: reading from a string does not fail
			return b.String()
		case html.TextToken:
			if skipped == 0 {
				b.Write(z.Text())
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			switch a := atom.Lookup(name); a {
			case atom.Script, atom.Style, atom.Template, atom.Svg, atom.Iframe, atom.Noscript, atom.Textarea,
				atom.Title, atom.Object, atom.Form:
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
	case atom.B, atom.I, atom.Em, atom.Strong, atom.A, atom.Span, atom.Code, atom.Sup, atom.Sub, atom.Mark, atom.Small,
		atom.U, atom.S, atom.Abbr, atom.Q:
	default:
		b.WriteByte(' ')
	}
}

// oneLine joins words with single spaces. It removes control characters and those that change the direction of the text
// around them.
func oneLine(text string) string {
	text = strings.ToValidUTF8(text, "")
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u200b', r == '\ufeff',
			r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
