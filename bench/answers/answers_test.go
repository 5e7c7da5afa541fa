package answers

import (
	"strings"
	"testing"

	"uvboard/backend/platform/must"
)

// A small community with enough reviews is answered in time, and one with few is not.
func TestAnswers(t *testing.T) {
	o := options{makers: 30, days: 20, seed: 7}
	first, err := simulate(t.Context(), o, 1.2, 0)
	must.NoError(t, err)
	if first.inTime < 0.9 || first.unanswered > 0 || first.paid < 0.9 || first.written < first.projects {
		t.Errorf("measured %+v", first)
	}
	few, err := simulate(t.Context(), o, 0.3, 0)
	must.NoError(t, err)
	if few.inTime >= first.inTime || few.written >= first.written {
		t.Errorf("with few reviews %+v, with many %+v", few, first)
	}
	var out strings.Builder
	o.out, o.queue = &out, 300
	must.NoError(t, measure(t.Context(), o))
	if lines := strings.Count(out.String(), "\n"); lines != 11 ||
		!strings.Contains(out.String(), "One assignment among 300") {
		t.Errorf("printed %d lines:\n%s", lines, out.String())
	}
}
