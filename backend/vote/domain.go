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
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/user"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the contributions of votes to the board.
func Domain(s *Service) domain.Domain {
	counted := []string{"votes", "users", "counters"}
	for _, v := range s.votable {
		counted = append(counted, v.Table)
	}
	return domain.Domain{
		Name: "vote", Services: []server.Service{
			server.Mount[uvboardv1connect.VoteServiceHandler](uvboardv1connect.NewVoteServiceHandler, NewHandler(s))},
		Notices: []domain.Notice{s.notice()}, Listeners: []event.Listener{{InTx: s.onEvent}},
		Jobs:   []jobs.Job{{Name: recountJob, Do: s.workRecount}},
		Checks: checks(s.votable), Counted: counted, Erase: s.erase, Owns: user.HasVotes(),
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
func checks(votable []domain.Votable) []domain.Check {
	all := []domain.Check{
		{What: "votes.is_counted", Set: "UPDATE votes SET is_counted = ($1 = 1) WHERE id = $2", Query: `SELECT id,
			CASE WHEN is_counted THEN 1 ELSE 0 END AS stored, CASE WHEN is_counted THEN 0 ELSE 1 END AS counted FROM votes WHERE ` + outdated},
		domain.CheckCount("users", "votes_given", "votes", "user_id", "1 = 1"),
	}
	var received []string
	for _, v := range votable {
		count := func(column string, value int) domain.Check {
			return domain.CheckCount(v.Table, column, "votes", "target_id",
				fmt.Sprintf("target_type = '%s' AND value = %d AND is_counted", v.Type, value))
		}
		all = append(all, count("upvotes", Up), count("downvotes", Down),
			domain.Check{What: "votes on a missing " + v.Type, Query: fmt.Sprintf(
				`SELECT v.target_id AS id, COUNT(*) AS stored, 0 AS counted FROM votes v LEFT JOIN %s t ON t.id = v.target_id
				WHERE v.target_type = '%s' AND t.id IS NULL GROUP BY v.target_id`, v.Table, v.Type)},
			domain.Check{What: "votes on one's own " + v.Type, Query: fmt.Sprintf(
				`SELECT t.id, COUNT(*) AS stored, 0 AS counted FROM votes v JOIN %s t ON t.id = v.target_id
				WHERE v.target_type = '%s' AND t.user_id = v.user_id GROUP BY t.id`, v.Table, v.Type)})
		if v.RankedFrom != "" {
			all = append(all, checkScore(v.Table, "rank", "upvotes", "downvotes", v.RankedFrom, Rank))
		}
		received = append(received, fmt.Sprintf(
			"SELECT t.user_id AS owner, v.value AS value FROM votes v JOIN %s t ON t.id = v.target_id WHERE v.target_type = '%s' AND v.is_counted", v.Table, v.Type))
	}
	if len(received) > 0 {
		from := "(" + strings.Join(received, " UNION ALL ") + ")"
		all = append(all,
			domain.CheckCount("users", "upvotes_received", from, "owner", fmt.Sprintf("value = %d", Up)),
			domain.CheckCount("users", "downvotes_received", from, "owner", fmt.Sprintf("value = %d", Down)))
	}
	return append(all, stats.CheckVotes(), checkScore("users", "reputation", "upvotes_received", "downvotes_received",
		"created_at",
		func(up, down int, _ time.Time) float64 { return float64(Reputation(up, down)) }))
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
