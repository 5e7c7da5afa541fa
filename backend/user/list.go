package user

import (
	"context"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/paging"
	"uvboard/ent"
	entuser "uvboard/ent/user"
)

// topPosition is where a page of the most voted ended.
type topPosition struct {
	Upvotes int
	ID      uuid.UUID
	Rank    int
}

// activePosition is where a page of the latest active ended.
type activePosition struct {
	At time.Time
	ID uuid.UUID
}

// Names of the lists.
const (
	listTop      = "top"
	listActive   = "active"
	listActivity = "activity"
)

// Top lists members by upvotes received, most first, with the rank of the first of them.
func (s *Service) Top(ctx context.Context, size int, token string) (members []*ent.User, rank int, next string, err error) {
	from, err := paging.Parse[topPosition](listTop, token)
	if err != nil {
		return nil, 0, "", err
	}
	query := s.db.Client().User.Query().
		Where(entuser.DeletedAtIsNil()).
		// Both fall, so that the index is read backwards and nothing is sorted.
		Order(entuser.ByUpvotesReceived(entsql.OrderDesc()), entuser.ByID(entsql.OrderDesc())).
		Limit(size + 1)
	rank = 1
	if from != nil {
		rank = from.Rank + 1
		query.Where(func(q *entsql.Selector) {
			q.Where(entsql.CompositeLT([]string{q.C(entuser.FieldUpvotesReceived), q.C(entuser.FieldID)}, from.Upvotes, from.ID))
		})
	}
	if members, err = query.All(ctx); err != nil {
		return nil, 0, "", fmt.Errorf("top members: %w", err)
	}
	members, next, err = paging.Cut(listTop, members, size, func(last *ent.User) topPosition {
		return topPosition{Upvotes: last.UpvotesReceived, ID: last.ID, Rank: rank + size - 1}
	})
	return members, rank, next, err
}

// Active lists members by when they last published, voted or edited, latest first. Those who never did are not in it.
func (s *Service) Active(ctx context.Context, size int, token string) (members []*ent.User, next string, err error) {
	from, err := paging.Parse[activePosition](listActive, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().User.Query().
		Where(entuser.LastActiveAtNotNil()).
		Order(entuser.ByLastActiveAt(entsql.OrderDesc()), entuser.ByID(entsql.OrderDesc())).
		Limit(size + 1)
	if from != nil {
		query.Where(func(q *entsql.Selector) {
			q.Where(entsql.CompositeLT([]string{q.C(entuser.FieldLastActiveAt), q.C(entuser.FieldID)}, from.At.UTC(), from.ID))
		})
	}
	if members, err = query.All(ctx); err != nil {
		return nil, "", fmt.Errorf("active members: %w", err)
	}
	return paging.Cut(listActive, members, size, func(last *ent.User) activePosition {
		return activePosition{At: *last.LastActiveAt, ID: last.ID}
	})
}
