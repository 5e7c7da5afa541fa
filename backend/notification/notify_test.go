package notification_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/blog"
	"uvboard/backend/follow"
	"uvboard/backend/forum"
	"uvboard/backend/media"
	"uvboard/backend/notification"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/user"
	"uvboard/backend/vote"
	"uvboard/ent"
	entmail "uvboard/ent/mail"
	entnotification "uvboard/ent/notification"
	"uvboard/ent/notificationpreference"
	"uvboard/ent/task"
	entuser "uvboard/ent/user"
)

// fixture is the service with the domains that cause most notifications, on a clock that tests move.
type fixture struct {
	*notification.Service
	db      *store.DB
	clock   *atomic.Int64 // seconds
	forum   *forum.Service
	blog    *blog.Service
	votes   *vote.Service
	follows *follow.Service
	jobs    []jobs.Job
}

func open(t *testing.T, db *store.DB) fixture {
	t.Helper()
	f := fixture{db: db, clock: new(atomic.Int64)}
	f.clock.Store(time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC).Unix()) // a Monday
	now := func() time.Time { return time.Unix(f.clock.Add(1), 0).UTC() }
	bucket, err := media.OpenBucket(t.Context(), "", t.TempDir())
	must.NoError(t, err)
	uploads := media.NewService(db, bucket, now)
	projects := project.NewService(db, uploads, now)
	f.votes = vote.NewService(db, []domain.Votable{forum.PostVotable, blog.CommentVotable}, now)
	f.forum, f.blog = forum.NewService(db, uploads, now), blog.NewService(db, uploads, projects, f.votes,
		"https://board.example", now)
	users := user.Domain(user.NewService(db, nil, now), nil)
	users.Notices = access.Domain(&access.Service{}).Notices
	domains := []domain.Domain{users, forum.Domain(f.forum), blog.Domain(f.blog), vote.Domain(f.votes)}
	f.follows = follow.NewService(db, domains, now)
	domains = append(domains, follow.Domain(f.follows))
	f.Service = notification.NewService(db, domains, mail.Named("UV Board", "https://board.example"),
		func() string { return "UTC" }, func() string { return "board@example.org" },
		fetch.New("test", fetch.Hosts{"127.0.0.1"}), now)
	own := notification.Domain(f.Service)
	f.jobs = own.Jobs
	db.SetListeners(own.Listeners...)
	return f
}

func (f fixture) user(t *testing.T, name string) *auth.Caller {
	t.Helper()
	caller := &auth.Caller{Username: name}
	must.NoError(t, f.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		now := time.Unix(f.clock.Load(), 0)
		u, err := account.NewUser(tx, name, name+"@example.com", "", now).Save(ctx)
		if err != nil {
			return err
		}
		caller.UserID, caller.SessionID = u.ID, store.NewID(now)
		return tx.Session.Create().SetID(caller.SessionID).SetTokenHash(name).SetUserID(u.ID).SetCreatedAt(now).
			SetLastUsedAt(now).SetExpiresAt(now.AddDate(1, 0, 0)).Exec(ctx)
	}))
	storetest.Age(t, f.db, caller.UserID)
	return caller
}

// work runs the tasks, and the scheduled jobs that are due.
func (f fixture) work(t *testing.T) {
	t.Helper()
	// Without the mails, which would be sent between two tasks or after both.
	unscheduled := slices.DeleteFunc(slices.Clone(f.jobs), func(j jobs.Job) bool { return j.Do == nil })
	runner := jobs.New(f.db, unscheduled, slog.New(slog.DiscardHandler),
		func() time.Time { return time.Unix(f.clock.Add(1), 0) })
	stop := runner.Start(t.Context(), func(context.Context) error { return nil })
	defer stop()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		n, err := f.db.Client().Task.Query().Where(task.JobNEQ("deliver mail")).Count(t.Context())
		must.NoError(t, err)
		if n == 0 {
			return
		}
	}
	for _, row := range f.db.Client().Task.Query().AllX(t.Context()) {
		t.Errorf("task %s: %d attempts, %s", row.Payload, row.Attempts, row.Failure)
	}
	t.Fatalf("the tasks are not done; %d notifications", f.db.Client().Notification.Query().CountX(t.Context()))
}

// inbox returns the notifications of a user as short texts, newest first.
func (f fixture) inbox(t *testing.T, who *auth.Caller, filter string) (lines []string) {
	t.Helper()
	entries, _, err := f.Inbox(t.Context(), who.UserID, filter, 100, "")
	must.NoError(t, err)
	for _, e := range entries {
		actor := "-"
		if e.Edges.Actor != nil {
			actor = e.Edges.Actor.Username
		}
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %d %s %s", e.Kind, actor, e.People, e.Target.Title,
			e.Detail)))
	}
	return lines
}

