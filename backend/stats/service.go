package stats

import (
	"context"
	"fmt"

	"uvboard/backend/platform/store"
	"uvboard/ent/counter"
)

// Channels is the name of the counter of forum channels.
const Channels = "channels"

// Service shows the community's counters.
type Service struct{ db *store.DB }

// NewService reads from db.
func NewService(db *store.DB) *Service { return &Service{db: db} }

// Counts reads counters by name, all in one query. One that nothing was ever added to is missing, and so is 0.
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
