package blog

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/blogcomment"
	"uvboard/ent/blogpost"
	"uvboard/ent/user"
)

func errNoComment() error { return fault.NotFound("COMMENT_NOT_FOUND", "Comment not found") }

// mayModerate reports whether a caller may see and hide the comments of a post: its author and moderators.
func mayModerate(caller *auth.Caller, p *ent.BlogPost) bool {
	return caller.Moderates() || caller != nil && caller.UserID == p.UserID
}

type commentPosition struct{ ID uuid.UUID }

// Comments returns the comments of a post, oldest first. Hidden comments are included for their author, moderators and,
// unless they wait for a moderator, the author of the post. Fault: not found, as in Get.
func (s *Service) Comments(ctx context.Context, caller *auth.Caller, postID uuid.UUID, size int,
	token string) ([]*ent.BlogComment, string, error) {
	list := paging.ListName("comments", postID.String())
	from, err := paging.Parse[commentPosition](list, token)
	if err != nil {
		return nil, "", err
	}
	p, err := s.head(ctx, caller, postID)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().BlogComment.Query().Where(blogcomment.PostID(postID)).WithAuthor(authorColumns).
		Order(blogcomment.ByID()).Limit(size + 1)
	switch {
	case caller.Moderates():
	case mayModerate(caller, p):
		query.Where(blogcomment.Or(blogcomment.IsAwaiting(false), blogcomment.UserID(caller.UserID)))
	case caller != nil:
		query.Where(blogcomment.Or(blogcomment.IsVisible(true), blogcomment.UserID(caller.UserID)))
	default:
		query.Where(blogcomment.IsVisible(true))
	}
	if from != nil {
		query.Where(blogcomment.IDGT(from.ID))
	}
	comments, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("comments: %w", err)
	}
	texts := make([]markdown.Row, len(comments))
	for i, c := range comments {
		texts[i] = markdown.Row{Source: c.Content, HTML: &c.ContentHTML, Version: &c.ContentVersion}
	}
	if err := markdown.Refresh(ctx, usersummary.Lookup(s.db), texts...); err != nil {
		return nil, "", err
	}
	return paging.Cut(list, comments,
		size, func(last *ent.BlogComment) commentPosition { return commentPosition{last.ID} })
}

// CreateComment adds a comment of the caller to a visible post; parent is the visible comment that it answers, nil for
// none. Faults: not found, invalid.
func (s *Service) CreateComment(ctx context.Context, caller *auth.Caller, postID uuid.UUID, parent *uuid.UUID,
	text string) (*ent.BlogComment, error) {
	text, rendered, err := s.renderComment(ctx, text)
	if err != nil {
		return nil, err
	}
	now := s.now()
	c := &ent.BlogComment{
		ID: store.NewID(now), PostID: postID, ParentID: parent, UserID: caller.UserID, IsVisible: true, CreatedAt: now,
		UpdatedAt: now, Via: caller.ViaOf(""),
	}
	writeComment(c, text, rendered.HTML)
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		p, err := s.lock(ctx, tx, caller, postID)
		if err != nil {
			return err
		}
		if !p.IsVisible {
			return fault.Precondition("BLOG_POST_NOT_PUBLIC", "Only a public blog post can be commented on")
		}
		if parent != nil {
			// The lock of the post keeps it.
			visible, err := tx.BlogComment.Query().Where(blogcomment.ID(*parent), blogcomment.PostID(postID),
				blogcomment.IsVisible(true)).Exist(ctx)
			if err != nil {
				return err
			}
			if !visible {
				return errNoComment()
			}
		}
		err = tx.BlogComment.Create().SetID(c.ID).SetPostID(postID).SetNillableParentID(parent).SetUserID(c.UserID).
			SetVia(c.Via).SetCreatedAt(now).SetUpdatedAt(now).
			SetContent(c.Content).SetContentVersion(c.ContentVersion).SetContentHTML(c.ContentHTML).Exec(ctx)
		if err != nil {
			return err
		}
		if err := s.claimForComment(ctx, tx, c, "", text); err != nil {
			return err
		}
		e := commentEvent(event.Published, caller, p, c)
		e.Held = &c.IsAwaiting
		if err := secrets.Check(ctx, s.db, tx, e.Item, now, nil, secrets.Texts("content", text)); err != nil {
			return err
		}
		e.Text = rendered
		if err := s.db.Emit(ctx, tx, e); err != nil {
			return err
		}
		if err := countComment(ctx, tx, c, 1, caller.UserID, now); err != nil {
			return err
		}
		c.Edges.Author, err = reread(ctx, tx, caller.UserID, caller.UserID)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("create comment: %w", err)
	}
	return c, nil
}

