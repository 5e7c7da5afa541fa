package search

import (
	"slices"
	"strings"
	"unicode"

	"uvboard/backend/platform/store"
)

// Limits of a query and of a word. The rest is ignored.
const (
	maxQueryWords   = 12
	maxTokenLetters = 64
)

// tokens splits a text into words of letters and digits. A Chinese or Japanese character is one word, since these languages do
// not separate words.
func tokens(text string) []string {
	var (
		words []string
		word  []rune
	)
	end := func() {
		if len(word) > 0 {
			words = append(words, string(word[:min(len(word), maxTokenLetters)]))
			word = word[:0]
		}
	}
	for _, r := range store.Fold(text) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			end()
			words = append(words, string(r))
		case unicode.IsLetter(r), unicode.IsNumber(r):
			word = append(word, r)
		default:
			end()
		}
	}
	end()
	return words
}

func tokenText(text string) string { return strings.Join(tokens(text), " ") }

// queryWords returns the words of a query, each with the prefixes that match it: the word first, then prefixes for its other
// English forms. Documents are not stemmed, so that every prefix of a word matches: with a stemmer "productiv" would not match
// "productivity", whose stem is "product".
func queryWords(query string) [][]string {
	var words [][]string
	for _, token := range tokens(query) {
		if !slices.ContainsFunc(words, func(w []string) bool { return w[0] == token }) {
			words = append(words, append([]string{token}, inflections(token)...))
		}
		if len(words) == maxQueryWords {
			break
		}
	}
	return words
}

// inflections returns prefixes of other English forms of a word: games and gaming match game.
func inflections(word string) []string {
	if len(word) < 4 {
		return nil
	}
	if stem, ok := strings.CutSuffix(word, "ies"); ok && len(stem) >= 3 {
		return []string{stem + "y"}
	}
	for _, ending := range []string{"ing", "ed"} {
		stem, ok := strings.CutSuffix(word, ending)
		if !ok || len(stem) < 3 || !strings.ContainsAny(stem, "aeiouy") {
			continue
		}
		last := len(stem) - 1
		switch {
		case isConsonant(stem[last]) && stem[last] == stem[last-1] && !strings.ContainsRune("lsz", rune(stem[last])):
			return []string{stem[:last]} // running, run
		case len(stem) <= 4 && isConsonant(stem[last]) && !isConsonant(stem[last-1]) && (last < 2 || isConsonant(stem[last-2])):
			return []string{stem + "e"} // gaming, game
		default:
			return []string{stem} // building, build
		}
	}
	switch {
	case hasAnySuffix(word, "ches", "shes", "sses", "xes", "zes"):
		return []string{strings.TrimSuffix(word, "es")}
	case strings.HasSuffix(word, "s") && !hasAnySuffix(word, "ss", "us", "is", "news"):
		return []string{strings.TrimSuffix(word, "s")}
	case strings.HasSuffix(word, "e"):
		return []string{strings.TrimSuffix(word, "e") + "ing"}
	}
	return nil
}

func hasAnySuffix(word string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(word, s) })
}

func isConsonant(letter byte) bool {
	return letter >= 'a' && letter <= 'z' && !strings.ContainsRune("aeiou", rune(letter))
}
