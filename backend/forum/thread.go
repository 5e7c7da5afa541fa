package forum

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
)

// GetThread returns a thread with its content. Fault: not found, also for a hidden one unless the caller, nil for a
// visitor, is its author or an admin.
func (s *Service) GetThread(ctx context.Context, caller *auth.Caller, id uuid.UUID) (*ent.ForumThread, error) {
	t, err := readThread(ctx, s.db, id)
	switch {
	case err != nil:
		return nil, fmt.Errorf("get thread: %w", err)
	case t == nil || !maySee(caller, t):
		return nil, errNoThread()
	}
	return t, nil
}

// CreateThread creates a thread. Faults: not found for the channel; invalid.
func (s *Service) CreateThread(ctx context.Context, caller *auth.Caller, channelID uuid.UUID,
	title, content string) (*ent.ForumThread, error) {
	now := s.now()
	t := &ent.ForumThread{
		ID: store.NewID(now), ChannelID: channelID, UserID: caller.UserID, CreatedAt: now, LastActivityAt: now,
		IsVisible: true, Via: caller.ViaOf(""), Short: address.NewShort(),
	}
	if t.Title = store.Clean(title); t.Title == "" {
		return nil, errNoTitle()
	}
	text, rendered, err := s.render(ctx, content)
	if err != nil {
		return nil, err
	}
	Write(t, text, rendered.HTML)
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		if t.Edges.Channel, err = s.lockChannel(ctx, tx, channelID); err != nil {
			return err
		}
		err = tx.ForumThread.Create().SetID(t.ID).SetShort(t.Short).SetChannelID(channelID).SetUserID(t.UserID).
			SetCreatedAt(now).
			SetUpdatedAt(now).SetVia(t.Via).
			SetLastActivityAt(now).SetTitle(t.Title).SetContent(t.Content).SetContentVersion(t.ContentVersion).
			SetContentHTML(t.ContentHTML).
			SetExcerpt(t.Excerpt).Exec(ctx)
		if err != nil {
			return err
		}
		if err := s.claim(ctx, tx, caller, media.Use{Kind: ThreadKind, ID: t.ID}, "", t.Content); err != nil {
			return err
		}
		e := threadEvent(event.Published, caller, t, channelID)
		e.Held = &t.IsAwaiting
		if err := secrets.Check(ctx, s.db, tx, e.Item, now, nil, threadTexts(t)); err != nil {
			return err
		}
		e.Text = rendered
		if err := s.db.Emit(ctx, tx, e); err != nil {
			return err
		}
		if err := s.countThread(ctx, tx, t, now); err != nil {
			return err
		}
		if err := watchFromNow(ctx, tx, t.ID, t.UserID); err != nil {
			return err
		}
		if t.Edges.Author.DeletedAt != nil {
			return auth.Admit(auth.User, nil)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("create thread: %w", err)
	}
	return t, nil
}

func threadTexts(t *ent.ForumThread) []secrets.Text {
	return secrets.Texts("title", t.Title, "content", t.Content)
}

func errNoTitle() error { return fault.Invalid("title", "Title is required") }

// claim changes the uploads that a thread or a reply shows from those in one text to those in another.
func (s *Service) claim(ctx context.Context, tx *ent.Client, caller *auth.Caller, use media.Use,
	had, shows string) error {
	err := s.media.Claim(ctx, tx, caller.UserID, use, media.AddressesIn(had), media.AddressesIn(shows))
	if media.IsGone(err) {
		return fault.Invalid("content", "An image was removed because no text used it. Please upload it again.")
	}
	return err
}

