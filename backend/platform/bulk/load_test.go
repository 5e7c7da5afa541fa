package bulk_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

func TestLoad(t *testing.T) {
	found := func(t *testing.T, db *store.DB, text string) int {
		t.Helper()
		ids, _, err := search.IDs(t.Context(), db, search.Query{Kind: "thing", Text: text})
		must.NoError(t, err)
		return len(ids)
	}
	doc := func(title string) search.Doc {
		return search.Doc{Kind: "thing", RefID: store.NewID(time.Now()), Title: title}
	}
	var many []search.Doc
	for range 1000 { // more than one INSERT takes
		many = append(many, doc("loaded"))
	}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		stop := errors.New("stop")
		err := bulk.Load(t.Context(), db, func(l *bulk.Loader) error {
			return errors.Join(l.Add(t.Context(), search.Rows(many...)), stop)
		})
		if !errors.Is(err, stop) || found(t, db, "loaded") != 0 {
			t.Fatalf("error %v and %d rows after a failed load", err, found(t, db, "loaded"))
		}
		must.NoError(t, bulk.Load(t.Context(), db, func(l *bulk.Loader) error {
			return errors.Join(
				l.Add(t.Context(), search.Rows(many...), bulk.Rows{Table: "counters", Columns: []string{"id", "value"},
					Values: [][]any{{"things", 1000}}}),
				l.Client.Counter.UpdateOneID("things").AddValue(1).Exec(t.Context()),
			)
		}))
		if n := db.Client().Counter.GetX(t.Context(), "things").Value; n != 1001 {
			t.Errorf("the counter is %d, want 1001", n)
		}
		// Documents written later are also found.
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return search.Put(ctx,
				tx, doc("written"))
		}))
		if a, b := found(t, db, "loaded"), found(t, db, "written"); a != len(many) || b != 1 {
			t.Errorf("%d loaded and %d written are found, want %d and 1", a, b, len(many))
		}
	})
}
