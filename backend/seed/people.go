package seed

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"uvboard/backend/stats"
	"uvboard/ent"
)

// username is the name of the i-th member, 3 to 20 characters; no two are the same.
func username(i int) string {
	n := len(handles)
	if i < n {
		return handles[i]
	}
	i -= n
	pair := handles[i%n] + "_" + handles[(i/n+i%n*7+3)%n]
	if round := i / (n * n); round > 0 {
		pair = fmt.Sprintf("%s%d", pair, round)
	}
	return pair
}

func pick[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }

// some are n different ones of from, or all of them.
func some(random *rand.Rand, n int, from []string) []string {
	out := make([]string, 0, n)
	for _, i := range random.Perm(len(from))[:min(n, len(from))] {
		out = append(out, from[i])
	}
	return out
}

func (s *seeder) insertUsers(ctx context.Context, tx *ent.Client, from, to int) error {
	rows := make([]*ent.UserCreate, 0, to-from)
	for i := from; i < to; i++ {
		random, t, joined := s.plan.random(aboutUser, i), s.plan.people[i], s.plan.joined(i)
		name := username(i)
		row := tx.User.Create().SetID(s.userID(i)).SetCreatedAt(joined).SetUpdatedAt(joined).
			SetUsername(name).SetUsernameKey(strings.ToLower(name)).SetViberTag("@" + strings.ToLower(name)).
			SetEmail(name + "@example.com").SetEmailKey(strings.ToLower(name) + "@example.com").
			SetPasswordHash(s.hash).SetIsAdmin(i == 0).
			SetProjectCount(int(t.public)).SetDraftCount(int(t.drafts)).SetVotesGiven(int(t.given)).
			SetUpvotesReceived(int(t.up)).SetDownvotesReceived(int(t.down)).SetReputation(int(5*t.up - 2*t.down))
		if t.lastActive > 0 {
			row.SetLastActiveAt(time.UnixMilli(t.lastActive).UTC())
		}
		describe(row, name, random)
		rows = append(rows, row)
	}
	if err := tx.User.CreateBulk(rows...).Exec(ctx); err != nil {
		return err
	}
	return stats.Add(ctx, tx, stats.Users, to-from)
}

// userID is told again wherever the member is needed.
func (s *seeder) userID(i int) (id [16]byte) {
	return newID(s.plan.joined(i), s.plan.random(aboutIDs, i))
}

// displayName is empty for those who go by their handle.
func displayName(random *rand.Rand) string {
	first, last := pick(random, firstNames), pick(random, lastNames)
	switch random.IntN(10) {
	case 0, 1:
		return ""
	case 2, 3:
		return first
	default:
		return first + " " + last
	}
}

func describe(row *ent.UserCreate, name string, random *rand.Rand) {
	row.SetDisplayName(displayName(random))
	row.SetSkills(some(random, 2+random.IntN(4), skills))
	if random.IntN(5) > 0 {
		row.SetLocation(pick(random, places))
	}
	if random.IntN(4) > 0 {
		row.SetBio(pick(random, bioBeginnings) + " " + pick(random, bioEndings))
	}
	if random.IntN(2) == 0 {
		row.SetWebsite("https://" + strings.ReplaceAll(strings.ToLower(name), "_", "-") + ".example.com")
	}
}
