package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"uvboard/bench/product"
)

// report is the result of all rounds.
type report struct {
	database        string
	seed            uint64
	rounds          int
	endings         map[string]int
	writes          int           // acknowledged
	failed          int           // answered with a server error while the database was stopped
	losses          []string      // acknowledged writes that are not stored, and other differences
	drifts          []string      // wrong counters, from uvboard doctor
	longestBack     time.Duration // from the start of the product, or from PostgreSQL's recovery, to an acknowledged write
	longestStop     time.Duration // after a SIGTERM
	last            time.Duration
	longestDatabase time.Duration // recovery of PostgreSQL
	files           product.Files
}

func (r *report) write(w io.Writer) {
	fmt.Fprintf(w, "%s: %d rounds, --rand-seed %d\n", r.database, r.rounds, r.seed)
	for _, name := range slices.Sorted(maps.Keys(r.endings)) {
		fmt.Fprintf(w, "  %3d %s\n", r.endings[name], name)
	}
	fmt.Fprintf(w, "acknowledged writes %d, lost %d; failed while the database was stopped %d\n", r.writes, len(r.losses), r.failed)
	fmt.Fprintf(w, "longest time to serve again %d ms, to exit after SIGTERM %d ms\n", r.longestBack.Milliseconds(), r.longestStop.Milliseconds())
	if r.longestDatabase > 0 {
		fmt.Fprintf(w, "longest recovery of PostgreSQL %d ms\n", r.longestDatabase.Milliseconds())
	}
	fmt.Fprintf(w, "wrong counters in %d rounds\n", len(r.drifts))
	fmt.Fprintf(w, "files without a row %d, a day later %d; missing files %d; uploads in use %d\n",
		r.files.Young, len(r.files.Stray), len(r.files.Missing), r.files.Kept)
	for _, fault := range slices.Concat(r.losses, r.drifts, r.files.Stray, r.files.Missing) {
		fmt.Fprintln(w, "  "+fault)
	}
}

// verdict returns an error if anything is wrong.
func (r *report) verdict() error {
	var faults []error
	for what, bad := range map[string]bool{
		"acknowledged writes are lost": len(r.losses) > 0, "counters are wrong": len(r.drifts) > 0, "files are missing": len(r.files.Missing) > 0, "files without a row remain": len(r.files.Stray) > 0,
		"serving again took too long": r.longestBack > deadline, "exiting after SIGTERM took too long": r.longestStop > deadline,
		"nothing was written": r.writes == 0,
	} {
		if bad {
			faults = append(faults, errors.New(what))
		}
	}
	return errors.Join(faults...)
}
