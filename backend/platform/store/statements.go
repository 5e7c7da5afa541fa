package store

import (
	"container/list"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"github.com/lib/pq"
)

// How many statements a connection keeps prepared, and of how many parameters at most: those of rows written in bulk
// hardly come a second time.
const (
	keptStatements  = 64
	keptMaxArgs     = 40
	planChanged     = "0A000" // of a kept plan whose columns a migration has changed
	unknownPrepared = "26000" // somebody between us and the server has thrown it away
)

// keeper opens connections that keep their statements prepared. Neither driver does that by itself: SQLite's parses every
// query anew, which takes longer than running it, and PostgreSQL's spends a round trip on it.
type keeper struct {
	driver.Connector
	first string // what a new connection is told, if anything
}

func (k keeper) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := k.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	able, ok := conn.(ableConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T cannot keep statements", conn), conn.Close())
	}
	if k.first != "" {
		if _, err := able.ExecContext(ctx, k.first, nil); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	keeping := &keepingConn{ableConn: able, expect: func(context.Context) {}, kept: map[string]*list.Element{}, recent: list.New()}
	if bounded, ok := conn.(*impatientConn); ok {
		keeping.expect = bounded.expect
	}
	return keeping, nil
}

// ableConn is what the connections of both drivers can do.
type ableConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.QueryerContext
	driver.ExecerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

type ableStmt interface {
	driver.Stmt
	driver.StmtQueryContext
	driver.StmtExecContext
}

// keepingConn is used by one goroutine at a time, as every connection is.
type keepingConn struct {
	ableConn
	expect func(context.Context) // called before every statement
	kept   map[string]*list.Element
	recent *list.List // of *keptStmt, the one used last in front
}

type keptStmt struct {
	ableStmt
	query string
	busy  bool // its rows are still being read
}

// CheckNamedValue does what the driver does with its arguments.
func (c *keepingConn) CheckNamedValue(value *driver.NamedValue) error {
	if checker, ok := c.ableConn.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(value)
	}
	return driver.ErrSkip
}

func (c *keepingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	observed(query, args)
	c.expect(ctx)
	kept, err := c.statement(ctx, query, args)
	if err != nil {
		return nil, err
	}
	if kept == nil {
		return c.ableConn.QueryContext(ctx, query, args)
	}
	rows, err := kept.QueryContext(ctx, args)
	if err == nil {
		kept.busy = true
		return &keptRows{Rows: rows, of: kept}, nil
	}
	if c.forget(kept, err) {
		if rows, again := c.ableConn.QueryContext(ctx, query, args); again == nil {
			return rows, nil
		}
	}
	return nil, err
}

func (c *keepingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	observed(query, args)
	c.expect(ctx)
	kept, err := c.statement(ctx, query, args)
	if err != nil {
		return nil, err
	}
	if kept == nil {
		return c.ableConn.ExecContext(ctx, query, args)
	}
	result, err := kept.ExecContext(ctx, args)
	if err != nil && c.forget(kept, err) {
		if result, again := c.ableConn.ExecContext(ctx, query, args); again == nil {
			return result, nil
		}
	}
	return result, err
}

// statement finds or prepares a statement; nil for one that is not kept, or is in use. What has no arguments is kept if it
// reads: else it may be a whole script, or a word to the driver.
func (c *keepingConn) statement(ctx context.Context, query string, args []driver.NamedValue) (*keptStmt, error) {
	if len(args) > keptMaxArgs || len(args) == 0 && !strings.HasPrefix(query, "SELECT ") {
		return nil, nil
	}
	if element, ok := c.kept[query]; ok {
		c.recent.MoveToFront(element)
		kept := element.Value.(*keptStmt)
		if kept.busy {
			return nil, nil
		}
		return kept, nil
	}
	stmt, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	able, ok := stmt.(ableStmt)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T cannot be kept", stmt), stmt.Close())
	}
	if oldest := c.recent.Back(); c.recent.Len() >= keptStatements && !oldest.Value.(*keptStmt).busy {
		if err := c.remove(oldest); err != nil {
			return nil, errors.Join(err, stmt.Close())
		}
	}
	kept := &keptStmt{ableStmt: able, query: query}
	c.kept[query] = c.recent.PushFront(kept)
	return kept, nil
}

// Close lets go of the statements first where SQLite keeps a database open as long as there is one. Those of PostgreSQL go
// with the connection, and letting go of one would be to wait for an answer.
func (c *keepingConn) Close() error {
	var errs []error
	if _, remote := c.ableConn.(*impatientConn); !remote {
		for c.recent.Len() > 0 {
			errs = append(errs, c.remove(c.recent.Back()))
		}
	}
	return errors.Join(append(errs, c.ableConn.Close())...)
}

func (c *keepingConn) remove(element *list.Element) error {
	kept := element.Value.(*keptStmt)
	c.recent.Remove(element)
	delete(c.kept, kept.query)
	return kept.Close()
}

// forget lets go of a statement whose failure says that it no longer is what it was, and tells whether to try without.
func (c *keepingConn) forget(kept *keptStmt, err error) bool {
	if pq.As(err, planChanged, unknownPrepared) == nil {
		return false
	}
	return c.remove(c.kept[kept.query]) == nil
}

// keptRows tell when their statement is free again.
type keptRows struct {
	driver.Rows
	of *keptStmt
}

func (r *keptRows) Close() error {
	r.of.busy = false
	return r.Rows.Close()
}
