package feedback

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/follow"
	"uvboard/backend/forum"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/must"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/feedbackrequest"
	"uvboard/ent/report"
	"uvboard/ent/review"
	enttask "uvboard/ent/task"
)

func TestRequests(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob := h.user(t, "ada"), h.user(t, "bob")
		first, second := h.project(t, ada, "First"), h.project(t, ada, "Second")
		other := h.project(t, bob, "Other")

		// The first publication asks; the board owes everybody's first project a review.
		want := map[uuid.UUID]Request{
			first:  {&ent.FeedbackRequest{Questions: []string{}, IsOwed: true}, 0},
			second: {&ent.FeedbackRequest{Questions: []string{}, IsOwed: false}, 2},
		}
		for id, w := range want {
			r, err := h.Request(t.Context(), ada, id)
			must.NoError(t, err)
			if r == nil || r.IsOwed != w.IsOwed || r.Ahead != w.Ahead || len(r.Questions) != 0 {
				t.Errorf("request %+v, want %+v", r, w)
			}
		}
		_, err := h.Request(t.Context(), bob, first)
		refuse(t, err, "NOT_PROJECT_OWNER")
		_, err = h.Request(t.Context(), ada, uuid.New())
		refuse(t, err, "PROJECT_NOT_FOUND")

		// Questions change nothing of the place.
		r, err := h.Ask(t.Context(), ada, second, []string{" Is it\nclear? ", " ", "Fast?"})
		must.NoError(t, err)
		if diff := cmp.Diff([]string{"Is it clear?", "Fast?"}, r.Questions); diff != "" || r.Ahead != 2 ||
			!r.RequestedAt.Equal(start.Add(time.Second)) {
			t.Errorf("changed questions: %+v", r)
		}
		refuse(t, h.TakeBack(t.Context(), bob, first), "NOT_PROJECT_OWNER")
		must.NoError(t, h.TakeBack(t.Context(), ada, first))
		must.NoError(t, h.TakeBack(t.Context(), ada, first))
		if r, err := h.Request(t.Context(), ada, first); r != nil || err != nil {
			t.Errorf("a request that is taken back: %v, %v", r, err)
		}
		if !h.owed(t, ada, second) { // the oldest one that is left
			t.Error("the board owes the second project nothing")
		}
		r, err = h.Ask(t.Context(), ada, first, nil)
		must.NoError(t, err)
		if r.IsOwed || !r.RequestedAt.Equal(start.Add(3*time.Second)) || r.Ahead != 2 {
			t.Errorf("a request again: %+v", r)
		}

		// Drafts do not wait, and a project that is public again does not ask again by itself.
		_, err = h.projects.Update(t.Context(), ada, second, project.Input{IsPublic: new(false)})
		must.NoError(t, err)
		if r, err := h.Request(t.Context(), ada, second); r != nil || err != nil {
			t.Errorf("a request of a draft: %v, %v", r, err)
		}
		_, err = h.Ask(t.Context(), ada, second, nil)
		refuse(t, err, "PROJECT_NOT_PUBLIC")
		h.pass(time.Hour)
		_, err = h.projects.Update(t.Context(), ada, second, project.Input{IsPublic: new(true)})
		must.NoError(t, err)
		if r, err := h.Request(t.Context(), ada, second); r != nil || err != nil {
			t.Errorf("a request of a project that was public before: %v, %v", r, err)
		}
		if !h.owed(t, ada, first) {
			t.Error("the board owes the first project nothing")
		}

		// A moderator hides a project: nobody gets it, but it waits on.
		hide := func(hidden bool) {
			t.Helper()
			must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				_, err := project.Domain(h.projects).Moderated[0].SetHidden(ctx, tx, other, hidden)
				return err
			}))
		}
		hide(true)
		if got := h.assigned(t, ada); got != "" {
			t.Errorf("assigned the hidden project %s", got)
		}
		hide(false)
		if got := h.assigned(t, ada); got != "Other" {
			t.Errorf("assigned %q, want Other", got)
		}
		must.NoError(t, h.projects.Delete(t.Context(), ada, first, ""))
		if n := h.db.Client().FeedbackRequest.Query().CountX(t.Context()); n != 1 {
			t.Errorf("%d requests after a deletion", n)
		}
	})
}

