package collection

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/ent"
	entproject "uvboard/ent/project"
)

func TestCollections(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
		now := func() time.Time {
			clock = clock.Add(time.Second)
			return clock
		}
		s := NewService(db, project.NewService(db, nil, now), now)
		user := func(name string) *auth.Caller {
			caller := &auth.Caller{Username: name}
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				u, err := account.NewUser(tx, name, name+"@example.com", "", now()).Save(ctx)
				if err == nil {
					caller.UserID = u.ID
				}
				return err
			}))
			return caller
		}
		ada, bob, admin := user("ada"), user("bob"), user("admin")
		admin.Role = auth.RoleAdmin
		shown := func(title string, public bool) (id uuid.UUID) {
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				p, err := tx.Project.Create().SetID(store.NewID(now())).SetUserID(bob.UserID).SetTitle(title).
					SetTitleKey(title).SetTagline("x").SetStage("mvp").SetPrimaryCategory("games").
					SetIsPublic(public).SetCreatedAt(now()).SetUpdatedAt(now()).Save(ctx)
				if err == nil {
					id = p.ID
				}
				return err
			}))
			return id
		}
		kiln, lamp, vase, draft := shown("Kiln", true), shown("Lamp", true), shown("Vase", true), shown("Draft", false)
		c, err := s.Create(t.Context(), ada, Change{new(" Warm things "), new("Hot.\n"), new(false)})
		must.NoError(t, err)
		if c.Title != "Warm things" || c.Description != "Hot." || c.IsPublic {
			t.Errorf("created %+v", c)
		}
		set := func(id uuid.UUID, note *string, place *int) error {
			_, err := s.SetItem(t.Context(), ada, c.ID, id, note, place)
			return err
		}
		see := func(caller *auth.Caller) (items []string) {
			got, err := s.Get(t.Context(), caller, c.ID)
			if err != nil {
				return []string{fault.Of(err).Code}
			}
			for _, item := range got.Items {
				title := "not public"
				if item.Project != nil {
					title = item.Project.Title
				}
				items = append(items, title+" "+item.Note)
			}
			return items
		}
		expect := func(what string, got []string, want ...string) {
			t.Helper()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: (-want +got)\n%s", what, diff)
			}
		}
		refused := func(code string, err error) {
			t.Helper()
			if got := fault.Of(err); got == nil || got.Code != code {
				t.Errorf("%v, want %s", err, code)
			}
		}
		must.NoError(t, set(kiln, new("It is\nhot"), nil))
		must.NoError(t, set(lamp, nil, nil))
		must.NoError(t, set(vase, nil, new(1)))
		expect("in order", see(ada), "Vase ", "Kiln It is hot", "Lamp ")
		must.NoError(t, set(vase, new("Tall"), new(9)))
		must.NoError(t, set(kiln, nil, new(2)))
		expect("moved", see(ada), "Lamp ", "Kiln It is hot", "Vase Tall")
		must.NoError(t, set(kiln, new(""), nil))
		refused("PROJECT_NOT_FOUND", set(draft, nil, nil))
		refused("PROJECT_NOT_FOUND", set(uuid.Nil, nil, nil))

		// A private collection does not exist for others, and a public one is changed by its owner only.
		for _, caller := range []*auth.Caller{nil, bob, admin} {
			expect("private", see(caller), "COLLECTION_NOT_FOUND")
		}
		_, err = s.Update(t.Context(), bob, c.ID, Change{Title: new("Mine")})
		refused("COLLECTION_NOT_FOUND", err)
		_, err = s.Update(t.Context(), ada, c.ID, Change{IsPublic: new(true)})
		must.NoError(t, err)
		_, err = s.Update(t.Context(), bob, c.ID, Change{Title: new("Mine")})
		refused("NOT_OWNER", err)
		_, err = s.SetItem(t.Context(), admin, c.ID, kiln, new("Mine"), nil)
		refused("NOT_OWNER", err)
		_, err = s.RemoveItem(t.Context(), bob, c.ID, kiln)
		refused("NOT_OWNER", err)
		refused("NOT_OWNER", s.Delete(t.Context(), admin, c.ID))

		// Only the owner sees that a project is not public any more.
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.Project.Update().Where(entproject.ID(kiln)).SetIsPublic(false).Exec(ctx)
		}))
		expect("a hidden project", see(bob), "Lamp ", "Vase Tall")
		expect("a hidden project for the owner", see(ada), "Lamp ", "not public ", "Vase Tall")
		must.NoError(t, set(kiln, nil, new(1)))
		removed, err := s.RemoveItem(t.Context(), ada, c.ID, lamp)
		must.NoError(t, err)
		if removed == nil || removed.ProjectID != lamp || removed.Position != 2 {
			t.Errorf("removed %v, want the second one", removed)
		}
		if again, err := s.RemoveItem(t.Context(), ada, c.ID, lamp); err != nil || again != nil {
			t.Errorf("removed again: %v %v", again, err)
		}

		list := func(caller *auth.Caller, size int) (got []string) {
			for token := ""; ; {
				page, next, err := s.List(t.Context(), caller, ada.UserID, vase, size, token)
				must.NoError(t, err)
				for _, c := range page {
					got = append(got, fmt.Sprint(c.Title, " ", c.Count, " ", c.Has))
				}
				if token = next; token == "" {
					return got
				}
			}
		}
		secret, err := s.Create(t.Context(), ada, Change{Title: new("Secret")})
		must.NoError(t, err)
		// The first four that everybody sees, in order, of each collection.
		for _, title := range []string{"A", "B", "C", "D", "E"} {
			_, err := s.SetItem(t.Context(), ada, secret.ID, shown(title, true), nil, new(1))
			must.NoError(t, err)
		}
		all, _, err := s.List(t.Context(), ada, ada.UserID, uuid.Nil, 20, "")
		must.NoError(t, err)
		var pictures []string
		for _, c := range all {
			for _, p := range c.First {
				pictures = append(pictures, c.Title+": "+p.Title)
			}
		}
		expect("pictures", pictures, "Secret: E", "Secret: D", "Secret: C", "Secret: B", "Warm things: Vase")
		for _, p := range all[0].First {
			_, err := s.RemoveItem(t.Context(), ada, secret.ID, p.ID)
			must.NoError(t, err)
		}
		expect("own", list(ada, 1), "Secret 1 false", "Warm things 1 true")
		expect("of another", list(bob, 1), "Warm things 1 true")

		hide := func(hidden bool) {
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				changed, err := s.setHidden(ctx, tx, c.ID, hidden)
				if !changed {
					t.Error("nothing has changed")
				}
				return err
			}))
		}
		hide(true)
		expect("hidden", see(bob), "COLLECTION_NOT_FOUND")
		expect("hidden, for an admin", see(admin), "Vase Tall")
		expect("hidden, for the owner", see(ada), "not public ", "Vase Tall")
		expect("hidden, in the list", list(bob, 20))
		hide(false)
		expect("shown again", see(nil), "Vase Tall")

		for n := range Max - 2 {
			_, err := s.Create(t.Context(), ada, Change{Title: new(fmt.Sprint("Collection ", n))})
			must.NoError(t, err)
		}
		_, err = s.Create(t.Context(), ada, Change{Title: new("One more")})
		refused("COLLECTIONS_FULL", err)
		must.NoError(t, s.Delete(t.Context(), ada, c.ID))
		expect("deleted", see(ada), "COLLECTION_NOT_FOUND")
		for more := true; more; {
			more, err = s.erase(t.Context(), ada.UserID)
			must.NoError(t, err)
		}
		expect("erased", list(ada, 20))
	})
}