// commentEvent is the event of a change of a comment on a post by a caller, nil for a moderator. A hidden comment is as
// after that.
func commentEvent(kind event.Kind, caller *auth.Caller, p *ent.BlogPost, c *ent.BlogComment) event.Event {
	e := event.Event{
		Kind: kind, Item: event.Item{Type: CommentKind, ID: c.ID}, Actor: caller.ID(),
		Parent: event.Item{Type: Kind, ID: c.PostID},
		Public: p.IsVisible && (c.IsVisible || kind == event.Hidden),
	}
	if c.ParentID != nil {
		e.In = []event.Item{{Type: CommentKind, ID: *c.ParentID}}
	}
	return e
}

// renderComment cleans and renders the text of a comment. Fault: invalid if no text is left.
func (s *Service) renderComment(ctx context.Context, content string) (text string, rendered markdown.Text, err error) {
	if text = store.Clean(content); text == "" {
		return "", rendered, fault.Invalid("content", "Content is required")
	}
	rendered, err = markdown.Render(ctx, text, usersummary.Lookup(s.db))
	return text, rendered, err
}

// claimForComment keeps the uploads that a comment shows. Fault: invalid if one has been removed.
func (s *Service) claimForComment(ctx context.Context, tx *ent.Client, c *ent.BlogComment, had, shows string) error {
	err := s.media.Claim(ctx, tx, c.UserID, media.Use{Kind: CommentKind, ID: c.ID}, media.AddressesIn(had),
		media.AddressesIn(shows))
	if media.IsGone(err) {
		return fault.Invalid("content", "An image was removed because no text used it. Please upload it again.")
	}
	return err
}

// writeComment sets the text of c with its HTML.
func writeComment(c *ent.BlogComment, text, html string) {
	c.Content, c.ContentVersion, c.ContentHTML = text, markdown.Version, markdown.Stored(text, html)
}

// countComment changes the number of visible comments, first of the post, which is locked, then of the author. It marks
// the author as active if that is the editor; uuid.Nil for none.
func countComment(ctx context.Context, tx *ent.Client, c *ent.BlogComment, by int, editor uuid.UUID,
	now time.Time) error {
	update := tx.BlogPost.Update().Where(blogpost.ID(c.PostID)).AddCommentCount(by)
	if c.CreatedAt.After(vote.PopularSince(now)) {
		update.AddPopularity(by)
	}
	if err := update.Exec(ctx); err != nil {
		return fmt.Errorf("count comments: %w", err)
	}
	u := tx.User.Update().Where(user.ID(c.UserID)).AddBlogCommentCount(by)
	if c.UserID == editor {
		u.SetLastActiveAt(now)
	}
	if err := u.Exec(ctx); err != nil {
		return fmt.Errorf("count comments of the author: %w", err)
	}
	return nil
}

// UpdateComment changes the text of the caller's own comment. Faults: not found, denied, invalid.
func (s *Service) UpdateComment(ctx context.Context, caller *auth.Caller, postID, id uuid.UUID,
	text string) (*ent.BlogComment, error) {
	text, rendered, err := s.renderComment(ctx, text)
	if err != nil {
		return nil, err
	}
	return s.changeComment(ctx, caller, postID, id, func(ctx context.Context, tx *ent.Client, p *ent.BlogPost,
		c *ent.BlogComment) error {
		if caller.UserID != c.UserID {
			return fault.Denied("NOT_COMMENT_AUTHOR", "You can only edit your own comments")
		}
		if text == c.Content {
			return nil
		}
		if err := s.claimForComment(ctx, tx, c, c.Content, text); err != nil {
			return err
		}
		now := s.now()
		writeComment(c, text, rendered.HTML)
		c.UpdatedAt, c.EditedAt, c.Via = now, &now, caller.ViaOf(c.Via)
		e := commentEvent(event.Edited, caller, p, c)
		if err := secrets.Check(ctx, s.db, tx, e.Item, now, nil, secrets.Texts("content", text)); err != nil {
			return err
		}
		e.Text = rendered
		err := tx.BlogComment.Update().Where(blogcomment.ID(id)).SetContent(c.Content).
			SetContentVersion(c.ContentVersion).SetContentHTML(c.ContentHTML).
			SetVia(c.Via).SetUpdatedAt(now).SetEditedAt(now).Exec(ctx)
		if err != nil {
			return err
		}
		if c.IsVisible {
			e.Held = &c.IsAwaiting
		}
		return s.db.Emit(ctx, tx, e)
	})
}

