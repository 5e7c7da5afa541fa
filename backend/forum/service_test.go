package forum

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/stats"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
	"uvboard/ent/user"
)

func TestChannels(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob, admin := h.user(t, "ada"), h.user(t, "bob"), h.admin(t)
		names := func(size int) (all []string) {
			for token := ""; ; {
				page, next, err := h.ListChannels(t.Context(), nil, size, token)
				must.NoError(t, err)
				for _, c := range page {
					all = append(all, c.Name)
				}
				if token = next; token == "" {
					return all
				}
			}
		}
		kiln := h.channel(t, ada, "  Kiln  talk ")
		for _, name := range []string{"ábaco", "Zen", "beta"} {
			h.channel(t, bob, name)
		}
		equal(t, "channels", names(2), []string{"ábaco", "beta", "Kiln  talk", "Zen"})
		_, err := h.CreateChannel(t.Context(), bob, NewChannel{Name: "KILN TALK"})
		refuse(t, err, "CHANNEL_NAME_TAKEN")
		_, err = h.CreateChannel(t.Context(), bob, NewChannel{Name: "\u200b"})
		refuse(t, err, "VALIDATION_FAILED")

		shown := h.project(t, ada, "Glaze")
		_, err = h.CreateChannel(t.Context(), bob, NewChannel{Name: "Glaze", ProjectID: new(uuid.New())})
		refuse(t, err, "PROJECT_NOT_FOUND")
		c, err := h.CreateChannel(t.Context(), bob, NewChannel{Name: "Glaze", Description: " Colours\x00 ",
			ProjectID: &shown})
		must.NoError(t, err)
		// spec: forum.channel.description, forum.channel.project
		if c.Description != "Colours" || c.ProjectID == nil || *c.ProjectID != shown {
			t.Errorf("channel %v", c)
		}
		_, err = h.CreateChannel(t.Context(), ada, NewChannel{Name: "Glaze again", ProjectID: &shown})
		refuse(t, err, "PROJECT_HAS_CHANNEL")

		// The creator, the owner of the project and admins can edit it. Only the edits of admins are recorded.
		_, err = h.UpdateChannel(t.Context(), h.user(t, "carol"), c.ID, new("Carol's"), nil)
		refuse(t, err, "NOT_CHANNEL_OWNER")
		_, err = h.UpdateChannel(t.Context(), ada, c.ID, new("BETA"), nil)
		refuse(t, err, "CHANNEL_NAME_TAKEN")
		_, err = h.UpdateChannel(t.Context(), ada, c.ID, new("\u200b"), nil)
		refuse(t, err, "VALIDATION_FAILED")
		_, err = h.UpdateChannel(t.Context(), ada, uuid.New(), new("Nothing"), nil)
		refuse(t, err, "CHANNEL_NOT_FOUND")
		for caller, acts := range map[*auth.Caller]int{ada: 0, bob: 0, admin: 1} {
			before := h.db.Client().AuditEntry.Query().CountX(t.Context())
			for range 2 { // the second time nothing changes
				got, err := h.UpdateChannel(t.Context(), caller, c.ID, new(" Glazes of "+caller.Username+" "),
					new(caller.Username+"'s colours"))
				if err != nil || got.Name != "Glazes of "+caller.Username || got.Description != caller.Username+
					"'s colours" {
					t.Fatalf("edit of a channel by %s: %+v, %v", caller.Username, got, err)
				}
			}
			if after := h.db.Client().AuditEntry.Query().CountX(t.Context()); after-before != acts {
				t.Errorf("%d entries for an edit by %s", after-before, caller.Username)
			}
		}
		if c, err = h.UpdateChannel(t.Context(), ada, c.ID, new("glaze"), new("Colours")); err != nil {
			t.Fatal(err)
		}
		if listed, _, err := h.ListThreads(t.Context(), nil, ThreadQuery{ChannelID: &c.ID, Size: 1}); err != nil ||
			len(listed) != 0 {
			t.Errorf("threads %v, %v", listed, err)
		}
		h.post(t, bob, h.thread(t, bob, c.ID, "Celadon"), nil, "Green")
		// spec: card.list.comments
		if p, err := h.projects.Get(t.Context(), nil, shown); err != nil || p.CommentCount != 1 {
			t.Errorf("project %v, %v", p, err)
		}
		if bound, err := h.ChannelOf(t.Context(), shown); err != nil || bound == nil || *bound != c.ID {
			t.Errorf("channel of the project %v, %v", bound, err)
		}
		h.exact(t)

		// A deleted channel is gone at once with all that is in it, and its name is free.
		must.NoError(t, h.DeleteChannel(t.Context(), admin, c.ID, "Off topic"))
		refuse(t, h.DeleteChannel(t.Context(), admin, c.ID, "Off topic"), "CHANNEL_NOT_FOUND")
		h.exact(t)
		equal(t, "threads", h.threads(t, nil, 10), []string{})
		equal(t, "search", h.found(t, "green", nil), []string{})
		_, err = h.CreateThread(t.Context(), ada, c.ID, "Late", "Too late")
		refuse(t, err, "CHANNEL_NOT_FOUND")
		_, err = h.CreateChannel(t.Context(), ada, NewChannel{Name: "Glaze", ProjectID: &shown})
		must.NoError(t, err)
		h.finish(t)
		if n := h.db.Client().ForumThread.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d threads are left", n)
		}
		equal(t, "channels", names(9), []string{"ábaco", "beta", "Glaze", "Kiln  talk", "Zen"})

		// Without its project, a channel stays.
		must.NoError(t, h.projects.Delete(t.Context(), ada, shown, ""))
		equal(t, "channels", names(9), []string{"ábaco", "beta", "Glaze", "Kiln  talk", "Zen"})
		if c, err := h.GetChannel(t.Context(), kiln); err != nil || *c.UserID != ada.UserID {
			t.Errorf("channel %v, %v", c, err)
		}
	})
}

