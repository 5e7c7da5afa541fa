// Package bulk reads and fills a whole database, for backups and for commands that load many rows.
package bulk

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"uvboard/backend/platform/store"

	"entgo.io/ent/dialect"
)

// ColumnType is the type of a column, the same on both databases.
type ColumnType string

// The types of columns, and what Snapshot.Rows returns for each.
const (
	UUID  ColumnType = "uuid" // string
	Text  ColumnType = "text" // string
	Int   ColumnType = "int"  // int64
	Float ColumnType = "float"
	Bool  ColumnType = "bool"
	Time  ColumnType = "time" // time.Time in UTC
	JSON  ColumnType = "json" // []byte
	Bytes ColumnType = "bytes"
)

// columnTypes are the names of the types in SQLite and PostgreSQL.
var columnTypes = map[string]ColumnType{
	"uuid": UUID,
	"text": Text, "character varying": Text,
	"integer": Int, "bigint": Int,
	"real": Float, "double precision": Float,
	"bool": Bool, "boolean": Bool,
	"datetime": Time, "timestamp with time zone": Time,
	"json": JSON, "jsonb": JSON,
	"blob": Bytes, "bytea": Bytes,
}

// Table is a table of the database.
type Table struct {
	Name    string   `json:"name"`
	Columns []Column `json:"columns"` // ordered by name, without generated ones
}

// Column is a column of a table.
type Column struct {
	Name     string     `json:"name"`
	Type     ColumnType `json:"type"`
	Nullable bool       `json:"nullable,omitempty"`
}

// Names returns the names of the columns.
func (t Table) Names() []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

// derived are the table of migrations and those that triggers and a job fill from search_docs.
var derived = []string{"schema_versions", "search_words", "search_forms", "search_changes"}

// tables is Tables on a connection or in a transaction.
func tables(ctx context.Context, q store.Queryer, dialectName string) ([]Table, error) {
	query := `SELECT t.name, c.name, c.type, c."notnull" = 0 AND c.pk = 0 FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.hidden = 0`
	if dialectName == dialect.Postgres {
		query = `SELECT c.table_name, c.column_name, c.data_type, c.is_nullable = 'YES' FROM information_schema.columns c
			JOIN information_schema.tables t USING (table_schema, table_name)
			WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'`
	}
	rows, err := q.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns := map[string][]Column{}
	for rows.Next() {
		var table, declared string
		var c Column
		if err := rows.Scan(&table, &c.Name, &declared, &c.Nullable); err != nil {
			return nil, err
		}
		if slices.Contains(derived, table) {
			continue
		}
		var known bool
		if c.Type, known = columnTypes[strings.ToLower(declared)]; !known {
			return nil, fmt.Errorf("column %s of %s has the unknown type %s", c.Name, table, declared)
		}
		columns[table] = append(columns[table], c)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	var all []Table
	for name, columns := range columns {
		slices.SortFunc(columns, func(a, b Column) int { return strings.Compare(a.Name, b.Name) })
		all = append(all, Table{name, columns})
	}
	slices.SortFunc(all, func(a, b Table) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// Tables returns all tables ordered by name, except the table of migrations and those of the search index and its
// words, which
// are rebuilt from search_docs.
func Tables(ctx context.Context, db *store.DB) ([]Table, error) {
	return tables(ctx, db.Reader(), db.Dialect)
}

// CheckEmpty returns an error if a table has rows. Without tables a database is empty. Jobs do not count: a server that
// has found no schema may have left one.
func CheckEmpty(ctx context.Context, db *store.DB) error {
	return checkEmpty(ctx, db.Reader(), db.Dialect)
}

func checkEmpty(ctx context.Context, q store.Queryer, dialectName string) error {
	all, err := tables(ctx, q, dialectName)
	if err != nil {
		return err
	}
	for _, t := range all {
		var one int
		err := store.QueryRow(ctx, q, "SELECT 1 FROM "+t.Name+" LIMIT 1", &one)
		if errors.Is(err, sql.ErrNoRows) || t.Name == "jobs" {
			continue
		}
		if err == nil {
			err = fmt.Errorf("the database is not empty: there are rows in %s. Name a new one, such as by another UVBOARD_DATA_DIR", t.Name)
		}
		return err
	}
	return nil
}

// Snapshot is the database at one moment.
type Snapshot struct {
	Tables   []Table
	Versions []string // the migrations that were applied

	tx *sql.Tx
}

// Read calls read with the database at one moment, while others write. On SQLite the write-ahead log grows until read
// returns.
func Read(ctx context.Context, db *store.DB, read func(s *Snapshot) error) error {
	options := &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}
	if db.IsSQLite() {
		options = nil // its transactions are serializable, and the connections of reader read only
	}
	tx, err := db.Reader().BeginTx(ctx, options)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback() // there is nothing to commit
	s := &Snapshot{tx: tx}
	if s.Tables, err = tables(ctx, tx, db.Dialect); err != nil {
		return fmt.Errorf("list tables: %w", err)
	}
	if len(s.Tables) == 0 {
		return errors.New("the database has no tables")
	}
	if !db.IsSQLite() {
		// A migration that rewrites a table would leave it empty in this snapshot.
		var names []string
		for _, t := range s.Tables {
			names = append(names, t.Name)
		}
		if _, err := tx.ExecContext(ctx, "LOCK TABLE "+strings.Join(names, ", ")+" IN ACCESS SHARE MODE"); err != nil {
			return fmt.Errorf("lock tables: %w", err)
		}
	}
	rows, err := tx.QueryContext(ctx, "SELECT name FROM schema_versions ORDER BY name")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		s.Versions = append(s.Versions, name)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	return read(s)
}

// Rows calls each with the values of every row, ordered by id. The slice is used again for the next row.
func (s *Snapshot) Rows(ctx context.Context, t Table, each func(values []any) error) error {
	rows, err := s.tx.QueryContext(ctx, "SELECT "+quoted(t.Names())+" FROM "+t.Name+" ORDER BY id")
	if err != nil {
		return err
	}
	defer rows.Close()
	values, dest := make([]any, len(t.Columns)), make([]any, len(t.Columns))
	for i := range values {
		dest[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		for i, c := range t.Columns {
			if values[i], err = portable(c.Type, values[i]); err != nil {
				return fmt.Errorf("%s of %v: %w", c.Name, values[slices.Index(t.Names(), "id")], err)
			}
		}
		if err := each(values); err != nil {
			return err
		}
	}
	return rows.Err()
}

// portable converts what the drivers return for a column. SQLite's returns integers for booleans.
func portable(columnType ColumnType, value any) (any, error) {
	if value == nil {
		return nil, nil
	}
	switch columnType {
	case UUID, Text:
		switch v := value.(type) {
		case string:
			return v, nil
		case []byte:
			return string(v), nil
		}
	case JSON, Bytes:
		switch v := value.(type) {
		case string:
			return []byte(v), nil
		case []byte:
			return bytes.Clone(v), nil
		}
	case Bool:
		switch v := value.(type) {
		case bool:
			return v, nil
		case int64:
			return v != 0, nil
		}
	case Time:
		if v, ok := value.(time.Time); ok {
			return v.UTC(), nil
		}
	case Int:
		if v, ok := value.(int64); ok {
			return v, nil
		}
	case Float:
		switch v := value.(type) {
		case float64:
			return v, nil
		case int64:
			return float64(v), nil
		}
	}
	return nil, fmt.Errorf("a value is not of the type %s", columnType)
}
