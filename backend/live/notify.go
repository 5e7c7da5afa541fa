package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/lib/pq"

	"uvboard/ent"
)

// channel is the channel of NOTIFY.
const channel = "uvboard_changes"

// A payload of NOTIFY is shorter than 8,000 bytes.
const maxPayload = 7900

const notifyTime = 5 * time.Second

// Times to wait before the listening connection is opened again.
const (
	minReconnect = 100 * time.Millisecond
	maxReconnect = 10 * time.Second
	listenPause  = time.Second
)

// notification is the payload of NOTIFY. No changes mean that some were lost.
type notification struct {
	From    string   `json:"f"`
	Changes []change `json:"c"`
}

// notify sends changes to the other servers on a PostgreSQL database; no changes mean that some were lost. It runs
// after their commits, since a transaction with NOTIFY blocks all others with NOTIFY until its commit is on disk.
func (h *Hub) notify(ctx context.Context, changes []change, _ bool) error {
	ctx, cancel := context.WithTimeout(ctx, notifyTime)
	defer cancel()
	return h.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		for rest, first := changes, true; first || len(rest) > 0; first = false {
			text, after, err := payload(h.name, rest)
			if err == nil {
				_, err = tx.ExecContext(ctx, "SELECT pg_notify($1, $2)", channel, text)
			}
			if err != nil {
				return fmt.Errorf("notify: %w", err)
			}
			rest = after
		}
		return nil
	})
}

// payload returns a payload with as many changes as fit, and the rest.
func payload(from string, changes []change) (text string, rest []change, err error) {
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

// listen takes the changes of other servers until ctx ends.
func (h *Hub) listen(ctx context.Context, log *slog.Logger) {
	for ctx.Err() == nil {
		err := h.receive(ctx)
		if err == nil {
			return
		}
		log.Warn("changes of other servers are not received; will be tried again", "error", err.Error())
		select {
		case <-ctx.Done():
		case <-time.After(listenPause):
		}
	}
}

// receive takes notifications until ctx ends or the connection cannot be opened.
func (h *Hub) receive(ctx context.Context) error {
	listener := pq.NewListener(h.db.URL(), minReconnect, maxReconnect, nil)
	defer listener.Close()
	listening := make(chan error, 1)
	go func() { listening <- listener.Listen(channel) }() // waits for the connection
	for {
		var got notification
		select {
		case <-ctx.Done():
			return nil
		case err := <-listening:
			if err != nil {
				return fmt.Errorf("listen: %w", err)
			}
		case n := <-listener.Notify: // nil after a reconnect
			if n != nil && json.Unmarshal([]byte(n.Extra), &got) == nil && got.From == h.name {
				continue
			}
		}
		h.db.Outdate()
		if len(got.Changes) == 0 {
			h.lose()
		}
		for _, c := range got.Changes {
			h.take(c)
		}
	}
}
