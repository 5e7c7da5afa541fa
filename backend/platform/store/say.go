package store

import (
	"context"

	"uvboard/backend/platform/event"
	"uvboard/ent"
)

type saidKey struct{}

// Say tells the listeners what happened, inside the transaction that did it. Those that listen in the transaction run now and may
// refuse it. The others hear of it after the commit, and never after a rollback.
func (db *DB) Say(ctx context.Context, tx *ent.Client, e event.Event) error {
	for _, l := range db.listening() {
		if l.InTx != nil {
			if err := l.InTx(ctx, tx, e); err != nil {
				return err
			}
		}
	}
	said := ctx.Value(saidKey{}).(*[]event.Event)
	*said = append(*said, e)
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

// passOn tells those that listen after the commit.
func (db *DB) passOn(events ...event.Event) {
	for _, e := range events {
		for _, l := range db.listening() {
			if l.AfterCommit != nil {
				l.AfterCommit(e)
			}
		}
	}
}

// saying returns fn with a context that collects what it says, and what its last run said.
func saying(fn func(context.Context, *ent.Client) error) (func(context.Context, *ent.Client) error, *[]event.Event) {
	said := new([]event.Event)
	return func(ctx context.Context, tx *ent.Client) error {
		*said = nil // fn may run again after a deadlock
		return fn(context.WithValue(ctx, saidKey{}, said), tx)
	}, said
}
