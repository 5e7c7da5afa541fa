package doctor_test

import (
	"context"
	"io/fs"
	"log/slog"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/blog"
	"uvboard/backend/news"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/ops/reindex"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/tag"
	"uvboard/backend/project"
	"uvboard/ent"
	entmigrate "uvboard/ent/migrate"
)

var tagged = []domain.Domain{{Tagged: []domain.Tagged{project.Tagged, blog.Tagged, news.Tagged}}}

// The migration gives the items of an earlier board the tags, counts and search filters that they would get today.
func TestTagsOfAnEarlierBoard(t *testing.T) {
	for name, address := range map[string]string{
		"sqlite": "sqlite://" + filepath.Join(t.TempDir(), "earlier.db"), "postgres": storetest.EmptyPostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address)
			files, err := fs.Glob(entmigrate.Versions, name+"/*.sql")
			must.NoError(t, err)
			var earlier []string
			for _, file := range files {
				if version := strings.TrimSuffix(path.Base(file), ".sql"); version < "0023_tag" {
					earlier = append(earlier, version)
				}
			}
			must.NoError(t, db.MigrateTo(t.Context(), db.Dialect, earlier))
			// Columns that Ent writes and that version did not have.
			columns := [][2]string{{"projects", "featured_reason text NOT NULL DEFAULT ''"},
				{"projects", "feedback_count bigint NOT NULL DEFAULT 0"},
				{"projects", "is_awaiting boolean NOT NULL DEFAULT false"},
				{"blog_posts", "is_awaiting boolean NOT NULL DEFAULT false"},
				{"projects", "eligible_upvotes bigint NOT NULL DEFAULT 0"},
				{"projects", "eligible_downvotes bigint NOT NULL DEFAULT 0"},
				{"projects", "is_entered boolean NOT NULL DEFAULT false"},
				{"blog_posts", "eligible_upvotes bigint NOT NULL DEFAULT 0"},
				{"blog_posts", "eligible_downvotes bigint NOT NULL DEFAULT 0"},
				{"users", "eligible_upvotes_received bigint NOT NULL DEFAULT 0"},
				{"users", "is_demo boolean NOT NULL DEFAULT false"},
				{"users", "role text NOT NULL DEFAULT 'member'"},
				{"users", "follower_count bigint NOT NULL DEFAULT 0"},
				{"users", "following_count bigint NOT NULL DEFAULT 0"},
				{"users", "hides_follows boolean NOT NULL DEFAULT false"},
				{"users", "hides_agents boolean NOT NULL DEFAULT false"},
				{"projects", "via text NOT NULL DEFAULT ''"},
				{"blog_posts", "via text NOT NULL DEFAULT ''"},
				{"projects", "short text NOT NULL DEFAULT ''"},
				{"projects", "build_code text NOT NULL DEFAULT ''"},
				{"projects", "build_hours bigint"},
				{"projects", "build_cost bigint"},
				{"projects", "build_lesson text NOT NULL DEFAULT ''"},
				{"projects", "alive text NOT NULL DEFAULT ''"},
				{"projects", "alive_share double precision"},
				{"projects", "alive_checked_at timestamp"},
				{"blog_posts", "short text NOT NULL DEFAULT ''"}}
			for _, c := range columns {
				storetest.Exec(t, db, "ALTER TABLE "+c[0]+" ADD COLUMN "+c[1])
			}
			docs := fillEarlier(t, db)
			for _, c := range columns {
				column, _, _ := strings.Cut(c[1], " ")
				storetest.Exec(t, db, "ALTER TABLE "+c[0]+" DROP COLUMN "+column)
			}
			must.NoError(t, db.Migrate(t.Context()))
			kinds := slices.Concat(project.Domain(project.NewService(db, nil, time.Now)).Search,
				blog.Domain(blog.NewService(db, nil, nil, nil, "", time.Now)).Search)
			must.NoError(t, jobs.New(db, reindex.Domain(db, kinds).Jobs, slog.New(slog.DiscardHandler), time.Now).
				Work(t.Context()))

			drifts, err := doctor.Examine(t.Context(), db, tagged)
			if err != nil || len(drifts) > 0 {
				t.Errorf("drift %v, %v", drifts, err)
			}
			for _, doc := range docs {
				want := search.Rows(doc)
				filters := slices.Index(want.Columns, "filters")
				var got string
				must.NoError(t, db.Reader().
					QueryRowContext(t.Context(), "SELECT filters FROM search_docs WHERE ref_id = $1", doc.RefID).
					Scan(&got))
				if diff := cmp.Diff(tokens(want.Values[0][filters].(string)), tokens(got)); diff != "" {
					t.Errorf("filters of %s: -want +got\n%s", doc.Title, diff)
				}
			}
			names := map[string]string{}
			for _, row := range db.Client().Tag.Query().AllX(t.Context()) {
				names[row.ID] = tag.Name(row)
			}
			if names["tag:cplusplus"] != "c++" || names["tag:vite"] != "Vite" ||
				names["tool:github-copilot"] != "github-copilot" {
				t.Errorf("names %v", names)
			}
		})
	}
}

