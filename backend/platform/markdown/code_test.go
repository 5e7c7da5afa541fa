package markdown

import (
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2/lexers"
)

// Every language has its lexer, and no repeated piece of code takes it long.
func TestHighlightingIsBounded(t *testing.T) {
	pieces := []string{"<a ", "<?php ", "a: b\n", "r#\"", "\"\"\"", "<<EOF\n", "func ", "import a\n", "`", "(("} // the slowest of fifty
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
			HTML("```" + name + "\n" + strings.Repeat(piece, maxHighlighted/4/len(piece)) + "\n```")
			if took := time.Since(begin); took > 5*time.Second { // a hundredth of that without the race detector
				t.Errorf("%s took %v for many %q", name, took, piece)
			}
		}
	}
}
