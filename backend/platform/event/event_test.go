package event_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/platform/event"
	"uvboard/backend/platform/must"
)

// The payload of a task that an earlier version stored has the same meaning.
func TestStoredTask(t *testing.T) {
	var c event.Task
	const id = "01939c1e-0000-7000-8000-00000000000"
	stored := `{"k":"voted","i":{"Type":"forum_post","ID":"` + id + `1"},"a":"` + id +
		`2","p":{"Type":"forum_thread","ID":"` + id + `3"},` +
		`"n":[{"Type":"forum_channel","ID":"` + id + `4"}],"t":["` + id + `5"],"d":"hide","b":1,"c":2,"s":"` + id +
		`6","m":["` + id + `7"]}`
	must.NoError(t, json.Unmarshal([]byte(stored), &c))
	at := func(last string) uuid.UUID { return uuid.MustParse(id + last) }
	want := event.Task{Event: event.Event{
		Kind: event.Voted, Item: event.Item{Type: "forum_post", ID: at("1")}, Actor: at("2"),
		Parent: event.Item{Type: "forum_thread", ID: at("3")},
		In:     []event.Item{{Type: "forum_channel", ID: at("4")}}, To: []uuid.UUID{at("5")}, Detail: "hide",
		Upvotes: event.Upvotes{Before: 1, After: 2},
	}, ID: at("6"), Mentions: []uuid.UUID{at("7")}}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	again, err := json.Marshal(c)
	must.NoError(t, err)
	if string(again) != stored {
		t.Errorf("stored as %s, want %s", again, stored)
	}
}