// What somebody has answered comes after what nobody has, also if it is owed a review.
func TestAnsweredProjectsComeLast(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob, carol := h.user(t, "ada"), h.user(t, "bob"), h.user(t, "carol")
		answered := h.project(t, ada, "Answered")
		later := h.project(t, bob, "Later")
		h.project(t, bob, "Not owed")
		h.pass(time.Hour)
		_, err := h.forum.CreateFeedback(t.Context(), carol, forum.NewFeedback{ProjectID: answered, Content: "Lovely"})
		must.NoError(t, err)
		if got := h.assigned(t, carol); got != "Later" {
			t.Errorf("assigned %s, want Later", got)
		}
		for owner, want := range map[*auth.Caller]int{ada: 2, bob: 0} {
			id := map[*auth.Caller]uuid.UUID{ada: answered, bob: later}[owner]
			r, err := h.Request(t.Context(), owner, id)
			must.NoError(t, err)
			if r.Ahead != want {
				t.Errorf("%d ahead of the project of %s, want %d", r.Ahead, owner.Username, want)
			}
		}
	})
}

func TestQueue(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob, carol, dan := h.user(t, "ada"), h.user(t, "bob"), h.user(t, "carol"), h.user(t, "dan", "WebGL")
		h.project(t, ada, "Ada 1")
		h.project(t, ada, "Ada 2")
		h.project(t, bob, "Bob 1", "webgl")
		h.project(t, carol, "Carol 1")

		// Owed before longest waiting; what fits first.
		names := func(caller *auth.Caller) (all []string) {
			t.Helper()
			queue, err := h.queue(t.Context(), caller.UserID, h.now())
			must.NoError(t, err)
			for _, q := range queue {
				p, err := h.projects.Get(t.Context(), nil, q.projectID)
				must.NoError(t, err)
				all = append(all, p.Title)
			}
			return all
		}
		want := func(caller *auth.Caller, titles ...string) {
			t.Helper()
			if diff := cmp.Diff(titles, names(caller)); diff != "" {
				t.Errorf("queue of %s (-want +got):\n%s", caller.Username, diff)
			}
		}
		erin := h.user(t, "erin") // of whom nothing is known
		want(erin, "Ada 1", "Bob 1", "Carol 1", "Ada 2")
		want(ada, "Bob 1", "Carol 1") // the same tool
		want(dan, "Bob 1", "Ada 1", "Carol 1", "Ada 2")
		follows := follow.NewService(h.db, []domain.Domain{project.Domain(h.projects), forum.Domain(h.forum)}, h.now)
		fay := h.user(t, "fay")
		_, err := follows.Add(t.Context(), fay.UserID, follow.Tag, "webgl")
		must.NoError(t, err)
		want(fay, "Bob 1", "Ada 1", "Carol 1", "Ada 2")

		// After a day everything fits.
		h.pass(24 * time.Hour)
		want(dan, "Ada 1", "Bob 1", "Carol 1", "Ada 2")

		// An assignment stays the same for two days; nobody else gets the project for twelve hours.
		if got := h.assigned(t, dan); got != "Ada 1" {
			t.Errorf("assigned %s", got)
		}
		want(erin, "Bob 1", "Carol 1", "Ada 2")
		h.pass(12 * time.Hour)
		want(erin, "Ada 1", "Bob 1", "Carol 1", "Ada 2")
		if got := h.assigned(t, dan); got != "Ada 1" {
			t.Errorf("assigned %s after twelve hours", got)
		}
		if got := h.assigned(t, erin); got != "Ada 1" {
			t.Errorf("assigned %s to another member", got)
		}
		h.pass(36 * time.Hour)
		want(dan, "Ada 1", "Bob 1", "Carol 1", "Ada 2") // the assignment has ended

		// Neither one's own, nor of a maker whom one has reviewed lately.
		h.review(t, dan)
		want(dan, "Bob 1", "Carol 1")
		h.pass(30 * day)
		want(dan, "Bob 1", "Carol 1", "Ada 2")
	})
}

