package blog

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/blogcomment"
	"uvboard/ent/user"
)

func TestCreate(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer := h.user(t, "writer")
		t.Run("Defaults", func(t *testing.T) {
			p := h.create(t, writer, story("Kiln"))
			at := start.Add(time.Second)
			want := &ent.BlogPost{
				ID: p.ID, Short: p.Short, UserID: writer.UserID, CreatedAt: at, UpdatedAt: at, PublishedAt: &at,
				Title:   "Kiln",
				Tags:    []string{},
				Content: "What happened with Kiln.", Summary: "What happened with Kiln.",
				ContentVersion: markdown.Version, ReadTime: 1,
				IsPublished: true, IsVisible: true,
			}
			if diff := cmp.Diff(want, h.get(t, nil, p.ID), cmpopts.IgnoreUnexported(ent.BlogPost{}),
				cmpopts.IgnoreFields(ent.BlogPost{}, "Edges")); diff != "" {
				t.Errorf("post (-want +got):\n%s", diff)
			}
			u, err := h.db.Client().User.Get(t.Context(), writer.UserID)
			must.NoError(t, err)
			if u.BlogPostCount != 1 || u.LastActiveAt == nil || !u.LastActiveAt.Equal(at) {
				t.Errorf("%d posts, last active at %v", u.BlogPostCount, u.LastActiveAt)
			}
		})
		t.Run("CleansTexts", func(t *testing.T) {
			in := story("  Tidy \x00", " AI ", "ai", "", "Go")
			in.Content = new("# Title\n\nSome *emphasis*.\r\nNext line.")
			p := h.get(t, nil, h.create(t, writer, in).ID)
			if p.Title != "Tidy" || p.Summary != "Some emphasis. Next line." {
				t.Errorf("title %q, summary %q", p.Title, p.Summary)
			}
			// spec: blog.form.tags, blog.new.tags_ignored
			equal(t, "tags", p.Tags, "ai", "go")
			if html := ContentHTML(p); !strings.Contains(html, "<em>emphasis</em>.<br>") {
				t.Error(html)
			}
		})
		t.Run("ReadTime", func(t *testing.T) {
			for n, minutes := range map[int]int{1: 1, 200: 1, 201: 2, 1000: 5} {
				in := story("Long")
				in.Content = new(words(n))
				if p := h.create(t, writer, in); p.ReadTime != minutes {
					t.Errorf("%d words take %d minutes, want %d", n, p.ReadTime, minutes)
				}
			}
		})
		for name, tc := range map[string]struct {
			in    Input
			field string
		}{
			"ErrInvisibleTitle": {Input{Title: new("\u200b"), Content: new("x")}, "title"},
			"ErrOnlyNUL":        {Input{Title: new("x"), Content: new("\x00")}, "content"},
			"ErrNoContent":      {Input{Title: new("x")}, "content"},
			"ErrRemovedUpload": {Input{Title: new("x"), Content: new("x"),
				CoverImage: new("/uploads/" + uuid.NewString() + "/200x100.png")}, "coverImage"},
		} {
			t.Run(name, func(t *testing.T) {
				_, err := h.Create(t.Context(), writer, tc.in)
				refuse(t, err, "VALIDATION_FAILED", tc.field)
			})
		}
	})
}

