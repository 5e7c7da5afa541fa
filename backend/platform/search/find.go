package search

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/store"
)

// Limits of Find, so that a search with errors costs a few more queries and not many.
const (
	maxCorrected = 4 // words of a query that are compared with those of documents
	maxTries     = 8 // other queries that are tried
	choices      = 3 // words that are tried for one of the query

	fewResults = 5 // with more, the words were meant as written
	clearly    = 3 // how many times more documents have a word that is suggested
)

// Found is what Find finds.
type Found struct {
	IDs  []uuid.UUID
	More bool // there were more than Candidates matches
	Said
}

// Said is what a search says about the words of its query.
type Said struct {
	SearchedFor string // if there was nothing for the query as typed: the query with words that documents have
	DidYouMean  string // a query with a nearer, more frequent word; empty if SearchedFor is set
}

// Find returns what IDs does. If that is nothing, it corrects words of the query that documents do not have: one letter
// in words of 4 to 7, two in longer ones. If it is little, it suggests a query with a more frequent word.
func Find(ctx context.Context, db *store.DB, q Query) (Found, error) {
	ids, more, err := IDs(ctx, db, q)
	f := Found{IDs: ids, More: more}
	words := queryWords(q.Text)
	if err != nil || q.Exact || len(words) == 0 || len(ids) > fewResults {
		return f, err
	}
	wrong, err := misspelt(ctx, db, q.Kind, words)
	if err != nil {
		return f, fmt.Errorf("search for the nearest words: %w", err)
	}
	tried := forgiving
	if len(ids) > 0 {
		tried = suggestions
	}
	for _, changes := range tried(wrong, len(ids)) {
		other := q
		other.Text = replaceWords(q.Text, changes)
		found, more, err := IDs(ctx, db, other)
		if err == nil && len(found) > len(ids) && q.Seen != nil {
			var seen bool
			if seen, err = q.Seen(ctx, found); !seen {
				found = nil
			}
		}
		switch {
		case err != nil:
			return f, err
		case len(found) <= len(ids):
		case len(ids) > 0:
			f.DidYouMean = q.Terms.before(other.Text)
			return f, nil
		default:
			return Found{found, more, Said{SearchedFor: q.Terms.before(other.Text)}}, nil
		}
	}
	return f, nil
}

// doubtful is a word of a query that may have been meant to be another one.
type doubtful struct {
	alternatives []string // the word first, as in queryWords
	found        bool     // documents of the kind have it, or a longer one
	own          int      // documents that have the word itself
	near         []near
}

// misspelt returns words of a query to which documents have near ones.
func misspelt(ctx context.Context, db *store.DB, kind string, words [][]string) ([]doubtful, error) {
	var list []doubtful
	for _, w := range words {
		near, own, err := nearest(ctx, db, kind, w[0])
		if err != nil {
			return nil, err
		}
		if len(near) == 0 {
			continue
		}
		d := doubtful{alternatives: w, near: near, own: own, found: own > 0}
		if !d.found {
			if d.found, err = has(ctx, db, kind, w); err != nil {
				return nil, err
			}
		}
		if list = append(list, d); len(list) == maxCorrected {
			break
		}
	}
	return list, nil
}

// has reports whether a document of a kind has a word or a longer one. PostgreSQL plans a materialized query for all of
// its rows, and so with the index of words: for one row it would read documents until it finds one, which is all of
// them if none has the word.
func has(ctx context.Context, db *store.DB, kind string, word []string) (found bool, err error) {
	query := `WITH found AS MATERIALIZED (SELECT 1 FROM search_docs WHERE vector @@ $1::tsquery)
		SELECT 1 FROM found LIMIT 1`
	if db.IsSQLite() {
		query = "SELECT 1 FROM search_index WHERE search_index MATCH $1 LIMIT 1"
	}
	expression := match(db, Query{Kind: kind}.required(), [][]string{word}, prefixes)
	rows, err := db.Reads().QueryContext(ctx, query, expression)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	return rows.Next(), rows.Err()
}

// forgiving returns the words to replace in each query to try, the likeliest first. Words that are not found are
// replaced together; if all are, but never together, each alone.
func forgiving(words []doubtful, _ int) (tries []map[string]string) {
	best := map[string]string{}
	for _, w := range words {
		if !w.found {
			best[w.alternatives[0]] = w.near[0].word
		}
	}
	if len(best) > 0 {
		tries = append(tries, best)
	}
	for choice := range choices {
		for _, w := range words {
			if w.found != (len(best) == 0) || choice >= len(w.near) || choice == 0 && !w.found {
				continue
			}
			changes := map[string]string{}
			for word, other := range best {
				changes[word] = other
			}
			changes[w.alternatives[0]] = w.near[choice].word
			if tries = append(tries, changes); len(tries) == maxTries {
				return tries
			}
		}
	}
	return tries
}

// suggestions returns the words to replace in each query to try if the one as typed found little: a word by another one
// that clearly more documents have and that it did not find.
func suggestions(words []doubtful, found int) (tries []map[string]string) {
	for _, w := range words {
		for _, n := range w.near {
			if n.docs < clearly*max(w.own, found) || closeness(n.word, w.alternatives) > 0 ||
				closeness(w.alternatives[0], queryWords(n.word)[0]) > 0 {
				continue
			}
			tries = append(tries, map[string]string{w.alternatives[0]: n.word})
			break
		}
	}
	return tries
}

// replaceWords replaces words of a text and leaves the others as they were typed.
func replaceWords(text string, changes map[string]string) string {
	fields := strings.Fields(text)
	for i, field := range fields {
		var parts []string
		changed := false
		for _, w := range split(field) {
			part := w.whole()
			if other, ok := changes[part]; ok {
				part, changed = other, true
			}
			parts = append(parts, part)
		}
		if changed {
			fields[i] = strings.Join(parts, " ")
		}
	}
	return strings.Join(fields, " ")
}
