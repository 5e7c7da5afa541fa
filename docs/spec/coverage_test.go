// Package spec checks that every requirement of the specification has a test.
//
// requirements.txt lists the requirements. A test names the ones that it shows in a comment directly above the
// test, the table row or the assertion: "// spec: home.trending.top3, home.trending.columns".
// From both comes docs/spec-coverage.md, which go test ./docs/spec -update writes.
package spec

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"uvboard/backend/platform/must"
)

var update = flag.Bool("update", false, "write docs/spec-coverage.md")

const (
	root     = "../.."
	document = root + "/docs/spec-coverage.md"
)

// section is a part of a screen or of the rules, with the heading it has in the document.
type section struct {
	heading      string
	requirements []requirement
}

type requirement struct{ id, text string }

// shown is a test that shows a requirement.
type shown struct{ file, test string }

func TestEveryRequirementHasATest(t *testing.T) {
	sections := readRequirements(t)
	tests := map[string][]shown{}
	for _, section := range sections {
		for _, requirement := range section.requirements {
			if _, ok := tests[requirement.id]; ok {
				t.Errorf("requirements.txt has %s twice", requirement.id)
			}
			tests[requirement.id] = nil
		}
	}
	for _, mark := range readMarks(t) {
		if _, ok := tests[mark.id]; !ok {
			t.Errorf("%s:%d: requirements.txt has no %q", mark.file, mark.line, mark.id)
			continue
		}
		if by := (shown{mark.file, mark.test}); !slices.Contains(tests[mark.id], by) {
			tests[mark.id] = append(tests[mark.id], by)
		}
	}
	var untested []string
	for _, id := range slices.Sorted(maps.Keys(tests)) {
		if len(tests[id]) == 0 {
			untested = append(untested, id)
		}
	}
	if len(untested) > 0 {
		t.Errorf("requirements without a test: %v", untested)
	}

	got := render(sections, tests)
	if *update {
		must.NoError(t, os.WriteFile(document, got, 0o644))
	}
	want, err := os.ReadFile(document)
	must.NoError(t, err)
	if !bytes.Equal(got, want) {
		t.Error("docs/spec-coverage.md is not current: run go test ./docs/spec -update")
	}
}

// TestMarks checks which test a mark is taken to belong to.
func TestMarks(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"above a test", "a_test.go", "// spec: a.b\nfunc TestOne(t *testing.T) {\n", "TestOne"},
		{"inside", "a_test.go", "func TestOne(t *testing.T) {\n\t// spec: a.b\n\tif true {\n", "TestOne"},
		{"above the next test", "a_test.go",
			"func TestOne(t *testing.T) {\n}\n\n// TestTwo is next.\n// spec: a.b\nfunc TestTwo(t *testing.T) {\n",
			"TestTwo"},
		{"above a step", "a_test.go",
			"var newsStory = []step{\n\t// spec: a.b\n\t{begins: true, name: \"news\", method: \"GET\"},\n",
			"TestAPI: news"},
		{"in a journey", "a.spec.ts", "test(\"a vote counts\", async () => {\n  // spec: a.b\n  expect(1).toBe(1);\n",
			"a vote counts"},
		{"in a loop over tests", "a.test.ts", "  test.each([1])(\"is %s\", () => {\n    // spec: a.b\n", "is %s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			marks := marksOf(c.file, c.text)
			if len(marks) != 1 || marks[0].id != "a.b" || marks[0].test != c.want {
				t.Errorf("got %+v, want a.b by %q", marks, c.want)
			}
		})
	}
}

func readRequirements(t *testing.T) (sections []section) {
	text, err := os.ReadFile("requirements.txt")
	must.NoError(t, err)
	for n, line := range strings.Split(string(text), "\n") {
		id, says, ok := strings.Cut(line, " ")
		switch {
		case line == "":
		case id == "#":
			sections = append(sections, section{heading: says})
		case !ok || !idForm.MatchString(id) || len(sections) == 0:
			t.Fatalf("requirements.txt:%d is not \"# heading\" or \"id requirement\": %s", n+1, line)
		default:
			last := &sections[len(sections)-1]
			last.requirements = append(last.requirements, requirement{id, strings.TrimSpace(says)})
		}
	}
	return sections
}

