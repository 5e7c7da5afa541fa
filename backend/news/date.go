package news

import (
	"cmp"
	"net/mail"
	"regexp"
	"strings"
	"time"
)

// zones are the names of time zones that the parser of feeds does not know. It takes the time for UTC then.
var zones = map[string]string{
	"Z": "+0000", "MEZ": "+0100", "WAT": "+0100", "MESZ": "+0200", "CAT": "+0200", "SAST": "+0200", "EAT": "+0300",
	"IDT": "+0300", "MSK": "+0300", "TRT": "+0300",
	"IRST": "+0330", "PKT": "+0500", "IST": "+0530", "NPT": "+0545", "ICT": "+0700", "WIB": "+0700", "AWST": "+0800",
	"HKT": "+0800", "MYT": "+0800",
	"PHT": "+0800", "SGT": "+0800", "WITA": "+0800", "JST": "+0900", "KST": "+0900", "WIT": "+0900", "ACST": "+0930",
	"AEST": "+1000", "ACDT": "+1030",
	"AEDT": "+1100", "NZST": "+1200", "NZDT": "+1300", "NST": "-0330", "NDT": "-0230", "ADT": "-0300", "ART": "-0300",
	"BRT": "-0300", "CLST": "-0300", "UYT": "-0300",
	"AST": "-0400", "CLT": "-0400", "VET": "-0400", "COT": "-0500", "PET": "-0500", "AKDT": "-0800", "AKST": "-0900",
	"HST": "-1000",
}

// zonedLayouts are layouts of dates with a zone, beside those of mail.
var zonedLayouts = []string{
	"Mon Jan 2 2006 15:04:05 GMT-0700", "Mon Jan 2 15:04:05 -0700 2006", "Mon, 2 January 2006 15:04:05 -0700",
	"Monday, 2 January 2006 15:04:05 -0700",
	"2 January 2006 15:04:05 -0700", "January 2, 2006 15:04:05 -0700", "2006-01-02 15:04:05 -0700",
	"2006-01-02T15:04:05 -0700",
}

var (
	dateComment = regexp.MustCompile(`\([^()]*\)`) // means nothing: RFC 5322, 3.3
	zoneName    = regexp.MustCompile(`\s([A-Z]{1,5})( \d{4})?$`)
)

// dateOf returns the time of a date: what the parser has read, unless the date has a comment or the name of a zone that
// the parser does not know.
func dateOf(text string, parsed *time.Time) time.Time {
	text = strings.Join(strings.Fields(text), " ")
	plain := text
	for before := ""; before != plain; { // comments nest
		before, plain = plain, dateComment.ReplaceAllString(plain, " ")
	}
	plain = strings.ReplaceAll(strings.Join(strings.Fields(plain), " "), " ,", ",")
	if match := zoneName.FindStringSubmatchIndex(plain); match != nil {
		if offset := zones[plain[match[2]:match[3]]]; offset != "" {
			plain = plain[:match[2]] + offset + plain[match[3]:]
		}
	}
	if plain != text {
		at, err := mail.ParseDate(plain)
		for i := 0; err != nil && i < len(zonedLayouts); i++ {
			at, err = time.Parse(zonedLayouts[i], plain)
		}
		if err == nil {
			return at
		}
	}
	return *cmp.Or(parsed, &time.Time{})
}
