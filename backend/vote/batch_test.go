package vote_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
)

// result is a summary by index of the item, or the code of a fault.
type result struct {
	Item, Up, Down, Own int
	Fault               string
}

type itemState struct {
	Up, Down int
	Rank     float64
}

type userState struct {
	Given, Received, Against, Reputation int
	Active                               bool
}

// state is the database after a number of votes, without ids.
type state struct {
	Results []result
	Items   []itemState
	Users   []userState
	Votes   map[[2]int]int // by user and item
}

// TestCastIsTheSameOnBothDatabases casts the same random votes in batches on SQLite and one by one on PostgreSQL.
func TestCastIsTheSameOnBothDatabases(t *testing.T) {
	const users, ballots = 6, 400
	var states []state
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		ids, items := []uuid.UUID{b.owner}, []uuid.UUID{b.project}
		for i := range users - 1 {
			ids = append(ids, b.member(fmt.Sprint("voter", i)))
		}
		items = append(items, b.show(ids[1], true), b.show(ids[1], true), b.show(b.owner, false), uuid.New())
		index := map[uuid.UUID]int{}
		for i, id := range ids {
			index[id] = i
		}
		for i, id := range items {
			index[id] = i
		}
		random := rand.New(rand.NewPCG(1, 2))
		all := make([]vote.Ballot, ballots)
		for i := range all {
			all[i] = vote.Ballot{Voter: ids[random.IntN(users)], Target: items[random.IntN(len(items))], Value: random.IntN(3) - 1}
		}
		at := published.Add(time.Hour)
		for left := all; len(left) > 0; {
			n := min(1+random.IntN(30), len(left))
			if db.IsSQLite() {
				b.write(func(ctx context.Context, tx *ent.Client) error {
					return vote.CastBatch(ctx, tx, project.Votable, left[:n], at)
				})
			} else {
				for i, ballot := range left[:n] {
					left[i].Sum, left[i].Refused = b.service.Cast(t.Context(), ballot.Voter, "project", ballot.Target, ballot.Value)
				}
			}
			left = left[n:]
		}

		s := state{Votes: map[[2]int]int{}}
		for _, ballot := range all {
			r := result{Item: index[ballot.Target], Up: ballot.Sum.Upvotes, Down: ballot.Sum.Downvotes, Own: ballot.Sum.Own}
			if ballot.Refused != nil {
				r = result{Fault: fault.Of(ballot.Refused).Code}
			} else if ballot.Sum.TargetID != ballot.Target {
				t.Errorf("summary of %v, want %v", ballot.Sum.TargetID, ballot.Target)
			}
			s.Results = append(s.Results, r)
		}
		c, ctx := db.Client(), t.Context()
		for _, id := range items[:len(items)-1] {
			p := c.Project.GetX(ctx, id)
			s.Items = append(s.Items, itemState{p.Upvotes, p.Downvotes, p.Rank})
		}
		for _, id := range ids {
			u := c.User.GetX(ctx, id)
			s.Users = append(s.Users, userState{u.VotesGiven, u.UpvotesReceived, u.DownvotesReceived, u.Reputation, u.LastActiveAt != nil && u.LastActiveAt.Equal(at)})
		}
		for _, v := range c.Vote.Query().AllX(ctx) {
			s.Votes[[2]int{index[v.UserID], index[v.TargetID]}] = v.Value
		}
		states = append(states, s)
	})
	if diff := cmp.Diff(states[0], states[1], cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("-sqlite +postgres:\n%s", diff)
	}
	if len(states[0].Votes) < users {
		t.Errorf("only %d votes", len(states[0].Votes))
	}
}

// A vote that the database refuses, because its user is gone, does not affect the votes in the same batch.
func TestInvalidVoteFailsAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		const voters, deleted = 20, 10
		ids := make([]uuid.UUID, voters)
		for i := range ids {
			ids[i] = b.member(fmt.Sprint("voter", i))
		}
		b.write(func(ctx context.Context, tx *ent.Client) error { return tx.User.DeleteOneID(ids[deleted]).Exec(ctx) })
		errs := make([]error, voters)
		var all sync.WaitGroup
		for i, id := range ids {
			all.Go(func() { _, errs[i] = b.service.Cast(t.Context(), id, "project", b.project, vote.Up) })
		}
		all.Wait()
		if errs[deleted] == nil {
			t.Error("a deleted user voted")
		}
		errs[deleted] = nil
		if err := errors.Join(errs...); err != nil {
			t.Error(err)
		}
		b.wantCounts(ids[0], counts{voters - 1, 0, voters - 1, 0, 5 * (voters - 1), 1})
	})
}

// Items of each other's voters must not deadlock.
func TestMutualVotesAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		other := b.member("other")
		theirs := b.show(other, true)
		must.Concurrently(t, 100, func(i int) error {
			voter, target := b.owner, theirs
			if i%2 == 0 {
				voter, target = other, b.project
			}
			_, err := b.service.Cast(t.Context(), voter, "project", target, i%3-1)
			return err
		})
	})
}

func TestConcurrentVotes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		const voters = 200
		ids := make([]uuid.UUID, voters)
		for i := range ids {
			ids[i] = b.member(fmt.Sprintf("voter%d", i))
		}
		cast := func(voter uuid.UUID, value int) error {
			_, err := b.service.Cast(t.Context(), voter, "project", b.project, value)
			return err
		}
		// Every user sends pairs of the same vote at once, and ends with a known one.
		must.Concurrently(t, voters, func(i int) error {
			id, random := ids[i], rand.New(rand.NewPCG(1, uint64(i)))
			for range 3 {
				value := random.IntN(3) - 1
				must.Concurrently(t, 2, func(int) error { return cast(id, value) })
			}
			return cast(id, []int{vote.Up, vote.Up, vote.Down, vote.None}[i%4])
		})
		b.wantCounts(ids[0], counts{100, 50, 100, 50, 100*5 - 50*2, 1})
		given := 0
		for _, u := range db.Client().User.Query().AllX(t.Context()) {
			given += u.VotesGiven
		}
		if n := db.Client().Vote.Query().CountX(t.Context()); n != 150 || given != n {
			t.Errorf("%d votes, %d counted, want 150", n, given)
		}
	})
}
