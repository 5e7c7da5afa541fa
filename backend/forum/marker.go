package forum

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/ent"
	"uvboard/ent/forumread"
)

// MarkRead records that the caller has read a thread up to a time, at most up to now, and returns the time up to which
// the caller has read it. An earlier time than before changes nothing. Fault: that of GetThread.
func (s *Service) MarkRead(ctx context.Context, caller *auth.Caller, threadID uuid.UUID,
	at time.Time) (time.Time, error) {
	if _, err := s.GetThread(ctx, caller, threadID); err != nil {
		return time.Time{}, err
	}
	if now := s.now(); at.After(now) {
		at = now
	}
	at = at.UTC().Truncate(time.Millisecond)
	var marker *ent.ForumRead
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO forum_reads (user_id, thread_id, read_at) VALUES ($1, $2, $3)
			ON CONFLICT (user_id, thread_id) DO UPDATE SET read_at = excluded.read_at WHERE forum_reads.read_at < excluded.read_at`,
			caller.UserID, threadID, at)
		if err != nil {
			return err
		}
		marker, err = tx.ForumRead.Query().Where(forumread.UserID(caller.UserID), forumread.ThreadID(threadID)).
			Only(ctx)
		return err
	})
	if err != nil {
		if _, gone := s.GetThread(ctx, caller, threadID); gone != nil { // deleted meanwhile
			return time.Time{}, gone
		}
		return time.Time{}, fmt.Errorf("mark a thread as read: %w", err)
	}
	return marker.ReadAt, nil
}

// ReadMarkers returns the times up to which the caller has read threads. It omits threads that the caller has not
// opened.
func (s *Service) ReadMarkers(ctx context.Context, caller *auth.Caller,
	threadIDs []uuid.UUID) ([]*ent.ForumRead, error) {
	if len(threadIDs) == 0 {
		return nil, nil
	}
	markers, err := s.db.Client().ForumRead.Query().
		Where(forumread.UserID(caller.UserID), forumread.ThreadIDIn(threadIDs...)).
		Order(forumread.ByThreadID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read markers: %w", err)
	}
	return markers, nil
}
