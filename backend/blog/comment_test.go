package blog

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/blogcomment"
)

func TestComments(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, reader, other, admin := h.user(t, "writer"), h.user(t, "reader"), h.user(t, "other"), h.admin(t)
		p, elsewhere := h.create(t, writer, story("Discussed")), h.create(t, writer, story("Other"))
		first := h.comment(t, reader, p.ID, "  First\nline \x00")
		second := h.comment(t, other, p.ID, "Second")
		equal(t, "comments", h.comments(t, nil, p.ID), "First\nline", "Second")
		page, next, err := h.Comments(t.Context(), nil, p.ID, 1, "")
		if err != nil || len(page) != 1 || page[0].ID != first.ID || page[0].Edges.Author.Username != "reader" {
			t.Errorf("page %v, error %v", page, err)
		}
		if page, next, err = h.Comments(t.Context(), nil, p.ID, 1, next); err != nil || len(page) != 1 ||
			page[0].ID != second.ID || next != "" {
			t.Errorf("page %v, next %q, error %v", page, next, err)
		}
		if got := h.get(t, nil, p.ID).CommentCount; got != 2 {
			t.Errorf("%d comments", got)
		}

		t.Run("Edit", func(t *testing.T) {
			h.clock.Add(1000)
			c, err := h.UpdateComment(t.Context(), reader, p.ID, first.ID, "Edited")
			if err != nil || c.Content != "Edited" || c.EditedAt == nil || !c.EditedAt.Equal(h.now()) {
				t.Errorf("%v %v", c, err)
			}
			for _, caller := range []*auth.Caller{writer, other, admin} {
				_, err := h.UpdateComment(t.Context(), caller, p.ID, first.ID, "Defaced")
				refuse(t, err, "NOT_COMMENT_AUTHOR", "")
			}
			_, err = h.UpdateComment(t.Context(), reader, elsewhere.ID, first.ID, "Moved")
			refuse(t, err, "COMMENT_NOT_FOUND", "")
			_, err = h.UpdateComment(t.Context(), reader, p.ID, first.ID, "\u200b")
			refuse(t, err, "VALIDATION_FAILED", "content")
		})
		t.Run("Hide", func(t *testing.T) {
			_, err := h.HideComment(t.Context(), reader, p.ID, first.ID, true)
			refuse(t, err, "NOT_POST_AUTHOR", "")
			for range 2 { // the second time changes nothing
				c, err := h.HideComment(t.Context(), writer, p.ID, first.ID, true)
				if err != nil || c.IsVisible {
					t.Errorf("%v %v", c, err)
				}
			}
			equal(t, "to a visitor", h.comments(t, nil, p.ID), "Second")
			equal(t, "to another", h.comments(t, other, p.ID), "Second")
			for _, caller := range []*auth.Caller{reader, writer, admin} {
				equal(t, "to those concerned", h.comments(t, caller, p.ID), "Edited", "Second")
			}
			_, err = h.UpdateComment(t.Context(), other, p.ID, first.ID, "Defaced")
			refuse(t, err, "COMMENT_NOT_FOUND", "")
			if got := h.get(t, nil, p.ID).CommentCount; got != 1 {
				t.Errorf("%d comments", got)
			}
			_, err = h.HideComment(t.Context(), admin, p.ID, first.ID, false)
			must.NoError(t, err)
			equal(t, "to a visitor", h.comments(t, nil, p.ID), "Edited", "Second")
		})
		t.Run("HiddenByAModerator", func(t *testing.T) {
			hide := func(caller *auth.Caller, hidden bool) error {
				_, err := h.HideComment(t.Context(), caller, p.ID, first.ID, hidden)
				return err
			}
			moderate := func(hidden bool) error {
				return h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
					_, err := h.SetCommentHidden(ctx, tx, first.ID, hidden)
					return err
				})
			}
			for _, hidden := range []func() error{
				func() error { return hide(admin, true) },
				func() error { return moderate(true) },
				func() error { return errors.Join(hide(writer, true), moderate(true), hide(writer, true)) },
			} {
				must.NoError(t, hidden())
				refuse(t, hide(writer, false), "HIDDEN_BY_MODERATOR", "")
				stored := h.db.Client().BlogComment.Query().Where(blogcomment.ID(first.ID)).WithAuthor().
					OnlyX(t.Context())
				if c := commentToProto(stored); !c.IsHidden || !c.HiddenByModerator {
					t.Errorf("%v does not say that a moderator has hidden it", c)
				}
				equal(t, "to a visitor", h.comments(t, nil, p.ID), "Second")
				must.NoError(t, moderate(false))
				equal(t, "to a visitor", h.comments(t, nil, p.ID), "Edited", "Second")
			}
			must.NoError(t, errors.Join(hide(writer, true), hide(writer, false)))
		})
		t.Run("Delete", func(t *testing.T) {
			refuse(t, h.DeleteComment(t.Context(), other, p.ID, first.ID), "NOT_COMMENT_AUTHOR", "")
			for _, caller := range []*auth.Caller{reader, writer, admin} {
				c := h.comment(t, reader, p.ID, "Short-lived")
				must.NoError(t, h.DeleteComment(t.Context(), caller, p.ID, c.ID))
				refuse(t, h.DeleteComment(t.Context(), caller, p.ID, c.ID), "COMMENT_NOT_FOUND", "")
			}
			equal(t, "comments", h.comments(t, nil, p.ID), "Edited", "Second")
		})
		_, err = h.CreateComment(t.Context(), reader, uuid.New(), nil, "To nobody")
		refuse(t, err, "BLOG_POST_NOT_FOUND", "")
		_, err = h.CreateComment(t.Context(), reader, p.ID, nil, " \x00 ")
		// spec: comments.blank
		refuse(t, err, "VALIDATION_FAILED", "content")
	})
}

