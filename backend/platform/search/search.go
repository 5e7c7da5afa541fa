// Package search finds items by the words of their documents, by the full-text index of either database.
package search

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// Candidates limits the matches that a search ranks. Of more matches, those with the whole words are preferred to those
// with longer words, and newer ones to older ones.
const Candidates = 1000

// Doc is the search document of a public item.
type Doc struct {
	Kind    string // such as "project"; unique together with RefID
	RefID   uuid.UUID
	OwnerID uuid.UUID
	Title   string
	Summary string
	Words   string // tags and labels
	Owner   string // names of the owner
	Body    string
	Filters []string // such as "stage:mvp": letters a to z, digits, ':' and '_'
}

// Query asks for the documents of a kind that have every word of Text, or a longer word that begins with it, all
// Filters, and what Terms ask for.
type Query struct {
	Kind        string
	Text        string
	Filters     []string
	Terms       Terms
	OldestFirst bool // if there are more matches than Candidates, rank the oldest ones

	// For Find. Exact refuses other words than those of Text. Seen reports whether a visitor sees any of some items,
	// if the documents do not tell: words of what is hidden must not be suggested.
	Exact bool
	Seen  func(ctx context.Context, ids []uuid.UUID) (bool, error)
}

// maxPutDocs keeps a statement below the parameter limit of both databases.
const maxPutDocs = 500

// Put adds or replaces documents. docs must be in the order of age, oldest first.
func Put(ctx context.Context, tx *ent.Client, docs ...Doc) error {
	for len(docs) > 0 {
		n := min(len(docs), maxPutDocs)
		if err := putSome(ctx, tx, docs[:n]); err != nil {
			return fmt.Errorf("search put: %w", err)
		}
		docs = docs[n:]
	}
	return nil
}

func putSome(ctx context.Context, tx *ent.Client, docs []Doc) error {
	var (
		query strings.Builder
		args  []any
		rows  = Rows(docs...)
	)
	query.WriteString("INSERT INTO " + rows.Table + " (" + strings.Join(rows.Columns, ", ") + ") VALUES ")
	for i, values := range rows.Values {
		if i > 0 {
			query.WriteString(", ")
		}
		query.WriteByte('(')
		for j := range values {
			if j > 0 {
				query.WriteString(", ")
			}
			query.WriteString("$" + strconv.Itoa(len(args)+j+1))
		}
		query.WriteByte(')')
		args = append(args, values...)
	}
	query.WriteString(` ON CONFLICT (kind, ref_id) DO UPDATE SET title = excluded.title, summary = excluded.summary, words = excluded.words,
		owner = excluded.owner, filters = excluded.filters, body = excluded.body
		WHERE search_docs.title <> excluded.title OR search_docs.summary <> excluded.summary OR search_docs.words <> excluded.words
		OR search_docs.owner <> excluded.owner OR search_docs.filters <> excluded.filters OR search_docs.body <> excluded.body`)
	_, err := tx.ExecContext(ctx, query.String(), args...)
	return err
}

// Rows returns the rows of new documents, for a bulk.Loader.
func Rows(docs ...Doc) bulk.Rows {
	rows := bulk.Rows{
		Table:   "search_docs",
		Columns: []string{"kind", "ref_id", "owner_id", "title", "summary", "words", "owner", "filters", "body"},
		Values:  make([][]any, 0, len(docs)),
	}
	for _, d := range docs {
		rows.Values = append(rows.Values, []any{
			d.Kind, d.RefID, d.OwnerID, tokenText(d.Title), tokenText(d.Summary), tokenText(d.Words),
			tokenText(d.Owner),
			strings.Join(append(filterTokens(d.Kind, d.Filters), ":"+ownerFilter(d.OwnerID)), " "), tokenText(d.Body),
		})
	}
	return rows
}

// maxToken is the longest token in bytes, because PostgreSQL refuses those of more than 2046.
const maxToken = 2000

// filterTokens begin with a character that words never contain, so that a text cannot match them.
func filterTokens(kind string, filters []string) []string {
	tokens := []string{":kind:" + kind}
	for _, f := range filters {
		token := ":" + f
		tokens = append(tokens, strings.ToValidUTF8(token[:min(maxToken, len(token))], ""))
	}
	return tokens
}

// Remove removes the documents of items.
func Remove(ctx context.Context, tx *ent.Client, kind string, ids ...uuid.UUID) error {
	list, args := parameters(ids, kind)
	_, err := tx.ExecContext(ctx, "DELETE FROM search_docs WHERE kind = $1 AND ref_id IN "+list, args...)
	return err
}

// ownerFilter is the filter of all documents of an owner.
func ownerFilter(id uuid.UUID) string { return "by:" + strings.ReplaceAll(id.String(), "-", "") }

