// Package calendar computes with the days of a place. A day there may have 23, 24 or 25 hours, begin at one o'clock, or
// be left out.
package calendar

import "time"

// At returns the time at which the clocks of a place show an hour of a day. The day may be any number: 0 is the last
// one of the month before. If the clocks skip the hour, it is the moment after; if they show it twice, the first one.
func At(year int, month time.Month, day, hour int, place *time.Location) time.Time {
	shown := time.Date(year, month, day, hour, 0, 0, 0, time.UTC)
	t := time.Date(year, month, day, hour, 0, 0, 0, place)
	start, end := t.ZoneBounds()
	switch got := asUTC(t); {
	case got.Before(shown): // computed as before the change that skips the hour
		return end
	case got.After(shown):
		return start
	}
	// The clocks may have been set back to this hour, or will be.
	if !start.IsZero() {
		if first := t.Add(offset(t) - offset(start.Add(-1))); first.Before(start) && asUTC(first).Equal(shown) {
			return first
		}
	}
	return t
}

func offset(t time.Time) time.Duration {
	_, seconds := t.Zone()
	return time.Duration(seconds) * time.Second
}

// asUTC returns what the clocks show as a time in UTC.
func asUTC(t time.Time) time.Time { return t.Add(offset(t)).UTC() }

// SameDay reports whether two times are on the same day of a place.
func SameDay(a, b time.Time, place *time.Location) bool {
	year, month, day := a.In(place).Date()
	y, m, d := b.In(place).Date()
	return year == y && month == m && day == d
}
