package address

import (
	"strings"
	"testing"

	"github.com/google/uuid"
)

func TestPaths(t *testing.T) {
	const short = "7f3k9q2m1x"
	for title, want := range map[string]string{
		"Kiln log":                     "kiln-log-" + short,
		"  Kiln -- log!  ":             "kiln-log-" + short,
		"Über die Straße":              "uber-die-strasse-" + short,
		"Smørrebrød & Łódź":            "smorrebrod-and-lodz-" + short,
		"It's Sam’s C++ and C#":        "its-sams-c-plus-plus-and-c-sharp-" + short,
		"🚀 Rocket 🚀":                   "rocket-" + short,
		"🚀":                            short,
		"火入れの記録":                       short,
		"火入れ v2":                       "v2-" + short,
		"Обжиг":                        short,
		"?!…":                          short,
		"":                             short,
		"new":                          "new-" + short,
		strings.Repeat("a", 80):        strings.Repeat("a", 60) + "-" + short,
		strings.Repeat("firing ", 11):  strings.Repeat("firing-", 8) + short,
		strings.Repeat("a", 60) + " b": strings.Repeat("a", 60) + "-" + short,
	} {
		if got := Project(title, short); got != "/projects/"+want {
			t.Errorf("%q: %s, want /projects/%s", title, got, want)
		}
	}
	if got := Story("A b", short) + Thread("A b", short); got != "/blog/a-b-"+short+"/forum/thread/a-b-"+short {
		t.Error(got)
	}
}

func TestShort(t *testing.T) {
	id := uuid.MustParse("0198a1b2-0000-7000-8000-00aa11bb22cc")
	for name, want := range map[string]string{
		"kiln-log-7f3k9q2m1x": "7f3k9q2m1x",
		"7f3k9q2m1x":          "7f3k9q2m1x",
		"KILN-7F3K9Q2M1X":     "7f3k9q2m1x",
		"kiln-00aa11bb22cc":   OldShort(id),
		id.String():           "",
		"kiln":                "",
		"kiln-7f3k9q2m1":      "",
		"kiln-7f3k9q2m1u":     "", // no digit of the alphabet
		"":                    "",
	} {
		if got := Short(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	made := map[string]bool{}
	for range 1000 {
		short := NewShort()
		if Short(short) != short || made[short] {
			t.Fatal(short)
		}
		made[short] = true
	}
}