// UpdateThread changes the title and the content of a thread; nil keeps a value. Faults: not found; denied unless the
// caller is the author; invalid.
func (s *Service) UpdateThread(ctx context.Context, caller *auth.Caller, id uuid.UUID,
	title, content *string) (*ent.ForumThread, error) {
	var (
		t        *ent.ForumThread
		text     string
		rendered markdown.Text
		err      error
	)
	if title != nil && store.Clean(*title) == "" {
		return nil, errNoTitle()
	}
	if content != nil {
		if text, rendered, err = s.render(ctx, *content); err != nil {
			return nil, err
		}
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		if t, err = s.lockThread(ctx, tx, id); err != nil {
			return err
		}
		if !maySee(caller, t) {
			return errNoThread()
		}
		if !isOf(caller, t.UserID) {
			return fault.Denied("NOT_AUTHOR", "You can only edit your own threads")
		}
		was, now := *t, s.now()
		if title != nil {
			t.Title = store.Clean(*title)
		}
		if content != nil {
			Write(t, text, rendered.HTML)
		}
		if t.Title == was.Title && t.Content == was.Content {
			return nil
		}
		t.EditedAt, t.Via = &now, caller.ViaOf(was.Via)
		err = tx.ForumThread.Update().Where(forumthread.ID(id)).SetVia(t.Via).SetTitle(t.Title).SetContent(t.Content).
			SetContentVersion(t.ContentVersion).
			SetContentHTML(t.ContentHTML).SetExcerpt(t.Excerpt).SetEditedAt(now).SetUpdatedAt(now).Exec(ctx)
		if err != nil {
			return err
		}
		if err := s.claim(ctx, tx, caller, media.Use{Kind: ThreadKind, ID: id}, was.Content, t.Content); err != nil {
			return err
		}
		e := threadEvent(event.Edited, caller, t, t.ChannelID)
		if err := secrets.Check(ctx, s.db, tx, e.Item, now, threadTexts(&was), threadTexts(t)); err != nil {
			return err
		}
		e.Text = rendered
		if err := s.db.Emit(ctx, tx, e); err != nil {
			return err
		}
		if err := countUsers(ctx, tx, map[uuid.UUID]userChange{caller.UserID: {activeAt: now}}); err != nil {
			return err
		}
		if t.Edges.Author, err = loadAuthor(ctx, tx, caller.UserID); err != nil || !t.IsVisible {
			return err
		}
		return search.Put(ctx, tx, ThreadDoc(t, t.Edges.Author))
	})
	if err != nil {
		return nil, fmt.Errorf("update thread: %w", err)
	}
	return s.GetThread(ctx, caller, id)
}

// DeleteThread deletes a thread. It disappears at once, with its replies; FinishThread then deletes the rows. Faults:
// not found; denied unless the caller is the author or an admin, for a feedback thread unless an admin.
func (s *Service) DeleteThread(ctx context.Context, caller *auth.Caller, id uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		t, err := s.lockThread(ctx, tx, id)
		if err != nil {
			return err
		}
		if !maySee(caller, t) {
			return errNoThread()
		}
		if !mayRemove(caller, t.UserID) {
			return fault.Denied("NOT_AUTHOR", "You can only delete your own threads")
		}
		if t.IsFeedback && t.Edges.Channel.ProjectID != nil && !caller.IsAdmin() {
			return fault.Denied("FEEDBACK_STAYS", "The feedback of others stays with the project")
		}
		if err := s.softDelete(ctx, tx, caller, t); err != nil {
			return err
		}
		return audit.AddUnlessOwn(ctx, s.db, tx, caller, audit.Entry{Action: audit.Delete, TargetType: ThreadKind,
			Target: id, Subject: t.UserID}, s.now())
	})
	if err != nil {
		return fmt.Errorf("delete thread: %w", err)
	}
	return nil
}

// softDelete hides a thread from everyone, its author included, until FinishThread deletes it. The caller is nil for a
// job.
func (s *Service) softDelete(ctx context.Context, tx *ent.Client, caller *auth.Caller, t *ent.ForumThread) error {
	if err := s.db.Emit(ctx, tx, threadEvent(event.Deleted, caller, t, t.ChannelID)); err != nil {
		return err
	}
	if err := tx.ForumThread.Update().Where(forumthread.ID(t.ID)).SetDeletedAt(s.now()).Exec(ctx); err != nil {
		return err
	}
	return s.setThreadVisible(ctx, tx, t, false)
}

// Actions in the audit log.
const (
	actionPin    = "pin"
	actionUnpin  = "unpin"
	actionLock   = "lock"
	actionUnlock = "unlock"
	actionMove   = "move"
)

// PinThread pins a thread to the top of its channel, or unpins it, and records the act. Without a change it does
// nothing. The access option admits admins only. Fault: not found.
func (s *Service) PinThread(ctx context.Context, admin *auth.Caller, id uuid.UUID,
	pinned bool) (*ent.ForumThread, error) {
	action := actionUnpin
	if pinned {
		action = actionPin
	}
	return s.setThread(ctx, admin, id, action, func(t *ent.ForumThread, u *ent.ForumThreadUpdate) bool {
		u.SetIsPinned(pinned)
		return t.IsPinned != pinned
	})
}

