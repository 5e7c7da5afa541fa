package moderation

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/ent"
)

// appealTest is a board with a project of the maker.
type appealTest struct {
	people
	db      *store.DB
	s       *Service
	project uuid.UUID
	second  *auth.Caller // another admin
	public  *time.Time
	ahead   time.Duration // of the clock
}

// newAppealTest returns a board whose moderators hide a project by its column tagline, as the kinds of content of the
// product do by theirs.
func newAppealTest(t *testing.T, db *store.DB, admins int) *appealTest {
	t.Helper()
	a := &appealTest{people: addPeople(t, db), db: db}
	if admins > 1 {
		a.second = addUsers(t, db, "second", 1, time.Now())[0]
		a.second.Role = auth.RoleAdmin
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.User.UpdateOneID(a.second.UserID).SetRole(auth.RoleAdmin).Exec(ctx)
		}))
	}
	projects := domain.Moderated{
		ItemKind: domain.ItemKind{Type: project.Kind, Table: "projects", Visible: "is_public", Noun: "Project",
			Targets: func(ctx context.Context, client *ent.Client, ids []uuid.UUID) (found []domain.Target, err error) {
				for _, id := range ids {
					p, err := client.Project.Get(ctx, id)
					if err != nil {
						return nil, err
					}
					found = append(found, domain.Target{ID: id, Title: p.Title, Owner: &ent.User{ID: p.UserID},
						IsHidden: p.Tagline == "hidden"})
				}
				return found, nil
			}},
		Owner: "user_id",
		SetHidden: func(ctx context.Context, tx *ent.Client, id uuid.UUID, hidden bool) (bool, error) {
			from, to := "hidden", "shown"
			if hidden {
				from, to = to, from
			}
			done, err := tx.ExecContext(ctx, "UPDATE projects SET tagline = $1 WHERE id = $2 AND tagline = $3", to, id, from)
			if err != nil {
				return false, err
			}
			n, err := done.RowsAffected()
			return n > 0, err
		},
	}
	a.s = NewService(db, []domain.Moderated{users, projects}, mail.Named("", ""),
		func(context.Context) (*time.Time, error) { return a.public, nil },
		func() time.Time { return time.Now().Add(a.ahead) })
	db.SetListeners(closeAppeals)
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		p, err := tx.Project.Create().SetUserID(a.maker.UserID).SetTitle("Kiln log").SetTitleKey("kiln log").
			SetTagline("shown").SetStage("mvp").SetPrimaryCategory("games").SetIsPublic(true).
			SetPublishedAt(time.Now()).SetRank(0).SetCreatedAt(time.Now()).SetUpdatedAt(time.Now()).Save(ctx)
		a.project = p.ID
		return err
	}))
	return a
}

func (a *appealTest) hide(t *testing.T) {
	t.Helper()
	must.NoError(t, a.s.SetHidden(t.Context(), a.admin, project.Kind, a.project, true, "Spam"))
}

func (a *appealTest) appeal(t *testing.T) *ent.Appeal {
	t.Helper()
	made, err := a.s.CreateAppeal(t.Context(), a.maker, project.Kind, a.project, "It is not spam.")
	must.NoError(t, err)
	return made
}

