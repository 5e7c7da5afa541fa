// Package faults injects faults at random into the product and everything it talks to, under write load, and verifies
// after each that no acknowledged write is lost or stored twice. README.md has its results.
package faults

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
)

type options struct {
	database, binary string
	kinds            *regexp.Regexp
	faults, writers  int
	doctorEvery      int
	seed             uint64
	keep, verbose    bool
	out              io.Writer
}

// Run injects the faults that the arguments describe.
func Run(ctx context.Context, args []string) error {
	o := options{out: os.Stdout}
	flags := flag.NewFlagSet("bench faults", flag.ExitOnError)
	flags.StringVar(&o.database, "database", "sqlite", "sqlite or postgres")
	flags.StringVar(&o.binary, "binary", "",
		"the product's binary (default: one that is built with a clock that can be moved)")
	kinds := flags.String("kinds", "", "regular expression of the kinds to inject (default: all)")
	flags.IntVar(&o.faults, "faults", 500, "number of faults")
	flags.IntVar(&o.writers, "writers", 3, "number of concurrent writers")
	flags.IntVar(&o.doctorEvery, "doctor", 5, "run uvboard doctor after each fault of this many")
	flags.Uint64Var(&o.seed, "seed", rand.Uint64(), "repeats the random choices of a run, but not their timing")
	flags.BoolVar(&o.keep, "keep", false, "keep data and logs")
	flags.BoolVar(&o.verbose, "v", false, "print each fault")
	_ = flags.Parse(args) // exits
	var err error
	if o.kinds, err = regexp.Compile(*kinds); err != nil {
		return err
	}
	if o.database != "sqlite" && o.database != "postgres" || flags.NArg() > 0 || o.faults < 2 || o.writers < 1 ||
		o.doctorEvery < 1 {
		flags.Usage()
		return errors.New("invalid arguments")
	}
	fmt.Fprintf(o.out, "%s: %d faults, -seed %d\n", o.database, o.faults, o.seed)
	r, err := inject(ctx, o)
	if r != nil {
		r.write(o.out)
	}
	return err
}
