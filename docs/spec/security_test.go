package spec

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"uvboard/backend/platform/must"
)

var (
	asvsRow  = regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$`)
	testName = regexp.MustCompile("`((?:Test|Fuzz)\\w+)`")
	fileName = regexp.MustCompile(
		`(?:^|[ (])((?:backend|deploy|docs|proto|webapp)/[\w./-]+[\w]|SECURITY\.md|go\.mod|go\.sum)`)
)

// TestSecurity checks docs/security.md: every row of ASVS 5.0 of levels 1 and 2 is there once with a state, the files
// and tests that it names exist, and the counts are right.
func TestSecurity(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/security.md")
	must.NoError(t, err)
	rows := asvsRow.FindAllStringSubmatch(string(text), -1)
	if len(rows) != 253 {
		t.Errorf("%d rows, ASVS 5.0 has 253 of levels 1 and 2", len(rows))
	}
	tests := goTests(t)
	states, seen, counts := []string{"met", "n/a", "not met"}, map[string]bool{}, map[string]int{}
	for _, row := range rows {
		id, level, state, where := row[1], row[2], row[3], row[4]
		if seen[id] || !slices.Contains(states, state) {
			t.Errorf("%s is there twice, or its state %q is none", id, state)
		}
		seen[id] = true
		counts[level+state]++
		named := testName.FindAllStringSubmatch(where, -1)
		for _, name := range named {
			if !tests[name[1]] {
				t.Errorf("%s: there is no test %s", id, name[1])
			}
		}
		files := fileName.FindAllStringSubmatch(where, -1)
		for _, name := range files {
			if _, err := os.Stat(filepath.Join(root, name[1])); err != nil {
				t.Errorf("%s: there is no file %s", id, name[1])
			}
		}
		if state == "met" && len(named)+len(files) == 0 && !strings.Contains(where, "decision ") {
			t.Errorf("%s is met, but names neither a file nor a test", id)
		}
	}
	want := "| level | met | n/a | not met |\n|---|---|---|---|\n"
	for _, level := range []string{"1", "2"} {
		want += fmt.Sprintf("| %s | %d | %d | %d |\n", level, counts[level+"met"], counts[level+"n/a"],
			counts[level+"not met"])
	}
	if !strings.Contains(string(text), want) {
		t.Errorf("the counts are\n%s", want)
	}
}

func goTests(t *testing.T) map[string]bool {
	found := map[string]bool{}
	must.NoError(t, filepath.WalkDir(root+"/backend", func(path string, entry os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range strings.SplitSeq(string(text), "\n") {
			if name := goTest.FindStringSubmatch(line); name != nil {
				found[name[1]] = true
			}
		}
		return err
	}))
	return found
}
