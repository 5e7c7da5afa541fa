package ring

import (
	"context"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/ent"
	"uvboard/ent/ringmember"
	"uvboard/ent/trace"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// searchEvery is the time between two searches: what a search holds counted for so long at most.
const searchEvery = 10 * time.Minute

// Domain returns the contributions of rings to the board.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name: "ring",
		Services: []server.Service{
			server.Mount[uvboardv1connect.RingServiceHandler](uvboardv1connect.NewRingServiceHandler, NewHandler(s))},
		Listeners: []event.Listener{{InTx: s.onEvent}},
		Notices:   []domain.Notice{s.notice()},
		Jobs: []jobs.Job{
			{Name: "find rings", Every: searchEvery, Run: s.Find},
			{Name: settleJob, Do: s.workSettle},
		},
		Exports: []domain.Export{
			{Name: "held-votes.json", About: "why your votes are or were held, and your appeals",
				Of: "ring_members.user_id", Private: true, Write: s.exportRings},
			{Name: "traces.json", About: "hashes of the networks and browsers from which you registered or voted, deleted after 14 days",
				Of: "traces.user_id", Private: true, Write: s.exportTraces},
		},
		// The time of a hold that doctor repairs is that of the first ring.
		Checks: []domain.Check{{What: "users.votes_held_at", Query: `SELECT u.id,
			CASE WHEN u.votes_held_at IS NULL THEN 0 ELSE 1 END AS stored,
			CASE WHEN EXISTS (SELECT 1 FROM ring_members m JOIN rings r ON r.id = m.ring_id
			WHERE m.user_id = u.id AND r.state = 'held') THEN 1 ELSE 0 END AS counted FROM users u WHERE u.deleted_at IS NULL`,
			Set: `UPDATE users SET votes_held_at = CASE WHEN $1 = 1 THEN (SELECT MIN(r.created_at) FROM ring_members m
			JOIN rings r ON r.id = m.ring_id WHERE m.user_id = users.id AND r.state = 'held') END WHERE id = $2`}},
		Counted: []string{"users", "rings", "ring_members"},
	}
}

// NoticeKind is the kind of notifications about held votes, which lead to the page /fair.
const NoticeKind = "votes_held"

// notice tells the members of a ring that their votes are held, or count again. Who is also in another ring that is
// held is not told of a release.
func (s *Service) notice() domain.Notice {
	return domain.Notice{
		Kind: NoticeKind, Email: true, Own: true, Anonymous: true,
		On: func(e event.Event) bool { return e.Kind == event.Decided && e.Item.Type == Kind },
		Of: func(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
			row, err := client.Ring.Get(ctx, e.Item.ID)
			if ent.IsNotFound(err) {
				return nil, nil
			}
			if err != nil {
				return nil, err
			}
			return &domain.Told{SubjectID: row.ID, Detail: row.State, Source: row.ActID,
				To: func(ctx context.Context, after uuid.UUID, limit int) ([]uuid.UUID, error) {
					if row.State == Released {
						return s.membersAfter(ctx, row.ID, after, limit, isFree)
					}
					return s.membersAfter(ctx, row.ID, after, limit)
				}}, nil
		},
		Line: func(said domain.Said) string {
			if said.Detail == Released {
				return "Your votes count again."
			}
			return "Your votes are held until an admin has looked at them."
		},
	}
}

// isFree is the condition that no ring with a member is held. It does not read votes_held_at, which a task sets later.
// COUNT instead of EXISTS keeps PostgreSQL from reading the members of all rings.
func isFree(q *entsql.Selector) {
	q.Where(entsql.ExprP("(SELECT COUNT(*) FROM ring_members m JOIN rings r ON r.id = m.ring_id WHERE m.user_id = " +
		q.C(ringmember.FieldUserID) + " AND r.state = '" + Held + "') = 0"))
}

func (s *Service) exportRings(ctx context.Context, w *archive.Writer, u *ent.User) error {
	rows, err := s.db.Client().RingMember.Query().Where(ringmember.UserID(u.ID)).WithRing().Order(ringmember.ByID()).
		All(ctx) // few, because a user is in one ring for what a member published
	if err != nil {
		return err
	}
	return archive.ListAll(w, "held-votes.json", rows, func(m *ent.RingMember) any {
		ring := m.Edges.Ring
		return struct {
			CreatedAt  time.Time  `json:"createdAt"`
			State      string     `json:"state"`
			Findings   string     `json:"findings"`
			Appeal     string     `json:"appeal"`
			AppealedAt *time.Time `json:"appealedAt"`
		}{m.CreatedAt.UTC(), ring.State, ring.Findings, m.Appeal, m.AppealedAt}
	})
}

func (s *Service) exportTraces(ctx context.Context, w *archive.Writer, u *ent.User) error {
	rows, err := s.db.Client().Trace.Query().Where(trace.UserID(u.ID)).Order(trace.ByID()).All(ctx) // of 14 days
	if err != nil {
		return err
	}
	return archive.ListAll(w, "traces.json", rows, func(t *ent.Trace) any {
		return struct {
			Day     int    `json:"day"`
			Network string `json:"networkHash"`
			Agent   string `json:"browserHash"`
		}{t.Day, t.Network, t.Agent}
	})
}