func TestSkip(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		reader := h.user(t, "reader")
		for i := range 5 {
			h.project(t, h.user(t, fmt.Sprint("maker", i)), fmt.Sprint(i))
		}
		for i := range 3 {
			a, err := h.Assign(t.Context(), reader)
			must.NoError(t, err)
			if a.Project.Title != fmt.Sprint(i) {
				t.Errorf("assigned %s after %d skips", a.Project.Title, i)
			}
			refuse(t, h.Skip(t.Context(), h.user(t, fmt.Sprint("other", i)), a.ID), "REVIEW_NOT_FOUND")
			must.NoError(t, h.Skip(t.Context(), reader, a.ID))
			refuse(t, h.Skip(t.Context(), reader, a.ID), "REVIEW_NOT_FOUND")
			_, err = h.Write(t.Context(), reader, a.ID, texts("late"))
			refuse(t, err, "REVIEW_NOT_FOUND")
		}
		if got := h.assigned(t, h.user(t, "next")); got != "0" { // nobody has what was skipped
			t.Errorf("assigned %s to the next member", got)
		}
		a, err := h.Assign(t.Context(), reader)
		must.NoError(t, err)
		refuse(t, h.Skip(t.Context(), reader, a.ID), "RATE_LIMITED")
		h.pass(12 * time.Hour) // it is the next day in UTC
		must.NoError(t, h.Skip(t.Context(), reader, a.ID))
		if got := h.assigned(t, reader); got != "4" {
			t.Errorf("assigned %s", got)
		}
	})
}

// Members who ask at the same time never get the same project, and a member who asks twice gets one.
func TestAssignAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		const members, calls = 6, 3
		for i := range members {
			h.project(t, h.user(t, fmt.Sprint("maker", i)), fmt.Sprint(i))
		}
		var all sync.WaitGroup
		got := make([][calls]string, members)
		for i := range members {
			member := h.user(t, fmt.Sprint("member", i))
			for j := range calls {
				all.Go(func() {
					a, err := h.Assign(t.Context(), member)
					if err != nil || a == nil {
						t.Errorf("assigned %v, %v", a, err)
						return
					}
					got[i][j] = a.Project.Title
				})
			}
		}
		all.Wait()
		seen := map[string]bool{}
		for i, titles := range got {
			if titles[0] != titles[1] || titles[0] != titles[2] || seen[titles[0]] {
				t.Errorf("member %d got %v", i, titles)
			}
			seen[titles[0]] = true
		}
		if n := h.db.Client().Review.Query().CountX(t.Context()); n != members {
			t.Errorf("%d assignments", n)
		}
	})
}

func TestReview(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob, carol := h.user(t, "ada"), h.user(t, "bob"), h.user(t, "carol")
		made := h.project(t, ada, "Glaze")
		_, err := h.Ask(t.Context(), ada, made, []string{"Is it clear?", "Is it fast?"})
		must.NoError(t, err)
		a, err := h.Assign(t.Context(), bob)
		must.NoError(t, err)
		h.pass(5 * time.Minute)
		_, err = h.Ask(t.Context(), ada, made, []string{"Another one?"}) // the reviewer keeps the questions
		must.NoError(t, err)

		in := texts("The", "kiln", "glows")
		in.Broke, in.Answers = " It\x00 cooled. ", []string{"Yes", ""}
		short := Texts{Reach: "opened", FirstImpression: strings.Repeat("é", 199), Tried: "\u200b"}
		_, err = h.Write(t.Context(), bob, a.ID, short)
		refuse(t, err, "VALIDATION_FAILED")
		_, err = h.Write(t.Context(), carol, a.ID, in)
		refuse(t, err, "REVIEW_NOT_FOUND")
		many := in
		many.Answers = []string{"a", "b", "c"}
		_, err = h.Write(t.Context(), bob, a.ID, many)
		refuse(t, err, "VALIDATION_FAILED")
		secret := in
		secret.Tried = "With the key AKIA" + "Q3EGWX5TLZ7RBN2M"
		_, err = h.Write(auth.WithCaller(t.Context(), bob), bob, a.ID, secret)
		refuse(t, err, "SECRET_FOUND")
		if !strings.Contains(err.Error(), "(tried)") {
			t.Errorf("a key in a part: %v", err)
		}

		p, err := h.Write(t.Context(), bob, a.ID, in)
		must.NoError(t, err)
		shown := forum.PostToProto(p)
		if shown.Review == nil || shown.Review.Broke != "It cooled." || len(shown.Review.Answers) != 2 ||
			shown.Review.Answers[0].Question != "Is it clear?" || shown.Review.Answers[0].Answer != "Yes" ||
			shown.Review.IsUseful != nil || shown.Via != nil {
			t.Errorf("review %v", shown)
		}
		for _, part := range []string{"I used it.", "**First impression**\n\nThe kiln glows", "**What broke**\n\nIt cooled.",
			"**Is it clear?**\n\nYes"} {
			if !strings.Contains(p.Content, part) {
				t.Errorf("the content %q lacks %q", p.Content, part)
			}
		}
		if strings.Contains(p.Content, "fast") {
			t.Errorf("the content has a question without an answer: %q", p.Content)
		}
		_, err = h.Write(t.Context(), bob, a.ID, in)
		refuse(t, err, "REVIEW_NOT_FOUND")
		if r, err := h.Request(t.Context(), ada, made); r != nil || err != nil {
			t.Errorf("the request after the review: %v, %v", r, err)
		}
		if got := h.db.Client().Report.Query().CountX(t.Context()); got != 0 {
			t.Errorf("%d reports of an honest review", got)
		}

		// The maker's last word counts.
		_, err = h.SetUseful(t.Context(), bob, a.ID, true)
		refuse(t, err, "NOT_PROJECT_OWNER")
		_, err = h.SetUseful(t.Context(), ada, uuid.New(), true)
		refuse(t, err, "REVIEW_NOT_FOUND")
		for _, useful := range []bool{false, true, true} {
			got, err := h.SetUseful(t.Context(), ada, p.ID, useful)
			must.NoError(t, err)
			if r := got.Edges.Review; r.IsUseful == nil || *r.IsUseful != useful {
				t.Errorf("useful %v, want %v", r.IsUseful, useful)
			}
		}
		_, err = h.SetUseful(t.Context(), ada, a.ID, true) // by the id of the review
		must.NoError(t, err)

		// An expired assignment cannot be written.
		h.project(t, ada, "Slip")
		late, err := h.Assign(t.Context(), carol)
		must.NoError(t, err)
		h.pass(48 * time.Hour)
		_, err = h.Write(t.Context(), carol, late.ID, in)
		refuse(t, err, "REVIEW_NOT_FOUND")
	})
}

