// Package reindex makes the documents of search anew, after an upgrade that changes the words of texts, and counts the
// words of documents that have changed.
package reindex

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// batch limits the items of one transaction, so that other writers do not wait long.
const batch = 100

// countEvery is how soon a search with a typing error finds the words of a new item.
const countEvery = 5 * time.Second

// Domain returns the jobs. A migration stores the task of the one that makes documents anew. It may be repeated: a
// document that is the same is not written.
func Domain(db *store.DB, kinds []domain.Searchable) domain.Domain {
	return domain.Domain{Name: "reindex",
		Jobs: []jobs.Job{{Name: "rebuild search", Do: func(ctx context.Context, _ jobs.Task) error {
			for _, kind := range kinds {
				for after, more := uuid.Nil, true; more; {
					var err error
					if after, more, err = some(ctx, db, kind, after); err != nil {
						return fmt.Errorf("search documents of %s: %w", kind.Table, err)
					}
				}
			}
			return nil
		}}, {
			Name: "count words of search", Every: countEvery,
			Due: func(ctx context.Context) (bool, error) { return search.Uncounted(ctx, db) },
			Run: func(ctx context.Context) error { return search.CountWords(ctx, db) },
		}}}
}

// some makes the documents of some items after an id.
func some(ctx context.Context, db *store.DB, kind domain.Searchable,
	after uuid.UUID) (last uuid.UUID, more bool, err error) {
	query := "SELECT id FROM " + kind.Table + " WHERE id > $1"
	if kind.Visible != "" {
		query += " AND " + kind.Visible
	}
	query = db.ForUpdateSQL(query + " ORDER BY id LIMIT $2")
	last = after
	err = db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		rows, err := tx.QueryContext(ctx, query, after, batch)
		if err != nil {
			return err
		}
		defer rows.Close()
		var ids []uuid.UUID
		for rows.Next() {
			if err := rows.Scan(&last); err != nil {
				return err
			}
			ids = append(ids, last)
		}
		if err := rows.Err(); err != nil {
			return err
		}
		if more = len(ids) == batch; len(ids) == 0 {
			return nil
		}
		docs, err := kind.Docs(ctx, tx, ids)
		if err != nil {
			return err
		}
		return search.Put(ctx, tx, docs...)
	})
	return last, more, err
}
