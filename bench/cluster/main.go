// Command cluster starts everything that a site on three machines runs, on one machine, lets parts of it fail under load, and verifies
// that no acknowledged write is lost. Usage: cluster [flags]; see README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "cluster: "+err.Error())
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	root, binary, next string
	scenarios          []string
	writers            int
	seed               uint64
	keep, verbose      bool
	out                io.Writer
}

func run(ctx context.Context) error {
	o := options{root: ".", out: os.Stdout}
	var names []string
	for _, s := range scenarios {
		names = append(names, s.name)
	}
	list := flag.String("scenario", strings.Join(names, ","), "what happens, in this order")
	flag.StringVar(&o.binary, "binary", "bin/uvboard", "the product's binary")
	flag.StringVar(&o.next, "next", "", "the binary that the scenario rolling starts (default: the same)")
	flag.IntVar(&o.writers, "writers", 8, "number of concurrent writers")
	flag.Uint64Var(&o.seed, "rand-seed", rand.Uint64(), "repeats the random choices of a run, but not their timing")
	flag.BoolVar(&o.keep, "keep", false, "keep data and logs")
	flag.BoolVar(&o.verbose, "v", false, "print how each process is started, and the reads of each path")
	flag.Parse()
	o.scenarios = strings.Split(*list, ",")
	if slices.ContainsFunc(o.scenarios, func(name string) bool { return !slices.Contains(names, name) }) || flag.NArg() > 0 || o.writers < 1 {
		flag.Usage()
		return errors.New("invalid arguments")
	}
	return runScenarios(ctx, o)
}

// runScenarios starts a cluster and runs scenarios one after the other.
func runScenarios(ctx context.Context, o options) (err error) {
	dir, err := directory()
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
			fmt.Fprintf(o.out, "%s: %s\n", p.name, p)
		}
	}
	if err := c.serve(ctx); err != nil {
		return err
	}
	l, err := newLoad(ctx, c, o.writers, o.seed)
	if err != nil {
		return err
	}
	fmt.Fprintln(o.out, header)
	var faults []error
	for _, name := range o.scenarios {
		s := scenarios[slices.IndexFunc(scenarios, func(s scenario) bool { return s.name == name })]
		r, err := l.during(ctx, s)
		fmt.Fprintln(o.out, r.row())
		if o.verbose {
			for path, t := range r.reads {
				fmt.Fprintf(o.out, "  %s: %d, no read for %s, failed %s\n", path, t.done, seconds(t.longest), failures(t))
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
