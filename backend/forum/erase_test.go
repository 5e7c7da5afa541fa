package forum

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/ops/erasure"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/forumpost"
	"uvboard/ent/user"
)

// leave deletes the account of a user as the user chose.
func (h fixture) leave(t testing.TB, who *auth.Caller, content string) {
	t.Helper()
	must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return tx.User.Update().Where(user.ID(who.UserID)).SetDeletedAt(h.now()).SetDeleting(content).
			SetUsername("").SetDisplayName("Deleted user").Exec(ctx)
	}))
	for range 2 { // the content, then the row
		h.clock.Add((2 * time.Hour).Milliseconds())
		worker := erasure.NewWorker(h.db, h.domains(), h.now)
		must.NoError(t, worker.Work(t.Context()))
	}
}

// forumOf fills the forum with content of a user and others: threads, replies with and without answers, in a hidden
// thread, votes.
func (h fixture) forumOf(t testing.TB, leaver, other *auth.Caller) (own, others uuid.UUID) {
	t.Helper()
	channel := h.channel(t, leaver, "Kiln")
	own, others = h.thread(t, leaver, channel, "Own"), h.thread(t, other, channel, "Others")
	h.post(t, other, own, nil, "reply of another")
	asked := h.post(t, leaver, others, nil, "answered reply")
	h.post(t, other, others, &asked, "its answer")
	h.post(t, leaver, others, nil, "last reply")
	hidden := h.thread(t, other, channel, "Hidden")
	h.post(t, leaver, hidden, nil, "reply in a hidden thread")
	h.setVisible(t, hidden, nil, false)
	must.NoError(t, ignore(h.votes.Cast(t.Context(), other.UserID, PostKind, asked, vote.Up)))
	must.NoError(t, ignore(h.votes.Cast(t.Context(), leaver.UserID, ThreadKind, others, vote.Up)))
	must.NoError(t, ignore(h.MarkRead(t.Context(), leaver, others, h.now())))
	return own, others
}

func TestEraseContent(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		leaver, other := h.user(t, "leaver"), h.user(t, "other")
		_, others := h.forumOf(t, leaver, other)
		h.leave(t, leaver, account.Erase)
		equal(t, "threads", h.threads(t, nil, 9), []string{"Others"})
		equal(t, "replies", h.posts(t, nil, PostQuery{ThreadID: others}), []string{"-", "its answer"})
		if h.db.Client().User.Query().Where(user.ID(leaver.UserID)).ExistX(t.Context()) {
			t.Error("the user is still there")
		}
		if c := h.db.Client().ForumChannel.Query().OnlyX(t.Context()); c.UserID != nil ||
			ChannelToProto(c).UserId != "" {
			t.Errorf("channel %v", c)
		}
	})
}

func TestAnonymise(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		leaver, other := h.user(t, "leaver"), h.user(t, "other")
		own, others := h.forumOf(t, leaver, other)
		h.leave(t, leaver, account.Anonymise)
		equal(t, "threads", h.threads(t, nil, 9), []string{"Others", "Own"})
		equal(t, "replies", h.posts(t, nil, PostQuery{ThreadID: others}), []string{"answered reply", "its answer",
			"last reply"})
		thread, err := h.GetThread(t.Context(), nil, own)
		must.NoError(t, err)
		if by := h.ThreadToProto(thread).Author; by.Username != "" || by.DisplayName != "Deleted user" {
			t.Errorf("author %v", by)
		}
		equal(t, "search by the name", h.found(t, "leaver", nil), []string{})
		if n := h.db.Client().ForumRead.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d read markers are left", n)
		}
		if n := h.db.Client().ForumPost.Query().Where(forumpost.UserID(leaver.UserID)).CountX(t.Context()); n != 3 {
			t.Errorf("%d replies are left, want 3", n)
		}
	})
}

// A deleted account cannot write with a session that is still in use.
func TestDeletedAccountsDoNotWrite(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, other := h.user(t, "ada"), h.user(t, "other")
		channel := h.channel(t, other, "Kiln")
		thread := h.thread(t, ada, channel, "Firing")
		must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.User.Update().Where(user.ID(ada.UserID)).SetDeletedAt(h.now()).Exec(ctx)
		}))
		for _, err := range []error{
			ignore(h.CreateChannel(t.Context(), ada, NewChannel{Name: "New"})),
			ignore(h.CreateThread(t.Context(), ada, channel, "New", "Text")),
			ignore(h.CreatePost(t.Context(), ada, thread, nil, "Text")),
			ignore(h.UpdateThread(t.Context(), ada, thread, new("New"), nil)),
		} {
			refuse(t, err, "UNAUTHENTICATED")
		}
	})
}
