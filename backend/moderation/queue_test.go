package moderation

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// overseer is an admin.
var overseer = &auth.Caller{Role: auth.RoleAdmin}

// users is a kind of content whose items tests can make cheaply.
var users = domain.Moderated{
	ItemKind: domain.ItemKind{Type: account.Kind, Table: "users", Visible: "deleted_at IS NULL", Noun: "User",
		Targets: func(context.Context, *ent.Client, []uuid.UUID) ([]domain.Target, error) { return nil, nil }},
	Owner: "id",
}

// addUsers adds users whose accounts are made at a time.
func addUsers(t *testing.T, db *store.DB, prefix string, n int, at time.Time) []*auth.Caller {
	t.Helper()
	callers := make([]*auth.Caller, n)
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		rows := make([]*ent.UserCreate, n)
		for i := range rows {
			name := fmt.Sprintf("%s%d", prefix, i)
			rows[i] = account.NewUser(tx, name, name+"@example.com", "", at)
		}
		made, err := tx.User.CreateBulk(rows...).Save(ctx)
		for i, u := range made {
			callers[i] = &auth.Caller{UserID: u.ID}
		}
		return err
	}))
	return callers
}

// exact fails the test unless each case agrees with the reports.
func exact(t *testing.T, db *store.DB, s *Service) {
	t.Helper()
	drifts, err := doctor.Examine(t.Context(), db, []domain.Domain{Domain(s, event.Listener{})})
	if err != nil || len(drifts) > 0 {
		t.Fatalf("drift %v, err %v", drifts, err)
	}
}

// A thousand reports by fifty throw-away accounts of two hundred things do not bury the report of one member, whether
// it is made before, during or hours after the flood.
func TestFloodOfReports(t *testing.T) {
	const seed, accounts, things, page = 35, 50, 200, 20
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		now := time.Date(2026, 11, 29, 3, 0, 0, 0, time.UTC)
		s := NewService(db, []domain.Moderated{users}, mail.Named("", ""), nil, func() time.Time { return now })
		members := addUsers(t, db, "member", 3, now.Add(-72*time.Hour))
		bad := addUsers(t, db, "bad", 3, now.Add(-72*time.Hour)) // what the members report
		targets := addUsers(t, db, "thing", things, now.Add(-72*time.Hour))
		flood := addUsers(t, db, "flood", accounts, now.Add(-time.Minute))
		report := func(by, of *auth.Caller) {
			t.Helper()
			_, err := s.Create(t.Context(), by, Report{TargetType: account.Kind, TargetID: of.UserID, Reason: "spam"})
			must.NoError(t, err)
		}
		report(members[0], bad[0])
		type pair struct{ by, of int }
		var pairs []pair
		for of := range things { // five reporters of each thing, twenty things of each reporter
			for i := range 5 {
				pairs = append(pairs, pair{(of*5 + i) % accounts, of})
			}
		}
		rand.New(rand.NewPCG(seed, seed)).
			Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		for i, p := range pairs {
			if i == len(pairs)/2 {
				report(members[1], bad[1])
			}
			now = now.Add(time.Second)
			report(flood[p.by], targets[p.of])
		}
		now = now.Add(8 * time.Hour)
		report(members[2], bad[2])
		cases, next, err := s.Queue(t.Context(), overseer, page, "")
		must.NoError(t, err)
		if next == "" {
			t.Fatal("the queue has one page")
		}
		for i, c := range cases[:3] {
			if c.ID != bad[i].UserID || c.OpenReports != 1 || c.Reporters != 1 {
				t.Errorf("case %d is of %s with %d reports, want the one of member %d", i, c.ID, c.OpenReports, i)
			}
		}
		if c := cases[3]; c.OpenReports != 5 || c.Reporters != 0 || len(c.Reports) != 5 || c.Reasons[0].Count != 5 {
			t.Errorf("a case of the flood: %+v", c)
		}
		seen := map[uuid.UUID]bool{}
		for token := ""; ; {
			cases, next, err := s.Queue(t.Context(), overseer, page, token)
			must.NoError(t, err)
			for _, c := range cases {
				seen[c.ID] = true
			}
			if token = next; next == "" {
				break
			}
		}
		if len(seen) != things+3 {
			t.Errorf("the pages have %d cases, want %d", len(seen), things+3)
		}
		exact(t, db, s)
	})
}

