package project

import (
	"fmt"
	"testing"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent/changelogentry"
)

func TestUpdates(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		ada, eve, admin := h.user(t, "ada"), h.user(t, "eve"), h.admin(t)
		p, draft := h.create(t, ada, idea("Kiln")), h.draft(t, ada, "Lamp")
		text := func(title string) UpdateText { return UpdateText{&title, new("Now **hotter**.")} }
		list := func() (titles []string) {
			for token := ""; ; {
				updates, next, err := h.Updates(t.Context(), nil, p.ID, 1, token)
				must.NoError(t, err)
				for _, u := range updates {
					titles = append(titles, updateTitle(u))
				}
				if token = next; token == "" {
					return titles
				}
			}
		}
		expect := func(what string, want ...string) {
			t.Helper()
			if got := list(); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
		refused := func(code string, err error) {
			t.Helper()
			if got := fault.Of(err); got == nil || got.Code != code {
				t.Errorf("%v, want %s", err, code)
			}
		}
		u, err := h.CreateUpdate(t.Context(), ada, p.ID, text("Version 2"))
		must.NoError(t, err)
		h.clock.Add(1000)
		_, err = h.Update(t.Context(), ada, p.ID, Input{Stage: new("beta")})
		must.NoError(t, err)
		_, err = h.Update(t.Context(), ada, draft.ID, Input{Stage: new("beta")})
		must.NoError(t, err)
		expect("newest first", "From MVP to Beta", "Version 2")
		if n := db.Client().ChangelogEntry.Query().Where(changelogentry.ProjectID(draft.ID)).
			CountX(t.Context()); n != 0 {
			t.Errorf("%d updates of a draft", n)
		}
		_, err = h.EditUpdate(t.Context(), ada, p.ID, u.ID, UpdateText{Title: new("Version 3")})
		must.NoError(t, err)
		expect("edited", "From MVP to Beta", "Version 3")
		updates, _, err := h.Updates(t.Context(), nil, p.ID, 5, "")
		must.NoError(t, err)
		if updates[1].EditedAt == nil || updates[1].ContentHTML != "<p>Now <strong>hotter</strong>.</p>" {
			t.Errorf("%+v", updates[1])
		}

		_, err = h.CreateUpdate(t.Context(), eve, p.ID, text("Mine"))
		refused("NOT_PROJECT_OWNER", err)
		_, err = h.CreateUpdate(t.Context(), admin, p.ID, text("Mine"))
		refused("NOT_PROJECT_OWNER", err)
		_, err = h.CreateUpdate(t.Context(), ada, draft.ID, text("Early"))
		refused("PROJECT_NOT_PUBLIC", err)
		_, err = h.EditUpdate(t.Context(), admin, p.ID, u.ID, text("Mine"))
		refused("NOT_PROJECT_OWNER", err)
		_, err = h.EditUpdate(t.Context(), ada, p.ID, updates[0].ID, text("A stage"))
		refused("UPDATE_NOT_FOUND", err)
		_, err = h.EditUpdate(t.Context(), ada, draft.ID, u.ID, text("Of another project"))
		refused("UPDATE_NOT_FOUND", err)
		_, _, err = h.Updates(t.Context(), eve, draft.ID, 5, "")
		refused("PROJECT_NOT_FOUND", err)
		refused("NOT_PROJECT_OWNER", h.DeleteUpdate(t.Context(), eve, p.ID, u.ID))
		must.NoError(t, h.DeleteUpdate(t.Context(), ada, p.ID, u.ID))
		expect("deleted", "From MVP to Beta")
	})
}

// A project with more updates than a transaction removes is deleted in steps.
func TestDeletionOfManyUpdates(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		ada := h.user(t, "ada")
		p := h.create(t, ada, idea("Kiln"))
		for range updateBatch + 1 {
			_, err := h.CreateUpdate(t.Context(), ada, p.ID, UpdateText{new("New"), new("Hotter.")})
			must.NoError(t, err)
		}
		must.NoError(t, h.Delete(t.Context(), ada, p.ID, ""))
		for more, steps := true, 0; more; steps++ {
			var err error
			more, err = h.FinishDeletion(t.Context(), p.ID)
			must.NoError(t, err)
			if more && steps > 1 {
				t.Fatal("too many steps")
			}
		}
		if n := db.Client().ChangelogEntry.Query().CountX(t.Context()) + db.Client().Project.Query().
			CountX(t.Context()); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}
