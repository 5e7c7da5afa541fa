package bulk

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// Rows are rows of one table.
type Rows struct {
	Table   string
	Columns []string
	Values  [][]any // one value for each column; JSON as json.RawMessage
}

// Loader bulk-inserts rows in the transaction of Load.
type Loader struct {
	Client *ent.Client // works in the same transaction

	conn    loadConn
	dialect string
	tables  []string // with new rows
}

// loadConn is implemented by *sql.Conn and *sql.Tx.
type loadConn interface {
	entsql.ExecQuerier
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// Load runs fill in a transaction for bulk inserts into an almost empty database, in any order of tables, much faster
// than Write. It makes indexes and checks references after the rows, and continues the numbering of ids. If it fails or
// is killed, the database is unchanged. On SQLite it blocks everybody else.
func Load(ctx context.Context, db *store.DB, fill func(l *Loader) error) error {
	if !db.IsSQLite() {
		return loadPostgres(ctx, db.Writer(), func(l *Loader) error { return l.indexed(ctx, fill) })
	}
	return db.Exclusively(ctx, func(conn *sql.Conn) error {
		return store.WithoutForeignKeys(ctx, conn, func() error {
			return loadSQLite(ctx, conn, func(l *Loader) error { return l.indexed(ctx, fill) })
		})
	})
}

// sqliteLoadCache is the page cache in KiB during a load, for primary keys that are filled in random order.
const sqliteLoadCache = 64 << 10

// sqliteSortCache is the page cache in KiB while indexes are made: SQLite sorts as many entries in memory as it may
// hold.
const sqliteSortCache = 8000

func setCache(ctx context.Context, conn *sql.Conn, kib int) error {
	_, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA cache_size = -%d", kib))
	return err
}

func loadSQLite(ctx context.Context, conn *sql.Conn, fill func(l *Loader) error) (err error) {
	exec := func(query string) error {
		_, err := conn.ExecContext(context.WithoutCancel(ctx), query)
		return err
	}
	if err := setCache(ctx, conn, sqliteLoadCache); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, exec("PRAGMA shrink_memory")) }()
	if err := exec("BEGIN IMMEDIATE"); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	err = withoutSearchIndex(ctx, conn, func() error { return fill(newLoader(conn, dialect.SQLite)) })
	if err != nil {
		return errors.Join(err, exec("ROLLBACK"))
	}
	if err := exec("COMMIT"); err != nil {
		_ = exec("ROLLBACK") // fails if SQLite has already rolled back
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func loadPostgres(ctx context.Context, pool *sql.DB, fill func(l *Loader) error) error {
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback() // does nothing after the commit; before it, the first error is the one to report
	// The search index is merged from as many parts as do not fit into this memory.
	if _, err := tx.ExecContext(ctx, "SET LOCAL maintenance_work_mem = '256MB'"); err != nil {
		return err
	}
	l := newLoader(tx, dialect.Postgres)
	if err := fill(l); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	// Update the planner's statistics and tidy the search index now instead of when autovacuum runs.
	if len(l.tables) > 0 {
		if _, err := pool.ExecContext(ctx, "VACUUM (ANALYZE) "+strings.Join(l.tables, ", ")); err != nil {
			return fmt.Errorf("vacuum: %w", err)
		}
	}
	return nil
}

func newLoader(conn loadConn, dialect string) *Loader {
	return &Loader{
		Client:  store.TxClient(conn, dialect),
		conn:    conn,
		dialect: dialect,
	}
}

// Add inserts rows into tables, one table after the other.
func (l *Loader) Add(ctx context.Context, tables ...Rows) error {
	for _, rows := range tables {
		if len(rows.Values) == 0 {
			continue
		}
		add := l.insert
		if l.dialect == dialect.Postgres {
			add = l.copy
		}
		if err := add(ctx, rows); err != nil {
			return fmt.Errorf("add to %s: %w", rows.Table, err)
		}
		if !slices.Contains(l.tables, rows.Table) {
			l.tables = append(l.tables, rows.Table)
		}
	}
	return nil
}

func (l *Loader) copy(ctx context.Context, rows Rows) error {
	copyIn, err := l.conn.PrepareContext(ctx, "COPY "+rows.Table+" ("+quoted(rows.Columns)+") FROM STDIN")
	if err != nil {
		return err
	}
	defer copyIn.Close()
	for _, values := range rows.Values {
		for i, v := range values {
			if doc, ok := v.(json.RawMessage); ok {
				values[i] = string(doc) // the driver sends bytes as binary data
			}
		}
		if _, err := copyIn.ExecContext(ctx, values...); err != nil {
			return err
		}
	}
	_, err = copyIn.ExecContext(ctx) // the end
	return err
}

func quoted(columns []string) string { return `"` + strings.Join(columns, `", "`) + `"` }

// insertParameters is the approximate number of values in one INSERT. A larger number is not faster.
const insertParameters = 512

// insert uses a prepared statement for many rows, and another for the remaining rows one by one.
func (l *Loader) insert(ctx context.Context, rows Rows) error {
	left, width := rows.Values, len(rows.Columns)
	for _, n := range []int{max(1, insertParameters/width), 1} {
		if len(left) < n {
			continue
		}
		// A failed load is rolled back as a whole. OR FAIL saves the journal that would undo a failed statement alone.
		row := "(?" + strings.Repeat(", ?", width-1) + ")"
		statement, err := l.conn.PrepareContext(ctx,
			"INSERT OR FAIL INTO "+rows.Table+" ("+quoted(rows.Columns)+") VALUES "+row+strings.Repeat(", "+row, n-1))
		if err != nil {
			return err
		}
		args := make([]any, 0, n*width)
		for ; len(left) >= n; left = left[n:] {
			args = args[:0]
			for _, values := range left[:n] {
				args = append(args, values...)
			}
			if _, err := statement.ExecContext(ctx, args...); err != nil {
				return errors.Join(err, statement.Close())
			}
		}
		if err := statement.Close(); err != nil {
			return err
		}
	}
	return nil
}

// withoutSearchIndex runs load without updating SQLite's search index, and then rebuilds the index. Otherwise the index
// would be merged with every statement.
func withoutSearchIndex(ctx context.Context, conn *sql.Conn, load func() error) error {
	const name = "search_docs_insert"
	var trigger string
	if err := conn.QueryRowContext(ctx, "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = $1", name).
		Scan(&trigger); err != nil {
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
			return fmt.Errorf("rebuild search index: %w", err)
		}
	}
	return nil
}
