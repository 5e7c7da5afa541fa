package moderation

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/report"
	"uvboard/ent/reportcase"
	"uvboard/ent/user"
)

// The order of the queue, as docs/moderation.md and the screen say. A case stands where its oldest report would stand
// if it had been made so much later: a report of a member passes every case that is reported 8 hours later, whatever
// the others weigh, and any other report every case that is reported 48 hours later.
const (
	maxReporters  = 5              // in good standing, who count
	perReporter   = 2 * time.Hour  // sooner for each of them
	withoutMember = 48 * time.Hour // if none of the reporters is in good standing
)

// Good standing, as docs/moderation.md says.
const (
	settled     = 24 * time.Hour // age of an account before which its reports weigh less
	reportsADay = 5              // of a user that weigh in full; the next ones weigh less
	lastDecided = 10             // reports that show whether a user's reports are right
	minDecided  = 3              // of them, below which they show nothing
)

// caseReports is the number of reports that a case comes with.
const caseReports = 10

// dueAt returns the time that the queue is ordered by.
func dueAt(openedAt time.Time, reporters int) time.Time {
	if reporters == 0 {
		return openedAt.Add(withoutMember)
	}
	return openedAt.Add(time.Duration(maxReporters-min(reporters, maxReporters)) * perReporter)
}

// inGoodStanding reports whether a new report by a user weighs in full: the account is a day old, fewer than five
// reports were made within a day, and at most half of the last ten decided reports were dismissed. Those of the team
// always do.
func inGoodStanding(ctx context.Context, tx *ent.Client, id uuid.UUID, now time.Time) (bool, error) {
	u, err := tx.User.Query().Where(user.ID(id)).Select(user.FieldRole, user.FieldCreatedAt).Only(ctx)
	if err != nil || auth.Moderates(u.Role) {
		return err == nil, err
	}
	if u.CreatedAt.After(now.Add(-settled)) {
		return false, nil
	}
	dayAgo := store.IDAt(now.Add(-24*time.Hour), uuid.Nil)
	today, err := tx.Report.Query().Where(report.UserID(id), report.IDGTE(dayAgo)).Limit(reportsADay).IDs(ctx)
	if err != nil || len(today) >= reportsADay {
		return false, err
	}
	decided, err := tx.Report.Query().Where(report.UserID(id), report.Status(Resolved)).
		Order(report.ByID(entsql.OrderDesc())).Limit(lastDecided).Select(report.FieldDecision).Strings(ctx)
	if err != nil {
		return false, err
	}
	dismissed := 0
	for _, decision := range decided {
		if decision == Dismiss {
			dismissed++
		}
	}
	return len(decided) < minDecided || 2*dismissed <= len(decided), nil
}

// addToCase counts a new report in the case of its target, in the transaction that adds the report.
func addToCase(ctx context.Context, tx *ent.Client, targetType string, id uuid.UUID, good bool, now time.Time) error {
	reporters := 0
	if good {
		reporters = 1
	}
	// The upsert locks the row, also one that another transaction is about to delete.
	_, err := tx.ExecContext(ctx, `INSERT INTO report_cases (id, target_type, open_reports, reporters, opened_at, due_at)
		VALUES ($1, $2, 1, $3, $4, $5) ON CONFLICT (id) DO UPDATE SET
		open_reports = report_cases.open_reports + 1, reporters = report_cases.reporters + excluded.reporters`,
		id, targetType, reporters, now, dueAt(now, reporters))
	if err != nil {
		return fmt.Errorf("count a report: %w", err)
	}
	c, err := tx.ReportCase.Get(ctx, id)
	if err != nil {
		return err
	}
	openedAt := c.OpenedAt
	if now.Before(openedAt) { // another transaction began later and counted its report first
		openedAt = now
	}
	return tx.ReportCase.UpdateOneID(id).SetOpenedAt(openedAt).SetDueAt(dueAt(openedAt, c.Reporters)).Exec(ctx)
}

