package search

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/hbollon/go-edlib"

	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// Words that may have typing errors. Shorter ones are never corrected and never offered.
const (
	minForgiven = 4
	oneError    = 7 // letters of the longest word in which one letter may be wrong; in longer ones it is two
	maxForgiven = 32
)

// formLetters is how many letters of a word make its forms. Two words at a distance of at most two share a form of
// their beginnings, so that a long word has no more than 29 forms.
const formLetters = 7

// errorsIn is how many letters of a word may be wrong.
func errorsIn(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n < minForgiven || n > maxForgiven || strings.ContainsFunc(word, neverWrong):
		return 0
	case n <= oneError:
		return 1
	default:
		return 2
	}
}

// neverWrong reports whether words with a character are compared exactly: another digit is another number, and one
// character of a language without spaces is as much as a word of others.
func neverWrong(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) || stands(r) }

// forms returns hashes of what is left of a word without up to n letters. Words that differ in n letters share one
// (the symmetric deletions of SymSpell).
func forms(word string, n int) []int64 {
	letters := []rune(word)
	texts := map[string]bool{}
	var add func(rest []rune, n int)
	add = func(rest []rune, n int) {
		if texts[string(rest)] = true; n == 0 {
			return
		}
		for i := range rest {
			add(slices.Delete(slices.Clone(rest), i, i+1), n-1)
		}
	}
	add(letters[:min(len(letters), formLetters)], n)
	hashes := make([]int64, 0, len(texts))
	for text := range texts {
		h := fnv.New32a()
		h.Write([]byte(text))
		hashes = append(hashes, int64(h.Sum32()))
	}
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// storedForms returns the forms that a word of documents is found by.
func storedForms(word string) []int64 {
	if utf8.RuneCountInString(word) >= oneError {
		return forms(word, 2)
	}
	return forms(word, 1)
}

// near is a word of documents that a word of a query may have been meant to be.
type near struct {
	word     string
	distance int
	docs     int // documents of the kind that have it, when they were last counted
}

// maxNear limits the words that are compared with one of a query.
const maxNear = 1000

// nearest returns the words that documents of a kind have at a small distance from a word, the nearest first and the
// most frequent first among equals, and how many documents have the word itself. The words may be of documents that
// were hidden since.
func nearest(ctx context.Context, db *store.DB, kind, word string) (list []near, own int, err error) {
	limit := errorsIn(word)
	if limit == 0 {
		return nil, 0, nil
	}
	args := []any{kind}
	in := parameterList(&args, forms(word, limit))
	rows, err := db.Reads().QueryContext(ctx, `SELECT word, docs FROM search_words
		WHERE kind = $1 AND word IN (SELECT word FROM search_forms WHERE form IN `+in+`)
		ORDER BY docs DESC, word LIMIT `+strconv.Itoa(maxNear), args...)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var n near
		if err := rows.Scan(&n.word, &n.docs); err != nil {
			return nil, 0, err
		}
		if n.distance = edlib.OSADamerauLevenshteinDistance(word, n.word); n.distance == 0 {
			own = n.docs
		} else if n.distance <= limit {
			list = append(list, n)
		}
	}
	slices.SortStableFunc(list, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	return list, own, rows.Err()
}

// parameterList adds values to the arguments of a query and returns the list of their parameters.
func parameterList[T any](args *[]any, values []T) string {
	names := make([]string, len(values))
	for i, v := range values {
		*args = append(*args, v)
		names[i] = "$" + strconv.Itoa(len(*args))
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// counted limits the documents that one transaction counts, so that other writers do not wait long.
const counted = 100

// Uncounted reports whether documents have changed since their words were counted.
func Uncounted(ctx context.Context, db *store.DB) (bool, error) {
	var is bool
	err := store.QueryRow(ctx, db.Reader(), "SELECT EXISTS (SELECT 1 FROM search_changes)", &is)
	return is, err
}

// CountWords counts the words of the documents that have changed, in steps of one short transaction. It pauses after
// each step for as long as the step took: SQLite has no queue for other processes that wait to write, such as `uvboard
// seed`.
func CountWords(ctx context.Context, db *store.DB) error {
	for more := true; more; {
		began := time.Now()
		err := db.Write(ctx, func(ctx context.Context, tx *ent.Client) (err error) {
			more, err = countSome(ctx, db, tx)
			return err
		})
		if err != nil {
			return fmt.Errorf("count words: %w", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Since(began)):
		}
	}
	return nil
}

// wordOf is a word of documents of a kind.
type wordOf struct{ word, kind string }

func countSome(ctx context.Context, db *store.DB, tx *ent.Client) (more bool, err error) {
	// Two queries: the second one sees what was committed before the first one had locked the changes.
	lock := db.ForUpdateSQL("SELECT doc_id, kind, before FROM search_changes ORDER BY doc_id LIMIT $1")
	if !db.IsSQLite() {
		lock += " SKIP LOCKED" // their transactions wait for nobody, but may last
	}
	changes := map[wordOf]int{}
	var ids []int64
	err = readRows(ctx, tx, lock, []any{counted}, func(scan func(...any) error) error {
		var (
			id           int64
			kind, before string
		)
		if err := scan(&id, &kind, &before); err != nil {
			return err
		}
		ids = append(ids, id)
		addWords(changes, kind, before, -1)
		return nil
	})
	if err != nil || len(ids) == 0 {
		return false, err
	}
	var args []any
	list := parameterList(&args, ids)
	err = readRows(ctx, tx, "SELECT kind, title || ' ' || summary || ' ' || words || ' ' || owner || ' ' || body "+
		"FROM search_docs WHERE id IN "+list, args, func(scan func(...any) error) error {
		var kind, text string
		if err := scan(&kind, &text); err != nil {
			return err
		}
		addWords(changes, kind, text, 1)
		return nil
	})
	if err != nil {
		return false, err
	}
	if err := saveWords(ctx, tx, changes); err != nil {
		return false, err
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM search_changes WHERE doc_id IN "+list, args...)
	return len(ids) == counted, err
}

// addWords adds n to each word of a document that may be offered.
func addWords(to map[wordOf]int, kind, text string, n int) {
	seen := map[string]bool{}
	for word := range strings.SplitSeq(text, " ") {
		if seen[word] || errorsIn(word) == 0 {
			continue
		}
		seen[word] = true
		if of := (wordOf{word, kind}); to[of] == -n {
			delete(to, of)
		} else {
			to[of] += n
		}
	}
}

// wordsOfStatement keeps a statement below the parameter limit of both databases.
const wordsOfStatement = 300

// saveWords adds to the counts of words, in the order of words. Words of no document are removed with their forms.
func saveWords(ctx context.Context, tx *ent.Client, changes map[wordOf]int) error {
	all := slices.SortedFunc(maps.Keys(changes), func(a, b wordOf) int {
		return cmp.Or(strings.Compare(a.word, b.word), strings.Compare(a.kind, b.kind))
	})
	for some := range slices.Chunk(all, wordsOfStatement) {
		var (
			values strings.Builder
			args   []any
		)
		for i, of := range some {
			if i > 0 {
				values.WriteString(", ")
			}
			values.WriteString(parameterList(&args, []any{of.word, of.kind, changes[of]}))
		}
		var added, gone []string
		err := readRows(ctx, tx, "INSERT INTO search_words (word, kind, docs) VALUES "+values.String()+
			" ON CONFLICT (word, kind) DO UPDATE SET docs = search_words.docs + excluded.docs "+
			"RETURNING word, kind, docs",
			args, func(scan func(...any) error) error {
				var (
					of   wordOf
					docs int
				)
				if err := scan(&of.word, &of.kind, &docs); err != nil {
					return err
				}
				if docs <= 0 {
					gone = append(gone, of.word)
				} else if docs == changes[of] {
					added = append(added, of.word)
				}
				return nil
			})
		if err != nil {
			return err
		}
		if err := addForms(ctx, tx, added); err != nil {
			return err
		}
		if err := removeWords(ctx, tx, gone); err != nil {
			return err
		}
	}
	return nil
}

func addForms(ctx context.Context, tx *ent.Client, words []string) error {
	type formOf struct {
		form int64
		word string
	}
	var all []formOf
	for _, word := range words {
		for _, form := range storedForms(word) {
			all = append(all, formOf{form, word})
		}
	}
	for some := range slices.Chunk(all, wordsOfStatement) {
		var args []any
		values := make([]string, len(some))
		for i, f := range some {
			values[i] = parameterList(&args, []any{f.form, f.word})
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO search_forms (form, word) VALUES "+strings.Join(values, ", ")+
			" ON CONFLICT DO NOTHING", args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// removeWords removes words without documents, and the forms of those that no other kind has.
func removeWords(ctx context.Context, tx *ent.Client, words []string) error {
	if len(words) == 0 {
		return nil
	}
	var args []any
	list := parameterList(&args, words)
	_, err := tx.ExecContext(ctx, "DELETE FROM search_words WHERE docs <= 0 AND word IN "+list, args...)
	if err != nil {
		return err
	}
	kept := map[string]bool{}
	err = readRows(ctx, tx, "SELECT word FROM search_words WHERE word IN "+list, args,
		func(scan func(...any) error) error {
			var word string
			err := scan(&word)
			kept[word] = true
			return err
		})
	if err != nil {
		return err
	}
	for _, word := range words {
		if kept[word] {
			continue
		}
		args := []any{word}
		_, err := tx.ExecContext(ctx, "DELETE FROM search_forms WHERE word = $1 AND form IN "+
			parameterList(&args, storedForms(word)), args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// readRows calls each for the rows of a query. It passes what scans the row.
func readRows(ctx context.Context, tx *ent.Client, query string, args []any,
	each func(scan func(...any) error) error) error {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
