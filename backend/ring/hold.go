package ring

import (
	"context"
	"fmt"
	"strings"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/predicate"
	entring "uvboard/ent/ring"
	"uvboard/ent/ringmember"
	"uvboard/ent/user"
)

// Kind is the target type of rings in the audit log.
const Kind = "ring"

// Kinds of rings.
const (
	Crowd   = "crowd"
	Overlap = "overlap"
)

// States of a ring.
const (
	Held     = "held"
	Released = "released"
)

// Actions in the audit log.
const (
	actionHold    = "hold"
	actionRelease = "release"
)

const (
	settleJob   = "settle rings"
	settleBatch = 200 // users, or new members, of a transaction
)

// hold makes a ring of accounts and holds their votes. If some of them are in a ring like it that is held, the others
// join that one. If all of them are in rings of the kind, for whatever member, it does nothing.
func (s *Service) hold(ctx context.Context, kind string, owner uuid.UUID, users []uuid.UUID, findings string) error {
	client := s.db.Client()
	found, err := client.Ring.Query().Where(entring.OwnerID(owner), entring.Kind(kind), entring.State(Held),
		entring.HasMembersWith(ringmember.UserIDIn(users...))).Order(entring.ByID(entsql.OrderDesc())).First(ctx)
	id := uuid.Nil
	if err == nil {
		id = found.ID
	} else if !ent.IsNotFound(err) {
		return fmt.Errorf("look for the ring: %w", err)
	}
	var known []uuid.UUID
	of := []predicate.RingMember{ringmember.RingID(id)}
	if id == uuid.Nil { // if all are in rings of the kind, a further one would say the same
		of = []predicate.RingMember{ringmember.UserIDIn(users...),
			ringmember.HasRingWith(entring.Kind(kind), entring.State(Held))}
	}
	err = client.RingMember.Query().Where(of...).Order(ringmember.ByUserID()).
		Select(ringmember.FieldUserID).Scan(ctx, &known)
	if err != nil {
		return fmt.Errorf("members of the ring: %w", err)
	}
	added := without(users, known)
	if len(added) == 0 {
		return nil
	}
	if id != uuid.Nil {
		users = added
	}
	for len(users) > 0 {
		some := users[:min(len(users), settleBatch)]
		users = users[len(some):]
		if id, err = s.add(ctx, id, kind, owner, some, findings); err != nil {
			return fmt.Errorf("hold a ring: %w", err)
		}
	}
	return s.settle(ctx, id)
}

// add adds members to a ring, which it makes if the id is uuid.Nil, and records the act of the board.
func (s *Service) add(ctx context.Context, id uuid.UUID, kind string, owner uuid.UUID, users []uuid.UUID,
	findings string) (uuid.UUID, error) {
	now := s.now()
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if id == uuid.Nil {
			id = store.NewID(now)
			if err := tx.Ring.Create().SetID(id).SetKind(kind).SetOwnerID(owner).SetState(Held).SetFindings(findings).
				SetCreatedAt(now).SetActID(store.NewID(now)).Exec(ctx); err != nil {
				return err
			}
		} else if err := tx.Ring.UpdateOneID(id).SetFindings(findings).Exec(ctx); err != nil {
			return err
		}
		rows := make([]*ent.RingMemberCreate, len(users))
		for i, user := range users {
			rows[i] = tx.RingMember.Create().SetRingID(id).SetUserID(user).SetCreatedAt(now)
		}
		if err := tx.RingMember.CreateBulk(rows...).Exec(ctx); err != nil {
			return err
		}
		return s.record(ctx, tx, nil, id, actionHold, findings)
	})
	return id, err
}

// record records the act of an admin, or of the board if it is nil, and stores the task that makes it take effect.
func (s *Service) record(ctx context.Context, tx *ent.Client, admin *auth.Caller, id uuid.UUID, action,
	reason string) error {
	now := s.now()
	if err := jobs.Enqueue(ctx, tx, settleJob, id, now, now); err != nil {
		return err
	}
	return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: action, TargetType: Kind, Target: id, Reason: reason},
		now)
}

