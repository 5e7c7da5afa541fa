package store

import (
	"context"
	"errors"
	"slices"
	"sync"

	"uvboard/ent"
)

// Batch combines writes of the same kind, on SQLite only: values that arrive while the writer is busy are written by one
// function call.
type Batch[T any] struct {
	db *DB
	do func(ctx context.Context, tx *ent.Client, all []T) error

	mu      sync.Mutex
	waiting []*batchItem[T] // if there are any, a request for them is queued
}

type batchItem[T any] struct {
	ctx   context.Context
	value T
	done  chan error
}

// errRolledBack makes the callers of a failed batch write their values one by one.
var errRolledBack = errors.New("rolled back with the batch")

// NewBatch returns a batch that writes with do, which follows the rules of Write and stores the result of a value in the value.
// If do fails or panics, the batch is rolled back and each value is written alone, so that only the invalid one fails.
func NewBatch[T any](db *DB, do func(ctx context.Context, tx *ent.Client, all []T) error) *Batch[T] {
	return &Batch[T]{db: db, do: do}
}

// Write is DB.Write for one value. Values are written in the order in which they arrive.
func (b *Batch[T]) Write(ctx context.Context, value T) error {
	item := &batchItem[T]{ctx: ctx, value: value, done: make(chan error, 1)}
	b.join(item)
	err := b.db.queue.wait(item.done)
	if err == errRolledBack {
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

// take removes up to maxBatch waiting items and returns those whose callers have not been canceled.
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

// submit queues a request that takes the waiting items when the writer runs it.
func (b *Batch[T]) submit() {
	var (
		taken      []*batchItem[T]
		ran        bool
		rolledBack bool
	)
	r := &writeRequest{
		ctx: context.Background(),
		fn: func(ctx context.Context, tx *ent.Client) error {
			ran, rolledBack = true, true
			taken = b.take()
			values := make([]T, len(taken))
			for i, item := range taken {
				values[i] = item.value
			}
			err := b.do(ctx, tx, values)
			rolledBack = err != nil
			return err
		},
		answer: func(err error) {
			if !ran { // the transaction could not begin
				taken = b.take()
			}
			if rolledBack {
				err = errRolledBack
			}
			for _, item := range taken {
				item.done <- err
			}
		},
	}
	select {
	case b.db.queue.requests <- r:
	default: // the queue is full
		go func() {
			select {
			case b.db.queue.requests <- r:
			case <-b.db.queue.quit:
			}
		}()
	}
}
