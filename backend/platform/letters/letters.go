// Package letters compares and cuts texts by what a reader takes for a letter.
package letters

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold returns a text in the form in which texts are compared: without case, without differences in width or in how a
// letter is encoded, and without the marks that readers of a script leave out. These are the accents of Latin and Greek
// letters, the points of Hebrew, the vowel marks of Arabic, and any mark that Unicode knows on no such letter, such as
// a stress mark on a Cyrillic vowel. A mark that makes another letter stays: パ is not ハ, and й is not и.
//
// Fold of a folded text is the same text. Names, tags and search documents are stored folded, so a change of Fold needs
// a migration.
func Fold(text string) string {
	var (
		b    strings.Builder
		base rune
	)
	// cases.Fold alone swaps the cases of Cherokee
	lower := strings.ToLower(norm.NFKD.String(strings.ToValidUTF8(text, "\uFFFD")))
	for _, r := range norm.NFKD.String(cases.Fold().String(lower)) {
		switch {
		case !unicode.Is(unicode.Mn, r):
			base = r
		case unicode.In(base, unicode.Latin, unicode.Greek):
			continue
		}
		b.WriteRune(r)
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) && unicode.In(r, unicode.Inherited, unicode.Hebrew) && !isKanaMark(r) {
			return -1
		}
		return r
	}, norm.NFC.String(b.String()))
}

// isKanaMark reports whether a mark makes another sound of a kana, also of those that have no composed form.
func isKanaMark(r rune) bool { return r == '\u3099' || r == '\u309a' }

// Cut returns the start of a text: at most n characters, and only whole letters, also of those that consist of several
// characters, such as an emoji of a family (grapheme clusters, UAX 29).
func Cut(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	end, characters := 0, 0
	for letter := graphemes.FromString(text); letter.Next(); end = letter.End() {
		if characters += utf8.RuneCountInString(letter.Value()); characters > n {
			break
		}
	}
	if end == 0 { // the first letter is longer
		return string([]rune(text)[:max(n, 0)])
	}
	return text[:end]
}

// Shorten returns a text of at most n characters: all of it, or its start up to a whole word, if there is one in the
// second half, and an ellipsis.
func Shorten(text string, n int) string {
	short := Cut(text, n-1)
	if len(short) == len(text) || utf8.RuneCountInString(text) <= n {
		return text
	}
	if space := strings.LastIndexByte(short, ' '); space >= len(short)/2 {
		short = short[:space]
	}
	return strings.TrimRight(short, " ,;:.–—-") + "…"
}
