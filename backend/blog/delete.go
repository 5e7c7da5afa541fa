package blog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/blogcomment"
	"uvboard/ent/blogpost"
	"uvboard/ent/uploaduse"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

// deleteBatch limits the likes or comments that one transaction deletes, so that it does not block other writers for
// long.
const deleteBatch = 500

// Delete deletes a post with its likes, comments and uploads. If it has more than deleteBatch likes or comments, or
// likes of comments, it is soft-deleted, and FinishDeletion deletes the rest in steps. Faults: not found, also for a
// post that the caller may not see; denied unless the caller is the author or an admin. An admin's deletion of another
// user's post is recorded with the reason.
func (s *Service) Delete(ctx context.Context, caller *auth.Caller, id uuid.UUID, reason string) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		p, err := s.lock(ctx, tx, caller, id)
		if err != nil {
			return err
		}
		if !mayRemove(caller, p.UserID) {
			return fault.Denied("NOT_POST_AUTHOR", "You can only delete your own blog posts")
		}
		many, err := vote.HasMore(ctx, tx, Votable, p.ID, deleteBatch)
		if err != nil {
			return err
		}
		if !many {
			comments, err := tx.BlogComment.Query().Where(blogcomment.PostID(id)).Order(blogcomment.ByID()).
				Limit(deleteBatch + 1).
				Select(blogcomment.FieldUpvotes).All(ctx)
			if err != nil {
				return err
			}
			many = len(comments) > deleteBatch ||
				slices.ContainsFunc(comments, func(c *ent.BlogComment) bool { return c.Upvotes > 0 })
		}
		if many {
			err = s.setState(ctx, tx, p, event.Deleted, caller.UserID, func(now time.Time) { p.DeletedAt = &now })
		} else {
			err = s.remove(ctx, tx, p, caller.UserID)
		}
		if err != nil {
			return err
		}
		return audit.AddUnlessOwn(ctx, s.db, tx, caller, audit.Entry{Action: audit.Delete, TargetType: Kind, Target: id,
			Subject: p.UserID, Reason: reason}, s.now())
	})
	if err != nil {
		return fmt.Errorf("delete blog post: %w", err)
	}
	return nil
}

// Deleted returns soft-deleted posts, oldest deletion first.
func (s *Service) Deleted(ctx context.Context, limit int) ([]uuid.UUID, error) {
	ids, err := s.db.Client().BlogPost.Query().Where(blogpost.DeletedAtNotNil()).Order(blogpost.ByDeletedAt()).
		Limit(limit).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("deleted blog posts: %w", err)
	}
	return ids, nil
}

// FinishDeletion continues the deletion of a soft-deleted post by one step: a batch of comments, then of likes, and
// last the post. It reports whether there is more to do. Counters are exact after each call.
func (s *Service) FinishDeletion(ctx context.Context, id uuid.UUID) (more bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		more = false
		p, err := s.lockWhere(ctx, tx, blogpost.ID(id), blogpost.DeletedAtNotNil())
		if fault.IsNotFound(err) { // finished by another server
			return nil
		}
		if err != nil {
			return err
		}
		liked, err := s.removeCommentLikes(ctx, tx, p.ID)
		if err != nil || liked {
			more = liked
			return err
		}
		n, err := s.removeComments(ctx, tx, p.ID, deleteBatch)
		if err != nil {
			return err
		}
		if more = n == deleteBatch; more {
			return nil
		}
		many, err := vote.HasMore(ctx, tx, Votable, p.ID, deleteBatch)
		if err != nil {
			return err
		}
		if more = n > 0 || many; !more {
			return s.remove(ctx, tx, p, uuid.Nil)
		}
		// remove the likes in a later transaction, since each transaction locks its users in the order of ids
		if n > 0 {
			return nil
		}
		_, err = vote.RemoveFrom(ctx, s.db, tx, Votable, p.ID, deleteBatch, s.now())
		return err
	})
	if err != nil {
		return false, fmt.Errorf("finish the deletion of a blog post: %w", err)
	}
	return more, nil
}

