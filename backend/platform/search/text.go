package search

import (
	"slices"
	"strings"
	"unicode"

	"uvboard/backend/platform/letters"
)

// Limits of a query and of a word. The rest is ignored.
const (
	maxQueryWords   = 12
	maxTokenLetters = 64
)

// word is a word of a text: letters and digits of one script, or several such parts with dots between them, as in
// node.js.
type word struct {
	parts   []string // the last one with the sign that belongs to it, as in c++ and c#
	withDot bool     // it begins with a dot, as in .net
	stands  bool     // it is a character of a language without spaces
	joined  bool     // it stands directly after another one that does
}

// whole returns the token of a word as a whole.
func (w word) whole() string {
	token := strings.Join(w.parts, "")
	if w.withDot {
		token = "dot" + token
	}
	return firstLetters(token)
}

// tokens returns what a document with the word is found by: the word as a whole, and its parts.
func (w word) tokens() []string {
	tokens := make([]string, len(w.parts), len(w.parts)+1)
	for i, part := range w.parts {
		tokens[i] = firstLetters(part)
	}
	if whole := w.whole(); len(w.parts) > 1 || w.withDot {
		tokens = append(tokens, whole)
	}
	return tokens
}

func firstLetters(token string) string {
	if runes := []rune(token); len(runes) > maxTokenLetters {
		return string(runes[:maxTokenLetters])
	}
	return token
}

// stands reports whether a character is of a script whose words are not separated by spaces. In Korean they are, but a
// word continues with particles and other words.
func stands(r rune) bool {
	const longVowel, closingMark = 'ー', '〆' // of both kinds of kana, and letters of no script for Unicode
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r == longVowel || r == closingMark ||
		isWordRune(r) && unicode.In(r, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// split splits a text into words. A Latin letter beside one of another script begins a word, as in サーバーAPIの設計.
// Of a language without spaces, each character with its marks is one.
func split(text string) (words []word) {
	var (
		runes   = slices.DeleteFunc([]rune(letters.Fold(text)), isJoiner)
		current word
		part    []rune
	)
	at := func(i int) rune {
		if i < 0 || i >= len(runes) {
			return ' '
		}
		return runes[i]
	}
	isWord := func(i int) bool { return isWordRune(at(i)) }
	end := func() {
		if len(part) > 0 {
			current.parts, part = append(current.parts, string(part)), nil
		}
		if len(current.parts) > 0 {
			words = append(words, current)
		}
		current = word{}
	}
	for i, r := range runes {
		switch {
		case unicode.IsMark(r): // belongs to the character before
			if len(part) > 0 {
				part = append(part, r)
			}
		case stands(r):
			joined := current.stands
			end()
			current, part = word{stands: true, joined: joined}, append(part, r)
		case isWord(i) && len(part) > 0 && changesScript(part, r):
			end()
			part = append(part, r)
		case isWord(i):
			part = append(part, r)
		case r == '+' && at(i-1) != '+' && len(part) > 0 && (at(i+1) == '+' || !isWord(i+1)): // c++, also in c++20
			part = append(part, []rune("plus")...)
			if at(i+1) == '+' {
				part = append(part, []rune("plus")...)
			}
			end()
		case r == '#' && len(part) > 0 && !isWord(i+1): // c#
			part = append(part, []rune("sharp")...)
			end()
		case r == '.' && len(part) > 0 && isWord(i+1) && !stands(at(i+1)) && !stands(at(i-1)) &&
			!(unicode.IsNumber(at(i-1)) && unicode.IsNumber(at(i+1))):
			current.parts, part = append(current.parts, string(part)), nil // node.js, but not 3.5
		case r == '.' && isWord(i+1) && !stands(at(i+1)) && at(i-1) != '.':
			end()
			current.withDot = true
		default:
			end()
		}
	}
	end()
	return words
}

// isJoiner reports whether a character only joins or forbids a break of the letters around it.
func isJoiner(r rune) bool {
	const zeroWidthSpace = '\u200b' // separates words
	return unicode.Is(unicode.Cf, r) && r != zeroWidthSpace
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// changesScript reports whether a character cannot continue a part of a word: after one that stands by itself, and if
// only one of the last letter and the next one is Latin.
func changesScript(part []rune, next rune) bool {
	for _, r := range slices.Backward(part) {
		if unicode.IsLetter(r) {
			return stands(r) || unicode.IsLetter(next) && unicode.Is(unicode.Latin, r) != unicode.Is(unicode.Latin,
				next)
		}
	}
	return false
}

// tokens returns the tokens that a document is found by. Text of a language without spaces is found by any part of it:
// there are tokens of each two neighbouring characters, and of the last one, since a prefix finds the others.
func tokens(text string) []string {
	var list []string
	words := split(text)
	for i, w := range words {
		if w.stands && i+1 < len(words) && words[i+1].joined {
			w.parts = []string{w.parts[0] + words[i+1].parts[0]}
		}
		list = append(list, w.tokens()...)
	}
	return list
}

func tokenText(text string) string { return strings.Join(tokens(text), " ") }

// queryWords returns the words of a query, each with the prefixes that match it: the word first, then prefixes for its
// other English forms. Documents are not stemmed, so that every prefix of a word matches: with a stemmer "productiv"
// would not match "productivity", whose stem is "product".
func queryWords(query string) [][]string {
	var words [][]string
	list := split(query)
	for i, w := range list {
		token := w.whole()
		if i+1 < len(list) && list[i+1].joined {
			token += list[i+1].whole()
		} else if w.joined {
			continue // found with the character before
		}
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
		case len(stem) <= 4 && isConsonant(stem[last]) && !isConsonant(stem[last-1]) &&
			(last < 2 || isConsonant(stem[last-2])):
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
