package weekly

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/blog"
	"uvboard/backend/feedback"
	"uvboard/backend/forum"
	"uvboard/backend/leaderboard"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
	entmail "uvboard/ent/mail"
	"uvboard/ent/schema"
	"uvboard/ent/weeklyissue"
	"uvboard/ent/weeklysubscriber"
)

// fixture is a board in the time zone of Auckland: its weeks begin on Sundays at 11:00 UTC in November.
type fixture struct {
	*Service
	t      *testing.T
	votes  *vote.Service
	clock  *atomic.Int64 // seconds
	admin  *auth.Caller
	voters []uuid.UUID
	ids    map[string]uuid.UUID
	names  map[uuid.UUID]string
}

func open(t *testing.T, db *store.DB) *fixture {
	t.Helper()
	zone, err := time.LoadLocation("Pacific/Auckland")
	must.NoError(t, err)
	f := &fixture{t: t, clock: new(atomic.Int64), ids: map[string]uuid.UUID{}, names: map[uuid.UUID]string{}}
	f.at("2026-11-18T00:00:00Z")
	now := func() time.Time { return time.Unix(f.clock.Load(), 0).UTC() }
	inZone := func() *time.Location { return zone }
	projects := project.NewService(db, nil, now)
	f.votes = vote.NewService(db, []domain.Votable{project.Votable}, now)
	f.votes.UseZone(inZone)
	rankings := leaderboard.NewService(db, projects, inZone, now)
	discussions := forum.NewService(db, nil, now)
	domains := []domain.Domain{
		project.Domain(projects),
		blog.Domain(blog.NewService(db, nil, projects, f.votes, "https://board.example", now)),
		forum.Domain(discussions),
		feedback.Domain(feedback.NewService(db, discussions, projects, now)),
	}
	db.SetListeners(leaderboard.Domain(rankings, func() string { return "" }).Listeners...)
	board := mail.Named("Kiln Board", "https://board.example")
	f.Service = NewService(db, domain.ItemKinds(domains), board, rankings, account.NewService(db, board, now), inZone,
		600, now)
	for i := range 4 {
		f.voters = append(f.voters, f.user(fmt.Sprint("voter", i)))
	}
	f.admin = &auth.Caller{UserID: f.user("boss"), Role: auth.RoleAdmin}
	return f
}

func (f *fixture) at(text string) {
	at, err := time.Parse(time.RFC3339, text)
	must.NoError(f.t, err)
	f.clock.Store(at.Unix())
}

func (f *fixture) write(fn func(ctx context.Context, tx *ent.Client) error) {
	f.t.Helper()
	must.NoError(f.t, f.db.Write(f.t.Context(), fn))
}

func (f *fixture) user(name string) (id uuid.UUID) {
	f.t.Helper()
	f.write(func(ctx context.Context, tx *ent.Client) error {
		u, err := account.NewUser(tx, name, name+"@example.com", "", f.now()).SetEmailVerifiedAt(f.now()).Save(ctx)
		if err == nil {
			id = u.ID
		}
		return err
	})
	storetest.Age(f.t, f.db, id)
	return id
}

func (f *fixture) name(title string, id uuid.UUID) {
	f.ids[title], f.names[id] = id, title
}

// project publishes a project.
func (f *fixture) project(owner uuid.UUID, title string) {
	f.t.Helper()
	f.write(func(ctx context.Context, tx *ent.Client) error {
		f.clock.Add(1)
		p, err := tx.Project.Create().SetID(store.NewID(f.now())).SetUserID(owner).SetTitle(title).SetTitleKey(title).
			SetTagline("About " + title).SetStage("mvp").SetPrimaryCategory("games").
			SetIsPublic(true).SetPublishedAt(f.now()).SetRank(vote.Rank(0, 0, f.now())).SetCreatedAt(f.now()).
			SetUpdatedAt(f.now()).Save(ctx)
		if err == nil {
			f.name(title, p.ID)
		}
		return err
	})
}

func (f *fixture) cast(title string, voters int) {
	f.t.Helper()
	for _, voter := range f.voters[:voters] {
		_, err := f.votes.Cast(f.t.Context(), voter, project.Kind, f.ids[title], vote.Up)
		must.NoError(f.t, err)
	}
}

