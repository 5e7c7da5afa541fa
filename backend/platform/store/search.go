package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"uvboard/ent"
)

// SearchCandidates bounds a search: of more things that match, those that hold the words themselves go before those that
// hold longer ones, and newer ones before older ones.
const SearchCandidates = 1000

// SearchDoc is what search knows of a thing that everybody may see. What is hidden has none.
type SearchDoc struct {
	Kind    string // such as "project"; with RefID it names the document
	RefID   uuid.UUID
	OwnerID uuid.UUID
	Title   string
	Summary string
	Words   string // tags and labels
	Owner   string // names of the owner
	Body    string
	Filters []string // what a search can be narrowed to, such as "stage:mvp": letters of a to z, digits, ':' and '_'
}

// SearchQuery asks for the documents of a kind that hold every word of Text, the last letters of which may be missing,
// and every one of Filters.
type SearchQuery struct {
	Kind        string
	Text        string
	Filters     []string
	OldestFirst bool // of more matches than SearchCandidates, older ones before newer ones
}

// maxPutDocs keeps a statement below the number of parameters that both databases take.
const maxPutDocs = 500

// SearchPut makes these documents what search knows of their things. Newer things come later in docs.
func SearchPut(ctx context.Context, tx *ent.Client, docs ...SearchDoc) error {
	for len(docs) > 0 {
		n := min(len(docs), maxPutDocs)
		if err := putSome(ctx, tx, docs[:n]); err != nil {
			return fmt.Errorf("search put: %w", err)
		}
		docs = docs[n:]
	}
	return nil
}

