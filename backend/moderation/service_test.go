package moderation

import (
	"cmp"
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"uvboard/backend/account"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
)

// people are users of a board.
type people struct{ admin, maker, reader *auth.Caller }

func addPeople(t *testing.T, db *store.DB) people {
	t.Helper()
	p := people{&auth.Caller{Role: auth.RoleAdmin}, &auth.Caller{}, &auth.Caller{}}
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		for name, caller := range map[string]*auth.Caller{"admin": p.admin, "maker": p.maker, "reader": p.reader} {
			u, err := account.NewUser(tx, name, name+"@example.com", "", time.Now()).
				SetRole(cmp.Or(caller.Role, auth.RoleMember)).Save(ctx)
			if err != nil {
				return err
			}
			caller.UserID = u.ID
		}
		return nil
	}))
	return p
}

// Entries of the audit log stay for two years.
func TestAuditLogExpires(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		now := time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)
		s := NewService(db, nil, mail.Named("", ""), nil, func() time.Time { return now })
		who := addPeople(t, db)
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			for i := range expireBatch + 2 { // one of them a moment young enough
				at := now.Add(-auditLife).Add(-time.Duration(i) * time.Minute)
				if err := audit.Add(ctx, db, tx, who.admin, audit.Entry{Action: audit.Hide, TargetType: project.Kind,
					Target: who.maker.UserID}, at); err != nil {
					return err
				}
			}
			return nil
		}))
		must.NoError(t, s.expireAudit(t.Context()))
		if left := db.Client().AuditEntry.Query().AllX(t.Context()); len(left) != 1 ||
			!left[0].CreatedAt.Equal(now.Add(-auditLife)) {
			t.Errorf("%d entries are left: %v", len(left), left)
		}
	})
}

// If a user is banned again while the ban is lifted, the last act decides whether the votes count.
func TestLiftDuringABan(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		votes := vote.NewService(db, []domain.Votable{project.Votable}, time.Now)
		s := NewService(db, nil, mail.Named("", ""), nil, time.Now)
		db.SetListeners(vote.Domain(votes).Listeners...)
		runner := jobs.New(db, vote.Domain(votes).Jobs, slog.New(slog.DiscardHandler), time.Now)
		who := addPeople(t, db)
		storetest.Age(t, db, who.reader.UserID)
		var p *ent.Project
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) (err error) {
			p, err = tx.Project.Create().SetUserID(who.maker.UserID).SetTitle("Kiln log").SetTitleKey("kiln log").
				SetTagline("Fires").SetStage("mvp").
				SetPrimaryCategory("games").SetIsPublic(true).SetPublishedAt(time.Now()).
				SetRank(vote.Rank(0, 0, time.Now())).
				SetCreatedAt(time.Now()).SetUpdatedAt(time.Now()).Save(ctx)
			return err
		}))
		_, err := votes.Cast(t.Context(), who.reader.UserID, project.Kind, p.ID, vote.Up)
		must.NoError(t, err)
		for range 30 {
			_, err := s.Suspend(t.Context(), who.admin, who.reader.UserID, nil, "Spam")
			must.NoError(t, err)
			must.Concurrently(t, 2, func(i int) error {
				if i == 0 {
					return s.Lift(t.Context(), who.admin, who.reader.UserID, "")
				}
				_, err := s.Suspend(t.Context(), who.admin, who.reader.UserID, nil, "More spam")
				return err
			})
			must.NoError(t, runner.Work(t.Context()))
			drifts, err := doctor.Examine(t.Context(), db,
				[]domain.Domain{vote.Domain(votes), Domain(s, event.Listener{})})
			if err != nil || len(drifts) > 0 {
				t.Fatalf("drift %v, err %v", drifts, err)
			}
		}
	})
}