func (f *fixture) story(owner uuid.UUID, title string, likes int, visible bool) {
	f.t.Helper()
	f.write(func(ctx context.Context, tx *ent.Client) error {
		f.clock.Add(1)
		p, err := tx.BlogPost.Create().SetID(store.NewID(f.now())).SetUserID(owner).SetTitle(title).SetContent("x").
			SetIsVisible(visible).SetIsPublished(visible).SetPublishedAt(f.now()).SetEligibleUpvotes(likes).
			SetCreatedAt(f.now()).SetUpdatedAt(f.now()).Save(ctx)
		if err == nil {
			f.name(title, p.ID)
		}
		return err
	})
}

func (f *fixture) thread(channel, owner uuid.UUID, title string, votes int) (post uuid.UUID) {
	f.t.Helper()
	f.write(func(ctx context.Context, tx *ent.Client) error {
		f.clock.Add(1)
		th, err := tx.ForumThread.Create().SetID(store.NewID(f.now())).SetChannelID(channel).SetUserID(owner).
			SetTitle(title).SetContent("x").SetEligibleUpvotes(votes).SetLastActivityAt(f.now()).
			SetCreatedAt(f.now()).SetUpdatedAt(f.now()).Save(ctx)
		if err != nil {
			return err
		}
		f.name(title, th.ID)
		p, err := tx.ForumPost.Create().SetID(store.NewID(f.now())).SetThreadID(th.ID).SetUserID(owner).SetContent("x").
			SetCreatedAt(f.now()).SetUpdatedAt(f.now()).Save(ctx)
		if err == nil {
			post = p.ID
		}
		return err
	})
	return post
}

func (f *fixture) channel() (id uuid.UUID) {
	f.t.Helper()
	f.write(func(ctx context.Context, tx *ent.Client) error {
		c, err := tx.ForumChannel.Create().SetID(store.NewID(f.now())).SetName("Kilns").SetNameKey("kilns").
			SetCreatedAt(f.now()).SetUpdatedAt(f.now()).Save(ctx)
		if err == nil {
			id = c.ID
		}
		return err
	})
	return id
}

func (f *fixture) review(title string, reviewer, post uuid.UUID) {
	f.t.Helper()
	f.write(func(ctx context.Context, tx *ent.Client) error {
		return tx.Review.Create().SetID(store.NewID(f.now())).SetProjectID(f.ids[title]).SetMakerID(uuid.New()).
			SetUserID(reviewer).SetAssignedAt(f.now()).SetWrittenAt(f.now()).SetPostID(post).Exec(ctx)
	})
}

// titles names items with their notes.
func (f *fixture) titles(items []Item) (titles []string) {
	for _, item := range items {
		title := f.names[item.ID]
		if item.Target == nil {
			title += " (hidden)"
		}
		if item.Note != "" {
			title += ": " + item.Note
		}
		titles = append(titles, title)
	}
	return titles
}

func wantCode(t *testing.T, what string, err error, code string) {
	t.Helper()
	if f := fault.Of(err); (f == nil) != (code == "") || f != nil && f.Code != code || f == nil && err != nil {
		t.Errorf("%s: %v, want %q", what, err, code)
	}
}

func (f *fixture) wantDraft(want ...string) Draft {
	f.t.Helper()
	draft, err := f.GetDraft(f.t.Context())
	must.NoError(f.t, err)
	if diff := cmp.Diff(want, f.titles(draft.Items)); diff != "" {
		f.t.Errorf("draft (-want +got):\n%s", diff)
	}
	return draft
}

