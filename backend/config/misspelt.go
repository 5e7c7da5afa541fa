package config

import (
	"slices"
	"strings"
)

// Misspelt finds the variables of an environment, given as name=value, that look like settings and are none. It says which
// of the known names each may be meant to be; "" when none is like it. Variables of the tests are not looked at.
func Misspelt(environ, known []string) map[string]string {
	found := map[string]string{}
	for _, variable := range environ {
		name, _, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, "UVBOARD_") || strings.HasPrefix(name, "UVBOARD_TEST_") || slices.Contains(known, name) {
			continue
		}
		found[name] = nearest(name, known)
	}
	return found
}

// nearest is the name that takes the fewest changes, unless that is another one altogether.
func nearest(name string, known []string) string {
	best, fewest := "", 4
	for _, candidate := range known {
		if changes := distance(name, candidate); changes < fewest {
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
