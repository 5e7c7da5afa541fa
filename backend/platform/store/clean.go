package store

import (
	"strings"
	"unicode"
)

// Clean is what is stored of a text that somebody typed: without blanks around it, and nothing when there is nothing in
// it to be seen, since a title or a name of zero-width characters would leave a hole where it is shown. PostgreSQL
// cannot store the NUL character, and nobody means it.
func Clean(text string) string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\x00", ""))
	if strings.ContainsFunc(text, isVisible) {
		return text
	}
	return ""
}

func isVisible(r rune) bool {
	const blankBraille = '\u2800'
	return r != blankBraille && unicode.IsGraphic(r) && !unicode.IsSpace(r) &&
		!unicode.In(r, unicode.M, unicode.Other_Default_Ignorable_Code_Point)
}