// finish finishes all pending deletions.
func (h fixture) finish(t testing.TB) {
	t.Helper()
	for _, d := range Domain(h.Service).Deletions {
		pending, err := d.Pending(t.Context(), 100)
		must.NoError(t, err)
		for _, id := range pending {
			for more := true; more; {
				more, err = d.Continue(t.Context(), id)
				must.NoError(t, err)
				h.exact(t)
			}
		}
	}
}

// If users create the same channel at once, one succeeds and the others get a conflict.
func TestCreateTheSameChannel(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		var created atomic.Int64
		must.Concurrently(t, 8, func(i int) error {
			_, err := h.CreateChannel(t.Context(), ada, NewChannel{Name: "Kiln"})
			if f := fault.Of(err); f != nil && f.Code == "CHANNEL_NAME_TAKEN" && f.Fields["name"] != "" {
				return nil
			}
			created.Add(1)
			return err
		})
		if created.Load() != 1 {
			t.Errorf("%d were created", created.Load())
		}
	})
}

func TestThreads(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob, admin := h.user(t, "ada"), h.user(t, "bob"), h.admin(t)
		channel, other := h.channel(t, ada, "Kiln"), h.channel(t, ada, "Other")
		first, second, third := h.thread(t, ada, channel, "First"), h.thread(t, bob, channel, "Second"),
			h.thread(t, ada, channel, "Third")
		elsewhere := h.thread(t, bob, other, "Elsewhere")
		equal(t, "all", h.threads(t, nil, 3), []string{"Elsewhere", "Third", "Second", "First"})
		h.post(t, bob, first, nil, "Moves it up")
		equal(t, "all", h.threads(t, nil, 1), []string{"First", "Elsewhere", "Third", "Second"})
		equal(t, "channel", h.threads(t, &channel, 1), []string{"First", "Third", "Second"})
		pinned, err := h.PinThread(t.Context(), admin, second, true)
		if err != nil || !pinned.IsPinned || pinned.Edges.Author.Username != "bob" ||
			pinned.Edges.Channel.Name != "Kiln" {
			t.Errorf("pinned %v, %v", pinned, err)
		}
		// spec: forum.threads.pinned
		equal(t, "with a pinned one", h.threads(t, &channel, 1), []string{"Second", "First", "Third"})
		equal(t, "unknown channel", h.threads(t, new(uuid.New()), 5), []string{})

		// Only authors edit, and an edit is marked unless it changes nothing.
		_, err = h.UpdateThread(t.Context(), admin, first, new("Stolen"), nil)
		refuse(t, err, "NOT_AUTHOR")
		_, err = h.UpdateThread(t.Context(), ada, first, nil, new(" \u200b "))
		refuse(t, err, "VALIDATION_FAILED")
		same, err := h.UpdateThread(t.Context(), ada, first, new("First "), nil)
		if err != nil || same.EditedAt != nil {
			t.Errorf("edited %v, %v", same, err)
		}
		h.clock.Add(1000)
		edited, err := h.UpdateThread(t.Context(), ada, first, nil, new("Some **bold** clay"))
		must.NoError(t, err)
		got, err := h.GetThread(t.Context(), nil, first)
		must.NoError(t, err)
		for _, thread := range []*ent.ForumThread{edited, got} {
			out := h.ThreadToProto(thread)
			if out.Title != "First" || out.Content != "Some **bold** clay" ||
				out.ContentHtml != "<p>Some <strong>bold</strong> clay</p>" ||
				out.Excerpt != "Some bold clay" || !out.EditedAt.AsTime().Equal(time.UnixMilli(h.clock.Load())) ||
				out.ReplyCount != 1 ||
				out.Author.Username != "ada" || out.ChannelName != "Kiln" {
				t.Errorf("edited %v", out)
			}
		}
		equal(t, "search", h.found(t, "bold", nil), []string{"First: Some bold clay"})

		// A locked thread refuses replies, not edits.
		if _, err = h.LockThread(t.Context(), admin, first, true); err != nil {
			t.Error(err)
		}
		_, err = h.CreatePost(t.Context(), bob, first, nil, "Late")
		refuse(t, err, "THREAD_LOCKED")
		if f := fault.Of(err); f.Status() != 403 {
			t.Errorf("status %d", f.Status())
		}
		_, err = h.UpdateThread(t.Context(), ada, first, new("Still first"), nil)
		must.NoError(t, err)

		// A moved thread takes its replies along.
		_, err = h.MoveThread(t.Context(), admin, first, uuid.New())
		refuse(t, err, "CHANNEL_NOT_FOUND")
		moved, err := h.MoveThread(t.Context(), admin, first, other)
		if err != nil || moved.ChannelID != other || !moved.IsLocked {
			t.Errorf("moved %v, %v", moved, err)
		}
		equal(t, "from", h.threads(t, &channel, 9), []string{"Second", "Third"})
		equal(t, "to", h.threads(t, &other, 9), []string{"Still first", "Elsewhere"})
		equal(t, "search there", h.found(t, "moves", &other), []string{"Still first: Moves it up"})
		equal(t, "search here", h.found(t, "moves", &channel), []string{})
		h.exact(t)

		refuse(t, h.DeleteThread(t.Context(), bob, third), "NOT_AUTHOR")
		must.NoError(t, h.DeleteThread(t.Context(), ada, third))
		refuse(t, h.DeleteThread(t.Context(), ada, third), "THREAD_NOT_FOUND")
		must.NoError(t, h.DeleteThread(t.Context(), admin, elsewhere))
		for _, err := range []error{
			ignore(h.GetThread(t.Context(), admin, third)), ignore(h.PinThread(t.Context(), admin, third, true)),
			ignore(h.LockThread(t.Context(), admin, third, true)),
			ignore(h.MoveThread(t.Context(), admin, third, other)),
			ignore(h.UpdateThread(t.Context(), ada, third, new("New"), nil)),
			ignore(h.CreatePost(t.Context(), ada, third, nil, "Late")),
			ignore(h.ListPosts(t.Context(), ada, PostQuery{ThreadID: third, Size: 5})),
			ignore(h.MarkRead(t.Context(), ada, third, time.Now())),
		} {
			refuse(t, err, "THREAD_NOT_FOUND")
		}
		equal(t, "left", h.threads(t, nil, 9), []string{"Still first", "Second"})
		h.finish(t)
		if n := h.db.Client().ForumThread.Query().CountX(t.Context()); n != 2 {
			t.Errorf("%d threads are left", n)
		}
	})
}

