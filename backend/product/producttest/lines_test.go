package producttest

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"uvboard/backend/platform/must"
)

// A line of Go has at most 120 columns, where a tab counts four. Only a line with a long string may be longer.
func TestLines(t *testing.T) {
	const columns = 120
	seen := 0
	for _, folder := range []string{"backend", "bench", "docs", "ent/schema", "tools"} {
		root := filepath.Join("../../..", folder)
		must.NoError(t, filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") {
				return err
			}
			source, err := os.ReadFile(name)
			must.NoError(t, err)
			strung := linesWithStrings(source)
			for i, line := range strings.Split(string(source), "\n") {
				seen++
				width := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
				if width > columns && !strung[i+1] {
					t.Errorf("%s:%d has %d columns, at most %d", name, i+1, width, columns)
				}
			}
			return nil
		}))
	}
	if seen < 50_000 {
		t.Errorf("only %d lines were read", seen)
	}
}

// linesWithStrings returns the numbers of the lines that a long string or struct tag touches.
func linesWithStrings(source []byte) map[int]bool {
	const long = 40
	lines := map[int]bool{}
	file := token.NewFileSet().AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, 0)
	for {
		at, kind, text := s.Scan()
		switch kind {
		case token.EOF:
			return lines
		case token.STRING:
			if len(text) < long {
				continue
			}
			for i := range strings.Count(text, "\n") + 1 {
				lines[file.Line(at)+i] = true
			}
		}
	}
}