func TestBalance(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob, carol := h.user(t, "ada"), h.user(t, "bob"), h.user(t, "carol")
		if b := h.balance(t, ada); b != (Balance{Owed: 1}) {
			t.Errorf("balance of a newcomer: %+v", b)
		}
		h.project(t, ada, "Ada 1")
		two, three := h.project(t, ada, "Ada 2"), h.project(t, ada, "Ada 3")
		h.project(t, bob, "Bob 1")
		h.project(t, carol, "Carol 1")
		h.review(t, bob) // of Ada 1
		if b := h.balance(t, ada); b != (Balance{Received: 1}) || h.owed(t, ada, two) {
			t.Errorf("balance after the first review: %+v", b)
		}

		// A review counts when it is useful, by the maker's word or after a week of silence.
		p := h.review(t, ada) // of Bob 1
		if b := h.balance(t, ada); b != (Balance{Given: 1, Received: 1}) {
			t.Errorf("balance before the word: %+v", b)
		}
		_, err := h.SetUseful(t.Context(), bob, p.ID, true)
		must.NoError(t, err)
		if b := h.balance(t, ada); b != (Balance{Given: 1, Useful: 1, Received: 1, Owed: 1}) || !h.owed(t, ada, two) ||
			h.owed(t, ada, three) {
			t.Errorf("balance after the word: %+v", b)
		}
		_, err = h.SetUseful(t.Context(), bob, p.ID, false)
		must.NoError(t, err)
		if h.owed(t, ada, two) {
			t.Error("owed for a review that is not useful")
		}
		h.review(t, ada) // of Carol 1
		must.NoError(t, h.takeSilence(t.Context()))
		h.pass(7*day - time.Hour)
		if due, err := h.silenceEnds(t.Context()); due || err != nil {
			t.Errorf("due before seven days: %v, %v", due, err)
		}
		h.pass(time.Hour)
		if due, err := h.silenceEnds(t.Context()); !due || err != nil {
			t.Errorf("due after seven days: %v, %v", due, err)
		}
		must.NoError(t, h.takeSilence(t.Context()))
		if b := h.balance(t, ada); b != (Balance{Given: 2, Useful: 1, Received: 1, Owed: 1}) || !h.owed(t, ada, two) {
			t.Errorf("balance after the silence: %+v", b)
		}

		// Of a pair, one review counts in 30 days.
		must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			again, err := tx.Review.Query().Where(review.UserID(ada.UserID), review.MakerID(carol.UserID)).Only(ctx)
			if err != nil {
				return err
			}
			return tx.Review.UpdateOneID(again.ID).SetIsCounted(false).Exec(ctx)
		}))
		if b := h.balance(t, ada); b.Owed != 0 || b.Useful != 1 {
			t.Errorf("balance with a review that does not count: %+v", b)
		}
		must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return h.settle(ctx, tx, ada.UserID)
		}))

		// What is deleted no longer counts, for both.
		got, _, err := h.forum.ListFeedback(t.Context(), nil, two, forum.FeedbackNewest, 10, "")
		must.NoError(t, err)
		if len(got) != 0 {
			t.Errorf("feedback on another project: %v", got)
		}
		first, err := h.db.Client().Review.Query().Where(review.MakerID(ada.UserID)).Only(t.Context())
		must.NoError(t, err)
		must.NoError(t, h.forum.DeletePost(t.Context(), bob, *first.PostID))
		if b := h.balance(t, ada); b.Received != 0 || b.Owed != 1 || !h.owed(t, ada, two) {
			t.Errorf("balance without the deleted review: %+v", b)
		}
		if b := h.balance(t, bob); b.Given != 0 {
			t.Errorf("balance of its author: %+v", b)
		}
	})
}

