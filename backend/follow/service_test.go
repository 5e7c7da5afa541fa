package follow

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"uvboard/backend/account"
	"uvboard/backend/blog"
	"uvboard/backend/forum"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/tag"
	"uvboard/backend/project"
	"uvboard/backend/user"
	"uvboard/ent"
)

type fixture struct {
	*Service
	t        *testing.T
	forum    *forum.Service
	projects *project.Service
	stories  *blog.Service
	events   []event.Event
}

func newFixture(t *testing.T, db *store.DB) *fixture {
	clock := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	now := func() time.Time {
		clock = clock.Add(time.Second)
		return clock
	}
	f := &fixture{t: t, forum: forum.NewService(db, nil, now), projects: project.NewService(db, nil, now),
		stories: blog.NewService(db, nil, nil, nil, "", now)}
	users := user.NewService(db, nil, now)
	f.Service = NewService(db, []domain.Domain{forum.Domain(f.forum), user.Domain(users, nil),
		project.Domain(f.projects), blog.Domain(f.stories)}, now)
	db.SetListeners(event.Listener{InTx: func(_ context.Context, _ *ent.Client, e event.Event) error {
		f.events = append(f.events, e)
		return nil
	}})
	return f
}

func (f *fixture) user(name string) *auth.Caller {
	caller := &auth.Caller{Username: name}
	must.NoError(f.t, f.db.Write(f.t.Context(), func(ctx context.Context, tx *ent.Client) error {
		u, err := account.NewUser(tx, name, name+"@example.com", "", time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)).
			Save(ctx)
		if err == nil {
			caller.UserID = u.ID
		}
		return err
	}))
	return caller
}

func (f *fixture) exact() {
	f.t.Helper()
	drifts, err := doctor.Examine(f.t.Context(), f.db, []domain.Domain{Domain(f.Service)})
	must.NoError(f.t, err)
	if len(drifts) > 0 {
		f.t.Errorf("drift: %v", drifts)
	}
}

func TestFollow(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		ada, bob := f.user("ada"), f.user("bob")
		channel, err := f.forum.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tag.Set(ctx, tx, tag.Target{Type: "blog_post", Count: "story_count"},
				tag.Item{ID: uuid.New(), PublishedAt: f.now(), Tags: tag.Of(tag.Topic, "Shino")})
		}))
		f.events = nil
		for range 2 { // a repeat changes nothing
			for _, what := range [][2]string{{User, ada.UserID.String()}, {Channel, channel.ID.String()},
				{Tag, "shino"}} {
				_, err := f.Add(t.Context(), bob.UserID, what[0], what[1])
				must.NoError(t, err)
			}
		}
		if len(f.events) != 1 || f.events[0].Kind != event.Followed || f.events[0].Actor != bob.UserID ||
			f.events[0].To[0] != ada.UserID {
			t.Errorf("events %+v", f.events)
		}
		list := func(kind string, ids ...string) (titles []string) {
			for token := ""; ; {
				follows, next, err := f.List(t.Context(), bob.UserID, kind, ids, 2, token)
				must.NoError(t, err)
				for _, each := range follows {
					titles = append(titles, each.Type+" "+each.Title)
				}
				if token = next; token == "" {
					return titles
				}
			}
		}
		expect := func(what string, got, want any) {
			t.Helper()
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
		expect("newest first", list(""), []string{"tag Shino", "channel Kilns", "user @ada"})
		expect("of a type", list(Channel), []string{"channel Kilns"})
		expect("by slug in another form", list(Tag, "SHINO", "other"), []string{"tag Shino"})

		for what, err := range map[string]error{
			"oneself":       second(f.Add(t.Context(), bob.UserID, User, bob.UserID.String())),
			"unknown":       second(f.Add(t.Context(), bob.UserID, Project, uuid.NewString())),
			"no id":         second(f.Add(t.Context(), bob.UserID, User, "ada")),
			"an unused tag": second(f.Add(t.Context(), bob.UserID, Tool, "Shino")),
		} {
			code := "NOT_FOUND"
			if what == "oneself" {
				code = "OWN_ACCOUNT"
			}
			if got := fault.Of(err); got == nil || got.Code != code {
				t.Errorf("%s: %v", what, err)
			}
		}

		people := func(caller *auth.Caller, of uuid.UUID, followers bool) int {
			rows, _, err := f.People(t.Context(), caller, of, followers, 10, "")
			if got := fault.Of(err); got != nil && got.Code == "HIDDEN" {
				return -1
			}
			must.NoError(t, err)
			return len(rows)
		}
		expect("followers and following", []int{people(nil, ada.UserID, true), people(nil, bob.UserID, false),
			people(nil, bob.UserID, true)}, []int{1, 1, 0})
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.User.UpdateOneID(ada.UserID).SetHidesFollows(true).Exec(ctx)
		}))
		expect("hidden from all but the user", []int{people(nil, ada.UserID, true), people(bob, ada.UserID, true),
			people(ada, ada.UserID, true)}, []int{-1, -1, 1})
		_, err = f.Add(t.Context(), ada.UserID, User, bob.UserID.String())
		must.NoError(t, err)
		expect("a follower who hides it is shown to the followed only",
			[]int{people(nil, bob.UserID, true), people(bob, bob.UserID, true)}, []int{0, 1})
		f.exact()
		for range 2 {
			must.NoError(t, f.Remove(t.Context(), bob.UserID, Tag, "Shino"))
			must.NoError(t, f.Remove(t.Context(), bob.UserID, User, ada.UserID.String()))
		}
		expect("the rest", list(""), []string{"channel Kilns"})
		f.exact()
	})
}

