package faults

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"uvboard/bench/process"
)

// deadline is the maximum time until the service is back after a fault.
const deadline = 5 * time.Second

// handover is the maximum time until a mail is sent after a fault in which the server could not give back its job:
// another server on the same PostgreSQL might still be sending.
const handover = time.Minute + deadline

// giveUp is when a service that is not back ends the run.
const giveUp = 90 * time.Second

// inject injects half of the faults into a site with its uploads in a folder, and half with its uploads in an object
// store. The outcome is nil only if the first could not begin.
func inject(ctx context.Context, o options) (r *outcome, err error) {
	dir, err := process.Directory("faults", unmountStale)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL runs as another user if this one is root
		return nil, err
	}
	defer func() {
		if o.keep {
			fmt.Fprintln(o.out, "data and logs are in "+dir)
		} else {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	binary := o.binary
	if binary == "" {
		if binary, err = buildWithClock(dir); err != nil {
			return nil, err
		}
	}
	r = newOutcome(o.database)
	random := rand.New(rand.NewPCG(o.seed, 0))
	for part, bucket := range []bool{false, true} {
		n := o.faults / 2
		if bucket {
			n = o.faults - n
		}
		place := filepath.Join(dir, fmt.Sprintf("part%d", part+1))
		if err := os.Mkdir(place, 0o755); err != nil {
			return r, err
		}
		if err := injectPart(ctx, o, place, binary, bucket, n, random, r); err != nil {
			return r, err
		}
	}
	return r, r.verdict()
}

func injectPart(ctx context.Context, o options, dir, binary string, bucket bool, n int, random *rand.Rand,
	r *outcome) (err error) {
	s, err := newSite(ctx, o, dir, binary, bucket, random)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	var kinds []kind
	for _, k := range s.kinds(random) {
		switch {
		case !o.kinds.MatchString(k.name) || k.missing == absent:
		case k.missing != "":
			r.missing[k.name] = k.missing
		default:
			kinds = append(kinds, k)
		}
	}
	// Each kind once in random order, then again, so that none is rare.
	var order []int
	for i := range n {
		if len(order) == 0 {
			order = random.Perm(len(kinds))
		}
		k := kinds[order[0]]
		order = order[1:]
		if err := s.round(ctx, k, (i+1)%o.doctorEvery == 0 || i == n-1, random, r, o); err != nil {
			return fmt.Errorf("fault %d, %s: %w", r.faults+1, k.name, err)
		}
	}
	files, lostMails, twiceMails, err := s.examine(ctx)
	if err != nil {
		return err
	}
	r.addFiles(files, lostMails, twiceMails)
	return nil
}

// round injects a fault under load, heals it, and verifies what is stored.
func (s *site) round(ctx context.Context, k kind, doctor bool, random *rand.Rand, r *outcome, o options) error {
	writing, stop := context.WithCancel(ctx)
	defer stop()
	t := r.of(k.name)
	var users sync.WaitGroup
	var mu sync.Mutex
	var differences []string
	for _, w := range s.load.Writers {
		users.Go(func() {
			found := w.Run(writing, k.name)
			mu.Lock()
			defer mu.Unlock()
			differences = append(differences, found...)
		})
	}
	users.Go(func() { s.asker.run(writing) })
	// The load first runs without a fault.
	process.Pause(ctx, time.Duration(100+random.IntN(300))*time.Millisecond)
	hold := k.shortest + time.Duration(random.Int64N(int64(k.longest-k.shortest)+1))
	if err := k.inject(ctx); err != nil {
		return fmt.Errorf("inject: %w", err)
	}
	process.Pause(ctx, hold)
	ended := !s.Running() && !k.ends
	if k.limits && !s.Running() {
		t.killed++
	}
	if err := k.heal(ctx); err != nil {
		return fmt.Errorf("heal: %w", err)
	}
	begin := time.Now()
	if ended {
		r.wrong("the product ended by %s: %s", k.name, tailOf(s.Log()))
		if err := s.Launch(); err != nil {
			return err
		}
	}
	if err := s.serve(ctx, k); err != nil {
		return err
	}
	back := time.Since(begin)
	process.Pause(ctx, 100*time.Millisecond)
	stop()
	users.Wait()

	t.faults++
	r.faults++
	t.back = append(t.back, back)
	allowed := deadline
	if k.sends && o.database == "postgres" && begin.Sub(s.unclean) < time.Minute {
		allowed = handover
	}
	if !k.outside {
		s.unclean = begin
	}
	if back > allowed {
		r.wrong("the service was back only %s after %s", back.Round(time.Millisecond), k.name)
	}
	for _, w := range append(s.load.Writers, s.prober) {
		found, err := w.Verify(ctx, k.name, false)
		if err != nil {
			return fmt.Errorf("verify what %s wrote: %w", w.Name, err)
		}
		differences = append(differences, found...)
		t.acknowledged += w.Acknowledged
		t.failed += w.Failed
		w.Acknowledged, w.Failed = 0, 0
	}
	lost, twice, err := s.asker.verify(ctx, k.behind)
	if err != nil {
		return fmt.Errorf("verify what the asker wrote: %w", err)
	}
	t.acknowledged += s.asker.acknowledged
	s.asker.acknowledged = 0
	for _, one := range differences {
		if strings.Contains(one, "unexpected project") {
			twice = append(twice, one)
		} else {
			lost = append(lost, one)
		}
	}
	t.lost, t.twice = t.lost+len(lost), t.twice+len(twice)
	for _, one := range append(lost, twice...) {
		r.wrong("fault %d, after %s: %s", r.faults, k.name, one)
	}
	exact := ""
	if doctor {
		t.doctors++
		if err := s.Run(ctx, "doctor"); err != nil {
			t.inexact++
			r.wrong("after %s: %v", k.name, err)
			exact = ", doctor " + err.Error()
		} else {
			exact = ", doctor exact"
		}
	}
	if o.verbose {
		fmt.Fprintf(o.out, "%4d %s for %d ms: back after %d ms, lost %d, twice %d%s\n", r.faults, k.name,
			hold.Milliseconds(), back.Milliseconds(), len(lost), len(twice), exact)
	}
	return ctx.Err()
}

// serve waits until a write to the database is acknowledged, and what k had taken is there again.
func (s *site) serve(ctx context.Context, k kind) error {
	ctx, cancel := context.WithTimeout(ctx, giveUp)
	defer cancel()
	if err := s.prober.FirstWrite(ctx, 5*time.Millisecond); err != nil {
		return fmt.Errorf("no write within %s: %w", giveUp, err)
	}
	if k.back == nil {
		return nil
	}
	for first := error(nil); ; process.Pause(ctx, 20*time.Millisecond) {
		err := k.back(ctx)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
		if ctx.Err() != nil {
			return fmt.Errorf("not back within %s: at first %w, at last %w", giveUp, first, err)
		}
	}
}

// tailOf returns the end of a log.
func tailOf(log string) string {
	text, err := os.ReadFile(log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-1500):])
}
