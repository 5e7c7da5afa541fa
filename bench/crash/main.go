// Command crash repeatedly kills the product or its database under write load and verifies that every acknowledged write is
// stored. Usage: crash [flags]; see README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "crash: "+err.Error())
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	o := options{out: os.Stdout}
	flag.StringVar(&o.database, "database", "sqlite", "sqlite or postgres")
	flag.StringVar(&o.uploads, "uploads", "", "UVBOARD_UPLOADS_URL of an empty bucket (default: a folder)")
	flag.StringVar(&o.binary, "binary", "bin/uvboard", "the product's binary")
	flag.IntVar(&o.rounds, "rounds", 100, "number of rounds")
	flag.IntVar(&o.writers, "writers", 8, "number of concurrent writers")
	flag.Uint64Var(&o.seed, "rand-seed", rand.Uint64(), "repeats the random choices of a run, but not their timing")
	flag.BoolVar(&o.verbose, "v", false, "print each round")
	flag.Parse()
	if o.database != "sqlite" && o.database != "postgres" || flag.NArg() > 0 || o.rounds < 1 || o.writers < 1 {
		flag.Usage()
		return errors.New("invalid arguments")
	}
	r, err := crash(ctx, o)
	if r != nil {
		r.write(os.Stdout)
	}
	return err
}
