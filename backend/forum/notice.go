package forum

import (
	"context"
	"fmt"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/ent"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
	"uvboard/ent/forumwatch"
	"uvboard/ent/predicate"
)

// notices tell those who watch a thread of its replies, and the maker of a project of those in its channel.
func (s *Service) notices() []domain.Notice {
	isReply := func(e event.Event) bool { return e.Kind == event.Published && e.Item.Type == PostKind }
	return []domain.Notice{
		{Kind: "reply", Email: true, Line: domain.Says("replied in"), On: isReply, Of: s.notifyWatchers},
		{Kind: "comment", Email: true, Line: domain.Says("commented on"), On: isReply, Of: notifyMaker},
	}
}

// notifyWatchers tells those who watch the thread, and the author of the reply that is answered.
func (s *Service) notifyWatchers(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
	p, err := visiblePost(ctx, client, e.Item.ID)
	if p == nil || err != nil {
		return nil, err
	}
	watching := forumwatch.IsOn(true)
	if p.ParentID != nil {
		answered, err := client.ForumPost.Query().Where(forumpost.ID(*p.ParentID), forumpost.UserIDNotNil()).Only(ctx)
		if err != nil && !ent.IsNotFound(err) {
			return nil, err
		}
		if answered != nil {
			watching = forumwatch.Or(watching, forumwatch.UserID(*answered.UserID))
		}
	}
	return &domain.Told{SubjectID: p.ThreadID, To: func(ctx context.Context, after uuid.UUID,
		limit int) (ids []uuid.UUID, err error) {
		where := []predicate.ForumWatch{forumwatch.ThreadID(p.ThreadID), watching,
			predicate.ForumWatch(entsql.FieldGT(forumwatch.FieldUserID, after))}
		err = client.ForumWatch.Query().Where(where...).Order(forumwatch.ByUserID()).Limit(limit).
			Select(forumwatch.FieldUserID).Scan(ctx, &ids)
		return ids, err
	}}, nil
}

// notifyMaker tells the maker of the project to whose channel the thread belongs.
func notifyMaker(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
	p, err := visiblePost(ctx, client, e.Item.ID)
	if p == nil || err != nil {
		return nil, err
	}
	projectID := p.Edges.Thread.Edges.Channel.ProjectID
	if projectID == nil {
		return nil, nil
	}
	made, err := client.Project.Get(ctx, *projectID)
	if err != nil {
		return nil, err
	}
	return &domain.Told{SubjectID: p.ThreadID, To: domain.ToUsers(made.UserID)}, nil
}

// visiblePost returns a reply with its thread and channel, nil if it is not visible any more.
func visiblePost(ctx context.Context, client *ent.Client, id uuid.UUID) (*ent.ForumPost, error) {
	p, err := client.ForumPost.Query().Where(forumpost.ID(id), forumpost.IsVisible(true),
		forumpost.HasThreadWith(forumthread.IsVisible(true))).
		WithThread(func(q *ent.ForumThreadQuery) { q.WithChannel() }).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return p, err
}

// watchFromNow lets a user who posts in a thread watch it, unless the user has ended that.
func watchFromNow(ctx context.Context, tx *ent.Client, threadID, userID uuid.UUID) error {
	_, err := tx.ExecContext(ctx,
		"INSERT INTO forum_watches (thread_id, user_id, is_on) VALUES ($1, $2, true) ON CONFLICT (thread_id, user_id) DO NOTHING", threadID, userID)
	if err != nil {
		return fmt.Errorf("watch a thread: %w", err)
	}
	return nil
}

// Watching reports whether the caller is notified about replies in a thread. Fault: that of GetThread.
func (s *Service) Watching(ctx context.Context, caller *auth.Caller, threadID uuid.UUID) (bool, error) {
	if _, err := s.GetThread(ctx, caller, threadID); err != nil {
		return false, err
	}
	return s.db.Client().ForumWatch.Query().Where(forumwatch.ThreadID(threadID), forumwatch.UserID(caller.UserID),
		forumwatch.IsOn(true)).Exist(ctx)
}

// Watch begins or ends that. Fault: that of GetThread.
func (s *Service) Watch(ctx context.Context, caller *auth.Caller, threadID uuid.UUID, on bool) error {
	if _, err := s.GetThread(ctx, caller, threadID); err != nil {
		return err
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO forum_watches (thread_id, user_id, is_on) VALUES ($1, $2, $3)
			ON CONFLICT (thread_id, user_id) DO UPDATE SET is_on = excluded.is_on`, threadID, caller.UserID, on)
		return err
	})
	if err != nil {
		if _, gone := s.GetThread(ctx, caller, threadID); gone != nil { // deleted meanwhile
			return gone
		}
		return fmt.Errorf("watch a thread: %w", err)
	}
	return nil
}
