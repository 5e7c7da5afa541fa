package store_test

import (
	"testing"

	"uvboard/backend/platform/store"
)

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		" \t two words\u00a0\n": "two words",
		"a\x00b":                "ab",
		"\u200b\u200d\ufeff":    "", // zero width
		"\u202e \u2066":         "", // only the direction of what is not there
		"\u3164\u115f\uffa0":    "", // fillers, which count as letters
		"\u2800\u2800":          "", // Braille without dots
		"\u0301\ufe0f":          "", // marks on nothing
		"👩\u200d💻":              "👩\u200d💻",
		"\u05e9\u05dc\u200f":    "\u05e9\u05dc\u200f",
		"🏴\U000e0067\U000e007f": "🏴\U000e0067\U000e007f",
		".":                     ".",
		"日本":                    "日本",
	} {
		if got := store.Clean(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
