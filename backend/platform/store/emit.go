package store

import (
	"context"

	"uvboard/backend/platform/event"
	"uvboard/ent"
)

type emittedKey struct{}

// Emit passes an event to the listeners, inside the transaction of the change. InTx listeners run now and may refuse
// the change. AfterCommit listeners run after the commit, and never after a rollback.
func (db *DB) Emit(ctx context.Context, tx *ent.Client, e event.Event) error {
	for _, l := range db.listening() {
		if l.InTx != nil {
			if err := l.InTx(ctx, tx, e); err != nil {
				return err
			}
		}
	}
	emitted := ctx.Value(emittedKey{}).(*[]event.Event)
	*emitted = append(*emitted, e)
	return nil
}

// SetListeners sets the listeners.
func (db *DB) SetListeners(listeners ...event.Listener) { db.listeners.Store(&listeners) }

func (db *DB) listening() []event.Listener {
	if listeners := db.listeners.Load(); listeners != nil {
		return *listeners
	}
	return nil
}

// passOn runs the AfterCommit listeners.
func (db *DB) passOn(events ...event.Event) {
	for _, e := range events {
		for _, l := range db.listening() {
			if l.AfterCommit != nil {
				l.AfterCommit(e)
			}
		}
	}
}

// collecting returns fn with a context that collects the events of its last run.
func collecting(fn func(context.Context, *ent.Client) error) (func(context.Context, *ent.Client) error,
	*[]event.Event) {
	emitted := new([]event.Event)
	return func(ctx context.Context, tx *ent.Client) error {
		*emitted = nil // fn may run again after a deadlock
		return fn(context.WithValue(ctx, emittedKey{}, emitted), tx)
	}, emitted
}