func TestDraft(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		due := func(want bool) {
			t.Helper()
			if got, err := f.Due(t.Context()); err != nil || got != want {
				t.Errorf("due: %v %v, want %v", got, err, want)
			}
		}
		kira, zoe := f.user("kira"), f.user("zoe")
		f.project(kira, "Kiln")
		f.project(kira, "Second of Kira")
		f.project(zoe, "Vase")
		f.project(f.user("max"), "Unloved")
		f.cast("Kiln", 3)
		f.cast("Second of Kira", 2)
		f.cast("Vase", 4)
		channel := f.channel()
		post := f.thread(channel, zoe, "How hot?", 1)
		f.thread(channel, zoe, "Hotter?", 0)
		f.thread(channel, kira, "Clay?", 2)
		f.review("Unloved", kira, post)
		f.story(kira, "A story", 1, true)
		f.story(zoe, "A draft", 5, false)

		f.at("2026-11-22T11:05:00Z") // the week has ended, but votes may still be on their way
		must.NoError(t, f.MakeDue(t.Context()))
		if draft, err := f.GetDraft(t.Context()); err != nil || draft.Week != 20261109 {
			t.Errorf("before the end: %v %v", draft, err)
		}
		f.at("2026-11-22T11:10:00Z")
		f.story(zoe, "Of the next week", 9, true)
		due(true)
		must.NoError(t, f.MakeDue(t.Context()))
		due(false)
		draft := f.wantDraft("Vase: 4 upvotes this week", "Kiln: 3 upvotes this week", "Unloved: 1 review this week",
			"A story", "Clay?", "How hot?")
		if draft.Week != 20261116 || draft.Title != "The week of 16 November 2026" || draft.Next != 1 {
			t.Errorf("draft %+v", draft)
		}
		id := draft.ID
		must.NoError(t, f.MakeDue(t.Context()))
		if again := f.wantDraft(f.titles(draft.Items)...); again.ID != id {
			t.Error("made twice")
		}

		f.at("2026-11-29T11:11:00Z") // nobody has edited it
		due(true)
		must.NoError(t, f.MakeDue(t.Context()))
		draft = f.wantDraft("Of the next week")
		items := []schema.WeeklyItem{
			{Type: blog.Kind, ID: f.ids["Of the next week"], Note: " Read\nit "},
			{Type: project.Kind, ID: f.ids["Vase"]},
		}
		save := func(c Content, code string) {
			t.Helper()
			saved, err := f.Save(t.Context(), f.admin, c)
			wantCode(t, "save", err, code)
			if err == nil {
				draft = saved
			}
		}
		save(Content{Title: "Fire", Introduction: "Hot.", Items: items, Version: 1}, "")
		save(Content{Title: "Ice", Version: 1}, "WEEKLY_DRAFT_CHANGED")
		save(Content{Title: " ", Version: 2}, "VALIDATION_FAILED")
		save(Content{Title: "Fire", Items: append(items, items[0])}, "VALIDATION_FAILED")
		save(Content{Title: "Fire", Items: []schema.WeeklyItem{{Type: blog.Kind, ID: f.ids["A draft"]}}},
			"VALIDATION_FAILED")
		save(Content{Title: "Fire", Items: []schema.WeeklyItem{{Type: project.Kind, ID: f.ids["A story"]}}},
			"VALIDATION_FAILED")
		f.at("2026-12-06T11:11:00Z") // an admin has edited it
		due(false)
		must.NoError(t, f.MakeDue(t.Context()))
		f.wantDraft("Of the next week: Read\nit", "Vase")

		storetest.Exec(t, db, "UPDATE projects SET is_public = false WHERE title = 'Vase'")
		f.wantDraft("Of the next week: Read\nit", "Vase (hidden)")
		save(Content{Title: "Fire", Introduction: "Hot.", Items: items, Version: 2}, "") // it is in the draft already
		publish := func(id *uuid.UUID, version int, code string) Issue {
			t.Helper()
			issue, err := f.Publish(t.Context(), f.admin, id, version)
			wantCode(t, "publish", err, code)
			return issue
		}
		publish(&id, 0, "WEEKLY_DRAFT_NOT_FOUND")
		publish(nil, 2, "WEEKLY_DRAFT_CHANGED")
		var published atomic.Int32
		var group sync.WaitGroup
		for range 5 { // a double click of two admins
			group.Go(func() {
				if issue, err := f.Publish(t.Context(), f.admin, &draft.ID, draft.Version); err == nil {
					published.Add(1)
					if issue.Number != 1 || len(issue.Items) != 1 {
						t.Errorf("issue %+v", issue)
					}
				}
			})
		}
		group.Wait()
		if published.Load() != 1 {
			t.Errorf("published %d times", published.Load())
		}
		if _, err := f.GetDraft(t.Context()); !fault.IsNotFound(err) {
			t.Errorf("a draft after its publication: %v", err)
		}
		due(true) // the week of 30 November

		save(Content{Title: "Empty"}, "")
		publish(nil, 0, "WEEKLY_EMPTY")
		storetest.Exec(t, db, "UPDATE projects SET is_public = true WHERE title = 'Vase'")
		issue, err := f.Get(t.Context(), 1)
		must.NoError(t, err)
		if diff := cmp.Diff([]string{"Of the next week: Read\nit"}, f.titles(issue.Items)); diff != "" {
			t.Errorf("what was not public at the publication is in the issue:\n%s", diff)
		}
		storetest.Exec(t, db, "UPDATE blog_posts SET is_visible = false")
		if issue, err = f.Get(t.Context(), 1); err != nil || len(issue.Items) != 0 {
			t.Errorf("a hidden story is in the issue: %v %v", issue, err)
		}
		for _, number := range []int{0, -1, 2} {
			if _, err := f.Get(t.Context(), number); !fault.IsNotFound(err) {
				t.Errorf("issue %d: %v", number, err)
			}
		}
		first, err := f.Make(t.Context(), f.admin)
		must.NoError(t, err)
		second, err := f.Make(t.Context(), f.admin)
		must.NoError(t, err)
		if first.ID == second.ID || db.Client().WeeklyIssue.Query().Where(weeklyissue.Number(isDraft)).
			CountX(t.Context()) != 1 {
			t.Error("Make did not replace the draft")
		}
	})
}

