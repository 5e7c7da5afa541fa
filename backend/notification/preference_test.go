package notification

import (
	"testing"
	"time"

	"uvboard/backend/platform/must"
	"uvboard/ent"
)

// A digest comes once on each day of the user's place, whatever its clocks do.
func TestDigestAcrossClockChanges(t *testing.T) {
	for _, row := range []struct {
		name, digest, zone string
		hour               int
		made, now, want    string // local; made may be empty
	}{
		{"NeverMade", digestDaily, "Europe/Berlin", 9, "", "2027-03-26 15:00:00", "2027-03-27 09:00"},
		{"TodayIsAhead", digestDaily, "Europe/Berlin", 9, "", "2027-03-26 08:00:00", "2027-03-26 09:00"},
		{"SummerBegins", digestDaily, "Europe/Berlin", 9, "2027-03-27 09:00:07", "2027-03-27 15:00:00",
			"2027-03-28 09:00"},
		{"SummerEnds", digestDaily, "Europe/Berlin", 9, "2027-10-30 09:00:07", "2027-10-30 15:00:00",
			"2027-10-31 09:00"},
		{"OnceADay", digestDaily, "Europe/Berlin", 18, "2027-03-27 09:00:07", "2027-03-27 15:00:00",
			"2027-03-28 18:00"},
		{"MadeLate", digestDaily, "Europe/Berlin", 9, "2027-03-27 22:30:00", "2027-03-27 23:00:00", "2027-03-28 09:00"},
		{"HourIsSkipped", digestDaily, "Europe/Berlin", 2, "2027-03-27 02:00:07", "2027-03-27 15:00:00",
			"2027-03-28 03:00"},
		{"HourComesTwice", digestDaily, "Europe/Berlin", 2, "2027-10-31 02:00:07", "2027-10-31 02:30:00",
			"2027-11-01 02:00"},
		{"MidnightIsSkipped", digestDaily, "America/Santiago", 0, "2026-09-05 00:00:07", "2026-09-05 15:00:00",
			"2026-09-06 01:00"},
		{"AfterSkippedMidnight", digestDaily, "America/Santiago", 0, "2026-09-06 01:00:07", "2026-09-06 15:00:00",
			"2026-09-07 00:00"},
		{"QuarterOfAnHour", digestDaily, "Asia/Kathmandu", 9, "2026-09-05 09:00:07", "2026-09-05 23:50:00",
			"2026-09-06 09:00"},
		{"FarEast", digestDaily, "Pacific/Apia", 0, "2026-09-05 00:00:07", "2026-09-05 00:01:00", "2026-09-06 00:00"},
		{"WeekSummerBegins", digestWeekly, "Europe/Berlin", 9, "2027-03-22 09:00:07", "2027-03-22 15:00:00",
			"2027-03-29 09:00"},
		{"WeekOnASkippedMidnight", digestWeekly, "America/Santiago", 0, "2026-08-31 00:00:07", "2026-08-31 15:00:00",
			"2026-09-07 00:00"},
		{"UnknownZone", digestDaily, "Atlantis/Capital", 9, "", "2027-03-26 15:00:00", "2027-03-27 09:00"},
	} {
		t.Run(row.name, func(t *testing.T) {
			place, err := time.LoadLocation(row.zone)
			if err != nil {
				place = time.UTC
			}
			at := func(text string) time.Time {
				parsed, err := time.ParseInLocation(time.DateTime, text, place)
				must.NoError(t, err)
				return parsed.UTC()
			}
			p := preferences{&ent.NotificationPreference{Digest: row.digest, DigestHour: row.hour, TimeZone: row.zone}}
			if row.made != "" {
				made := at(row.made)
				p.DigestAt = &made
			}
			if got := p.mailAt("reply", at(row.now), "UTC").In(place).Format("2006-01-02 15:04"); got != row.want {
				t.Errorf("the next digest is %s, want %s", got, row.want)
			}
		})
	}
}