// A second review of the same maker within 30 days is possible only by an assignment that is older than the first.
func TestPairCountsOnce(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob := h.user(t, "ada"), h.user(t, "bob")
		h.project(t, ada, "Ada 1")
		two := h.project(t, ada, "Ada 2")
		h.review(t, bob)
		r := h.assign(t, bob, ada, two)
		h.pass(5 * time.Minute)
		_, err := h.Write(t.Context(), bob, r, texts("bob", "again"))
		must.NoError(t, err)
		counted, err := h.db.Client().Review.Query().Where(review.UserID(bob.UserID), review.IsCounted(true)).
			Count(t.Context())
		must.NoError(t, err)
		if counted != 1 {
			t.Errorf("%d reviews of a pair count", counted)
		}
	})
}

// assign stores an assignment that the queue would not make.
func (h fixture) assign(t testing.TB, reader, maker *auth.Caller, projectID uuid.UUID) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return tx.Review.Create().SetID(id).SetProjectID(projectID).SetMakerID(maker.UserID).SetUserID(reader.UserID).
			SetAssignedAt(h.now()).Exec(ctx)
	}))
	return id
}

// A reviewer whose reviews are mostly not useful gets one project a week and is owed nothing.
func TestLimited(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		reader := h.user(t, "reader")
		mine := h.project(t, reader, "Mine")
		for i := range 5 {
			maker := h.user(t, fmt.Sprint("maker", i))
			h.project(t, maker, fmt.Sprint("Kiln ", i))
			if i < 3 {
				if !h.owed(t, reader, mine) {
					t.Errorf("not owed before review %d", i)
				}
				p := h.review(t, reader)
				_, err := h.SetUseful(t.Context(), maker, p.ID, i == 0)
				must.NoError(t, err)
			}
		}
		if h.owed(t, reader, mine) || h.balance(t, reader).Owed != 0 {
			t.Error("a limited reviewer is owed a review")
		}
		_, err := h.Assign(t.Context(), reader)
		refuse(t, err, "RATE_LIMITED")
		h.pass(7 * day)
		if got := h.assigned(t, reader); got != "Kiln 3" {
			t.Errorf("assigned %q after a week", got)
		}
		p := h.review(t, reader)
		_, err = h.Assign(t.Context(), reader)
		refuse(t, err, "RATE_LIMITED")
		r := p.Edges.Review
		owner := h.makerOf(t, r.ID)
		_, err = h.SetUseful(t.Context(), owner, r.ID, true) // two of four
		must.NoError(t, err)
		if !h.owed(t, reader, mine) {
			t.Error("the limit has not ended")
		}
		if got := h.assigned(t, reader); got != "Kiln 4" {
			t.Errorf("assigned %q after the limit", got)
		}
	})
}

func (h fixture) makerOf(t testing.TB, id uuid.UUID) *auth.Caller {
	t.Helper()
	r, err := h.db.Client().Review.Get(t.Context(), id)
	must.NoError(t, err)
	return &auth.Caller{UserID: r.MakerID, SessionID: uuid.New()}
}