// tokenIn returns the token of the newest mail to an address with a link to a path, empty for none.
func (f *fixture) tokenIn(address, path string) string {
	mails := f.db.Client().Mail.Query().Where(entmail.Recipient(address)).Order(ent.Desc(entmail.FieldID)).
		AllX(f.t.Context())
	for _, m := range mails {
		if _, after, found := strings.Cut(m.Text+m.Unsubscribe, path+"?token="); found {
			return strings.Fields(after)[0]
		}
	}
	return ""
}

func (f *fixture) subscribe(address string) {
	f.t.Helper()
	must.NoError(f.t, f.ask(f.t.Context(), address, func(context.Context, *ent.Client) error { return nil }))
}

// join subscribes an address and confirms it.
func (f *fixture) join(address string) {
	f.t.Helper()
	f.joinNow(address)
	storetest.Exec(f.t, f.db, "DELETE FROM mails")
	storetest.Exec(f.t, f.db, "DELETE FROM tasks")
}

func TestSubscribers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		mails := func(want int) {
			t.Helper()
			if n := db.Client().Mail.Query().CountX(t.Context()); n != want {
				t.Errorf("%d mails, want %d", n, want)
			}
		}
		began := time.Now()
		must.NoError(t, f.Subscribe(t.Context(), "Eve@example.org", ""))
		if took := time.Since(began); took < answerTime {
			t.Errorf("took %v", took)
		}
		mails(1)
		f.subscribe("eve@example.org") // at once
		mails(1)
		first := f.tokenIn("Eve@example.org", "/weekly/confirm")
		f.clock.Add(int64(firstPause / time.Second))
		f.subscribe("eve@example.org")
		mails(1)                                                 // instead of the first one, which has not been sent
		token := f.tokenIn("eve@example.org", "/weekly/confirm") // as it was entered last
		f.clock.Add(int64(firstPause / time.Second))             // the second pause is twice as long
		f.subscribe("eve@example.org")
		mails(1)
		wantCode(t, "a replaced token", f.Confirm(t.Context(), first), "INVALID_TOKEN")
		wantCode(t, "an empty token", f.Confirm(t.Context(), ""), "INVALID_TOKEN")
		for range 2 {
			must.NoError(t, f.Confirm(t.Context(), token))
		}
		f.subscribe("EVE@example.org")
		mails(2)
		known := db.Client().Mail.Query().Order(ent.Desc(entmail.FieldID)).FirstX(t.Context())
		if known.Subject != "You are subscribed to Kiln Board" || known.Unsubscribe == "" || known.UserID != nil {
			t.Errorf("mail to a subscriber: %+v", known)
		}

		f.subscribe("late@example.org")
		late := f.tokenIn("late@example.org", "/weekly/confirm")
		f.clock.Add(int64(confirmLife / time.Second))
		wantCode(t, "an expired token", f.Confirm(t.Context(), late), "INVALID_TOKEN")
		f.clock.Add(1)
		must.NoError(t, f.DeleteUnconfirmed(t.Context()))
		list, _, err := f.Subscribers(t.Context(), "EVE", 10, "")
		must.NoError(t, err)
		if n := db.Client().WeeklySubscriber.Query().CountX(t.Context()); n != 1 || len(list) != 1 {
			t.Errorf("%d subscribers, found %v", n, list)
		}

		end := f.tokenIn("eve@example.org", "/weekly/unsubscribe")
		for _, bad := range []string{"", "x", end[:len(end)-2], end[:len(end)-2] + "xx"} {
			wantCode(t, "unsubscribe with "+bad, f.Unsubscribe(t.Context(), bad), "INVALID_TOKEN")
		}
		for range 2 {
			must.NoError(t, f.Unsubscribe(t.Context(), end))
		}
		wantCode(t, "confirm again", f.Confirm(t.Context(), token), "INVALID_TOKEN")
		if n := db.Client().WeeklySubscriber.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d subscribers after the last one left", n)
		}
		for _, m := range db.Client().Mail.Query().AllX(t.Context()) {
			if strings.EqualFold(m.Recipient, "eve@example.org") {
				t.Errorf("a mail to somebody who left waits: %s", m.Subject)
			}
		}

		f.join("ada@example.org")
		id := db.Client().WeeklySubscriber.Query().OnlyIDX(t.Context())
		must.NoError(t, f.Delete(t.Context(), f.admin, id))
		wantCode(t, "delete again", f.Delete(t.Context(), f.admin, id), "SUBSCRIBER_NOT_FOUND")
	})
}

