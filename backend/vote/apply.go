package vote

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

// change is what apply does to votes.
type change struct {
	value int  // Up or Down; None removes them
	keep  bool // leaves the value as it is
	cast  bool // by the voter: a missing vote is created, and the voter has been active
	day   int  // of a cast
}

// tally is what votes add to the counters of items and their owners, to the votes given by voters, and to popularity.
type tally struct{ up, down, eligibleUp, eligibleDown, given, popular int }

func (t tally) plus(sign int, o tally) tally {
	return tally{t.up + sign*o.up, t.down + sign*o.down, t.eligibleUp + sign*o.eligibleUp,
		t.eligibleDown + sign*o.eligibleDown, t.given + sign*o.given, t.popular + sign*o.popular}
}

// tallyOf returns what a vote adds. No other code may decide how a vote counts.
func tallyOf(v *ent.Vote, now time.Time) (t tally) {
	if v.Value != None {
		t.given = 1
	}
	switch {
	case !v.IsCounted:
	case v.Value == Up:
		t.up = 1
		if v.IsEligible {
			t.eligibleUp = 1
			if v.CreatedAt.After(PopularSince(now)) {
				t.popular = 1
			}
		}
	case v.Value == Down:
		t.down = 1
		if v.IsEligible {
			t.eligibleDown = 1
		}
	}
	return t
}

// apply changes the votes of these voters on locked items, with every counter, and makes them follow the rule. It is
// the only function that writes votes. It locks voters and owners in the order of ids, after the items: all
// transactions that lock several of these keep this order, so that they cannot deadlock. It returns the standings of
// voters and owners.
func apply(ctx context.Context, db *store.DB, tx *ent.Client, v domain.Votable, items items, voters []uuid.UUID,
	c change, r rule) (map[uuid.UUID]standing, error) {
	users, err := lockUsers(ctx, db, tx, items, voters, r)
	if err != nil {
		return nil, fmt.Errorf("lock users: %w", err)
	}
	votes, err := tx.Vote.Query().Where(entvote.TargetType(v.Type), entvote.TargetIDIn(items.ids()...),
		entvote.UserIDIn(voters...), db.ForUpdate).All(ctx)
	if err != nil {
		return nil, err
	}
	if c.cast {
		if _, ok := users[voters[0]]; !ok { // deleted since the call was authenticated
			return nil, auth.Admit(auth.User, nil)
		}
		if len(votes) == 0 {
			votes = append(votes, &ent.Vote{UserID: voters[0], TargetID: items.ids()[0], CreatedAt: r.now})
		}
	}
	writes, people, total := map[written][]*ent.Vote{}, map[uuid.UUID]person{}, tally{}
	for _, vote := range votes {
		is := *vote
		if !c.keep {
			is.Value = c.value
		}
		if c.cast {
			is.CastDay = c.day
		}
		if voter, ok := users[vote.UserID]; ok {
			is.IsCounted, is.IsEligible = !voter.barred, voter.reason == eligible
		}
		to := written{is.Value, is.IsCounted && is.Value != None, is.IsEligible && is.Value != None}
		if is.Value == vote.Value && (is.Value == None || to == written{vote.Value, vote.IsCounted, vote.IsEligible}) {
			continue
		}
		writes[to] = append(writes[to], vote)
		added := tallyOf(&is, r.now).plus(-1, tallyOf(vote, r.now))
		total = total.plus(1, added)
		voter := people[vote.UserID]
		voter.given, voter.active = voter.given+added.given, voter.active || c.cast
		voter.waits = voter.waits || is.Value != None && !is.IsEligible
		people[vote.UserID] = voter
		if i := items[vote.TargetID]; i != nil {
			i.added = i.added.plus(1, added)
			i.days[is.CastDay] += tallyOf(&is, r.now).eligibleUp
			i.days[vote.CastDay] -= tallyOf(vote, r.now).eligibleUp
			owner := people[i.owner]
			owner.up, owner.down, owner.eligibleUp = owner.up+added.up, owner.down+added.down,
				owner.eligibleUp+added.eligibleUp
			owner.vouched = owner.vouched ||
				added.eligibleUp > 0 && users[vote.UserID].vouches() && users[i.owner].needsWord
			people[i.owner] = owner
		}
	}
	for to, votes := range writes {
		if err := write(ctx, tx, v, votes, to, c, r.now); err != nil {
			return nil, err
		}
	}
	for _, i := range items {
		if i == nil || i.added == (tally{given: i.added.given}) {
			continue
		}
		if err := i.count(ctx, tx, v); err != nil {
			return nil, err
		}
		e := event.Event{
			Kind: event.Voted, Item: event.Item{Type: v.Type, ID: i.id},
			Parent: event.Item{Type: v.ParentType, ID: i.parent},
			Public: i.visible, Lists: v.Lists, UpvotesByDay: i.days,
			Upvotes: event.Upvotes{Before: i.eligibleUp, After: i.eligibleUp + i.added.eligibleUp},
		}
		if c.cast {
			e.Actor = voters[0]
		}
		if err := db.Emit(ctx, tx, e); err != nil {
			return nil, err
		}
	}
	if err := countPeople(ctx, tx, people, r.now); err != nil {
		return nil, err
	}
	if err := follow(ctx, tx, users, people, r); err != nil {
		return nil, err
	}
	return users, stats.AddVotes(ctx, tx, voters[0], total.up+total.down) // last, because many voters share its row
}