func wantFault(t *testing.T, what string, err error, code string) {
	t.Helper()
	got := ""
	if f := fault.Of(err); f != nil {
		got = f.Code
	}
	if err == nil || got != code {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
}

// Another moderator decides an appeal of an author, once for each decision.
func TestAppealOfAnItem(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a := newAppealTest(t, db, 2)
		ctx := t.Context()
		_, err := a.s.CreateAppeal(ctx, a.maker, project.Kind, a.project, "It is shown.")
		wantFault(t, "an appeal without a decision", err, "NOT_FOUND")
		report, err := a.s.Create(ctx, a.reader, Report{TargetType: project.Kind, TargetID: a.project, Reason: "spam"})
		must.NoError(t, err)
		_, err = a.s.Resolve(ctx, a.admin, report.ID, Hide, "Spam")
		must.NoError(t, err)
		_, err = a.s.CreateAppeal(ctx, a.reader, project.Kind, a.project, "Let it be.")
		wantFault(t, "an appeal by another user", err, "NOT_FOUND")
		made := a.appeal(t)
		_, err = a.s.CreateAppeal(ctx, a.maker, project.Kind, a.project, "Again.")
		wantFault(t, "a second appeal", err, "ALREADY_APPEALED")
		_, err = a.s.DecideAppeal(ctx, a.admin, made.ID, Refuse, "I was right")
		wantFault(t, "the moderator who decided", err, "OWN_DECISION")
		cases, _, err := a.s.Appeals(ctx, a.admin, Open, 20, "")
		if err != nil || len(cases) != 1 || cases[0].MayDecide || cases[0].Decision.Reason != "Spam" {
			t.Errorf("the queue of the moderator who decided: %+v, %v", cases, err)
		}
		if cases, _, err = a.s.Appeals(ctx, a.second, Open, 20, ""); err != nil || !cases[0].MayDecide {
			t.Errorf("the queue of another moderator: %+v, %v", cases, err)
		}
		done, err := a.s.DecideAppeal(ctx, a.second, made.ID, Grant, "Not spam")
		must.NoError(t, err)
		if done.Status != "granted" || done.Answer != "Not spam" || done.Target.IsHidden {
			t.Errorf("after it was granted: %+v, %+v", done.Appeal, done.Target)
		}
		var log []string
		for _, e := range db.Client().AuditEntry.Query().AllX(ctx) {
			log = append(log, e.Action+" "+e.Reason)
		}
		if got := strings.Join(log, ", "); !strings.HasSuffix(got, "restore Not spam, grant_appeal Not spam") {
			t.Errorf("the audit log has %q", got)
		}
		if r := db.Client().Report.GetX(ctx, report.ID); r.Decision != Restore {
			t.Errorf("the report was decided as %q, want %q", r.Decision, Restore)
		}
		_, err = a.s.DecideAppeal(ctx, a.second, made.ID, Refuse, "Or not")
		wantFault(t, "a second decision", err, "APPEAL_DECIDED")
		a.hide(t)
		again := a.appeal(t) // of the new decision
		done, err = a.s.DecideAppeal(ctx, a.second, again.ID, Refuse, "It is spam now")
		must.NoError(t, err)
		if done.Status != "refused" || !done.Target.IsHidden {
			t.Errorf("after it was refused: %+v, %+v", done.Appeal, done.Target)
		}
		exact(t, db, a.s)
	})
}

// The only moderator of a board decides about the own decision, and the log says so. A moderator who is suspended does
// not count, and nobody decides the own appeal.
func TestAppealToTheOnlyModerator(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a := newAppealTest(t, db, 2)
		ctx := t.Context()
		a.hide(t)
		made := a.appeal(t)
		_, err := a.s.DecideAppeal(ctx, a.admin, made.ID, Grant, "Not spam")
		wantFault(t, "one of two moderators", err, "OWN_DECISION")
		_, err = a.s.Suspend(ctx, a.admin, a.second.UserID, nil, "Spam")
		must.NoError(t, err)
		done, err := a.s.DecideAppeal(ctx, a.admin, made.ID, Grant, "Not spam")
		must.NoError(t, err)
		last := db.Client().AuditEntry.Query().Order(ent.Desc("id")).FirstX(ctx)
		if done.Answer != "Not spam" || last.Reason != "Not spam"+alone || last.PublicBy != "admin" {
			t.Errorf("answer %q, entry %+v", done.Answer, last)
		}
		own, err := a.s.CreateAppeal(ctx, &auth.Caller{UserID: a.second.UserID, Suspension: &auth.Suspension{}},
			account.Kind, a.second.UserID, "It was a test.")
		must.NoError(t, err)
		_, err = a.s.DecideAppeal(ctx, a.second, own.ID, Grant, "I am innocent")
		wantFault(t, "the own appeal", err, "OWN_APPEAL")
	})
}

