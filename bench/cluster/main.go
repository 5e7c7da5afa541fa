// Package cluster starts everything that a site on three machines runs, on one machine, lets parts of it fail under
// load, and verifies that no acknowledged write is lost. README.md has its results.
package cluster

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"uvboard/bench/process"
	"uvboard/bench/report"
)

// options are the flags.
type options struct {
	root, binary, next string
	scenarios          []string
	writers            int
	seed               uint64
	keep, verbose      bool
	out                io.Writer
}

// Run runs the scenarios that the arguments name.
func Run(ctx context.Context, args []string) error {
	o := options{root: ".", out: os.Stdout}
	var names []string
	for _, s := range scenarios {
		names = append(names, s.name)
	}
	flags := flag.NewFlagSet("bench cluster", flag.ExitOnError)
	list := flags.String("scenario", strings.Join(names, ","), "what happens, in this order")
	flags.StringVar(&o.binary, "binary", "bin/uvboard", "the product's binary")
	flags.StringVar(&o.next, "next", "", "the binary that the scenario rolling starts (default: the same)")
	flags.IntVar(&o.writers, "writers", 8, "number of concurrent writers")
	flags.Uint64Var(&o.seed, "rand-seed", rand.Uint64(), "repeats the random choices of a run, but not their timing")
	flags.BoolVar(&o.keep, "keep", false, "keep data and logs")
	flags.BoolVar(&o.verbose, "v", false, "print how each process is started, and the reads of each path")
	_ = flags.Parse(args) // exits
	o.scenarios = strings.Split(*list, ",")
	if slices.ContainsFunc(o.scenarios, func(name string) bool { return !slices.Contains(names, name) }) ||
		flags.NArg() > 0 || o.writers < 1 {
		flags.Usage()
		return errors.New("invalid arguments")
	}
	return runScenarios(ctx, o)
}

// runScenarios starts a cluster and runs scenarios one after the other.
func runScenarios(ctx context.Context, o options) (err error) {
	dir, err := process.Directory("cluster", endStale)
	if err != nil {
		return err
	}
	defer func() {
		if o.keep {
			fmt.Fprintln(o.out, "data and logs are in "+dir)
		} else {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	root, err := filepath.Abs(o.root)
	if err != nil {
		return err
	}
	binary, err := filepath.Abs(o.binary)
	if err != nil {
		return err
	}
	next := binary
	if o.next != "" {
		if next, err = filepath.Abs(o.next); err != nil {
			return err
		}
	}
	c, err := newCluster(ctx, root, dir, binary, next)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	if o.verbose {
		for _, p := range c.processes() {
			fmt.Fprintf(o.out, "%s: %s\n", p.Name, p)
		}
	}
	if err := c.serve(ctx); err != nil {
		return err
	}
	l, err := newLoad(ctx, c, o.writers, o.seed)
	if err != nil {
		return err
	}
	report.Head(o.out, "scenario", "no write for", "no read for", "failed writes", "failed reads",
		"acknowledged writes",
		"reads", "lost", "doctor")
	var faults []error
	for _, name := range o.scenarios {
		s := scenarios[slices.IndexFunc(scenarios, func(s scenario) bool { return s.name == name })]
		r, err := l.during(ctx, s)
		r.write(o.out)
		if o.verbose {
			for path, t := range r.reads {
				fmt.Fprintf(o.out, "  %s: %d, no read for %s, failed %s\n", path, t.done, report.Time(t.longest),
					failures(t))
			}
		}
		if err != nil {
			return errors.Join(errors.Join(faults...), fmt.Errorf("%s: %w", name, err))
		}
		if err := r.verdict(s); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(faults...)
}
