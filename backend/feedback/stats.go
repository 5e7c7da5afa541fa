package feedback

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	entproject "uvboard/ent/project"
)

// AnswerStats say how the board keeps its promise, for the public projects of the last 30 days.
type AnswerStats struct {
	Shown      int
	InTime     int      // answered within 48 hours
	Share      *float64 // InTime of those that are older than 48 hours or answered; nil without such
	Median     *float64 // hours from the publication to the first answer, with one decimal; nil without answers
	Unanswered int      // older than 48 hours and without an answer
}

// AnswerStats counts the answers.
func (s *Service) AnswerStats(ctx context.Context) (AnswerStats, error) {
	var shown []struct {
		PublishedAt   time.Time  `sql:"published_at"`
		FirstAnswerAt *time.Time `sql:"first_answer_at"`
	}
	now := s.now()
	err := s.db.Client().Project.Query().
		Where(entproject.IsPublic(true), entproject.PublishedAtGT(now.Add(-statsDays*day))).
		Select(entproject.FieldPublishedAt, entproject.FieldFirstAnswerAt).Scan(ctx, &shown)
	if err != nil {
		return AnswerStats{}, fmt.Errorf("count answers: %w", err)
	}
	out := AnswerStats{Shown: len(shown)}
	var hours []float64
	due := 0
	for _, p := range shown {
		old := now.Sub(p.PublishedAt) > promise
		if p.FirstAnswerAt == nil {
			if old {
				out.Unanswered++
				due++
			}
			continue
		}
		due++
		took := max(p.FirstAnswerAt.Sub(p.PublishedAt), 0)
		if took <= promise {
			out.InTime++
		}
		hours = append(hours, took.Hours())
	}
	if due > 0 {
		out.Share = new(float64(out.InTime) / float64(due))
	}
	if n := len(hours); n > 0 {
		slices.Sort(hours)
		out.Median = new(math.Round(10*(hours[(n-1)/2]+hours[n/2])/2) / 10)
	}
	return out, nil
}