func ignore[T any](_ T, err error) error { return err }

func TestPosts(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob, admin := h.user(t, "ada"), h.user(t, "bob"), h.admin(t)
		thread := h.thread(t, ada, h.channel(t, ada, "Kiln"), "Firing")
		other := h.thread(t, ada, h.channel(t, ada, "Other"), "Other")
		one := h.post(t, bob, thread, nil, "one")
		two := h.post(t, ada, thread, &one, "two")
		three := h.post(t, bob, thread, &two, "three")
		four := h.post(t, ada, thread, &one, "four")
		_, err := h.CreatePost(t.Context(), ada, other, &one, "in another thread")
		refuse(t, err, "POST_NOT_FOUND")
		_, err = h.CreatePost(t.Context(), ada, thread, new(uuid.New()), "to nothing")
		refuse(t, err, "POST_NOT_FOUND")
		_, err = h.CreatePost(t.Context(), ada, thread, nil, "\x00 ")
		refuse(t, err, "VALIDATION_FAILED")

		_, err = h.UpdatePost(t.Context(), admin, one, "Stolen")
		refuse(t, err, "NOT_AUTHOR")
		h.clock.Add(1000)
		edited, err := h.UpdatePost(t.Context(), bob, one, "one *again*")
		must.NoError(t, err)
		if out := PostToProto(edited); out.EditedAt == nil || out.ContentHtml != "<p>one <em>again</em></p>" ||
			out.Author.Username != "bob" || out.IsDeleted {
			t.Errorf("edited %v", out)
		}
		equal(t, "replies", h.posts(t, nil, PostQuery{ThreadID: thread}), []string{"one *again*", "two", "three",
			"four"})

		// A deleted reply with answers leaves a placeholder. Deleting its last answer deletes it too, and so on
		// upwards.
		refuse(t, h.DeletePost(t.Context(), bob, two), "NOT_AUTHOR")
		must.NoError(t, h.DeletePost(t.Context(), admin, one))
		must.NoError(t, h.DeletePost(t.Context(), ada, two))
		equal(t, "placeholders", h.posts(t, admin, PostQuery{ThreadID: thread}), []string{"-", "-", "three", "four"})
		for _, id := range []uuid.UUID{one, two} {
			refuse(t, h.DeletePost(t.Context(), admin, id), "POST_NOT_FOUND")
			refuse(t, ignore(h.UpdatePost(t.Context(), bob, id, "back")), "POST_NOT_FOUND")
			refuse(t, ignore(h.CreatePost(t.Context(), bob, thread, &id, "to a placeholder")), "POST_NOT_FOUND")
			refuse(t, ignore(h.votes.Cast(t.Context(), ada.UserID, PostKind, id, vote.Up)), "NOT_FOUND")
		}
		got, err := h.GetThread(t.Context(), nil, thread)
		must.NoError(t, err)
		if newest := h.created(t, four); got.ReplyCount != 2 || !got.LastActivityAt.Equal(newest) {
			t.Errorf("%d replies, last at %v, want 2 and %v", got.ReplyCount, got.LastActivityAt, newest)
		}
		if by := h.ThreadToProto(got).LastReplyAuthor; by.GetUsername() != "ada" {
			t.Errorf("the last reply is by %v, want ada", by)
		}
		h.exact(t)
		must.NoError(t, h.DeletePost(t.Context(), bob, three)) // and two
		equal(t, "one answer less", h.posts(t, nil, PostQuery{ThreadID: thread}), []string{"-", "four"})
		h.exact(t)
		must.NoError(t, h.DeletePost(t.Context(), ada, four)) // and one
		renamed, err := h.UpdateThread(t.Context(), ada, thread, new("Renamed"), nil)
		if err != nil || h.ThreadToProto(renamed).LastReplyAuthor != nil {
			t.Errorf("a thread without replies: %v, %v", renamed, err)
		}
		equal(t, "nothing", h.posts(t, nil, PostQuery{ThreadID: thread}), []string{})
		if n := h.db.Client().ForumPost.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d rows are left", n)
		}
		got, err = h.GetThread(t.Context(), nil, thread)
		if err != nil || got.ReplyCount != 0 || !got.LastActivityAt.Equal(got.CreatedAt) {
			t.Errorf("thread %v, %v", got, err)
		}
	})
}

