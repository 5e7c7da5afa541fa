package vote

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/web"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/task"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the contributions of votes to the board.
func Domain(s *Service) domain.Domain {
	counted := []string{"votes", "users", "counters", "reviews"}
	for _, v := range s.votable {
		counted = append(counted, v.Table)
	}
	return domain.Domain{
		Name: "vote", Services: []server.Service{
			server.Mount[uvboardv1connect.VoteServiceHandler](uvboardv1connect.NewVoteServiceHandler, NewHandler(s))},
		Pages: web.Pages{
			Routes: []web.Route{{Path: "/fair", Title: "Fair Votes",
				Description: "Which votes rank what they are for, and every number behind it.",
				Modules:     []string{"src/features/pages/FairPage.tsx"}}},
			First: map[string]func(web.Request) []web.Call{"/fair": func(web.Request) []web.Call {
				return []web.Call{web.Ask(NewHandler(s).GetFairRules, &pb.GetFairRulesRequest{})}
			}},
		},
		Cached:  []string{"/api/fair", uvboardv1connect.VoteServiceGetFairRulesProcedure},
		Notices: []domain.Notice{s.notice()}, Listeners: []event.Listener{{InTx: s.onEvent}, {InTx: s.onSettings}},
		Jobs:   append(s.jobs(), s.entryJob()),
		Checks: s.checks(), Counted: counted, Erase: s.erase, Owns: user.HasVotes(),
		Exports: []domain.Export{{Name: "votes.json", About: "your votes: on what, which way and when",
			Of: "votes.user_id", Content: true, Write: s.exportVotes}},
	}
}

const withdrawBatch = 50

func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	n, err := s.Withdraw(ctx, userID, withdrawBatch)
	return n > 0, err
}

// checks are in the order in which the values depend on each other.
func (s *Service) checks() []domain.Check {
	all := []domain.Check{
		{What: "votes.is_counted", Set: "UPDATE votes SET is_counted = ($1 = 1) WHERE id = $2", Query: `SELECT v.id,
			CASE WHEN v.is_counted THEN 1 ELSE 0 END AS stored, CASE WHEN v.is_counted THEN 0 ELSE 1 END AS counted
			FROM votes v JOIN users ON users.id = v.user_id WHERE deleted_at IS NULL AND v.is_counted = ` + barred},
		s.checkEligible("reviews", "is_endorsed", "maker_id"),
		s.checkEligible("votes", "is_eligible", "user_id"),
		domain.CheckCount("users", "votes_given", "votes", "user_id", "1 = 1"),
	}
	var received []string
	for _, v := range s.votable {
		count := func(column string, value int, which string) domain.Check {
			return domain.CheckCount(v.Table, column, "votes", "target_id",
				fmt.Sprintf("target_type = '%s' AND value = %d AND %s", v.Type, value, which))
		}
		all = append(all, count("upvotes", Up, "is_counted"), count("downvotes", Down, "is_counted"),
			count("eligible_upvotes", Up, "is_eligible"), count("eligible_downvotes", Down, "is_eligible"),
			domain.Check{What: "votes on a missing " + v.Type, Query: fmt.Sprintf(
				`SELECT v.target_id AS id, COUNT(*) AS stored, 0 AS counted FROM votes v LEFT JOIN %s t ON t.id = v.target_id
				WHERE v.target_type = '%s' AND t.id IS NULL GROUP BY v.target_id`, v.Table, v.Type)},
			domain.Check{What: "votes on one's own " + v.Type, Query: fmt.Sprintf(
				`SELECT t.id, COUNT(*) AS stored, 0 AS counted FROM votes v JOIN %s t ON t.id = v.target_id
				WHERE v.target_type = '%s' AND t.user_id = v.user_id GROUP BY t.id`, v.Table, v.Type)})
		if v.RankedFrom != "" {
			all = append(all, checkScore(v.Table, "rank", "eligible_upvotes", "eligible_downvotes", v.RankedFrom, Rank),
				checkEntered(v))
		}
		received = append(received, fmt.Sprintf(
			"SELECT t.user_id AS owner, v.value AS value, v.is_eligible AS is_eligible FROM votes v JOIN %s t ON t.id = v.target_id WHERE v.target_type = '%s' AND v.is_counted", v.Table, v.Type))
	}
	if len(received) > 0 {
		from := "(" + strings.Join(received, " UNION ALL ") + ")"
		all = append(all,
			domain.CheckCount("users", "upvotes_received", from, "owner", fmt.Sprintf("value = %d", Up)),
			domain.CheckCount("users", "eligible_upvotes_received", from, "owner",
				fmt.Sprintf("value = %d AND is_eligible", Up)),
			domain.CheckCount("users", "downvotes_received", from, "owner", fmt.Sprintf("value = %d", Down)))
	}
	return append(all, stats.CheckVotes(), checkScore("users", "reputation", "upvotes_received", "downvotes_received",
		"created_at",
		func(up, down int, _ time.Time) float64 { return float64(Reputation(up, down)) }))
}

