package store

import "time"

// Clock is now as it is kept: in UTC, and to the millisecond, as ids have it and callers read it. So a time that was stored
// equals the one it was stored as, in both databases.
func Clock(now func() time.Time) func() time.Time {
	return func() time.Time { return now().UTC().Truncate(time.Millisecond) }
}