func (h fixture) created(t testing.TB, post uuid.UUID) time.Time {
	t.Helper()
	return h.db.Client().ForumPost.GetX(t.Context(), post).CreatedAt
}

func TestPagesOfPosts(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		thread := h.thread(t, ada, h.channel(t, ada, "Kiln"), "Firing")
		var ids []uuid.UUID
		for i := range 7 {
			ids = append(ids, h.post(t, ada, thread, nil, fmt.Sprint(i)))
		}
		page := func(q PostQuery, want string, before, after bool) PostPage {
			t.Helper()
			q.ThreadID, q.Size = thread, 3
			page, err := h.ListPosts(t.Context(), nil, q)
			must.NoError(t, err)
			if got := strings.Join(contents(page.Posts), ""); got != want || (page.Previous != "") != before ||
				(page.Next != "") != after {
				t.Errorf("page %q, previous %t, next %t; want %q, %t, %t", got, page.Previous != "", page.Next != "",
					want, before, after)
			}
			return page
		}
		first := page(PostQuery{}, "012", false, true)
		second := page(PostQuery{Token: first.Next}, "345", true, true)
		last := page(PostQuery{Token: second.Next}, "6", true, false)
		page(PostQuery{Token: last.Previous}, "345", true, true)
		page(PostQuery{Token: second.Previous}, "012", false, true)
		linked := page(PostQuery{From: ids[4]}, "456", true, false)
		earlier := page(PostQuery{Token: linked.Previous}, "123", true, true)
		page(PostQuery{Token: earlier.Previous}, "0", false, true)
		page(PostQuery{From: ids[0]}, "012", false, true)
		page(PostQuery{After: h.created(t, ids[1])}, "234", true, true)
		page(PostQuery{After: h.created(t, ids[1]).Add(-time.Microsecond)}, "123", true, true)
		page(PostQuery{After: start}, "012", false, true)
		beyond := page(PostQuery{After: h.created(t, ids[6])}, "", true, false)
		page(PostQuery{Token: beyond.Previous}, "456", true, true)
		page(PostQuery{From: ids[3], Before: 2}, "12345", true, true)
		page(PostQuery{From: ids[1], Before: 2}, "0123", false, true)
		page(PostQuery{After: h.created(t, ids[6]), Before: 2}, "56", true, false)
		page(PostQuery{Position: 1}, "012", false, true)
		page(PostQuery{Position: 5, Before: 1}, "3456", true, false)
		page(PostQuery{Position: 8, Before: 2}, "56", true, false)
		page(PostQuery{Token: first.Next, Before: 2}, "345", true, true)
		must.NoError(t, h.DeletePost(t.Context(), ada, ids[4]))
		page(PostQuery{From: ids[4]}, "56", true, false)
		page(PostQuery{Position: 5}, "56", true, false)
		_, err := h.ListPosts(t.Context(), nil,
			PostQuery{ThreadID: h.thread(t, ada, h.channel(t, ada, "Other"), "Other"), Size: 3, Token: first.Next})
		refuse(t, err, "VALIDATION_FAILED")
	})
}

// A thread of 3,000 replies opens at any of them, and all others are on the pages before and after.
func TestLongThread(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		thread := h.thread(t, ada, h.channel(t, ada, "Kiln"), "Firing")
		const replies, step = 3000, 500
		for from := 0; from < replies; from += step {
			must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				rows := make([]*ent.ForumPostCreate, step)
				for i := range rows {
					at := start.Add(time.Duration(from+i) * time.Second)
					rows[i] = tx.ForumPost.Create().SetID(store.NewID(at)).SetThreadID(thread).SetUserID(ada.UserID).
						SetCreatedAt(at).SetUpdatedAt(at).SetContent(strconv.Itoa(from + i + 1))
				}
				return tx.ForumPost.CreateBulk(rows...).Exec(ctx)
			}))
		}
		list := func(q PostQuery) (PostPage, []string) {
			t.Helper()
			q.ThreadID, q.Size = thread, 100
			page, err := h.ListPosts(t.Context(), nil, q)
			must.NoError(t, err)
			return page, contents(page.Posts)
		}
		middle, read := list(PostQuery{Position: 1500, Before: 10})
		if len(read) != 110 || read[0] != "1490" || read[109] != "1599" {
			t.Fatalf("the page around the reply 1500 is %v", read)
		}
		if linked, same := list(PostQuery{From: middle.Posts[10].ID, Before: 10}); !slices.Equal(same, read) ||
			linked.Previous != middle.Previous {
			t.Errorf("a link to the reply 1500 opens %v", same)
		}
		for token := middle.Previous; token != ""; {
			page, before := list(PostQuery{Token: token})
			read, token = append(before, read...), page.Previous
		}
		for token := middle.Next; token != ""; {
			page, after := list(PostQuery{Token: token})
			read, token = append(read, after...), page.Next
		}
		for i, content := range read {
			if content != strconv.Itoa(i+1) {
				t.Fatalf("the reply %s is at the position %d", content, i+1)
			}
		}
		if len(read) != replies {
			t.Errorf("%d replies were read", len(read))
		}
		must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.ForumPost.Delete().Where(forumpost.ThreadID(thread)).Exec(ctx) // no counter has them
			return err
		}))
	})
}

