package leaderboard

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"uvboard/backend/platform/fault"
	"uvboard/backend/vote"
)

// Kinds of periods, as in REST.
const (
	Day   = "day"
	Week  = "week"
	Month = "month"
	Year  = "year"
	All   = "all"
)

// kinds are the periods in which votes are counted, the shortest first.
var kinds = []string{Day, Week, Month, Year}

// Period is a day, a week from Monday, a month, a year or all time. Start is its first day, as midnight in UTC,
// whatever the time zone of the board is; it is zero for all time.
type Period struct {
	Kind  string
	Start time.Time
}

// Of returns the period of a kind with a day.
func Of(kind string, day time.Time) Period {
	year, month, date := day.Date()
	switch kind {
	case Week:
		date -= (int(day.Weekday()) + 6) % 7
	case Month:
		date = 1
	case Year:
		month, date = time.January, 1
	case All:
		return Period{Kind: All}
	}
	return Period{kind, time.Date(year, month, date, 0, 0, 0, 0, time.UTC)}
}

// end returns the first day after the period.
func (p Period) end() time.Time {
	switch p.Kind {
	case Week:
		return p.Start.AddDate(0, 0, 7)
	case Month:
		return p.Start.AddDate(0, 1, 0)
	case Year:
		return p.Start.AddDate(1, 0, 0)
	default:
		return p.Start.AddDate(0, 0, 1)
	}
}

// number returns a day as the database has it, such as 20261123.
func number(day time.Time) int { return vote.Day(day) }

func dayOf(number int) time.Time {
	return time.Date(number/10000, time.Month(number/100%100), number%100, 0, 0, 0, 0, time.UTC)
}

// Path returns the path of the page with the leaderboard of the period.
func (p Period) Path() string {
	switch p.Kind {
	case Day:
		return p.Start.Format("/top/2006/01/02")
	case Week:
		year, week := p.Start.ISOWeek()
		return fmt.Sprintf("/top/%d/w%02d", year, week)
	case Month:
		return p.Start.Format("/top/2006/01")
	case Year:
		return p.Start.Format("/top/2006")
	default:
		return "/top"
	}
}

// title names the period in a sentence, such as "November 2026". webapp/src/lib/text/period.ts has the same names.
func (p Period) title() string {
	switch p.Kind {
	case Day:
		return p.Start.Format("2 January 2006")
	case Week:
		year, week := p.Start.ISOWeek()
		return fmt.Sprintf("week %d of %d", week, year)
	case Month:
		return p.Start.Format("January 2006")
	case Year:
		return p.Start.Format("2006")
	default:
		return "all time"
	}
}

// place names a rank with its period, such as "#1 on 14 Jan 2026". webapp/src/lib/text/period.ts has the same.
func (p Period) place(rank int) string {
	switch p.Kind {
	case Day:
		return fmt.Sprintf("#%d on %s", rank, p.Start.Format("2 Jan 2006"))
	case Month:
		return fmt.Sprintf("#%d · %s", rank, p.Start.Format("Jan 2006"))
	default:
		return fmt.Sprintf("#%d · %s", rank, p.title())
	}
}

var address = regexp.MustCompile(`^(\d{4})(?:/w(\d\d)|/(\d\d)(?:/(\d\d))?)?$`)

// parsePath returns the period of a path after /top/. Fault: not found.
func parsePath(path string) (Period, error) {
	path = strings.ToLower(path)
	parts := address.FindStringSubmatch(path)
	if parts == nil {
		return Period{}, errNoPeriod()
	}
	n := func(i int) int {
		value, _ := strconv.Atoi(parts[i]) // digits, or empty
		return value
	}
	p := Of(Year, time.Date(n(1), 1, 1, 0, 0, 0, 0, time.UTC))
	switch {
	case parts[2] != "": // the week with 4 January is the first one
		p = Of(Week, time.Date(n(1), 1, 4+7*(n(2)-1), 0, 0, 0, 0, time.UTC))
	case parts[4] != "":
		p = Of(Day, time.Date(n(1), time.Month(n(3)), n(4), 0, 0, 0, 0, time.UTC))
	case parts[3] != "":
		p = Of(Month, time.Date(n(1), time.Month(n(3)), 1, 0, 0, 0, 0, time.UTC))
	}
	if p.Path() != "/top/"+path || n(1) < firstYear { // there is no such day, or no board had a vote on it
		return Period{}, errNoPeriod()
	}
	return p, nil
}

// firstYear is before the first vote of any board.
const firstYear = 2000

func errNoPeriod() error { return fault.NotFound("PERIOD_NOT_FOUND", "There is no such period") }
