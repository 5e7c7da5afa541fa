package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// report is what all rounds have shown.
type report struct {
	database    string
	seed        uint64
	rounds      int
	ways        map[string]int
	writes      int           // answered with a success
	refused     int           // answered with an error of the server's while the database was away
	losses      []string      // of what was answered, or what else is not as it was said to be
	drifts      []string      // of the doctor
	longestBack time.Duration // from the start of the product, or of PostgreSQL's answers, to an acknowledged write
	longestStop time.Duration // after a SIGTERM
	last        time.Duration
	// PostgreSQL's own recovery
	longestDatabase time.Duration
	files           files
}

// files counts what a crash between a file and its row has left.
type files struct {
	young   int      // files that belong to nothing yet
	kept    int      // uploads that something shows, once the others were collected
	stray   []string // files that belong to nothing even then
	missing []string // files that a row promises
}

func (r *report) write(w io.Writer) {
	fmt.Fprintf(w, "%s: %d rounds, --rand-seed %d\n", r.database, r.rounds, r.seed)
	for _, name := range slices.Sorted(maps.Keys(r.ways)) {
		fmt.Fprintf(w, "  %3d %s\n", r.ways[name], name)
	}
	fmt.Fprintf(w, "acknowledged writes %d, lost %d; refused while the database was away %d\n", r.writes, len(r.losses), r.refused)
	fmt.Fprintf(w, "longest time to serve again %d ms, to end after SIGTERM %d ms\n", r.longestBack.Milliseconds(), r.longestStop.Milliseconds())
	if r.longestDatabase > 0 {
		fmt.Fprintf(w, "longest recovery of PostgreSQL itself %d ms\n", r.longestDatabase.Milliseconds())
	}
	fmt.Fprintf(w, "counters off in %d rounds\n", len(r.drifts))
	fmt.Fprintf(w, "files that belong to nothing yet %d, a day later %d; missing %d; uploads in use %d\n",
		r.files.young, len(r.files.stray), len(r.files.missing), r.files.kept)
	for _, fault := range slices.Concat(r.losses, r.drifts, r.files.stray, r.files.missing) {
		fmt.Fprintln(w, "  "+fault)
	}
}

// verdict is nil when all is as it has to be.
func (r *report) verdict() error {
	var faults []error
	for what, bad := range map[string]bool{
		"acknowledged writes are lost": len(r.losses) > 0, "counters are off": len(r.drifts) > 0, "files are missing": len(r.files.missing) > 0, "files are left behind": len(r.files.stray) > 0,
		"serving again took too long": r.longestBack > deadline, "ending after SIGTERM took too long": r.longestStop > deadline,
		"nothing was written": r.writes == 0,
	} {
		if bad {
			faults = append(faults, errors.New(what))
		}
	}
	return errors.Join(faults...)
}