// What looks like abuse goes to the moderators, and is shown.
func TestSuspicions(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob := h.user(t, "ada"), h.user(t, "bob")
		h.project(t, ada, "Ada 1")
		two, three := h.project(t, ada, "Ada 2"), h.project(t, ada, "Ada 3")
		reports := func() (all []string) {
			for _, r := range h.db.Client().Report.Query().Where(report.UserIDIsNil()).Order(report.ByID()).
				AllX(t.Context()) {
				all = append(all, r.Reason+": "+r.Details)
			}
			return all
		}
		write := func(by, of *auth.Caller, project uuid.UUID, after time.Duration, text string) {
			t.Helper()
			id := h.assign(t, by, of, project)
			h.pass(after)
			_, err := h.Write(t.Context(), by, id, Texts{Reach: "used", FirstImpression: text})
			must.NoError(t, err)
		}
		const template = "I really like %s. The idea is great and the design looks clean and modern. I tried the main " +
			"feature and it worked as expected. Maybe you could add a dark mode and a short tutorial for new users. Keep up " +
			"the good work!"
		write(bob, ada, two, 59*time.Second, fmt.Sprintf(template, "Ada 2"))
		write(bob, ada, three, time.Minute, fmt.Sprintf(template, "Ada 3, the third one"))
		mine := h.project(t, bob, "Bob 1")
		write(ada, bob, mine, 2*time.Minute, "The login link in the header leads to a page that says 404 on my phone, "+
			"Firefox on Android. On the laptop I could import a CSV of 2,000 rows, but the columns with dates came out a day early; my "+
			"time zone is UTC+9. I liked that undo works everywhere.")
		if got, want := reports(), []string{
			"spam: Reported automatically: this review was written 59 seconds after its author got the project.",
			"spam: Reported automatically: this review is 96% like an earlier one of its author.",
		}; !cmp.Equal(got, want) {
			t.Errorf("reports %q, want %q", got, want)
		}
		// Two in each direction are a ring.
		write(ada, bob, h.project(t, bob, "Bob 2"), 2*time.Minute, "I opened it on a train with a bad "+
			"connection, and the board stayed empty without a word about why. After a reload the cards came, in German, although "+
			"my browser asks for English. Dragging a card needs two fingers here. The export as Markdown is what I'd pay for.")
		if got := reports(); len(got) != 3 || !strings.HasPrefix(got[2], "abuse: ") {
			t.Errorf("reports of a ring: %q", got)
		}
		posts, _, err := h.forum.ListFeedback(t.Context(), nil, two, forum.FeedbackNewest, 10, "")
		if err != nil || len(posts) != 1 || posts[0].Edges.Review == nil {
			t.Errorf("a suspicious review is not shown: %v, %v", posts, err)
		}
	})
}

func TestAnswerStats(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		bob := h.user(t, "bob")
		if s, err := h.AnswerStats(t.Context()); err != nil || s != (AnswerStats{}) {
			t.Errorf("numbers of an empty board: %+v, %v", s, err)
		}
		h.project(t, h.user(t, "ancient"), "Too old")
		h.pass(30 * day)
		answer := func(id uuid.UUID) {
			t.Helper()
			_, err := h.forum.CreateFeedback(t.Context(), bob, forum.NewFeedback{ProjectID: id, Content: "Nice"})
			must.NoError(t, err)
		}
		ada := h.user(t, "ada")
		late := h.project(t, ada, "Late")
		h.project(t, ada, "Never")
		h.pass(49 * time.Hour)
		answer(late)
		soon := h.project(t, ada, "Soon")
		h.pass(90*time.Minute - time.Second)
		answer(soon)
		h.project(t, ada, "Fresh")
		hidden := h.project(t, ada, "Draft")
		_, err := h.projects.Update(t.Context(), ada, hidden, project.Input{IsPublic: new(false)})
		must.NoError(t, err)
		s, err := h.AnswerStats(t.Context())
		must.NoError(t, err)
		want := AnswerStats{Shown: 4, InTime: 1, Share: new(1.0 / 3), Median: new(25.3), Unanswered: 1}
		if diff := cmp.Diff(want, s); diff != "" {
			t.Errorf("numbers (-want +got):\n%s", diff)
		}
	})
}