// A suspended member appeals once for each suspension. Granting the appeal lifts the suspension that it is about.
func TestAppealOfASuspension(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a := newAppealTest(t, db, 2)
		ctx := t.Context()
		suspended := &auth.Caller{UserID: a.maker.UserID, Suspension: &auth.Suspension{}}
		appeal := func() *ent.Appeal {
			t.Helper()
			made, err := a.s.CreateAppeal(ctx, suspended, account.Kind, a.maker.UserID, "I am sorry.")
			must.NoError(t, err)
			return made
		}
		until := time.Now().Add(24 * time.Hour)
		_, err := a.s.Suspend(ctx, a.admin, a.maker.UserID, &until, "Rude")
		must.NoError(t, err)
		_, err = a.s.CreateAppeal(ctx, &auth.Caller{UserID: a.reader.UserID, Suspension: &auth.Suspension{}},
			account.Kind, a.maker.UserID, "Let the maker be.")
		wantFault(t, "an appeal of another's suspension", err, "NOT_FOUND")
		first := appeal()
		_, err = a.s.Suspend(ctx, a.admin, a.maker.UserID, nil, "Very rude")
		must.NoError(t, err)
		_, err = a.s.DecideAppeal(ctx, a.second, first.ID, Grant, "Not that rude")
		wantFault(t, "an appeal of a replaced suspension", err, "DECISION_REPLACED")
		_, err = a.s.DecideAppeal(ctx, a.second, first.ID, Refuse, "See the later one")
		must.NoError(t, err)
		_, err = a.s.DecideAppeal(ctx, a.second, appeal().ID, Grant, "Not that rude")
		must.NoError(t, err)
		if u := db.Client().User.GetX(ctx, a.maker.UserID); u.SuspendedAt != nil || u.SuspensionReason != "" {
			t.Errorf("the user is still suspended: %+v", u)
		}
	})
}

// A moderator neither grants nor refuses the appeal of what only admins may impose. The only admin decides it, however
// many moderators there are.
func TestAppealOfABanIsForAdmins(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a := newAppealTest(t, db, 1)
		ctx := t.Context()
		storetest.Exec(t, db, "UPDATE users SET role = 'moderator' WHERE id = $1", a.reader.UserID)
		moderator := &auth.Caller{UserID: a.reader.UserID, Role: auth.RoleModerator}
		suspended := &auth.Caller{UserID: a.maker.UserID, Suspension: &auth.Suspension{}}
		mayDecide := func(who *auth.Caller) bool {
			t.Helper()
			cases, _, err := a.s.Appeals(ctx, who, Open, 20, "")
			must.NoError(t, err)
			return len(cases) == 1 && cases[0].MayDecide
		}
		long, short := time.Now().Add(60*24*time.Hour), time.Now().Add(24*time.Hour)
		for _, until := range []*time.Time{nil, &long} {
			_, err := a.s.Suspend(ctx, a.admin, a.maker.UserID, until, "Rude")
			must.NoError(t, err)
			made, err := a.s.CreateAppeal(ctx, suspended, account.Kind, a.maker.UserID, "I am sorry.")
			must.NoError(t, err)
			for _, outcome := range []string{Grant, Refuse} {
				_, err = a.s.DecideAppeal(ctx, moderator, made.ID, outcome, "Fine")
				wantFault(t, "a moderator who would "+outcome, err, "ADMIN_REQUIRED")
			}
			if mayDecide(moderator) || !mayDecide(a.admin) {
				t.Errorf("until %v: may decide: moderator %t, admin %t", until, mayDecide(moderator), mayDecide(a.admin))
			}
			_, err = a.s.DecideAppeal(ctx, a.admin, made.ID, Grant, "Fine")
			must.NoError(t, err)
			if u := db.Client().User.GetX(ctx, a.maker.UserID); u.SuspendedAt != nil {
				t.Errorf("until %v: the user is still suspended", until)
			}
		}
		_, err := a.s.Suspend(ctx, a.admin, a.maker.UserID, &short, "Rude")
		must.NoError(t, err)
		made, err := a.s.CreateAppeal(ctx, suspended, account.Kind, a.maker.UserID, "I am sorry.")
		must.NoError(t, err)
		_, err = a.s.DecideAppeal(ctx, a.admin, made.ID, Grant, "Fine")
		wantFault(t, "the admin, where a moderator could", err, "OWN_DECISION")
		_, err = a.s.DecideAppeal(ctx, moderator, made.ID, Grant, "Fine")
		must.NoError(t, err)
	})
}

