package ring

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	entring "uvboard/ent/ring"
	"uvboard/ent/ringmember"
	"uvboard/ent/user"
	"uvboard/ent/vote"
)

// maxGroup limits the accounts of a group that are compared with each other.
const maxGroup = 300

// pair is what two accounts have in common.
type pair struct {
	shared, either int
	expected       float64 // shared things if both had voted like everybody else
}

// judgeOverlap looks for groups of accounts that share far more than chance allows, around each of the voters.
func (r *search) judgeOverlap(ctx context.Context, voters []uuid.UUID) error {
	if err := r.readGiven(ctx, voters); err != nil {
		return err
	}
	for _, voter := range voters {
		if r.judged[voter] {
			continue
		}
		partners, err := r.partnersOf(ctx, voter)
		if err != nil {
			return err
		}
		if len(partners) < minRing-1 {
			continue
		}
		if err := r.judgeGroup(ctx, append(partners, voter)); err != nil {
			return err
		}
	}
	return nil
}

// readGiven reads the upvotes of accounts that are not known yet.
func (r *search) readGiven(ctx context.Context, users []uuid.UUID) error {
	var unknown []uuid.UUID
	for _, id := range users {
		if _, ok := r.given[id]; !ok {
			unknown, r.given[id] = append(unknown, id), nil
		}
	}
	for some := range slices.Chunk(unknown, chunk) {
		votes, err := r.db.Client().Vote.Query().Where(vote.UserIDIn(some...),
			vote.CreatedAtGT(r.now.Add(-overlapWindow)), vote.Value(1)).All(ctx)
		if err != nil {
			return err
		}
		for _, v := range votes {
			r.given[v.UserID] = append(r.given[v.UserID], castOf(v))
		}
		for _, id := range some {
			slices.SortFunc(r.given[id], func(a, b cast) int {
				return cmp.Or(b.at.Compare(a.at), slices.Compare(a.target[:], b.target[:]))
			})
		}
	}
	return nil
}

// rare returns the newest things that an account upvoted and not many others did.
func (r *search) rare(ctx context.Context, voter uuid.UUID) (map[uuid.UUID][]cast, error) {
	given := r.given[voter]
	things := make(map[uuid.UUID][]cast, len(given))
	for _, v := range given[:min(len(given), comparedPer)] {
		people, ok := r.people[v.target]
		if !ok {
			votes, err := r.db.Client().Vote.Query().Where(vote.TargetID(v.target), vote.TargetType(v.kind),
				vote.Value(1)).Limit(r.rarest + 1).All(ctx)
			if err != nil {
				return nil, err
			}
			if len(votes) <= r.rarest {
				for _, vote := range votes {
					people = append(people, castOf(vote))
				}
			}
			r.people[v.target] = people
		}
		if people != nil {
			things[v.target] = people
		}
	}
	return things, nil
}

// partnersOf returns the accounts that share enough with an account, and of which it shares enough.
func (r *search) partnersOf(ctx context.Context, voter uuid.UUID) ([]uuid.UUID, error) {
	if len(r.given[voter]) < minShared {
		return nil, nil
	}
	things, err := r.rare(ctx, voter)
	if err != nil || len(things) < minShared {
		return nil, err
	}
	shared := map[uuid.UUID]int{}
	for _, people := range things {
		for _, v := range people {
			shared[v.user]++
		}
	}
	delete(shared, voter)
	var close []uuid.UUID
	for other, n := range shared {
		if n >= minShared && float64(n) >= minJaccard*float64(len(things)) {
			close = append(close, other)
		}
	}
	close = unique(close)
	if len(close) < minRing-1 {
		return nil, nil
	}
	if err := r.readGiven(ctx, close); err != nil {
		return nil, err
	}
	var partners []uuid.UUID
	for _, other := range close {
		_, linked, err := r.compare(ctx, voter, other, nil)
		if err != nil {
			return nil, err
		}
		if linked {
			partners = append(partners, other)
		}
	}
	return partners[:min(len(partners), maxGroup)], nil
}