// follow stores the tasks of what a change of votes leads to, in the order of ids: the pending votes of a new voter
// become eligible with the age of the account, and those of a new owner once somebody has vouched.
func follow(ctx context.Context, tx *ent.Client, users map[uuid.UUID]standing, people map[uuid.UUID]person,
	r rule) error {
	for _, id := range slices.SortedFunc(maps.Keys(people), compare) {
		is, ok := users[id]
		if !ok {
			continue
		}
		if p := people[id]; p.waits {
			if err := is.enqueueAged(ctx, tx, id, r); err != nil {
				return err
			}
		}
		if people[id].vouched {
			if err := jobs.Enqueue(ctx, tx, recountJob, id, r.now, r.now); err != nil {
				return err
			}
		}
	}
	return nil
}

// enqueueAged stores the task that recounts the votes of a user whose account is new at the moment when it no longer
// is.
func (is standing) enqueueAged(ctx context.Context, tx *ent.Client, id uuid.UUID, r rule) error {
	at := is.createdAt.Add(r.minAge)
	if !at.After(r.now) {
		return nil
	}
	return jobs.Enqueue(ctx, tx, agedJob, aged{id, at.UnixMilli()}, r.now, at)
}

// written is what is stored of a vote.
type written struct {
	value             int
	counted, eligible bool
}

// write stores the value of votes and how they count. If a vote has no id, it is new and the only one.
func write(ctx context.Context, tx *ent.Client, v domain.Votable, votes []*ent.Vote, to written, c change,
	now time.Time) error {
	ids := make([]int, len(votes))
	for i, vote := range votes {
		ids[i] = vote.ID
	}
	switch {
	case to.value == None:
		_, err := tx.Vote.Delete().Where(entvote.IDIn(ids...)).Exec(ctx)
		return err
	case ids[0] == 0:
		return tx.Vote.Create().SetUserID(votes[0].UserID).SetTargetType(v.Type).SetTargetID(votes[0].TargetID).
			SetValue(to.value).SetIsCounted(to.counted).SetIsEligible(to.eligible).SetCastDay(c.day).
			SetCreatedAt(now).SetUpdatedAt(now).Exec(ctx)
	}
	update := tx.Vote.Update().Where(entvote.IDIn(ids...)).SetValue(to.value).SetIsCounted(to.counted).
		SetIsEligible(to.eligible)
	if c.cast {
		update.SetCastDay(c.day).SetUpdatedAt(now)
	}
	return update.Exec(ctx)
}

// person is the change of a user's counters.
type person struct {
	up, down, eligibleUp, given int
	active                      bool // has voted
	vouched                     bool // for the first time
	waits                       bool // has a pending vote
}

// countPeople changes the counters of locked users, those with the same change in one statement.
func countPeople(ctx context.Context, tx *ent.Client, people map[uuid.UUID]person, now time.Time) error {
	same := map[person][]uuid.UUID{}
	for id, p := range people {
		p.waits = false
		same[p] = append(same[p], id)
	}
	for p, ids := range same {
		if p == (person{}) {
			continue
		}
		update := tx.User.Update().Where(user.IDIn(ids...))
		if p.given != 0 {
			update.AddVotesGiven(p.given)
		}
		if p.up != 0 || p.down != 0 {
			update.AddUpvotesReceived(p.up).AddDownvotesReceived(p.down).AddReputation(Reputation(p.up, p.down))
		}
		if p.eligibleUp != 0 {
			update.AddEligibleUpvotesReceived(p.eligibleUp)
		}
		if p.vouched {
			update.SetVouchedAt(now)
		}
		if p.active {
			update.SetLastActiveAt(now)
		}
		if err := update.Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// standing is what the rule says about a user, and what it depends on.
type standing struct {
	barred    bool
	reason    string // why votes are not eligible
	createdAt time.Time
	isNew     bool // too new to vouch for others
	needsWord bool // the votes of this new account become eligible once somebody vouches for it
}

// vouches reports whether an upvote or a useful mark of the user makes the votes of a new account eligible. A user who
// is eligible only because somebody has vouched does not, or one vote would open a chain of new accounts.
func (is standing) vouches() bool { return is.reason == eligible && !is.isNew }

// lockUsers locks voters and the owners of items in the order of ids, with a lock that allows foreign key checks, and
// returns their standings. Deleted users are missing from the result.
func lockUsers(ctx context.Context, db *store.DB, tx *ent.Client, items items, voters []uuid.UUID,
	r rule) (map[uuid.UUID]standing, error) {
	ids := slices.Clone(voters)
	for _, i := range items {
		if i != nil {
			ids = append(ids, i.owner)
		}
	}
	return r.standings(ctx, db, tx, true, ids)
}

// standings returns the standings of users, and locks their rows in the order of ids if asked.
func (r rule) standings(ctx context.Context, db *store.DB, client *ent.Client, lock bool,
	ids []uuid.UUID) (map[uuid.UUID]standing, error) {
	query := entsql.Dialect(db.Dialect).Select("id", "created_at", "role", "vouched_at").
		AppendSelectExpr(entsql.Expr("deleted_at IS NULL"), entsql.Expr(barred), r.ask()).
		From(entsql.Table(user.Table)).Where(entsql.In("id", anys(ids)...)).OrderBy("id")
	if lock && !db.IsSQLite() {
		query.For("NO KEY UPDATE")
	}
	text, args := query.Query()
	rows, err := client.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	users := make(map[uuid.UUID]standing, len(ids))
	for rows.Next() {
		var (
			id      uuid.UUID
			role    user.Role
			vouched sql.NullTime
			there   bool
			is      standing
		)
		if err := rows.Scan(&id, &is.createdAt, &role, &vouched, &there, &is.barred, &is.reason); err != nil {
			return nil, err
		}
		is.isNew = role != user.RoleAdmin && is.createdAt.After(r.since())
		is.needsWord = is.isNew && !vouched.Valid
		if there {
			users[id] = is
		}
	}
	return users, rows.Err()
}

func compare(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) }