func TestActivity(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, reader := h.user(t, "writer"), h.user(t, "reader")
		shown, secret := h.create(t, writer, story("Shown")), h.create(t, writer, story("Secret"))
		h.comment(t, reader, shown.ID, "One")
		h.comment(t, reader, secret.ID, "Two")
		hidden := h.comment(t, reader, shown.ID, "Three")
		h.comment(t, reader, shown.ID, "Four")
		h.update(t, writer, secret.ID, Input{IsPublished: new(false)})
		_, err := h.HideComment(t.Context(), writer, shown.ID, hidden.ID, true)
		must.NoError(t, err)
		entries, err := h.activity(t.Context(), reader.UserID, nil, 1)
		if err != nil || len(entries) != 1 || entries[0].Text != "Four" || entries[0].Title != "Shown" {
			t.Fatalf("%v %v", entries, err)
		}
		entries, err = h.activity(t.Context(), reader.UserID, &domain.ActivityPosition{At: entries[0].At,
			ID: entries[0].ID}, 5)
		if err != nil || len(entries) != 1 || entries[0].Text != "One" {
			t.Fatalf("%v %v", entries, err)
		}
	})
}

func TestAnswersAndLikesOfComments(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, reader, other := h.user(t, "writer"), h.user(t, "reader"), h.user(t, "other")
		p, elsewhere := h.create(t, writer, story("Discussed")), h.create(t, writer, story("Other"))
		first, hidden := h.comment(t, reader, p.ID, "A **first** one"), h.comment(t, reader, p.ID, "Hidden")
		if !strings.Contains(first.ContentHTML, "<strong>first</strong>") {
			t.Errorf("rendered %q", first.ContentHTML)
		}
		_, err := h.HideComment(t.Context(), writer, p.ID, hidden.ID, true)
		must.NoError(t, err)
		answer, err := h.CreateComment(t.Context(), other, p.ID, &first.ID, "An answer")
		must.NoError(t, err)
		list, _, err := h.Comments(t.Context(), nil, p.ID, 10, "")
		must.NoError(t, err)
		if len(list) != 2 || list[1].ParentID == nil || *list[1].ParentID != first.ID {
			t.Errorf("comments %v", list)
		}
		for _, parent := range []uuid.UUID{hidden.ID, uuid.Nil, p.ID} {
			_, err := h.CreateComment(t.Context(), other, p.ID, &parent, "To nobody")
			refuse(t, err, "COMMENT_NOT_FOUND", "")
		}
		_, err = h.CreateComment(t.Context(), other, elsewhere.ID, &first.ID, "In another story")
		refuse(t, err, "COMMENT_NOT_FOUND", "")

		votes := vote.NewService(h.db, []domain.Votable{CommentVotable}, h.now)
		like := func(who *auth.Caller, id uuid.UUID) error {
			_, err := votes.Cast(t.Context(), who.UserID, CommentKind, id, vote.Up)
			return err
		}
		must.NoError(t, like(writer, first.ID))
		must.NoError(t, like(other, first.ID))
		must.NoError(t, like(reader, answer.ID))
		if err := like(reader, first.ID); err == nil {
			t.Error("a like of the own comment")
		}
		if err := like(writer, hidden.ID); !fault.IsNotFound(err) {
			t.Errorf("a like of a hidden comment: %v", err)
		}
		if _, err := votes.Cast(t.Context(), writer.UserID, CommentKind, answer.ID, vote.Down); err == nil {
			t.Error("a downvote of a comment")
		}
		h.exact(t)
		if c := h.db.Client().BlogComment.GetX(t.Context(), first.ID); c.Upvotes != 2 {
			t.Errorf("%d likes", c.Upvotes)
		}

		// An answer to a deleted comment stays. The likes go with their comment, also with its story.
		must.NoError(t, h.DeleteComment(t.Context(), reader, p.ID, first.ID))
		if c := h.db.Client().BlogComment.GetX(t.Context(), answer.ID); c.ParentID != nil {
			t.Errorf("answers %v", c.ParentID)
		}
		h.exact(t)
		must.NoError(t, h.Delete(t.Context(), writer, p.ID, ""))
		for more := true; more; {
			more, err = h.FinishDeletion(t.Context(), p.ID)
			must.NoError(t, err)
		}
		if n := h.db.Client().Vote.Query().CountX(t.Context()) + h.db.Client().BlogComment.Query().
			CountX(t.Context()); n != 0 {
			t.Errorf("%d votes and comments are left", n)
		}
	})
}
