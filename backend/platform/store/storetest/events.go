package storetest

import (
	"context"
	"fmt"
	"sync"

	"uvboard/backend/platform/event"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// Recorder records the events of a database.
type Recorder struct {
	Refuse error // what the listener returns

	mu     sync.Mutex
	events []event.Event
}

// Listen listens on a database, in place of other listeners.
func Listen(db *store.DB) *Recorder {
	h := new(Recorder)
	db.SetListeners(event.Listener{InTx: func(_ context.Context, _ *ent.Client, e event.Event) error {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.events = append(h.events, e)
		return h.Refuse
	}})
	return h
}

// Texts describes the events with links or mentions.
func (h *Recorder) Texts() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var texts []string
	for _, e := range h.events {
		if len(e.Text.Links)+len(e.Text.Mentions) > 0 {
			texts = append(texts, fmt.Sprint(e.Kind, " ", e.Item.Type, " ", e.Text.Links, " ", len(e.Text.Mentions)))
		}
	}
	return texts
}
