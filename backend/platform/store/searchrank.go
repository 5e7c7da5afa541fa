package store

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// What a word found in a field is worth. A word that no short field holds was found in the body, and each field is worth
// more than all behind it together, however close the match. Ranking happens here and not in the databases so that both agree, and because what
// they offer must read the whole list of a common word's documents first.
var fieldWorth = [4]float64{titleField: 81, summaryField: 27, wordsField: 9, ownerField: 3}

const (
	titleField = iota
	summaryField
	wordsField
	ownerField

	bodyWorth      = 1.0
	beginningWorth = 0.75 // of the whole word
	inflectedWorth = 0.6
	sameTitle      = 162.0 // for a title that is the query
)

type candidate struct {
	id     uuid.UUID
	fields [4]string // tokens
	score  float64
}

// rank orders candidates best first, the newer of equals first.
func rank(found []candidate, words [][]string) []uuid.UUID {
	query := make([]string, len(words))
	for i, w := range words {
		query[i] = w[0]
	}
	whole := strings.Join(query, " ")
	for i := range found {
		c := &found[i]
		if c.fields[titleField] == whole {
			c.score = sameTitle
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

func (c *candidate) worth(beginnings []string) float64 {
	sum := 0.0
	for i, field := range c.fields {
		best := 0.0
		for token := range strings.SplitSeq(field, " ") {
			best = max(best, closeness(token, beginnings))
		}
		sum += best * fieldWorth[i]
	}
	if sum == 0 {
		return bodyWorth
	}
	return sum
}

func closeness(token string, beginnings []string) float64 {
	switch {
	case token == beginnings[0]:
		return 1
	case strings.HasPrefix(token, beginnings[0]):
		return beginningWorth
	}
	for _, b := range beginnings[1:] {
		if strings.HasPrefix(token, b) {
			return inflectedWorth
		}
	}
	return 0
}
