package tag_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/tag"
	"uvboard/ent"
)

var (
	projects = tag.Target{Type: "project", Count: "project_count"}
	stories  = tag.Target{Type: "blog_post", Count: "story_count"}
)

func set(t *testing.T, db *store.DB, of tag.Target, id uuid.UUID, tags ...tag.Tag) {
	t.Helper()
	must.NoError(t, save(t.Context(), db, of, id, tags...))
}

func save(ctx context.Context, db *store.DB, of tag.Target, id uuid.UUID, tags ...tag.Tag) error {
	return db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		tags, err := tag.Resolve(ctx, tx, tags)
		if err != nil {
			return err
		}
		return tag.Set(ctx, tx, of, tag.Item{ID: id, PublishedAt: time.Unix(1e9, 0), Tags: tags})
	})
}

// all describes every tag with its counts.
func all(t *testing.T, db *store.DB) []string {
	t.Helper()
	rows, err := db.Client().Tag.Query().All(t.Context())
	must.NoError(t, err)
	list := make([]string, len(rows))
	for i, row := range rows {
		n := db.Client().Tagged.Query().Where(func(q *sql.Selector) { q.Where(sql.EQ("tag", row.ID)) }).
			CountX(t.Context())
		list[i] = fmt.Sprint(row.ID, " ", tag.Name(row), " ", row.ProjectCount, "+", row.StoryCount, "=", n)
	}
	slices.Sort(list)
	return list
}

func TestSet(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		project, story := uuid.New(), uuid.New()
		set(t, db, projects, project, append(tag.Of(tag.Tool, "Next.js", "🔥"),
			tag.Of(tag.Topic, "vite", "Vite", "vite.js", "Clay")...)...)
		set(t, db, stories, story, tag.Of(tag.Topic, "vitejs", "c++")...)
		want := []string{"tag:clay Clay 1+0=1", "tag:cplusplus c++ 0+1=1", "tag:vite vite 1+1=2",
			"tool:nextjs Next.js 1+0=1", "tool:u1f525 🔥 1+0=1"}
		if diff := cmp.Diff(want, all(t, db)); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		top, err := tag.Top(t.Context(), db.Client(), stories, 10)
		must.NoError(t, err)
		if len(top) != 2 || top[0].ID != "tag:vite" || tag.Name(top[1]) != "c++" {
			t.Errorf("top tags %v", top)
		}

		set(t, db, projects, project, tag.Of(tag.Topic, "Vite.js", "Glass")...)
		set(t, db, stories, story)
		want = []string{"tag:glass Glass 1+0=1", "tag:vite vite 1+0=1"}
		if diff := cmp.Diff(want, all(t, db)); diff != "" {
			t.Errorf("after changes: -want +got\n%s", diff)
		}
	})
}

func TestSynonymsOfAnOperator(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		storetest.Exec(t, db, "INSERT INTO tag_synonyms (id, tag) VALUES ('tag:ceramics', 'tag:pottery')")
		set(t, db, stories, uuid.New(), tag.Of(tag.Topic, "Ceramics", "pottery")...)
		set(t, db, stories, uuid.New(), tag.Of(tag.Tool, "Ceramics")...)
		if diff := cmp.Diff([]string{"tag:pottery pottery 0+1=1", "tool:ceramics Ceramics 0+1=1"},
			all(t, db)); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		ids, err := tag.Find(t.Context(), db.Client(), tag.Of(tag.Topic, "CERAMICS"))
		if err != nil || !slices.Equal(ids, []string{"tag:pottery"}) {
			t.Errorf("found %v, %v", ids, err)
		}
	})
}

// Items that share tags change at the same time. Counts stay exact, and no transaction fails.
func TestSetAtTheSameTime(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		words := []string{"clay", "glass", "fire", "stone"}
		group, ctx := errgroup.WithContext(t.Context())
		for i := range 8 {
			group.Go(func() error {
				id := uuid.New()
				for n := range 12 {
					picked := slices.Clone(words[(i+n)%4:])
					slices.Reverse(picked)
					if err := save(ctx, db, stories, id, tag.Of(tag.Topic, picked...)...); err != nil {
						return err
					}
				}
				return save(ctx, db, stories, id, tag.Of(tag.Topic, words[:i%4]...)...)
			})
		}
		must.NoError(t, group.Wait())
		if diff := cmp.Diff([]string{"tag:clay clay 0+6=6", "tag:fire fire 0+2=2", "tag:glass glass 0+4=4"},
			all(t, db)); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	})
}
