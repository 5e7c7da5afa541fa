package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/slug"
)

// refoldPage is the number of rows that are read at a time.
const refoldPage = 1000

// folded is a column with the folded text of another one.
type folded struct {
	table, text, key string
	fold             func(text string) string
}

// foldedColumns are all of them. Package search makes its documents anew itself.
var foldedColumns = []folded{
	{"forum_channels", "name", "name_key",
		func(name string) string { return strings.Join(strings.Fields(letters.Fold(name)), " ") }},
	{"projects", "title", "title_key", TitleKey},
	{"blog_posts", "title", "title_key", TitleKey},
	{"saved_items", "title_key", "title_key", letters.Fold},
}

// refold stores the folded texts and the slugs of tags anew, after letters.Fold has changed.
func (db *DB) refold(ctx context.Context, conn *sql.Conn) error {
	for _, c := range foldedColumns {
		for after, more := uuid.Nil.String(), true; more; {
			var err error
			if after, more, err = db.refoldSome(ctx, conn, c, after); err != nil {
				return err
			}
		}
	}
	return refoldTags(ctx, conn)
}

// refoldSome folds the texts of some rows after an id. Texts of ASCII need not be folded again.
func (db *DB) refoldSome(ctx context.Context, conn *sql.Conn, c folded,
	after string) (last string, more bool, err error) {
	bytes := "octet_length(" + c.text + ")"
	if db.IsSQLite() {
		bytes = "length(CAST(" + c.text + " AS BLOB))"
	}
	rows, err := texts(ctx, conn, 3, "SELECT id, "+c.text+", "+c.key+" FROM "+c.table+" WHERE id > $1 AND "+bytes+
		" > length("+c.text+") ORDER BY id LIMIT $2", after, refoldPage)
	if err != nil {
		return "", false, err
	}
	for _, row := range rows {
		key := c.fold(row[1])
		if after = row[0]; key == row[2] || strings.HasPrefix(row[2], "\x01") { // the key of a deleted channel
			continue
		}
		// The names of channels are unique, also if two that were different are the same now.
		_, err := conn.ExecContext(ctx, "UPDATE "+c.table+" SET "+c.key+
			" = $1 WHERE id = $2 AND ($3 <> 'name_key' OR NOT EXISTS (SELECT 1 FROM "+
			c.table+" AS other WHERE other."+c.key+" = $4))", key, row[0], c.key, key)
		if err != nil {
			return "", false, err
		}
	}
	return after, len(rows) == refoldPage, nil
}

// refoldTags gives tags the slugs of their names. Tags whose slugs are the same now become one.
func refoldTags(ctx context.Context, conn *sql.Conn) error {
	tags, err := texts(ctx, conn, 2,
		`SELECT id, name FROM tags UNION SELECT id, '' FROM tag_synonyms UNION SELECT tag, '' FROM tag_synonyms
		UNION SELECT tag, '' FROM follows WHERE tag IS NOT NULL ORDER BY 1, 2`)
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, t := range tags {
		names[t[0]] = t[1] // the name of a tag comes after an empty one
	}
	for id, name := range names {
		kind, old, _ := strings.Cut(id, ":")
		name = cmp.Or(name, old)
		is, _ := slug.Of(name)
		if is == old || is == "" {
			continue
		}
		is = kind + ":" + is
		for _, statement := range []string{
			"DELETE FROM tagged WHERE tag = $1 AND target_id IN (SELECT target_id FROM tagged WHERE tag = $2)",
			"UPDATE tagged SET tag = $2 WHERE tag = $1",
			"DELETE FROM follows WHERE tag = $1 AND user_id IN (SELECT user_id FROM follows WHERE tag = $2)",
			"UPDATE follows SET tag = $2 WHERE tag = $1",
			"UPDATE tag_synonyms SET tag = $2 WHERE tag = $1",
			"DELETE FROM tag_synonyms WHERE id = $1 AND (tag = $2 OR EXISTS (SELECT 1 FROM tag_synonyms AS other WHERE other.id = $2))",
			"UPDATE tag_synonyms SET id = $2 WHERE id = $1",
		} {
			if _, err := conn.ExecContext(ctx, statement, id, is); err != nil {
				return err
			}
		}
		_, err := conn.ExecContext(ctx,
			`INSERT INTO tags (id, name, project_count, story_count, news_count) SELECT $1, $2, 0, 0, 0
			WHERE EXISTS (SELECT 1 FROM tags AS old WHERE old.id = $3)
			ON CONFLICT (id) DO UPDATE SET name = CASE tags.name WHEN '' THEN excluded.name ELSE tags.name END`, is, name, id)
		if err == nil {
			_, err = conn.ExecContext(ctx,
				`UPDATE tags SET project_count = (SELECT COUNT(*) FROM tagged WHERE tag = tags.id AND target_type = 'project'),
				story_count = (SELECT COUNT(*) FROM tagged WHERE tag = tags.id AND target_type = 'blog_post'),
				news_count = (SELECT COUNT(*) FROM tagged WHERE tag = tags.id AND target_type = 'news') WHERE id = $1`, is)
		}
		if err == nil {
			_, err = conn.ExecContext(ctx, "DELETE FROM tags WHERE id = $1", id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// texts returns the rows of a query of so many columns of text.
func texts(ctx context.Context, conn *sql.Conn, columns int, query string, args ...any) (list [][]string, err error) {
	rows, err := conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		row, into := make([]string, columns), make([]any, columns)
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, errors.Join(rows.Err(), rows.Close())
}
