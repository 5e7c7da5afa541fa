package markdown

import (
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2/lexers"
)

// Every language has its lexer, and no repeated piece of code takes it long.
func TestHighlightingIsBounded(t *testing.T) {
	pieces := []string{
		"(", "((", "<", "<a ", "<!--", "{", "[", "\"", "'", "`", "\\", "/*", "//", "#", "a", "a ", "a.", "a(", "1", "1e", "=", "==", "$", "${", "@", "-", "--", "%", "&", "|", "\t", " ", "\n", "\n ", ": ", "- ", "<?php ", "\"\"\"", "r#\"", "=>", "a<", "/a",
		"import a\n", "func ", "class ", "<<EOF\n", "select ", "a: b\n", "é",
	}
	for name, lexer := range highlighted {
		if lexers.Get(lexer) == nil {
			t.Errorf("%s has no lexer", name)
			continue
		}
		if name != lexer && highlighted[lexer] != "" {
			continue // tested by its other name
		}
		for _, piece := range pieces {
			begin := time.Now()
			HTML("```" + name + "\n" + strings.Repeat(piece, maxHighlighted/len(piece)) + "\n```")
			if took := time.Since(begin); took > 5*time.Second { // half a second without the race detector
				t.Errorf("%s took %v for many %q", name, took, piece)
			}
		}
	}
}