func putSome(ctx context.Context, tx *ent.Client, docs []SearchDoc) error {
	var (
		query strings.Builder
		args  []any
		rows  = SearchRows(docs...)
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
		owner = excluded.owner, filters = excluded.filters, body = excluded.body`)
	_, err := tx.ExecContext(ctx, query.String(), args...)
	return err
}

// SearchRows are what search keeps of docs that it does not know yet.
func SearchRows(docs ...SearchDoc) Rows {
	rows := Rows{
		Table:   "search_docs",
		Columns: []string{"kind", "ref_id", "owner_id", "title", "summary", "words", "owner", "filters", "body"},
		Values:  make([][]any, 0, len(docs)),
	}
	for _, d := range docs {
		rows.Values = append(rows.Values, []any{
			d.Kind, d.RefID, d.OwnerID, tokenText(d.Title), tokenText(d.Summary), tokenText(d.Words), tokenText(d.Owner),
			strings.Join(filterTokens(d.Kind, d.Filters), " "), tokenText(d.Body),
		})
	}
	return rows
}

// withoutSearchIndex runs load in SQLite's transaction while the search index takes in nothing, and then makes it anew from
// all documents. Kept up to date all along, it would be written out and merged with every statement.
func withoutSearchIndex(ctx context.Context, conn *sql.Conn, load func() error) error {
	const name = "search_docs_insert"
	var trigger string
	if err := conn.QueryRowContext(ctx, "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = $1", name).Scan(&trigger); err != nil {
		return fmt.Errorf("find trigger %s: %w", name, err)
	}
	if _, err := conn.ExecContext(ctx, "DROP TRIGGER "+name); err != nil {
		return fmt.Errorf("pause search index: %w", err)
	}
	if err := load(); err != nil {
		return err
	}
	for _, query := range []string{trigger, "INSERT INTO search_index (search_index) VALUES ('rebuild')"} {
		if _, err := conn.ExecContext(ctx, query); err != nil {
			return fmt.Errorf("make search index: %w", err)
		}
	}
	return nil
}

// filterTokens begin with a character that no word of a text holds, so that no text finds them.
func filterTokens(kind string, filters []string) []string {
	tokens := []string{":kind:" + kind}
	for _, f := range filters {
		tokens = append(tokens, ":"+f)
	}
	return tokens
}

// SearchRemove makes search forget a thing.
func SearchRemove(ctx context.Context, tx *ent.Client, kind string, id uuid.UUID) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM search_docs WHERE kind = $1 AND ref_id = $2", kind, id); err != nil {
		return fmt.Errorf("search remove: %w", err)
	}
	return nil
}

// SearchRenameOwner gives the things of an owner the names the owner now has.
func SearchRenameOwner(ctx context.Context, tx *ent.Client, ownerID uuid.UUID, owner string) error {
	_, err := tx.ExecContext(ctx, "UPDATE search_docs SET owner = $1 WHERE owner_id = $2", tokenText(owner), ownerID)
	if err != nil {
		return fmt.Errorf("search rename owner: %w", err)
	}
	return nil
}

// SearchSetOwner gives some things of a kind other names of their owner.
func SearchSetOwner(ctx context.Context, tx *ent.Client, kind string, ids []uuid.UUID, owner string) error {
	for _, id := range ids {
		if _, err := tx.ExecContext(ctx, "UPDATE search_docs SET owner = $1 WHERE kind = $2 AND ref_id = $3", tokenText(owner), kind, id); err != nil {
			return fmt.Errorf("search set owner: %w", err)
		}
	}
	return nil
}

// SearchIDs finds what matches q, best first and the newer of equals first. More says that there are more matches than
// SearchCandidates, and that only so many of them were looked at. A text without a letter or digit matches nothing.
func (db *DB) SearchIDs(ctx context.Context, q SearchQuery) (ids []uuid.UUID, more bool, err error) {
	words := queryWords(q.Text)
	if len(words) == 0 {
		return nil, false, nil
	}
	// Documents with the words themselves are read from an index as far as wanted. For longer words many lists may have
	// to be merged first, which a common word would make slow, and just then there is no need.
	whole := make([][]string, len(words))
	for i, w := range words {
		whole[i] = w[:1]
	}
	found, err := db.candidates(ctx, q, whole, wholeWords)
	if err == nil && len(found) <= SearchCandidates {
		found, err = db.candidates(ctx, q, words, beginnings)
	}
	if err != nil {
		return nil, false, fmt.Errorf("search: %w", err)
	}
	if len(found) > SearchCandidates {
		found, more = found[:SearchCandidates], true
	}
	return rank(found, words), more, nil
}

// SearchFiltered finds the documents of a kind that have all of filters, in no order and as far as SearchCandidates; more
// says that there are more than that.
func (db *DB) SearchFiltered(ctx context.Context, kind string, filters ...string) (ids []uuid.UUID, more bool, err error) {
	required := filterTokens(kind, filters)
	sql, match := "SELECT ref_id FROM search_docs WHERE vector @@ $1::tsquery LIMIT $2", postgresMatch(required, nil, wholeWords)
	if db.IsSQLite() {
		sql = `SELECT d.ref_id FROM search_index CROSS JOIN search_docs AS d
			WHERE search_index MATCH $1 AND d.id = search_index.rowid LIMIT $2`
		match = sqliteMatch(required, nil, wholeWords)
	}
	rows, err := db.reader.QueryContext(ctx, sql, match, SearchCandidates+1)
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
	if len(ids) > SearchCandidates {
		return ids[:SearchCandidates], true, nil
	}
	return ids, false, nil
}

// How far the words of a query must agree with those of a document.
const (
	wholeWords = false
	beginnings = true
)

// candidates reads one more match than is looked at, newest first or oldest first.
func (db *DB) candidates(ctx context.Context, q SearchQuery, words [][]string, beginnings bool) ([]candidate, error) {
	required := filterTokens(q.Kind, q.Filters)
	order := "DESC"
	if q.OldestFirst {
		order = "ASC"
	}
	var (
		sql  string
		args []any
	)
	if db.IsSQLite() {
		// The index is read in the order of its rows, newest last, and only as far as the limit.
		sql = `SELECT d.ref_id, d.title, d.summary, d.words, d.owner FROM search_index CROSS JOIN search_docs AS d
			WHERE search_index MATCH $1 AND d.id = search_index.rowid ORDER BY search_index.rowid ` + order + ` LIMIT $2`
		args = []any{sqliteMatch(required, words, beginnings), SearchCandidates + 1}
	} else {
		sql = `SELECT ref_id, title, summary, words, owner FROM search_docs
			WHERE kind = $1 AND vector @@ $2::tsquery ORDER BY ref_id ` + order + ` LIMIT $3`
		args = []any{q.Kind, postgresMatch(required, words, beginnings), SearchCandidates + 1}
	}
	rows, err := db.reader.QueryContext(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []candidate
	for rows.Next() {
		var c candidate
		if err := rows.Scan(&c.id, &c.fields[0], &c.fields[1], &c.fields[2], &c.fields[3]); err != nil {
			return nil, err
		}
		found = append(found, c)
	}
	return found, rows.Err()
}

// sqliteMatch is an expression of FTS5. Every word is quoted, so that none is taken for an operator.
func sqliteMatch(required []string, words [][]string, beginnings bool) string {
	end := ""
	if beginnings {
		end = "*"
	}
	var all []string
	for _, r := range required {
		all = append(all, `"`+strings.ReplaceAll(r, `"`, `""`)+`"`)
	}
	for _, alternatives := range words {
		var either []string
		for _, word := range alternatives {
			either = append(either, `"`+word+`"`+end) // of letters and digits alone
		}
		all = append(all, "("+strings.Join(either, " OR ")+")")
	}
	return strings.Join(all, " AND ")
}

// postgresMatch is a tsquery as text, quoted likewise.
func postgresMatch(required []string, words [][]string, beginnings bool) string {
	end := ""
	if beginnings {
		end = ":*"
	}
	var all []string
	for _, r := range required {
		all = append(all, `'`+strings.NewReplacer(`'`, `''`, `\`, `\\`).Replace(r)+`'`)
	}
	for _, alternatives := range words {
		var either []string
		for _, word := range alternatives {
			either = append(either, `'`+word+`'`+end)
		}
		all = append(all, "("+strings.Join(either, " | ")+")")
	}
	return strings.Join(all, " & ")
}
