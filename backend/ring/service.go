package ring

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	entring "uvboard/ent/ring"
	"uvboard/ent/ringmember"
	"uvboard/ent/user"
)

// Service finds rings and holds them.
type Service struct {
	db      *store.DB
	votable []domain.Votable
	items   map[string]domain.ItemKind // what users vote on, as admins see it
	now     func() time.Time
	kept    atomic.Pointer[daySalt]
}

// NewService returns a service for votes on these kinds of content; now is the clock.
func NewService(db *store.DB, votable []domain.Votable, items map[string]domain.ItemKind,
	now func() time.Time) *Service {
	return &Service{db: db, votable: votable, items: items, now: store.Clock(now)}
}

const (
	shownMembers = 50
	shownTargets = 10
)

// Listed is a ring as admins see it.
type Listed struct {
	*ent.Ring
	Count   int               // of members
	Members []*ent.RingMember // the first shownMembers, with their users
	Targets []Target
	Admin   *ent.User // who decided last; nil if none did, or the account is erased
}

// Target is what members of a ring upvoted.
type Target struct {
	domain.Target
	Type    string
	Upvotes int // of members
}

// List returns rings, newest first; state "" means all.
func (s *Service) List(ctx context.Context, state string, size int, token string) ([]Listed, string, error) {
	list := paging.ListName("rings", state)
	from, err := paging.Parse[uuid.UUID](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().Ring.Query().Order(entring.ByID(entsql.OrderDesc())).Limit(size + 1)
	if state != "" {
		query.Where(entring.State(state))
	}
	if from != nil {
		query.Where(entring.IDLT(*from))
	}
	rows, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list rings: %w", err)
	}
	rows, next, err := paging.Cut(list, rows, size, func(last *ent.Ring) uuid.UUID { return last.ID })
	if err != nil {
		return nil, "", err
	}
	rings := make([]Listed, len(rows))
	for i, row := range rows {
		if rings[i], err = s.Show(ctx, row); err != nil {
			return nil, "", err
		}
	}
	return rings, next, nil
}

// Show returns a ring as admins see it.
func (s *Service) Show(ctx context.Context, row *ent.Ring) (l Listed, err error) {
	l.Ring = row
	client := s.db.Client()
	members := func() *ent.RingMemberQuery { return client.RingMember.Query().Where(ringmember.RingID(row.ID)) }
	if l.Count, err = members().Count(ctx); err != nil {
		return l, fmt.Errorf("count members: %w", err)
	}
	l.Members, err = members().WithUser().
		Order(ringmember.ByAppealedAt(entsql.OrderNullsLast()), ringmember.ByUserID()).Limit(shownMembers).All(ctx)
	if err != nil {
		return l, fmt.Errorf("members of a ring: %w", err)
	}
	if row.DecidedBy != nil {
		l.Admin, err = client.User.Get(ctx, *row.DecidedBy)
		if err != nil && !ent.IsNotFound(err) {
			return l, fmt.Errorf("admin of a ring: %w", err)
		}
	}
	l.Targets, err = s.targetsOf(ctx, row.ID)
	return l, err
}

// targetsOf returns what most members of a ring upvoted.
func (s *Service) targetsOf(ctx context.Context, ring uuid.UUID) ([]Target, error) {
	var targets []Target
	err := s.each(ctx, fmt.Sprintf(`SELECT v.target_type, v.target_id, COUNT(*) AS n FROM ring_members m
		JOIN votes v ON v.user_id = m.user_id WHERE m.ring_id = $1 AND v.value = 1
		GROUP BY v.target_type, v.target_id ORDER BY n DESC, v.target_id LIMIT %d`, shownTargets), []any{ring},
		func(scan func(...any) error) error {
			var t Target
			err := scan(&t.Type, &t.ID, &t.Upvotes)
			targets = append(targets, t)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("targets of a ring: %w", err)
	}
	ids := map[string][]uuid.UUID{}
	for _, t := range targets {
		ids[t.Type] = append(ids[t.Type], t.ID)
	}
	for kind, some := range ids {
		found, err := s.items[kind].Targets(ctx, s.db.Client(), some)
		if err != nil {
			return nil, fmt.Errorf("targets of a ring: %w", err)
		}
		for _, f := range found {
			for i, t := range targets {
				if t.ID == f.ID {
					targets[i].Target = f
				}
			}
		}
	}
	return targets, nil
}

// HeldVotes is what a user learns about the own votes.
type HeldVotes struct {
	At       *time.Time      // nil if they are not held
	Findings []string        // of each ring that is held
	Appeal   *ent.RingMember // the latest appeal; nil without one
	Open     bool            // whether the user may appeal
}

// HeldOf returns whether the votes of a user are held, and why.
func (s *Service) HeldOf(ctx context.Context, userID uuid.UUID) (h HeldVotes, err error) {
	client := s.db.Client()
	u, err := client.User.Query().Where(user.ID(userID)).Select(user.FieldVotesHeldAt).Only(ctx)
	if err != nil {
		return h, fmt.Errorf("held votes: %w", err)
	}
	if u.VotesHeldAt == nil {
		return h, nil
	}
	h.At = u.VotesHeldAt
	members, err := s.heldMembers(ctx, client, userID)
	for _, m := range members {
		h.Findings = append(h.Findings, m.Edges.Ring.Findings)
		if m.AppealedAt == nil {
			h.Open = true
		} else if h.Appeal == nil || m.AppealedAt.After(*h.Appeal.AppealedAt) {
			h.Appeal = m
		}
	}
	return h, err
}

// heldMembers returns the user as a member of rings that are held.
func (s *Service) heldMembers(ctx context.Context, client *ent.Client, userID uuid.UUID) ([]*ent.RingMember, error) {
	members, err := client.RingMember.Query().Where(ringmember.UserID(userID),
		ringmember.HasRingWith(entring.State(Held))).WithRing().Order(ringmember.ByID()).All(ctx)
	if err != nil {
		err = fmt.Errorf("rings of a user: %w", err)
	}
	return members, err
}

// Appeal stores what a user says about the hold, beside each ring to which the user has not appealed. Faults:
// precondition without a ring; conflict if the user has appealed already.
func (s *Service) Appeal(ctx context.Context, userID uuid.UUID, message string) (HeldVotes, error) {
	message = strings.TrimSpace(store.Clean(message))
	if message == "" {
		return HeldVotes{}, fault.Invalid("message", "Message is required")
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		members, err := s.heldMembers(ctx, tx, userID)
		if err != nil {
			return err
		}
		if len(members) == 0 {
			return fault.Precondition("NOT_HELD", "Your votes are not held. There is nothing to appeal.")
		}
		n, err := tx.RingMember.Update().Where(ringmember.UserID(userID), ringmember.AppealedAtIsNil(),
			ringmember.HasRingWith(entring.State(Held))).SetAppeal(message).SetAppealedAt(s.now()).Save(ctx)
		if err == nil && n == 0 {
			return fault.Conflict("ALREADY_APPEALED", "",
				"You have appealed already. An admin will look at it; you will be told.")
		}
		return err
	})
	if err != nil {
		return HeldVotes{}, fmt.Errorf("appeal: %w", err)
	}
	return s.HeldOf(ctx, userID)
}
