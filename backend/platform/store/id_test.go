package store_test

import (
	"bytes"
	"testing"
	"time"

	"uvboard/backend/platform/store"
)

func TestNewIDSortsByCall(t *testing.T) {
	at := time.UnixMilli(1_800_000_000_000)
	before := store.NewID(at.Add(-time.Millisecond))
	for range 4000 {
		id := store.NewID(at)
		if bytes.Compare(id[:], before[:]) <= 0 || id.Version() != 7 {
			t.Fatalf("%v after %v", id, before)
		}
		before = id
	}
}
