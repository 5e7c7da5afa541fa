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

	"uvboard/bench/workload"
)

type options struct {
	database, binary string
	uploads          string // UVBOARD_UPLOADS_URL; empty for the data directory
	rounds, writers  int
	seed             uint64
	verbose          bool
	out              io.Writer
}

// ending is how a round ends.
type ending struct {
	name     string
	product  syscall.Signal // sent to the product; 0 for none
	database syscall.Signal // sent to PostgreSQL; 0 for none
	again    bool           // kill the product once more while it starts
	weight   int
}

var endings = map[string][]ending{
	"sqlite": {
		{name: "kill -9", product: syscall.SIGKILL, weight: 7},
		{name: "kill -9, again while starting", product: syscall.SIGKILL, again: true, weight: 2},
		{name: "SIGTERM", product: syscall.SIGTERM, weight: 1},
	},
	"postgres": {
		{name: "kill -9", product: syscall.SIGKILL, weight: 3},
		{name: "kill -9, again while starting", product: syscall.SIGKILL, again: true, weight: 1},
		{name: "kill -9 of PostgreSQL", database: syscall.SIGKILL, weight: 2},
		{name: "immediate stop of PostgreSQL", database: syscall.SIGQUIT, weight: 1},
		{name: "kill -9 of both", product: syscall.SIGKILL, database: syscall.SIGKILL, weight: 2},
		{name: "SIGTERM", product: syscall.SIGTERM, weight: 1},
	},
}

// deadline is the maximum time to serve again after a start, and to exit after SIGTERM.
const deadline = 5 * time.Second

// crash runs all rounds. The report is nil only if the first could not begin.
func crash(ctx context.Context, o options) (r *report, err error) {
	dir, err := os.MkdirTemp("", "uvboard-crash-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	b, err := newServer(o, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	if err := b.Start(ctx); err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(o.seed, 0))
	load, err := workload.New(ctx, b.URL, o.writers, random)
	if err != nil {
		return nil, err
	}
	r = &report{database: o.database, seed: o.seed, endings: map[string]int{}}
	for r.rounds < o.rounds {
		e := pick(endings[o.database], random)
		if err := round(ctx, b, load, e, random, r); err != nil {
			return r, fmt.Errorf("round %d, %s: %w", r.rounds+1, e.name, err)
		}
		r.rounds++
		r.endings[e.name]++
		if o.verbose {
			fmt.Fprintf(o.out, "%3d %-30s %5d writes so far, serving again after %4d ms\n", r.rounds, e.name, r.writes, r.last.Milliseconds())
		}
	}
	if err := b.verifyFiles(ctx, r); err != nil {
		return r, err
	}
	return r, r.verdict()
}

func pick(endings []ending, random *rand.Rand) ending {
	total := 0
	for _, e := range endings {
		total += e.weight
	}
	n := random.IntN(total)
	for _, e := range endings {
		if n -= e.weight; n < 0 {
			return e
		}
	}
	panic("unreachable")
}

// round writes for a while, ends as e says, and then verifies the stored data.
func round(ctx context.Context, b *server, load *workload.Workload, e ending, random *rand.Rand, r *report) error {
	writing, stop := context.WithCancel(ctx)
	defer stop()
	var writers sync.WaitGroup
	for _, m := range load.Writers {
		writers.Go(func() { m.Write(writing) })
	}
	wait(ctx, time.Duration(50+random.IntN(1200))*time.Millisecond)
	begin := time.Now()
	if err := b.end(e); err != nil {
		return err
	}
	if took := time.Since(begin); e.product == syscall.SIGTERM {
		r.longestStop = max(r.longestStop, took)
	}
	// Some writes meet a stopped database.
	wait(ctx, 50*time.Millisecond)
	stop()
	writers.Wait()

	databaseTook, err := b.restartDatabase(e)
	if err != nil {
		return err
	}
	r.longestDatabase = max(r.longestDatabase, databaseTook)
	begin = time.Now()
	if err := b.restart(ctx, e, random); err != nil {
		return err
	}
	if err := load.Writers[0].FirstWrite(ctx, 5*time.Millisecond); err != nil {
		return err
	}
	r.last = time.Since(begin)
	r.longestBack = max(r.longestBack, r.last)
	for _, m := range load.Writers {
		r.writes += m.Acknowledged
		r.failed += m.Failed
		m.Acknowledged, m.Failed = 0, 0
		faults, err := m.Verify(ctx, e.name, e.product == syscall.SIGTERM)
		if err != nil {
			return fmt.Errorf("verify what %s wrote: %w", m.Name, err)
		}
		r.losses = append(r.losses, faults...)
	}
	if err := b.Run(ctx, "doctor"); err != nil {
		r.drifts = append(r.drifts, fmt.Sprintf("round %d, %s: %v", r.rounds+1, e.name, err))
	}
	return ctx.Err()
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