// checkEligible checks a column that says whether the votes of a user are eligible. It skips rows that a stored task is
// about to change, and those of deleted users.
func (s *Service) checkEligible(table, column, userID string) domain.Check {
	check := domain.Check{What: table + "." + column,
		Set: fmt.Sprintf("UPDATE %s SET %s = ($1 = 1) WHERE id = $2", table, column)}
	check.Find = func(ctx context.Context, client *ent.Client) ([]domain.Drift, error) {
		r := s.rule()
		due, all, err := dueTasks(ctx, client, r.now)
		if err != nil || all {
			return nil, err
		}
		rows, err := client.QueryContext(ctx, fmt.Sprintf(`SELECT t.id, t.%[3]s, CASE WHEN t.%[2]s THEN 1 ELSE 0 END
			FROM %[1]s t JOIN users ON users.id = t.%[3]s
			WHERE users.deleted_at IS NULL AND t.%[2]s <> (%[4]s = '%[5]s') ORDER BY t.id`,
			table, column, userID, r.reason("$1"), eligible), r.since())
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		var drifts []domain.Drift
		for rows.Next() {
			var user uuid.UUID
			drift := domain.Drift{What: check.What, Counter: true}
			if err := rows.Scan(&drift.ID, &user, &drift.Stored); err != nil {
				return nil, err
			}
			if drift.Counted = 1 - drift.Stored; !due[user] {
				drifts = append(drifts, drift)
			}
		}
		return drifts, rows.Err()
	}
	return check
}

// dueTasks returns the users whose recounts are due, or all if that of all users is.
func dueTasks(ctx context.Context, client *ent.Client, now time.Time) (users map[uuid.UUID]bool, all bool, err error) {
	tasks, err := client.Task.Query().Where(task.JobIn(recountJob, agedJob, recountAllJob), task.State(jobs.Waiting)).
		Select(task.FieldJob, task.FieldPayload, task.FieldRunAt).All(ctx)
	if err != nil {
		return nil, false, fmt.Errorf("tasks of recounts: %w", err)
	}
	users = map[uuid.UUID]bool{}
	for _, row := range tasks {
		t, of := jobs.Task{Task: row}, aged{}
		switch {
		case t.Job == recountAllJob:
			all = true
		case t.Job == recountJob:
			err = t.Read(&of.User)
		case !t.RunAt.After(now):
			err = t.Read(&of)
		}
		if err != nil {
			return nil, false, err
		}
		users[of.User] = true
	}
	return users, all, nil
}

// scoreTolerance allows for the precision at which a database stores the time that a rank starts from.
const scoreTolerance = 1e-6

// checkScore checks a column that score computes from the columns up, down and from. It skips rows whose from is NULL.
func checkScore(table, column, up, down, from string, score func(up, down int, from time.Time) float64) domain.Check {
	check := domain.Check{What: table + "." + column, Set: domain.SetColumn(table, column)}
	check.Find = func(ctx context.Context, client *ent.Client) ([]domain.Drift, error) {
		rows, err := client.QueryContext(ctx, fmt.Sprintf("SELECT id, %s, %s, %s, %s FROM %s WHERE %[4]s IS NOT NULL",
			up, down, column, from, table))
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		var drifts []domain.Drift
		for rows.Next() {
			var (
				up, down int
				from     time.Time
				drift    = domain.Drift{What: check.What, Counter: true}
			)
			if err := rows.Scan(&drift.ID, &up, &down, &drift.Stored, &from); err != nil {
				return nil, err
			}
			if drift.Counted = score(up, down, from); math.Abs(drift.Counted-drift.Stored) > scoreTolerance {
				drifts = append(drifts, drift)
			}
		}
		return drifts, rows.Err()
	}
	return check
}