func second[T any](_ T, err error) error { return err }

// Followers see the new items of what they follow, each once, in one list.
func TestFollowedItems(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		ada, bob, eve := f.user("ada"), f.user("bob"), f.user("eve")
		channel, err := f.forum.CreateChannel(t.Context(), eve, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		other, err := f.forum.CreateChannel(t.Context(), eve, forum.NewChannel{Name: "Looms"})
		must.NoError(t, err)
		thread := func(by *auth.Caller, in *ent.ForumChannel, title string) *ent.ForumThread {
			created, err := f.forum.CreateThread(t.Context(), by, in.ID, title, "Text")
			must.NoError(t, err)
			return created
		}
		create := func(by *auth.Caller, title string, public bool, tools ...string) *ent.Project {
			p, err := f.projects.Create(t.Context(), by, project.Input{
				Title: &title, Tagline: new("What it does"), PrimaryCategory: new("games"), Stage: new("mvp"),
				VibeTools: tools, Tags: []string{"Shino"},
				Logo: new("/uploads/logo.png"), IsPublic: &public,
			})
			must.NoError(t, err)
			return p
		}
		story := func(by *auth.Caller, title string, tags ...string) {
			_, err := f.stories.Create(t.Context(), by, blog.Input{Title: &title, Content: new("It runs."), Tags: tags})
			must.NoError(t, err)
		}
		late := create(ada, "Late", false, "cursor")
		create(ada, "Lamp", true, "cursor")
		create(eve, "Tide", true, "claude")
		create(eve, "Wharf", true, "v0")
		thread(ada, other, "By ada")
		thread(eve, channel, "In Kilns")
		thread(eve, other, "Neither")
		thread(ada, channel, "Both")
		gone := thread(ada, channel, "Gone")
		must.NoError(t, f.forum.DeleteThread(t.Context(), ada, gone.ID))
		story(ada, "Glaze")
		story(eve, "Ash", "Shino")
		story(eve, "Clay", "Raku")
		_, err = f.projects.Update(t.Context(), ada, late.ID, project.Input{IsPublic: new(true)})
		must.NoError(t, err)

		reasons := map[string]string{}
		list := func(size int) (titles []string) {
			clear(reasons)
			for token := ""; ; {
				items, next, err := f.Items(t.Context(), bob.UserID, size, token)
				must.NoError(t, err)
				for _, i := range items {
					titles = append(titles, i.Title)
					reasons[i.Title] = i.Follow.Type + " " + i.Follow.Title
				}
				if token = next; token == "" {
					return titles
				}
			}
		}
		expect := func(what string, want ...string) {
			t.Helper()
			for _, size := range []int{1, 3, 20} {
				if got := list(size); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s in pages of %d: %v, want %v", what, size, got, want)
				}
			}
		}
		add := func(kind, id string) {
			_, err := f.Add(t.Context(), bob.UserID, kind, id)
			must.NoError(t, err)
		}
		expect("nothing")
		add(User, ada.UserID.String())
		expect("by a user, a draft by the time of its publication", "Late", "Glaze", "Both", "By ada", "Lamp")
		add(Channel, channel.ID.String())
		expect("and in a channel", "Late", "Glaze", "Both", "In Kilns", "By ada", "Lamp")
		add(Tool, "Claude")
		add(Tag, "raku")
		expect("and with a tool or a tag", "Late", "Clay", "Glaze", "Both", "In Kilns", "By ada", "Tide", "Lamp")
		want := map[string]string{"Late": "user @ada", "Clay": "tag raku", "Glaze": "user @ada", "Both": "user @ada",
			"In Kilns": "channel Kilns", "By ada": "user @ada", "Tide": "tool Claude", "Lamp": "user @ada"}
		if diff := cmp.Diff(want, reasons); diff != "" {
			t.Errorf("why items are listed: (-want +got)\n%s", diff)
		}
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.TagSynonym.Create().SetID("tag:raku").SetTag("tag:shino").Exec(ctx)
		}))
		must.NoError(t, f.Remove(t.Context(), bob.UserID, User, ada.UserID.String()))
		expect("with the tag that the followed one has been merged into", "Late", "Ash", "Both", "In Kilns", "Wharf",
			"Tide", "Lamp")
	})
}