func equal(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestReplies(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		ada, ben, cy, dee := f.user(t, "ada"), f.user(t, "ben"), f.user(t, "cy"), f.user(t, "dee")
		channel, err := f.forum.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		thread, err := f.forum.CreateThread(t.Context(), ada, channel.ID, "Which cone?", "Hello @dee.")
		must.NoError(t, err)
		reply := func(who *auth.Caller, to *uuid.UUID, text string) uuid.UUID {
			t.Helper()
			p, err := f.forum.CreatePost(t.Context(), who, thread.ID, to, text)
			must.NoError(t, err)
			return p.ID
		}
		first := reply(ben, nil, "Six.")
		reply(ben, nil, "Or seven.")
		f.work(t)
		reply(cy, &first, "Never, @ben and @ada!")
		f.work(t)
		equal(t, "of the author, grouped", f.inbox(t, ada, notification.All), "mention cy 1 Which cone?",
			"reply ben 1 Which cone?")
		equal(t, "of the one who was answered and mentioned", f.inbox(t, ben, notification.All),
			"mention cy 1 Which cone?")
		equal(t, "of the one who posted last", f.inbox(t, cy, notification.All))
		equal(t, "mentions", f.inbox(t, dee, notification.Mentions), "mention ada 1 Which cone?")

		// A group counts people, until it is read.
		reply(cy, nil, "Eight.")
		reply(dee, nil, "Nine.")
		f.work(t)
		equal(t, "a group of three", f.inbox(t, ada, notification.Unread), "reply dee 3 Which cone?",
			"mention cy 1 Which cone?")
		if n, err := f.CountUnread(t.Context(), ada.UserID); err != nil || n != 2 {
			t.Errorf("%d unread, %v", n, err)
		}
		entries, _, err := f.Inbox(t.Context(), ada.UserID, notification.All, 1, "")
		must.NoError(t, err)
		if path := entries[0].Target.Path; !strings.Contains(path, "?post=") {
			t.Errorf("leads to %s", path)
		}
		must.NoError(t, f.Read(t.Context(), ada.UserID, entries[0].ID))
		if err := f.Read(t.Context(), ben.UserID, entries[0].ID); err == nil {
			t.Error("another user reads it")
		}
		last := reply(ben, nil, "Ten.")
		f.work(t)
		equal(t, "after it was read", f.inbox(t, ada, notification.Unread), "reply ben 1 Which cone?",
			"mention cy 1 Which cone?")

		// Of what is deleted nothing is left.
		must.NoError(t, f.forum.DeletePost(t.Context(), ben, last))
		f.work(t)
		equal(t, "after the deletion", f.inbox(t, ada, notification.Unread), "mention cy 1 Which cone?")
		for _, who := range []*auth.Caller{ada, ben, dee} {
			must.NoError(t, f.ReadAll(t.Context(), who.UserID))
		}
		equal(t, "after all were read", f.inbox(t, ada, notification.Unread))

		// Mutes, and the end of a watch.
		must.NoError(t, f.Mute(t.Context(), ada.UserID, "user", cy.UserID))
		must.NoError(t, f.Mute(t.Context(), ben.UserID, "thread", thread.ID))
		must.NoError(t, f.Mute(t.Context(), ben.UserID, "thread", thread.ID))
		must.NoError(t, f.forum.Watch(t.Context(), dee, thread.ID, false))
		reply(cy, &first, "Eleven, @ada.")
		f.work(t)
		for _, who := range []*auth.Caller{ada, ben, dee} {
			equal(t, who.Username+" is not told", f.inbox(t, who, notification.Unread))
		}
		if mutes, err := f.Mutes(t.Context(), ben.UserID); err != nil || len(mutes) != 1 {
			t.Errorf("mutes %v, %v", mutes, err)
		}
	})
}