// Refilter replaces the filters of the documents of at most maxPutDocs items, but for that of the owner. Like
// RenameOwner it locks documents in the order of their ids, so that the two do not wait for each other.
func Refilter(ctx context.Context, db *store.DB, tx *ent.Client, kind string, filters []string,
	ids ...uuid.UUID) error {
	list, args := parameters(ids, kind, strings.Join(filterTokens(kind, filters), " "))
	_, err := tx.ExecContext(ctx, "UPDATE search_docs SET filters = $2 || "+
		"' :by:' || replace(CAST(owner_id AS text), '-', '') WHERE id IN ("+
		db.ForUpdateSQL("SELECT id FROM search_docs WHERE kind = $1 AND ref_id IN "+list+" ORDER BY id")+")", args...)
	return err
}

// parameters returns a list of parameters for ids that follow other arguments, and all arguments. It is "(NULL)"
// without ids.
func parameters(ids []uuid.UUID, before ...any) (list string, args []any) {
	if len(ids) == 0 {
		return "(NULL)", before
	}
	names := make([]string, len(ids))
	for i, id := range ids {
		before = append(before, id)
		names[i] = "$" + strconv.Itoa(len(before))
	}
	return "(" + strings.Join(names, ", ") + ")", before
}

// RenameOwner sets the owner's names in all documents of an owner.
func RenameOwner(ctx context.Context, db *store.DB, tx *ent.Client, ownerID uuid.UUID, owner string) error {
	_, err := tx.ExecContext(ctx, "UPDATE search_docs SET owner = $1 WHERE id IN ("+
		db.ForUpdateSQL("SELECT id FROM search_docs WHERE owner_id = $2 ORDER BY id")+")", tokenText(owner), ownerID)
	return err
}

// RenameSome is RenameOwner for at most limit documents. It reports whether there may be more.
func RenameSome(ctx context.Context, tx *ent.Client, ownerID uuid.UUID, owner string,
	limit int) (more bool, err error) {
	result, err := tx.ExecContext(ctx, `UPDATE search_docs SET owner = $1
		WHERE id IN (SELECT id FROM search_docs WHERE owner_id = $2 AND owner <> $1 LIMIT $3)`, tokenText(owner), ownerID, limit)
	if err != nil {
		return false, fmt.Errorf("search rename owner: %w", err)
	}
	n, err := result.RowsAffected()
	return n == int64(limit), err
}

// IDs returns the items that match q, best first, newer first among equals. more reports that there were more than
// Candidates matches and only Candidates of them were ranked. A text without a letter or digit matches nothing, except
// if it is empty and there are Terms.
func IDs(ctx context.Context, db *store.DB, q Query) (ids []uuid.UUID, more bool, err error) {
	words := queryWords(q.Text)
	if len(words) == 0 && (q.Text != "" || q.Terms.Empty()) {
		return nil, false, nil
	}
	// Search for whole words first: the index returns their documents in order and stops at the limit. A search by
	// prefix merges the lists of many words first. It is not needed for a common word, which has enough matches as a
	// whole word.
	whole := make([][]string, len(words))
	for i, w := range words {
		whole[i] = w[:1]
	}
	found, err := candidates(ctx, db, q, whole, wholeWords)
	if err == nil && len(found) <= Candidates && len(words) > 0 {
		found, err = candidates(ctx, db, q, words, prefixes)
	}
	if err != nil {
		return nil, false, fmt.Errorf("search: %w", err)
	}
	if len(found) > Candidates {
		found, more = found[:Candidates], true
	}
	return rank(found, q.Text, words), more, nil
}