func TestThreadOrders(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, ben, admin := h.user(t, "ada"), h.user(t, "ben"), h.admin(t)
		kiln, glaze := h.channel(t, ada, "Kiln"), h.channel(t, ada, "Glaze")
		var ids []uuid.UUID
		for i, channel := range []uuid.UUID{kiln, kiln, glaze, kiln, kiln} {
			ids = append(ids, h.thread(t, ada, channel, strconv.Itoa(i)))
		}
		for _, i := range []int{0, 2} {
			_, err := h.votes.Cast(t.Context(), ben.UserID, ThreadKind, ids[i], vote.Up)
			must.NoError(t, err)
		}
		_, err := h.votes.Cast(t.Context(), admin.UserID, ThreadKind, ids[0], vote.Up)
		must.NoError(t, err)
		h.post(t, ben, ids[1], nil, "An answer")
		_, err = h.PinThread(t.Context(), admin, ids[3], true)
		must.NoError(t, err)
		_, err = h.LockThread(t.Context(), admin, ids[4], true)
		must.NoError(t, err)
		for _, c := range []struct {
			channel *uuid.UUID
			sort    string
			want    string
		}{
			{nil, "", "14320"}, {nil, Latest, "14320"}, {&kiln, Latest, "3140"},
			{nil, Top, "02431"}, {&kiln, Top, "0431"},
			{nil, Unanswered, "320"}, {&kiln, Unanswered, "30"},
		} {
			for _, size := range []int{1, 3, 10} {
				if got := strings.Join(h.sorted(t, c.channel, c.sort, size), ""); got != c.want {
					t.Errorf("%s in %v, %d a page: %s, want %s", c.sort, c.channel, size, got, c.want)
				}
			}
		}
	})
}

// The users who reply most come first, and hidden replies do not count.
func TestParticipants(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, ben, admin := h.user(t, "ada"), h.user(t, "ben"), h.admin(t)
		thread := h.thread(t, ada, h.channel(t, ada, "Kiln"), "Firing")
		h.post(t, ada, thread, nil, "One")
		for range 2 {
			h.post(t, ben, thread, nil, "More")
		}
		must.NoError(t, h.DeletePost(t.Context(), admin, h.post(t, admin, thread, nil, "Gone")))
		users, err := h.Participants(t.Context(), thread)
		must.NoError(t, err)
		var names []string
		for _, u := range users {
			names = append(names, u.Username)
		}
		if got := strings.Join(names, " "); got != "ben ada" {
			t.Errorf("participants %q", got)
		}
	})
}

// Only the author and admins see hidden content, and no counter includes it.
func TestHidden(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob, admin := h.user(t, "ada"), h.user(t, "bob"), h.admin(t)
		channel := h.channel(t, ada, "Kiln")
		thread := h.thread(t, ada, channel, "Firing")
		one := h.post(t, bob, thread, nil, "one glaze")
		two := h.post(t, bob, thread, nil, "two glazes")
		h.post(t, ada, thread, &two, "answer")
		h.setVisible(t, thread, &one, false)
		h.setVisible(t, thread, &two, false)
		h.exact(t)
		for name, test := range map[string]struct {
			caller *auth.Caller
			want   []string
		}{
			"visitor": {nil, []string{"-", "answer"}}, "other": {ada, []string{"-", "answer"}},
			"author": {bob, []string{"one glaze", "two glazes", "answer"}},
			"admin":  {admin, []string{"one glaze", "two glazes", "answer"}},
		} {
			equal(t, name, h.posts(t, test.caller, PostQuery{ThreadID: thread}), test.want)
		}
		equal(t, "search", h.found(t, "glaze", nil), []string{})
		refuse(t, ignore(h.votes.Cast(t.Context(), ada.UserID, PostKind, one, vote.Up)), "NOT_FOUND")
		refuse(t, h.DeletePost(t.Context(), ada, one), "POST_NOT_FOUND")
		refuse(t, ignore(h.CreatePost(t.Context(), bob, thread, &two, "more")), "POST_NOT_FOUND")
		h.setVisible(t, thread, &two, true)
		equal(t, "restored", h.found(t, "glaze", &channel), []string{"Firing: two glazes"})
		h.exact(t)

		h.setVisible(t, thread, nil, false)
		h.exact(t)
		equal(t, "threads", h.threads(t, nil, 9), []string{})
		equal(t, "search", h.found(t, "glaze", nil), []string{})
		must.NoError(t, search.CountWords(t.Context(), h.db))
		page, err := h.Search(t.Context(), SearchQuery{Text: "glazse", Size: 2})
		if must.NoError(t, err); page.SearchedFor != "" || page.DidYouMean != "" || len(page.Found) != 0 {
			t.Errorf("a word of a hidden thread is suggested: %+v", page)
		}
		for _, caller := range []*auth.Caller{nil, bob} {
			refuse(t, ignore(h.GetThread(t.Context(), caller, thread)), "THREAD_NOT_FOUND")
			refuse(t, ignore(h.ListPosts(t.Context(), caller, PostQuery{ThreadID: thread, Size: 1})),
				"THREAD_NOT_FOUND")
		}
		for _, caller := range []*auth.Caller{ada, admin} {
			must.NoError(t, ignore(h.GetThread(t.Context(), caller, thread)))
		}
		refuse(t, ignore(h.CreatePost(t.Context(), ada, thread, nil, "more")), "THREAD_NOT_FOUND")
		refuse(t, ignore(h.votes.Cast(t.Context(), ada.UserID, PostKind, two, vote.Up)), "NOT_FOUND")
		refuse(t, h.DeletePost(t.Context(), bob, one), "POST_NOT_FOUND")
		must.NoError(t, h.DeletePost(t.Context(), admin, one))
		h.exact(t)
		h.setVisible(t, thread, nil, true)
		h.setVisible(t, thread, nil, true)
		equal(t, "threads", h.threads(t, &channel, 9), []string{"Firing"})
		equal(t, "search", h.found(t, "glaze", nil), []string{"Firing: two glazes"})
		page, err = h.Search(t.Context(), SearchQuery{Text: "glazse", Size: 2})
		if must.NoError(t, err); page.SearchedFor != "glazes" || len(page.Found) != 1 {
			t.Errorf("forgiving: %+v", page)
		}
		equal(t, "by a user", h.found(t, "by:bob", nil), []string{"Firing: two glazes"})
	})
}

