package user

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/paging"
	"uvboard/ent"
	entuser "uvboard/ent/user"
)

type topPosition struct {
	Upvotes int
	ID      uuid.UUID
	Rank    int
}

type activePosition struct {
	At time.Time
	ID uuid.UUID
}

// Names of the lists in page tokens.
const (
	listTop      = "top"
	listActive   = "active"
	listActivity = "activity"
)

// Top returns users by eligible upvotes received, most first, and the rank of the first of them.
func (s *Service) Top(ctx context.Context, size int,
	token string) (users []*ent.User, rank int, next string, err error) {
	from, err := paging.Parse[topPosition](listTop, token)
	if err != nil {
		return nil, 0, "", err
	}
	query := s.db.Client().User.Query().
		Where(entuser.DeletedAtIsNil()).
		// Both descend, so that the index is read backwards without a sort.
		Order(entuser.ByEligibleUpvotesReceived(entsql.OrderDesc()), entuser.ByID(entsql.OrderDesc())).
		Limit(size + 1)
	rank = 1
	if from != nil {
		rank = from.Rank + 1
		query.Where(func(q *entsql.Selector) {
			q.Where(entsql.CompositeLT([]string{q.C(entuser.FieldEligibleUpvotesReceived), q.C(entuser.FieldID)},
				from.Upvotes, from.ID))
		})
	}
	if users, err = query.All(ctx); err != nil {
		return nil, 0, "", fmt.Errorf("top users: %w", err)
	}
	users, next, err = paging.Cut(listTop, users, size, func(last *ent.User) topPosition {
		return topPosition{Upvotes: last.EligibleUpvotesReceived, ID: last.ID, Rank: rank + size - 1}
	})
	return users, rank, next, err
}

// maxFound limits the users that Find returns.
const maxFound = 8

// Find returns users whose username begins with prefix, ignoring case, ordered by username.
func (s *Service) Find(ctx context.Context, prefix string) ([]*ent.User, error) {
	key := account.Key(prefix)
	users, err := s.db.Client().User.Query().
		Where(entuser.UsernameKeyGTE(key), entuser.UsernameKeyLT(key+string(utf8.MaxRune)), entuser.DeletedAtIsNil()).
		Order(entuser.ByUsernameKey()).Limit(maxFound).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("find users: %w", err)
	}
	return users, nil
}

// Active returns users by the last time they published, voted or edited, latest first. Users who never did are omitted.
func (s *Service) Active(ctx context.Context, size int, token string) (users []*ent.User, next string, err error) {
	from, err := paging.Parse[activePosition](listActive, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().User.Query().
		Where(entuser.LastActiveAtNotNil(), entuser.ForumPostCountGT(0)).
		Order(entuser.ByLastActiveAt(entsql.OrderDesc()), entuser.ByID(entsql.OrderDesc())).
		Limit(size + 1)
	if from != nil {
		query.Where(func(q *entsql.Selector) {
			q.Where(entsql.CompositeLT([]string{q.C(entuser.FieldLastActiveAt), q.C(entuser.FieldID)}, from.At.UTC(),
				from.ID))
		})
	}
	if users, err = query.All(ctx); err != nil {
		return nil, "", fmt.Errorf("active users: %w", err)
	}
	return paging.Cut(listActive, users, size, func(last *ent.User) activePosition {
		return activePosition{At: *last.LastActiveAt, ID: last.ID}
	})
}
