package config

import (
	"slices"
	"strings"
)

// prefix is what the names of settings begin with, of all but those that other programs know as well.
const prefix = "UVBOARD_"

// Misspelt finds the variables of an environment, given as name=value, that look like settings and are none: those with our
// prefix, and those within two letters of a name without it. It says which of the known names each may be meant to be; ""
// when none is like it. Variables of the tests are not looked at.
func Misspelt(environ, known []string) map[string]string {
	found := map[string]string{}
	for _, variable := range environ {
		name, _, _ := strings.Cut(variable, "=")
		switch {
		case slices.Contains(known, name) || strings.HasPrefix(name, prefix+"TEST_"):
		case strings.HasPrefix(name, prefix):
			found[name] = nearest(name, known)
		default:
			for _, candidate := range known {
				if !strings.HasPrefix(candidate, prefix) && distance(name, candidate) <= 2 {
					found[name] = candidate
				}
			}
		}
	}
	return found
}

// nearest is the name that takes the fewest changes, unless that is another one altogether. The prefix may be one too many.
func nearest(name string, known []string) string {
	best, fewest := "", 4
	for _, candidate := range known {
		changes := min(distance(name, candidate), distance(strings.TrimPrefix(name, prefix), candidate))
		if changes < fewest {
			best, fewest = candidate, changes
		}
	}
	return best
}

// distance is how many letters have to be added, left out or replaced to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changes := diagonal
			if a[i] != b[j] {
				changes = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], changes
		}
	}
	return row[len(b)]
}
