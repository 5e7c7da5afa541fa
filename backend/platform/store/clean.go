package store

import (
	"strings"
	"unicode"
)

// Clean prepares user text for storage: it trims white space and drops NUL, which PostgreSQL cannot store. A text without any
// visible character, such as a title of zero-width characters, becomes empty.
func Clean(text string) string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\x00", ""))
	if strings.ContainsFunc(text, isVisible) {
		return text
	}
	return ""
}

// OneLine reports whether text stays on one line and reads in the order in which it was typed: it has no control
// characters, line separators or bidirectional controls. The proto's rules for titles and names say the same.
func OneLine(text string) bool { return !strings.ContainsFunc(text, breaksLine) }

// ToOneLine is Clean of a text without the characters that OneLine refuses; line breaks become blanks.
func ToOneLine(text string) string {
	return Clean(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		case breaksLine(r):
			return ' '
		}
		return r
	}, text))
}

func breaksLine(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
}

func isVisible(r rune) bool {
	const blankBraille = '\u2800'
	return r != blankBraille && unicode.IsGraphic(r) && !unicode.IsSpace(r) &&
		!unicode.In(r, unicode.M, unicode.Other_Default_Ignorable_Code_Point)
}
