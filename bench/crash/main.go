// Command crash kills the product, or the database under it, again and again while members write, and looks afterwards
// whether everything that was answered is there. Usage: crash [flags]; see README.md.
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
	flag.StringVar(&o.uploads, "uploads", "", "an empty bucket, as UVBOARD_UPLOADS_URL names it; else a folder")
	flag.StringVar(&o.binary, "binary", "bin/uvboard", "the product")
	flag.IntVar(&o.rounds, "rounds", 100, "how often to kill")
	flag.IntVar(&o.members, "members", 8, "how many members write at once")
	flag.Uint64Var(&o.seed, "rand-seed", rand.Uint64(), "makes the same choices as a run before, though not at the same moments")
	flag.BoolVar(&o.verbose, "v", false, "say how each round went")
	flag.Parse()
	if o.database != "sqlite" && o.database != "postgres" || flag.NArg() > 0 || o.rounds < 1 || o.members < 1 {
		flag.Usage()
		return errors.New("nothing was killed")
	}
	r, err := crash(ctx, o)
	if r != nil {
		r.write(os.Stdout)
	}
	return err
}