// The place of a case follows from the number of its reporters in good standing and its age.
func TestPlaceInTheQueue(t *testing.T) {
	at := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for reporters, hours := range []time.Duration{48, 8, 6, 4, 2, 0, 0} {
		if got := dueAt(at, reporters).Sub(at); got != hours*time.Hour {
			t.Errorf("%d reporters: %v later, want %d hours", reporters, got, hours)
		}
	}
}

// docs/moderation.md and the web app state the numbers of the queue.
func TestRulesAreStated(t *testing.T) {
	docs, err := os.ReadFile("../../docs/moderation.md")
	must.NoError(t, err)
	for _, want := range []string{
		fmt.Sprintf("younger than %.0f hours", settled.Hours()),
		fmt.Sprintf("has made %d reports in the last 24 hours", reportsADay),
		fmt.Sprintf("at least %d of the member's reports are decided, and more than half of the last %d", minDecided, lastDecided),
		fmt.Sprintf("| none | %.0f hours |", dueAt(time.Time{}, 0).Sub(time.Time{}).Hours()),
		fmt.Sprintf("| 1 | %.0f hours |", dueAt(time.Time{}, 1).Sub(time.Time{}).Hours()),
		fmt.Sprintf("| 4 | %.0f hours |", dueAt(time.Time{}, 4).Sub(time.Time{}).Hours()),
		fmt.Sprintf("| %d or more | at once |", maxReporters),
	} {
		if !strings.Contains(string(docs), want) {
			t.Errorf("docs/moderation.md does not say %q", want)
		}
	}
	page, err := os.ReadFile("../../webapp/src/components/report/rules.ts")
	must.NoError(t, err)
	for name, want := range map[string]float64{
		"newAccountHours": settled.Hours(), "reportsPerDay": reportsADay, "lastDecided": lastDecided,
		"minDecided": minDecided, "maxReporters": maxReporters, "hoursPerReporter": perReporter.Hours(),
		"oneReporterHours": dueAt(time.Time{}, 1).Sub(time.Time{}).Hours(), "otherHours": withoutMember.Hours(),
	} {
		if line := fmt.Sprintf("  %s: %.0f,\n", name, want); !strings.Contains(string(page), line) {
			t.Errorf("rules.ts has no %q", line)
		}
	}
	if n := strings.Count(string(page), ": "); n != 8 {
		t.Errorf("rules.ts has %d numbers, and 8 are compared", n)
	}
}

