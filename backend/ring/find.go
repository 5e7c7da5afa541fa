package ring

import (
	"context"
	"fmt"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/user"
	"uvboard/ent/vote"
)

// Limits of one step of the search.
const (
	stepVotes    = 2000
	stepAccounts = 500
	chunk        = 200  // ids in a query
	maxKept      = 5000 // things whose upvotes are kept from step to step
)

const searchRow = 1

// cast is an upvote.
type cast struct {
	user, target uuid.UUID
	kind         string // type of the target
	at           time.Time
}

// search is one run of Find. What it reads of a thing or an account it reads once.
type search struct {
	*Service
	now     time.Time
	oldest  uuid.UUID            // the lowest id of an account in crowdWindow
	rarest  int                  // upvotes of what is compared
	people  map[uuid.UUID][]cast // upvotes of a thing; nil for what is not rare
	given   map[uuid.UUID][]cast // upvotes of an account in overlapWindow, newest first
	days    map[int]int          // upvotes of all by day
	judged  map[uuid.UUID]bool   // accounts whose group was compared
	sampled []cast               // the newest upvotes of all
}

// Find looks at votes and accounts that are new since its last run, and holds the rings that it finds. It works in
// steps that read a bounded number of rows.
func (s *Service) Find(ctx context.Context) error {
	if err := s.forget(ctx); err != nil {
		return fmt.Errorf("forget traces: %w", err)
	}
	now := s.now()
	counts, err := stats.NewService(s.db).Counts(ctx, stats.Users)
	if err != nil {
		return err
	}
	run := &search{Service: s, now: now, oldest: store.IDAt(now.Add(-crowdWindow), uuid.Nil),
		rarest: max(rareLeast, min(rareUpvotes, int(rareShare*float64(counts[stats.Users])))),
		people: map[uuid.UUID][]cast{}, given: map[uuid.UUID][]cast{}, judged: map[uuid.UUID]bool{}}
	for {
		more, err := run.step(ctx)
		if err != nil {
			return fmt.Errorf("find rings: %w", err)
		}
		if !more {
			return nil
		}
	}
}

// step looks at some of what is new, and reports whether there is more.
func (r *search) step(ctx context.Context) (more bool, err error) {
	if len(r.people) > maxKept {
		clear(r.people)
		clear(r.given)
	}
	from, err := r.from(ctx)
	if err != nil {
		return false, err
	}
	client := r.db.Client()
	votes, err := client.Vote.Query().Where(vote.IDGT(from.VoteID)).Order(vote.ByID()).Limit(stepVotes).All(ctx)
	if err != nil {
		return false, err
	}
	until := *from
	owners := map[uuid.UUID]map[uuid.UUID]string{} // what new accounts upvoted, by its owner
	var voters []uuid.UUID
	var crowd []cast
	for _, v := range votes {
		until.VoteID = v.ID
		if v.Value != 1 {
			continue
		}
		if v.CreatedAt.After(r.now.Add(-overlapWindow)) {
			voters = append(voters, v.UserID)
		}
		if isNewer(v.UserID, r.oldest) {
			crowd = append(crowd, castOf(v))
		}
	}
	// Accounts that have come of the age at which they are judged.
	registered, err := client.User.Query().Where(user.IDGT(store.IDAt(from.RegisteredUntil, highest)),
		user.IDLTE(store.IDAt(r.now.Add(-judgedAfter), highest)), user.VotesGivenGT(0)).
		Order(user.ByID()).Limit(stepAccounts).Select(user.FieldCreatedAt).All(ctx)
	if err != nil {
		return false, err
	}
	ids := make([]uuid.UUID, len(registered))
	for i, u := range registered {
		ids[i], until.RegisteredUntil = u.ID, u.CreatedAt
	}
	if len(registered) < stepAccounts {
		until.RegisteredUntil = r.now.Add(-judgedAfter)
	}
	for some := range slices.Chunk(ids, chunk) {
		own, err := client.Vote.Query().Where(vote.UserIDIn(some...), vote.Value(1)).All(ctx)
		if err != nil {
			return false, err
		}
		for _, v := range own {
			crowd = append(crowd, castOf(v))
		}
	}
	if err := r.ownersOf(ctx, crowd, owners); err != nil {
		return false, err
	}
	for _, owner := range sorted(owners) {
		if err := r.judgeCrowd(ctx, owner, owners[owner]); err != nil {
			return false, fmt.Errorf("crowd: %w", err)
		}
	}
	if err := r.judgeOverlap(ctx, unique(voters)); err != nil {
		return false, fmt.Errorf("overlap: %w", err)
	}
	if until.VoteID != from.VoteID || !until.RegisteredUntil.Equal(from.RegisteredUntil) {
		if err := r.save(ctx, until); err != nil {
			return false, err
		}
	}
	return len(votes) == stepVotes || len(registered) == stepAccounts, nil
}

