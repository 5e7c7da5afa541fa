package feedback

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/forum"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	"uvboard/ent/review"
)

// waitingJob emits the event of a project that nobody has answered for a day.
const waitingJob = "tell of a waiting project"

// notices tell makers of reviews, reviewers that theirs are useful, and followers of projects that wait.
func (s *Service) notices() []domain.Notice {
	return []domain.Notice{
		{
			Kind: "review", Email: true, Of: notifyReviewed, Line: domain.Says("reviewed your project in"),
			On: func(e event.Event) bool { return e.Kind == event.Published && e.Item.Type == forum.PostKind },
		},
		{
			Kind: "review_useful", Of: notifyUseful, Line: domain.Says("found your review useful in"),
			On: func(e event.Event) bool { return e.Kind == event.Changed && e.Item.Type == forum.PostKind },
		},
		{
			Kind: "waiting", Off: true, Of: s.notifyWaiting,
			On:   func(e event.Event) bool { return e.Kind == event.Waiting },
			Line: func(s domain.Said) string { return s.Title + " waits for an answer" },
		},
	}
}

// reviewOf returns the review that a reply is, if the reply is visible; nil for another reply.
func reviewOf(ctx context.Context, client *ent.Client, postID uuid.UUID) (*ent.Review, error) {
	r, err := client.Review.Query().Where(review.PostID(postID)).
		WithPost(func(q *ent.ForumPostQuery) { q.WithThread() }).Only(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("review of a reply: %w", err)
	case !r.Edges.Post.IsVisible || !r.Edges.Post.Edges.Thread.IsVisible:
		return nil, nil
	}
	return r, nil
}

// notifyReviewed tells the maker of a project of a review.
func notifyReviewed(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
	r, err := reviewOf(ctx, client, e.Item.ID)
	if err != nil || r == nil {
		return nil, err
	}
	return &domain.Told{SubjectID: r.Edges.Post.ThreadID, To: domain.ToUsers(r.MakerID)}, nil
}

// notifyUseful tells a reviewer, once, that the maker finds the review useful.
func notifyUseful(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
	r, err := reviewOf(ctx, client, e.Item.ID)
	if err != nil || r == nil || r.IsUseful == nil || !*r.IsUseful {
		return nil, err
	}
	return &domain.Told{SubjectID: r.Edges.Post.ThreadID, To: domain.ToUsers(r.UserID)}, nil
}

// tellWaiting emits event.Waiting for a project that is a day old and has no answer.
func (s *Service) tellWaiting(ctx context.Context, t jobs.Task) error {
	var id uuid.UUID
	if err := t.Read(&id); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		waits, err := tx.Project.Query().Where(entproject.ID(id), entproject.IsPublic(true),
			entproject.FirstAnswerAtIsNil()).Exist(ctx)
		if err != nil || !waits {
			return err
		}
		return s.db.Emit(ctx, tx, event.Event{Kind: event.Waiting, Item: event.Item{Type: project.Kind, ID: id}})
	})
}

// notifyWaiting tells those who follow a tool or a tag of a waiting project, except who was told of two in a week, and
// its maker.
func (s *Service) notifyWaiting(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
	p, err := client.Project.Query().Where(entproject.ID(e.Item.ID), entproject.IsPublic(true),
		entproject.FirstAnswerAtIsNil()).Select(entproject.FieldUserID).Only(ctx)
	if err != nil {
		return nil, ent.MaskNotFound(err)
	}
	// An operator may have merged a followed tag into another.
	const query = `SELECT f.user_id FROM tagged x JOIN follows f ON f.tag = x.tag
WHERE x.target_id = $1 AND x.tag NOT LIKE 'category:%' AND f.user_id > $2 AND f.user_id <> $3
AND (SELECT COUNT(*) FROM notifications n WHERE n.user_id = f.user_id AND n.kind = 'waiting' AND n.id > $4) < $5
UNION SELECT f.user_id FROM tagged x JOIN tag_synonyms s ON s.tag = x.tag JOIN follows f ON f.tag = s.id
WHERE x.target_id = $1 AND x.tag NOT LIKE 'category:%' AND f.user_id > $2 AND f.user_id <> $3
AND (SELECT COUNT(*) FROM notifications n WHERE n.user_id = f.user_id AND n.kind = 'waiting' AND n.id > $4) < $5
ORDER BY 1 LIMIT $6`
	week := store.IDAt(s.now().Add(-7*day), uuid.Nil)
	return &domain.Told{
		SubjectID: e.Item.ID, Source: uuid.NewSHA1(e.Item.ID, []byte("waiting")),
		To: func(ctx context.Context, after uuid.UUID, limit int) (ids []uuid.UUID, err error) {
			rows, err := client.QueryContext(ctx, query, e.Item.ID, after, p.UserID, week, noticesPerWeek, limit)
			if err != nil {
				return nil, fmt.Errorf("followers of a waiting project: %w", err)
			}
			defer rows.Close()
			for rows.Next() {
				var id uuid.UUID
				if err := rows.Scan(&id); err != nil {
					return nil, fmt.Errorf("followers of a waiting project: %w", err)
				}
				ids = append(ids, id)
			}
			return ids, rows.Err()
		},
	}, nil
}
