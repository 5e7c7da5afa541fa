package analytics

import (
	"context"
	"fmt"
	"math"
	"time"

	"uvboard/ent"
	"uvboard/ent/analyticsday"
)

// Frame is a period that ends now, in buckets. They are slots, hours, or days in UTC.
type Frame struct {
	Bucket time.Duration
	Count  int
}

// Period has the counts of a period. With buckets of a day, Visitors is their sum: a visitor of several days counts on
// each.
type Period struct {
	Visits, Visitors int
	ended, seconds   int
	Buckets          []Bucket
}

// Bucket is what happened in a part of a period.
type Bucket struct {
	Start                           time.Time
	Visits, Visitors                int
	ended, seconds                  int // visits with a known duration, and its sum
	SignUps, Projects, Posts, Votes int
}

// AverageSeconds is the average duration of the visits whose end is known, rounded to a tenth; 0 without any.
func (p *Period) AverageSeconds() float64 {
	if p.ended == 0 {
		return 0
	}
	return math.Round(10*float64(p.seconds)/float64(p.ended)) / 10
}

// liveDays limits the days that a read counts because the job has not counted them yet. There are more only after a
// long downtime.
const liveDays = 3

// Period counts a period: the days that the job has not counted yet, usually two, and shorter buckets from the visits.
func (s *Service) Period(ctx context.Context, f Frame) (*Period, error) {
	start := s.now().Truncate(f.Bucket).Add(-f.Bucket * time.Duration(f.Count-1))
	p := &Period{Buckets: make([]Bucket, f.Count)}
	for i := range p.Buckets {
		p.Buckets[i].Start = start.Add(f.Bucket * time.Duration(i))
	}
	client, live := s.db.Client(), p.Buckets
	if f.Bucket == dayTime {
		days, err := client.AnalyticsDay.Query().
			Where(analyticsday.IDGTE(dayOf(start)), analyticsday.IDLT(dayOf(start)+f.Count)).
			Order(ent.Asc(analyticsday.FieldID)).All(ctx)
		if err != nil {
			return nil, fmt.Errorf("read counted days: %w", err)
		}
		for _, d := range days {
			i := d.ID - dayOf(start)
			p.Buckets[i] = Bucket{p.Buckets[i].Start, d.Visits, d.Visitors, d.Ended, d.Seconds, d.SignUps, d.Projects,
				d.Posts, d.Votes}
			live = p.Buckets[i+1:]
		}
		live = live[max(0, len(live)-liveDays):]
	}
	if err := count(ctx, client, live, f.Bucket); err != nil {
		return nil, fmt.Errorf("count a period: %w", err)
	}
	for _, b := range p.Buckets {
		p.Visits, p.Visitors, p.ended, p.seconds = p.Visits+b.Visits, p.Visitors+b.Visitors, p.ended+b.ended,
			p.seconds+b.seconds
	}
	if f.Bucket < dayTime {
		// The expression keeps SQLite from reading all visits in the order of their visitors.
		err := scanAll(ctx, client, "SELECT COUNT(DISTINCT visitor_id || '') FROM visits WHERE slot >= $1",
			[]any{slotOf(start)}, []any{&p.Visitors}, func() {})
		if err != nil {
			return nil, fmt.Errorf("count visitors: %w", err)
		}
	}
	return p, nil
}

// Weeks counts what was new in the last seven days in UTC, today included, and in the seven days before, without
// visits.
func (s *Service) Weeks(ctx context.Context) (before, last Bucket, err error) {
	p, err := s.Period(ctx, Frame{dayTime, 14})
	if err != nil {
		return before, last, err
	}
	for i, day := range p.Buckets {
		week := &before
		if i >= len(p.Buckets)/2 {
			week = &last
		}
		week.SignUps, week.Projects, week.Posts, week.Votes = week.SignUps+day.SignUps, week.Projects+day.Projects,
			week.Posts+day.Posts, week.Votes+day.Votes
	}
	return before, last, nil
}
