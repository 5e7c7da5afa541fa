package analytics

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"uvboard/ent/analyticshour"
)

// Frame is a period that ends now, in buckets. They are slots, hours, or days in UTC.
type Frame struct {
	Bucket time.Duration
	Count  int
}

// Period is what happened in a period.
type Period struct {
	Visits, Visitors int
	ended, seconds   int
	Buckets          []Bucket
}

// Bucket is what happened in a part of a period.
type Bucket struct {
	Start                           time.Time
	Visits, Visitors                int
	SignUps, Projects, Posts, Votes int
}

// AverageSeconds is the average duration of the visits whose end is known, rounded to a tenth; 0 without any.
func (p *Period) AverageSeconds() float64 {
	if p.ended == 0 {
		return 0
	}
	return math.Round(10*float64(p.seconds)/float64(p.ended)) / 10
}

// Period counts what happened. Visits and visitors are exact, unless the job is behind by more than 24 hours with visits. The
// activity of ended hours is what it was then.
func (s *Service) Period(ctx context.Context, f Frame) (*Period, error) {
	now := s.now()
	start := now.Truncate(f.Bucket).Add(-f.Bucket * time.Duration(f.Count-1))
	p := &Period{Buckets: make([]Bucket, f.Count)}
	for i := range p.Buckets {
		p.Buckets[i].Start = start.Add(f.Bucket * time.Duration(i))
	}
	fill := s.fromHours
	if f.Bucket < time.Hour {
		fill = s.fromSlots
	}
	if err := fill(ctx, p, f, now); err != nil {
		return nil, fmt.Errorf("count a period: %w", err)
	}
	return p, nil
}

func (p *Period) add(bucket int, c counts) {
	p.Buckets[bucket].Visits += c.visits
	p.Visits, p.ended, p.seconds = p.Visits+c.visits, p.ended+c.ended, p.seconds+c.seconds
}

func (b *Bucket) add(a activity) {
	b.SignUps, b.Projects, b.Posts, b.Votes = b.SignUps+a.signUps, b.Projects+a.projects, b.Posts+a.posts, b.Votes+a.votes
}

// fromSlots counts an hour or less from the visits themselves.
func (s *Service) fromSlots(ctx context.Context, p *Period, f Frame, _ time.Time) error {
	client, from := s.db.Client(), slotOf(p.Buckets[0].Start)
	var (
		slot, visitors int
		c              counts
	)
	err := scanAll(ctx, client, `SELECT slot, COUNT(*), COUNT(seconds), COALESCE(SUM(seconds), 0), COUNT(DISTINCT visitor_id) FROM visits
		WHERE slot >= $1 GROUP BY slot`, []any{from}, []any{&slot, &c.visits, &c.ended, &c.seconds, &visitors}, func() {
		if i := slot - from; i < len(p.Buckets) { // no later slot than now's
			p.add(i, c)
			p.Buckets[i].Visitors = visitors
		}
	})
	if err != nil {
		return err
	}
	// The expression keeps SQLite from reading all visits in the order of their visitors.
	if err := scan(ctx, client, "SELECT COUNT(DISTINCT visitor_id || '') FROM visits WHERE slot >= $1", []any{from}, &p.Visitors); err != nil {
		return err
	}
	var bounds []time.Time
	for i := range f.Count + 1 {
		bounds = append(bounds, p.Buckets[0].Start.Add(f.Bucket*time.Duration(i)))
	}
	made, err := countActivity(ctx, client, bounds)
	if err != nil {
		return err
	}
	for i, a := range made {
		p.Buckets[i].add(a)
	}
	return nil
}

// liveHours is how many hours a read counts if the job has not counted their activity yet. There are more only after a long stop.
const liveHours = 3

// fromHours counts by the roll-ups, and from the visits in hours that have changed since, usually one or two.
func (s *Service) fromHours(ctx context.Context, p *Period, f Frame, now time.Time) error {
	client, from, size, current := s.db.Client(), hourOf(p.Buckets[0].Start), int(f.Bucket/time.Hour), hourOf(now)
	bucketOf := func(hour int) int { return min((hour-from)/size, f.Count-1) }
	pending, err := pendingHours(ctx, client, from, stepHours)
	if err != nil {
		return err
	}
	args, changed := []any{from, size}, "-1"
	for _, hour := range pending {
		args = append(args, hour)
		changed += fmt.Sprintf(", $%d", len(args))
	}
	var (
		bucket int
		c      counts
		a      activity
	)
	err = scanAll(ctx, client, `SELECT (id - $1) / $2 AS bucket, SUM(CASE WHEN id IN (`+changed+`) THEN 0 ELSE visits END),
		SUM(CASE WHEN id IN (`+changed+`) THEN 0 ELSE ended END), SUM(CASE WHEN id IN (`+changed+`) THEN 0 ELSE seconds END),
		SUM(sign_ups), SUM(projects), SUM(posts), SUM(votes) FROM analytics_hours WHERE id >= $1 GROUP BY bucket`,
		args, []any{&bucket, &c.visits, &c.ended, &c.seconds, &a.signUps, &a.projects, &a.posts, &a.votes}, func() {
			p.add(min(bucket, f.Count-1), c)
			p.Buckets[min(bucket, f.Count-1)].add(a)
		})
	if err != nil {
		return err
	}

	// A visitor is new in a bucket or in the period if the previous visit was before its first hour.
	// Grouped by the hour, as the index orders them, so that nothing is sorted.
	var hour, inBucket, inPeriod int
	err = scanAll(ctx, client, `SELECT hour, SUM(CASE WHEN previous < hour - (hour - $1) % $2 THEN visitors ELSE 0 END),
		SUM(CASE WHEN previous < $1 THEN visitors ELSE 0 END) FROM analytics_visitors WHERE hour >= $1
		AND hour NOT IN (`+changed+`) GROUP BY hour`, args, []any{&hour, &inBucket, &inPeriod}, func() {
		p.Buckets[bucketOf(hour)].Visitors += inBucket
		p.Visitors += inPeriod
	})
	if err != nil {
		return err
	}
	for _, hour := range pending {
		c, err := countHour(ctx, client, hour)
		if err != nil {
			return err
		}
		p.add(bucketOf(hour), c)
		visitors, err := countVisitors(ctx, client, hour)
		if err != nil {
			return err
		}
		for _, v := range visitors {
			if v.previous < from {
				p.Visitors += v.visitors
			}
			if v.previous < hour-(hour-from)%size {
				p.Buckets[bucketOf(hour)].Visitors += v.visitors
			}
		}
	}

	first := max(from, current-liveHours+1)
	counted, err := client.AnalyticsHour.Query().Where(analyticshour.IDGTE(first), analyticshour.CountedAtNotNil()).IDs(ctx)
	if err != nil {
		return err
	}
	var bounds []time.Time
	for hour := first; hour <= current+1; hour++ {
		bounds = append(bounds, startOf(hour))
	}
	made, err := countActivity(ctx, client, bounds)
	if err != nil {
		return err
	}
	for i, a := range made {
		if !slices.Contains(counted, first+i) {
			p.Buckets[bucketOf(first+i)].add(a)
		}
	}
	return nil
}
