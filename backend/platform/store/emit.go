package store

import (
	"context"

	"uvboard/backend/platform/event"
	"uvboard/ent"
)

// transaction collects what the function of a transaction leaves for its end.
type transaction struct {
	emitted []event.Event
	atEnd   []func(ctx context.Context, tx *ent.Client) error
}

type transactionKey struct{}

// Emit passes an event to the listeners, inside the transaction of the change. First a Screen may refuse the change or
// hold the event back: then nobody hears of it, and the event's Held is set. InTx listeners run now and may refuse the
// change. AfterCommit listeners run after the commit, and never after a rollback.
func (db *DB) Emit(ctx context.Context, tx *ent.Client, e event.Event) error {
	for _, l := range db.listening() {
		if l.Screen == nil {
			continue
		}
		held, err := l.Screen(ctx, tx, &e)
		if err != nil {
			return err
		}
		if e.Held != nil {
			*e.Held = held
		}
		if held {
			return nil
		}
	}
	for _, l := range db.listening() {
		if l.InTx != nil {
			if err := l.InTx(ctx, tx, e); err != nil {
				return err
			}
		}
	}
	t := ctx.Value(transactionKey{}).(*transaction)
	t.emitted = append(t.emitted, e)
	return nil
}

// AtEnd runs fn at the end of the transaction, when all that it counts is counted. ctx is that of the transaction. An
// error rolls the transaction back.
func (db *DB) AtEnd(ctx context.Context, fn func(ctx context.Context, tx *ent.Client) error) {
	t := ctx.Value(transactionKey{}).(*transaction)
	t.atEnd = append(t.atEnd, fn)
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

// collecting returns fn with a context that collects the events of its last run, and runs what AtEnd has collected.
func collecting(fn func(context.Context, *ent.Client) error) (func(context.Context, *ent.Client) error, *transaction) {
	t := new(transaction)
	return func(ctx context.Context, tx *ent.Client) error {
		*t = transaction{} // fn may run again after a deadlock
		ctx = context.WithValue(ctx, transactionKey{}, t)
		if err := fn(ctx, tx); err != nil {
			return err
		}
		for len(t.atEnd) > 0 {
			next := t.atEnd[0]
			t.atEnd = t.atEnd[1:]
			if err := next(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	}, t
}
