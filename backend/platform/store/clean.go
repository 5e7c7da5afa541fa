package store

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"

	"uvboard/backend/platform/letters"
)

// Clean prepares user text for storage: it trims white space and drops NUL, which PostgreSQL cannot store. A text
// without any visible character, such as a title of zero-width characters, becomes empty.
func Clean(text string) string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\x00", ""))
	if strings.ContainsFunc(text, isVisible) {
		return text
	}
	return ""
}

var escapedNUL = regexp.MustCompile(`(^|[^\\])(\\\\)*\\u0000`)

// HasNUL reports whether a text in a JSON value has a NUL character. PostgreSQL cannot store it; SQLite would, but
// calls refuse it.
func HasNUL(json []byte) bool {
	return bytes.Contains(json, []byte(`\u0000`)) && escapedNUL.Match(json)
}

// CleanList cleans each text and drops empty ones.
func CleanList(texts []string) []string {
	cleaned := make([]string, 0, len(texts))
	for _, text := range texts {
		if text = Clean(text); text != "" {
			cleaned = append(cleaned, text)
		}
	}
	return cleaned
}

// Unique drops texts that differ from an earlier one only in case. It never returns nil, so that its JSON is a list.
func Unique(texts []string) []string {
	seen := make(map[string]bool, len(texts))
	kept := make([]string, 0, len(texts))
	for _, text := range texts {
		if key := strings.ToLower(text); !seen[key] {
			seen[key] = true
			kept = append(kept, text)
		}
	}
	return kept
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

const maxTitleKeyLetters = 80

// TitleKey returns the form of a title by which titles are ordered and found: the start of it without case and accents.
func TitleKey(title string) string { return letters.Cut(letters.Fold(title), maxTitleKeyLetters) }