// Each kind of item has the picture and the votes of its card.
func TestFollowedCards(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		ada, bob := f.user("ada"), f.user("bob")
		shown, err := f.projects.Create(t.Context(), ada, project.Input{
			Title: new("Lamp"), Tagline: new("What it does"), PrimaryCategory: new("games"), Stage: new("mvp"),
			VibeTools: []string{"cursor"}, Logo: new("/uploads/logo.png"), IsPublic: new(true),
			Screenshots: []string{"/uploads/first.png", "/uploads/second.png"},
		})
		must.NoError(t, err)
		_, err = f.projects.CreateUpdate(t.Context(), ada, shown.ID,
			project.UpdateText{Title: new("Brighter"), Content: new("It runs.")})
		must.NoError(t, err)
		_, err = f.stories.Create(t.Context(), ada,
			blog.Input{Title: new("Ash"), Content: new("It runs."), CoverImage: new("/uploads/ash.png")})
		must.NoError(t, err)
		storetest.Exec(t, db, "UPDATE projects SET upvotes = 3, downvotes = 1")
		storetest.Exec(t, db, "UPDATE blog_posts SET upvotes = 2")
		_, err = f.Add(t.Context(), bob.UserID, User, ada.UserID.String())
		must.NoError(t, err)
		items, _, err := f.Items(t.Context(), bob.UserID, 10, "")
		must.NoError(t, err)
		var got []string
		for _, i := range items {
			got = append(got, fmt.Sprint(i.Type, " ", i.Image, " ", i.Votes.GetUpvotes(), " ", i.Votes.GetDownvotes(),
				" ", i.Votes != nil))
		}
		want := []string{"blog_post /uploads/ash.png 2 0 true", "project_update /uploads/first.png 0 0 false",
			"project /uploads/first.png 3 1 true"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}

// Users who follow and unfollow each other at the same time, and the erasure of one, leave the counters exact.
func TestFollowAtTheSameTime(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		f.now = func() time.Time { return time.Date(2026, 5, 2, 12, 0, 0, 0, time.UTC) }
		db.SetListeners()
		var all []uuid.UUID
		for i := range 4 {
			all = append(all, f.user(fmt.Sprint("user", i)).UserID)
		}
		group, ctx := errgroup.WithContext(t.Context())
		for i := range 8 {
			group.Go(func() error {
				for n := range 10 {
					a, b := all[i%4], all[(i+1+n%3)%4]
					if _, err := f.Add(ctx, a, User, b.String()); err != nil {
						return err
					}
					if n%2 == 0 {
						if err := f.Remove(ctx, a, User, b.String()); err != nil {
							return err
						}
					}
				}
				return nil
			})
		}
		must.NoError(t, group.Wait())
		f.exact()
		for more := true; more; {
			var err error
			more, err = f.erase(t.Context(), all[0])
			must.NoError(t, err)
		}
		f.exact()
		if n := db.Client().User.GetX(t.Context(), all[0]); n.FollowerCount+n.FollowingCount != 0 {
			t.Errorf("%d followers and %d followed after the erasure", n.FollowerCount, n.FollowingCount)
		}
	})
}

