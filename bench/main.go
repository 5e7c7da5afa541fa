// Command bench compares the product with reference servers that do the same work with minimal code. It alternates
// between the two within one run and prints a table of ratios. Its subcommands faults and cluster let parts fail under
// load. Usage: bench [flags] [PAIR…], bench faults [flags] or bench cluster [flags]; see README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"uvboard/bench/answers"
	"uvboard/bench/cluster"
	"uvboard/bench/faults"
	"uvboard/bench/flood"
	"uvboard/bench/process"
	"uvboard/bench/rank"
	"uvboard/bench/report"
	"uvboard/bench/weekly"
)

// pairs are all comparisons, in the order of the table.
var pairs = slices.Concat(readPairs, writePairs, forumPairs, storyPairs, searchPairs)

// singles are measurements without a reference. A run makes one of them.
var singles = map[string]func(context.Context, *env) error{
	"overload":  measureOverload,
	"sizes":     measureSizes,
	"searches":  measureSearches,
	"followers": func(ctx context.Context, e *env) error { return measureFollowers(ctx, e, 10_000, 20, 100_000) },
}

// programs are what the first argument names instead of pairs.
var programs = map[string]func(context.Context, []string) error{
	"reference": serveReference, "faults": faults.Run, "cluster": cluster.Run, "answers": answers.Run,
	"rank":  rank.Run,
	"flood": flood.Run, "weekly": weekly.Run,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	var err error
	if len(os.Args) > 1 && programs[os.Args[1]] != nil {
		err = programs[os.Args[1]](ctx, os.Args[2:])
	} else {
		err = run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench: "+err.Error())
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	e := &env{running: map[string]*process.Process{}}
	flag.StringVar(&e.database, "database", "sqlite",
		"URL of a seeded database, or sqlite or postgres to seed a new one")
	flag.StringVar(&e.small, "small", "", "URL of a smaller database, for sizes")
	flag.StringVar(&e.binary, "binary", "bin/uvboard", "the product's binary")
	var size seedSize
	flag.IntVar(&size.projects, "projects", 100_000, "projects to seed")
	flag.IntVar(&size.votes, "votes", 1_000_000, "votes to seed")
	flag.IntVar(&size.threads, "threads", 100_000, "threads to seed, with ten replies and two comments on stories each")
	quick := flag.Bool("quick", false, "short rounds, for a rough result")
	flag.Usage = usage
	flag.Parse()
	alone := singles[flag.Arg(0)]
	var chosen []pair
	if alone == nil {
		if chosen, err = choose(flag.Args(), e.database); err != nil {
			return err
		}
	}
	e.roundTime, e.warmUp = 3*time.Second, 2*time.Second
	if *quick {
		e.roundTime, e.warmUp = 600*time.Millisecond, 600*time.Millisecond
	}
	if e.dir, err = os.MkdirTemp("", "uvboard-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	if !strings.Contains(e.database, "://") {
		if e.database, err = seeded(ctx, e.binary, e.dir, e.database, size); err != nil {
			return err
		}
	}
	if err := e.printIdle(ctx); err != nil {
		return err
	}
	if alone != nil {
		return alone(ctx, e)
	}
	report.Head(os.Stdout, "pair", "database", "candidate", "reference", "ratio", "goal", "met", "p50/p95/p99 ms",
		"of the reference", "CPU µs", "of the reference")
	for _, p := range chosen {
		r, err := measure(ctx, e, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		r.write(os.Stdout, databaseName(e.database))
	}
	return e.printPeak()
}

func usage() {
	fmt.Fprint(os.Stderr, "usage: bench [flags] [PAIR…]\n\nPairs (default all):\n")
	for _, p := range pairs {
		fmt.Fprintf(os.Stderr, "  %-14s %s\n", p.name, p.description)
	}
	fmt.Fprintf(os.Stderr, "\nAlone: %s\nWith flags of their own: answers, faults, cluster\n\nFlags:\n",
		strings.Join(slices.Sorted(maps.Keys(singles)), ", "))
	flag.PrintDefaults()
}

// choose returns the named pairs, or without names all that the databases allow. Some pairs apply to one database only.
func choose(names []string, database string) ([]pair, error) {
	var chosen []pair
	for _, p := range pairs {
		if !strings.HasPrefix(database, p.on) {
			continue
		}
		if slices.Contains(names, p.name) || len(names) == 0 {
			chosen = append(chosen, p)
		}
	}
	if len(names) > 0 && len(chosen) < len(names) {
		return nil, fmt.Errorf("%s: not all are pairs for this database; see --help", strings.Join(names, ", "))
	}
	return chosen, nil
}

// printIdle prints the memory of the product before its first request.
func (e *env) printIdle(ctx context.Context) error {
	p, err := e.product(ctx, e.database)
	if err != nil {
		return err
	}
	now, _, err := p.Memory()
	if err == nil {
		fmt.Printf("idle RSS: %.1f MB\n\n", now)
	}
	return err
}

func (e *env) printPeak() error {
	for what, p := range e.running {
		if what != "product "+e.database {
			continue
		}
		_, peak, err := p.Memory()
		if err != nil {
			return err
		}
		fmt.Printf("\npeak RSS: %.1f MB\n", peak)
	}
	return nil
}
