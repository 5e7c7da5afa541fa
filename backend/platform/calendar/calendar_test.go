package calendar_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"uvboard/backend/platform/calendar"
	"uvboard/backend/platform/must"
)

func TestAt(t *testing.T) {
	for _, row := range []struct {
		name, zone  string
		year        int
		month       time.Month
		day, hour   int
		want, local string
	}{
		{"Usual", "Europe/Berlin", 2027, 3, 27, 9, "2027-03-27T08:00:00Z", "2027-03-27 09:00"},
		{"SummerBegan", "Europe/Berlin", 2027, 3, 28, 9, "2027-03-28T07:00:00Z", "2027-03-28 09:00"},
		{"SkippedHour", "Europe/Berlin", 2027, 3, 28, 2, "2027-03-28T01:00:00Z", "2027-03-28 03:00"},
		{"HourShownTwice", "Europe/Berlin", 2027, 10, 31, 2, "2027-10-31T00:00:00Z", "2027-10-31 02:00"},
		{"SummerEnded", "Europe/Berlin", 2027, 10, 31, 3, "2027-10-31T02:00:00Z", "2027-10-31 03:00"},
		{"SkippedMidnight", "America/Santiago", 2026, 9, 6, 0, "2026-09-06T04:00:00Z", "2026-09-06 01:00"},
		{"MidnightShownTwice", "America/Havana", 2026, 11, 1, 0, "2026-11-01T04:00:00Z", "2026-11-01 00:00"},
		{"WestOfGreenwichTwice", "America/New_York", 2026, 11, 1, 1, "2026-11-01T05:00:00Z", "2026-11-01 01:00"},
		{"QuarterOfAnHour", "Asia/Kathmandu", 2026, 5, 4, 9, "2026-05-04T03:15:00Z", "2026-05-04 09:00"},
		{"HalfAnHourOfSummer", "Australia/Lord_Howe", 2026, 10, 4, 2, "2026-10-03T15:30:00Z", "2026-10-04 02:30"},
		{"SkippedDay", "Pacific/Apia", 2011, 12, 30, 9, "2011-12-30T10:00:00Z", "2011-12-31 00:00"},
		{"DayAfterTheMonth", "UTC", 2026, 2, 29, 0, "2026-03-01T00:00:00Z", "2026-03-01 00:00"},
	} {
		t.Run(row.name, func(t *testing.T) {
			place, err := time.LoadLocation(row.zone)
			must.NoError(t, err)
			got := calendar.At(row.year, row.month, row.day, row.hour, place)
			if got.UTC().Format(time.RFC3339) != row.want || got.In(place).Format("2006-01-02 15:04") != row.local {
				t.Errorf("got %v, %v; want %s, %s", got.UTC(), got.In(place), row.want, row.local)
			}
		})
	}
}

// In every zone, the hours of the days of a year follow each other and are on their days.
func TestDaysFollowEachOther(t *testing.T) {
	for _, zone := range []string{
		"UTC", "Europe/Berlin", "America/Santiago", "America/Havana", "America/New_York", "Asia/Kathmandu",
		"Asia/Beirut", "Africa/Cairo",
		"Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "America/St_Johns", "Africa/Casablanca",
	} {
		place, err := time.LoadLocation(zone)
		must.NoError(t, err)
		for hour := range 24 {
			before := calendar.At(2026, 1, 0, hour, place)
			for day := range 730 {
				at := calendar.At(2026, 1, 1+day, hour, place)
				nominal := time.Date(2026, 1, 1+day, 12, 0, 0, 0, time.UTC)
				if at.In(place).Format(time.DateOnly) != nominal.Format(time.DateOnly) || !before.Before(at) ||
					calendar.SameDay(before, at, place) {
					t.Errorf("%s: %v is hour %d of %s, after %v", zone, at.In(place), hour,
						nominal.Format(time.DateOnly), before.In(place))
				}
				before = at
			}
		}
	}
}
