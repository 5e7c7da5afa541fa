package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// rounds is how often each side is measured; the medians count.
const rounds = 5

// sample is what one round, or the median of many, was like.
type sample struct {
	Rate          float64 // a second
	P50, P95, P99 time.Duration
	CPU           time.Duration // of the server, for one operation; 0 when not known
}

// newSample sums up the times that single operations took, of which there is at least one.
func newSample(took []time.Duration, elapsed time.Duration) sample {
	slices.Sort(took)
	at := func(share float64) time.Duration { return took[min(len(took)-1, int(share*float64(len(took))))] }
	return sample{Rate: float64(len(took)) / elapsed.Seconds(), P50: at(.50), P95: at(.95), P99: at(.99)}
}

// side is the product or what it is measured against. It works for about d and says how that went.
type side func(ctx context.Context, d time.Duration) (sample, error)

// pair is a candidate and its reference.
type pair struct {
	name  string
	what  string // in half a line
	on    string // sqlite or postgres, when it is about only one of them
	judge judge
	// open makes ready what is measured: the candidate and the reference; or, where it is asked how a ratio changes with
	// the size of the data, these two at the larger size and again at the smaller.
	open func(ctx context.Context, e *env) ([]side, error)
}

// judge is how a pair is looked at: what is compared, and what is aimed at.
type judge struct {
	aim   float64
	p95   bool    // compare p95, which is to be at most aim times the reference's; else rates, at least
	times float64 // p99 at most so many times the reference's; 0 is not asked for
}

// result is a line of the table.
type result struct {
	pair    pair
	samples []sample // of each side
}

func (r result) candidate() sample { return r.samples[0] }
func (r result) reference() sample { return r.samples[1] }

func (r result) ratio() float64 {
	ratio := 1.0
	for i, s := range r.samples {
		figure := s.Rate
		if r.pair.judge.p95 {
			figure = s.P95.Seconds()
		}
		if i == 0 || i == 3 {
			ratio *= figure
		} else {
			ratio /= figure
		}
	}
	return ratio
}

func (r result) reached() bool {
	j := r.pair.judge
	if j.times > 0 && r.candidate().P99.Seconds() > j.times*r.reference().P99.Seconds() {
		return false
	}
	if j.p95 {
		return r.ratio() <= j.aim
	}
	return r.ratio() >= j.aim
}

// measure lets the sides of a pair alternate, after a warm-up of each.
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
			which := (i + max(round, 0)) % len(sides) // who goes first changes, too
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

// median takes the median of each figure by itself.
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

const tableHead = `| pair | database | candidate | reference | ratio | aim | | p50/p95/p99 ms | of the reference | CPU µs | of the reference |
|---|---|---|---|---|---|---|---|---|---|---|
`

// write appends r to the table.
func (r result) write(w io.Writer, database string) {
	figure := func(s sample) string {
		if r.pair.judge.p95 {
			return milliseconds(s.P95) + " ms"
		}
		return fmt.Sprintf("%.0f/s", s.Rate)
	}
	all := func(s sample) string {
		return milliseconds(s.P50) + "/" + milliseconds(s.P95) + "/" + milliseconds(s.P99)
	}
	aim := fmt.Sprintf("≥ %.2f", r.pair.judge.aim)
	if r.pair.judge.p95 {
		aim = fmt.Sprintf("≤ %.2f", r.pair.judge.aim)
	}
	if r.pair.judge.times > 0 {
		aim += fmt.Sprintf(", p99 ≤ %.0f×", r.pair.judge.times)
	}
	verdict := "yes"
	if !r.reached() {
		verdict = "NO"
	}
	fmt.Fprintf(w, "| %s |\n", strings.Join([]string{
		r.pair.name, database, figure(r.candidate()), figure(r.reference()), fmt.Sprintf("**%.2f**", r.ratio()), aim, verdict,
		all(r.candidate()), all(r.reference()), strconv.FormatInt(r.candidate().CPU.Microseconds(), 10), strconv.FormatInt(r.reference().CPU.Microseconds(), 10),
	}, " | "))
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()*1000) }
