package vote

import (
	"context"
	"fmt"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

// barred is the SQL condition for users whose votes do not count. No other code may repeat this rule. A change of a
// user's row that changes the result emits event.Access after it, whose listener stores the task of a recount.
const barred = "(suspended_at IS NOT NULL AND suspended_until IS NULL)"

// outdated is the SQL condition for votes that do not follow the rule. The row of a deleted user no longer says whether
// the user was banned, so those votes stay as they are.
const outdated = "is_counted = (SELECT " + barred + " FROM users WHERE users.id = votes.user_id AND deleted_at IS NULL)"

// change is what apply does to votes.
type change struct {
	value int  // Up or Down; None removes them
	keep  bool // leaves the value as it is
	cast  bool // by the voter: a missing vote is created, and the voter has been active
	day   int  // of a cast
}

// tally is what votes add to the counters of items and their owners, to the votes given by voters, and to popularity.
type tally struct{ up, down, given, popular int }

func (t tally) plus(sign int, o tally) tally {
	return tally{t.up + sign*o.up, t.down + sign*o.down, t.given + sign*o.given, t.popular + sign*o.popular}
}

// tallyOf returns what a vote adds. No other code may decide how a vote counts.
func tallyOf(v *ent.Vote, now time.Time) (t tally) {
	if v.Value != None {
		t.given = 1
	}
	if !v.IsCounted {
		return t
	}
	switch v.Value {
	case Up:
		t.up = 1
		if v.CreatedAt.After(PopularSince(now)) {
			t.popular = 1
		}
	case Down:
		t.down = 1
	}
	return t
}

// apply changes the votes of these voters on locked items, with every counter, and makes them follow the rule. It is
// the only function that writes votes. It locks voters and owners in the order of ids, after the items: all
// transactions that lock several of these keep this order, so that they cannot deadlock.
func apply(ctx context.Context, db *store.DB, tx *ent.Client, v domain.Votable, items items, voters []uuid.UUID,
	c change, now time.Time) error {
	counts, err := lockUsers(ctx, db, tx, items, voters)
	if err != nil {
		return fmt.Errorf("lock users: %w", err)
	}
	votes, err := tx.Vote.Query().Where(entvote.TargetType(v.Type), entvote.TargetIDIn(items.ids()...),
		entvote.UserIDIn(voters...), db.ForUpdate).All(ctx)
	if err != nil {
		return err
	}
	if c.cast {
		if _, ok := counts[voters[0]]; !ok { // deleted since the call was authenticated
			return auth.Admit(auth.User, nil)
		}
		if len(votes) == 0 {
			votes = append(votes, &ent.Vote{UserID: voters[0], TargetID: items.ids()[0], CreatedAt: now})
		}
	}
	type written struct {
		value   int
		counted bool
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
		if counted, ok := counts[vote.UserID]; ok {
			is.IsCounted = counted
		}
		if is.Value == vote.Value && (is.IsCounted == vote.IsCounted || is.Value == None) {
			continue
		}
		to := written{is.Value, is.IsCounted && is.Value != None}
		writes[to] = append(writes[to], vote)
		added := tallyOf(&is, now).plus(-1, tallyOf(vote, now))
		total = total.plus(1, added)
		voter := people[vote.UserID]
		voter.given, voter.active = voter.given+added.given, voter.active || c.cast
		people[vote.UserID] = voter
		if i := items[vote.TargetID]; i != nil {
			i.added = i.added.plus(1, added)
			i.days[is.CastDay] += tallyOf(&is, now).up
			i.days[vote.CastDay] -= tallyOf(vote, now).up
			owner := people[i.owner]
			owner.up, owner.down = owner.up+added.up, owner.down+added.down
			people[i.owner] = owner
		}
	}
	for to, votes := range writes {
		if err := write(ctx, tx, v, votes, to.value, to.counted, c, now); err != nil {
			return err
		}
	}
	for _, i := range items {
		if i == nil || i.added.up == 0 && i.added.down == 0 {
			continue
		}
		if err := i.count(ctx, tx, v); err != nil {
			return err
		}
		e := event.Event{
			Kind: event.Voted, Item: event.Item{Type: v.Type, ID: i.id},
			Parent: event.Item{Type: v.ParentType, ID: i.parent},
			Public: i.visible, Lists: v.Lists, UpvotesByDay: i.days,
		}
		if c.cast {
			e.Actor = voters[0]
			e.Upvotes.Before, e.Upvotes.After = i.up, i.up+i.added.up
		}
		if err := db.Emit(ctx, tx, e); err != nil {
			return err
		}
	}
	if err := countPeople(ctx, tx, people, now); err != nil {
		return err
	}
	return stats.AddVotes(ctx, tx, voters[0], total.up+total.down) // last, because many voters share its row
}

// write stores the value of votes and whether they count. If a vote has no id, it is new and the only one.
func write(ctx context.Context, tx *ent.Client, v domain.Votable, votes []*ent.Vote, value int, counted bool, c change,
	now time.Time) error {
	ids := make([]int, len(votes))
	for i, vote := range votes {
		ids[i] = vote.ID
	}
	switch {
	case value == None:
		_, err := tx.Vote.Delete().Where(entvote.IDIn(ids...)).Exec(ctx)
		return err
	case ids[0] == 0:
		return tx.Vote.Create().SetUserID(votes[0].UserID).SetTargetType(v.Type).SetTargetID(votes[0].TargetID).
			SetValue(value).SetIsCounted(counted).SetCastDay(c.day).SetCreatedAt(now).SetUpdatedAt(now).Exec(ctx)
	}
	update := tx.Vote.Update().Where(entvote.IDIn(ids...)).SetValue(value).SetIsCounted(counted)
	if c.cast {
		update.SetCastDay(c.day).SetUpdatedAt(now)
	}
	return update.Exec(ctx)
}

// person is the change of a user's counters.
type person struct {
	up, down, given int
	active          bool
}

// countPeople changes the counters of locked users, those with the same change in one statement.
func countPeople(ctx context.Context, tx *ent.Client, people map[uuid.UUID]person, now time.Time) error {
	same := map[person][]uuid.UUID{}
	for id, p := range people {
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
		if p.active {
			update.SetLastActiveAt(now)
		}
		if err := update.Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// lockUsers locks voters and the owners of items in the order of ids, with a lock that allows foreign key checks, and
// returns whether the votes of each count. Deleted users are missing from the result.
func lockUsers(ctx context.Context, db *store.DB, tx *ent.Client, items items,
	voters []uuid.UUID) (map[uuid.UUID]bool, error) {
	ids := slices.Clone(voters)
	for _, i := range items {
		if i != nil {
			ids = append(ids, i.owner)
		}
	}
	query := entsql.Dialect(db.Dialect).Select("id").AppendSelectExpr(entsql.Expr("deleted_at IS NULL"),
		entsql.Expr("NOT "+barred)).
		From(entsql.Table(user.Table)).Where(entsql.In("id", anys(ids)...)).OrderBy("id")
	if !db.IsSQLite() {
		query.For("NO KEY UPDATE")
	}
	text, args := query.Query()
	rows, err := tx.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	counts := make(map[uuid.UUID]bool, len(ids))
	for rows.Next() {
		var (
			id             uuid.UUID
			there, counted bool
		)
		if err := rows.Scan(&id, &there, &counted); err != nil {
			return nil, err
		}
		if there {
			counts[id] = counted
		}
	}
	return counts, rows.Err()
}
