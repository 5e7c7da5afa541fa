package ring

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"uvboard/backend/platform/must"
)

// docs/fair.md states the numbers of the code.
func TestDocumentedRules(t *testing.T) {
	text, err := os.ReadFile("../../docs/fair.md")
	must.NoError(t, err)
	percent := func(share float64) string { return fmt.Sprintf("%.0f%%", share*100) }
	for _, want := range []string{
		fmt.Sprintf("| three or more, and %s did nothing else | %d |", percent(emptyShare), minRing),
		fmt.Sprintf("| three or more | %d |", neededFor(3)), fmt.Sprintf("| two | %d |", neededFor(2)),
		fmt.Sprintf("| one | %d |", neededFor(1)), fmt.Sprintf("| none | %d |", neededFor(0)),
		fmt.Sprintf("are %.0f hours old", judgedAfter.Hours()),
		fmt.Sprintf("Accounts of at most %.0f days", crowdWindow.Hours()/24),
		fmt.Sprintf("%s cast at most %d votes on things of others", percent(emptyShare), maxElse),
		fmt.Sprintf("%s registered or voted from a network (a /24 or /64) that at least %d others", percent(networkShare),
			sameDay-1),
		fmt.Sprintf("%s have addresses at one mail domain that less than %s of the %d members", percent(domainShare),
			percent(domainCommon), domainSample),
		fmt.Sprintf("%s registered with the same browser on the same day, unless %s", percent(agentShare),
			percent(agentCommon)),
		fmt.Sprintf("%s voted after nearly the same time", percent(paceShare)),
		fmt.Sprintf("within %s of the median", percent(paceSpread)),
		fmt.Sprintf("%s have addresses of one mailbox", percent(mailboxShare)),
		fmt.Sprintf("at least %s of the upvotes that these things got", percent(dominance)),
		fmt.Sprintf("at least %d times the share there that they have among the %d newest upvotes", timesElsewhere,
			elsewhereSample),
		fmt.Sprintf("fewer than %d upvotes elsewhere", elsewhereKnown),
		fmt.Sprintf("the same things in %.0f days", overlapWindow.Hours()/24),
		fmt.Sprintf("What more than %s of the members upvoted is left out, at least %d and at most %d upvotes",
			percent(rareShare), rareLeast, rareUpvotes),
		fmt.Sprintf("share at least %d things, these are at least %s of what either", minShared, percent(minJaccard)),
		fmt.Sprintf("fewer than 1 of %.0f pairs", 1/maxChance), fmt.Sprintf("at least %d accounts of which", minRing),
		fmt.Sprintf("the hash after %.0f days", traceLife.Hours()/24),
	} {
		if !strings.Contains(strings.ReplaceAll(string(text), "\n", " "), want) {
			t.Errorf("docs/fair.md does not say %q", want)
		}
	}
	if minAmong != 0.5 || minLinked != 0.5 || searchEvery.Minutes() != 10 {
		t.Error("docs/fair.md says half of the others, and ten minutes")
	}
}