func TestDrafts(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, other, admin := h.user(t, "writer"), h.user(t, "other"), h.admin(t)
		p := h.create(t, writer, draft("Secret", "go"))
		for _, caller := range []*auth.Caller{nil, other} {
			_, err := h.Get(t.Context(), caller, p.ID)
			refuse(t, err, "BLOG_POST_NOT_FOUND", "")
		}
		_, err := h.Update(t.Context(), other, p.ID, story("Stolen"))
		refuse(t, err, "BLOG_POST_NOT_FOUND", "")
		_, err = h.CreateComment(t.Context(), other, p.ID, nil, "Hello")
		refuse(t, err, "BLOG_POST_NOT_FOUND", "")
		_, err = h.CreateComment(t.Context(), writer, p.ID, nil, "Hello")
		refuse(t, err, "BLOG_POST_NOT_PUBLIC", "")
		_, err = h.Like(t.Context(), admin, p.ID)
		refuse(t, err, "NOT_FOUND", "")
		h.get(t, writer, p.ID)
		h.get(t, admin, p.ID)
		for what, got := range map[string][]string{
			"all":             h.list(t, admin, ListQuery{}),
			"search":          h.list(t, writer, ListQuery{Search: "secret"}),
			"tag":             h.list(t, writer, ListQuery{Tag: "go"}),
			"user, to others": h.list(t, other, ListQuery{UserID: writer.UserID.String()}),
		} {
			equal(t, what, got)
		}
		equal(t, "user", h.list(t, writer, ListQuery{UserID: writer.UserID.String()}), "Secret")

		h.clock.Add(time.Hour.Milliseconds())
		shown := h.update(t, writer, p.ID, Input{IsPublished: new(true)})
		if at := *shown.PublishedAt; !shown.IsVisible || !createdAt(shown).Equal(h.now()) ||
			!shown.UpdatedAt.Equal(at) {
			t.Errorf("published at %v, updated at %v", at, shown.UpdatedAt)
		}
		equal(t, "tag", h.list(t, nil, ListQuery{Tag: "GO"}), "Secret")
		published := *shown.PublishedAt
		hidden := h.update(t, writer, p.ID, Input{IsPublished: new(false)})
		if !hidden.UpdatedAt.Equal(published) || !hidden.PublishedAt.Equal(published) {
			t.Errorf("to hide a post changed its times: %v, %v", hidden.PublishedAt, hidden.UpdatedAt)
		}
		equal(t, "tag", h.list(t, nil, ListQuery{Tag: "go"}))
		again := h.update(t, writer, p.ID, Input{IsPublished: new(true), Title: new("Known")})
		if !again.PublishedAt.Equal(published) || !again.UpdatedAt.Equal(h.now()) {
			t.Errorf("published at %v, updated at %v", again.PublishedAt, again.UpdatedAt)
		}
	})
}

func TestUpdate(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, other, admin := h.user(t, "writer"), h.user(t, "other"), h.admin(t)
		in := story("Kiln", "clay", "fire")
		in.Excerpt, in.CoverImage = new("Short"), new("https://art.example/cover.png")
		p := h.create(t, writer, in)
		kept := h.update(t, writer, p.ID, Input{})
		if !kept.UpdatedAt.Equal(p.UpdatedAt) || kept.Excerpt != "Short" || len(kept.Tags) != 2 {
			t.Errorf("an empty update changed it: %v", kept)
		}
		got := h.update(t, writer, p.ID, Input{Title: new("Oven"), Excerpt: new(""), CoverImage: new(""),
			Tags: []string{"fire", "Clay", "heat"}})
		if got.Title != "Oven" || got.Excerpt != "" || got.CoverImage != "" || !got.UpdatedAt.Equal(h.now()) ||
			got.Content != p.Content {
			t.Errorf("%v", got)
		}
		equal(t, "tags", got.Tags, "fire", "clay", "heat")
		h.update(t, writer, p.ID, Input{Tags: []string{}, Content: new("All new")})
		tags, err := h.PopularTags(t.Context(), 10)
		if err != nil || len(tags) > 0 {
			t.Errorf("tags %v are left, error %v", tags, err)
		}
		equal(t, "search", h.list(t, nil, ListQuery{Search: "all new"}), "Oven")
		for _, caller := range []*auth.Caller{other, admin} {
			_, err := h.Update(t.Context(), caller, p.ID, story("Stolen"))
			// spec: role.author
			refuse(t, err, "NOT_POST_AUTHOR", "")
		}
		_, err = h.Update(t.Context(), writer, uuid.New(), story("None"))
		refuse(t, err, "BLOG_POST_NOT_FOUND", "")
	})
}

// A post keeps the uploads that it shows, as its cover or in its content, and no others.
func TestUploads(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer := h.user(t, "writer")
		cover, inside := h.upload(t, writer), h.upload(t, writer)
		in := story("Pictures")
		in.CoverImage, in.Content = &cover, new("Look: ![kiln]("+origin+inside+") and again ![kiln]("+inside+").")
		p := h.create(t, writer, in)
		if n, err := h.db.Client().UploadUse.Query().Count(t.Context()); err != nil || n != 2 {
			t.Errorf("%d uses, error %v", n, err)
		}
		h.update(t, writer, p.ID, Input{Content: new("No picture.")})
		if n := h.uploads(t); n != 1 {
			t.Errorf("%d uploads are left, want the cover", n)
		}
		must.NoError(t, h.Delete(t.Context(), writer, p.ID, ""))
		if n := h.uploads(t); n != 0 {
			t.Errorf("%d uploads are left", n)
		}
	})
}