// Many addresses lead to one mailbox. Entering them mails it no more often than entering one.
func TestMailboxOfManyAddresses(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		mails := func(want int) {
			t.Helper()
			if n := db.Client().Mail.Query().CountX(t.Context()); n != want {
				t.Errorf("%d mails, want %d", n, want)
			}
		}
		for _, address := range []string{"j.doe@gmail.com", "J.Doe+1@gmail.com", "jd.o.e@gmail.com",
			"jdoe+x+y@GoogleMail.com"} {
			f.subscribe(address)
		}
		mails(1)
		f.subscribe("jdoe@example.org")
		f.subscribe("jdoe+kiln@example.org")
		mails(2)
		f.subscribe("j.doe@example.org") // another person
		mails(3)

		// The address that was entered last is the one that is confirmed.
		older := f.tokenIn("j.doe@gmail.com", "/weekly/confirm")
		f.clock.Add(int64(firstPause / time.Second))
		f.subscribe("jdoe+news@gmail.com")
		mails(3) // instead of the older one, which has not been sent
		wantCode(t, "an older address", f.Confirm(t.Context(), older), "INVALID_TOKEN")
		must.NoError(t, f.Confirm(t.Context(), f.tokenIn("jdoe+news@gmail.com", "/weekly/confirm")))
		f.subscribe("jdoe+more@gmail.com")
		known := db.Client().Mail.Query().Order(ent.Desc(entmail.FieldID)).FirstX(t.Context())
		if known.Recipient != "jdoe+news@gmail.com" || known.Subject != "You are subscribed to Kiln Board" {
			t.Errorf("mail to %s: %s", known.Recipient, known.Subject)
		}
		for search, want := range map[string]int{"j.doe": 3, "jdoe": 2, "J.Doe@gm": 1, "jdoe+x@gmail.com": 1,
			"j.doe@ex": 2, "doe": 0} {
			list, _, err := f.Subscribers(t.Context(), search, 10, "")
			must.NoError(t, err)
			if len(list) != want {
				t.Errorf("%d subscribers for %s, want %d", len(list), search, want)
			}
		}
	})
}

