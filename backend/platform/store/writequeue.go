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

	"uvboard/ent"
)

// How much one shared transaction may take in before it is committed.
const (
	maxBatch     = 128
	maxBatchTime = 20 * time.Millisecond
)

// writerCache is what the writer keeps of the file, in KiB: more than a reader, since a write touches many indexes.
const writerCache = 8000

// errClosed answers writers that come after Close.
var errClosed = errors.New("database is closed")

// writeQueue stands in front of SQLite's one writer connection. It runs the functions of all waiting callers in one
// transaction, each in its own savepoint, and answers them after the shared fsync: full durability at the price of one
// fsync for many.
type writeQueue struct {
	conn     *sql.Conn
	writes   *atomic.Uint64 // see DB.Version
	client   *ent.Client
	requests chan *writeRequest
	takeover chan func()
	quit     chan struct{}
	done     chan struct{}
	once     sync.Once
}

type writeRequest struct {
	ctx    context.Context
	fn     func(context.Context, *ent.Client) error
	answer func(error) // must not block
	panic  any         // what fn panicked with, raised again in the caller
}

func newWriteQueue(writer *sql.DB, writes *atomic.Uint64) (*writeQueue, error) {
	conn, err := writer.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	if err := errors.Join(setCache(context.Background(), conn, writerCache), setTemporary(conn, "MEMORY")); err != nil {
		return nil, err
	}
	q := &writeQueue{
		conn:     conn,
		writes:   writes,
		client:   ent.NewClient(ent.Driver(txDriver{entsql.Conn{ExecQuerier: conn}, dialect.SQLite})),
		requests: make(chan *writeRequest, maxBatch),
		takeover: make(chan func()),
		quit:     make(chan struct{}),
		done:     make(chan struct{}),
	}
	go q.run()
	return q, nil
}

func setCache(ctx context.Context, conn *sql.Conn, kib int) error {
	_, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA cache_size = -%d", kib))
	return err
}

// setTemporary says where SQLite keeps what it needs for a while: for writes in memory, since every savepoint notes there
// how the pages were that it changes, and a file for that costs more than the write itself.
func setTemporary(conn *sql.Conn, where string) error {
	_, err := conn.ExecContext(context.Background(), "PRAGMA temp_store = "+where)
	return err
}

func (q *writeQueue) write(ctx context.Context, fn func(context.Context, *ent.Client) error) error {
	result := make(chan error, 1)
	r := &writeRequest{ctx: ctx, fn: fn, answer: func(err error) { result <- err }}
	select {
	case q.requests <- r:
	case <-ctx.Done():
		return ctx.Err()
	case <-q.quit:
		return errClosed
	}
	// From here on the answer is awaited whatever happens to ctx: the write may already be under way, and a caller must
	// never be told that a write failed which then succeeds.
	err := q.answerOf(result)
	if r.panic != nil {
		panic(r.panic)
	}
	return err
}

// answerOf waits for an answer, which may never come once the queue is closed.
func (q *writeQueue) answerOf(result <-chan error) error {
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

// exclusively runs fn on the writer connection outside any transaction, while nobody writes.
func (q *writeQueue) exclusively(fn func(*sql.Conn) error) error {
	result := make(chan error, 1)
	select {
	case q.takeover <- func() {
		// It may sort whole tables, which memory might not hold.
		if err := setTemporary(q.conn, "FILE"); err != nil {
			result <- err
			return
		}
		err := fn(q.conn)
		result <- errors.Join(err, setTemporary(q.conn, "MEMORY"))
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
		case fn := <-q.takeover:
			fn()
		case <-q.quit:
			return
		}
	}
}

// batch runs first and whoever else waits, then answers all of them.
func (q *writeQueue) batch(first *writeRequest) {
	// A cancelled statement would roll back everybody's transaction, so nothing here can be cancelled.
	ctx := context.Background()
	if _, err := q.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		first.answer(fmt.Errorf("begin: %w", err))
		return
	}
	var (
		ran    []*writeRequest
		failed []error
		broken error // the shared transaction is lost
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
		// Fails when SQLite has rolled back by itself, which is as good.
		_, _ = q.conn.ExecContext(ctx, "ROLLBACK")
	}
	q.writes.Add(1) // once for all, and before anybody hears of it
	for i, r := range ran {
		if failed[i] == nil {
			failed[i] = broken
		}
		r.answer(failed[i])
	}
}

// one runs a caller's function in a savepoint. It sets broken when the savepoint could not be ended.
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

// txDriver is an Ent driver over a connection that is in a transaction already.
type txDriver struct {
	entsql.Conn
	name string
}

// Tx is the transaction under way: Ent opens one for some updates, and that covers those.
func (d txDriver) Tx(context.Context) (dialect.Tx, error) { return dialect.NopTx(d), nil }

func (d txDriver) Close() error    { return nil }
func (d txDriver) Dialect() string { return d.name }