// spec: call2.blog.like
func TestLike(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, reader := h.user(t, "writer"), h.user(t, "reader")
		p := h.create(t, writer, story("Liked"))
		if e := h.like(t, reader, p.ID); e != (Engagement{Likes: 1, Liked: true}) {
			t.Errorf("%+v", e)
		}
		if u, err := h.db.Client().User.Get(t.Context(), writer.UserID); err != nil || u.Reputation != 5 {
			t.Errorf("reputation %d, error %v", u.Reputation, err)
		}
		if e, err := h.Engagement(t.Context(), reader, p.ID); err != nil || e != (Engagement{Likes: 1, Liked: true}) {
			t.Errorf("%+v %v", e, err)
		}
		if e, err := h.Engagement(t.Context(), nil, p.ID); err != nil || e != (Engagement{Likes: 1}) {
			t.Errorf("%+v %v", e, err)
		}
		if e := h.like(t, reader, p.ID); e != (Engagement{}) {
			t.Errorf("%+v", e)
		}
		_, err := h.Like(t.Context(), writer, p.ID)
		refuse(t, err, "OWN_CONTENT", "")
		_, err = h.likes.Cast(t.Context(), reader.UserID, Kind, p.ID, vote.Down)
		refuse(t, err, "VALIDATION_FAILED", "voteType")
		_, err = h.Like(t.Context(), reader, uuid.New())
		refuse(t, err, "BLOG_POST_NOT_FOUND", "")
	})
}

// Popularity counts the likes and visible comments of the last 30 days.
// spec: blog.popular
func TestPopularity(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, reader, other := h.user(t, "writer"), h.user(t, "reader"), h.user(t, "other")
		p, quiet := h.create(t, writer, story("Popular")), h.create(t, writer, story("Quiet"))
		expect := func(what string, want int) {
			t.Helper()
			if got := h.popularity(t, p.ID); got != want {
				t.Errorf("%s: popularity %d, want %d", what, got, want)
			}
		}
		h.like(t, reader, p.ID)
		first := h.comment(t, reader, p.ID, "First")
		expect("a like and a comment", 2)
		h.clock.Add((20 * 24 * time.Hour).Milliseconds())
		h.like(t, other, p.ID)
		second := h.comment(t, other, p.ID, "Second")
		h.like(t, reader, quiet.ID)
		expect("two of each", 4)
		equal(t, "popular", h.list(t, nil, ListQuery{Sort: popular, Size: 1}), "Popular", "Quiet")
		_, err := h.HideComment(t.Context(), writer, p.ID, second.ID, true)
		must.NoError(t, err)
		expect("a hidden comment", 3)
		_, err = h.HideComment(t.Context(), writer, p.ID, second.ID, false)
		must.NoError(t, err)
		expect("a restored comment", 4)

		h.clock.Add((15 * 24 * time.Hour).Milliseconds())
		h.like(t, reader, p.ID) // takes back a like that no longer counts
		must.NoError(t, h.DeleteComment(t.Context(), reader, p.ID, first.ID))
		expect("before the recount", 4)
		must.NoError(t, h.recount(t.Context()))
		expect("after the recount", 2)
		h.like(t, other, p.ID)
		expect("a recent like taken back", 1)
		h.like(t, reader, p.ID)
		if n, err := vote.NewService(h.db, h.votables(), h.now).Withdraw(t.Context(), reader.UserID, 10); err != nil ||
			n != 2 {
			t.Error(n, err)
		}
		expect("a recent like withdrawn", 1)
		h.clock.Add((30 * 24 * time.Hour).Milliseconds())
		must.NoError(t, h.recount(t.Context()))
		expect("nothing recent", 0)
	})
}

func TestDelete(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, reader, admin := h.user(t, "writer"), h.user(t, "reader"), h.admin(t)
		for name, by := range map[string]*auth.Caller{"ByAuthor": writer, "ByAdmin": admin} {
			t.Run(name, func(t *testing.T) {
				p := h.create(t, writer, story("Gone", "go"))
				h.like(t, reader, p.ID)
				h.comment(t, reader, p.ID, "Nice")
				refuse(t, h.Delete(t.Context(), reader, p.ID, ""), "NOT_POST_AUTHOR", "")
				must.NoError(t, h.Delete(t.Context(), by, p.ID, ""))
				_, err := h.Get(t.Context(), writer, p.ID)
				refuse(t, err, "BLOG_POST_NOT_FOUND", "")
				refuse(t, h.Delete(t.Context(), by, p.ID, ""), "BLOG_POST_NOT_FOUND", "")
				equal(t, "search", h.list(t, nil, ListQuery{Search: "gone"}))
			})
		}
	})
}

