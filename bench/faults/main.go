// Command faults injects faults at random into the product and everything it talks to, under write load, and verifies after each that
// no acknowledged write is lost or stored twice. Usage: faults [flags]; see README.md.
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
	"regexp"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "faults: "+err.Error())
		os.Exit(1)
	}
}

type options struct {
	database, binary string
	kinds            *regexp.Regexp
	faults, writers  int
	doctorEvery      int
	seed             uint64
	keep, verbose    bool
	out              io.Writer
}

func run(ctx context.Context) error {
	o := options{out: os.Stdout}
	flag.StringVar(&o.database, "database", "sqlite", "sqlite or postgres")
	flag.StringVar(&o.binary, "binary", "", "the product's binary (default: one that is built with a clock that can be moved)")
	kinds := flag.String("kinds", "", "regular expression of the kinds to inject (default: all)")
	flag.IntVar(&o.faults, "faults", 500, "number of faults")
	flag.IntVar(&o.writers, "writers", 3, "number of concurrent writers")
	flag.IntVar(&o.doctorEvery, "doctor", 5, "run uvboard doctor after each fault of this many")
	flag.Uint64Var(&o.seed, "seed", rand.Uint64(), "repeats the random choices of a run, but not their timing")
	flag.BoolVar(&o.keep, "keep", false, "keep data and logs")
	flag.BoolVar(&o.verbose, "v", false, "print each fault")
	flag.Parse()
	var err error
	if o.kinds, err = regexp.Compile(*kinds); err != nil {
		return err
	}
	if o.database != "sqlite" && o.database != "postgres" || flag.NArg() > 0 || o.faults < 2 || o.writers < 1 || o.doctorEvery < 1 {
		flag.Usage()
		return errors.New("invalid arguments")
	}
	fmt.Fprintf(o.out, "%s: %d faults, -seed %d\n", o.database, o.faults, o.seed)
	r, err := inject(ctx, o)
	if r != nil {
		r.write(o.out)
	}
	return err
}
