package feedback

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"

	"uvboard/backend/platform/must"
	pb "uvboard/gen/uvboard/v1"
)

// The limits and messages of the fields.
func TestFields(t *testing.T) {
	long := func(n int) string { return strings.Repeat("é", n) }
	written := func(change func(*pb.WriteReviewRequest)) *pb.WriteReviewRequest {
		r := &pb.WriteReviewRequest{Id: "r", Reach: pb.ReviewReach_REVIEW_REACH_USED, FirstImpression: long(200)}
		change(r)
		return r
	}
	for name, test := range map[string]struct {
		request proto.Message
		message string
	}{
		"Feedback":      {&pb.CreateProjectFeedbackRequest{Content: long(10000)}, ""},
		"FeedbackBlank": {&pb.CreateProjectFeedbackRequest{Content: " \n"}, "Content is required"},
		"FeedbackLong": {&pb.CreateProjectFeedbackRequest{Content: long(10001)},
			"Content must be 10,000 characters or less"},
		"Questions": {&pb.SetFeedbackRequestRequest{Questions: []string{long(200), "", "?"}}, ""},
		"FourQuestions": {&pb.SetFeedbackRequestRequest{Questions: []string{"a", "b", "c", "d"}},
			"Ask at most 3 questions"},
		"LongQuestion": {&pb.SetFeedbackRequestRequest{Questions: []string{long(201)}},
			"A question must be 200 characters or less"},
		"Review": {written(func(*pb.WriteReviewRequest) {}), ""},
		"ReviewOfParts": {written(func(r *pb.WriteReviewRequest) {
			r.FirstImpression, r.Broke, r.Answers = long(100), long(60), []string{long(40)}
		}), ""},
		"ReviewShort": {written(func(r *pb.WriteReviewRequest) { r.FirstImpression = " " + long(199) + " " }),
			"A review must have at least 200 characters in all"},
		"ReviewNoReach": {written(func(r *pb.WriteReviewRequest) { r.Reach = 0 }),
			"Please say how far you got"},
		"LongImpression": {written(func(r *pb.WriteReviewRequest) { r.FirstImpression = long(1501) }),
			"First impression must be 1,500 characters or less"},
		"LongTried": {written(func(r *pb.WriteReviewRequest) { r.Tried = long(1501) }),
			"What you tried must be 1,500 characters or less"},
		"LongBroke": {written(func(r *pb.WriteReviewRequest) { r.Broke = long(1501) }),
			"What broke must be 1,500 characters or less"},
		"LongSuggestion": {written(func(r *pb.WriteReviewRequest) { r.Suggestion = long(1501) }),
			"Suggestion must be 1,500 characters or less"},
		"LongAnswer": {written(func(r *pb.WriteReviewRequest) { r.Answers = []string{long(801)} }),
			"An answer must be 800 characters or less"},
	} {
		t.Run(name, func(t *testing.T) {
			err := protovalidate.Validate(test.request)
			if (err == nil) != (test.message == "") || err != nil && !strings.Contains(err.Error(), test.message) {
				t.Errorf("%v, want %q", err, test.message)
			}
		})
	}
	// The longest review fits into a reply.
	part, answer, question := long(1500), long(800), long(200)
	whole := Texts{Reach: "could_not", FirstImpression: part, Tried: part, Broke: part, Suggestion: part,
		Answers: []string{answer, answer, answer}}.Markdown([]string{question, question, question})
	must.NoError(t, protovalidate.Validate(&pb.CreateProjectFeedbackRequest{Content: whole}))
}

// docs/feedback.md has every number of the rules.
func TestPublishedRules(t *testing.T) {
	text, err := os.ReadFile("../../docs/feedback.md")
	must.NoError(t, err)
	rules := strings.Join(strings.Fields(string(text)), " ")
	hours := func(d interface{ Hours() float64 }) string { return fmt.Sprintf("%.0f hours", d.Hours()) }
	days := func(d interface{ Hours() float64 }) string { return fmt.Sprintf("%.0f days", d.Hours()/24) }
	for _, want := range []string{
		"at most 3 questions of 200 characters",
		"You have " + hours(assignmentLife),
		"Nobody else gets it for " + hours(reservation),
		fmt.Sprintf("the first %d of this order", queueHead),
		"has waited " + hours(fitsEverybody),
		"whose maker you have reviewed in the last " + days(pairPause),
		fmt.Sprintf("Skip %d a day", maxSkips),
		fmt.Sprintf("plus %d for your first project", firstProject),
		"says nothing for " + days(silence),
		"one review in " + days(pairPause) + " in each direction",
		fmt.Sprintf("Of your last %d reviews", judged),
		fmt.Sprintf("at least %d decided", minDecided),
		"one project in " + days(limitedPause),
		fmt.Sprintf("less than %.0f minute", tooSoon.Minutes()),
		fmt.Sprintf("%.0f %% like one of your last %d", 100*alike, alikeOf),
		fmt.Sprintf("each other %d reviews within %s", ringSize, days(ringTime)),
		fmt.Sprintf("at least %d characters", minLetters),
		"an answer within " + hours(promise),
		fmt.Sprintf("the last %d days", statsDays),
		"waited " + hours(waitingNotice) + " without an answer",
		fmt.Sprintf("at most %d times in 7 days", noticesPerWeek),
	} {
		if !strings.Contains(rules, want) {
			t.Errorf("docs/feedback.md does not say %q", want)
		}
	}
	page, err := os.ReadFile("../../webapp/src/features/feedback/rules.ts")
	must.NoError(t, err)
	for name, want := range map[string]float64{
		"promiseHours": promise.Hours(), "statsDays": statsDays, "noticeHours": waitingNotice.Hours(),
		"noticesPerWeek": noticesPerWeek, "questions": 3, "questionCharacters": 200,
		"assignmentHours": assignmentLife.Hours(), "reservationHours": reservation.Hours(), "queueHead": queueHead,
		"urgentHours":        urgentFrom.Hours(),
		"fitsEverybodyHours": fitsEverybody.Hours(), "pairDays": pairPause.Hours() / 24, "skipsPerDay": maxSkips,
		"minCharacters": minLetters, "firstReviews": firstProject, "silenceDays": silence.Hours() / 24,
		"judgedReviews": judged, "minDecided": minDecided, "limitedDays": limitedPause.Hours() / 24,
		"tooSoonMinutes": tooSoon.Minutes(), "alikePercent": 100 * alike, "alikeReviews": alikeOf,
		"ringReviews": ringSize, "ringDays": ringTime.Hours() / 24,
	} {
		if line := fmt.Sprintf("  %s: %.0f,\n", name, want); !strings.Contains(string(page), line) {
			t.Errorf("rules.ts has no %q", line)
		}
	}
	if n := strings.Count(string(page), ": "); n != 24 {
		t.Errorf("rules.ts has %d numbers, and 24 are compared", n)
	}
}
