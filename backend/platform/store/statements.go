package store

import (
	"container/list"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/lib/pq"

	"uvboard/backend/platform/fault"
)

const (
	cachedStatements = 64 // prepared statements of a connection
	cachedMaxArgs    = 40 // bulk inserts have more and hardly repeat
)

// Error codes of PostgreSQL for a prepared statement that is no longer valid.
const (
	featureNotSupported     = "0A000" // a migration has changed the columns
	invalidSQLStatementName = "26000" // a pooler between server and database has dropped it
)

// newCachingConn returns a connection that caches prepared statements. The drivers do not: SQLite's would parse every
// query again, which takes longer than running it, and PostgreSQL's spends a round trip on it.
//
// With a socket, calls also end when their context's deadline has passed. The PostgreSQL driver by itself asks the
// server to cancel and then waits for the answer, which a server that hangs or has lost its power never sends.
func newCachingConn(conn driver.Conn, socket net.Conn) (*cachingConn, error) {
	full, ok := conn.(fullConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T cannot cache statements", conn), conn.Close())
	}
	return &cachingConn{fullConn: full, socket: socket, cache: map[string]*list.Element{}, recent: list.New()}, nil
}

// fullConn is the set of interfaces that the connections of both drivers implement.
type fullConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.QueryerContext
	driver.ExecerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

type fullStmt interface {
	driver.Stmt
	driver.StmtQueryContext
	driver.StmtExecContext
}

// cachingConn, like every driver.Conn, is used by one goroutine at a time.
type cachingConn struct {
	fullConn
	socket net.Conn // nil on SQLite
	cache  map[string]*list.Element
	recent *list.List // of *cachedStmt, most recently used first
}

type cachedStmt struct {
	fullStmt
	query string
	busy  bool // its rows are being read
}

// setDeadline limits the next call on the socket. Without a deadline in ctx there is no limit.
func (c *cachingConn) setDeadline(ctx context.Context) {
	if c.socket == nil {
		return
	}
	deadline, ok := ctx.Deadline()
	if ok {
		deadline = deadline.Add(cancelTime)
	}
	_ = c.socket.SetDeadline(deadline) // fails on a closed socket, which the call then reports
}

// CheckNamedValue converts arguments as the driver does.
func (c *cachingConn) CheckNamedValue(value *driver.NamedValue) error {
	if err := storable(value.Value); err != nil {
		return err
	}
	if checker, ok := c.fullConn.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(value)
	}
	return driver.ErrSkip
}

var errUnstorable = fault.Malformed("A text or a time in the request cannot be stored.")

// storable refuses values that PostgreSQL does not store, also on SQLite, so that what another machine sends is the
// same on both.
func storable(value any) error {
	switch v := value.(type) {
	case string:
		if strings.IndexByte(v, 0) >= 0 || !utf8.ValidString(v) {
			return errUnstorable
		}
	case *string:
		if v != nil {
			return storable(*v)
		}
	case time.Time:
		if v.Year() < 1 || v.Year() > 9999 {
			return errUnstorable
		}
	case *time.Time:
		if v != nil {
			return storable(*v)
		}
	}
	return nil
}

func (c *cachingConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	c.setDeadline(ctx)
	return c.fullConn.BeginTx(ctx, options)
}

func (c *cachingConn) Ping(ctx context.Context) error {
	c.setDeadline(ctx)
	return c.fullConn.Ping(ctx)
}

func (c *cachingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	observed(query, args)
	c.setDeadline(ctx)
	stmt, err := c.statement(ctx, query, args)
	if err != nil {
		return nil, err
	}
	if stmt == nil {
		return c.fullConn.QueryContext(ctx, query, args)
	}
	rows, err := stmt.QueryContext(ctx, args)
	if err == nil {
		stmt.busy = true
		return &cachedRows{Rows: rows, stmt: stmt}, nil
	}
	if c.dropInvalid(stmt, err) {
		if rows, retryErr := c.fullConn.QueryContext(ctx, query, args); retryErr == nil {
			return rows, nil
		}
	}
	return nil, err
}

func (c *cachingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	observed(query, args)
	c.setDeadline(ctx)
	stmt, err := c.statement(ctx, query, args)
	if err != nil {
		return nil, err
	}
	if stmt == nil {
		return c.fullConn.ExecContext(ctx, query, args)
	}
	result, err := stmt.ExecContext(ctx, args)
	if err != nil && c.dropInvalid(stmt, err) {
		if result, retryErr := c.fullConn.ExecContext(ctx, query, args); retryErr == nil {
			return result, nil
		}
	}
	return result, err
}

// statement returns the cached statement of a query and prepares it if needed. It returns nil if the query is not to be
// cached, or if its statement is busy. Without arguments only a SELECT is cached: anything else may be a script.
func (c *cachingConn) statement(ctx context.Context, query string, args []driver.NamedValue) (*cachedStmt, error) {
	if len(args) > cachedMaxArgs || len(args) == 0 && !strings.HasPrefix(query, "SELECT ") {
		return nil, nil
	}
	if element, ok := c.cache[query]; ok {
		c.recent.MoveToFront(element)
		stmt := element.Value.(*cachedStmt)
		if stmt.busy {
			return nil, nil
		}
		return stmt, nil
	}
	prepared, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	full, ok := prepared.(fullStmt)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T cannot be cached", prepared), prepared.Close())
	}
	if oldest := c.recent.Back(); c.recent.Len() >= cachedStatements && !oldest.Value.(*cachedStmt).busy {
		if err := c.remove(oldest); err != nil {
			return nil, errors.Join(err, prepared.Close())
		}
	}
	stmt := &cachedStmt{fullStmt: full, query: query}
	c.cache[query] = c.recent.PushFront(stmt)
	return stmt, nil
}

// Close closes the statements first on SQLite, whose file stays open as long as one is. PostgreSQL drops them with the
// connection.
func (c *cachingConn) Close() error {
	if c.socket != nil {
		_ = c.socket.SetDeadline(time.Now().Add(cancelTime)) // the deadline of the last call may have passed
		return c.fullConn.Close()
	}
	var errs []error
	for c.recent.Len() > 0 {
		errs = append(errs, c.remove(c.recent.Back()))
	}
	return errors.Join(append(errs, c.fullConn.Close())...)
}

func (c *cachingConn) remove(element *list.Element) error {
	stmt := element.Value.(*cachedStmt)
	c.recent.Remove(element)
	delete(c.cache, stmt.query)
	return stmt.Close()
}

// dropInvalid removes a statement from the cache if the error says that it is no longer valid, and reports whether to
// run the query without it.
func (c *cachingConn) dropInvalid(stmt *cachedStmt, err error) bool {
	if pq.As(err, featureNotSupported, invalidSQLStatementName) == nil {
		return false
	}
	return c.remove(c.cache[stmt.query]) == nil
}

// cachedRows mark their statement as free when they are closed.
type cachedRows struct {
	driver.Rows
	stmt *cachedStmt
}

func (r *cachedRows) Close() error {
	r.stmt.busy = false
	return r.Rows.Close()
}
