package feedback

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/ent"
	"uvboard/ent/feedbackrequest"
	"uvboard/ent/review"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what feedback contributes to the board. It comes before the forum, so that a maker is told of a review
// rather than of the reply that it is.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "feedback",
		Services: []server.Service{server.Mount[uvboardv1connect.FeedbackServiceHandler](
			uvboardv1connect.NewFeedbackServiceHandler, h)},
		Cached: []string{"/api/stats/answers", uvboardv1connect.FeedbackServiceGetAnswerStatsProcedure},
		Pages:  h.pages(),
		Jobs: []jobs.Job{
			{Name: "take silence as useful", Every: time.Hour, Run: s.takeSilence, Due: s.silenceEnds},
			{Name: waitingJob, Do: s.tellWaiting},
		},
		Notices:   s.notices(),
		Listeners: []event.Listener{{InTx: s.onProject}, {InTx: s.onForum}},
		Checks:    s.checks(),
		Counted:   []string{feedbackrequest.Table, review.Table},
		Exports: []domain.Export{
			{Name: "feedback-requests.json", About: "the projects for which you wait for a review",
				Of: "feedback_requests.user_id", Private: true, Write: s.exportRequests},
			{Name: "reviews.json", About: "the projects that you were given to review, and your reviews",
				Of: "reviews.user_id", Content: true, Write: s.exportReviews},
		},
		ErasePrivate: s.eraseAssignments,
		Owns:         domain.Owners("reviews.user_id"),
	}
}

func (s *Service) silenceEnds(ctx context.Context) (bool, error) {
	return s.db.Client().Review.Query().
		Where(review.WrittenAtLTE(s.now().Add(-silence)), review.IsUsefulIsNil()).Order(review.ByWrittenAt()).Exist(ctx)
}

func (s *Service) checks() []domain.Check {
	return []domain.Check{
		{What: "feedback_requests.is_owed", Find: s.findOwed,
			Repair: func(ctx context.Context, tx *ent.Client, d domain.Drift) error {
				r, err := tx.FeedbackRequest.Get(ctx, uuid.MustParse(d.ID))
				if err != nil {
					return err
				}
				return s.settle(ctx, tx, r.UserID)
			}},
		{What: "feedback requests of projects that do not wait",
			Query: `SELECT q.id, 1 AS stored, 0 AS counted FROM feedback_requests q JOIN projects p ON p.id = q.project_id
			WHERE NOT p.is_public AND p.hidden_at IS NULL OR p.deleted_at IS NOT NULL`},
		{What: "reviews.written_at", Query: `SELECT r.id, CASE WHEN r.written_at IS NULL THEN 0 ELSE 1 END AS stored,
			CASE WHEN r.post_id IS NULL THEN 0 ELSE 1 END AS counted FROM reviews r`},
	}
}

// findOwed finds requests whose is_owed is not what the balance of the maker says.
func (s *Service) findOwed(ctx context.Context, client *ent.Client) (drifts []domain.Drift, err error) {
	var makers []uuid.UUID
	if err := client.FeedbackRequest.Query().Unique(true).Select(feedbackrequest.FieldUserID).
		Scan(ctx, &makers); err != nil {
		return nil, err
	}
	for _, maker := range makers {
		b, err := balance(ctx, client, maker)
		if err != nil {
			return nil, err
		}
		requests, err := client.FeedbackRequest.Query().Where(feedbackrequest.UserID(maker)).
			Order(feedbackrequest.ByRequestedAt(), feedbackrequest.ByID()).Select(feedbackrequest.FieldIsOwed).All(ctx)
		if err != nil {
			return nil, err
		}
		for i, r := range requests {
			if owed := i < b.Owed; owed != r.IsOwed {
				drifts = append(drifts, domain.Drift{What: "feedback_requests.is_owed", ID: r.ID.String(),
					Stored: number(r.IsOwed), Counted: number(owed), Counter: true})
			}
		}
	}
	return drifts, nil
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// eraseAssignments deletes the assignments of a deleted user that have become no review.
func (s *Service) eraseAssignments(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		ids, err := tx.Review.Query().Where(review.UserID(userID), review.PostIDIsNil()).Limit(batchSize).IDs(ctx)
		if more = len(ids) > 0; err != nil || !more {
			return err
		}
		_, err = tx.Review.Delete().Where(review.IDIn(ids...)).Exec(ctx)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("delete assignments: %w", err)
	}
	return more, nil
}

// requestRow is a request in the data export.
type requestRow struct {
	ProjectID   uuid.UUID `json:"projectId"`
	Questions   []string  `json:"questions"`
	RequestedAt time.Time `json:"requestedAt"`
	IsOwed      bool      `json:"isOwed"`
}

func (s *Service) exportRequests(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "feedback-requests.json", func(after uuid.UUID) ([]*ent.FeedbackRequest, error) {
		return s.db.Client().FeedbackRequest.Query().Where(feedbackrequest.UserID(u.ID), feedbackrequest.IDGT(after)).
			Order(feedbackrequest.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(r *ent.FeedbackRequest) (uuid.UUID, any) {
		return r.ID, requestRow{r.ProjectID, r.Questions, r.RequestedAt.UTC(), r.IsOwed}
	})
}

// reviewRow is an assignment or a review in the data export.
type reviewRow struct {
	ID              uuid.UUID  `json:"id"`
	ProjectID       *uuid.UUID `json:"projectId"`
	PostID          *uuid.UUID `json:"postId"`
	AssignedAt      time.Time  `json:"assignedAt"`
	SkippedAt       *time.Time `json:"skippedAt"`
	WrittenAt       *time.Time `json:"writtenAt"`
	Reach           string     `json:"reach"`
	FirstImpression string     `json:"firstImpression"`
	Tried           string     `json:"tried"`
	Broke           string     `json:"broke"`
	Suggestion      string     `json:"suggestion"`
	Questions       []string   `json:"questions"`
	Answers         []string   `json:"answers"`
	IsUseful        *bool      `json:"isUseful"`
}

func (s *Service) exportReviews(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "reviews.json", func(after uuid.UUID) ([]*ent.Review, error) {
		return s.db.Client().Review.Query().Where(review.UserID(u.ID), review.IDGT(after)).Order(review.ByID()).
			Limit(archive.PageSize).All(ctx)
	}, func(r *ent.Review) (uuid.UUID, any) {
		return r.ID, reviewRow{r.ID, r.ProjectID, r.PostID, r.AssignedAt.UTC(), archive.UTC(r.SkippedAt),
			archive.UTC(r.WrittenAt), r.Reach, r.FirstImpression, r.Tried, r.Broke, r.Suggestion, r.Questions,
			r.Answers, r.IsUseful}
	})
}