// Filtered returns up to Candidates items of a kind that have all filters and match terms, in no order. more reports
// that there are others.
func Filtered(ctx context.Context, db *store.DB, kind string, terms Terms,
	filters ...string) (ids []uuid.UUID, more bool, err error) {
	query := "SELECT ref_id FROM search_docs WHERE vector @@ $1::tsquery LIMIT $2"
	if db.IsSQLite() {
		query = `SELECT d.ref_id FROM search_index CROSS JOIN search_docs AS d
			WHERE search_index MATCH $1 AND d.id = search_index.rowid LIMIT $2`
	}
	rows, err := db.Reads().QueryContext(ctx, query, match(db, Query{Kind: kind, Filters: filters,
		Terms: terms}.required(), nil,
		wholeWords), Candidates+1)
	if err != nil {
		return nil, false, fmt.Errorf("search by filters: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, false, fmt.Errorf("search by filters: %w", err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		return nil, false, fmt.Errorf("search by filters: %w", err)
	}
	if len(ids) > Candidates {
		return ids[:Candidates], true, nil
	}
	return ids, false, nil
}

// Naming returns the newest items of a kind, at most Candidates, that have every word of a name as a whole word. Items
// whose owner's name has one of the words are left out, unless their title has it too.
func Naming(ctx context.Context, db *store.DB, kind, name string) ([]uuid.UUID, error) {
	words := queryWords(name)
	if len(words) == 0 {
		return nil, nil
	}
	for i, w := range words {
		words[i] = w[:1]
	}
	found, err := candidates(ctx, db, Query{Kind: kind}, words, wholeWords)
	if err != nil {
		return nil, fmt.Errorf("search for a name: %w", err)
	}
	var ids []uuid.UUID
	for _, c := range found[:min(len(found), Candidates)] {
		ofOwner := func(w []string) bool { return c.has(ownerField, w[0]) && !c.has(titleField, w[0]) }
		if !slices.ContainsFunc(words, ofOwner) {
			ids = append(ids, c.id)
		}
	}
	return ids, nil
}

// How a word of a query matches a word of a document.
const (
	wholeWords = false
	prefixes   = true
)

// few is how many matches PostgreSQL sorts. It finds them by the index of words. Otherwise the planner may read all
// documents in their order to find them, because it does not know that a word of many projects is in no thread.
const few = 5 * Candidates

const (
	// In the order of the index, oldest first, up to the limit.
	sqliteMatches = `SELECT 0, d.ref_id, d.title, d.summary, d.words, d.owner FROM search_index CROSS JOIN search_docs AS d
		WHERE search_index MATCH $1 AND d.id = search_index.rowid ORDER BY search_index.rowid %s LIMIT $2`
	fewMatches = `SELECT count(*) OVER (), * FROM (SELECT ref_id, title, summary, words, owner FROM search_docs WHERE vector @@ $1::tsquery LIMIT $3) AS few
		ORDER BY ref_id %s LIMIT $2`
	manyMatches = `SELECT 0, ref_id, title, summary, words, owner FROM search_docs
		WHERE kind = $3 AND vector @@ $1::tsquery ORDER BY ref_id %s LIMIT $2`
)

// candidates returns up to Candidates+1 matches, newest or oldest first.
func candidates(ctx context.Context, db *store.DB, q Query, words [][]string, asPrefix bool) ([]candidate, error) {
	order := "DESC"
	if q.OldestFirst {
		order = "ASC"
	}
	expression := match(db, q.required(), words, asPrefix)
	if db.IsSQLite() {
		found, _, err := read(ctx, db, fmt.Sprintf(sqliteMatches, order), expression, Candidates+1)
		return found, err
	}
	found, matches, err := read(ctx, db, fmt.Sprintf(fewMatches, order), expression, Candidates+1, few+1)
	if matches > few {
		// Without the token of the kind: the planner would take it for another condition, expect a fraction of the
		// matches, and sort all.
		expression = match(db, q.required()[1:], words, asPrefix)
		found, _, err = read(ctx, db, fmt.Sprintf(manyMatches, order), expression, Candidates+1, q.Kind)
	}
	return found, err
}

// read returns candidates and the first column, the number of matches.
func read(ctx context.Context, db *store.DB, query string, args ...any) (found []candidate, matches int, err error) {
	rows, err := db.Reads().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var c candidate
		if err := rows.Scan(&matches, &c.id, &c.fields[0], &c.fields[1], &c.fields[2], &c.fields[3]); err != nil {
			return nil, 0, err
		}
		found = append(found, c)
	}
	return found, matches, rows.Err()
}

// required returns the tokens of filters that a document must have, any of each list; that of the kind is the first.
func (q Query) required() (lists [][]string) {
	for _, token := range append(filterTokens(q.Kind, q.Filters), filterTokens("", q.Terms.all())[1:]...) {
		lists = append(lists, []string{token})
	}
	for _, either := range q.Terms.either() {
		lists = append(lists, filterTokens("", either)[1:])
	}
	return lists
}

// match returns a full-text expression, for FTS5 or as a tsquery: any token of each required list and any alternative
// of each word. Tokens are quoted so that none is an operator. The expression must not be empty.
func match(db *store.DB, required, words [][]string, asPrefix bool) string {
	quote, prefix, or, and := `'`, ":*", " | ", " & "
	if db.IsSQLite() {
		quote, prefix, or, and = `"`, "*", " OR ", " AND "
	}
	if !asPrefix {
		prefix = ""
	}
	var all []string
	for _, tokens := range required {
		either := make([]string, len(tokens))
		for i, token := range tokens {
			either[i] = quote + strings.NewReplacer(quote, quote+quote, `\`, `\\`).Replace(token) + quote
		}
		all = append(all, "("+strings.Join(either, or)+")")
	}
	for _, alternatives := range words {
		var either []string
		for _, word := range alternatives {
			either = append(either, quote+word+quote+prefix) // only letters and digits
		}
		all = append(all, "("+strings.Join(either, or)+")")
	}
	return strings.Join(all, and)
}