// A moderator acts on members only, suspends for up to 30 days, and changes no suspension that only admins may impose.
func TestModerators(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		now := time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)
		users := domain.Moderated{ItemKind: domain.ItemKind{Type: account.Kind, Table: "users",
			Visible: "deleted_at IS NULL", Noun: "User"}, Owner: "id"}
		s := NewService(db, []domain.Moderated{users}, mail.Named("", ""), nil, func() time.Time { return now })
		who := addPeople(t, db)
		moderator := &auth.Caller{UserID: who.reader.UserID, Role: auth.RoleModerator}
		in := func(d time.Duration) *time.Time { at := now.Add(d); return &at }
		const day = 24 * time.Hour
		suspend := func(by *auth.Caller, until *time.Time) error {
			_, err := s.Suspend(t.Context(), by, who.maker.UserID, until, "Spam")
			return err
		}
		want := func(what, code string, err error) {
			t.Helper()
			got := ""
			if f := fault.Of(err); f != nil {
				got = f.Code
			} else {
				must.NoError(t, err)
			}
			if got != code {
				t.Errorf("%s: fault %q, want %q", what, got, code)
			}
		}
		want("by a member who was a moderator", "MODERATOR_REQUIRED", suspend(moderator, in(day)))
		storetest.Exec(t, db, "UPDATE users SET role = 'moderator' WHERE id = $1", moderator.UserID)
		want("by a moderator who was an admin", "ADMIN_REQUIRED",
			suspend(&auth.Caller{UserID: moderator.UserID, Role: auth.RoleAdmin}, in(day)))
		want("for 30 days", "", suspend(moderator, in(30*day)))
		want("replace", "", suspend(moderator, in(7*day)))
		want("for 31 days", "ADMIN_REQUIRED", suspend(moderator, in(31*day)))
		want("ban", "ADMIN_REQUIRED", suspend(moderator, nil))
		want("lift", "", s.Lift(t.Context(), moderator, who.maker.UserID, ""))
		for _, until := range []*time.Time{nil, in(31 * day)} {
			want("by an admin", "", suspend(who.admin, until))
			want("shorten", "ADMIN_REQUIRED", suspend(moderator, in(day)))
			want("lift what an admin imposed", "ADMIN_REQUIRED", s.Lift(t.Context(), moderator, who.maker.UserID, ""))
			want("warn", "", s.Warn(t.Context(), moderator, who.maker.UserID, "Spam"))
		}
		want("lift by an admin", "", s.Lift(t.Context(), who.admin, who.maker.UserID, ""))
		r, err := s.Create(t.Context(), who.maker,
			Report{TargetType: account.Kind, TargetID: moderator.UserID, Reason: "spam"})
		must.NoError(t, err)
		_, err = s.Resolve(t.Context(), moderator, r.ID, Dismiss, "Not me")
		want("decide about oneself", "OWN_CONTENT", err)
		_, err = s.Resolve(t.Context(), who.admin, r.ID, Dismiss, "No violation")
		want("decide by an admin", "", err)

		for _, role := range []auth.Role{auth.RoleModerator, auth.RoleAdmin} {
			storetest.Exec(t, db, "UPDATE users SET role = $1 WHERE id = $2", string(role), who.maker.UserID)
			want("suspend a "+string(role), "ADMIN_REQUIRED", suspend(moderator, in(day)))
			want("warn a "+string(role), "ADMIN_REQUIRED", s.Warn(t.Context(), moderator, who.maker.UserID, "Spam"))
			want("suspend by an admin", "", suspend(who.admin, in(day)))
			want("lift of a "+string(role), "ADMIN_REQUIRED", s.Lift(t.Context(), moderator, who.maker.UserID, ""))
			want("lift by an admin", "", s.Lift(t.Context(), who.admin, who.maker.UserID, ""))
		}
	})
}

// Two admins who dismiss reports of a target at once make one decision.
func TestTwoDecisionsAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		who := addPeople(t, db)
		users := domain.Moderated{ItemKind: domain.ItemKind{Type: account.Kind, Table: "users",
			Visible: "deleted_at IS NULL", Noun: "User"}, Owner: "id"}
		s := NewService(db, []domain.Moderated{users}, mail.Named("", ""), nil, time.Now)
		for round := 1; round <= 10; round++ {
			var reports [2]*ent.Report
			for i, reporter := range []*auth.Caller{who.reader, who.admin} {
				var err error
				reports[i], err = s.Create(t.Context(), reporter,
					Report{TargetType: account.Kind, TargetID: who.maker.UserID, Reason: "spam"})
				must.NoError(t, err)
			}
			must.Concurrently(t, 2, func(i int) error {
				_, err := s.Resolve(t.Context(), who.admin, reports[i].ID, Dismiss, "No violation")
				return err
			})
			if n := db.Client().AuditEntry.Query().CountX(t.Context()); n != round {
				t.Fatalf("%d acts after %d decisions", n, round)
			}
		}
	})
}

// If two admins reopen reports that were decided together, one reopens both and the other gets a fault, without a
// deadlock.
func TestTwoReopenAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		who := addPeople(t, db)
		users := domain.Moderated{ItemKind: domain.ItemKind{Type: account.Kind, Table: "users",
			Visible: "deleted_at IS NULL", Noun: "User"}, Owner: "id"}
		s := NewService(db, []domain.Moderated{users}, mail.Named("", ""), nil, time.Now)
		var reports [2]*ent.Report
		for i, reporter := range []*auth.Caller{who.reader, who.admin} {
			var err error
			reports[i], err = s.Create(t.Context(), reporter,
				Report{TargetType: account.Kind, TargetID: who.maker.UserID, Reason: "spam"})
			must.NoError(t, err)
		}
		for range 10 {
			_, err := s.Resolve(t.Context(), who.admin, reports[0].ID, Dismiss, "No violation")
			must.NoError(t, err)
			var late atomic.Int32
			begin := time.Now()
			must.Concurrently(t, 2, func(i int) error {
				_, err := s.Resolve(t.Context(), who.admin, reports[i].ID, Reopen, "Look again")
				if f := fault.Of(err); f != nil && f.Code == "REPORT_OPEN" {
					late.Add(1)
					return nil
				}
				return err
			})
			// PostgreSQL looks for deadlocks after a second
			if took := time.Since(begin); late.Load() != 1 || took > time.Second {
				t.Errorf("%d admins were too late, after %v", late.Load(), took)
			}
		}
	})
}