// A report weighs in full as docs/moderation.md says.
func TestGoodStanding(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		now := time.Date(2026, 11, 29, 3, 0, 0, 0, time.UTC)
		s := NewService(db, []domain.Moderated{users}, mail.Named("", ""), nil, func() time.Time { return now })
		who := addPeople(t, db)
		targets := addUsers(t, db, "thing", 40, now.Add(-72*time.Hour))
		next := 0
		report := func(by *auth.Caller) *ent.Report {
			t.Helper()
			r, err := s.Create(t.Context(), by,
				Report{TargetType: account.Kind, TargetID: targets[next].UserID, Reason: "spam"})
			must.NoError(t, err)
			next++
			return r
		}
		expect := func(why string, r *ent.Report, want bool) {
			t.Helper()
			if r.InGoodStanding != want {
				t.Errorf("%s: in good standing %v, want %v", why, r.InGoodStanding, want)
			}
		}
		young, old := addUsers(t, db, "young", 1, now.Add(-24*time.Hour+time.Second))[0],
			addUsers(t, db, "old", 1, now.Add(-24*time.Hour))[0]
		expect("an account younger than a day", report(young), false)
		for i := range reportsADay {
			expect(fmt.Sprintf("report %d of the day", i+1), report(old), true)
		}
		expect("the sixth report of the day", report(old), false)
		for range reportsADay + 1 {
			expect("an admin", report(who.admin), true)
		}
		decide := func(decision string) {
			t.Helper()
			now = now.Add(25 * time.Hour)
			r := report(old)
			if decision == Dismiss {
				_, err := s.Resolve(t.Context(), who.admin, r.ID, Dismiss, "No violation")
				must.NoError(t, err)
				return
			}
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				err := tx.Report.UpdateOneID(r.ID).SetStatus(Resolved).SetDecision(Hide).SetResolvedAt(now).Exec(ctx)
				if err != nil {
					return err
				}
				return recount(ctx, tx, r.TargetType, r.TargetID, now)
			}))
		}
		decide(Dismiss)
		decide(Dismiss)
		now = now.Add(25 * time.Hour)
		expect("two dismissed reports", report(old), true)
		decide(Dismiss)
		now = now.Add(25 * time.Hour)
		expect("three dismissed reports", report(old), false)
		for range 3 {
			decide(Hide)
		}
		now = now.Add(25 * time.Hour)
		expect("half of the decided reports dismissed", report(old), true)
		exact(t, db, s)
	})
}

// Reports and decisions of one thing at the same time leave the case exact.
func TestCaseAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		who := addPeople(t, db)
		s := NewService(db, []domain.Moderated{users}, mail.Named("", ""), nil, time.Now)
		reporters := addUsers(t, db, "reporter", 40, time.Now().Add(-48*time.Hour))
		first, err := s.Create(t.Context(), who.reader,
			Report{TargetType: account.Kind, TargetID: who.maker.UserID, Reason: "spam"})
		must.NoError(t, err)
		must.Concurrently(t, len(reporters)+1, func(i int) error {
			if i == len(reporters) {
				_, err := s.Resolve(t.Context(), who.admin, first.ID, Dismiss, "No violation")
				return err
			}
			_, err := s.Create(t.Context(), reporters[i],
				Report{TargetType: account.Kind, TargetID: who.maker.UserID, Reason: "spam"})
			return err
		})
		exact(t, db, s)
		for more := true; more; {
			more, err = s.eraseReports(t.Context(), reporters[0].UserID)
			must.NoError(t, err)
		}
		exact(t, db, s)
	})
}

// Doctor repairs each value of a case, and a case that is missing or has no report.
func TestRepairCases(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		who := addPeople(t, db)
		s := NewService(db, []domain.Moderated{users}, mail.Named("", ""), nil, time.Now)
		_, err := s.Create(t.Context(), who.reader,
			Report{TargetType: account.Kind, TargetID: who.maker.UserID, Reason: "spam"})
		must.NoError(t, err)
		domains := []domain.Domain{Domain(s, event.Listener{})}
		for _, statement := range []string{
			"UPDATE report_cases SET open_reports = 7", "UPDATE report_cases SET reporters = 7",
			"UPDATE report_cases SET opened_at = '2001-01-01 00:00:00+00:00'",
			"UPDATE report_cases SET due_at = '2001-01-01 00:00:00+00:00'", "DELETE FROM report_cases",
			"INSERT INTO report_cases (id, target_type, opened_at, due_at) VALUES ('" + uuid.NewString() +
				"', 'user', '2001-01-01 00:00:00+00:00', '2001-01-03 00:00:00+00:00')",
		} {
			storetest.Exec(t, db, statement)
			repaired, err := doctor.Repair(t.Context(), db, domains)
			if err != nil || len(repaired) == 0 {
				t.Errorf("%s: repaired %v, err %v", statement, repaired, err)
			}
			exact(t, db, s)
		}
	})
}
