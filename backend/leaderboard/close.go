package leaderboard

import (
	"context"
	"fmt"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/calendar"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/closedperiod"
	"uvboard/ent/projecttally"
)

const (
	winners = 3
	// settleTime is the wait between the end of a period and its close, so that votes in progress can end.
	settleTime = 5 * time.Minute
)

// due returns the first period of a kind that has votes, has ended and is not closed; nil if there is none.
func (s *Service) due(ctx context.Context, kind string) (*Period, error) {
	client, after := s.db.Client(), 0
	last, err := client.ClosedPeriod.Query().Where(closedperiod.Period(kind)).
		Order(closedperiod.ByStart(entsql.OrderDesc())).First(ctx)
	switch {
	case err == nil:
		after = last.Start
	case !ent.IsNotFound(err):
		return nil, fmt.Errorf("look for the last closed period: %w", err)
	}
	next, err := client.ProjectTally.Query().Where(projecttally.Period(kind), projecttally.StartGT(after)).
		Order(projecttally.ByStart()).First(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("look for the next period with votes: %w", err)
	}
	p := Period{kind, dayOf(next.Start)}
	year, month, day := p.end().Date()
	if s.now().Before(calendar.At(year, month, day, 0, s.zone()).Add(settleTime)) {
		return nil, nil
	}
	return &p, nil
}

// Due reports whether Close has anything to do.
func (s *Service) Due(ctx context.Context) (bool, error) {
	for _, kind := range kinds {
		if p, err := s.due(ctx, kind); err != nil || p != nil {
			return err == nil, err
		}
	}
	return false, nil
}

// Close chooses the winners of the periods that have ended since it ran last: the first three projects of each, of an
// owner the best only, one transaction for a period. A period has its winners once: what happens to its
// votes later does not change them.
func (s *Service) Close(ctx context.Context) error {
	for _, kind := range kinds {
		for {
			p, err := s.due(ctx, kind)
			if err != nil {
				return err
			}
			if p == nil {
				break
			}
			if err := s.close(ctx, *p); err != nil {
				return fmt.Errorf("close %s: %w", p.Path(), err)
			}
		}
	}
	return nil
}

func (s *Service) close(ctx context.Context, p Period) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		isClosed, err := tx.ClosedPeriod.Query().
			Where(closedperiod.Period(p.Kind), closedperiod.Start(number(p.Start))).Exist(ctx)
		if err != nil || isClosed { // by another server
			return err
		}
		now := s.now()
		if err := tx.ClosedPeriod.Create().SetID(store.NewID(now)).SetPeriod(p.Kind).SetStart(number(p.Start)).
			SetCreatedAt(now).Exec(ctx); err != nil {
			return err
		}
		places, err := s.first(ctx, tx, p, winners)
		if err != nil {
			return err
		}
		var owners []uuid.UUID
		for i, place := range places {
			if slices.Contains(owners, place.Owner) {
				continue
			}
			owners = append(owners, place.Owner)
			err := tx.ProjectAward.Create().SetID(store.NewID(now)).SetPeriod(p.Kind).SetStart(number(p.Start)).
				SetRank(i + 1).
				SetProjectID(place.ID).SetVotes(int(place.Score)).Exec(ctx)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
