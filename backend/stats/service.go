package stats

import (
	"context"
	"fmt"

	"uvboard/backend/platform/store"
	"uvboard/ent/counter"
)

// Service reads counters.
type Service struct{ db *store.DB }

// NewService returns a service on db.
func NewService(db *store.DB) *Service { return &Service{db: db} }

// Counts reads counters by name in one query. A counter that was never changed is missing from the map, so it reads as
// 0.
func (s *Service) Counts(ctx context.Context, names ...string) (map[string]int, error) {
	rows, err := s.db.Client().Counter.Query().Where(counter.IDIn(names...)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("counters: %w", err)
	}
	counts := make(map[string]int, len(rows))
	for _, row := range rows {
		counts[row.ID] = row.Value
	}
	return counts, nil
}

// Votes returns the number of votes that count.
func (s *Service) Votes(ctx context.Context) (int, error) {
	counts, err := s.Counts(ctx, voteRowNames()...)
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return sum, err
}