// spec: forum.search
func TestSearch(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob := h.user(t, "ada"), h.user(t, "bob")
		kiln, other := h.channel(t, ada, "Kiln"), h.channel(t, ada, "Other")
		titled := h.thread(t, ada, kiln, "Celadon glazes")
		thread := h.thread(t, bob, other, "Colours")
		h.post(t, ada, thread, nil, words(100)+" then a **celadon** that "+words(100))
		h.post(t, ada, titled, nil, "I like `celadon`")
		h.post(t, ada, titled, nil, "I like blue")
		got := h.found(t, "CELADON", nil)
		if len(got) != 3 || got[0] != "Celadon glazes: About Celadon glazes" ||
			got[1] != "Celadon glazes: I like celadon" {
			t.Fatalf("found %q", got)
		}
		if passage := strings.TrimPrefix(got[2], "Colours: "); !strings.Contains(passage, "then a celadon that") ||
			len([]rune(passage)) > maxExcerpt ||
			!strings.HasPrefix(passage, "…word") || !strings.HasSuffix(passage, "word…") &&
			!strings.HasSuffix(passage, "…") {
			t.Errorf("passage %q", passage)
		}
		equal(t, "in a channel", h.found(t, "celadon like", &kiln), []string{"Celadon glazes: I like celadon"})
		equal(t, "by author", h.found(t, "bob", nil), []string{"Colours: About Colours"})
		for _, nothing := range []string{"", "  ", "?!", "neverheardof"} {
			equal(t, nothing, h.found(t, nothing, nil), []string{})
		}
		page, err := h.Search(t.Context(), SearchQuery{Text: "celadon", Size: 1})
		must.NoError(t, err)
		_, err = h.Search(t.Context(), SearchQuery{Text: "celadon", ChannelID: &kiln, Size: 1, Token: page.Next})
		refuse(t, err, "VALIDATION_FAILED")
	})
}

func TestReadMarkers(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob := h.user(t, "ada"), h.user(t, "bob")
		thread := h.thread(t, ada, h.channel(t, ada, "Kiln"), "Firing")
		now := time.UnixMilli(h.clock.Load()).UTC()
		for _, step := range []struct{ at, want time.Time }{
			{now.Add(-time.Minute), now.Add(-time.Minute)}, {now.Add(-time.Second), now.Add(-time.Second)},
			{now.Add(-time.Hour), now.Add(-time.Second)}, {now.Add(time.Hour), now},
		} {
			if got, err := h.MarkRead(t.Context(), ada, thread, step.at); err != nil || !got.Equal(step.want) {
				t.Errorf("read until %v, %v; want %v", got, err, step.want)
			}
		}
		unread := h.thread(t, ada, h.channel(t, ada, "Other"), "Other")
		markers, err := h.ReadMarkers(t.Context(), ada, []uuid.UUID{unread, thread, uuid.Nil})
		if err != nil || len(markers) != 1 || markers[0].ThreadID != thread || !markers[0].ReadAt.Equal(now) {
			t.Errorf("markers %v, %v", markers, err)
		}
		if markers, err = h.ReadMarkers(t.Context(), bob, []uuid.UUID{thread}); err != nil || len(markers) != 0 {
			t.Errorf("markers of another %v, %v", markers, err)
		}
	})
}

// A thread with many replies and votes disappears at once and is deleted in steps that keep all counters exact.
func TestDeleteInSteps(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob := h.user(t, "ada"), h.user(t, "bob")
		channel := h.channel(t, ada, "Kiln")
		thread, kept := h.thread(t, ada, channel, "Long"), h.thread(t, ada, channel, "Kept")
		var last *uuid.UUID
		for i := range postBatch + 20 {
			by := []*auth.Caller{ada, bob}[i%2]
			id := h.post(t, by, thread, last, fmt.Sprint("reply ", i))
			last = &id
		}
		must.NoError(t, ignore(h.votes.Cast(t.Context(), ada.UserID, PostKind, *last, vote.Up)))
		must.NoError(t, ignore(h.votes.Cast(t.Context(), bob.UserID, ThreadKind, thread, vote.Down)))
		must.NoError(t, ignore(h.MarkRead(t.Context(), bob, thread, time.Now())))
		h.post(t, bob, kept, nil, "reply that stays")
		must.NoError(t, h.DeleteThread(t.Context(), ada, thread))
		h.exact(t)
		equal(t, "search", h.found(t, "reply", nil), []string{"Kept: reply that stays"})
		h.finish(t)
		for what, n := range map[string]int{
			"threads": h.db.Client().ForumThread.Query().Where(forumthread.ID(thread)).CountX(t.Context()),
			"replies": h.db.Client().ForumPost.Query().Where(forumpost.ThreadID(thread)).CountX(t.Context()),
			"votes":   h.db.Client().Vote.Query().CountX(t.Context()), "markers": h.db.Client().ForumRead.Query().
					CountX(t.Context()),
		} {
			if n != 0 {
				t.Errorf("%d %s are left", n, what)
			}
		}
		if u := h.db.Client().User.GetX(t.Context(), ada.UserID); u.Reputation != 0 || u.ForumThreadCount != 1 ||
			u.ForumPostCount != 0 {
			t.Errorf("reputation %d, %d threads, %d replies", u.Reputation, u.ForumThreadCount, u.ForumPostCount)
		}
	})
}

