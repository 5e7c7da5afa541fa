package reindex_test

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uvboard/backend/blog"
	"uvboard/backend/forum"
	"uvboard/backend/news"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/ops/reindex"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/ent"
	entmigrate "uvboard/ent/migrate"
)

// After the upgrade that folds texts in another way, an earlier board has the names, tags and search documents that it
// would get today.
func TestUpgradeOfFoldedTexts(t *testing.T) {
	for name, address := range map[string]string{
		"sqlite": "sqlite://" + filepath.Join(t.TempDir(), "earlier.db"), "postgres": storetest.EmptyPostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address)
			files, err := fs.Glob(entmigrate.Versions, name+"/*.sql")
			must.NoError(t, err)
			earlier := []string{}
			for _, file := range files {
				if version := strings.TrimSuffix(path.Base(file), ".sql"); !strings.HasSuffix(version, "folded_texts") {
					earlier = append(earlier, version)
				}
			}
			must.NoError(t, db.MigrateTo(t.Context(), db.Dialect, earlier))
			fillEarlier(t, db)
			must.NoError(t, db.Migrate(t.Context()))

			var keys []string
			for _, c := range db.Client().ForumChannel.Query().AllX(t.Context()) {
				keys = append(keys, c.NameKey)
			}
			for _, p := range db.Client().Project.Query().AllX(t.Context()) {
				keys = append(keys, p.TitleKey)
			}
			for _, s := range db.Client().SavedItem.Query().AllX(t.Context()) {
				keys = append(keys, s.TitleKey)
			}
			slices.Sort(keys)
			if diff := cmp.Diff([]string{"\x01deleted", "cafe", "kiln", "май", "バス", "パス 2"}, keys); diff != "" {
				t.Errorf("keys: -want +got\n%s", diff)
			}
			var tags []string
			for _, row := range db.Client().Tag.Query().AllX(t.Context()) {
				tags = append(tags, fmt.Sprint(row.ID, " ", row.Name, " ", row.ProjectCount, " ", row.StoryCount))
			}
			slices.Sort(tags)
			if diff := cmp.Diff([]string{"tag:cafe Café 1 1", "tag:cplusplus c++ 1 0", "tag:バス  1 0"},
				tags); diff != "" {
				t.Errorf("tags: -want +got\n%s", diff)
			}
			var followed []string
			for _, f := range db.Client().Follow.Query().AllX(t.Context()) {
				followed = append(followed, *f.Tag)
			}
			if diff := cmp.Diff([]string{"tag:cafe"}, followed); diff != "" {
				t.Errorf("followed: -want +got\n%s", diff)
			}

			kinds := []domain.Searchable{}
			all := []domain.Domain{
				project.Domain(project.NewService(db, nil, time.Now)),
				blog.Domain(blog.NewService(db, nil, nil, nil, "", time.Now)),
				forum.Domain(forum.NewService(db, nil, time.Now)), news.Domain(news.NewService(db, nil, 0, time.Now),
					nil),
			}
			for _, d := range all {
				kinds = append(kinds, d.Search...)
			}
			if found := find(t, db, project.Kind, "パス"); len(found) != 0 {
				t.Errorf("found before the documents are made anew: %v", found)
			}
			must.NoError(t, jobs.New(db, reindex.Domain(db, kinds).Jobs, slog.New(slog.DiscardHandler), time.Now).
				Work(t.Context()))
			if n := db.Client().Task.Query().CountX(t.Context()); n != 0 {
				t.Errorf("%d tasks are left", n)
			}
			for query, want := range map[string]int{"バス": 1, "ハス": 0, "c++": 1, "cafe": 1, "api": 1} {
				if found := find(t, db, project.Kind, query); len(found) != want {
					t.Errorf("%q finds %d projects, want %d", query, len(found), want)
				}
			}
			for query, want := range map[string]int{"パス": 1, "設計": 1, "api": 1, "ハス": 0} {
				if found := find(t, db, forum.SearchKind, query); len(found) != want {
					t.Errorf("%q finds %d threads and replies, want %d", query, len(found), want)
				}
			}
			if found := find(t, db, news.Kind, ".net"); len(found) != 1 {
				t.Errorf(".net finds %d articles", len(found))
			}
			if found := find(t, db, blog.Kind, "май"); len(found) != 1 {
				t.Errorf("май finds %d stories", len(found))
			}
			drifts, err := doctor.Examine(t.Context(), db,
				[]domain.Domain{{Tagged: []domain.Tagged{project.Tagged, blog.Tagged, news.Tagged}, Search: kinds}})
			if err != nil || len(drifts) > 0 {
				t.Errorf("drift %v, %v", drifts, err)
			}
		})
	}
}