func tokens(filters string) []string {
	return slices.Compact(slices.Sorted(strings.FieldsSeq(filters)))
}

// fillEarlier adds items with their earlier search documents, and returns those of today.
func fillEarlier(t *testing.T, db *store.DB) (docs []search.Doc) {
	t.Helper()
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		u := tx.User.Create().SetUsername("owner").SetUsernameKey("owner").SetEmail("o@example.com").
			SetEmailKey("o@example.com").SetPasswordHash("x").
			SetViberTag("@owner").SetCreatedAt(at).SetUpdatedAt(at).SaveX(ctx)
		for i, public := range []bool{true, false, true} {
			p := tx.Project.Create().SetUserID(u.ID).SetTitle("Project").SetTitleKey("project").SetTagline("x").
				SetStage("mvp").SetIsPublic(public).SetPublishedAt(at).
				SetPrimaryCategory("ai_agents").SetSecondaryCategories([]string{"health_fitness"}).
				SetVibeTools([]string{"vercel_v0", "nextjs", "other"}).
				SetCustomTools([][]string{{"Copilot", "Kiln 2"}, {"x"}, {}}[i]).
				SetTags([]string{"Vite", "vite.js", "🔥"}).SetCreatedAt(at).SetUpdatedAt(at).SaveX(ctx)
			if public {
				docs = append(docs, project.SearchDoc(p, u, tag.Synonyms{}.Resolve(project.Tags(p))))
			}
		}
		for _, tags := range [][]string{{"vitejs", "c++", "日本語"}, {"c++", "clay pots"}, {}} {
			p := tx.BlogPost.Create().SetUserID(u.ID).SetTitle("Story").SetContent("x").SetTags(tags).
				SetPublishedAt(at).SetCreatedAt(at).SetUpdatedAt(at).SaveX(ctx)
			docs = append(docs, blog.SearchDoc(p, u, tag.Of(tag.Topic, tags...)))
		}
		tx.BlogPost.Create().SetUserID(u.ID).SetTitle("Draft").SetContent("x").SetTags([]string{"secret"}).
			SetIsPublished(false).SetIsVisible(false).
			SetCreatedAt(at).SetUpdatedAt(at).ExecX(ctx)
		tx.NewsArticle.Create().SetTitle("x").SetTags([]string{"v0", "ai"}).SetSourceName("x").SetSourceURL("x").
			SetURLKey("x").SetPublishedAt(at).
			SetCreatedAt(at).SetUpdatedAt(at).ExecX(ctx)
		for _, doc := range docs {
			if doc.Filters = []string{"tag:c_2b_2b"}; doc.Kind == project.Kind {
				doc.Filters = []string{"category:ai_agents", "category:health_fitness", "tool:vercel_v0", "tool:nextjs",
					"tool:other", "stage:mvp"}
			} else if len(doc.Words) == 0 {
				doc.Filters = nil
			}
			if err := search.Put(ctx, tx, doc); err != nil {
				return err
			}
		}
		return nil
	}))
	return docs
}

// A wrong count of a tag is repaired. Rows that are wrong are reported.
func TestDriftOfTags(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		a := &ent.NewsArticle{ID: uuid.New(), CreatedAt: at, UpdatedAt: at, PublishedAt: at, Title: "x",
			Tags: []string{"cursor", "ai"}, SourceName: "x", SourceURL: "x", URLKey: "x"}
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return news.Add(ctx, tx,
				[]*ent.NewsArticle{a})
		}))
		for _, wrong := range []string{"UPDATE tags SET news_count = 7", "DELETE FROM tags"} {
			storetest.Exec(t, db, wrong)
			repaired, err := doctor.Repair(t.Context(), db, tagged)
			if err != nil || len(repaired) != 2 {
				t.Errorf("%s: repaired %v, %v", wrong, repaired, err)
			}
		}
		if drifts, err := doctor.Examine(t.Context(), db, tagged); err != nil || len(drifts) > 0 {
			t.Errorf("drift after the repairs: %v, %v", drifts, err)
		}
		for _, c := range []struct{ wrong, want string }{
			{"UPDATE tagged SET tag = 'tag:cursor' WHERE tag = 'tool:cursor'", "tags of news_articles"},
			{"UPDATE news_articles SET id = '00000000-0000-0000-0000-000000000000'", "tags of hidden news_articles"},
		} {
			storetest.Exec(t, db, c.wrong)
			drifts, err := doctor.Examine(t.Context(), db, tagged)
			must.NoError(t, err)
			if !slices.ContainsFunc(drifts, func(d domain.Drift) bool { return d.What == c.want }) {
				t.Errorf("%s: drift %v, want %s", c.wrong, drifts, c.want)
			}
		}
	})
}
