package forum

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
	entproject "uvboard/ent/project"
	"uvboard/ent/review"
)

// CreatePost replies in a thread, or to one of its replies if parentID is not nil. Faults: not found for either; denied
// in a locked thread; invalid.
func (s *Service) CreatePost(ctx context.Context, caller *auth.Caller, threadID uuid.UUID, parentID *uuid.UUID,
	content string) (*ent.ForumPost, error) {
	text, rendered, err := s.render(ctx, content)
	if err != nil {
		return nil, err
	}
	p := s.newPost(caller, threadID, parentID, text, rendered)
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		t, err := s.lockForReply(ctx, tx, threadID)
		if err != nil {
			return err
		}
		return s.reply(ctx, tx, caller, t, p, rendered, secrets.Texts("content", p.Content), nil)
	})
	if err != nil {
		return nil, fmt.Errorf("create reply: %w", err)
	}
	return p, nil
}

// newPost returns a reply as it is now, to store with reply.
func (s *Service) newPost(caller *auth.Caller, threadID uuid.UUID, parentID *uuid.UUID, text string,
	rendered markdown.Text) *ent.ForumPost {
	now := s.now()
	p := &ent.ForumPost{
		ID: store.NewID(now), ThreadID: threadID, ParentID: parentID, UserID: &caller.UserID, CreatedAt: now,
		IsVisible: true, Via: caller.ViaOf(""),
	}
	WritePost(p, text, rendered.HTML)
	return p
}

// reply stores a new reply in a thread that lockForReply has locked. texts are checked for keys; stored, if not nil,
// runs when the reply is there and no user is locked yet. Fault: not found for the reply that it answers, and in a
// deleted channel.
func (s *Service) reply(ctx context.Context, tx *ent.Client, caller *auth.Caller, t *ent.ForumThread, p *ent.ForumPost,
	rendered markdown.Text, texts []secrets.Text, stored func(ctx context.Context) error) error {
	if err := countInChannel(ctx, tx, t, p); err != nil {
		return err
	}
	if p.ParentID != nil {
		answered, err := tx.ForumPost.Update().Where(forumpost.ID(*p.ParentID), forumpost.ThreadID(t.ID),
			forumpost.IsVisible(true)).
			AddAnswerCount(1).Save(ctx)
		if err != nil {
			return err
		}
		if answered == 0 {
			return fault.NotFound("POST_NOT_FOUND", "The reply that you answer is not there any more")
		}
	}
	err := tx.ForumPost.Create().SetID(p.ID).SetThreadID(t.ID).SetNillableParentID(p.ParentID).
		SetUserID(caller.UserID).SetVia(p.Via).
		SetCreatedAt(p.CreatedAt).SetUpdatedAt(p.CreatedAt).SetContent(p.Content).SetContentVersion(p.ContentVersion).
		SetContentHTML(p.ContentHTML).Exec(ctx)
	if err != nil {
		return err
	}
	if err := s.claim(ctx, tx, caller, media.Use{Kind: PostKind, ID: p.ID}, "", p.Content); err != nil {
		return err
	}
	e := postEvent(event.Published, caller, t, p)
	e.Held = &p.IsAwaiting
	if err := secrets.Check(ctx, s.db, tx, e.Item, p.CreatedAt, nil, texts); err != nil {
		return err
	}
	e.Text = rendered
	if err := s.db.Emit(ctx, tx, e); err != nil {
		return err
	}
	if stored != nil {
		if err := stored(ctx); err != nil {
			return err
		}
	}
	if p.CreatedAt.After(t.LastActivityAt) {
		t.LastActivityAt = p.CreatedAt
	}
	err = tx.ForumThread.Update().Where(forumthread.ID(t.ID)).AddReplyCount(1).
		SetLastActivityAt(t.LastActivityAt).Exec(ctx)
	if err != nil {
		return err
	}
	if p.Edges.Author, err = countOfAuthor(ctx, tx, caller.UserID, p.CreatedAt); err != nil {
		return err
	}
	if err := watchFromNow(ctx, tx, t.ID, caller.UserID); err != nil {
		return err
	}
	if err := search.Put(ctx, tx, PostDoc(p, t.ChannelID, p.Edges.Author)); err != nil {
		return err
	}
	return countForum(ctx, tx, 0, 0, 1) // last, because every transaction that adds a reply locks this counter
}

