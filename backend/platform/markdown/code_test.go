package markdown

import (
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2/lexers"
)

func TestLanguagesHaveLexers(t *testing.T) {
	for name, lexer := range highlighted {
		if lexers.Get(lexer) == nil {
			t.Errorf("%s has no lexer", name)
		}
	}
}

// Lexers take seconds for each of these repeated pieces of code.
func TestHighlightingIsBounded(t *testing.T) {
	for name, piece := range map[string]string{
		"c": "\n", "cpp": "\n", "c++": "[", "csharp": "\n", "html": "&", "java": "class a ", "kotlin": "\n", "lua": "[",
		"php": "<<EOF\n", "python": " \n", "rust": "r#\"", "sql": "#", "swift": "a.", "typescript": "é", "xml": "&",
		"yaml": "'",
	} {
		t.Run(name, func(t *testing.T) {
			block := "```" + name + "\n" + strings.Repeat(piece, (maxHighlighted/4-2)/len(piece)) + "\n```\n\n"
			begin := time.Now()
			HTML(strings.Repeat(block, 4))
			if took := time.Since(begin); took > 10*maxHighlighting { // a tenth of that on an idle machine
				t.Errorf("%d bytes of %q took %v", len(block)*4, piece, took)
			}
		})
	}
}