func TestFullCollection(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := NewService(db, project.NewService(db, nil, time.Now), time.Now)
		var owner *auth.Caller
		var c *ent.Collection
		var last uuid.UUID
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			u := account.NewUser(tx, "ada", "ada@example.com", "", time.Now()).SaveX(ctx)
			owner = &auth.Caller{UserID: u.ID}
			c = tx.Collection.Create().SetUserID(u.ID).SetTitle("Full").SetCreatedAt(time.Now()).
				SetUpdatedAt(time.Now()).SaveX(ctx)
			for i := range MaxItems + 1 {
				p := tx.Project.Create().SetUserID(u.ID).SetTitle("x").SetTitleKey("x").SetTagline("x").SetStage("mvp").
					SetPrimaryCategory("games").SetCreatedAt(time.Now()).SetUpdatedAt(time.Now()).SaveX(ctx)
				if last = p.ID; i < MaxItems {
					tx.CollectionItem.Create().SetCollectionID(c.ID).SetProjectID(p.ID).SetPosition(i + 1).
						SetCreatedAt(time.Now()).ExecX(ctx)
				}
			}
			return nil
		}))
		if _, err := s.SetItem(t.Context(), owner, c.ID, last, nil, nil); fault.Of(err) == nil ||
			fault.Of(err).Code != "COLLECTION_FULL" {
			t.Errorf("one project more: %v", err)
		}
	})
}