// If the item is shown again or deleted without the appeal, nothing waits any more.
func TestAppealWithoutNeed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a := newAppealTest(t, db, 1)
		ctx := t.Context()
		a.hide(t)
		made := a.appeal(t)
		must.NoError(t, a.s.SetHidden(ctx, a.admin, project.Kind, a.project, false, "A mistake"))
		if got := db.Client().Appeal.GetX(ctx, made.ID); got.Status != "granted" || got.Answer != "A mistake" {
			t.Errorf("after the item was shown again: %+v", got)
		}
		a.hide(t)
		a.appeal(t)
		must.NoError(t, db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			return db.Emit(ctx, tx, event.Event{Kind: event.Deleted,
				Item: event.Item{Type: project.Kind, ID: a.project}})
		}))
		if n, err := a.s.OpenAppeals(ctx); err != nil || n != 0 {
			t.Errorf("%d appeals wait after the item was deleted, err %v", n, err)
		}
	})
}

// The public log has what moderators decided since it is public, and not what else admins do.
func TestPublicLog(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a := newAppealTest(t, db, 1)
		ctx := t.Context()
		_, _, err := a.s.PublicLog(ctx, 20, "")
		wantFault(t, "a log that is not public", err, "NOT_FOUND")
		a.hide(t)
		a.ahead = time.Hour
		since := time.Now().Add(time.Minute)
		a.public = &since
		report, err := a.s.Create(ctx, a.reader,
			Report{TargetType: account.Kind, TargetID: a.maker.UserID, Reason: "spam"})
		must.NoError(t, err)
		_, err = a.s.Resolve(ctx, a.admin, report.ID, Dismiss, "Fine")
		must.NoError(t, err)
		must.NoError(t, a.s.SetHidden(ctx, a.admin, project.Kind, a.project, false,
			"A mistake of @ada, see https://kiln.example/a"))
		must.NoError(t, a.s.Warn(ctx, a.admin, a.maker.UserID, "Rude"))
		var got []string
		for token := ""; ; {
			entries, next, err := a.s.PublicLog(ctx, 1, token)
			must.NoError(t, err)
			for _, e := range entries {
				got = append(got, e.Action+" "+e.Reason+" "+e.PublicBy)
			}
			if token = next; next == "" {
				break
			}
		}
		if want := "warn  admin, restore A mistake of @…, see a link admin"; strings.Join(got, ", ") != want {
			t.Errorf("the log has %q, want %q", got, want)
		}
	})
}

// A public reason has no names and no links.
func TestPublicReason(t *testing.T) {
	for reason, want := range map[string]string{
		"Spam":                               "Spam",
		"Rude to @ada.":                      "Rude to @….",
		"@ada_b and @Zoë-1, again":           "@… and @…, again",
		"Copied from @ada@kiln.social":       "Copied from @…",
		"Wrote to ada.b+x@mail.example, too": "Wrote to @…, too",
		"See https://kiln.example/a?b=@ada.": "See a link.",
		"See [it](HTTP://kiln.example/a).":   "See [it](a link).",
		"On www.kiln.example/a, twice":       "On a link, twice",
		"On kiln.com/users/ada and kiln.dev": "On a link and a link",
		"E.g. version 1.2.3, i.e. old...":    "E.g. version 1.2.3, i.e. old...",
		"An ad without a story":              "An ad without a story",
	} {
		if got := publicReason(&ent.AuditEntry{Action: Hide, Reason: reason}); got != want {
			t.Errorf("%q is published as %q, want %q", reason, got, want)
		}
	}
	if got := publicReason(&ent.AuditEntry{Action: warn, Reason: "Please stop."}); got != "" {
		t.Errorf("a warning is published: %q", got)
	}
}
