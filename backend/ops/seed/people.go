package seed

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"uvboard/ent"
)

// username returns the username of the i-th user: 3 to 20 characters, no two the same.
func username(i int) string {
	n := len(texts().Handles)
	if i < n {
		return texts().Handles[i]
	}
	i -= n
	pair := texts().Handles[i%n] + "_" + texts().Handles[(i/n+i%n*7+3)%n]
	if round := i / (n * n); round > 0 {
		pair = fmt.Sprintf("%s%d", pair, round)
	}
	return pair
}

func pick[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }

// some returns n different items of from, or all of them.
func some[T any](random *rand.Rand, n int, from []T) []T {
	out := make([]T, 0, n)
	for _, i := range random.Perm(len(from))[:min(n, len(from))] {
		out = append(out, from[i])
	}
	return out
}

// displayName returns a display name, empty for one user in five.
func displayName(random *rand.Rand) string {
	first, last := pick(random, texts().FirstNames), pick(random, texts().LastNames)
	switch random.IntN(10) {
	case 0, 1:
		return ""
	case 2, 3:
		return first
	default:
		return first + " " + last
	}
}

func describe(name string, random *rand.Rand) *ent.User {
	u := &ent.User{DisplayName: displayName(random), Skills: some(random, 2+random.IntN(4), texts().Skills)}
	if random.IntN(5) > 0 {
		u.Location = pick(random, texts().Places)
	}
	if random.IntN(4) > 0 {
		u.Bio = pick(random, texts().BioBeginnings) + " " + pick(random, texts().BioEndings)
	}
	if random.IntN(2) == 0 {
		u.Website = "https://" + strings.ReplaceAll(strings.ToLower(name), "_", "-") + ".example.com"
	}
	return u
}
