package forum

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/must"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumthread"
)

func (h fixture) feedback(t testing.TB, by *auth.Caller, projectID uuid.UUID, parent *uuid.UUID,
	content string) *ent.ForumPost {
	t.Helper()
	h.clock.Add(1000)
	p, err := h.CreateFeedback(t.Context(), by, NewFeedback{ProjectID: projectID, ParentID: parent, Content: content})
	must.NoError(t, err)
	return p
}

func (h fixture) made(t testing.TB, id uuid.UUID) *ent.Project {
	t.Helper()
	p, err := h.projects.Get(t.Context(), nil, id)
	must.NoError(t, err)
	return p
}

func TestFeedback(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob, carol, admin := h.user(t, "ada"), h.user(t, "bob"), h.user(t, "carol"), h.admin(t)
		glaze, other := h.project(t, ada, "Glaze"), h.project(t, ada, "Glaze")
		if p := h.made(t, glaze); p.FeedbackThreadID != nil || p.FirstAnswerAt != nil {
			t.Errorf("before the first feedback: %v, %v", p.FeedbackThreadID, p.FirstAnswerAt)
		}

		// The owner's own words and those of a program make the thread, but are no answer.
		asked := h.feedback(t, ada, glaze, nil, "What do you think?")
		app := *bob
		app.Via = "Kiln bot"
		if p := h.feedback(t, &app, glaze, nil, "beep"); PostToProto(p).GetVia() != "Kiln bot" {
			t.Errorf("via %q", PostToProto(p).GetVia())
		}
		if p := h.made(t, glaze); p.FirstAnswerAt != nil || p.FeedbackCount != 2 || p.CommentCount != 2 {
			t.Errorf("answered %v, %d and %d replies", p.FirstAnswerAt, p.FeedbackCount, p.CommentCount)
		}
		answer := h.feedback(t, bob, glaze, &asked.ID, "Lovely")
		p := h.made(t, glaze)
		if p.FirstAnswerAt == nil || !p.FirstAnswerAt.Equal(answer.CreatedAt) || p.FeedbackCount != 3 {
			t.Errorf("answered %v, want %v; %d replies", p.FirstAnswerAt, answer.CreatedAt, p.FeedbackCount)
		}
		// A program that changes the answer makes it no answer.
		beeped := h.feedback(t, carol, other, nil, "Lovely")
		changer := *carol
		changer.Via = "Kiln bot"
		if changed, err := h.UpdatePost(t.Context(), &changer, beeped.ID, "Lovely, beep"); err != nil ||
			changed.Via != "Kiln bot" {
			t.Errorf("changed via %q: %v", changed.Via, err)
		}
		if p := h.made(t, other); p.FirstAnswerAt != nil {
			t.Errorf("answered by a program %v", p.FirstAnswerAt)
		}
		thread, err := h.GetThread(t.Context(), nil, *p.FeedbackThreadID)
		must.NoError(t, err)
		if thread.Title != "Feedback on Glaze" || !thread.IsFeedback || thread.UserID != ada.UserID {
			t.Errorf("thread %q of %s, feedback %t", thread.Title, thread.UserID, thread.IsFeedback)
		}

		// One thread, one channel; the name of another project's channel is taken.
		h.feedback(t, carol, other, nil, "Also lovely")
		channels := h.db.Client().ForumChannel.Query().Order(forumchannel.ByID()).AllX(t.Context())
		equal(t, "channels", []string{channels[0].Name, channels[1].Name}, []string{"Glaze", "Glaze 2"})
		if n := h.db.Client().ForumThread.Query().CountX(t.Context()); n != 2 || len(channels) != 2 {
			t.Errorf("%d threads in %d channels, want 2 in 2", n, len(channels))
		}

		// A later answer is the first one if the first is gone, in any thread of the channel.
		talk := h.thread(t, carol, channels[0].ID, "Talk")
		later := h.post(t, carol, talk, nil, "It crashed")
		must.NoError(t, h.DeletePost(t.Context(), bob, answer.ID))
		p = h.made(t, glaze)
		want := h.db.Client().ForumPost.GetX(t.Context(), later).CreatedAt
		if p.FirstAnswerAt == nil || !p.FirstAnswerAt.Equal(want) || p.FeedbackCount != 2 {
			t.Errorf("answered %v, want %v; %d replies", p.FirstAnswerAt, want, p.FeedbackCount)
		}

		// The owner cannot delete what others said; hidden it takes no more; a move makes it a thread as any other.
		refuse(t, h.DeleteThread(t.Context(), ada, thread.ID), "FEEDBACK_STAYS")
		h.setVisible(t, thread.ID, nil, false)
		if p = h.made(t, glaze); p.FeedbackThreadID != nil || p.FeedbackCount != 0 || p.CommentCount != 1 {
			t.Errorf("hidden: %v, %d and %d replies", p.FeedbackThreadID, p.FeedbackCount, p.CommentCount)
		}
		_, err = h.CreateFeedback(t.Context(), bob, NewFeedback{ProjectID: glaze, Content: "Hello?"})
		refuse(t, err, "FEEDBACK_HIDDEN")
		h.setVisible(t, thread.ID, nil, true)
		_, err = h.LockThread(t.Context(), admin, thread.ID, true)
		must.NoError(t, err)
		_, err = h.CreateFeedback(t.Context(), bob, NewFeedback{ProjectID: glaze, Content: "Hello?"})
		refuse(t, err, "THREAD_LOCKED")
		_, err = h.MoveThread(t.Context(), admin, thread.ID, channels[1].ID)
		must.NoError(t, err)
		if p = h.made(t, glaze); p.FeedbackThreadID != nil || p.FeedbackCount != 0 {
			t.Errorf("moved: %v, %d replies", p.FeedbackThreadID, p.FeedbackCount)
		}
		h.feedback(t, bob, glaze, nil, "A new beginning")
		if p = h.made(t, glaze); p.FeedbackThreadID == nil || *p.FeedbackThreadID == thread.ID || p.FeedbackCount != 1 {
			t.Errorf("after a move: thread %v, %d replies", p.FeedbackThreadID, p.FeedbackCount)
		}
		must.NoError(t, h.DeleteThread(t.Context(), admin, *p.FeedbackThreadID))
		must.NoError(t, h.DeleteChannel(t.Context(), admin, channels[0].ID, ""))
		if p = h.made(t, glaze); p.FirstAnswerAt != nil || p.FeedbackThreadID != nil {
			t.Errorf("without a channel: %v, %v", p.FirstAnswerAt, p.FeedbackThreadID)
		}

		_, err = h.CreateFeedback(t.Context(), bob, NewFeedback{ProjectID: uuid.New(), Content: "x"})
		refuse(t, err, "PROJECT_NOT_FOUND")
		_, _, err = h.ListFeedback(t.Context(), nil, uuid.New(), FeedbackUseful, 10, "")
		refuse(t, err, "PROJECT_NOT_FOUND")
	})
}

