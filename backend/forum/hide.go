package forum

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/ent"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
)

func (s *Service) moderated() []domain.Moderated {
	return []domain.Moderated{
		{Type: ThreadKind, Table: "forum_threads", Owner: "user_id", Visible: ThreadVotable.Visible, Noun: "Thread", SetHidden: s.setThreadHidden},
		{Type: PostKind, Table: "forum_posts", Owner: "user_id", Visible: PostVotable.Visible, Noun: "Reply", SetHidden: s.setPostHidden},
	}
}

// setThreadHidden hides a thread with its replies, or shows it again. Fault: not found.
func (s *Service) setThreadHidden(ctx context.Context, tx *ent.Client, id uuid.UUID, hidden bool) error {
	t, err := s.lockThread(ctx, tx, id)
	if err != nil || hidden == (t.HiddenAt != nil) {
		return err
	}
	u := tx.ForumThread.Update().Where(forumthread.ID(id))
	if hidden {
		u.SetHiddenAt(s.now())
	} else {
		u.ClearHiddenAt()
	}
	if err := u.Exec(ctx); err != nil {
		return fmt.Errorf("hide a thread: %w", err)
	}
	return s.setThreadVisible(ctx, tx, t, !hidden)
}

// setPostHidden hides a reply or shows it again. Fault: not found, also for a placeholder.
func (s *Service) setPostHidden(ctx context.Context, tx *ent.Client, id uuid.UUID, hidden bool) error {
	t, p, err := s.lockPost(ctx, tx, &auth.Caller{IsAdmin: true}, id)
	if err != nil || hidden == (p.HiddenAt != nil) {
		return err
	}
	u := tx.ForumPost.Update().Where(forumpost.ID(id))
	if hidden {
		u.SetHiddenAt(s.now())
	} else {
		u.ClearHiddenAt()
	}
	if err := u.Exec(ctx); err != nil {
		return fmt.Errorf("hide a reply: %w", err)
	}
	return s.setPostVisible(ctx, tx, t, p, !hidden)
}
