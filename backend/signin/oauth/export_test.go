package oauth

import "time"

// SetClock replaces the clock.
func (p *Provider) SetClock(now func() time.Time) { p.now = now }