// lockForReply locks a visible thread, without reading its content. Its channel is loaded with the project alone.
// Faults: not found; denied for a locked thread.
func (s *Service) lockForReply(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.ForumThread, error) {
	t, c := &ent.ForumThread{ID: id}, new(ent.ForumChannel)
	t.Edges.Channel = c
	found, err := scanOne(ctx, tx,
		s.db.ForUpdateSQL(`SELECT t.channel_id, t.is_visible, t.is_feedback, t.is_locked, t.last_activity_at,
(SELECT c.project_id FROM forum_channels c WHERE c.id = t.channel_id) FROM forum_threads t WHERE t.id = $1`),
		[]any{id}, &t.ChannelID, &t.IsVisible, &t.IsFeedback, &t.IsLocked, &t.LastActivityAt, &c.ProjectID)
	switch {
	case err != nil:
		return nil, fmt.Errorf("lock a thread: %w", err)
	case !found || !t.IsVisible: // a deleted thread is not visible
		return nil, errNoThread()
	case t.IsLocked:
		return nil, fault.Blocked("THREAD_LOCKED", "This thread is locked. It takes no more replies.")
	}
	c.ID = t.ChannelID
	return t, nil
}

// countInChannel counts a new reply in the channel of its thread and in its project, and locks both. Fault: not found
// for a deleted channel.
func countInChannel(ctx context.Context, tx *ent.Client, t *ent.ForumThread, p *ent.ForumPost) error {
	if projectID := t.Edges.Channel.ProjectID; projectID != nil {
		update := tx.Project.Update().Where(entproject.ID(*projectID)).AddCommentCount(1)
		if t.IsFeedback {
			update.AddFeedbackCount(1)
		}
		if err := update.Exec(ctx); err != nil {
			return fmt.Errorf("count comments of a project: %w", err)
		}
		if p.Via == "" {
			if err := tx.Project.Update().Where(entproject.ID(*projectID), entproject.FirstAnswerAtIsNil(),
				entproject.UserIDNEQ(*p.UserID)).SetFirstAnswerAt(p.CreatedAt).Exec(ctx); err != nil {
				return fmt.Errorf("first answer of a project: %w", err)
			}
		}
	}
	n, err := tx.ForumChannel.Update().Where(forumchannel.ID(t.ChannelID), forumchannel.DeletedAtIsNil()).
		AddPostCount(1).Save(ctx)
	if err == nil && n == 0 {
		err = errNoThread()
	}
	return err
}

// countOfAuthor counts a new reply of an author, marks the author as active and returns the author's names. It locks
// the author until the commit, so that a change of name waits. Fault: unauthenticated for a deleted account.
func countOfAuthor(ctx context.Context, tx *ent.Client, id uuid.UUID, now time.Time) (*ent.User, error) {
	u := &ent.User{ID: id}
	found, err := scanOne(ctx, tx, `UPDATE users SET forum_post_count = forum_post_count + 1, last_active_at = $2
WHERE id = $1 AND deleted_at IS NULL RETURNING username, display_name, viber_tag, avatar`,
		[]any{id, now}, &u.Username, &u.DisplayName, &u.ViberTag, &u.Avatar)
	switch {
	case err != nil:
		return nil, fmt.Errorf("count replies of a user: %w", err)
	case !found:
		return nil, auth.Admit(auth.User, nil)
	}
	return u, nil
}