// A post with many comments and likes disappears at once and is deleted in steps, each of which leaves every counter
// exact.
func TestDeletionInSteps(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, reader := h.user(t, "writer"), h.user(t, "reader")
		p := h.create(t, writer, story("Large", "go"))
		h.like(t, reader, p.ID)
		n := deleteBatch + 100
		must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			all := make([]*ent.BlogCommentCreate, n)
			for i := range all {
				all[i] = tx.BlogComment.Create().SetID(store.NewID(h.now())).SetPostID(p.ID).SetUserID(reader.UserID).
					SetContent(fmt.Sprint(i)).SetCreatedAt(h.now()).SetUpdatedAt(h.now())
			}
			if err := tx.BlogComment.CreateBulk(all...).Exec(ctx); err != nil {
				return err
			}
			if err := tx.User.Update().Where(user.ID(reader.UserID)).AddBlogCommentCount(n).Exec(ctx); err != nil {
				return err
			}
			return tx.BlogPost.UpdateOneID(p.ID).SetCommentCount(n).AddPopularity(n).Exec(ctx)
		}))
		h.exact(t)
		must.NoError(t, h.Delete(t.Context(), writer, p.ID, ""))
		_, err := h.Get(t.Context(), writer, p.ID)
		refuse(t, err, "BLOG_POST_NOT_FOUND", "")
		equal(t, "own", h.list(t, writer, ListQuery{UserID: writer.UserID.String()}))
		steps := 0
		for more := true; more; steps++ {
			h.exact(t)
			ids, err := h.Deleted(t.Context(), 10)
			if err != nil || len(ids) != 1 {
				t.Fatalf("deleted posts %v, error %v", ids, err)
			}
			more, err = h.FinishDeletion(t.Context(), p.ID)
			must.NoError(t, err)
		}
		if left, err := h.db.Client().BlogComment.Query().Where(blogcomment.PostID(p.ID)).
			Count(t.Context()); err != nil || left > 0 || steps < 3 {
			t.Errorf("%d comments are left after %d steps, error %v", left, steps, err)
		}
		if more, err := h.FinishDeletion(t.Context(), p.ID); err != nil || more {
			t.Errorf("a finished deletion has more: %v, error %v", more, err)
		}
	})
}

// A hidden post disappears from every list and count, and comes back unchanged when it is restored.
func TestSetHidden(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, reader := h.user(t, "writer"), h.user(t, "reader")
		p := h.create(t, writer, story("Reported", "go"))
		c := h.comment(t, reader, p.ID, "Rude")
		set := func(hidden bool) {
			t.Helper()
			must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				if _, err := h.SetHidden(ctx, tx, p.ID, hidden); err != nil {
					return err
				}
				_, err := h.SetCommentHidden(ctx, tx, c.ID, hidden)
				return err
			}))
			h.exact(t)
		}
		set(true)
		set(true) // changes nothing
		_, err := h.Get(t.Context(), reader, p.ID)
		refuse(t, err, "BLOG_POST_NOT_FOUND", "")
		if got := h.summaryToProto(h.get(t, writer, p.ID)); !got.IsHidden || got.CommentsCount != 0 {
			t.Errorf("%v", got)
		}
		equal(t, "all", h.list(t, nil, ListQuery{}))
		if s, err := h.Stats(t.Context()); err != nil || s != (Stats{}) {
			t.Errorf("stats %v, error %v", s, err)
		}
		h.update(t, writer, p.ID, Input{IsPublished: new(true), Title: new("Still hidden")})
		equal(t, "all", h.list(t, nil, ListQuery{}))
		set(false)
		equal(t, "all", h.list(t, nil, ListQuery{Tag: "go"}), "Still hidden")
		equal(t, "comments", h.comments(t, nil, p.ID), "Rude")
	})
}

// Concurrent likes, comments, edits and deletions leave every counter exact.
func TestConcurrentUse(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		var people []*auth.Caller
		var posts []uuid.UUID
		for i := range 6 {
			people = append(people, h.user(t, fmt.Sprint("writer", i)))
			posts = append(posts, h.create(t, people[i], story(fmt.Sprint("Story ", i), "go", "ai")).ID)
		}
		must.Concurrently(t, 90, func(i int) error {
			who, id := people[i%6], posts[(i+1+i/6)%6]
			switch i % 5 {
			case 0, 1:
				_, err := h.Like(t.Context(), who, id)
				return unless(err, "OWN_CONTENT")
			case 2, 3:
				c, err := h.CreateComment(t.Context(), who, id, nil, "Hello")
				if err == nil && i%2 == 0 {
					err = h.DeleteComment(t.Context(), who, id, c.ID)
				}
				return unless(err, "")
			default:
				_, err := h.Update(t.Context(), who, posts[i%6], Input{Tags: []string{"go", fmt.Sprint("tag", i%3)},
					IsPublished: new(i%2 == 0)})
				if err == nil && i == 74 {
					err = h.Delete(t.Context(), who, posts[i%6], "")
				}
				return unless(err, "")
			}
		})
		h.exact(t)
	})
}

