package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"uvboard/backend/platform/fault"
	"uvboard/ent"
)

// Limits of a shared transaction.
const (
	maxBatch     = 128
	maxBatchTime = 20 * time.Millisecond
)

// writerCache is the page cache of the writer in KiB. It is larger than a reader's, since a write touches many indexes.
const writerCache = 8000

var errClosed = errors.New("database is closed")

// writeQueue serializes writes to SQLite. It runs the functions of all waiting callers in one transaction, each in its
// own savepoint, and answers them after the commit: full durability, with one fsync for many writes.
type writeQueue struct {
	conn      *sql.Conn
	writes    *atomic.Uint64 // see DB.Version
	client    *ent.Client
	requests  chan *writeRequest
	exclusive chan func()
	quit      chan struct{}
	done      chan struct{}
	once      sync.Once
}

type writeRequest struct {
	ctx    context.Context
	fn     func(context.Context, *ent.Client) error
	result chan error // buffered for its only value
	panic  any        // of fn, raised again in the caller
}

func newWriteQueue(writer *sql.DB, writes *atomic.Uint64) (*writeQueue, error) {
	conn, err := writer.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	if err := setForWrites(conn); err != nil {
		return nil, err
	}
	q := &writeQueue{
		conn:      conn,
		writes:    writes,
		client:    TxClient(conn, dialect.SQLite),
		requests:  make(chan *writeRequest, maxBatch),
		exclusive: make(chan func()),
		quit:      make(chan struct{}),
		done:      make(chan struct{}),
	}
	go q.run()
	return q, nil
}

func setForWrites(conn *sql.Conn) error {
	_, err := conn.ExecContext(context.Background(), fmt.Sprintf("PRAGMA cache_size = -%d", writerCache))
	return errors.Join(err, setTempStore(conn, "MEMORY"))
}

// setTempStore sets where SQLite keeps temporary data. Writes use MEMORY: each savepoint stores the pages that it
// changes, and a file for them would cost more than the write.
func setTempStore(conn *sql.Conn, where string) error {
	_, err := conn.ExecContext(context.Background(), "PRAGMA temp_store = "+where)
	return err
}

func (q *writeQueue) write(ctx context.Context, fn func(context.Context, *ent.Client) error) error {
	r := &writeRequest{ctx: ctx, fn: fn, result: make(chan error, 1)}
	select {
	case q.requests <- r:
	case <-ctx.Done():
		return ctx.Err()
	case <-q.quit:
		return errClosed
	}
	// From here on ctx does not matter: the write may be running, and a write that succeeds must not be reported as
	// failed.
	err := q.wait(r.result)
	if r.panic != nil {
		panic(r.panic)
	}
	return err
}

// wait returns the answer, or errClosed if the queue is closed before it.
func (q *writeQueue) wait(result <-chan error) error {
	select {
	case err := <-result:
		return err
	case <-q.done:
		select {
		case err := <-result:
			return err
		default:
			return errClosed
		}
	}
}

// Exclusively runs fn on the writer connection outside a transaction, while all other writes wait. It is for SQLite. fn
// has a rollback journal, since the write-ahead log would hold a second copy of everything that it writes: reads wait
// too. Only if another process has the database open, the log stays. fn may change the connection's temp_store and
// cache_size, which are reset.
func (db *DB) Exclusively(ctx context.Context, fn func(*sql.Conn) error) error {
	return db.queue.exclusively(func(conn *sql.Conn) (err error) {
		db.reader.SetMaxIdleConns(0) // a connection keeps the log open
		defer db.reader.SetMaxIdleConns(sqliteReaders)
		if err := setJournal(ctx, conn, "delete"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, setJournal(context.WithoutCancel(ctx), conn, "wal")) }()
		return fn(conn)
	})
}

func setJournal(ctx context.Context, conn *sql.Conn, mode string) error {
	_, err := conn.ExecContext(ctx, "PRAGMA journal_mode = "+mode)
	if failed, ok := errors.AsType[*sqlite.Error](err); ok && failed.Code()&0xff == sqlite3.SQLITE_BUSY &&
		mode == "delete" {
		return nil
	}
	return err
}

