package forum

import (
	"context"
	"testing"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
	"uvboard/ent/user"
)

// The hand-written SQL returns what Ent returns.
func TestReads(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		ada, bob := h.user(t, "ada"), h.user(t, "bob")
		id := h.thread(t, ada, h.channel(t, ada, "Kiln"), "Ünïcode 🎉")
		first := h.post(t, bob, id, nil, "**First**")
		h.post(t, ada, id, &first, "An answer")
		_, err := h.UpdateThread(t.Context(), ada, id, nil, new("Now with *Markdown*"))
		must.NoError(t, err)
		must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			if err := tx.User.Update().Where(user.ID(bob.UserID)).SetDeletedAt(h.now()).Exec(ctx); err != nil {
				return err
			}
			return tx.ForumThread.Update().Where(forumthread.ID(id)).SetIsLocked(true).SetHiddenAt(h.now()).
				SetUpvotes(7).SetDownvotes(3).SetEligibleUpvotes(5).SetEligibleDownvotes(2).Exec(ctx)
		}))
		same := []cmp.Option{
			cmpopts.IgnoreUnexported(ent.ForumThread{}, ent.ForumThreadEdges{}, ent.ForumPost{}, ent.ForumPostEdges{},
				ent.ForumChannel{}, ent.ForumChannelEdges{},
				ent.User{}, ent.UserEdges{}),
			cmpopts.IgnoreFields(ent.ForumThread{}, "UpdatedAt", "DeletedAt"),
			cmpopts.IgnoreFields(ent.ForumPost{}, "UpdatedAt", "AnswerCount"),
		}
		names := func(q *ent.UserQuery) {
			q.Select(user.FieldID, user.FieldUsername, user.FieldDisplayName, user.FieldViberTag, user.FieldAvatar,
				user.FieldDeletedAt)
		}
		want := h.db.Client().ForumThread.Query().Where(forumthread.ID(id)).WithAuthor(names).
			WithChannel(func(q *ent.ForumChannelQuery) { q.Select(forumchannel.FieldID, forumchannel.FieldName) }).
			OnlyX(t.Context())
		last := h.db.Client().ForumPost.Query().Where(forumpost.ThreadID(id)).Order(forumpost.ByID(entsql.OrderDesc())).
			WithAuthor(names).FirstX(t.Context())
		want.Edges.Posts = []*ent.ForumPost{{ThreadID: id, UserID: last.UserID, CreatedAt: last.CreatedAt,
			Edges: ent.ForumPostEdges{Author: last.Edges.Author}}}
		got, err := readThread(t.Context(), h.db, id)
		must.NoError(t, err)
		if diff := cmp.Diff(want, got, same...); diff != "" {
			t.Errorf("thread: -Ent +by hand:\n%s", diff)
		}
		listed, err := readThreads(t.Context(), h.db, "t.id = $1", id)
		must.NoError(t, err)
		want.Content, want.ContentVersion, want.ContentHTML = "", 0, "" // not read by lists
		if diff := cmp.Diff([]*ent.ForumThread{want}, listed, same...); diff != "" {
			t.Errorf("list: -Ent +by hand:\n%s", diff)
		}
		posts, err := readPosts(t.Context(), h.db, "p.thread_id = $1 ORDER BY p.id", id)
		must.NoError(t, err)
		if diff := cmp.Diff(h.db.Client().ForumPost.Query().WithAuthor(names).Order(forumpost.ByID()).AllX(t.Context()),
			posts, same...); diff != "" {
			t.Errorf("replies: -Ent +by hand:\n%s", diff)
		}
	})
}
