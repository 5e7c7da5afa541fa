package store_test

import (
	"context"
	"slices"
	"testing"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	"uvboard/ent/contactmessage"
)

func TestHasPrefixFold(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
			for _, name := range []string{"Éva Ödön", "ÉVA", "éva", "Eva", "a*", "a?", "a[b]", "a^", "a-b", "a%", "a_",
				`a\`, "a.(1)|{2}+$"} {
				err := tx.ContactMessage.Create().SetCreatedAt(now).SetUpdatedAt(now).SetName(name).SetEmail("x").
					SetSubject("x").SetMessage("x").Exec(ctx)
				if err != nil {
					return err
				}
			}
			return nil
		}))
		for prefix, want := range map[string][]string{
			"Éva": {"Éva Ödön", "ÉVA", "éva"}, "ÉVA ö": {"Éva Ödön"}, "eva": {"Eva"}, "va": nil,
			"A*": {"a*"}, "A?": {"a?"}, "a[": {"a[b]"}, "a[B]": {"a[b]"}, "A^": {"a^"}, "a-B": {"a-b"}, "a%": {"a%"},
			"a_": {"a_"}, `A\`: {`a\`},
			"A.(1)|{2}+$": {"a.(1)|{2}+$"}, "a.": {"a.(1)|{2}+$"}, "]": nil, "^": nil, "*": nil, "%": nil,
		} {
			var got []string
			err := db.Client().ContactMessage.Query().Where(func(q *entsql.Selector) {
				q.Where(store.HasPrefixFold(q.C(contactmessage.FieldName), prefix))
			}).Select(contactmessage.FieldName).Scan(t.Context(), &got)
			slices.Sort(got)
			slices.Sort(want)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s finds %q, want %q: %v", prefix, got, want, err)
			}
		}
	})
}
