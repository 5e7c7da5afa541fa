package store_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"uvboard/backend/platform/event"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// An InTx listener may refuse a change. An AfterCommit listener receives the event only after the commit, and only of
// the last of several attempts.
func TestEmit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		refused := errors.New("refused")
		var heard []string
		db.SetListeners(
			event.Listener{InTx: func(ctx context.Context, tx *ent.Client, e event.Event) error {
				if e.Item.Type == "spam" {
					return refused
				}
				return tx.Counter.Create().SetID(e.Item.Type).SetValue(1).Exec(ctx)
			}},
			event.Listener{AfterCommit: func(e event.Event) {
				found, err := db.Client().Counter.Get(t.Context(), e.Item.Type)
				must.NoError(t, err)
				heard = append(heard, found.ID)
			}},
		)
		say := func(types ...string) error {
			return db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				for _, name := range types {
					if err := db.Emit(ctx, tx,
						event.Event{Kind: event.Published, Item: event.Item{Type: name}}); err != nil {
						return err
					}
				}
				if len(heard) > 0 {
					t.Errorf("heard before the commit: %s", heard)
				}
				return nil
			})
		}
		if err := say("thread", "spam"); !errors.Is(err, refused) || len(heard) > 0 {
			t.Errorf("a refused change: %v, heard %s", err, heard)
		}
		must.NoError(t, say("thread", "reply"))
		if want := []string{"thread", "reply"}; !slices.Equal(heard, want) {
			t.Errorf("heard %s, want %s", heard, want)
		}
	})
}
