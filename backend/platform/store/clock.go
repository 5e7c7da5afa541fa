package store

import "time"

// Clock truncates a clock to milliseconds in UTC, the precision of ids and API times. So a time read from either
// database equals the one that was stored.
func Clock(now func() time.Time) func() time.Time {
	return func() time.Time { return now().UTC().Truncate(time.Millisecond) }
}
