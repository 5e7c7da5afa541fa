package vote

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"buf.build/go/protovalidate"

	"uvboard/backend/platform/must"
	pb "uvboard/gen/uvboard/v1"
)

// docs/fair.md and the page /fair state the rules with the numbers that apply.
func TestPublishedRules(t *testing.T) {
	docs, err := os.ReadFile("../../docs/fair.md")
	must.NoError(t, err)
	for _, want := range []string{
		fmt.Sprintf("The account is %d hours old", MinAccountHours),
		fmt.Sprintf("| Age of an account | %d hours |", MinAccountHours),
		fmt.Sprintf("`minAccountHours`, 0 to %d |", maxAccountHours),
		fmt.Sprintf("enters Trending and leaderboards | %d |", EntryVotes),
		fmt.Sprintf("first ten of Trending | %d | fixed", PerOwnerInTen),
		"`" + UnconfirmedEmail + "`, `" + NewAccount + "` or `" + Held + "`",
	} {
		if !strings.Contains(string(docs), want) {
			t.Errorf("docs/fair.md does not say %q", want)
		}
	}
	page, err := os.ReadFile("../../webapp/src/features/pages/FairPage.tsx")
	must.NoError(t, err)
	for _, number := range []string{"confirmedEmail", "minAccountHours", "entryVotes", "perOwnerInTen"} {
		if !strings.Contains(string(page), number) { // an unused one is a fault of its own
			t.Errorf("the page does not state %s", number)
		}
	}
	for hours, ok := range map[int32]bool{-1: false, 0: true, maxAccountHours: true, maxAccountHours + 1: false} {
		err := protovalidate.Validate(&pb.UpdateBoardRequest{Voting: &pb.Voting{MinAccountHours: new(hours)}})
		if (err == nil) != ok {
			t.Errorf("%d hours: %v", hours, err)
		}
	}
}