// HideComment hides a comment from everyone but its author, the author of the post and moderators, or shows it again.
// Faults: not found; denied unless the caller is the author of the post or moderates, and for a comment that a
// moderator has hidden, unless the caller moderates and is not its author, or is an admin.
func (s *Service) HideComment(ctx context.Context, caller *auth.Caller, postID, id uuid.UUID,
	hidden bool) (*ent.BlogComment, error) {
	return s.changeComment(ctx, caller, postID, id, func(ctx context.Context, tx *ent.Client, p *ent.BlogPost,
		c *ent.BlogComment) error {
		if !mayModerate(caller, p) {
			return fault.Denied("NOT_POST_AUTHOR", "Only the author of the blog post can hide its comments")
		}
		moderates := caller.IsAdmin() || caller.Moderates() && caller.UserID != c.UserID
		if !hidden && c.HiddenByModerator && !moderates {
			return fault.Denied("HIDDEN_BY_MODERATOR", "A moderator has hidden this comment")
		}
		changed, err := s.setCommentHidden(ctx, tx, p, c, hidden, caller.Moderates())
		if err != nil || !changed {
			return err
		}
		action := audit.Restore
		if hidden {
			action = audit.Hide
		}
		return audit.AddUnlessOwn(ctx, s.db, tx, caller, audit.Entry{Action: action, TargetType: CommentKind,
			Target: id, Subject: c.UserID}, s.now())
	})
}

// SetCommentHidden hides a comment or shows it again. It reports whether that changed anything. Moderators call it in
// the transaction that records the act. Fault: not found.
func (s *Service) SetCommentHidden(ctx context.Context, tx *ent.Client, id uuid.UUID,
	hidden bool) (changed bool, err error) {
	c, err := tx.BlogComment.Get(ctx, id)
	if ent.IsNotFound(err) {
		return false, errNoComment()
	}
	if err != nil {
		return false, err
	}
	p, err := s.lockWhere(ctx, tx, blogpost.ID(c.PostID))
	if err != nil {
		return false, err
	}
	if c, err = s.lockComment(ctx, tx, c.PostID, id); err != nil {
		return false, err
	}
	return s.setCommentHidden(ctx, tx, p, c, hidden, true)
}

// setCommentHidden changes whether a comment of a locked post is hidden, with the counters, and reports whether that
// changed anything. A moderator can also hide a comment that the author of the post has hidden, but not the other way
// round.
func (s *Service) setCommentHidden(ctx context.Context, tx *ent.Client, p *ent.BlogPost, c *ent.BlogComment,
	hidden, byModerator bool) (changed bool, err error) {
	wasHidden := c.HiddenAt != nil
	byModerator = hidden && (byModerator || c.HiddenByModerator)
	if hidden == wasHidden && byModerator == c.HiddenByModerator {
		return false, nil
	}
	now := s.now()
	u, by := tx.BlogComment.Update().Where(blogcomment.ID(c.ID)).SetIsVisible(!hidden).
		SetHiddenByModerator(byModerator), 1
	if c.HiddenByModerator = byModerator; hidden == wasHidden {
		return true, u.Exec(ctx)
	}
	if c.IsVisible, c.HiddenAt = !hidden, nil; hidden {
		c.HiddenAt, by = &now, -1
		u.SetHiddenAt(now)
	} else {
		u.ClearHiddenAt()
	}
	if err := u.Exec(ctx); err != nil {
		return false, err
	}
	if err := s.db.Emit(ctx, tx, commentEvent(event.HiddenOrShown(hidden), nil, p, c)); err != nil {
		return false, err
	}
	return true, countComment(ctx, tx, c, by, uuid.Nil, now)
}

