// Package feedback gives every project a reviewer: makers ask for a review, members review the project that has waited
// longest, and the board counts what it owes whom. docs/feedback.md has the rules.
package feedback

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/forum"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/feedbackrequest"
	"uvboard/ent/predicate"
	"uvboard/ent/review"
	"uvboard/ent/user"
)

// Service manages requests and reviews.
type Service struct {
	db       *store.DB
	forum    *forum.Service
	projects *project.Service
	now      func() time.Time
}

// NewService returns a service on db; now is the clock.
func NewService(db *store.DB, forum *forum.Service, projects *project.Service, now func() time.Time) *Service {
	return &Service{db: db, forum: forum, projects: projects, now: store.Clock(now)}
}

// Balance is what a member gave and is owed, in reviews.
type Balance struct {
	Given, Useful, Owed, Received int
}

// Balance returns the balance of a user.
func (s *Service) Balance(ctx context.Context, userID uuid.UUID) (Balance, error) {
	return balance(ctx, s.db.Client(), userID)
}

func balance(ctx context.Context, client *ent.Client, userID uuid.UUID) (b Balance, err error) {
	var counted int
	for n, where := range map[*int][]predicate.Review{
		&b.Given:    {review.UserID(userID), review.WrittenAtNotNil()},
		&b.Useful:   {review.UserID(userID), review.IsUseful(true)},
		&counted:    {review.UserID(userID), review.IsUseful(true), review.IsCounted(true)},
		&b.Received: {review.MakerID(userID), review.WrittenAtNotNil()},
	} {
		if *n, err = client.Review.Query().Where(where...).Count(ctx); err != nil {
			return b, fmt.Errorf("count reviews: %w", err)
		}
	}
	limited, err := isLimited(ctx, client, userID)
	if err == nil && !limited {
		b.Owed = max(counted+firstProject-b.Received, 0)
	}
	return b, err
}

// isLimited reports whether most of the last reviews of a user were not useful.
func isLimited(ctx context.Context, client *ent.Client, userID uuid.UUID) (bool, error) {
	last, err := client.Review.Query().Where(review.UserID(userID), review.WrittenAtNotNil()).
		Order(review.ByID(newestFirst)).Limit(judged).Select(review.FieldIsUseful).All(ctx)
	if err != nil {
		return false, fmt.Errorf("last reviews: %w", err)
	}
	decided, useless := 0, 0
	for _, r := range last {
		if r.IsUseful != nil {
			decided++
			if !*r.IsUseful {
				useless++
			}
		}
	}
	return decided >= minDecided && 2*useless > decided, nil
}

// settle locks users and gives the oldest requests of each the reviews that the board owes. Call it when a term of a
// balance has changed, in the same transaction, with all users that it concerns.
func (s *Service) settle(ctx context.Context, tx *ent.Client, users ...uuid.UUID) error {
	if _, err := s.lock(ctx, tx, users...); err != nil {
		return err
	}
	for _, id := range users {
		b, err := balance(ctx, tx, id)
		if err != nil {
			return err
		}
		owed, err := oldest(ctx, tx, id, b.Owed)
		if err != nil {
			return err
		}
		err = tx.FeedbackRequest.Update().Where(feedbackrequest.UserID(id), feedbackrequest.IsOwed(true),
			feedbackrequest.IDNotIn(owed...)).SetIsOwed(false).Exec(ctx)
		if err == nil && len(owed) > 0 {
			err = tx.FeedbackRequest.Update().Where(feedbackrequest.IDIn(owed...), feedbackrequest.IsOwed(false)).
				SetIsOwed(true).Exec(ctx)
		}
		if err != nil {
			return fmt.Errorf("settle what is owed: %w", err)
		}
	}
	return nil
}

// oldest returns the ids of the n oldest requests of a maker.
func oldest(ctx context.Context, client *ent.Client, makerID uuid.UUID, n int) ([]uuid.UUID, error) {
	if n == 0 {
		return nil, nil
	}
	ids, err := client.FeedbackRequest.Query().Where(feedbackrequest.UserID(makerID)).
		Order(feedbackrequest.ByRequestedAt(), feedbackrequest.ByID()).Limit(n).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("oldest requests: %w", err)
	}
	return ids, nil
}

// lock locks users in the order of ids and returns those whose accounts are not deleted.
func (s *Service) lock(ctx context.Context, tx *ent.Client, users ...uuid.UUID) ([]uuid.UUID, error) {
	locked, err := tx.User.Query().Where(user.IDIn(users...), s.db.ForUpdate).Order(user.ByID()).
		Select(user.FieldDeletedAt).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock users: %w", err)
	}
	var there []uuid.UUID
	for _, u := range locked {
		if u.DeletedAt == nil {
			there = append(there, u.ID)
		}
	}
	return there, nil
}

// lockCaller locks the caller. Fault: unauthenticated for an account that has been deleted since the call began.
func (s *Service) lockCaller(ctx context.Context, tx *ent.Client, userID uuid.UUID) error {
	there, err := s.lock(ctx, tx, userID)
	if err == nil && len(there) == 0 {
		err = auth.Admit(auth.User, nil)
	}
	return err
}
