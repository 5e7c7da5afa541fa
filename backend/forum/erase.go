package forum

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/search"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
	"uvboard/ent/uploaduse"
	entvote "uvboard/ent/vote"
)

// Batch sizes of deletions.
const (
	postBatch      = 100
	readBatch      = 500
	anonymiseBatch = 50
)

// DeletedThreads returns soft-deleted threads, oldest deletion first.
func (s *Service) DeletedThreads(ctx context.Context, limit int) ([]uuid.UUID, error) {
	ids, err := s.db.Client().ForumThread.Query().Where(forumthread.DeletedAtNotNil()).Order(forumthread.ByDeletedAt()).
		Limit(limit).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("deleted threads: %w", err)
	}
	return ids, nil
}

// FinishThread continues the deletion of a soft-deleted thread by one step: a batch of replies, or of the votes on one
// of them, and last the thread. It reports whether there is more to do. Counters are exact after each call.
func (s *Service) FinishThread(ctx context.Context, id uuid.UUID) (more bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		t, err := s.lockAnyThread(ctx, tx, id, forumthread.DeletedAtNotNil())
		if fault.IsNotFound(err) { // finished by another server
			more = false
			return nil
		}
		if err != nil {
			return err
		}
		posts, err := tx.ForumPost.Query().Where(forumpost.ThreadID(id)).Order(forumpost.ByID()).Limit(postBatch).
			Where(s.db.ForUpdate).
			Select(forumpost.FieldUserID, forumpost.FieldParentID, forumpost.FieldIsVisible).All(ctx)
		if err != nil {
			return fmt.Errorf("replies of a thread: %w", err)
		}
		if more = true; len(posts) > 0 {
			return s.deleteBatch(ctx, tx, t, posts)
		}
		more, err = s.remove(ctx, tx, t)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("finish the deletion of a thread: %w", err)
	}
	return more, nil
}

// deleteBatch deletes locked replies of a soft-deleted thread. If one of them has votes, it removes only these votes,
// because a transaction may lock the voters of one item only.
func (s *Service) deleteBatch(ctx context.Context, tx *ent.Client, t *ent.ForumThread, posts []*ent.ForumPost) error {
	ids, users, gone := make([]uuid.UUID, len(posts)), map[uuid.UUID]userChange{}, map[uuid.UUID]bool{}
	visible := 0
	for i, p := range posts {
		ids[i], gone[p.ID] = p.ID, true
		if p.IsVisible {
			visible++
			users[*p.UserID] = userChange{posts: users[*p.UserID].posts - 1}
		}
	}
	var voted []uuid.UUID
	err := tx.Vote.Query().Where(entvote.TargetType(PostKind), entvote.TargetIDIn(ids...)).Limit(1).
		Select(entvote.FieldTargetID).Scan(ctx, &voted)
	if err != nil {
		return fmt.Errorf("votes on replies: %w", err)
	}
	if len(voted) > 0 {
		_, err := vote.RemoveFrom(ctx, s.db, tx, PostVotable, voted[0], voteBatch, s.now())
		return err
	}
	var showing []uuid.UUID
	err = tx.UploadUse.Query().Where(uploaduse.TargetIDIn(ids...), uploaduse.Kind(PostKind)).Unique(true).
		Select(uploaduse.FieldTargetID).Scan(ctx, &showing)
	if err != nil {
		return fmt.Errorf("uploads of replies: %w", err)
	}
	for _, id := range showing {
		if err := s.media.Release(ctx, tx, media.Use{Kind: PostKind, ID: id}); err != nil {
			return err
		}
	}
	for _, p := range posts {
		if p.ParentID == nil || gone[*p.ParentID] {
			continue // ids order by age, but two replies of one millisecond may be in any order
		}
		if err := tx.ForumPost.Update().Where(forumpost.ID(*p.ParentID)).AddAnswerCount(-1).Exec(ctx); err != nil {
			return err
		}
	}
	if _, err := tx.ForumPost.Delete().Where(forumpost.IDIn(ids...)).Exec(ctx); err != nil {
		return err
	}
	if err := tx.ForumThread.Update().Where(forumthread.ID(t.ID)).AddReplyCount(-visible).Exec(ctx); err != nil {
		return err
	}
	if err := countUsers(ctx, tx, users); err != nil {
		return err
	}
	return search.Remove(ctx, tx, SearchKind, ids...)
}