// lockPost reads a reply that the caller may see, and locks its thread. Every change of a reply takes this lock, except
// of its votes. Fault: not found, also for a placeholder.
func (s *Service) lockPost(ctx context.Context, tx *ent.Client, caller *auth.Caller,
	id uuid.UUID) (*ent.ForumThread, *ent.ForumPost, error) {
	threadID, err := threadOf(ctx, tx, id)
	if err != nil {
		return nil, nil, err
	}
	t, err := s.lockThread(ctx, tx, threadID)
	if fault.IsNotFound(err) || err == nil && !maySee(caller, t) {
		err = errNoPost()
	}
	if err != nil {
		return nil, nil, err
	}
	p, err := tx.ForumPost.Query().Where(forumpost.ID(id), forumpost.UserIDNotNil()).WithReview().Only(ctx)
	if ent.IsNotFound(err) || err == nil && !p.IsVisible && !maySeeHidden(caller, *p.UserID) {
		return nil, nil, errNoPost()
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read a reply: %w", err)
	}
	return t, p, nil
}

// threadOf returns the thread of a reply, which never changes.
func threadOf(ctx context.Context, tx *ent.Client, id uuid.UUID) (uuid.UUID, error) {
	posts, err := tx.ForumPost.Query().Where(forumpost.ID(id)).Select(forumpost.FieldThreadID).All(ctx)
	if err != nil {
		return uuid.Nil, fmt.Errorf("thread of a reply: %w", err)
	}
	if len(posts) == 0 {
		return uuid.Nil, errNoPost()
	}
	return posts[0].ThreadID, nil
}

// UpdatePost changes the content of a reply. Faults: not found; denied unless the caller is the author; invalid.
func (s *Service) UpdatePost(ctx context.Context, caller *auth.Caller, id uuid.UUID,
	content string) (*ent.ForumPost, error) {
	text, rendered, err := s.render(ctx, content)
	if err != nil {
		return nil, err
	}
	var p *ent.ForumPost
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var (
			t   *ent.ForumThread
			err error
		)
		if t, p, err = s.lockPost(ctx, tx, caller, id); err != nil {
			return err
		}
		if !isOf(caller, *p.UserID) {
			return fault.Denied("NOT_AUTHOR", "You can only edit your own replies")
		}
		if p.Edges.Review != nil {
			return fault.Blocked("REVIEW", "A review stays as it was written. Answer it to add something.")
		}
		was, now := *p, s.now()
		if text == was.Content {
			p.Edges.Author, err = loadAuthor(ctx, tx, caller.UserID)
			return err
		}
		WritePost(p, text, rendered.HTML)
		p.EditedAt, p.Via = &now, caller.ViaOf(was.Via)
		err = tx.ForumPost.Update().Where(forumpost.ID(id)).SetVia(p.Via).SetContent(p.Content).
			SetContentVersion(p.ContentVersion).
			SetContentHTML(p.ContentHTML).
			SetEditedAt(now).SetUpdatedAt(now).Exec(ctx)
		if err != nil {
			return err
		}
		if was.Via == "" && p.Via != "" && t.Edges.Channel.ProjectID != nil { // it may have been the first answer
			if err := describeProject(ctx, tx, t.Edges.Channel); err != nil {
				return err
			}
		}
		if err := s.claim(ctx, tx, caller, media.Use{Kind: PostKind, ID: id}, was.Content, text); err != nil {
			return err
		}
		e := postEvent(event.Edited, caller, t, p)
		if p.IsVisible {
			e.Held = &p.IsAwaiting
		}
		if err := secrets.Check(ctx, s.db, tx, e.Item, now, nil, secrets.Texts("content", text)); err != nil {
			return err
		}
		e.Text = rendered
		if err := s.db.Emit(ctx, tx, e); err != nil {
			return err
		}
		if err := countUsers(ctx, tx, map[uuid.UUID]userChange{caller.UserID: {activeAt: now}}); err != nil {
			return err
		}
		if p.Edges.Author, err = loadAuthor(ctx, tx, caller.UserID); err != nil || !p.IsVisible {
			return err
		}
		return search.Put(ctx, tx, PostDoc(p, t.ChannelID, p.Edges.Author))
	})
	if err != nil {
		return nil, fmt.Errorf("update reply: %w", err)
	}
	return p, nil
}

// voteBatch limits the votes that one transaction removes, so that it does not block other writers for long.
const voteBatch = 500