// A reply with very many votes is deleted with them.
func TestDeleteAPopularPost(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		id := h.post(t, ada, h.thread(t, ada, h.channel(t, ada, "Kiln"), "Firing"), nil, "popular")
		must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			for i := range voteBatch + 5 {
				voter := store.NewID(start)
				name := fmt.Sprint("voter", i)
				if _, err := tx.ExecContext(ctx,
					`INSERT INTO users (id, created_at, updated_at, username, username_key, email, email_key, password_hash, viber_tag,
					skills, votes_given) VALUES ($1, $2, $2, $3, $3, $3, $3, '', $3, '[]', 1)`, voter, start, name); err != nil {
					return err
				}
				if _, err := tx.ExecContext(ctx,
					`INSERT INTO votes (user_id, target_type, target_id, value, created_at, updated_at)
					VALUES ($1, $2, $3, 1, $4, $4)`, voter, PostKind, id, start); err != nil {
					return err
				}
			}
			n := voteBatch + 5
			if err := tx.ForumPost.UpdateOneID(id).SetUpvotes(n).SetEligibleUpvotes(n).Exec(ctx); err != nil {
				return err
			}
			if err := stats.AddVotes(ctx, tx, id, n); err != nil {
				return err
			}
			return tx.User.Update().Where(user.ID(ada.UserID)).SetUpvotesReceived(n).
				SetEligibleUpvotesReceived(n).
				SetReputation(vote.Reputation(n, 0)).Exec(ctx)
		}))
		must.NoError(t, h.DeletePost(t.Context(), ada, id))
		if n := h.db.Client().Vote.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d votes are left", n)
		}
	})
}

// Users write, edit, delete, move, hide, vote and read at once. Afterwards each checks every counter.
func TestConcurrentChanges(t *testing.T) {
	each(t, changeConcurrently)
}

// TestNoDeadlocks checks that transactions lock in a fixed order: PostgreSQL resolves a deadlock only after a second.
func TestNoDeadlocks(t *testing.T) {
	address := storetest.PostgresURL(t)
	// closes the database
	t.Run("changes", func(t *testing.T) { changeConcurrently(t, open(t, storetest.Open(t, address))) })
	storetest.NoDeadlocks(t, address)
}

func changeConcurrently(t *testing.T, h fixture) {
	t.Helper()
	users := []*auth.Caller{h.user(t, "ada"), h.user(t, "bob"), h.admin(t)}
	projectID := h.project(t, users[0], "Glaze")
	bound, err := h.CreateChannel(t.Context(), users[0], NewChannel{Name: "Glaze", ProjectID: &projectID})
	must.NoError(t, err)
	channels := []uuid.UUID{bound.ID, h.channel(t, users[1], "Kiln")}
	var threads []uuid.UUID
	for i := range 4 {
		threads = append(threads, h.thread(t, users[i%2], channels[i%2], fmt.Sprint("Thread ", i)))
	}
	var (
		mu            sync.Mutex
		posts         = []uuid.UUID{h.post(t, users[0], threads[0], nil, "first")}
		all           sync.WaitGroup
		did, refused  atomic.Int64
		deletedThread atomic.Int64
		changes       atomic.Int64
		third         = make(chan struct{})      // closed after the first hundred changes
		due           = make(chan struct{}, 300) // has an entry for every eighth change
	)
	for n := range 12 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(11, uint64(n)))
			for range 25 {
				h.clock.Add(1)
				me, thread := users[r.IntN(len(users))], threads[r.IntN(len(threads))]
				mu.Lock()
				post := posts[r.IntN(len(posts))]
				mu.Unlock()
				var err error
				switch r.IntN(12) {
				case 0, 1, 2:
					var parent *uuid.UUID
					if r.IntN(2) == 0 {
						parent, thread = &post, h.threadOf(t, post, thread)
					}
					var p *ent.ForumPost
					if p, err = h.CreatePost(t.Context(), me, thread, parent, fmt.Sprint("reply ", n)); err == nil {
						mu.Lock()
						posts = append(posts, p.ID)
						mu.Unlock()
					}
				case 3:
					_, err = h.UpdatePost(t.Context(), me, post, fmt.Sprint("edited ", r.IntN(100)))
				case 4:
					err = h.DeletePost(t.Context(), me, post)
				case 5:
					_, err = h.MoveThread(t.Context(), users[2], thread, channels[r.IntN(2)])
				case 6:
					_, err = h.CreateThread(t.Context(), me, channels[r.IntN(2)], "New", "Text")
				case 7:
					_, err = h.votes.Cast(t.Context(), me.UserID, PostKind, post,
						[]int{vote.Up, vote.Down, vote.None}[r.IntN(3)])
				case 8:
					_, err = h.votes.Cast(t.Context(), me.UserID, ThreadKind, thread,
						[]int{vote.Up, vote.Down, vote.None}[r.IntN(3)])
				case 10:
					_, err = h.votes.Withdraw(t.Context(), me.UserID, 5)
				case 11:
					// a change of the display name
					err = h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
						if err := tx.User.UpdateOneID(me.UserID).SetDisplayName(fmt.Sprint("Name ", n)).
							Exec(ctx); err != nil {
							return err
						}
						return search.RenameOwner(ctx, h.db, tx, me.UserID, fmt.Sprint("name ", n))
					})
				case 9:
					if r.IntN(8) == 0 && deletedThread.Add(1) < 3 {
						err = h.DeleteThread(t.Context(), users[2], thread)
					} else {
						_, err = h.UpdateThread(t.Context(), me, thread, nil, new(fmt.Sprint("text ", r.IntN(100))))
					}
				}
				switch {
				case err == nil:
					did.Add(1)
				case fault.Of(err) != nil:
					refused.Add(1)
				default:
					t.Error(err)
				}
				n := changes.Add(1)
				if n == 100 {
					close(third)
				}
				if n%8 == 0 {
					due <- struct{}{}
				}
			}
		})
	}
	all.Go(func() { // the job that finishes deletions
		for range 300 / 8 {
			<-due
			pending, err := h.DeletedThreads(t.Context(), 1)
			for _, id := range pending {
				_, err = h.FinishThread(t.Context(), id)
			}
			if err != nil {
				t.Error(err)
			}
		}
	})
	all.Go(func() {
		<-third
		if err := h.projects.Delete(t.Context(), users[0], projectID, ""); err != nil {
			t.Error(err)
		}
	})
	all.Wait()
	if did.Load() < 60 || refused.Load() == 0 {
		t.Errorf("%d changes and %d refusals are too few to tell", did.Load(), refused.Load())
	}
	h.exact(t)
	h.finish(t)
	must.NoError(t, h.DeleteChannel(t.Context(), users[0], channels[1], ""))
	h.exact(t)
	h.finish(t)
}

