package store

import (
	"context"
	"errors"
	"slices"
	"sync"

	"uvboard/ent"
)

// Batch is a kind of write, on SQLite alone, that costs less for many callers together than for each by itself: what they
// ask for while the writer is busy is handed over in one piece.
type Batch[T any] struct {
	db *DB
	do func(ctx context.Context, tx *ent.Client, all []T) error

	mu      sync.Mutex
	waiting []*batchItem[T] // as long as there are any, a request for them is in the queue or on its way
}

type batchItem[T any] struct {
	ctx   context.Context
	value T
	done  chan error
}

// errUndone answers callers whose values were undone together, whoever's fault it was.
var errUndone = errors.New("undone together with others")

// NewBatch lets do write what callers ask for, by the rules of a function of Write. What came of one value among others
// do notes in the value. An error of do, or a panic, undoes all of them, and each is then done alone: so one that breaks do
// fails alone.
func NewBatch[T any](db *DB, do func(ctx context.Context, tx *ent.Client, all []T) error) *Batch[T] {
	return &Batch[T]{db: db, do: do}
}

// Write is DB.Write for one value. Values are handed over in the order in which they came.
func (b *Batch[T]) Write(ctx context.Context, value T) error {
	item := &batchItem[T]{ctx: ctx, value: value, done: make(chan error, 1)}
	b.join(item)
	err := b.db.queue.answerOf(item.done)
	if err == errUndone {
		return b.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error { return b.do(ctx, tx, []T{value}) })
	}
	return err
}

func (b *Batch[T]) join(item *batchItem[T]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting = append(b.waiting, item); len(b.waiting) == 1 {
		b.submit()
	}
}

// take takes what waits, as much of it as one transaction should hold, but for what nobody waits for any more.
func (b *Batch[T]) take() []*batchItem[T] {
	b.mu.Lock()
	defer b.mu.Unlock()
	taken := b.waiting[:min(len(b.waiting), maxBatch)]
	if b.waiting = slices.Clone(b.waiting[len(taken):]); len(b.waiting) > 0 {
		b.submit()
	}
	return slices.DeleteFunc(taken, func(item *batchItem[T]) bool {
		err := item.ctx.Err()
		if err != nil {
			item.done <- err
		}
		return err != nil
	})
}

// submit queues a request for what will wait when the writer comes to it.
func (b *Batch[T]) submit() {
	var (
		taken  []*batchItem[T]
		ran    bool
		undone bool
	)
	r := &writeRequest{
		ctx: context.Background(), // it is everybody's
		fn: func(ctx context.Context, tx *ent.Client) error {
			ran, undone = true, true
			taken = b.take()
			values := make([]T, len(taken))
			for i, item := range taken {
				values[i] = item.value
			}
			err := b.do(ctx, tx, values)
			undone = err != nil
			return err
		},
		answer: func(err error) {
			if !ran { // the database is in no state to begin
				taken = b.take()
			}
			if undone {
				err = errUndone
			}
			for _, item := range taken {
				item.done <- err
			}
		},
	}
	select {
	case b.db.queue.requests <- r:
	default: // it is full
		go func() {
			select {
			case b.db.queue.requests <- r:
			case <-b.db.queue.quit:
			}
		}()
	}
}
