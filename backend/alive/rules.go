package alive

import (
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/project"
)

// The rules. docs/alive.md has the same numbers, and a test compares them.
const (
	window    = 90 // days that are kept
	downAfter = 2  // days running without an answer, from which a project is down
	askAfter  = 3  // after which the maker is asked
	goneAfter = 30 // from which it is gone

	// A day without an answer has that many tries, these times after each other. While a project is down, a day has
	// one.
	tries       = 3
	secondAfter = time.Hour
	thirdAfter  = 4 * time.Hour

	// The board's own network is down if more than networkShare of the sites that were asked in networkWindow, and that
	// answered the day before, cannot be reached. Up to networkSites are asked in addition if fewer were. Then nothing
	// counts, at most for networkDays after the last day that counted.
	networkWindow = time.Hour
	networkSites  = 4
	networkShare  = 0.5
	networkDays   = 7
)

// States of a project, as in REST.
const (
	isAlive   = "alive"
	isDown    = "down"
	isGone    = project.Gone
	isUnknown = "unknown"
)

// Results of a day, as stored.
const (
	answered  = 'a'
	failed    = 'd'
	unknown   = 'u' // cannot be checked
	unchecked = '-'
)

// history is the results of up to window days, a letter each, of which last is the last day.
type history struct {
	days string
	last string // YYYY-MM-DD (UTC); empty without a day
}

// with returns the history with the result of a day. An answer on a day that failed before replaces it.
func (h history) with(day string, result byte) history {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return h
	}
	gap := 1
	if last, err := time.Parse(time.DateOnly, h.last); err == nil {
		gap = int(at.Sub(last).Hours() / 24)
	}
	switch {
	case gap < 0:
		return h
	case gap == 0:
		h.days = h.days[:len(h.days)-1]
	default:
		h.days += strings.Repeat(string(unchecked), min(gap-1, window))
	}
	h.days += string(result)
	return history{days: h.days[max(0, len(h.days)-window):], last: day}
}

// failedDays is the number of days running without an answer, up to the last one. Days without a check do not end it.
func (h history) failedDays() (n int) {
	for i := len(h.days) - 1; i >= 0; i-- {
		switch h.days[i] {
		case failed:
			n++
		case unchecked:
		default:
			return n
		}
	}
	return n
}

func (h history) state() string {
	days := strings.TrimRight(h.days, string(unchecked))
	switch n := h.failedDays(); {
	case days == "" || days[len(days)-1] == unknown:
		return isUnknown
	case n >= goneAfter:
		return isGone
	case n >= downAfter:
		return isDown
	default:
		return isAlive
	}
}

// share is the share of the days with a result that have an answer, to four digits; nil without one.
func (h history) share() *float64 {
	up, down := strings.Count(h.days, string(answered)), strings.Count(h.days, string(failed))
	if up+down == 0 {
		return nil
	}
	return new(math.Round(float64(up)/float64(up+down)*10_000) / 10_000)
}

// Summary returns the state and the share of a project whose last days are these, as stored.
func Summary(days string) (state string, share *float64) {
	h := history{days: days}
	return h.state(), h.share()
}

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// nextSlot is when a project is checked next: at the minute of the day that its id gives, at least an hour from now. A
// check just before midnight that runs after it has its next one in a day too, not in two.
func nextSlot(id uuid.UUID, now time.Time) time.Time {
	minute := (int(id[14])<<8 | int(id[15])) % (24 * 60)
	soonest := now.UTC().Add(time.Hour)
	at := soonest.Truncate(24 * time.Hour).Add(time.Duration(minute) * time.Minute)
	if at.Before(soonest) {
		return at.Add(24 * time.Hour)
	}
	return at
}