// Whoever is first, there is one thread, and nobody is refused.
func TestFirstFeedbacks(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		glaze := h.project(t, h.user(t, "ada"), "Glaze")
		var all sync.WaitGroup
		for _, name := range []string{"bob", "carol", "dan", "eve", "fay", "gus"} {
			by := h.user(t, name)
			all.Go(func() {
				_, err := h.CreateFeedback(t.Context(), by, NewFeedback{ProjectID: glaze, Content: "From " + name})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := h.db.Client().ForumThread.Query().Where(forumthread.IsFeedback(true)).CountX(t.Context()); n != 1 {
			t.Errorf("%d feedback threads, want 1", n)
		}
		if p := h.made(t, glaze); p.FeedbackCount != 6 {
			t.Errorf("%d replies, want 6", p.FeedbackCount)
		}
	})
}

func TestListFeedback(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob, carol := h.user(t, "ada"), h.user(t, "bob"), h.user(t, "carol")
		glaze := h.project(t, ada, "Glaze")
		var posts []*ent.ForumPost
		for _, text := range []string{"first", "second", "third", "fourth"} {
			posts = append(posts, h.feedback(t, bob, glaze, nil, text))
		}
		if _, err := h.votes.Cast(t.Context(), carol.UserID, PostKind, posts[1].ID, vote.Up); err != nil {
			t.Fatal(err)
		}
		must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error { // a useful review
			return tx.Review.Create().SetMakerID(ada.UserID).SetUserID(bob.UserID).SetProjectID(glaze).
				SetPostID(posts[2].ID).
				SetAssignedAt(h.now()).SetWrittenAt(h.now()).SetReach("used").SetTried("The kiln").
				SetQuestions([]string{"Too hot?"}).SetAnswers([]string{"No"}).SetIsUseful(true).Exec(ctx)
		}))
		list := func(sort FeedbackSort) (texts []string) {
			for token := ""; ; {
				page, next, err := h.ListFeedback(t.Context(), nil, glaze, sort, 1, token)
				must.NoError(t, err)
				for _, p := range page {
					texts = append(texts, p.Content)
				}
				if token = next; token == "" {
					return texts
				}
			}
		}
		newest := []string{"fourth", "third", "second", "first"}
		equal(t, "newest", list(FeedbackNewest), newest)
		equal(t, "useful", list(FeedbackUseful), []string{"third", "second", "fourth", "first"})
		page, _, err := h.ListFeedback(t.Context(), nil, glaze, FeedbackUseful, 10, "")
		must.NoError(t, err)
		r := PostToProto(page[0]).Review
		if r.GetTried() != "The kiln" || !r.GetIsUseful() || len(r.Answers) != 1 || r.Answers[0].Answer != "No" {
			t.Errorf("review %v", r)
		}
		if PostToProto(page[1]).Review != nil {
			t.Error("a reply without a review has one")
		}

		_, err = h.UpdatePost(t.Context(), bob, posts[2].ID, "Other words")
		refuse(t, err, "REVIEW")
		h.feedback(t, ada, glaze, &posts[2].ID, "Thanks")
		must.NoError(t, h.DeletePost(t.Context(), bob, posts[2].ID)) // a placeholder, without its parts
		if n := h.db.Client().Review.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d reviews of deleted replies", n)
		}
	})
}

// Pages of the project and webhooks learn of feedback.
func TestFeedbackEvents(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		glaze := h.project(t, ada, "Glaze")
		var in [][]event.Item
		h.db.SetListeners(event.Listener{InTx: func(_ context.Context, _ *ent.Client, e event.Event) error {
			if e.Item.Type == PostKind {
				in = append(in, e.In)
			}
			return nil
		}})
		p := h.feedback(t, h.user(t, "bob"), glaze, nil, "Lovely")
		must.NoError(t, h.DeletePost(t.Context(), &auth.Caller{UserID: *p.UserID}, p.ID))
		if len(in) != 2 {
			t.Fatalf("%d events", len(in))
		}
		for _, items := range in {
			if !slices.Contains(items, event.Item{Type: "project", ID: glaze}) {
				t.Errorf("event in %v", items)
			}
		}
	})
}
