package analytics

import (
	"context"
	"fmt"
	"math"
	"time"

	"uvboard/ent"
	"uvboard/ent/analyticshour"
	"uvboard/ent/analyticsvisitor"
	"uvboard/ent/projectday"
	"uvboard/ent/visit"
)

const (
	stepHours = 24 // that a step of the job rolls up, counts or deletes at most

	keepDays = 90 // of visits and of the views of projects
	backfill = 30 // days whose activity is counted when the board did not do so before

	// settleTime is when after its end the activity of an hour is counted: calls that began in it have ended.
	settleTime = time.Minute
)

// todo is what a step of the job does.
type todo struct {
	pending, uncounted []int // hours
	expired            bool
	lastDay            int // whose visits are kept
}

func (s *Service) todo(ctx context.Context, now time.Time) (t todo, err error) {
	if t.pending, err = pendingHours(ctx, s.db.Client(), 0, stepHours); err != nil {
		return t, fmt.Errorf("look for visits to roll up: %w", err)
	}
	if t.uncounted, err = s.uncountedHours(ctx, now); err != nil {
		return t, fmt.Errorf("look for hours to count: %w", err)
	}
	t.lastDay = hourOf(now)/hoursPerDay - keepDays
	oldest, err := s.oldestHour(ctx)
	if err != nil {
		return t, fmt.Errorf("look for old visits: %w", err)
	}
	t.expired = oldest < t.lastDay*hoursPerDay
	return t, nil
}

// Due reports whether Work has anything to do.
func (s *Service) Due(ctx context.Context) (bool, error) {
	t, err := s.todo(ctx, s.now())
	return len(t.pending)+len(t.uncounted) > 0 || t.expired, err
}

// Work rolls up hours with new or changed visits, counts the activity of ended hours, and deletes visits older than 90 days. Each
// step replaces what it counted before in one transaction, so it may be interrupted and repeated.
func (s *Service) Work(ctx context.Context) error {
	for {
		now := s.now()
		t, err := s.todo(ctx, now)
		if err != nil {
			return err
		}
		for _, hour := range t.pending {
			if err := s.rollUp(ctx, hour); err != nil {
				return fmt.Errorf("roll up visits: %w", err)
			}
		}
		if err := s.countHours(ctx, t.uncounted, now); err != nil {
			return fmt.Errorf("count activity: %w", err)
		}
		if t.expired {
			if err := s.expire(ctx, t.lastDay); err != nil {
				return fmt.Errorf("delete old visits: %w", err)
			}
		}
		if len(t.pending) < stepHours && len(t.uncounted) < stepHours {
			return nil
		}
	}
}

