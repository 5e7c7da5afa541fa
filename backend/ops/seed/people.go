package seed

import (
	"fmt"
	"math/rand/v2"
	"strings"

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

// describe is what a member tells.
func describe(name string, random *rand.Rand) *ent.User {
	u := &ent.User{DisplayName: displayName(random), Skills: some(random, 2+random.IntN(4), skills)}
	if random.IntN(5) > 0 {
		u.Location = pick(random, places)
	}
	if random.IntN(4) > 0 {
		u.Bio = pick(random, bioBeginnings) + " " + pick(random, bioEndings)
	}
	if random.IntN(2) == 0 {
		u.Website = "https://" + strings.ReplaceAll(strings.ToLower(name), "_", "-") + ".example.com"
	}
	return u
}
