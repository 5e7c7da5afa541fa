package vote

import (
	"context"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/ent"
)

// milestones are the numbers of upvotes that the author is told of.
var milestones = []int{1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000}

// reached returns the highest milestone that an event has passed, 0 for none.
func reached(e event.Event) int {
	highest := 0
	for _, m := range milestones {
		if e.Upvotes.Before < m && m <= e.Upvotes.After {
			highest = m
		}
	}
	return highest
}

// notice tells the author of an item that its upvotes have reached a milestone, once.
func (s *Service) notice() domain.Notice {
	return domain.Notice{
		Kind: "vote_milestone", Anonymous: true, Of: s.notifyAuthor,
		On: func(e event.Event) bool { return e.Kind == event.Voted && reached(e) > 0 },
		Line: func(s domain.Said) string {
			if s.Detail == "1" {
				return s.Title + " has its first upvote"
			}
			return s.Title + " has " + s.Detail + " upvotes"
		},
	}
}

func (s *Service) notifyAuthor(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
	t, err := s.target(e.Item.Type)
	if err != nil {
		return nil, err
	}
	rows, err := client.QueryContext(ctx, "SELECT user_id FROM "+t.Table+" WHERE id = $1 AND user_id IS NOT NULL",
		e.Item.ID)
	if err != nil {
		return nil, fmt.Errorf("author of an item: %w", err)
	}
	defer rows.Close()
	if !rows.Next() {
		return nil, rows.Err()
	}
	var owner uuid.UUID
	if err := rows.Scan(&owner); err != nil {
		return nil, err
	}
	milestone := strconv.Itoa(reached(e))
	return &domain.Told{
		SubjectID: e.Item.ID, Detail: milestone, Source: uuid.NewSHA1(e.Item.ID, []byte(milestone)),
		To: domain.ToUsers(owner),
	}, rows.Err()
}
