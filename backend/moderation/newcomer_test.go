package moderation

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"uvboard/backend/platform/must"
)

func TestSiteOf(t *testing.T) {
	for address, want := range map[string]string{
		"https://www.Kiln.example/a?b":       "kiln.example",
		"https://a.b.kiln.co.uk":             "kiln.co.uk",
		"https://kiln.vercel.app/x":          "kiln.vercel.app",
		"https://GitHub.com/Ada/kiln/issues": "github.com/ada",
		"https://github.com":                 "github.com/",
		"https://discord.gg/abc":             "discord.gg/abc",
		"https://youtube.com/watch?v=1":      "youtube.com/watch?v=1",
		"www.kiln.example":                   "kiln.example",
		"http://192.0.2.1:8080/x":            "192.0.2.1",
		"":                                   "",
		"https://%":                          "",
	} {
		if got := siteOf(address); got != want {
			t.Errorf("%s is on %q, want %q", address, got, want)
		}
	}
}

func TestHasWord(t *testing.T) {
	for _, tc := range []struct {
		text, word string
		want       bool
	}{
		{"a casino!", "casino", true}, {"casino", "casino", true}, {"casinos", "casino", false},
		{"casinos and a casino", "casino", true}, {"https://casino.example", "casino", true},
		{"poker night", "poker", true},
		{"ein spielcasino", "casino", false}, {"賭博です", "賭博", false}, {"賭博", "賭博", true},
		{"anything", "", false},
	} {
		if got := hasWord(tc.text, tc.word); got != tc.want {
			t.Errorf("%q in %q: %t", tc.word, tc.text, got)
		}
	}
}

// Invisible characters and white space do not hide a watched word.
func TestWatched(t *testing.T) {
	words := []string{"Poker night", "casino"}
	for text, want := range map[string]string{
		"A cas\u00adino":                   "casino",
		"A c\u200ba\u2060s\u200dino!":      "casino",
		"\ufeffcasino\u202e":               "casino",
		"ca\u034fsino":                     "casino",
		"POKER \u00a0\n\tnight":            "Poker night",
		"poker\u3000\u200bnight":           "Poker night",
		"Two casi\u00adnos, poker nightly": "",
		"pokernight":                       "",
	} {
		if got := strings.Join(reading{text: text}.watched(words), ", "); got != want {
			t.Errorf("%q has %q, want %q", text, got, want)
		}
	}
	if got := (reading{text: "poker night"}).watched([]string{"po\u00adker  night"}); len(got) != 1 {
		t.Errorf("a word with a soft hyphen is not found")
	}
}

func TestPublishedLimits(t *testing.T) {
	for file, want := range map[string]string{
		"../../docs/limits.md": fmt.Sprintf(
			"| texts with links to other sites of a user, until %d are approved | 1 | 1 every %.0f minutes |", linkPosts,
			LinkInterval.Minutes()),
		"../../webapp/src/components/policies/limits.ts": fmt.Sprintf("newAccount = { posts: %d, minutes: %.0f };",
			linkPosts, LinkInterval.Minutes()),
		"../../docs/moderation.md": fmt.Sprintf("- %d projects of new accounts with links have come within an hour",
			maxProjects),
	} {
		text, err := os.ReadFile(file)
		must.NoError(t, err)
		if !strings.Contains(string(text), want) {
			t.Errorf("%s has no %q", file, want)
		}
	}
}
