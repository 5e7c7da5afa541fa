package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"uvboard/bench/report"
)

// rounds is the number of measurements per side. The result is their median.
const rounds = 5

// sample is the result of one round, or the median of several.
type sample struct {
	Rate          float64 // operations per second
	P50, P95, P99 time.Duration
	CPU           time.Duration // of the server per operation; 0 if unknown
}

// newSample returns the rate and percentiles of the times of single operations, of which there must be at least one.
func newSample(took []time.Duration, elapsed time.Duration) sample {
	slices.Sort(took)
	at := func(share float64) time.Duration { return took[min(len(took)-1, int(share*float64(len(took))))] }
	return sample{Rate: float64(len(took)) / elapsed.Seconds(), P50: at(.50), P95: at(.95), P99: at(.99)}
}

// side runs the product or a reference for about d.
type side func(ctx context.Context, d time.Duration) (sample, error)

// pair compares a candidate with a reference.
type pair struct {
	name        string
	description string
	on          string // sqlite or postgres if it applies to only one
	goal        goal
	// open prepares the candidate and the reference.
	open func(ctx context.Context, e *env) ([]side, error)
}

// goal is the figure that a pair compares and its target.
type goal struct {
	ratio  float64 // candidate to reference
	rate   float64 // minimum of the candidate's rate; 0 for none
	p95    bool    // compares p95, where ratio is the maximum; else rates, where it is the minimum
	maxP99 float64 // maximum ratio of p99; 0 for none
}

// result is a row of the table.
type result struct {
	pair    pair
	samples []sample // one per side
}

func (r result) candidate() sample { return r.samples[0] }
func (r result) reference() sample { return r.samples[1] }

func (r result) ratio() float64 {
	if r.pair.goal.p95 {
		return r.candidate().P95.Seconds() / r.reference().P95.Seconds()
	}
	return r.candidate().Rate / r.reference().Rate
}

func (r result) reached() bool {
	g := r.pair.goal
	if g.maxP99 > 0 && r.candidate().P99.Seconds() > g.maxP99*r.reference().P99.Seconds() {
		return false
	}
	if r.candidate().Rate < g.rate {
		return false
	}
	if g.p95 {
		return r.ratio() <= g.ratio
	}
	return r.ratio() >= g.ratio
}

// measure alternates between the sides of a pair, after a warm-up of each.
func measure(ctx context.Context, e *env, p pair) (result, error) {
	sides, err := p.open(ctx, e)
	if err != nil {
		return result{}, err
	}
	samples := make([][]sample, len(sides))
	for round := -1; round < rounds; round++ {
		d := e.roundTime
		if round < 0 {
			d = e.warmUp
		}
		for i := range sides {
			which := (i + max(round, 0)) % len(sides) // the first one changes every round
			s, err := sides[which](ctx, d)
			if err != nil {
				return result{}, fmt.Errorf("%s: %w", [2]string{"candidate", "reference"}[which%2], err)
			}
			if round >= 0 {
				samples[which] = append(samples[which], s)
			}
		}
	}
	r := result{pair: p}
	for _, of := range samples {
		r.samples = append(r.samples, median(of))
	}
	return r, nil
}

func median(samples []sample) sample {
	rate := middle(samples, func(s sample) float64 { return s.Rate })
	duration := func(of func(sample) time.Duration) time.Duration {
		return time.Duration(middle(samples, func(s sample) float64 { return float64(of(s)) }))
	}
	return sample{
		Rate: rate,
		P50:  duration(func(s sample) time.Duration { return s.P50 }),
		P95:  duration(func(s sample) time.Duration { return s.P95 }),
		P99:  duration(func(s sample) time.Duration { return s.P99 }),
		CPU:  duration(func(s sample) time.Duration { return s.CPU }),
	}
}

func middle(samples []sample, of func(sample) float64) float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = of(s)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// write prints r as a row of the table.
func (r result) write(w io.Writer, database string) {
	figure := func(s sample) string {
		if r.pair.goal.p95 {
			return report.Time(s.P95)
		}
		return fmt.Sprintf("%.0f/s", s.Rate)
	}
	all := func(s sample) string {
		return milliseconds(s.P50) + "/" + milliseconds(s.P95) + "/" + milliseconds(s.P99)
	}
	goal := fmt.Sprintf("≥ %.2f", r.pair.goal.ratio)
	if r.pair.goal.p95 {
		goal = fmt.Sprintf("≤ %.2f", r.pair.goal.ratio)
	}
	if r.pair.goal.maxP99 > 0 {
		goal += fmt.Sprintf(", p99 ≤ %.0f×", r.pair.goal.maxP99)
	}
	if r.pair.goal.rate > 0 {
		goal += fmt.Sprintf(", ≥ %.0f/s", r.pair.goal.rate)
	}
	verdict := "yes"
	if !r.reached() {
		verdict = "NO"
	}
	report.Row(w, r.pair.name, database, figure(r.candidate()), figure(r.reference()),
		fmt.Sprintf("**%.2f**", r.ratio()), goal, verdict,
		all(r.candidate()), all(r.reference()), r.candidate().CPU.Microseconds(), r.reference().CPU.Microseconds())
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()*1000) }