// DeleteComment deletes a comment. Faults: not found; denied unless the caller is its author, the author of the post or
// an admin.
func (s *Service) DeleteComment(ctx context.Context, caller *auth.Caller, postID, id uuid.UUID) error {
	remove := func(ctx context.Context, tx *ent.Client, p *ent.BlogPost, c *ent.BlogComment) (more bool, err error) {
		if caller.UserID != c.UserID && !mayRemove(caller, p.UserID) {
			return false, fault.Denied("NOT_COMMENT_AUTHOR", "You can only delete your own comments")
		}
		// Lock the answers, whose rows change, before the users.
		answers, err := tx.BlogComment.Query().Where(blogcomment.ParentID(id), s.db.ForUpdate).
			Order(blogcomment.ByID()).IDs(ctx)
		if err != nil {
			return false, err
		}
		if len(answers) > 0 {
			if err := tx.BlogComment.Update().Where(blogcomment.IDIn(answers...)).ClearParentID().
				Exec(ctx); err != nil {
				return false, err
			}
		}
		if more, err = vote.RemoveFrom(ctx, s.db, tx, CommentVotable, id, deleteBatch, s.now()); err != nil || more {
			return more, err
		}
		if err := s.media.Release(ctx, tx, media.Use{Kind: CommentKind, ID: id}); err != nil {
			return false, err
		}
		if err := s.db.Emit(ctx, tx, commentEvent(event.Deleted, caller, p, c)); err != nil {
			return false, err
		}
		if err := tx.BlogComment.DeleteOneID(id).Exec(ctx); err != nil {
			return false, err
		}
		if c.IsVisible {
			if err := countComment(ctx, tx, c, -1, uuid.Nil, s.now()); err != nil {
				return false, err
			}
		}
		return false, audit.AddUnlessOwn(ctx, s.db, tx, caller,
			audit.Entry{Action: audit.Delete, TargetType: CommentKind, Target: id, Subject: c.UserID}, s.now())
	}
	for more := true; more; {
		_, err := s.changeComment(ctx, caller, postID, id, func(ctx context.Context, tx *ent.Client, p *ent.BlogPost,
			c *ent.BlogComment) (err error) {
			more, err = remove(ctx, tx, p, c)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// changeComment runs change on a comment that the caller may see, with the post locked. Fault: not found.
func (s *Service) changeComment(ctx context.Context, caller *auth.Caller, postID, id uuid.UUID,
	change func(context.Context, *ent.Client, *ent.BlogPost, *ent.BlogComment) error,
) (*ent.BlogComment, error) {
	var c *ent.BlogComment
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		p, err := s.lockWhere(ctx, tx, blogpost.ID(postID), blogpost.DeletedAtIsNil())
		if err != nil {
			return err
		}
		c, err = s.lockComment(ctx, tx, postID, id)
		// the caller's own, also on a post that is no longer visible
		switch own := err == nil && caller.UserID == c.UserID; {
		case !own && !MaySee(caller, p) && (err == nil || fault.IsNotFound(err)):
			return errNotFound() // a hidden post looks like an unknown one
		case err != nil:
			return err
		case !own && !c.IsVisible && (!mayModerate(caller, p) || c.IsAwaiting && !caller.Moderates()):
			return errNoComment()
		}
		return change(ctx, tx, p, c)
	})
	if err != nil {
		return nil, fmt.Errorf("change comment: %w", err)
	}
	return c, nil
}

func (s *Service) lockComment(ctx context.Context, tx *ent.Client, postID, id uuid.UUID) (*ent.BlogComment, error) {
	c, err := tx.BlogComment.Query().Where(blogcomment.ID(id), blogcomment.PostID(postID), s.db.ForUpdate).WithAuthor().
		Only(ctx)
	if ent.IsNotFound(err) {
		return nil, errNoComment()
	}
	return c, err
}

func sortedIDs(of map[uuid.UUID]int) []uuid.UUID {
	return slices.SortedFunc(maps.Keys(of), func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
}