func TestMilestones(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		ada := f.user(t, "ada")
		channel, err := f.forum.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		thread, err := f.forum.CreateThread(t.Context(), ada, channel.ID, "Which cone?", "Hello.")
		must.NoError(t, err)
		p, err := f.forum.CreatePost(t.Context(), ada, thread.ID, nil, "Six.")
		must.NoError(t, err)
		for i := range 6 {
			who := f.user(t, fmt.Sprintf("voter%d", i))
			for range 2 { // voting again after a withdrawal tells nothing again
				_, err := f.votes.Cast(t.Context(), who.UserID, forum.PostKind, p.ID, vote.Up)
				must.NoError(t, err)
				if i == 4 {
					_, err := f.votes.Cast(t.Context(), who.UserID, forum.PostKind, p.ID, vote.None)
					must.NoError(t, err)
					_, err = f.votes.Cast(t.Context(), who.UserID, forum.PostKind, p.ID, vote.Up)
					must.NoError(t, err)
				}
			}
		}
		f.work(t)
		rows := db.Client().Notification.Query().Where(entnotification.UserID(ada.UserID)).
			Order(entnotification.ByID()).AllX(t.Context())
		var details []string
		for _, row := range rows {
			details = append(details, row.Detail)
		}
		if len(rows) != 2 || !strings.Contains("1 5, 5 1", strings.Join(details, " ")) {
			t.Errorf("milestones %v", details)
		}
		listed, _, err := f.Inbox(t.Context(), ada.UserID, notification.All, 10, "")
		must.NoError(t, err)
		if len(listed) != 1 || listed[0].Edges.Actor != nil {
			t.Errorf("milestones name voters: %+v", listed)
		}
	})
}

// A notification is due by email at once or with the next digest, and one email has all that are unread.
// A notification of a follower shows the follower, in the inbox and by email.
func TestFollowers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		ada, ben, cy := f.user(t, "ada"), f.user(t, "ben"), f.user(t, "cy")
		_, err := f.SetPreferences(t.Context(), ada.UserID, notification.Change{Digest: "off"})
		must.NoError(t, err)
		storetest.Exec(t, db, "UPDATE users SET bio = 'Fires on ' || username")
		notified := func(want ...string) {
			t.Helper()
			f.work(t)
			runJob(t, f, "mail notifications")
			entries, _, err := f.Inbox(t.Context(), ada.UserID, notification.All, 100, "")
			must.NoError(t, err)
			var got []string
			for _, e := range entries {
				got = append(got, fmt.Sprintf("%s of %d: %s, %s, %s",
					e.Edges.Actor.Username, e.People, e.Target.Title, e.Target.Text, e.Target.Path))
			}
			equal(t, "inbox", got, want...)
		}
		_, err = f.follows.Add(t.Context(), ben.UserID, follow.User, ada.UserID.String())
		must.NoError(t, err)
		notified("ben of 1: @ben, Fires on ben, /profile/ben")
		_, err = f.follows.Add(t.Context(), cy.UserID, follow.User, ada.UserID.String())
		must.NoError(t, err)
		notified("cy of 2: @cy, Fires on cy, /profile/cy")
		equal(t, "mails", db.Client().Mail.Query().Order(entmail.ByID()).Select(entmail.FieldSubject).
			StringsX(t.Context()),
			"ben follows you", "cy and 1 other follow you")

		// An account that is deleted follows nobody.
		for more := true; more; {
			more, err = notification.Domain(f.Service).ErasePrivate(t.Context(), cy.UserID)
			must.NoError(t, err)
		}
		notified("ben of 1: @ben, Fires on ben, /profile/ben")
	})
}

