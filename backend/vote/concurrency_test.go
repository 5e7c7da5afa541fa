package vote_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/vote"
)

// Users who vote on each other's items at once must not deadlock.
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
		// Every user sends each vote twice at once, and ends with a known vote.
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
