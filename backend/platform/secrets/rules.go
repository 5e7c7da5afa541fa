// Package secrets finds texts that look like a live key of a service, and refuses to publish them.
package secrets

import (
	"bytes"
	_ "embed"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// rulesFile is config/gitleaks.toml of gitleaks v8.30.1, unchanged. See docs/decisions/0029-keys-in-texts.md.
//
//go:embed gitleaks.toml
var rulesFile []byte

// left are rules of the file that are not used.
var left = map[string]string{
	"generic-api-key":             "any long word after “key” or “token”: mostly false alarms",
	"curl-auth-header":            "the same in curl commands, which guides are full of",
	"curl-auth-user":              "the same in curl commands, which guides are full of",
	"sourcegraph-access-token":    "any Git commit in a text about Sourcegraph",
	"adobe-client-id":             "public",
	"asana-client-id":             "public",
	"bitbucket-client-id":         "public",
	"discord-client-id":           "public",
	"flutterwave-public-key":      "public",
	"linkedin-client-id":          "public",
	"lob-pub-api-key":             "public",
	"looker-client-id":            "public",
	"mailgun-pub-key":             "public",
	"messagebird-client-id":       "public",
	"new-relic-browser-api-token": "public: it is in the pages that it measures",
	"new-relic-user-api-id":       "public",
	"plaid-client-id":             "public",
	"sendbird-access-id":          "public",
	"sumologic-access-id":         "public",
}

// A match of a rule is at most this far before and after its keyword, and after that it ends at the next white space.
const before, after = 128, 256

// anywhere are rules whose match may be further from the keyword.
var anywhere = []string{"airtable-personnal-access-token", "facebook-access-token", "private-key"}

// maxWork bounds the bytes that expressions run on, so that a text made of keywords takes about a fifth of a second. An
// article of 100 kB needs a tenth of it. What is beyond is not looked at, which only its author can bring about.
const maxWork = 512 << 10

// ruleSet is what is used of the file.
type ruleSet struct {
	Allowlist allowlist // of all rules
	Rules     []rule

	keywords [1 << 16][]keyword // by their first two bytes
}

type rule struct {
	ID, Regex, Path string
	Entropy         float64 // that the secret must exceed, in bits for a character
	SecretGroup     int     // of the expression; 0 for the first that is not empty
	Keywords        []string
	Allowlists      []allowlist

	expression func() *regexp.Regexp
}

// allowlist describes secrets that are none: by an expression, or by a word in lower case.
type allowlist struct {
	Regexes, StopWords []string

	expressions func() []*regexp.Regexp
}

// keyword is a word in lower case, without which a rule does not match.
type keyword struct {
	text string
	rule int
}

// rules reads the file once. Expressions are compiled when they are first needed: few ever are.
var rules = sync.OnceValue(func() *ruleSet {
	set := &ruleSet{}
	if _, err := toml.NewDecoder(bytes.NewReader(rulesFile)).Decode(set); err != nil {
		panic(err) // the file is part of the program
	}
	// texts have no path
	set.Rules = slices.DeleteFunc(set.Rules, func(r rule) bool { return left[r.ID] != "" || r.Path != "" })
	set.Allowlist.prepare()
	for i := range set.Rules {
		r := &set.Rules[i]
		r.expression = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(r.Regex) })
		for j := range r.Allowlists {
			r.Allowlists[j].prepare()
		}
		for _, word := range r.Keywords {
			at := start(word)
			set.keywords[at] = append(set.keywords[at], keyword{word, i})
		}
	}
	return set
})

func (a *allowlist) prepare() {
	a.expressions = sync.OnceValue(func() (all []*regexp.Regexp) {
		for _, text := range a.Regexes {
			all = append(all, regexp.MustCompile(text))
		}
		return all
	})
}

func (a *allowlist) has(secret string) bool {
	return slices.ContainsFunc(a.expressions(), func(e *regexp.Regexp) bool { return e.MatchString(secret) }) ||
		slices.ContainsFunc(a.StopWords, func(word string) bool {
			return strings.Contains(strings.ToLower(secret),
				word)
		})
}

// start returns the first two bytes of a text of two or more, in lower case.
func start(text string) int { return int(lower(text[0]))<<8 | int(lower(text[1])) }

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		b += 'a' - 'A'
	}
	return b
}

// finding is a text that looks like a key.
type finding struct {
	rule string // such as github-pat
	line int    // from 1
}

// scan returns what looks like a key in a text, of each rule and line once.
func scan(text string) (found []finding) {
	set := rules()
	near := set.near(text)
	for _, i := range slices.Sorted(maps.Keys(near)) {
		r := &set.Rules[i]
		for _, w := range near[i] {
			part := text[w.from:w.to]
			for _, at := range r.expression().FindAllStringSubmatchIndex(part, -1) {
				secret := r.secret(part, at)
				if entropy(secret) <= r.Entropy || set.Allowlist.has(secret) ||
					slices.ContainsFunc(r.Allowlists, func(a allowlist) bool { return a.has(secret) }) {
					continue
				}
				f := finding{r.ID, 1 + strings.Count(text[:w.from+at[0]], "\n")}
				if !slices.Contains(found, f) {
					found = append(found, f)
				}
			}
		}
	}
	return found
}

// window is a part of a text.
type window struct{ from, to int }

// near returns the parts of a text near the keywords of each rule, in order and without overlap. Expressions then run
// on these parts only.
func (set *ruleSet) near(text string) map[int][]window {
	near, work := map[int][]window{}, 0
	for i := 0; i < len(text)-1 && work < maxWork; i++ {
		for _, k := range set.keywords[start(text[i:])] {
			end := i + len(k.text)
			if end > len(text) || !strings.EqualFold(text[i:end], k.text) {
				continue
			}
			all := near[k.rule]
			last := len(all) - 1
			w := window{max(0, i-before), min(len(text), end+after)}
			if last >= 0 {
				w.from = max(w.from, all[last].to)
			}
			if slices.Contains(anywhere, set.Rules[k.rule].ID) {
				w = window{0, len(text)}
			}
			if last >= 0 && w.to <= all[last].to {
				continue
			}
			if space := strings.IndexAny(text[w.to:], " \t\r\n"); space >= 0 {
				w.to += space
			} else {
				w.to = len(text)
			}
			work += w.to - w.from
			if last >= 0 && w.from == all[last].to {
				all[last].to = w.to
			} else {
				near[k.rule] = append(all, w)
			}
		}
	}
	return near
}

// secret returns the part of a match that is the key. at has the positions of the match and its groups.
func (r *rule) secret(text string, at []int) string {
	group := func(i int) string {
		if at[2*i] < 0 {
			return ""
		}
		return text[at[2*i]:at[2*i+1]]
	}
	if r.SecretGroup > 0 {
		return group(r.SecretGroup)
	}
	for i := 1; i < len(at)/2; i++ {
		if secret := group(i); secret != "" {
			return secret
		}
	}
	return strings.Trim(group(0), "\n")
}

// entropy returns the Shannon entropy of a text, in bits for a character.
func entropy(text string) (bits float64) {
	counts := map[rune]int{}
	for _, r := range text {
		counts[r]++
	}
	for _, n := range counts {
		p := float64(n) / float64(len(text))
		bits -= p * math.Log2(p)
	}
	return bits
}