// from returns how far the search has come. It begins with the votes of overlapWindow.
func (r *search) from(ctx context.Context) (*ent.RingSearch, error) {
	row, err := r.db.Client().RingSearch.Get(ctx, searchRow)
	if !ent.IsNotFound(err) {
		return row, err
	}
	row = &ent.RingSearch{ID: searchRow, RegisteredUntil: r.now.Add(-crowdWindow)}
	first, err := r.db.Client().Vote.Query().Where(vote.CreatedAtGTE(r.now.Add(-overlapWindow))).
		Order(vote.ByCreatedAt()).First(ctx)
	if err == nil {
		row.VoteID = first.ID - 1
	} else if !ent.IsNotFound(err) {
		return nil, err
	}
	return row, nil
}

func (r *search) save(ctx context.Context, until ent.RingSearch) error {
	return r.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO ring_searches (id, vote_id, registered_until) VALUES ($1, $2, $3)
			ON CONFLICT (id) DO UPDATE SET vote_id = excluded.vote_id, registered_until = excluded.registered_until`,
			searchRow, until.VoteID, until.RegisteredUntil)
		return err
	})
}

// ownersOf adds what these upvotes are for, by its owner.
func (r *search) ownersOf(ctx context.Context, votes []cast, owners map[uuid.UUID]map[uuid.UUID]string) error {
	byKind := map[string][]uuid.UUID{}
	for _, v := range votes {
		byKind[v.kind] = append(byKind[v.kind], v.target)
	}
	for _, v := range r.votable {
		for some := range slices.Chunk(unique(byKind[v.Type]), chunk) {
			query, args := entsql.Dialect(r.db.Dialect).Select("id", "user_id").From(entsql.Table(v.Table)).
				Where(entsql.In("id", anys(some)...)).Query()
			err := r.each(ctx, query, args, func(scan func(...any) error) error {
				var id, owner uuid.UUID
				if err := scan(&id, &owner); err != nil {
					return err
				}
				if owners[owner] == nil {
					owners[owner] = map[uuid.UUID]string{}
				}
				owners[owner][id] = v.Type
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// each calls fn for each row of a query.
func (s *Service) each(ctx context.Context, query string, args []any,
	fn func(scan func(...any) error) error) error {
	rows, err := s.db.Client().QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := fn(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// highest has all bits that an id may have beside its time.
var highest = uuid.Max

func castOf(v *ent.Vote) cast { return cast{v.UserID, v.TargetID, v.TargetType, v.CreatedAt} }

// isNewer reports whether the row of an id was made after that of another one.
func isNewer(id, than uuid.UUID) bool { return slices.Compare(id[:], than[:]) > 0 }

func sorted[V any](m map[uuid.UUID]V) []uuid.UUID {
	ids := make([]uuid.UUID, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	return unique(ids)
}

// unique returns ids once each, in their order.
func unique(ids []uuid.UUID) []uuid.UUID {
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(ids)
}

func anys(ids []uuid.UUID) []any {
	all := make([]any, len(ids))
	for i, id := range ids {
		all[i] = id
	}
	return all
}