// rollUp counts the visits of an hour, and the visitors of the next hour again, whose previous visit may be a late one of this hour.
func (s *Service) rollUp(ctx context.Context, hour int) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		// First: a visit that changes after this statement stays pending, and is counted again.
		err := tx.Visit.Update().Where(visit.IsPending(true), visit.SlotGTE(hour*slotsPerHour), visit.SlotLT((hour+1)*slotsPerHour)).
			SetIsPending(false).Exec(ctx)
		if err != nil {
			return err
		}
		c, err := countHour(ctx, tx, hour)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO analytics_hours (id, visits, ended, seconds, sign_ups, projects, posts, votes) VALUES ($1, $2, $3, $4, 0, 0, 0, 0)
			ON CONFLICT (id) DO UPDATE SET visits = excluded.visits, ended = excluded.ended, seconds = excluded.seconds`, hour, c.visits, c.ended, c.seconds)
		if err != nil {
			return err
		}
		for _, h := range []int{hour, hour + 1} {
			if err := setVisitors(ctx, tx, h); err != nil {
				return err
			}
		}
		// Views of a day, of the projects with a visit in this hour.
		day := hour / hoursPerDay
		_, err = tx.ExecContext(ctx, `INSERT INTO project_days (project_id, day, views)
			SELECT v.project_id, v.slot / 288, COUNT(*) FROM visits v
			WHERE v.slot >= $1 AND v.slot < $2 AND v.project_id IN
				(SELECT h.project_id FROM visits h JOIN projects p ON p.id = h.project_id WHERE h.slot >= $3 AND h.slot < $4)
			GROUP BY v.project_id, v.slot / 288
			ON CONFLICT (project_id, day) DO UPDATE SET views = excluded.views`,
			day*hoursPerDay*slotsPerHour, (day+1)*hoursPerDay*slotsPerHour, hour*slotsPerHour, (hour+1)*slotsPerHour)
		return err
	})
}

func setVisitors(ctx context.Context, tx *ent.Client, hour int) error {
	all, err := countVisitors(ctx, tx, hour)
	if err != nil {
		return err
	}
	if _, err := tx.AnalyticsVisitor.Delete().Where(analyticsvisitor.Hour(hour)).Exec(ctx); err != nil {
		return err
	}
	return tx.AnalyticsVisitor.MapCreateBulk(all, func(c *ent.AnalyticsVisitorCreate, i int) {
		c.SetHour(hour).SetPrevious(all[i].previous).SetVisitors(all[i].visitors)
	}).Exec(ctx)
}

// uncountedHours returns up to stepHours ended hours whose activity is not counted, newest first.
func (s *Service) uncountedHours(ctx context.Context, now time.Time) (hours []int, err error) {
	end := hourOf(now.Add(-settleTime))
	from := max(s.countedTo, end-backfill*hoursPerDay)
	if from == end {
		return nil, nil
	}
	ids, err := s.db.Client().AnalyticsHour.Query().
		Where(analyticshour.IDGTE(from), analyticshour.IDLT(end), analyticshour.CountedAtNotNil()).IDs(ctx)
	if err != nil {
		return nil, err
	}
	counted := make(map[int]bool, len(ids))
	for _, id := range ids {
		counted[id] = true
	}
	for hour := end - 1; hour >= from && len(hours) < stepHours; hour-- {
		if !counted[hour] {
			hours = append(hours, hour)
		}
	}
	if len(hours) == 0 {
		s.countedTo = end
	}
	return hours, nil
}

// countHours stores the activity of hours. What is deleted later stays counted.
func (s *Service) countHours(ctx context.Context, hours []int, now time.Time) error {
	for _, hour := range hours {
		found, err := countActivity(ctx, s.db.Client(), []time.Time{startOf(hour), startOf(hour + 1)})
		if err != nil {
			return err
		}
		a := found[0]
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO analytics_hours (id, visits, ended, seconds, sign_ups, projects, posts, votes, counted_at)
				VALUES ($1, 0, 0, 0, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET sign_ups = excluded.sign_ups,
				projects = excluded.projects, posts = excluded.posts, votes = excluded.votes, counted_at = excluded.counted_at`,
				hour, a.signUps, a.projects, a.posts, a.votes, now)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// oldestHour returns the hour of the oldest visit; math.MaxInt without a visit.
func (s *Service) oldestHour(ctx context.Context) (int, error) {
	oldest, err := s.db.Client().Visit.Query().Order(visit.BySlot()).Select(visit.FieldSlot).First(ctx)
	if ent.IsNotFound(err) {
		return math.MaxInt, nil
	}
	if err != nil {
		return 0, err
	}
	return oldest.Slot / slotsPerHour, nil
}

// expire deletes the visits and the views of projects before a day. Visits go by whole hours, so that doctor can compare the
// hours that remain.
func (s *Service) expire(ctx context.Context, day int) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.ProjectDay.Delete().Where(projectday.DayLT(day)).Exec(ctx)
		return err
	})
	if err != nil {
		return err
	}
	for range stepHours {
		oldest, err := s.oldestHour(ctx)
		if err != nil || oldest >= day*hoursPerDay {
			return err
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.Visit.Delete().Where(visit.SlotLT((oldest + 1) * slotsPerHour)).Exec(ctx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
