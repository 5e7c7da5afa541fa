package faults

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"uvboard/bench/product"
	"uvboard/bench/report"
)

// tally is what the faults of one kind have shown.
type tally struct {
	faults       int
	killed       int // the kernel killed the product for its memory
	acknowledged int // writes
	failed       int // answered with a server error
	lost, twice  int // differences
	back         []time.Duration
	doctors      int // runs of uvboard doctor
	inexact      int // of these
}

func (t *tally) add(other *tally) {
	t.faults, t.acknowledged, t.failed = t.faults+other.faults, t.acknowledged+other.acknowledged, t.failed+other.failed
	t.lost, t.twice, t.doctors, t.inexact = t.lost+other.lost, t.twice+other.twice, t.doctors+other.doctors,
		t.inexact+other.inexact
	t.back = append(t.back, other.back...)
}

func (t *tally) write(w io.Writer, name string) {
	back := slices.Sorted(slices.Values(t.back))
	doctor := "–"
	if t.doctors > 0 {
		doctor = fmt.Sprintf("%d of %d exact", t.doctors-t.inexact, t.doctors)
	}
	report.Row(w, name, t.faults, t.acknowledged, t.failed, t.lost, t.twice, back[len(back)/2], back[len(back)-1],
		doctor)
}

// outcome is the result of all faults on one database.
type outcome struct {
	database   string
	faults     int
	kinds      map[string]*tally
	missing    map[string]string // why a kind was not run
	faulty     []string          // all that is wrong
	files      product.Files
	lostMails  int // recorded as sent, but the mail server does not have them
	twiceMails int // sent again because the answer to the first did not arrive
}

func newOutcome(database string) *outcome {
	return &outcome{database: database, kinds: map[string]*tally{}, missing: map[string]string{}}
}

func (r *outcome) of(kind string) *tally {
	if r.kinds[kind] == nil {
		r.kinds[kind] = &tally{}
	}
	return r.kinds[kind]
}

func (r *outcome) wrong(format string, args ...any) {
	r.faulty = append(r.faulty, fmt.Sprintf(format, args...))
}

func (r *outcome) addFiles(found product.Files, lostMails, twiceMails int) {
	r.files.Young, r.files.Kept = r.files.Young+found.Young, r.files.Kept+found.Kept
	r.files.Stray, r.files.Missing = append(r.files.Stray, found.Stray...), append(r.files.Missing, found.Missing...)
	r.lostMails, r.twiceMails = r.lostMails+lostMails, r.twiceMails+twiceMails
	for _, name := range found.Stray {
		r.wrong("a file without a row remains: %s", name)
	}
	for _, name := range found.Missing {
		r.wrong("a file is missing: %s", name)
	}
	if lostMails > 0 {
		r.wrong("%d mails are recorded as sent, but were not", lostMails)
	}
}

func (r *outcome) write(w io.Writer) {
	report.Head(w, "fault on "+r.database, "faults", "acknowledged writes", "failed writes", "lost", "twice",
		"service back, median", "longest", "doctor")
	all := &tally{}
	for _, name := range slices.Sorted(maps.Keys(r.kinds)) {
		if t := r.kinds[name]; t.faults > 0 {
			t.write(w, name)
			all.add(t)
		}
	}
	if all.faults > 0 {
		all.write(w, "all")
	}
	for _, name := range slices.Sorted(maps.Keys(r.kinds)) {
		if n := r.kinds[name].killed; n > 0 {
			fmt.Fprintf(w, "%s: the kernel killed the product in %d\n", name, n)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.missing)) {
		fmt.Fprintf(w, "not run here: %s: %s\n", name, r.missing[name])
	}
	fmt.Fprintf(w, "\nfiles without a row %d, a day later %d; missing files %d; uploads in use %d; mails sent twice %d, recorded but not sent %d\n",
		r.files.Young, len(r.files.Stray), len(r.files.Missing), r.files.Kept, r.twiceMails, r.lostMails)
	for _, one := range r.faulty {
		fmt.Fprintln(w, "WRONG: "+one)
	}
}

func (r *outcome) verdict() error {
	if len(r.faulty) > 0 {
		return errors.New("something is wrong")
	}
	for _, t := range r.kinds {
		if t.acknowledged > 0 {
			return nil
		}
	}
	return errors.New("nothing was written")
}
