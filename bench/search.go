package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"uvboard/backend/platform/search"
	"uvboard/ent/project"
)

// searchPairs compare p95, since searches for common words are the slow ones.
var searchPairs = []pair{
	{name: "search", description: "p95 of searches for words from titles and taglines; the SQL query over at most 1,000 candidates",
		goal: goal{ratio: 1.5, p95: true}, open: openProjectSearch},
	{name: "forum-search", description: "the same in the forum, for words from titles and texts of threads",
		goal: goal{ratio: 1.5, p95: true}, open: openForumSearch},
}

func openProjectSearch(ctx context.Context, e *env) ([]side, error) {
	words, err := e.words(ctx)
	if err != nil {
		return nil, err
	}
	return e.searches(ctx, "/api/projects?search=", "project", words)
}

// searches returns both sides of searches for words.
func (e *env) searches(ctx context.Context, target, kind string, words []string) ([]side, error) {
	product, err := e.product(ctx, e.database)
	if err != nil {
		return nil, err
	}
	raw, err := e.reference(ctx, "--database", e.database)
	if err != nil {
		return nil, err
	}
	requests, rawRequests := make([][]byte, len(words)), make([][]byte, len(words))
	for i, word := range words {
		requests[i] = get(target + url.QueryEscape(word))
		rawRequests[i] = get("/search?kind=" + kind + "&word=" + url.QueryEscape(word))
	}
	return []side{
		asking(product, func(_ int, r *rand.Rand) request { return request{wire: requests[r.IntN(len(requests))]} }),
		asking(raw, func(_ int, r *rand.Rand) request { return request{wire: rawRequests[r.IntN(len(rawRequests))]} }),
	}, nil
}

// words returns words from titles and taglines, as often as they occur.
func (e *env) words(ctx context.Context) ([]string, error) {
	ids, err := e.publicIDs(ctx, e.database)
	if err != nil {
		return nil, err
	}
	db, err := e.open(ctx, e.database)
	if err != nil {
		return nil, err
	}
	found, err := db.Client().Project.Query().Where(project.IDIn(ids[:400]...)).
		Select(project.FieldTitle, project.FieldTagline).All(ctx)
	if err = errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	var words []string
	for _, p := range found {
		words = append(words, wordsIn(p.Title+" "+p.Tagline)...)
	}
	return words, nil
}

func wordsIn(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' })
	return slices.DeleteFunc(words, func(word string) bool { return len(word) <= 2 })
}

// searchHandler reads the newest 1,000 documents that contain a word and writes the first 20.
func searchHandler(db *sql.DB, sqlite bool) (http.HandlerFunc, error) {
	query := `SELECT ref_id, title, summary, words, owner FROM search_docs
		WHERE kind = $3 AND vector @@ $1::tsquery ORDER BY ref_id DESC LIMIT $2`
	match := "':kind:%s' & '%s'"
	if sqlite {
		query = `SELECT d.ref_id, d.title, d.summary, d.words, d.owner FROM search_index CROSS JOIN search_docs AS d
			WHERE search_index MATCH $1 AND d.id = search_index.rowid ORDER BY search_index.rowid DESC LIMIT $2`
		match = `":kind:%s" AND "%s"`
	}
	statement, err := db.Prepare(query)
	if err != nil {
		return nil, err
	}
	type document struct{ ID, Title, Summary, Words, Owner string }
	return func(w http.ResponseWriter, r *http.Request) {
		kind := r.URL.Query().Get("kind")
		args := []any{fmt.Sprintf(match, kind, r.URL.Query().Get("word")), search.Candidates}
		if !sqlite {
			args = append(args, kind)
		}
		rows, err := statement.QueryContext(r.Context(), args...)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer rows.Close()
		var found []document
		for rows.Next() {
			var d document
			if err := rows.Scan(&d.ID, &d.Title, &d.Summary, &d.Words, &d.Owner); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			found = append(found, d)
		}
		content, err := json.Marshal(found[:min(20, len(found))])
		if err = errors.Join(err, rows.Err()); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(content) // fails only if the client has disconnected
	}, nil
}
