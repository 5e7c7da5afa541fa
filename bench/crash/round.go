package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"sync"
	"syscall"
	"time"
)

type options struct {
	database, binary string
	uploads          string // as UVBOARD_UPLOADS_URL; empty for the data directory
	rounds, members  int
	seed             uint64
	verbose          bool
	out              io.Writer
}

// A way is how a round ends.
type way struct {
	name     string
	product  syscall.Signal // what the product gets; 0 for nothing
	database syscall.Signal // what PostgreSQL gets; 0 for nothing
	again    bool           // killed once more while it starts
	often    int
}

var ways = map[string][]way{
	"sqlite": {
		{name: "kill -9", product: syscall.SIGKILL, often: 7},
		{name: "kill -9, again while starting", product: syscall.SIGKILL, again: true, often: 2},
		{name: "SIGTERM", product: syscall.SIGTERM, often: 1},
	},
	"postgres": {
		{name: "kill -9", product: syscall.SIGKILL, often: 3},
		{name: "kill -9, again while starting", product: syscall.SIGKILL, again: true, often: 1},
		{name: "kill -9 of PostgreSQL", database: syscall.SIGKILL, often: 2},
		{name: "immediate stop of PostgreSQL", database: syscall.SIGQUIT, often: 1},
		{name: "kill -9 of both", product: syscall.SIGKILL, database: syscall.SIGKILL, often: 2},
		{name: "SIGTERM", product: syscall.SIGTERM, often: 1},
	},
}

// deadline is how soon the product has to serve again, and to end when it is asked to.
const deadline = 5 * time.Second

// crash does all rounds. The report is nil only when not even the first could begin.
func crash(ctx context.Context, o options) (r *report, err error) {
	dir, err := os.MkdirTemp("", "uvboard-crash-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	b, err := newBoard(o, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	if err := b.start(ctx); err != nil {
		return nil, err
	}
	choice := rand.New(rand.NewPCG(o.seed, 0))
	town, err := settle(ctx, b, o.members, choice)
	if err != nil {
		return nil, err
	}
	r = &report{database: o.database, seed: o.seed, ways: map[string]int{}}
	for r.rounds < o.rounds {
		w := pick(ways[o.database], choice)
		if err := round(ctx, b, town, w, choice, r); err != nil {
			return r, fmt.Errorf("round %d, %s: %w", r.rounds+1, w.name, err)
		}
		r.rounds++
		r.ways[w.name]++
		if o.verbose {
			fmt.Fprintf(o.out, "%3d %-30s %5d writes so far, back after %4d ms\n", r.rounds, w.name, r.writes, r.last.Milliseconds())
		}
	}
	if err := b.examineFiles(ctx, r); err != nil {
		return r, err
	}
	return r, r.verdict()
}

func pick(among []way, choice *rand.Rand) way {
	all := 0
	for _, w := range among {
		all += w.often
	}
	n := choice.IntN(all)
	for _, w := range among {
		if n -= w.often; n < 0 {
			return w
		}
	}
	panic("unreachable")
}

// round lets everybody write for a while, ends that in the way w, and looks at what is there afterwards.
func round(ctx context.Context, b *board, town *town, w way, choice *rand.Rand, r *report) error {
	writing, stop := context.WithCancel(ctx)
	defer stop()
	var everybody sync.WaitGroup
	for _, m := range town.members {
		everybody.Go(func() { m.write(writing, town) })
	}
	wait(ctx, time.Duration(50+choice.IntN(1200))*time.Millisecond)
	begin := time.Now()
	if err := b.end(w); err != nil {
		return err
	}
	if took := time.Since(begin); w.product == syscall.SIGTERM {
		r.longestStop = max(r.longestStop, took)
	}
	// Whoever still writes does so into a database that is away.
	wait(ctx, 50*time.Millisecond)
	stop()
	everybody.Wait()

	databaseTook, err := b.restartDatabase(w)
	if err != nil {
		return err
	}
	r.longestDatabase = max(r.longestDatabase, databaseTook)
	begin = time.Now()
	if err := b.restart(ctx, w, choice); err != nil {
		return err
	}
	if err := town.members[0].firstWrite(ctx); err != nil {
		return err
	}
	r.last = time.Since(begin)
	r.longestBack = max(r.longestBack, r.last)
	for _, m := range town.members {
		r.writes += m.acknowledged
		r.refused += m.refused
		m.acknowledged, m.refused = 0, 0
		faults, err := m.examine(ctx, w)
		if err != nil {
			return fmt.Errorf("look at what %s wrote: %w", m.name, err)
		}
		r.losses = append(r.losses, faults...)
	}
	if err := b.doctor(ctx); err != nil {
		r.drifts = append(r.drifts, fmt.Sprintf("round %d, %s: %v", r.rounds+1, w.name, err))
	}
	return ctx.Err()
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
