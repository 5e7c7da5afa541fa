package saved

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/forum"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	"uvboard/ent/forumthread"
)

func TestSave(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
		now := func() time.Time {
			clock = clock.Add(time.Second)
			return clock
		}
		discussions := forum.NewService(db, nil, now)
		s := NewService(db, domain.ItemKinds([]domain.Domain{forum.Domain(discussions)}), now)
		user := func(name string) *auth.Caller {
			caller := &auth.Caller{Username: name}
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				u, err := account.NewUser(tx, name, name+"@example.com", "", clock).Save(ctx)
				if err == nil {
					caller.UserID = u.ID
				}
				return err
			}))
			return caller
		}
		ada, bob := user("ada"), user("bob")
		channel, err := discussions.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		var threads []uuid.UUID
		for i := range 3 {
			thread, err := discussions.CreateThread(t.Context(), ada, channel.ID, fmt.Sprintf("Kiln ÜBER %d", i),
				"Hot.")
			must.NoError(t, err)
			threads = append(threads, thread.ID)
			label := " later "
			item, err := s.Save(t.Context(), bob.UserID, forum.ThreadKind, thread.ID, &label)
			must.NoError(t, err)
			if item.Label != "later" || item.Target == nil || item.Target.Title != thread.Title {
				t.Errorf("saved %+v", item)
			}
		}
		list := func(q Query, size int) (titles []string) {
			for token := ""; ; {
				items, next, err := s.List(t.Context(), bob.UserID, q, size, token)
				must.NoError(t, err)
				for _, item := range items {
					title := "not available"
					if item.Target != nil {
						title = item.Target.Title
					}
					titles = append(titles, title)
				}
				if token = next; token == "" {
					return titles
				}
			}
		}
		expect := func(what string, got []string, want ...string) {
			t.Helper()
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
		expect("newest first, in pages", list(Query{}, 2), "Kiln ÜBER 2", "Kiln ÜBER 1", "Kiln ÜBER 0")
		expect("by text in another case", list(Query{Text: "über 1"}, 20), "Kiln ÜBER 1")
		expect("by label in another case", list(Query{Text: "LATER"}, 20), "Kiln ÜBER 2", "Kiln ÜBER 1", "Kiln ÜBER 0")
		expect("by id", list(Query{IDs: threads[:1]}, 20), "Kiln ÜBER 0")
		expect("of another type", list(Query{Type: "project"}, 20))
		if items, _, err := s.List(t.Context(), ada.UserID, Query{}, 20, ""); err != nil || len(items) != 0 {
			t.Errorf("another user sees %v, %v", items, err)
		}

		// Saving again keeps the label unless there is a new one, and adds no row.
		item, err := s.Save(t.Context(), bob.UserID, forum.ThreadKind, threads[0], nil)
		must.NoError(t, err)
		if item.Label != "later" {
			t.Errorf("label %q", item.Label)
		}
		_, err = s.Save(t.Context(), bob.UserID, forum.ThreadKind, threads[0], new("read"))
		must.NoError(t, err)
		labels, err := s.Labels(t.Context(), bob.UserID)
		must.NoError(t, err)
		expect("labels", labels, "later", "read")

		// The title of a hidden item is not shown, and it cannot be saved.
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.ForumThread.Update().Where(forumthread.ID(threads[0])).SetIsVisible(false).Exec(ctx)
		}))
		expect("a hidden item", list(Query{Label: "read"}, 20), "not available")
		for _, id := range []uuid.UUID{threads[0], uuid.New(), uuid.Nil} {
			if _, err := s.Save(t.Context(), ada.UserID, forum.ThreadKind, id, nil); !fault.IsNotFound(err) {
				t.Errorf("saving %s: %v", id, err)
			}
		}
		for range 2 {
			must.NoError(t, s.Unsave(t.Context(), bob.UserID, forum.ThreadKind, threads[0]))
		}
		expect("removed", list(Query{}, 20), "Kiln ÜBER 2", "Kiln ÜBER 1")
		for more := true; more; {
			more, err = Domain(s).Exports[0].ErasePrivate(t.Context(), db, bob.UserID)
			must.NoError(t, err)
		}
		expect("erased", list(Query{}, 20))
	})
}
