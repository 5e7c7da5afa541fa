package store_test

import (
	"testing"

	"uvboard/backend/platform/store"
	_ "uvboard/gen/uvboard/v1" // the rules
)

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		" \t two words\u00a0\n": "two words",
		"a\x00b":                "ab",
		"\u200b\u200d\ufeff":    "", // zero width
		"\u202e \u2066":         "", // only directions
		"\u3164\u115f\uffa0":    "", // fillers, which are letters
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

func TestToOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                    "plain",
		" a\r\nb\tc ":              "a  b c",
		"pay\u202etxt.exe\u202c":   "paytxt.exe",
		"\u2067\u061c\u200e\u200f": "",
		"a\u2028b\u2029c\u0085d":   "a b c d",
		"👩\u200d💻 a\u200bb":        "👩\u200d💻 a\u200bb",
	} {
		if got := store.ToOneLine(text); got != want || !store.OneLine(got) {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