type mark struct {
	id, file, test string
	line           int
}

var (
	idForm    = regexp.MustCompile(`^[a-z0-9_]+(\.[a-z0-9_]+)+$`)
	markForm  = regexp.MustCompile(`//\s*spec:\s*(.+)$`)
	testFiles = regexp.MustCompile(`(_test\.go|\.test\.tsx?|\.spec\.ts)$`)
	// The line that begins a test, with its name. Steps are the rows of the API's story.
	goTest = regexp.MustCompile(`^func ((?:Test|Fuzz)\w*)\(`)
	goStep = regexp.MustCompile(`^\t\{(?:begins: true, )?name: "(\w+)", `)
	tsTest = regexp.MustCompile("^\\s*(?:test|it)(?:\\.\\w+)*\\((?:.*\\)\\()?([\"'`])(.*)")
)

func readMarks(t *testing.T) (marks []mark) {
	for _, dir := range []string{"backend", "bench", "docs", "webapp/src", "webapp/e2e"} {
		must.NoError(t, filepath.WalkDir(filepath.Join(root, dir), func(path string, entry fs.DirEntry,
			err error) error {
			if err != nil || entry.IsDir() || !testFiles.MatchString(path) ||
				filepath.Base(path) == "coverage_test.go" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			file, err := filepath.Rel(root, path)
			marks = append(marks, marksOf(filepath.ToSlash(file), string(text))...)
			return err
		}))
	}
	return marks
}

// marksOf finds the marks of a file. A mark directly above the beginning of a test belongs to that test, any other
// mark to the test it is in.
func marksOf(file, text string) (marks []mark) {
	test, waiting := filepath.Base(file), 0 // the marks from waiting on wait for the line below them
	for n, line := range strings.Split(text, "\n") {
		code, _, comment := strings.Cut(line, "//")
		if found := markForm.FindStringSubmatch(line); found != nil {
			for _, id := range strings.FieldsFunc(found[1], func(r rune) bool { return r == ',' || r == ' ' }) {
				marks = append(marks, mark{id: id, file: file, line: n + 1})
			}
		}
		if comment && strings.TrimSpace(code) == "" {
			continue
		}
		step := ""
		if found := goTest.FindStringSubmatch(line); found != nil {
			test = found[1]
		} else if found := goStep.FindStringSubmatch(line); found != nil {
			step = "TestAPI: " + found[1]
		} else if found := tsTest.FindStringSubmatch(line); found != nil && strings.HasSuffix(file, "ts") ||
			found != nil && strings.HasSuffix(file, "tsx") {
			test, _, _ = strings.Cut(found[2], found[1])
		}
		for ; waiting < len(marks); waiting++ {
			marks[waiting].test = test
			if step != "" {
				marks[waiting].test = step
			}
		}
	}
	return marks
}

func render(sections []section, tests map[string][]shown) []byte {
	var table bytes.Buffer
	tested := 0
	for _, section := range sections {
		fmt.Fprintf(&table, "\n## %s\n\n| requirement | | test |\n|---|---|---|\n", section.heading)
		for _, requirement := range section.requirements {
			by := tests[requirement.id]
			if len(by) > 0 {
				tested++
			}
			fmt.Fprintf(&table, "| %s | `%s` | %s |\n", cell(requirement.text), requirement.id, links(by))
		}
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `# Every requirement of the specification and the tests that show it

Generated by go test ./docs/spec -update from docs/spec/requirements.txt and the marks in the tests.
Where DESIGN replaces a placeholder of the specification, the row says what is built.

| requirements | tested | untested |
|---|---|---|
| %d | %d | %d |
`, len(tests), tested, len(tests)-tested)
	out.Write(table.Bytes())
	return out.Bytes()
}

func links(by []shown) string {
	if len(by) == 0 {
		return "none"
	}
	var all []string
	for _, test := range by {
		all = append(all, fmt.Sprintf("[%s](../%s): %s", filepath.Base(test.file), test.file, cell(test.test)))
	}
	return strings.Join(all, "<br>")
}

var cells = strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`)

func cell(text string) string { return cells.Replace(text) }