// A project that nobody has answered for a day is told of once, and only those who follow a tool or a tag of it.
func TestWaiting(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		var emitted []event.Event
		listeners := append(Domain(h.Service).Listeners, event.Listener{AfterCommit: func(e event.Event) {
			if e.Kind == event.Waiting {
				emitted = append(emitted, e)
			}
		}})
		h.db.SetListeners(listeners...)
		ada, bob, carol := h.user(t, "ada"), h.user(t, "bob"), h.user(t, "carol")
		made, answered := h.project(t, ada, "Glaze", "webgl"), h.project(t, ada, "Slip", "css")
		_, err := h.forum.CreateFeedback(t.Context(), bob, forum.NewFeedback{ProjectID: answered, Content: "Nice"})
		must.NoError(t, err)
		follows := follow.NewService(h.db, []domain.Domain{project.Domain(h.projects), forum.Domain(h.forum)}, h.now)
		for _, f := range []struct {
			by         *auth.Caller
			kind, what string
		}{
			{bob, follow.Tag, "webgl"}, {bob, follow.Tool, "cursor"}, {ada, follow.Tag, "webgl"},
			{carol, follow.Tag, "css"},
		} {
			_, err := follows.Add(t.Context(), f.by.UserID, f.kind, f.what)
			must.NoError(t, err)
		}
		tasks := h.db.Client().Task.Query().Where(enttask.Job(waitingJob)).Order(enttask.ByRunAt()).AllX(t.Context())
		if len(tasks) != 2 || !tasks[0].RunAt.Equal(start.Add(24*time.Hour)) {
			t.Fatalf("tasks %v", tasks)
		}
		h.pass(24 * time.Hour)
		for _, task := range tasks {
			must.NoError(t, h.tellWaiting(t.Context(), jobs.Task{Task: task}))
		}
		if len(emitted) != 1 || emitted[0].Item.ID != made {
			t.Fatalf("events %v", emitted)
		}
		told, err := h.notifyWaiting(t.Context(), h.db.Client(), emitted[0])
		must.NoError(t, err)
		to := func() []uuid.UUID {
			ids, err := told.To(t.Context(), uuid.Nil, 10)
			must.NoError(t, err)
			return ids
		}
		if got := to(); len(got) != 1 || got[0] != bob.UserID {
			t.Errorf("told %v, want bob", got)
		}
		for i := range 2 { // of two others this week
			must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				return tx.Notification.Create().SetID(uuid.Must(uuid.NewV7())).SetUserID(bob.UserID).SetKind("waiting").
					SetSource(uuid.New()).SetItemType("project").SetItemID(made).SetSubjectID(made).
					SetGroupID(uuid.New()).SetIsHead(i == 0).Exec(ctx)
			}))
		}
		if got := to(); len(got) != 0 {
			t.Errorf("told %v of a third in a week", got)
		}
	})
}

// A deleted account leaves neither requests nor assignments; doctor mends what is owed.
func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob := h.user(t, "ada"), h.user(t, "bob")
		made := h.project(t, ada, "Glaze")
		h.project(t, bob, "Slip")
		h.review(t, bob)
		h.project(t, h.user(t, "carol"), "Third")
		if got := h.assigned(t, bob); got != "Third" {
			t.Fatalf("assigned %s", got)
		}
		for more := true; more; {
			var err error
			more, err = h.eraseAssignments(t.Context(), bob.UserID)
			must.NoError(t, err)
		}
		if n := h.db.Client().Review.Query().Where(review.UserID(bob.UserID)).CountX(t.Context()); n != 1 {
			t.Errorf("%d reviews are left, want the written one", n)
		}
		_, err := h.Ask(t.Context(), ada, made, nil)
		must.NoError(t, err)
		must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.FeedbackRequest.Update().SetIsOwed(true).Exec(ctx)
		}))
		check := h.checks()[0]
		drifts, err := check.Find(t.Context(), h.db.Client())
		must.NoError(t, err)
		if len(drifts) != 1 || drifts[0].Stored != 1 || drifts[0].Counted != 0 {
			t.Fatalf("drifts %v", drifts)
		}
		must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return check.Repair(ctx, tx, drifts[0])
		}))
		if n := h.db.Client().FeedbackRequest.Query().Where(feedbackrequest.IsOwed(true)).CountX(t.Context()); n != 2 {
			t.Errorf("%d requests are owed after the repair", n)
		}
	})
}
