package vote_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
	entvote "uvboard/ent/vote"
)

// Ballots counted together come to what they would come to one after the other: each is decided by what the ones before it
// left, and one that is refused changes nothing.
func TestCastTogether(t *testing.T) {
	b := newBoard(t, storetest.Open(t, storetest.SQLiteURL(t)))
	fan, critic, fickle := b.member("fan"), b.member("critic"), b.member("fickle")
	theirs, draft := b.show(fan, true), b.show(fan, false)
	b.cast(critic, vote.Up) // stood before
	unknown := uuid.New()
	const denied, missing = fault.KindDenied, fault.KindNotFound
	steps := []struct {
		name          string
		voter, target uuid.UUID
		value         int
		up, down      int        // where the target then stands
		refused       fault.Kind // or why not
	}{
		{"First", fan, b.project, vote.Up, 2, 0, 0},
		{"DoubleClick", fan, b.project, vote.Up, 2, 0, 0},
		{"Owner", b.owner, b.project, vote.Up, 0, 0, denied},
		{"Switch", critic, b.project, vote.Down, 1, 1, 0},
		{"Unknown", fickle, unknown, vote.Up, 0, 0, missing},
		{"Up", fickle, b.project, vote.Up, 2, 1, 0},
		{"TakenBack", fickle, b.project, vote.None, 1, 1, 0},
		{"TakenBackTwice", fickle, b.project, vote.None, 1, 1, 0},
		{"Draft", fickle, draft, vote.Up, 0, 0, missing},
		{"OwnDraft", fan, draft, vote.Up, 0, 0, denied},
		{"OnTheVoters", b.owner, theirs, vote.Up, 1, 0, 0},
		{"OnTheVotersToo", fickle, theirs, vote.Down, 1, 1, 0},
	}
	ballots := make([]vote.Ballot, len(steps))
	for i, s := range steps {
		ballots[i] = vote.Ballot{Voter: s.voter, Target: s.target, Value: s.value}
	}
	at := published.Add(2 * time.Hour)
	b.write(func(ctx context.Context, tx *ent.Client) error {
		return vote.CastTogether(ctx, tx, project.Votable, ballots, at)
	})
	for i, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			got := ballots[i]
			if s.refused != 0 {
				if f := fault.Of(got.Refused); f == nil || f.Kind != s.refused {
					t.Errorf("error %v, want a fault of kind %v", got.Refused, s.refused)
				}
				return
			}
			want := vote.Summary{TargetID: s.target, Upvotes: s.up, Downvotes: s.down, Own: s.value}
			if diff := cmp.Diff(want, got.Sum); diff != "" || got.Refused != nil {
				t.Errorf("error %v, summary (-want +got):\n%s", got.Refused, diff)
			}
		})
	}
	if diff := cmp.Diff(counts{Up: 1, Down: 1, Received: 1, Against: 1, Reputation: 3, Given: 1}, b.counts(critic)); diff != "" {
		t.Errorf("counters (-want +got):\n%s", diff)
	}
	c, ctx := b.db.Client(), t.Context()
	type person struct{ Given, Received, Against, Reputation int }
	for id, want := range map[uuid.UUID]person{
		b.owner: {Given: 1, Received: 1, Against: 1, Reputation: 3},
		fan:     {Given: 1, Received: 1, Against: 1, Reputation: 3},
		critic:  {Given: 1},
		fickle:  {Given: 1},
	} {
		u := c.User.GetX(ctx, id)
		if diff := cmp.Diff(want, person{u.VotesGiven, u.UpvotesReceived, u.DownvotesReceived, u.Reputation}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", u.Username, diff)
		}
		if !u.LastActiveAt.Equal(at) {
			t.Errorf("%s was last active at %v, want %v", u.Username, u.LastActiveAt, at)
		}
	}
	stands := map[uuid.UUID]int{}
	for _, v := range c.Vote.Query().Where(entvote.TargetID(b.project)).AllX(ctx) {
		stands[v.UserID] = v.Value
	}
	if diff := cmp.Diff(map[uuid.UUID]int{fan: vote.Up, critic: vote.Down}, stands); diff != "" {
		t.Errorf("votes (-want +got):\n%s", diff)
	}
	if p := c.Project.GetX(ctx, theirs); math.Abs(p.Rank-vote.Rank(1, 1, published)) > 1e-9 {
		t.Errorf("rank %v, want %v", p.Rank, vote.Rank(1, 1, published))
	}
}

// A vote that the database itself refuses, of a member whose row is gone, takes nobody else's with it.
func TestAVoteThatCannotBeWrittenFailsAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		const voters = 20
		ids := make([]uuid.UUID, voters)
		for i := range ids {
			ids[i] = b.member(fmt.Sprint("voter", i))
		}
		gone := ids[voters/2]
		b.write(func(ctx context.Context, tx *ent.Client) error { return tx.User.DeleteOneID(gone).Exec(ctx) })
		errs := make([]error, voters)
		var all sync.WaitGroup
		for i, id := range ids {
			all.Go(func() { _, errs[i] = b.service.Cast(t.Context(), id, "project", b.project, vote.Up) })
		}
		all.Wait()
		if failed := errs[voters/2]; failed == nil {
			t.Error("somebody unknown voted")
		}
		errs[voters/2] = nil
		if err := errors.Join(errs...); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(counts{voters - 1, 0, voters - 1, 0, 5 * (voters - 1), 1}, b.counts(ids[0])); diff != "" {
			t.Errorf("counters (-want +got):\n%s", diff)
		}
	})
}
