package bulk

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"entgo.io/ent/dialect"

	"uvboard/backend/platform/store"
)

// later is an index or a reference that is dropped before the rows are loaded and created again afterwards.
type later struct{ name, drop, create string }

// indexed runs fill without indexes and references, and then makes them.
func (l *Loader) indexed(ctx context.Context, fill func(l *Loader) error) error {
	parts, err := l.later(ctx)
	if err != nil {
		return fmt.Errorf("list indexes: %w", err)
	}
	for _, part := range parts {
		if _, err := l.conn.ExecContext(ctx, part.drop); err != nil {
			return fmt.Errorf("drop %s: %w", part.name, err)
		}
	}
	if err := fill(l); err != nil {
		return err
	}
	if conn, ok := l.conn.(*sql.Conn); ok { // SQLite
		if err := setCache(ctx, conn, sqliteSortCache); err != nil {
			return err
		}
	}
	for _, part := range slices.Backward(parts) {
		if _, err := l.conn.ExecContext(ctx, part.create); err != nil {
			return fmt.Errorf("create %s: %w", part.name, err)
		}
	}
	if l.dialect == dialect.SQLite {
		return store.CheckForeignKeys(ctx, l.conn)
	}
	return l.continueIDs(ctx)
}

// later returns the indexes, and on PostgreSQL before them the references that need unique ones. Indexes of primary
// keys remain.
func (l *Loader) later(ctx context.Context) ([]later, error) {
	query := `SELECT name, 'DROP INDEX ' || name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`
	if l.dialect == dialect.Postgres {
		query = `SELECT name, drop_it, create_it FROM (
			SELECT 0 AS rank, conname::text AS name, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop_it,
				format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create_it
				FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::text::regnamespace
			UNION ALL SELECT 1, relname::text, format('DROP INDEX %I', relname), pg_get_indexdef(oid) FROM pg_class c
				WHERE relkind = 'i' AND relnamespace = current_schema()::text::regnamespace
				AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = c.oid)) AS parts ORDER BY rank, name`
	}
	rows, err := l.conn.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []later
	for rows.Next() {
		var part later
		if err := rows.Scan(&part.name, &part.drop, &part.create); err != nil {
			return nil, err
		}
		all = append(all, part)
	}
	return all, rows.Err()
}

// continueIDs sets the sequences of PostgreSQL to the largest ids. SQLite does that itself.
func (l *Loader) continueIDs(ctx context.Context) error {
	all, err := tables(ctx, l.conn, l.dialect)
	if err != nil {
		return err
	}
	for _, t := range all {
		for _, c := range t.Columns {
			if c.Name != "id" || c.Type != Int {
				continue
			}
			query := fmt.Sprintf("SELECT setval(pg_get_serial_sequence('%s', 'id'), COALESCE(MAX(id), 0) + 1, false) FROM %[1]s", t.Name)
			if _, err := l.conn.ExecContext(ctx, query); err != nil {
				return fmt.Errorf("continue the ids of %s: %w", t.Name, err)
			}
		}
	}
	return nil
}

// CheckEmpty returns an error if a table has rows. Nobody else can fill the database until the load ends.
func (l *Loader) CheckEmpty(ctx context.Context) error { return checkEmpty(ctx, l.conn, l.dialect) }