func find(t *testing.T, db *store.DB, kind, text string) []any {
	t.Helper()
	ids, _, err := search.IDs(t.Context(), db, search.Query{Kind: kind, Text: text})
	must.NoError(t, err)
	return make([]any, len(ids))
}

// fillEarlier adds what an earlier version stored: folded without the marks of kana and Cyrillic.
func fillEarlier(t *testing.T, db *store.DB) {
	t.Helper()
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		u := tx.User.Create().SetUsername("owner").SetUsernameKey("owner").SetEmail("o@example.com").
			SetEmailKey("o@example.com").SetPasswordHash("x").
			SetViberTag("@owner").SetCreatedAt(at).SetUpdatedAt(at).SaveX(ctx)
		channels := []*ent.ForumChannel{}
		for _, c := range [][2]string{{"Май", "маи"}, {"Kiln", "kiln"}, {"バス", "\x01deleted"}} {
			channels = append(channels, tx.ForumChannel.Create().SetUserID(u.ID).SetName(c[0]).SetNameKey(c[1]).
				SetCreatedAt(at).SetUpdatedAt(at).SaveX(ctx))
		}
		p := tx.Project.Create().SetUserID(u.ID).SetTitle("バス").SetTitleKey("ハス").SetTagline("サーバーAPI").SetStage("mvp").
			SetIsPublic(true).SetPublishedAt(at).
			SetPrimaryCategory("").SetTags([]string{"Café", "c++", "バス"}).SetCreatedAt(at).SetUpdatedAt(at).SaveX(ctx)
		tx.Project.Create().SetUserID(u.ID).SetTitle("Café").SetTitleKey("cafe").SetTagline("x").SetIsPublic(false).
			SetStage("mvp").SetPrimaryCategory("").SetCreatedAt(at).SetUpdatedAt(at).SaveX(ctx)
		tx.SavedItem.Create().SetUserID(u.ID).SetTargetType("project").SetTargetID(p.ID).SetTitleKey("パス 2").
			SetCreatedAt(at).SaveX(ctx)
		b := tx.BlogPost.Create().SetUserID(u.ID).SetTitle("Май").SetTitleKey("маи").SetContent("x").SetIsVisible(true).
			SetPublishedAt(at).SetTags([]string{"cafe"}).
			SetCreatedAt(at).SetUpdatedAt(at).SaveX(ctx)
		thread := tx.ForumThread.Create().SetUserID(u.ID).SetChannelID(channels[0].ID).SetTitle("サーバーAPIの設計").
			SetContent("x").SetIsVisible(true).SetCreatedAt(at).SetUpdatedAt(at).SetLastActivityAt(at).SaveX(ctx)
		post := tx.ForumPost.Create().SetUserID(u.ID).SetThreadID(thread.ID).SetContent("パス").SetIsVisible(true).
			SetCreatedAt(at).SetUpdatedAt(at).SaveX(ctx)
		a := tx.NewsArticle.Create().SetTitle(".NET core").SetSourceName("Kiln").SetSourceURL("https://a.example/").
			SetURLKey("a.example").SetPublishedAt(at).
			SetCreatedAt(at).SetUpdatedAt(at).SaveX(ctx)
		for _, d := range []search.Doc{
			{Kind: project.Kind, RefID: p.ID, Title: "ハス"}, {Kind: blog.Kind, RefID: b.ID, Title: "маи"},
			{Kind: forum.SearchKind, RefID: thread.ID, Title: "ーapi"},
			{Kind: forum.SearchKind, RefID: post.ID, Body: "ハス"}, {Kind: news.Kind, RefID: a.ID, Title: "net core"},
		} {
			must.NoError(t, search.Put(ctx, tx, d))
		}
		for _, row := range []struct {
			tag, kind string
			of        any
		}{{"tag:café", "project", p.ID}, {"tag:cplusplus", "project", p.ID}, {"tag:バス", "project", p.ID},
			{"tag:cafe", "blog_post", b.ID}} {
			_, err := tx.ExecContext(ctx,
				"INSERT INTO tagged (tag, target_type, target_id, published_at) VALUES ($1, $2, $3, $4)", row.tag,
				row.kind, row.of, at)
			must.NoError(t, err)
		}
		for _, row := range [][]any{{"tag:café", "Café", 1, 0}, {"tag:cplusplus", "c++", 1, 0}, {"tag:バス", "", 1, 0},
			{"tag:cafe", "", 0, 1}} {
			_, err := tx.ExecContext(ctx,
				"INSERT INTO tags (id, name, project_count, story_count, news_count) VALUES ($1, $2, $3, $4, 0)",
				row...)
			must.NoError(t, err)
		}
		for _, followed := range []string{"tag:café", "tag:cafe"} {
			tx.Follow.Create().SetUserID(u.ID).SetTag(followed).SetCreatedAt(at).SaveX(ctx)
		}
		return nil
	}))
}
