package search

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// fieldWorth is the score of a word found in a field. A match in a field scores more than matches in all later fields
// together. A word in no short field must be in the body. Ranking is done here, not in the databases, so that both
// agree and because their functions would read all documents of a common word.
var fieldWorth = [4]float64{titleField: 81, summaryField: 27, wordsField: 9, ownerField: 3}

const (
	titleField = iota
	summaryField
	wordsField
	ownerField

	bodyWorth       = 1.0
	prefixFactor    = 0.75 // for a word that begins with the word of the query
	inflectedFactor = 0.6
	sameTitleWorth  = 162.0
)

type candidate struct {
	id     uuid.UUID
	fields [4]string // tokens
	score  float64
}

// rank orders candidates best first, newer first among equals.
func rank(found []candidate, query string, words [][]string) []uuid.UUID {
	whole := tokenText(query)
	for i := range found {
		c := &found[i]
		if c.fields[titleField] == whole {
			c.score = sameTitleWorth
		}
		for _, w := range words {
			c.score += c.worth(w)
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), bytes.Compare(b.id[:], a.id[:]))
	})
	ids := make([]uuid.UUID, len(found))
	for i, c := range found {
		ids[i] = c.id
	}
	return ids
}

// has reports whether a field has a whole word.
func (c *candidate) has(field int, word string) bool {
	return slices.Contains(strings.Fields(c.fields[field]), word)
}

func (c *candidate) worth(prefixes []string) float64 {
	sum := 0.0
	for i, field := range c.fields {
		best := 0.0
		for token := range strings.SplitSeq(field, " ") {
			best = max(best, closeness(token, prefixes))
		}
		sum += best * fieldWorth[i]
	}
	if sum == 0 {
		return bodyWorth
	}
	return sum
}

func closeness(token string, prefixes []string) float64 {
	switch {
	case token == prefixes[0]:
		return 1
	case strings.HasPrefix(token, prefixes[0]):
		return prefixFactor
	}
	for _, p := range prefixes[1:] {
		if strings.HasPrefix(token, p) {
			return inflectedFactor
		}
	}
	return 0
}