func TestEmails(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		ada, ben, cy := f.user(t, "ada"), f.user(t, "ben"), f.user(t, "cy")
		hour := 9
		_, err := f.SetPreferences(t.Context(), ada.UserID, notification.Change{Digest: "daily", DigestHour: &hour,
			TimeZone: new("Europe/Berlin")})
		must.NoError(t, err)
		_, err = f.SetPreferences(t.Context(), ben.UserID, notification.Change{Digest: "off"})
		must.NoError(t, err)
		_, err = f.SetPreferences(t.Context(), cy.UserID, notification.Change{Kinds: map[string]uint8{"mention": 1}})
		must.NoError(t, err)
		// Inbox and email of security stay; push is up to the user.
		for channels, refused := range map[uint8]bool{0: true, 1: true, 2: true, 4: true, 6: true, 3: false, 7: false} {
			p, err := f.SetPreferences(t.Context(), cy.UserID,
				notification.Change{Kinds: map[string]uint8{"security": channels}})
			if (err != nil) != refused || err == nil && p.Kinds["security"] != channels {
				t.Errorf("security at %d: %v, %v", channels, p.Kinds, err)
			}
		}
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error { // from before the rule
			return tx.NotificationPreference.Update().SetKinds(map[string]uint8{"mention": 1, "security": 0}).
				Where(notificationpreference.UserID(cy.UserID)).Exec(ctx)
		}))
		if p, err := f.Preferences(t.Context(), cy.UserID); err != nil || p.Kinds["security"] != 3 ||
			p.Kinds["mention"] != 1 {
			t.Errorf("preferences %v, %v", p, err)
		}
		if _, err := f.SetPreferences(t.Context(), ada.UserID,
			notification.Change{TimeZone: new("Kiln/Nowhere")}); err == nil {
			t.Error("an unknown time zone")
		}
		channel, err := f.forum.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		for i := range 2 {
			_, err = f.forum.CreateThread(t.Context(), f.user(t, fmt.Sprintf("writer%d", i)), channel.ID,
				fmt.Sprintf("Thread %d", i), "Hello @ada, @ben and @cy.")
			must.NoError(t, err)
		}
		f.work(t)
		mails := func() (to []string) {
			runJob(t, f, "mail notifications")
			for _, m := range db.Client().Mail.Query().AllX(t.Context()) {
				to = append(to, m.Recipient+": "+m.Subject)
			}
			return to
		}
		equal(t, "at once", mails(), "ben@example.com: 2 new notifications")
		f.clock.Store(time.Date(2026, 5, 5, 6, 59, 0, 0, time.UTC).Unix())
		equal(t, "before 9 in Berlin", mails(), "ben@example.com: 2 new notifications")
		f.clock.Store(time.Date(2026, 5, 5, 7, 0, 1, 0, time.UTC).Unix())
		equal(t, "after 9 in Berlin", mails(), "ben@example.com: 2 new notifications",
			"ada@example.com: 2 new notifications")
		equal(t, "once", mails(), "ben@example.com: 2 new notifications", "ada@example.com: 2 new notifications")

		// Alarms come although the allowance of the others is used up.
		sent := mails()
		for i := range 12 {
			_, err = f.forum.CreateThread(t.Context(), cy, channel.ID, fmt.Sprintf("Loud %d", i), "Hello @ben.")
			must.NoError(t, err)
			f.work(t)
			sent = mails()
		}
		alarm := func() {
			t.Helper()
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				return db.Emit(ctx, tx, event.Event{Kind: event.Secured,
					Item: event.Item{Type: account.Kind, ID: ben.UserID}, Detail: "password"})
			}))
			f.work(t)
		}
		alarm()
		equal(t, "an alarm to an address that may be a stranger's", mails(), sent...)
		storetest.Exec(t, db, "UPDATE users SET email_verified_at = created_at WHERE username = 'ben'")
		alarm()
		equal(t, "an alarm", mails(), append(sent, "ben@example.com: Your password was changed.")...)
	})
}

// One table says what goes out by email: the link in a mail switches off the rows that its category stands for, and no
// others.
func TestUnsubscribe(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		ada, ben := f.user(t, "ada"), f.user(t, "ben")
		channel, err := f.forum.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		mails := 0
		mention := func(want int) {
			t.Helper()
			_, err := f.forum.CreateThread(t.Context(), ada, channel.ID, "Which cone?", "Hello @ben.")
			must.NoError(t, err)
			f.work(t)
			f.clock.Add(25 * 60 * 60)
			runJob(t, f, "mail notifications")
			mails += want
			if n := db.Client().Mail.Query().Where(entmail.UserID(ben.UserID)).CountX(t.Context()); n != mails {
				t.Errorf("%d mails, want %d", n, mails)
			}
		}
		const inbox, email, push = 1, 2, 4
		expect := func(want map[string]uint8, isOn bool) {
			t.Helper()
			p, err := f.Preferences(t.Context(), ben.UserID)
			must.NoError(t, err)
			if diff := cmp.Diff(want, p.Kinds); diff != "" {
				t.Errorf("rows -want +got\n%s", diff)
			}
			all, err := f.List(t.Context(), ben.UserID)
			must.NoError(t, err)
			if len(all) != 1 || all[0].Name != "notifications" || all[0].IsOn != isOn {
				t.Errorf("categories %+v, want notifications, on: %t", all, isOn)
			}
		}
		rows := func(others, mention uint8) map[string]uint8 {
			return map[string]uint8{
				"reply": others, "comment": others, "follower": others, "project_update": others, "mention": mention,
				"followed_published": inbox | push, "vote_milestone": inbox | push, "security": inbox | email | push,
			}
		}
		expect(rows(inbox|email|push, inbox|email|push), true)
		mention(1)

		_, err = f.forum.CreateThread(t.Context(), ada, channel.ID, "Before", "Hello @ben.") // in no mail yet
		must.NoError(t, err)
		f.work(t)
		link, err := url.Parse(db.Client().Mail.Query().Where(entmail.UserID(ben.UserID)).
			OnlyX(t.Context()).Unsubscribe)
		must.NoError(t, err)
		for range 2 {
			must.NoError(t, f.Unsubscribe(t.Context(), link.Query().Get("token")))
		}
		expect(rows(inbox|push, inbox|push), false)
		mention(0)

		// What the table says on, goes out.
		_, err = f.SetPreferences(t.Context(), ben.UserID,
			notification.Change{Kinds: map[string]uint8{"mention": inbox | email}})
		must.NoError(t, err)
		expect(rows(inbox|push, inbox|email), true)
		mention(1)
		_, err = f.SetEmail(t.Context(), ben.UserID, "notifications", true) // it is
		must.NoError(t, err)
		expect(rows(inbox|push, inbox|email), true)

		// Off and on again has what is on without a choice.
		for _, on := range []bool{false, true} {
			_, err = f.SetEmail(t.Context(), ben.UserID, "notifications", on)
			must.NoError(t, err)
		}
		expect(rows(inbox|email|push, inbox|email), true)
	})
}