// DeletePost deletes a reply. A reply with answers becomes a placeholder, without content and author, until its last
// answer is deleted. Faults: not found; denied unless the caller is the author or an admin.
func (s *Service) DeletePost(ctx context.Context, caller *auth.Caller, id uuid.UUID) error {
	for more := true; more; {
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			t, p, err := s.lockPost(ctx, tx, caller, id)
			if err != nil {
				return err
			}
			if !mayRemove(caller, *p.UserID) {
				return fault.Denied("NOT_AUTHOR", "You can only delete your own replies")
			}
			author := *p.UserID
			if more, err = s.deletePost(ctx, tx, caller, t, p); err != nil || more {
				return err
			}
			return audit.AddUnlessOwn(ctx, s.db, tx, caller, audit.Entry{Action: audit.Delete, TargetType: PostKind,
				Target: id, Subject: author}, s.now())
		})
		if err != nil {
			return fmt.Errorf("delete reply: %w", err)
		}
	}
	return nil
}

// deletePost deletes a reply that is not a placeholder, in a locked thread. If it has more than voteBatch votes, it
// removes that many of them instead and reports that there is more to do. The caller is nil for a job.
func (s *Service) deletePost(ctx context.Context, tx *ent.Client, caller *auth.Caller, t *ent.ForumThread,
	p *ent.ForumPost) (more bool, err error) {
	above, err := s.lockAbove(ctx, tx, p)
	if err != nil {
		return false, err
	}
	more, err = vote.HasMore(ctx, tx, PostVotable, p.ID, voteBatch)
	if err != nil {
		return false, err
	}
	if !more {
		if err := s.media.Release(ctx, tx, media.Use{Kind: PostKind, ID: p.ID}); err != nil {
			return false, err
		}
	}
	if more, err = vote.RemoveFrom(ctx, s.db, tx, PostVotable, p.ID, voteBatch, s.now()); err != nil || more {
		return more, err
	}
	if err := s.db.Emit(ctx, tx, postEvent(event.Deleted, caller, t, p)); err != nil {
		return false, err
	}
	if err := s.setPostVisible(ctx, tx, t, p, false); err != nil {
		return false, err
	}
	if p.AnswerCount > 0 {
		if _, err := tx.Review.Delete().Where(review.PostID(p.ID)).Exec(ctx); err != nil {
			return false, err
		}
		return false, tx.ForumPost.Update().Where(forumpost.ID(p.ID)).ClearUserID().SetContent("").SetContentHTML("").
			SetVia("").ClearEditedAt().ClearHiddenAt().SetUpdatedAt(s.now()).Exec(ctx)
	}
	gone := []uuid.UUID{p.ID}
	for _, a := range above {
		if a.UserID != nil || a.AnswerCount > 1 {
			if err := tx.ForumPost.Update().Where(forumpost.ID(a.ID)).AddAnswerCount(-1).Exec(ctx); err != nil {
				return false, err
			}
			break
		}
		gone = append(gone, a.ID) // a placeholder without its last answer
	}
	_, err = tx.ForumPost.Delete().Where(forumpost.IDIn(gone...)).Exec(ctx)
	return false, err
}

// lockAbove locks a reply and those above it that its deletion changes: placeholders whose only answer is deleted, and
// the reply above them. It returns those above, nearest first. The tree of replies changes only while the thread is
// locked.
func (s *Service) lockAbove(ctx context.Context, tx *ent.Client, p *ent.ForumPost) (above []*ent.ForumPost, err error) {
	ids := []uuid.UUID{p.ID}
	for at := p; p.AnswerCount == 0 && at.ParentID != nil; {
		if at, err = tx.ForumPost.Get(ctx, *at.ParentID); err != nil {
			return nil, fmt.Errorf("reply above: %w", err)
		}
		above, ids = append(above, at), append(ids, at.ID)
		if at.UserID != nil || at.AnswerCount > 1 {
			break
		}
	}
	if _, err := tx.ForumPost.Query().Where(forumpost.IDIn(ids...), s.db.ForUpdate).Order(forumpost.ByID()).
		IDs(ctx); err != nil {
		return nil, fmt.Errorf("lock replies: %w", err)
	}
	return above, nil
}
