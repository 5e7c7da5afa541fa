package search

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPassage(t *testing.T) {
	filler := strings.TrimSpace(strings.Repeat("lorem ", 40))
	for name, test := range map[string]struct{ text, query, want string }{
		"Short": {"  All\nof it ", "nothing", "All of it"},
		"NoMatch": {filler, "nothing",
			"lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lor…"},
		"Match": {filler + " celadon", "CÉLAD",
			"…lorem lorem lorem lorem lorem lorem lorem lorem lorem celadon"},
		"MostWords": {"glaze " + filler + " a celadon glaze " + filler, "glaze celadon",
			"…lorem lorem lorem lorem lorem lorem lorem lorem lorem a celadon glaze lorem lorem lorem lorem lore…"},
		"OtherForm": {filler + " firing it", "fire",
			"…lorem lorem lorem lorem lorem lorem lorem lorem lorem firing it"},
		"NoSpaces":     {strings.Repeat("x", 300), "x", strings.Repeat("x", 99) + "…"},
		"OneLongWord":  {strings.Repeat("y", 300) + " celadon", "celadon", "…celadon"},
		"Nothing":      {"", "celadon", ""},
		"OtherScripts": {strings.Repeat("字", 200) + "釉", "釉", "…釉"},
	} {
		t.Run(name, func(t *testing.T) {
			got := Passage(test.text, test.query, 100)
			if n := utf8.RuneCountInString(got); n > 100 {
				t.Errorf("%d characters", n)
			}
			if got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
