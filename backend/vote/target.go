package vote

import (
	"context"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// target is a kind of content that users vote on, with what the service prepares for it.
type target struct {
	domain.Votable
	batch        *store.Batch[*ballot] // on SQLite
	cast, remove string                // statements for PostgreSQL
}

func (s *Service) newTarget(v domain.Votable) *target {
	t := &target{Votable: v}
	if s.db.IsSQLite() {
		t.batch = store.NewBatch(s.db, func(ctx context.Context, tx *ent.Client, ballots []*ballot) error {
			return castTogether(ctx, tx, v, ballots, s.now())
		})
	} else {
		t.cast, t.remove = statement(v, castStep), statement(v, removeStep)
	}
	return t
}

// target returns the kind of content of a target type. An unknown one is an invalid fault.
func (s *Service) target(targetType string) (*target, error) {
	t, ok := s.targets[targetType]
	if !ok {
		return nil, fault.Invalid("targetType", "Target type is required")
	}
	return t, nil
}

func notFound(v domain.Votable) error { return fault.NotFound("NOT_FOUND", v.Noun+" not found") }