// LockThread locks a thread against replies, or unlocks it, and records the act. Without a change it does nothing. The
// access option admits admins only. Fault: not found.
func (s *Service) LockThread(ctx context.Context, admin *auth.Caller, id uuid.UUID,
	locked bool) (*ent.ForumThread, error) {
	action := actionUnlock
	if locked {
		action = actionLock
	}
	return s.setThread(ctx, admin, id, action, func(t *ent.ForumThread, u *ent.ForumThreadUpdate) bool {
		u.SetIsLocked(locked)
		return t.IsLocked != locked
	})
}

func (s *Service) setThread(ctx context.Context, admin *auth.Caller, id uuid.UUID, action string,
	set func(*ent.ForumThread, *ent.ForumThreadUpdate) (changed bool),
) (*ent.ForumThread, error) {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		t, err := s.lockThread(ctx, tx, id)
		if err != nil {
			return err
		}
		u := tx.ForumThread.Update().Where(forumthread.ID(id)).SetUpdatedAt(s.now())
		if !set(t, u) {
			return nil
		}
		if err := s.db.Emit(ctx, tx, threadEvent(event.Changed, admin, t, t.ChannelID)); err != nil {
			return err
		}
		if err := u.Exec(ctx); err != nil {
			return err
		}
		return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: action, TargetType: ThreadKind, Target: id,
			Subject: t.UserID}, s.now())
	})
	if err != nil {
		return nil, fmt.Errorf("change thread: %w", err)
	}
	return s.GetThread(ctx, admin, id)
}

// moveBatch is the number of search documents that one statement changes.
const moveBatch = 500

// MoveThread moves a thread to another channel, and records the act. The access option admits admins only. Faults: not
// found for either.
func (s *Service) MoveThread(ctx context.Context, admin *auth.Caller,
	id, channelID uuid.UUID) (*ent.ForumThread, error) {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		t, err := tx.ForumThread.Query().Where(forumthread.ID(id), forumthread.DeletedAtIsNil(), s.db.ForUpdate).
			Only(ctx)
		if ent.IsNotFound(err) {
			return errNoThread()
		}
		if err != nil {
			return err
		}
		channels, err := s.lockChannels(ctx, tx, t.ChannelID, channelID)
		if err != nil {
			return err
		}
		from, to := channels[t.ChannelID], channels[channelID]
		switch {
		case from.DeletedAt != nil:
			return errNoThread()
		case to == nil || to.DeletedAt != nil:
			return errNoChannel()
		case from.ID == to.ID:
			return nil
		}
		if err := tx.ForumThread.Update().Where(forumthread.ID(id)).SetChannelID(to.ID).SetIsFeedback(false).
			SetUpdatedAt(s.now()).Exec(ctx); err != nil {
			return err
		}
		if err := s.db.Emit(ctx, tx, threadEvent(event.Changed, admin, t, from.ID, to.ID)); err != nil {
			return err
		}
		if t.IsVisible {
			if err := countChannel(ctx, tx, from, -1, -t.ReplyCount); err != nil {
				return err
			}
			if err := countChannel(ctx, tx, to, 1, t.ReplyCount); err != nil {
				return err
			}
		}
		if err := s.refilter(ctx, tx, id, to.ID); err != nil {
			return err
		}
		return audit.Add(ctx, s.db, tx, admin, audit.Entry{
			Action: actionMove, TargetType: ThreadKind, Target: id, Subject: t.UserID, Reason: "From " + from.Name +
				" to " + to.Name,
		}, s.now())
	})
	if err != nil {
		return nil, fmt.Errorf("move thread: %w", err)
	}
	return s.GetThread(ctx, admin, id)
}

// refilter gives the search documents of a thread and its replies the filter of a channel.
func (s *Service) refilter(ctx context.Context, tx *ent.Client, threadID, channelID uuid.UUID) error {
	for batch := []uuid.UUID{threadID}; len(batch) > 0; {
		if err := search.Refilter(ctx, s.db, tx, SearchKind, filters(channelID), batch...); err != nil {
			return err
		}
		after := batch[len(batch)-1]
		if after == threadID {
			after = uuid.Nil
		}
		var err error
		batch, err = tx.ForumPost.Query().Where(forumpost.ThreadID(threadID), forumpost.IsVisible(true),
			forumpost.IDGT(after)).
			Order(forumpost.ByID()).Limit(moveBatch).IDs(ctx)
		if err != nil {
			return fmt.Errorf("replies of a thread: %w", err)
		}
	}
	return nil
}
