package search

import (
	"slices"
	"strings"
	"unicode"

	"uvboard/backend/platform/letters"
)

// passageLead is how many characters a passage shows before the first word that matches.
const passageLead = 60

// Passage returns the part of a plain text that matches a search best, on one line of at most limit characters: the one
// with the most different words of the query. Without a match it is the start. An ellipsis marks a cut.
func Passage(text, query string, limit int) string {
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) <= limit {
		return string(line)
	}
	hits := hitsIn(line, queryWords(query))
	start, best := 0, 0
	for i, hit := range hits {
		found := map[int]bool{}
		for _, other := range hits[i:] {
			if other.end-hit.start <= limit-passageLead {
				found[other.word] = true
			}
		}
		if len(found) > best {
			start, best = hit.start, len(found)
		}
	}
	start = wordBefore(line, start)
	const ellipsis = "…"
	before, rest := "", line[start:]
	if start > 0 {
		before = ellipsis
	}
	if len(rest)+len([]rune(before)) <= limit {
		return before + string(rest)
	}
	short := letters.Cut(string(rest), limit-len([]rune(before))-1)
	return before + strings.TrimRightFunc(short, unicode.IsSpace) + ellipsis
}

// wordBefore returns where a whole word begins at most passageLead characters before start, or start if there is none.
func wordBefore(line []rune, start int) int {
	from := start - passageLead
	if from <= 0 {
		return 0
	}
	if space := slices.Index(line[from:start], ' '); space >= 0 {
		return from + space + 1
	}
	return start
}

// hit is a word of a text, from start to before end, that matches a word of the query.
type hit struct{ start, end, word int }

func hitsIn(line []rune, words [][]string) (hits []hit) {
	wordEnd := func(start int) int {
		end := start + 1
		for end < len(line) && line[end] != ' ' && (unicode.IsMark(line[end]) || !stands(line[start]) &&
			!stands(line[end])) {
			end++
		}
		return end
	}
	for start := 0; start < len(line); start++ {
		if line[start] == ' ' {
			continue
		}
		end := wordEnd(start)
		next, found := end, tokens(string(line[start:end]))
		if stands(line[start]) && end < len(line) && stands(line[end]) { // the first token has two of these
			end = wordEnd(end)
			found = tokens(string(line[start:end]))[:1]
		}
		for _, token := range found {
			for i, prefixes := range words {
				if closeness(token, prefixes) > 0 {
					hits = append(hits, hit{start, end, i})
				}
			}
		}
		start = next - 1
	}
	return hits
}