// exchanged returns what the accounts of a group published, if most of them also voted for things of others: friends
// vote for each other's things.
func (r *search) exchanged(ctx context.Context, group []uuid.UUID) (map[uuid.UUID]bool, error) {
	own := map[uuid.UUID]bool{}
	if len(group) < minRing {
		return own, nil
	}
	for _, v := range r.votable {
		query, args := entsql.Dialect(r.db.Dialect).Select("id").From(entsql.Table(v.Table)).
			Where(entsql.In("user_id", anys(group)...)).OrderBy(entsql.Desc("id")).Limit(maxGroup * maxItems).Query()
		err := r.each(ctx, query, args, func(scan func(...any) error) error {
			var id uuid.UUID
			err := scan(&id)
			own[id] = true
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	among := 0
	for _, id := range group {
		if !slices.ContainsFunc(r.given[id], func(v cast) bool { return !own[v.target] }) {
			among++
		}
	}
	if float64(among) >= minAmong*float64(len(group)) {
		return nil, nil
	}
	return own, nil
}

// compare returns what two accounts share without some things, and whether that is far more than chance allows.
func (r *search) compare(ctx context.Context, a, b uuid.UUID, without map[uuid.UUID]bool) (pair, bool, error) {
	of, err := r.rare(ctx, a)
	if err != nil {
		return pair{}, false, err
	}
	other, err := r.rare(ctx, b)
	if err != nil {
		return pair{}, false, err
	}
	for target := range without {
		delete(of, target)
		delete(other, target)
	}
	p := pair{either: len(of) + len(other)}
	for target := range of {
		if _, ok := other[target]; ok {
			p.shared++
		}
	}
	if p.either -= p.shared; p.shared < minShared || float64(p.shared) < minJaccard*float64(p.either) {
		return p, false, nil
	}
	if err := r.readDays(ctx); err != nil {
		return p, false, err
	}
	// On the days on which b voted, a vote of anybody else was for the thing as often as for others then.
	votes := map[int]int{}
	for _, v := range r.given[b] {
		votes[dayOf(v.at)]++
	}
	for _, people := range of {
		on := map[int]int{}
		for _, v := range people {
			if v.user != a && v.user != b {
				on[dayOf(v.at)]++
			}
		}
		likely := 0.0
		for day, n := range votes {
			likely += float64(n) * float64(on[day]+1) / float64(max(r.days[day], 1))
		}
		p.expected += min(likely, 1)
	}
	return p, chance(p.shared, p.expected) < maxChance, nil
}

// readDays counts the upvotes of each day once.
func (r *search) readDays(ctx context.Context) error {
	if r.days != nil {
		return nil
	}
	days := map[int]int{}
	for at := r.now.Add(-overlapWindow).UTC().Truncate(24 * time.Hour); !at.After(r.now); at = at.Add(24 * time.Hour) {
		n, err := r.db.Client().Vote.Query().Where(vote.CreatedAtGTE(at), vote.CreatedAtLT(at.Add(24*time.Hour))).
			Count(ctx)
		if err != nil {
			return err
		}
		days[dayOf(at)] = n
	}
	r.days = days
	return nil
}

// chance returns how likely n or more events are where a number is expected, by the distribution of Poisson.
func chance(n int, expected float64) float64 {
	log, _ := math.Lgamma(float64(n + 1))
	term, sum := math.Exp(float64(n)*math.Log(expected)-expected-log), 0.0
	for i := n; term > 0 && i < n+1000; i++ {
		sum += term
		term *= expected / float64(i+1)
	}
	return sum
}

// judgeGroup holds those of a group who are linked with at least half of the others.
func (r *search) judgeGroup(ctx context.Context, group []uuid.UUID) error {
	for _, id := range group {
		r.judged[id] = true
	}
	client := r.db.Client()
	var released []uuid.UUID
	err := client.RingMember.Query().Where(ringmember.UserIDIn(group...),
		ringmember.HasRingWith(entring.Kind(Overlap), entring.State(Released))).
		Select(ringmember.FieldUserID).Scan(ctx, &released)
	if err != nil {
		return err
	}
	group, err = client.User.Query().Where(user.IDIn(group...), user.IDNotIn(released...), user.RoleNEQ(user.RoleAdmin),
		user.DeletedAtIsNil()).Order(user.ByID()).IDs(ctx)
	if err != nil {
		return err
	}
	own, err := r.exchanged(ctx, group)
	if err != nil {
		return err
	}
	links, pairs := map[uuid.UUID]map[uuid.UUID]bool{}, []pair(nil)
	for i, a := range group {
		for _, b := range group[:i] {
			p, linked, err := r.compare(ctx, a, b, own)
			if err != nil {
				return err
			}
			if !linked {
				continue
			}
			for _, ends := range [][2]uuid.UUID{{a, b}, {b, a}} {
				if links[ends[0]] == nil {
					links[ends[0]] = map[uuid.UUID]bool{}
				}
				links[ends[0]][ends[1]] = true
			}
			pairs = append(pairs, p)
		}
	}
	for removed := true; removed; {
		removed = false
		for i, a := range group {
			n := 0
			for _, b := range group {
				if links[a][b] {
					n++
				}
			}
			if float64(n) < minLinked*float64(len(group)-1) {
				group, removed = slices.Delete(group, i, i+1), true
				break
			}
		}
	}
	if len(group) < minRing || len(pairs) == 0 {
		return nil
	}
	var sum pair
	for _, p := range pairs {
		sum = pair{sum.shared + p.shared, sum.either + p.either, sum.expected + p.expected}
	}
	n := float64(len(pairs))
	return r.hold(ctx, Overlap, uuid.Nil, group, fmt.Sprintf(
		"%d accounts upvoted the same things in 30 days. On average two of them share %.1f of the %.1f that either "+
			"upvoted; by chance they would share %.2g.", len(group), float64(sum.shared)/n, float64(sum.either)/n, sum.expected/n))
}