// remove deletes a post with everything derived from it, in the order of derive. The actor is uuid.Nil for a job.
func (s *Service) remove(ctx context.Context, tx *ent.Client, p *ent.BlogPost, actor uuid.UUID) error {
	if err := s.media.RemoveCard(ctx, tx, p.ID); err != nil {
		return err
	}
	if err := s.media.Release(ctx, tx, media.Use{Kind: Kind, ID: p.ID}); err != nil {
		return err
	}
	if err := s.lockUsers(ctx, tx, p); err != nil {
		return err
	}
	if _, err := s.removeComments(ctx, tx, p.ID, deleteBatch+1); err != nil {
		return err
	}
	if _, err := vote.RemoveFrom(ctx, s.db, tx, Votable, p.ID, deleteBatch, s.now()); err != nil {
		return err
	}
	if err := tx.BlogPost.DeleteOneID(p.ID).Exec(ctx); err != nil { // cascades to tags
		return err
	}
	if p.DeletedAt != nil { // setState has updated everything derived from it
		return nil
	}
	if err := s.db.Emit(ctx, tx, postEvent(event.Deleted, actor, p, p)); err != nil {
		return err
	}
	return derive(ctx, tx, p, nil, uuid.Nil, s.now())
}

// lockUsers locks the author of a post, the commenters and the users who like it in the order of ids, because the
// deletion then locks them in groups. SQLite needs no locks: it runs one writing transaction at a time.
func (s *Service) lockUsers(ctx context.Context, tx *ent.Client, p *ent.BlogPost) error {
	if s.db.IsSQLite() {
		return nil
	}
	_, err := tx.ExecContext(ctx, `WITH locked AS (SELECT id FROM users WHERE id = ANY(ARRAY(
		SELECT user_id FROM votes WHERE target_id = $1 AND target_type = $2 UNION ALL
		SELECT user_id FROM blog_comments WHERE post_id = $1 UNION ALL SELECT $3::uuid))
		ORDER BY id FOR NO KEY UPDATE) SELECT COUNT(*) FROM locked`, p.ID, Kind, p.UserID)
	return err
}

// removeCommentLikes removes a batch of the likes of one comment of a locked post, and reports whether there was one
// with likes. A transaction may lock the voters of one item only.
func (s *Service) removeCommentLikes(ctx context.Context, tx *ent.Client, postID uuid.UUID) (found bool, err error) {
	var ids []uuid.UUID
	ofPost := func(q *sql.Selector) {
		comments := sql.Table(blogcomment.Table)
		q.Where(sql.In(q.C(entvote.FieldTargetID), sql.Select(comments.C(blogcomment.FieldID)).From(comments).
			Where(sql.EQ(comments.C(blogcomment.FieldPostID), postID))))
	}
	err = tx.Vote.Query().Where(entvote.TargetType(CommentKind), ofPost).Limit(1).Select(entvote.FieldTargetID).
		Scan(ctx, &ids)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	_, err = vote.RemoveFrom(ctx, s.db, tx, CommentVotable, ids[0], deleteBatch, s.now())
	return true, err
}

// removeComments deletes up to limit comments without likes of a locked post and returns how many. It does not update
// the counters of the post, which is about to be deleted.
func (s *Service) removeComments(ctx context.Context, tx *ent.Client, postID uuid.UUID, limit int) (int, error) {
	comments, err := tx.BlogComment.Query().Where(blogcomment.PostID(postID)).Order(blogcomment.ByID()).Limit(limit).
		Select(blogcomment.FieldUserID, blogcomment.FieldIsVisible).All(ctx)
	if err != nil || len(comments) == 0 {
		return 0, err
	}
	ids, lost := make([]uuid.UUID, len(comments)), map[uuid.UUID]int{}
	for i, c := range comments {
		if ids[i] = c.ID; c.IsVisible {
			lost[c.UserID]++
		}
	}
	var showing []uuid.UUID
	err = tx.UploadUse.Query().Where(uploaduse.TargetIDIn(ids...), uploaduse.Kind(CommentKind)).Unique(true).
		Select(uploaduse.FieldTargetID).Scan(ctx, &showing)
	if err != nil {
		return 0, err
	}
	for _, id := range showing {
		if err := s.media.Release(ctx, tx, media.Use{Kind: CommentKind, ID: id}); err != nil {
			return 0, err
		}
	}
	for _, id := range sortedIDs(lost) {
		if err := tx.User.Update().Where(user.ID(id)).AddBlogCommentCount(-lost[id]).Exec(ctx); err != nil {
			return 0, err
		}
	}
	_, err = tx.BlogComment.Delete().Where(blogcomment.IDIn(ids...)).Exec(ctx)
	return len(comments), err
}
