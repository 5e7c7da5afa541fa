package tags

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/blog"
	"uvboard/backend/follow"
	"uvboard/backend/forum"
	"uvboard/backend/news"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/web"
	"uvboard/backend/project"
	"uvboard/ent"
)

func TestTags(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
		now := func() time.Time {
			clock = clock.Add(time.Second)
			return clock
		}
		discussions, projects := forum.NewService(db, nil, now), project.NewService(db, nil, now)
		stories := blog.NewService(db, nil, nil, nil, "", now)
		domains := []domain.Domain{forum.Domain(discussions), project.Domain(projects), blog.Domain(stories)}
		follows := follow.NewService(db, domains, now)
		s := NewService(db, projects, discussions, domains)
		write := func(change func(ctx context.Context, tx *ent.Client) error) {
			t.Helper()
			must.NoError(t, db.Write(t.Context(), change))
		}
		hide := func(kind string, id uuid.UUID) {
			t.Helper()
			for _, m := range domain.Collect(domains, func(d domain.Domain) []domain.Moderated { return d.Moderated }) {
				if m.Type == kind {
					write(func(ctx context.Context, tx *ent.Client) error {
						_, err := m.SetHidden(ctx, tx, id, true)
						return err
					})
				}
			}
		}
		user := func(name string) *auth.Caller {
			caller := &auth.Caller{Username: name}
			write(func(ctx context.Context, tx *ent.Client) error {
				u, err := account.NewUser(tx, name, name+"@example.com", "", now()).Save(ctx)
				if err == nil {
					caller.UserID = u.ID
				}
				return err
			})
			return caller
		}
		ada, claude := user("ada"), user("claude")
		build := func(title string, public bool, tools ...string) uuid.UUID {
			p, err := projects.Create(t.Context(), ada, project.Input{
				Title: &title, Tagline: new("What it does"), PrimaryCategory: new("games"), Stage: new("mvp"),
				VibeTools: []string{"claude"}, CustomTools: tools, Tags: []string{"Ash Glaze"},
				Logo: new("/uploads/logo.png"), IsPublic: &public,
			})
			must.NoError(t, err)
			return p.ID
		}
		build("Lamp", true, "Claude Code")
		build("Draft", false, "Claude Code")
		hide(project.Kind, build("Hidden", true, "Claude Code"))
		gone := build("Gone", true, "Claude Code")
		write(func(ctx context.Context, tx *ent.Client) error {
			return tx.Project.UpdateOneID(gone).SetAlive(project.Gone).Exec(ctx)
		})
		tell := func(title string, public bool) uuid.UUID {
			p, err := stories.Create(t.Context(), ada, blog.Input{Title: &title, Content: new("It runs."),
				Tags: []string{"claude-code", "ash-glaze"}, IsPublished: &public})
			must.NoError(t, err)
			return p.ID
		}
		tell("Firing", true)
		tell("Unfinished", false)
		hide(blog.Kind, tell("Removed", true))
		channel, err := discussions.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		discuss := func(by *auth.Caller, title, text string) uuid.UUID {
			thread, err := discussions.CreateThread(t.Context(), by, channel.ID, title, text)
			must.NoError(t, err)
			return thread.ID
		}
		discuss(ada, "Claude Code or not", "Text")
		answered := discuss(ada, "Which one?", "Text")
		_, err = discussions.CreatePost(t.Context(), ada, answered, nil, "I use claude code for ash glaze")
		must.NoError(t, err)
		discuss(claude, "My code", "Names nothing but its author")
		discuss(ada, "Claudette codes", "Longer words")
		hide(forum.ThreadKind, discuss(ada, "Claude Code, hidden", "Text"))
		must.NoError(t, discussions.DeleteThread(t.Context(), ada, discuss(ada, "Claude Code, deleted", "Text")))
		write(func(ctx context.Context, tx *ent.Client) error {
			for _, kind := range []string{tag.Tool, tag.Topic} {
				if err := tag.Set(ctx, tx, news.Tagged.Target, tag.Item{ID: uuid.New(), PublishedAt: now(),
					Tags: tag.Of(kind, "claude-code")}); err != nil {
					return err
				}
			}
			return tx.TagSynonym.Create().SetID("tool:cc").SetTag("tool:claude-code").Exec(ctx)
		})
		_, err = follows.Add(t.Context(), claude.UserID, follow.Tool, "Claude Code")
		must.NoError(t, err)

		want := Tag{ID: "tool:claude-code", Name: "Claude Code", Followers: 1, Projects: 1, Stories: 1, Threads: 2,
			News: 2}
		for _, word := range []string{"claude-code", "Claude Code", " CLAUDE_CODE ", "cc"} {
			got, err := s.Get(t.Context(), ada, tag.Tool, word)
			must.NoError(t, err)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q: (-want +got)\n%s", word, diff)
			}
		}
		if got, err := s.Get(t.Context(), claude, tag.Tool, "cc"); err != nil || !got.IsFollowed {
			t.Errorf("its follower: %+v, %v", got, err)
		}
		got, err := s.Get(t.Context(), nil, tag.Topic, "Ash Glaze")
		must.NoError(t, err)
		want = Tag{ID: "tag:ash-glaze", Name: "Ash Glaze", Projects: 1, Stories: 1, Threads: 1}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("a tag: (-want +got)\n%s", diff)
		}
		if got, err = s.Get(t.Context(), nil, tag.Tool, "vercel_v0"); err != nil || got.Name != "Vercel v0" {
			t.Errorf("a listed tool without projects: %+v, %v", got, err)
		}
		for word, empty := range map[string]bool{"claude-code": false, "vercel-v0": true} {
			var page web.Page
			must.NoError(t, NewHandler(s).describeTool(t.Context(), web.Request{Param: word}, &page))
			if page.NoIndex != empty {
				t.Errorf("the page of %s is in search engines: %v", word, !page.NoIndex)
			}
		}
		_, err = follows.Add(t.Context(), ada.UserID, follow.Tool, "vercel-v0")
		must.NoError(t, err)
		for kind, word := range map[string]string{tag.Tool: "never-heard-of", tag.Topic: "vercel-v0", "tool ": " "} {
			if _, err := s.Get(t.Context(), nil, kind, word); !fault.IsNotFound(err) {
				t.Errorf("unknown %s %q: %v", kind, word, err)
			}
		}

		titles := func(entries []web.Entry) (list []string) {
			for _, e := range entries {
				list = append(list, e.Title)
			}
			return list
		}
		feed, err := s.feed(tag.Tool).Narrow(t.Context(), map[string][]string{"id": {"Claude Code"}})
		must.NoError(t, err)
		entries, err := feed.Entries(t.Context(), nil, 10)
		must.NoError(t, err)
		if diff := cmp.Diff([]string{"Which one?", "Claude Code or not", "Firing", "Lamp"},
			titles(entries)); diff != "" {
			t.Errorf("feed: (-want +got)\n%s", diff)
		}
		ids, err := s.listed(t.Context())
		must.NoError(t, err)
		if diff := cmp.Diff([]string{"tool:claude", "tool:claude-code", "tool:other", "tag:ash-glaze",
			"tag:claude-code"}, ids); diff != "" {
			t.Errorf("sitemap: (-want +got)\n%s", diff)
		}

		listed := func(q project.ListQuery) (list []string) {
			q.Size = 10
			page, err := projects.List(t.Context(), q)
			must.NoError(t, err)
			for _, p := range page.Projects {
				list = append(list, p.Title)
			}
			return list
		}
		if diff := cmp.Diff([][]string{{"Lamp"}, {"Lamp"}, nil}, [][]string{
			listed(project.ListQuery{With: "Claude Code"}),
			listed(project.ListQuery{Tag: "ash-glaze", Stage: "mvp"}),
			listed(project.ListQuery{Tag: "ash-glaze", Stage: "beta"})}); diff != "" {
			t.Errorf("lists of projects: (-want +got)\n%s", diff)
		}
		var threads []string
		for token := ""; ; {
			page, next, err := discussions.ListThreads(t.Context(), nil, forum.ThreadQuery{Tag: "claude-code", Size: 1,
				Token: token})
			must.NoError(t, err)
			for _, thread := range page {
				threads = append(threads, thread.Title)
			}
			if token = next; token == "" {
				break
			}
		}
		if diff := cmp.Diff([]string{"Which one?", "Claude Code or not"}, threads); diff != "" {
			t.Errorf("threads: (-want +got)\n%s", diff)
		}
	})
}