// The published text of every story and comment is emitted, a draft's when it is published. If a listener fails,
// nothing is stored.
func TestPublishedTextsAreSaid(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		in := draft("Kiln")
		in.Content = new("[Kiln](HTTPS://kiln.example)")
		p := h.create(t, ada, in)
		h.update(t, ada, p.ID, Input{IsPublished: new(true)})
		h.update(t, ada, p.ID, Input{Content: new("Cold https://cold.example")})
		h.update(t, ada, p.ID, Input{Title: new("Cold kiln")})
		c := h.comment(t, ada, p.ID, "Still cold: www.cold.example")
		_, err := h.UpdateComment(t.Context(), ada, p.ID, c.ID, "Warm, @ada")
		must.NoError(t, err)
		equal(t, "said", h.heard.Texts(), "published blog_post [HTTPS://kiln.example] 0",
			"edited blog_post [https://cold.example] 0",
			"published blog_comment [http://www.cold.example] 0", "edited blog_comment [] 1")

		h.heard.Refuse = fault.RateLimited(time.Minute)
		_, err = h.Create(t.Context(), ada, story("Spam"))
		refuse(t, err, "RATE_LIMITED", "")
		_, err = h.CreateComment(t.Context(), ada, p.ID, nil, "Buy")
		refuse(t, err, "RATE_LIMITED", "")
		equal(t, "comments", h.comments(t, nil, p.ID), "Warm, @ada")
	})
}

// Stories and comments link to the members that they mention, also after the version of the renderer has changed.
func TestMentions(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, _ := h.user(t, "ada"), h.user(t, "zoe")
		in := story("Kiln")
		in.Content = new("For *@Zoe* and @nobody.")
		p := h.create(t, ada, in)
		c := h.comment(t, ada, p.ID, "*@zoe* and @nobody")
		expect := func(when, story, comment string) {
			t.Helper()
			comments, _, err := h.Comments(t.Context(), nil, p.ID, 10, "")
			must.NoError(t, err)
			got := []string{ContentHTML(h.get(t, nil, p.ID)), commentToProto(comments[0]).ContentHtml}
			equal(t, when, got, story, comment)
		}
		saved := []string{`<p>For <em><a href="/profile/Zoe">@Zoe</a></em> and @nobody.</p>`,
			`<p><em><a href="/profile/zoe">@zoe</a></em> and @nobody</p>`}
		expect("saved", saved[0], saved[1])
		equal(t, "of the response", []string{commentToProto(c).ContentHtml}, saved[1])
		age := func() {
			storetest.Exec(t, h.db, "UPDATE blog_posts SET content_version = 1, content_html = ''")
			storetest.Exec(t, h.db, "UPDATE blog_comments SET content_version = 0, content_html = ''")
		}
		age()
		expect("rendered again", saved[0], saved[1])
		storetest.Exec(t, h.db, "UPDATE users SET deleted_at = created_at WHERE username = 'zoe'")
		expect("rendered again without Zoe", "<p>For <em>@Zoe</em> and @nobody.</p>",
			"<p><em>@zoe</em> and @nobody</p>")
		storetest.Exec(t, h.db, "UPDATE users SET deleted_at = NULL")
	})
}

func TestDoctorRepairsPopularity(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		p := h.create(t, h.user(t, "writer"), story("Kiln"))
		reader := h.user(t, "reader")
		h.like(t, reader, p.ID)
		h.comment(t, reader, p.ID, "Warm")
		storetest.Exec(t, h.db, "UPDATE blog_posts SET popularity = 1")
		drifts, err := h.checkPopularity().Find(t.Context(), h.db.Client())
		must.NoError(t, err)
		if len(drifts) != 1 || drifts[0].ID != p.ID.String() || drifts[0].Stored != 1 || drifts[0].Counted != 2 ||
			!drifts[0].Counter {
			t.Errorf("drift %v", drifts)
		}
		storetest.Exec(t, h.db, "UPDATE blog_posts SET popularity = 2")
		h.clock.Add((31 * 24 * time.Hour).Milliseconds()) // above the count until the next recount
	})
}