func TestSend(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		f.project(f.user("kira"), "Kiln")
		for i := range 120 {
			f.join(fmt.Sprintf("reader%d@example.org", i))
		}
		f.subscribe("unconfirmed@example.org")
		f.project(f.user("zoe"), "Vase")
		save := func() {
			_, err := f.Save(t.Context(), f.admin, Content{Title: "Fire", Introduction: "See [all](/search).",
				Items: []schema.WeeklyItem{{Type: project.Kind, ID: f.ids["Kiln"], Note: "Warm"},
					{Type: project.Kind, ID: f.ids["Vase"]}}})
			must.NoError(t, err)
		}
		save()
		_, err := f.Publish(t.Context(), f.admin, nil, 0)
		must.NoError(t, err)
		f.clock.Add(1)
		f.joinNow("after@example.org")

		sent := map[string]int{}
		transport := func(_ context.Context, m *ent.Mail) error {
			if m.Category == issueMails.Name {
				sent[m.Recipient]++
			}
			return nil
		}
		log := slog.New(slog.NewTextHandler(io.Discard, nil))
		now := func() time.Time { return time.Unix(f.clock.Load(), 0).UTC() }
		list := append(mail.NewSender(db, transport, log, now).Jobs(), jobs.Job{Name: sendJob, Do: f.send})
		steps := func() *jobs.Runner { return jobs.New(db, list[2:], log, now) }
		both := jobs.New(db, list, log, now)
		sending := func(wantSent, wantLeft int) {
			t.Helper()
			all, _, err := f.Sendings(t.Context(), 10, "")
			must.NoError(t, err)
			if all[0].Sent != wantSent || all[0].Left != wantLeft || all[0].Recipients != 120 {
				t.Errorf("sent %d, left %d of %d, want %d and %d", all[0].Sent, all[0].Left, all[0].Recipients,
					wantSent, wantLeft)
			}
		}
		sending(0, 120)
		step := f.step()
		if step != 50 {
			t.Fatalf("a step adds %d", step)
		}
		work := func(r *jobs.Runner) {
			t.Helper()
			must.NoError(t, r.Work(t.Context()))
			f.clock.Add(int64(stepTime / time.Second))
		}
		work(steps())
		work(steps())
		work(steps()) // the mail server does not keep up
		sending(0, 120)
		if n, err := mail.WaitingOf(t.Context(), db.Client(), issueMails); err != nil || n != 2*step {
			t.Errorf("%d wait: %v", n, err)
		}
		gone := db.Client().Mail.Query().Where(entmail.Category(issueMails.Name)).FirstX(t.Context())
		must.NoError(t, f.Unsubscribe(t.Context(), strings.Split(gone.Unsubscribe, "token=")[1]))
		storetest.Exec(t, db, "UPDATE projects SET is_public = false WHERE title = 'Vase'")
		for range 4 {
			work(both)
		}
		if len(sent) != 119 || sent[gone.Recipient] != 0 || sent["unconfirmed@example.org"] != 0 ||
			sent["after@example.org"] != 0 {
			t.Errorf("%d addresses got it", len(sent))
		}
		for address, n := range sent {
			if n != 1 {
				t.Errorf("%s got it %d times", address, n)
			}
		}
		all, _, err := f.Sendings(t.Context(), 10, "")
		must.NoError(t, err)
		if all[0].Left != 0 || all[0].QueuedAt == nil {
			t.Errorf("at the end: %+v", all[0])
		}
		if n := db.Client().Mail.Query().Where(entmail.Category(issueMails.Name)).CountX(t.Context()); n != 0 {
			t.Errorf("%d addresses stay in the mail queue", n)
		}
		// A cursor that is lost, as by a restored row, sends nothing twice.
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			if err := tx.WeeklyIssue.Update().ClearCursor().ClearQueuedAt().Exec(ctx); err != nil {
				return err
			}
			return jobs.Enqueue(ctx, tx, sendJob, all[0].ID, now(), now())
		}))
		for range 4 {
			work(both)
		}
		if len(sent) != 119 {
			t.Errorf("%d addresses got it", len(sent))
		}
		for address, n := range sent {
			if n != 1 {
				t.Errorf("%s got it %d times", address, n)
			}
		}
	})
}

// joinNow confirms an address without touching the mails and the tasks that wait.
func (f *fixture) joinNow(address string) {
	f.t.Helper()
	f.subscribe(address)
	must.NoError(f.t, f.Confirm(f.t.Context(), f.tokenIn(address, "/weekly/confirm")))
}

func TestAccountDeletionEndsTheSubscription(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		f.join("kira@example.com")
		f.join("other@example.com")
		u, _, err := f.accounts.Register(t.Context(), account.Registration{Username: "kira", Email: "Kira@example.com",
			Password: "vibecoding"}, access.Client{})
		must.NoError(t, err)
		f.write(func(ctx context.Context, tx *ent.Client) error {
			return tx.User.UpdateOneID(u.ID).SetEmailVerifiedAt(f.now()).Exec(ctx)
		})
		must.NoError(t, f.accounts.Delete(t.Context(), u.ID, "vibecoding", account.Erase))
		left := db.Client().WeeklySubscriber.Query().Select(weeklysubscriber.FieldEmail).StringsX(t.Context())
		if diff := cmp.Diff([]string{"other@example.com"}, left); diff != "" {
			t.Error(diff)
		}
	})
}