// remove deletes a soft-deleted thread without replies, or a batch of its votes.
func (s *Service) remove(ctx context.Context, tx *ent.Client, t *ent.ForumThread) (more bool, err error) {
	more, err = vote.HasMore(ctx, tx, ThreadVotable, t.ID, voteBatch)
	if err != nil {
		return false, err
	}
	if !more {
		if err := s.media.RemoveCard(ctx, tx, t.ID); err != nil {
			return false, err
		}
		if err := s.media.Release(ctx, tx, media.Use{Kind: ThreadKind, ID: t.ID}); err != nil {
			return false, err
		}
	}
	if more, err = vote.RemoveFrom(ctx, s.db, tx, ThreadVotable, t.ID, voteBatch, s.now()); err != nil || more {
		return more, err
	}
	return false, tx.ForumThread.DeleteOneID(t.ID).Exec(ctx) // cascades to read markers
}

// DeletedChannels returns soft-deleted channels, oldest deletion first.
func (s *Service) DeletedChannels(ctx context.Context, limit int) ([]uuid.UUID, error) {
	ids, err := s.db.Client().ForumChannel.Query().Where(forumchannel.DeletedAtNotNil()).
		Order(forumchannel.ByDeletedAt()).Limit(limit).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("deleted channels: %w", err)
	}
	return ids, nil
}

// FinishChannel continues the deletion of a soft-deleted channel by one step: a step of FinishThread for one of its
// threads, and last the channel. It reports whether there is more to do. Counters are exact after each call.
func (s *Service) FinishChannel(ctx context.Context, id uuid.UUID) (more bool, err error) {
	threads, err := s.db.Client().ForumThread.Query().Where(forumthread.ChannelID(id)).Order(forumthread.ByID()).
		Limit(1).IDs(ctx)
	if err != nil {
		return false, fmt.Errorf("threads of a deleted channel: %w", err)
	}
	if len(threads) > 0 {
		return true, s.eraseThread(ctx, threads[0])
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.ForumChannel.Delete().
			Where(forumchannel.ID(id), forumchannel.DeletedAtNotNil(), forumchannel.Not(forumchannel.HasThreads())).
			Exec(ctx)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("finish the deletion of a channel: %w", err)
	}
	return false, nil
}

// eraseThread soft-deletes a thread, unless that has happened, and continues its deletion.
func (s *Service) eraseThread(ctx context.Context, id uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		t, err := s.lockAnyThread(ctx, tx, id, forumthread.DeletedAtIsNil())
		if err != nil {
			return err
		}
		return s.softDelete(ctx, tx, nil, t)
	})
	if err != nil && !fault.IsNotFound(err) {
		return fmt.Errorf("erase a thread: %w", err)
	}
	_, err = s.FinishThread(ctx, id)
	return err
}

// erase continues the deletion of one thread of a deleted user or, if there is none, of one reply. Channels stay,
// because they hold content of others.
func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	threads, err := s.db.Client().ForumThread.Query().Where(forumthread.UserID(userID)).Order(forumthread.ByID()).
		Limit(1).IDs(ctx)
	if err != nil {
		return false, fmt.Errorf("threads of a user: %w", err)
	}
	if len(threads) > 0 {
		return true, s.eraseThread(ctx, threads[0])
	}
	posts, err := s.db.Client().ForumPost.Query().Where(forumpost.UserID(userID)).Order(forumpost.ByID()).Limit(1).
		IDs(ctx)
	if err != nil {
		return false, fmt.Errorf("replies of a user: %w", err)
	}
	if len(posts) > 0 {
		return true, s.erasePost(ctx, posts[0])
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return tx.ForumChannel.Update().Where(forumchannel.UserID(userID)).ClearUserID().Exec(ctx)
	})
	if err != nil {
		return false, fmt.Errorf("channels of a user: %w", err)
	}
	return false, nil
}

// erasePost deletes a reply, or a batch of its votes, also in a hidden thread.
func (s *Service) erasePost(ctx context.Context, id uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		threadID, err := threadOf(ctx, tx, id)
		if err != nil {
			return err
		}
		t, err := s.lockAnyThread(ctx, tx, threadID)
		if err != nil {
			return err
		}
		p, err := tx.ForumPost.Query().Where(forumpost.ID(id), forumpost.UserIDNotNil()).Only(ctx)
		if ent.IsNotFound(err) {
			return errNoPost()
		}
		if err != nil {
			return err
		}
		_, err = s.deletePost(ctx, tx, nil, t, p)
		return err
	})
	if err != nil && !fault.IsNotFound(err) { // an admin deleted it first
		return fmt.Errorf("erase a reply: %w", err)
	}
	return nil
}

// anonymise removes the name of a deleted user from the preview cards of threads.
func (s *Service) anonymise(ctx context.Context, u *ent.User, from uuid.UUID) (next uuid.UUID, more bool, err error) {
	ids, err := s.db.Client().ForumThread.Query().Where(forumthread.UserID(u.ID), forumthread.IDGT(from)).
		Order(forumthread.ByID()).Limit(anonymiseBatch).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return uuid.Nil, false, err
	}
	for _, id := range ids {
		s.media.DropDrawn(ctx, media.Card(id))
	}
	return ids[len(ids)-1], true, nil
}
