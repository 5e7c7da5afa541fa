package blog

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	"uvboard/ent/blogpost"
)

// The hand-written SQL returns what Ent returns, in every column that a page shows.
func TestReadPost(t *testing.T) {
	unread := []string{blogpost.FieldDeletedAt, blogpost.FieldTitleKey, blogpost.FieldEligibleUpvotes,
		blogpost.FieldEligibleDownvotes}
	for _, column := range blogpost.Columns {
		if !slices.Contains(unread, column) &&
			!strings.Contains(strings.ReplaceAll(postColumns, "\n", " ")+",", " p."+column+",") {
			t.Errorf("column %s is not read", column)
		}
	}
	same := []cmp.Option{
		cmpopts.IgnoreUnexported(ent.BlogPost{}, ent.BlogPostEdges{}, ent.User{}, ent.UserEdges{}),
		cmpopts.EquateApproxTime(0),
	}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		writer, gone, at := uuid.New(), uuid.New(), time.Date(2026, 3, 4, 5, 6, 7, 8_000_000, time.UTC)
		ids := []uuid.UUID{uuid.New(), uuid.New()}
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			for i, id := range []uuid.UUID{writer, gone} {
				name := []string{"writer", "gone"}[i]
				u := tx.User.Create().SetID(id).SetUsername(name).SetUsernameKey(name).SetEmail(name).SetEmailKey(name).
					SetPasswordHash("x").
					SetViberTag("@" + name).SetDisplayName("The Writer").SetAvatar("avatar").SetCreatedAt(at).
					SetUpdatedAt(at)
				if id == gone {
					u.SetDeletedAt(at)
				}
				if err := u.Exec(ctx); err != nil {
					return err
				}
			}
			err := tx.BlogPost.Create().SetID(ids[0]).SetUserID(writer).SetCreatedAt(at).
				SetUpdatedAt(at.Add(time.Second)).SetTitle("Ünïcode 🎉").SetExcerpt("excerpt").
				SetTags([]string{"one", `qu"oted`}).SetCoverImage("cover").SetIsVisible(false).
				SetPublishedAt(at.Add(time.Hour)).SetHiddenAt(at.Add(time.Minute)).
				SetUpvotes(1).SetDownvotes(2).SetCommentCount(3).SetPopularity(4).SetReadTime(5).SetSummary("summary").
				SetContentVersion(markdown.Version).
				SetContent("**content**").SetContentHTML("<p>content</p>").Exec(ctx)
			if err != nil {
				return err
			}
			return tx.BlogPost.Create().SetID(ids[1]).SetUserID(gone).SetCreatedAt(at).SetUpdatedAt(at).
				SetTitle("Draft").SetTags([]string{}).SetIsPublished(false).SetContentVersion(markdown.Version).
				SetContent("").Exec(ctx)
		}))
		for _, id := range ids {
			want := db.Client().BlogPost.Query().Where(blogpost.ID(id)).WithAuthor(authorColumns).OnlyX(t.Context())
			got, err := readPost(t.Context(), db, id)
			must.NoError(t, err)
			if diff := cmp.Diff(want, got, same...); diff != "" {
				t.Errorf("-Ent +by hand:\n%s", diff)
			}
		}
		if got, err := readPost(t.Context(), db, writer); got != nil || err != nil {
			t.Errorf("an unknown post is %v, error %v", got, err)
		}
	})
}