// runJob runs a scheduled job.
func runJob(t *testing.T, f fixture, name string) {
	t.Helper()
	i := slices.IndexFunc(f.jobs, func(j jobs.Job) bool { return j.Name == name })
	must.NoError(t, f.jobs[i].Run(t.Context()))
}

// Each of 10,000 users is told once, although the server ends in the midst of the work and the event comes twice.
func TestFanOut(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		const users = 10_000
		var ids []uuid.UUID
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			for i := 0; i < users; i += 500 {
				var rows []*ent.UserCreate
				for j := range 500 {
					name := fmt.Sprintf("user%d", i+j)
					rows = append(rows, account.NewUser(tx, name, name+"@example.com", "",
						time.Unix(f.clock.Load(), 0)))
				}
				made, err := tx.User.CreateBulk(rows...).Save(ctx)
				if err != nil {
					return err
				}
				for _, u := range made {
					ids = append(ids, u.ID)
				}
			}
			return nil
		}))
		step := func() {}
		wide := domain.Domain{Notices: []domain.Notice{{
			Kind: "followed_published", On: func(e event.Event) bool { return e.Item.Type == "wide" },
			Of: func(context.Context, *ent.Client, event.Event) (*domain.Told, error) {
				return &domain.Told{SubjectID: uuid.Nil, To: func(ctx context.Context, after uuid.UUID,
					limit int) ([]uuid.UUID, error) {
					step()
					return db.Client().User.Query().Where(entuser.IDGT(after)).Order(entuser.ByID()).Limit(limit).
						IDs(ctx)
				}}, nil
			},
		}}}
		s := notification.NewService(db, []domain.Domain{wide}, mail.Named("", ""), func() string { return "UTC" },
			func() string { return "" }, fetch.New("test", nil), func() time.Time {
				return time.Unix(f.clock.Add(1), 0).
					UTC()
			})
		own := notification.Domain(s)
		db.SetListeners(own.Listeners...)
		f.jobs = own.Jobs
		e := event.Event{Kind: event.Published, Item: event.Item{Type: "wide", ID: uuid.New()}, Actor: ids[0]}
		emit := func() {
			began := time.Now()
			must.NoError(t, db.Write(t.Context(),
				func(ctx context.Context, tx *ent.Client) error { return db.Emit(ctx, tx, e) }))
			if took := time.Since(began); took > time.Second {
				t.Errorf("the event took %v", took)
			}
		}
		emit()
		// The server ends in the midst of the work.
		ctx, kill := context.WithCancel(t.Context())
		steps, row := 0, db.Client().Task.Query().OnlyX(t.Context())
		step = func() {
			if steps++; steps == 4 {
				kill()
			}
		}
		for _, job := range f.jobs {
			if job.Name == row.Job && job.Do(ctx, jobs.Task{Task: row}) == nil {
				t.Error("the work has gone on")
			}
		}
		if n := db.Client().Notification.Query().CountX(t.Context()); n == 0 || n >= users-1 {
			t.Errorf("%d notifications in the midst", n)
		}
		step = func() {}
		began := time.Now()
		f.work(t)
		t.Logf("%d notifications in %v", users, time.Since(began))
		emit()
		f.work(t)
		if n := db.Client().Notification.Query().CountX(t.Context()); n != users-1 {
			t.Errorf("%d notifications", n)
		}
	})
}