// Those who follow an item for any reason are told of it, each once and in steps, and a user of a follower who stays.
func TestFollowersAreTold(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		ada, bob, cy, dan := f.user("ada"), f.user("bob"), f.user("cy"), f.user("dan")
		channel, err := f.forum.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		created, err := f.forum.CreateThread(t.Context(), ada, channel.ID, "Both", "Text")
		must.NoError(t, err)
		_, err = f.stories.Create(t.Context(), ada, blog.Input{Title: new("Ash"), Content: new("It runs."),
			Tags: []string{"Shino"}})
		must.NoError(t, err)
		for who, what := range map[*auth.Caller][][2]string{
			bob: {{User, ada.UserID.String()}, {Channel, channel.ID.String()}}, cy: {{Channel, channel.ID.String()}},
			dan: {{Tag, "shino"}},
		} {
			for _, w := range what {
				_, err := f.Add(t.Context(), who.UserID, w[0], w[1])
				must.NoError(t, err)
			}
		}
		told := func(e event.Event) (ids []uuid.UUID) {
			t.Helper()
			for _, n := range f.notices() {
				if !n.On(e) {
					continue
				}
				to, err := n.Of(t.Context(), db.Client(), e)
				must.NoError(t, err)
				for after := uuid.Nil; to != nil; {
					some, err := to.To(t.Context(), after, 1)
					must.NoError(t, err)
					if len(some) == 0 {
						break
					}
					ids, after = append(ids, some...), some[0]
				}
			}
			return ids
		}
		published := map[string]event.Event{}
		for _, e := range f.events {
			if e.Kind == event.Published {
				published[e.Item.Type] = e
			}
		}
		for kind, want := range map[string][]uuid.UUID{forum.ThreadKind: {bob.UserID, cy.UserID},
			blog.Kind: {bob.UserID, dan.UserID}} {
			if got := told(published[kind]); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("of a %s %v are told, want %v", kind, got, want)
			}
		}
		if got := told(userEvent(event.Followed, bob.UserID, ada.UserID)); len(got) != 1 || got[0] != ada.UserID {
			t.Errorf("of a follower %v are told", got)
		}
		must.NoError(t, f.forum.DeleteThread(t.Context(), ada, created.ID))
		if got := told(published[forum.ThreadKind]); len(got) > 0 {
			t.Errorf("of a deleted thread %v are told", got)
		}
		must.NoError(t, f.Remove(t.Context(), bob.UserID, User, ada.UserID.String()))
		if got := told(userEvent(event.Followed, bob.UserID, ada.UserID)); len(got) > 0 {
			t.Errorf("of a follower who left %v are told", got)
		}
	})
}