// recount counts the open reports of a target anew, after several have changed in the transaction.
func recount(ctx context.Context, tx *ent.Client, targetType string, id uuid.UUID, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO report_cases (id, target_type, open_reports, reporters, opened_at, due_at)
		VALUES ($1, $2, 0, 0, $3, $3) ON CONFLICT (id) DO UPDATE SET open_reports = report_cases.open_reports`,
		id, targetType, now)
	if err != nil {
		return fmt.Errorf("count reports: %w", err)
	}
	open := []predicate.Report{report.TargetID(id), report.TargetType(targetType), report.Status(Open)}
	oldest, err := tx.Report.Query().Where(open...).Order(report.ByCreatedAt(), report.ByID()).First(ctx)
	if ent.IsNotFound(err) {
		return tx.ReportCase.DeleteOneID(id).Exec(ctx)
	}
	if err != nil {
		return err
	}
	all, err := tx.Report.Query().Where(open...).Count(ctx)
	if err != nil {
		return err
	}
	reporters, err := tx.Report.Query().Where(open...).Where(report.InGoodStanding(true)).Count(ctx)
	if err != nil {
		return err
	}
	return tx.ReportCase.UpdateOneID(id).SetOpenReports(all).SetReporters(reporters).SetOpenedAt(oldest.CreatedAt).
		SetDueAt(dueAt(oldest.CreatedAt, reporters)).Exec(ctx)
}

// OpenCase is something with open reports, and the newest of them.
type OpenCase struct {
	*ent.ReportCase
	Target  *domain.Target // nil if there is no row any more
	History *History       // of the owner; nil without one
	Reasons []ReasonCount
	Reports []*ent.Report // with the reporters loaded
}

// ReasonCount is how often a reason was given.
type ReasonCount struct {
	Reason string
	Count  int
}

type queuePosition struct {
	Due time.Time
	ID  uuid.UUID
}

// Queue returns what has open reports, in the order in which it should be decided.
func (s *Service) Queue(ctx context.Context, caller *auth.Caller, size int, token string) ([]OpenCase, string, error) {
	const list = "report cases"
	from, err := paging.Parse[queuePosition](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().ReportCase.Query().Order(reportcase.ByDueAt(), reportcase.ByID()).Limit(size + 1)
	if from != nil {
		query.Where(func(q *entsql.Selector) {
			place := []string{q.C(reportcase.FieldDueAt), q.C(reportcase.FieldID)}
			q.Where(entsql.CompositeGT(place, from.Due, from.ID))
		})
	}
	rows, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("report cases: %w", err)
	}
	rows, next, err := paging.Cut(list, rows, size, func(last *ent.ReportCase) queuePosition {
		return queuePosition{last.DueAt, last.ID}
	})
	if err != nil || len(rows) == 0 {
		return nil, "", err
	}
	items, ids := make([]item, len(rows)), make([]uuid.UUID, len(rows))
	for i, r := range rows {
		items[i], ids[i] = item{r.TargetType, r.ID}, r.ID
	}
	targets, err := s.shown(ctx, caller, items)
	if err != nil {
		return nil, "", err
	}
	histories, err := s.histories(ctx, targets)
	if err != nil {
		return nil, "", err
	}
	reasons, err := s.reasonsOf(ctx, ids)
	if err != nil {
		return nil, "", err
	}
	reports, err := s.newestOf(ctx, ids)
	if err != nil {
		return nil, "", err
	}
	cases := make([]OpenCase, len(rows))
	for i, r := range rows {
		cases[i] = OpenCase{ReportCase: r, Target: targets[items[i]], Reasons: reasons[r.ID], Reports: reports[r.ID]}
		if t := cases[i].Target; t != nil && t.Owner != nil {
			cases[i].History = histories[t.Owner.ID]
		}
	}
	return cases, next, nil
}

// reasonsOf counts the reasons of the open reports of targets, the most frequent first.
func (s *Service) reasonsOf(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID][]ReasonCount, error) {
	var rows []struct {
		TargetID uuid.UUID `sql:"target_id"`
		Reason   string    `sql:"reason"`
		Count    int       `sql:"count"`
	}
	err := s.db.Client().Report.Query().Where(report.TargetIDIn(ids...), report.Status(Open)).
		GroupBy(report.FieldTargetID, report.FieldReason).Aggregate(ent.Count()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("count reasons: %w", err)
	}
	of := map[uuid.UUID][]ReasonCount{}
	for _, row := range rows {
		of[row.TargetID] = append(of[row.TargetID], ReasonCount{row.Reason, row.Count})
	}
	for _, counts := range of {
		slices.SortFunc(counts, func(a, b ReasonCount) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Reason, b.Reason))
		})
	}
	return of, nil
}

// newestOf returns the newest open reports of targets, at most caseReports of each, with the reporters loaded.
func (s *Service) newestOf(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID][]*ent.Report, error) {
	args, marks := make([]any, len(ids)), make([]string, len(ids))
	for i, id := range ids {
		args[i], marks[i] = id, fmt.Sprintf("$%d", i+1)
	}
	rows, err := s.db.Client().QueryContext(ctx, fmt.Sprintf(`SELECT id FROM (SELECT id,
		ROW_NUMBER() OVER (PARTITION BY target_id ORDER BY id DESC) AS place FROM reports
		WHERE status = 'open' AND target_id IN (%s)) AS placed WHERE place <= %d`, strings.Join(marks, ", "), caseReports),
		args...)
	if err != nil {
		return nil, fmt.Errorf("newest reports: %w", err)
	}
	var newest []uuid.UUID
	if err := entsql.ScanSlice(rows, &newest); err != nil {
		return nil, fmt.Errorf("newest reports: %w", err)
	}
	reports, err := s.db.Client().Report.Query().Where(report.IDIn(newest...)).WithReporter().
		Order(report.ByID(entsql.OrderDesc())).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("newest reports: %w", err)
	}
	of := map[uuid.UUID][]*ent.Report{}
	for _, r := range reports {
		of[r.TargetID] = append(of[r.TargetID], r)
	}
	return of, nil
}

// checks compare the cases with the reports.
func (s *Service) checks() []domain.Check {
	again := func(ctx context.Context, tx *ent.Client, d domain.Drift) error {
		id := store.ParseID(d.ID)
		targetType, err := tx.Report.Query().Where(report.TargetID(id)).Limit(1).Select(report.FieldTargetType).
			Strings(ctx)
		if err != nil {
			return err
		}
		if len(targetType) == 0 {
			return tx.ReportCase.DeleteOneID(id).Exec(ctx)
		}
		return recount(ctx, tx, targetType[0], id, s.now())
	}
	open := domain.CheckCount("report_cases", "open_reports", "reports", "target_id", "status = 'open'")
	members := domain.CheckCount("report_cases", "reporters", "reports", "target_id",
		"status = 'open' AND in_good_standing")
	open.Set, open.Repair, members.Set, members.Repair = "", again, "", again
	return []domain.Check{
		open, members,
		{What: "reports without a case", Repair: again, Query: `SELECT r.target_id AS id, 0 AS stored, COUNT(*) AS counted
			FROM reports r LEFT JOIN report_cases c ON c.id = r.target_id WHERE r.status = 'open' AND c.id IS NULL
			GROUP BY r.target_id`},
		{What: "cases without a report", Repair: again, Query: `SELECT c.id, 1 AS stored, 0 AS counted FROM report_cases c
			WHERE NOT EXISTS (SELECT 1 FROM reports r WHERE r.target_id = c.id AND r.status = 'open')`},
		{What: "report_cases.opened_at", Repair: again, Query: `SELECT c.id, 1 AS stored, 0 AS counted FROM report_cases c
			WHERE EXISTS (SELECT 1 FROM reports r WHERE r.target_id = c.id AND r.status = 'open' AND r.created_at < c.opened_at)
			OR NOT EXISTS (SELECT 1 FROM reports r WHERE r.target_id = c.id AND r.status = 'open' AND r.created_at = c.opened_at)`},
		{What: "report_cases.due_at", Repair: again, Find: s.findDue},
	}
}

// findDue returns the cases whose place is not the one that their reports give.
func (s *Service) findDue(ctx context.Context, client *ent.Client) (drifts []domain.Drift, err error) {
	const page = 500
	for after := uuid.Nil; ; {
		cases, err := client.ReportCase.Query().Where(reportcase.IDGT(after)).Order(reportcase.ByID()).Limit(page).
			All(ctx)
		if err != nil || len(cases) == 0 {
			return drifts, err
		}
		for _, c := range cases {
			if want := dueAt(c.OpenedAt, c.Reporters); !c.DueAt.Equal(want) {
				drifts = append(drifts, domain.Drift{What: "report_cases.due_at", ID: c.ID.String(),
					Stored: float64(c.DueAt.Unix()), Counted: float64(want.Unix())})
			}
		}
		after = cases[len(cases)-1].ID
	}
}

// eraseReports deletes some reports of a deleted user.
func (s *Service) eraseReports(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	const batch = 100
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		reports, err := tx.Report.Query().Where(report.UserID(userID)).Order(report.ByTargetID(), report.ByID()).
			Limit(batch).All(ctx)
		if more = len(reports) > 0; err != nil || !more {
			return err
		}
		ids := make([]uuid.UUID, len(reports))
		for i, r := range reports {
			ids[i] = r.ID
		}
		if _, err := tx.Report.Delete().Where(report.IDIn(ids...)).Exec(ctx); err != nil {
			return err
		}
		for i, r := range reports { // in the order of cases, which are locked
			if i > 0 && r.TargetID == reports[i-1].TargetID {
				continue
			}
			if err := recount(ctx, tx, r.TargetType, r.TargetID, s.now()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("erase reports: %w", err)
	}
	return more, nil
}
