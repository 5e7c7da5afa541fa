package alive

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/must"
)

// docs/alive.md states the numbers of the code.
func TestDocumentedRules(t *testing.T) {
	text, err := os.ReadFile("../../docs/alive.md")
	must.NoError(t, err)
	for _, want := range []string{
		fmt.Sprintf("takes the %d projects", batch), fmt.Sprintf("%.0f seconds, at most", fetch.Timeout.Seconds()),
		fmt.Sprintf("and %.0f second between two; %d sites", siteGap.Seconds(), sites),
		fmt.Sprintf("after %.0f minutes is put off", runTime.Minutes()), fmt.Sprintf("The results of %d days", window),
		fmt.Sprintf("fails after %d tries", tries),
		fmt.Sprintf("second %.0f hour after the first, the third %.0f hours", secondAfter.Hours(), thirdAfter.Hours()),
		fmt.Sprintf("| %d | it is `down`", downAfter), fmt.Sprintf("| %d | its maker is asked", askAfter),
		fmt.Sprintf("| %d | it is `gone`", goneAfter), fmt.Sprintf("more than %.0f%% of the sites", networkShare*100),
		fmt.Sprintf("asked in %.0f hour, and", networkWindow.Hours()), fmt.Sprintf("up to %d sites", networkSites),
		fmt.Sprintf("at most %d days after the last day", networkDays), "agent `" + Agent + "`",
		UserAgent("https://board.example"),
	} {
		if !strings.Contains(strings.ReplaceAll(string(text), "\n", " "), want) {
			t.Errorf("docs/alive.md does not say %q", want)
		}
	}
	if checkEvery != time.Minute || putOff != time.Hour || robotsLife != 24*time.Hour {
		t.Error("docs/alive.md says every minute, an hour and a day")
	}
}

func TestHistory(t *testing.T) {
	for _, c := range []struct {
		days   string
		state  string
		failed int
		share  float64 // -1 for none
	}{
		{"", isUnknown, 0, -1}, {"u", isUnknown, 0, -1}, {"a", isAlive, 0, 1}, {"au", isUnknown, 0, 1},
		{"ad", isAlive, 1, 0.5}, {"add", isDown, 2, 0.3333}, {"ad--d-", isDown, 2, 0.3333},
		{"adda", isAlive, 0, 0.5}, {"d", isAlive, 1, 0}, {"a" + strings.Repeat("d", 29), isDown, 29, 0.0333},
		{strings.Repeat("d", 30), isGone, 30, 0}, {strings.Repeat("d", 40) + "a", isAlive, 0, 0.0244},
		{"--", isUnknown, 0, -1}, {"dud", isAlive, 1, 0},
	} {
		h := history{days: c.days}
		share := -1.0
		if s := h.share(); s != nil {
			share = *s
		}
		if h.state() != c.state || h.failedDays() != c.failed || share != c.share {
			t.Errorf("%q: %s, %d days, %v; want %+v", c.days, h.state(), h.failedDays(), share, c)
		}
	}
	h := history{}.with("2026-11-01", answered).with("2026-11-03", failed)
	if want := (history{"a-d", "2026-11-03"}); h != want {
		t.Errorf("a day without a check: %+v", h)
	}
	if h = h.with("2026-11-03", answered); h.days != "a-a" {
		t.Errorf("an answer on a day that failed: %+v", h)
	}
	if h = h.with("2026-11-01", failed); h.days != "a-a" {
		t.Errorf("an earlier day: %+v", h)
	}
	if h = h.with("2027-11-01", answered); len(h.days) != window || strings.Trim(h.days, "-") != "a" {
		t.Errorf("after a year: %+v", h)
	}
}

// Projects are checked all over the day, each at its minute.
func TestSlots(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	hours := map[int]int{}
	for range 2400 {
		id := uuid.New()
		at := nextSlot(id, now)
		if wait := at.Sub(now); wait < time.Hour || wait >= 25*time.Hour {
			t.Fatalf("the next check is at %v", at)
		}
		hours[at.Hour()]++
	}
	for hour := range 24 {
		if n := hours[hour]; n < 50 || n > 160 {
			t.Errorf("%d of 2400 checks at %d o'clock", n, hour)
		}
	}
	// The one of 23:59, which runs after midnight.
	id := uuid.UUID{14: 0x05, 15: 0x9f}
	after := time.Date(2026, 11, 2, 0, 1, 0, 0, time.UTC)
	if at := nextSlot(id, after); !at.Equal(time.Date(2026, 11, 2, 23, 59, 0, 0, time.UTC)) {
		t.Errorf("a check that ran after midnight is repeated at %v", at)
	}
}