// threadOf returns the thread of a reply, or another one if the reply is gone.
func (h fixture) threadOf(t testing.TB, post, otherwise uuid.UUID) uuid.UUID {
	t.Helper()
	posts, err := h.db.Client().ForumPost.Query().Where(forumpost.ID(post)).All(t.Context())
	must.NoError(t, err)
	if len(posts) == 0 {
		return otherwise
	}
	return posts[0].ThreadID
}

// The text of every thread and reply is emitted. If a listener fails, nothing is stored.
func TestPublishedTextsAreSaid(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		channel := h.channel(t, ada, "Kiln")
		thread := h.thread(t, ada, channel, "Glaze")
		post := h.post(t, ada, thread, nil, "See https://celadon.example")
		_, err := h.UpdateThread(t.Context(), ada, thread, nil, new("About [glaze](HTTPS://glaze.example), @ada"))
		must.NoError(t, err)
		_, err = h.UpdatePost(t.Context(), ada, post, "https://tenmoku.example")
		must.NoError(t, err)
		equal(t, "said", h.heard.Texts(), []string{"published forum_post [https://celadon.example] 0",
			"edited forum_thread [HTTPS://glaze.example] 1", "edited forum_post [https://tenmoku.example] 0"})

		h.heard.Refuse = fault.RateLimited(time.Minute)
		_, err = h.CreateThread(t.Context(), ada, channel, "Spam", "Buy")
		refuse(t, err, "RATE_LIMITED")
		_, err = h.CreatePost(t.Context(), ada, thread, nil, "Buy")
		refuse(t, err, "RATE_LIMITED")
		_, err = h.UpdatePost(t.Context(), ada, post, "Buy")
		refuse(t, err, "RATE_LIMITED")
		equal(t, "threads", h.threads(t, &channel, 10), []string{"Glaze"})
		equal(t, "replies", h.posts(t, nil, PostQuery{ThreadID: thread}), []string{"https://tenmoku.example"})
	})
}

// Threads and replies link to the members that they mention, also after the version of the renderer has changed.
func TestMentions(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, _ := h.user(t, "ada"), h.user(t, "zoe")
		thread := h.thread(t, ada, h.channel(t, ada, "Kiln"), "Glaze")
		_, err := h.UpdateThread(t.Context(), ada, thread, nil, new("For *@Zoe* and @nobody."))
		must.NoError(t, err)
		h.post(t, ada, thread, nil, "Thanks, @ada.")
		h.post(t, ada, thread, nil, "And @zoe, @nobody.")
		expect := func(when string, want ...string) {
			t.Helper()
			read, err := h.GetThread(t.Context(), nil, thread)
			must.NoError(t, err)
			page, err := h.ListPosts(t.Context(), nil, PostQuery{ThreadID: thread, Size: 10})
			must.NoError(t, err)
			equal(t, when, []string{h.ThreadToProto(read).ContentHtml, PostToProto(page.Posts[0]).ContentHtml,
				PostToProto(page.Posts[1]).ContentHtml}, want)
		}
		saved := []string{
			`<p>For <em><a href="/profile/Zoe">@Zoe</a></em> and @nobody.</p>`,
			`<p>Thanks, <a href="/profile/ada">@ada</a>.</p>`,
			`<p>And <a href="/profile/zoe">@zoe</a>, @nobody.</p>`,
		}
		expect("saved", saved...)
		for _, table := range []string{"forum_threads", "forum_posts"} {
			storetest.Exec(t, h.db, "UPDATE "+table+" SET content_version = 1, content_html = ''")
		}
		expect("rendered again", saved...)
		storetest.Exec(t, h.db, "UPDATE users SET deleted_at = created_at WHERE username = 'zoe'")
		expect("rendered again without Zoe", "<p>For <em>@Zoe</em> and @nobody.</p>", saved[1],
			"<p>And @zoe, @nobody.</p>")
		storetest.Exec(t, h.db, "UPDATE users SET deleted_at = NULL")
	})
}
