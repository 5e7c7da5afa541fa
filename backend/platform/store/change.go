package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"uvboard/ent"
)

// Change says that an item has changed, for subscribers of live updates. It contains no content.
type Change struct {
	Kind   string    `json:"k"` // of domain.Live
	ID     uuid.UUID `json:"i"` // uuid.Nil for a list
	Topics []string  `json:"t"` // that show the item; empty if they must be looked up
}

type changesKey struct{}

// Announce passes a change to the listener: after the commit if ctx is that of a function of Write, else at once. It drops the
// change if the transaction is rolled back or nobody listens, as in commands.
func (db *DB) Announce(ctx context.Context, c Change) {
	if changes, ok := ctx.Value(changesKey{}).(*[]Change); ok {
		*changes = append(*changes, c)
		return
	}
	db.announce(c)
}

// OnChange sets the listener that receives what is announced in this process; nil for none. It must not block.
func (db *DB) OnChange(listener func(Change)) {
	if listener == nil {
		db.listener.Store(nil)
		return
	}
	db.listener.Store(&listener)
}

func (db *DB) announce(changes ...Change) {
	if listener := db.listener.Load(); listener != nil {
		for _, c := range changes {
			(*listener)(c)
		}
	}
}

// announcing returns fn with a context that collects changes, and the changes of its last run.
func announcing(fn func(context.Context, *ent.Client) error) (func(context.Context, *ent.Client) error, *[]Change) {
	changes := new([]Change)
	return func(ctx context.Context, tx *ent.Client) error {
		*changes = nil // fn may run again after a deadlock
		return fn(context.WithValue(ctx, changesKey{}, changes), tx)
	}, changes
}

// changesChannel is the channel of NOTIFY.
const changesChannel = "uvboard_changes"

// A payload of NOTIFY is shorter than 8,000 bytes.
const maxPayload = 7900

// Waits before the connection that listens is opened again.
const (
	minReconnect = 100 * time.Millisecond
	maxReconnect = 10 * time.Second
)

// notification is the payload of NOTIFY. Without changes it says that some were lost.
type notification struct {
	From    string   `json:"f"` // a process, which ignores its own
	Changes []Change `json:"c"`
}

// Notify tells the other servers on this database of changes; none says that some were lost. It does nothing on SQLite, which has
// one server. It must be called after the commit: a transaction with a NOTIFY takes a lock on all others with one until its
// commit has been written to disk.
func (db *DB) Notify(ctx context.Context, from string, changes []Change) error {
	if db.IsSQLite() {
		return nil
	}
	for first := true; first || len(changes) > 0; first = false {
		payload, rest, err := payload(from, changes)
		if err != nil {
			return fmt.Errorf("notify: %w", err)
		}
		if _, err := db.writer.ExecContext(ctx, "SELECT pg_notify($1, $2)", changesChannel, payload); err != nil {
			return fmt.Errorf("notify: %w", err)
		}
		changes = rest
	}
	return nil
}

// payload returns a payload with as many changes as fit, and the rest.
func payload(from string, changes []Change) (text string, rest []Change, err error) {
	for n := len(changes); ; n /= 2 {
		encoded, err := json.Marshal(notification{From: from, Changes: changes[:n]})
		if err != nil {
			return "", nil, err
		}
		if len(encoded) <= maxPayload {
			return string(encoded), changes[n:], nil
		}
		if n <= 1 {
			return "", nil, errors.New("a change is too long")
		}
	}
}

// Listen calls received with the changes that other servers notify of, until ctx ends. No changes mean that some may have been
// lost, as after a reconnect. On SQLite it only waits, because there is one server.
func (db *DB) Listen(ctx context.Context, self string, received func([]Change)) error {
	if db.IsSQLite() {
		<-ctx.Done()
		return nil
	}
	listener := pq.NewListener(db.url, minReconnect, maxReconnect, nil)
	defer listener.Close()
	listening := make(chan error, 1)
	go func() { listening <- listener.Listen(changesChannel) }() // waits for the connection
	for {
		var changes []Change
		select {
		case <-ctx.Done():
			return nil
		case err := <-listening:
			if err != nil {
				return fmt.Errorf("listen: %w", err)
			}
		case n := <-listener.Notify: // nil after a reconnect
			var got notification
			if n != nil && json.Unmarshal([]byte(n.Extra), &got) == nil {
				if got.From == self {
					continue
				}
				changes = got.Changes
			}
		}
		db.writes.Add(1) // cached responses are older than the changes
		received(changes)
	}
}
