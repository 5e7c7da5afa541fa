package vote

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/server"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/user"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what votes contribute to the board.
func Domain(s *Service) domain.Domain {
	counted := []string{"votes", "users", "counters"}
	for _, v := range s.votable {
		counted = append(counted, v.Table)
	}
	return domain.Domain{
		Name: "vote", Services: []server.Service{server.Mount[uvboardv1connect.VoteServiceHandler](uvboardv1connect.NewVoteServiceHandler, NewHandler(s))},
		Checks: checks(s.votable), Counted: counted, Erase: s.erase, Owns: user.HasVotes(),
		Exports: []domain.Export{{Name: "votes.json", About: "your votes: on what, which way and when", Write: s.exportVotes}},
	}
}

const withdrawBatch = 50

func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	n, err := s.Withdraw(ctx, userID, withdrawBatch)
	return n > 0, err
}

// checks come in the order in which the values follow from each other.
func checks(votable []domain.Votable) []domain.Check {
	all := []domain.Check{domain.CheckCount("users", "votes_given", "votes", "user_id", "1 = 1")}
	var received []string
	for _, v := range votable {
		count := func(column string, value int) domain.Check {
			return domain.CheckCount(v.Table, column, "votes", "target_id", fmt.Sprintf("target_type = '%s' AND value = %d AND is_counted", v.Type, value))
		}
		all = append(all, count("upvotes", Up), count("downvotes", Down),
			domain.Check{What: "votes on a missing " + v.Type, Query: fmt.Sprintf(
				`SELECT v.target_id AS id, COUNT(*) AS stored, 0 AS counted FROM votes v LEFT JOIN %s t ON t.id = v.target_id
				WHERE v.target_type = '%s' AND t.id IS NULL GROUP BY v.target_id`, v.Table, v.Type)},
			domain.Check{What: "votes on one's own " + v.Type, Query: fmt.Sprintf(
				`SELECT t.id, COUNT(*) AS stored, 0 AS counted FROM votes v JOIN %s t ON t.id = v.target_id
				WHERE v.target_type = '%s' AND t.user_id = v.user_id GROUP BY t.id`, v.Table, v.Type)})
		if v.RankedFrom != "" {
			all = append(all, checkRank(v))
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
	return append(all, stats.CheckVotes(), domain.Check{What: "users.reputation", Set: domain.SetColumn("users", "reputation"), Query: "SELECT id, reputation AS stored, " +
		reputationSQL("upvotes_received", "downvotes_received") + " AS counted FROM users"})
}

// rankTolerance allows for the precision at which a database stores the time that a rank starts from.
const rankTolerance = 1e-6

// checkRank computes the trending rank of every published item of a kind.
func checkRank(v domain.Votable) domain.Check {
	check := domain.Check{What: v.Table + ".rank", Set: domain.SetColumn(v.Table, "rank")}
	check.Find = func(ctx context.Context, client *ent.Client) ([]domain.Drift, error) {
		rows, err := client.QueryContext(ctx, "SELECT id, upvotes, downvotes, rank, "+v.RankedFrom+" FROM "+v.Table+" WHERE "+v.RankedFrom+" IS NOT NULL")
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		var drifts []domain.Drift
		for rows.Next() {
			var (
				id       string
				up, down int
				stored   float64
				from     time.Time
			)
			if err := rows.Scan(&id, &up, &down, &stored, &from); err != nil {
				return nil, err
			}
			if counted := Rank(up, down, from); math.Abs(counted-stored) > rankTolerance {
				drifts = append(drifts, domain.Drift{What: check.What, ID: id, Stored: stored, Counted: counted, Counter: true})
			}
		}
		return drifts, rows.Err()
	}
	return check
}
