package analytics

import (
	"context"
	"fmt"
	"time"

	"uvboard/ent"
	"uvboard/ent/analyticsday"
	"uvboard/ent/visit"
)

const (
	keepDays = 90 // of visits

	// settleTime is the wait between the last possible change of a day and its count, so that calls in progress can
	// end.
	settleTime = time.Minute
)

// pendingDays returns the days that Work counts, and the first day whose visits it keeps.
func (s *Service) pendingDays(ctx context.Context) (from, end, keep int, err error) {
	now := s.now()
	keep, end = dayOf(now)-keepDays, dayOf(now.Add(-settleTime-maxDuration))
	last, err := s.db.Client().AnalyticsDay.Query().Where(analyticsday.IDGTE(keep)).
		Order(ent.Desc(analyticsday.FieldID)).FirstID(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return 0, 0, 0, fmt.Errorf("look for the last counted day: %w", err)
	}
	return max(last+1, keep), end, keep, nil
}

// Due reports whether Work has anything to do.
func (s *Service) Due(ctx context.Context) (bool, error) {
	from, end, keep, err := s.pendingDays(ctx)
	if err != nil || from < end {
		return err == nil, err
	}
	return s.db.Client().Visit.Query().Where(visit.SlotLT(keep * slotsPerDay)).Exist(ctx)
}

// Work counts each day once its visits cannot change any more, and deletes visits older than 90 days. Content that is
// deleted after its day was counted stays counted.
func (s *Service) Work(ctx context.Context) error {
	from, end, keep, err := s.pendingDays(ctx)
	if err != nil {
		return err
	}
	for day := from; day < end; day++ {
		b := []Bucket{{Start: time.Unix(0, 0).UTC().AddDate(0, 0, day)}}
		if err := count(ctx, s.db.Client(), b, dayTime); err != nil {
			return fmt.Errorf("count a day: %w", err)
		}
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			return tx.AnalyticsDay.Create().SetID(day).SetVisits(b[0].Visits).SetVisitors(b[0].Visitors).
				SetEnded(b[0].ended).SetSeconds(b[0].seconds).
				SetSignUps(b[0].SignUps).SetProjects(b[0].Projects).SetPosts(b[0].Posts).SetVotes(b[0].Votes).Exec(ctx)
		})
		if err != nil {
			return fmt.Errorf("store the counts of a day: %w", err)
		}
	}
	return s.expire(ctx, keep)
}

// expireBatch limits the visits that one step deletes, so that other writers do not wait long.
const expireBatch = 1000

// expire deletes the visits before a day, in steps.
func (s *Service) expire(ctx context.Context, day int) error {
	for n := expireBatch; n == expireBatch; {
		ids, err := s.db.Client().Visit.Query().Where(visit.SlotLT(day * slotsPerDay)).Order(visit.BySlot()).
			Limit(expireBatch).IDs(ctx)
		if err != nil {
			return fmt.Errorf("look for old visits: %w", err)
		}
		if n = len(ids); n == 0 {
			return nil
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.Visit.Delete().Where(visit.IDIn(ids...)).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("delete old visits: %w", err)
		}
	}
	return nil
}