// Decide releases a ring or holds it again, records the act and makes it take effect. Without a change it does nothing.
// Fault: not found.
func (s *Service) Decide(ctx context.Context, admin *auth.Caller, id uuid.UUID,
	state, reason string) (*ent.Ring, error) {
	reason = strings.TrimSpace(store.Clean(reason))
	if reason == "" {
		return nil, fault.Invalid("reason", "A reason of at most 500 characters is required")
	}
	changed := false
	var row *ent.Ring
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		row, err = tx.Ring.Query().Where(entring.ID(id), s.db.ForUpdate).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.NotFound("RING_NOT_FOUND", "Ring not found")
		}
		if changed = err == nil && row.State != state; !changed {
			return err
		}
		now := s.now()
		row, err = row.Update().SetState(state).SetDecidedBy(admin.UserID).SetDecidedAt(now).SetReason(reason).
			SetActID(store.NewID(now)).Save(ctx)
		if err != nil {
			return err
		}
		action := actionHold
		if state == Released {
			action = actionRelease
		}
		return s.record(ctx, tx, admin, id, action, reason)
	})
	if err == nil && changed {
		err = s.settle(ctx, id)
	}
	if err != nil {
		return nil, fmt.Errorf("decide about a ring: %w", err)
	}
	return row, nil
}

func (s *Service) workSettle(ctx context.Context, t jobs.Task) error {
	var id uuid.UUID
	if err := t.Read(&id); err != nil {
		return err
	}
	return s.settle(ctx, id)
}

// settle sets votes_held_at of the members of a ring: while any ring with the user is held. It works in steps, and may
// run again at any time.
func (s *Service) settle(ctx context.Context, id uuid.UUID) error {
	for after := uuid.Nil; ; {
		users, err := s.membersAfter(ctx, id, after, settleBatch)
		if err != nil || len(users) == 0 {
			return err
		}
		after = users[len(users)-1]
		if err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			return s.settleSome(ctx, tx, users)
		}); err != nil {
			return fmt.Errorf("settle a ring: %w", err)
		}
	}
}

// membersAfter returns up to limit users in a ring after an id, in the order of ids.
func (s *Service) membersAfter(ctx context.Context, id, after uuid.UUID, limit int,
	where ...predicate.RingMember) (users []uuid.UUID, err error) {
	err = s.db.Client().RingMember.Query().Where(append(where, ringmember.RingID(id),
		func(q *entsql.Selector) { q.Where(entsql.GT(q.C(ringmember.FieldUserID), after)) })...).
		Order(ringmember.ByUserID()).Limit(limit).Select(ringmember.FieldUserID).Scan(ctx, &users)
	if err != nil {
		err = fmt.Errorf("members of a ring: %w", err)
	}
	return users, err
}

func (s *Service) settleSome(ctx context.Context, tx *ent.Client, ids []uuid.UUID) error {
	users, err := tx.User.Query().Where(user.IDIn(ids...), user.DeletedAtIsNil(), s.db.ForUpdate).Order(user.ByID()).
		All(ctx)
	if err != nil {
		return err
	}
	var held []uuid.UUID
	err = tx.RingMember.Query().Where(ringmember.UserIDIn(ids...), ringmember.HasRingWith(entring.State(Held))).
		Select(ringmember.FieldUserID).Scan(ctx, &held)
	if err != nil {
		return err
	}
	is := make(map[uuid.UUID]bool, len(held))
	for _, id := range held {
		is[id] = true
	}
	for _, u := range users {
		if (u.VotesHeldAt != nil) == is[u.ID] {
			continue
		}
		update := tx.User.Update().Where(user.ID(u.ID)).ClearVotesHeldAt()
		if is[u.ID] {
			update = tx.User.Update().Where(user.ID(u.ID)).SetVotesHeldAt(s.now())
		}
		if err := update.Exec(ctx); err != nil {
			return err
		}
		if err := s.db.Emit(ctx, tx, event.AccessOf(u.ID)); err != nil {
			return err
		}
	}
	return nil
}

// without returns the ids of a list that another one lacks, in their order.
func without(ids, others []uuid.UUID) (rest []uuid.UUID) {
	known := make(map[uuid.UUID]bool, len(others))
	for _, id := range others {
		known[id] = true
	}
	for _, id := range ids {
		if !known[id] {
			rest = append(rest, id)
		}
	}
	return rest
}