func (q *writeQueue) exclusively(fn func(*sql.Conn) error) error {
	result := make(chan error, 1)
	select {
	case q.exclusive <- func() {
		// fn may sort whole tables, which may not fit into memory.
		if err := setTempStore(q.conn, "FILE"); err != nil {
			result <- err
			return
		}
		err := fn(q.conn)
		result <- errors.Join(err, setForWrites(q.conn))
	}:
		return <-result
	case <-q.quit:
		return errClosed
	}
}

func (q *writeQueue) close() {
	q.once.Do(func() { close(q.quit) })
	<-q.done
	q.conn.Close()
}

func (q *writeQueue) run() {
	defer close(q.done)
	for {
		select {
		case first := <-q.requests:
			q.batch(first)
		case fn := <-q.exclusive:
			fn()
		case <-q.quit:
			return
		}
	}
}

// errBusy is returned while another process, such as a command that fills the database, writes for longer than
// busy_timeout.
var errBusy = fault.Unavailable("BUSY", "The database is busy. Please try again in a moment.")

// batch runs first and the other waiting requests in one transaction, and then answers all.
func (q *writeQueue) batch(first *writeRequest) {
	// Without cancellation: a canceled statement would roll back the writes of all callers.
	ctx := context.Background()
	if _, err := q.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		if failed, ok := errors.AsType[*sqlite.Error](err); ok && failed.Code()&0xff == sqlite3.SQLITE_BUSY {
			err = fmt.Errorf("%w: %w", errBusy, err)
		}
		first.result <- fmt.Errorf("begin: %w", err)
		return
	}
	var (
		ran    []*writeRequest
		failed []error
		broken error // of the shared transaction
	)
	start := time.Now()
	for r := first; r != nil; {
		err := q.one(ctx, r, &broken)
		ran, failed = append(ran, r), append(failed, err)
		r = nil
		if broken == nil && len(ran) < maxBatch && time.Since(start) < maxBatchTime {
			select {
			case r = <-q.requests:
			default:
			}
		}
	}
	if broken == nil {
		if _, err := q.conn.ExecContext(ctx, "COMMIT"); err != nil {
			broken = fmt.Errorf("commit: %w", err)
		}
	}
	if broken != nil {
		// Fails if SQLite has already rolled back.
		_, _ = q.conn.ExecContext(ctx, "ROLLBACK")
	}
	q.writes.Add(1) // before the callers continue
	for i, r := range ran {
		if failed[i] == nil {
			failed[i] = broken
		}
		r.result <- failed[i]
	}
}

// one runs the function of a request in a savepoint. It sets broken if the savepoint cannot be ended.
func (q *writeQueue) one(ctx context.Context, r *writeRequest, broken *error) (err error) {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if _, err := q.conn.ExecContext(ctx, "SAVEPOINT caller"); err != nil {
		*broken = err
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			r.panic = fmt.Sprintf("%v\n%s", p, debug.Stack())
			err = errors.New("write panicked")
		}
		if err != nil {
			if _, undo := q.conn.ExecContext(ctx, "ROLLBACK TO caller"); undo != nil {
				*broken = undo
				return
			}
		}
		if _, release := q.conn.ExecContext(ctx, "RELEASE caller"); release != nil {
			*broken = release
		}
	}()
	return r.fn(context.WithoutCancel(r.ctx), q.client)
}

// TxClient returns a client on a connection that is already in a transaction.
func TxClient(conn entsql.ExecQuerier, dialectName string) *ent.Client {
	return ent.NewClient(ent.Driver(txDriver{entsql.Conn{ExecQuerier: conn}, dialectName}))
}

// txDriver is an Ent driver on a connection that is already in a transaction.
type txDriver struct {
	entsql.Conn
	name string
}

// Tx returns the current transaction: Ent asks for one for some updates.
func (d txDriver) Tx(context.Context) (dialect.Tx, error) { return dialect.NopTx(d), nil }

func (d txDriver) Close() error    { return nil }
func (d txDriver) Dialect() string { return d.name }
