package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strings"
	"unicode"

	"entgo.io/ent/dialect/sql"

	"uvboard/bench/report"
	"uvboard/ent"
	"uvboard/ent/project"
	"uvboard/ent/tag"
)

// searchKind is a kind of searches of projects, each the part of an address after the question mark.
type searchKind struct {
	name     string
	searches []string
}

// sampled is how many projects give the words of the searches, and queriesOf how many searches a kind has.
const (
	sampled   = 4000
	queriesOf = 500
)

// measureSearches prints how long one client waits for each kind of search, as a user. The searches are the same for
// the same projects, so that -binary compares two builds.
func measureSearches(ctx context.Context, e *env) error {
	kinds, err := e.searchKinds(ctx)
	if err != nil {
		return err
	}
	sessions, err := e.sessions(ctx, e.database, 1)
	if err != nil {
		return err
	}
	product, err := e.product(ctx, e.database)
	if err != nil {
		return err
	}
	report.Head(os.Stdout, "search", "such as", "p50", "p95", "p99")
	for _, kind := range kinds {
		i := 0
		next := func(int, *rand.Rand) request {
			i++
			return request{wire: get("/api/projects?"+kind.searches[i%len(kind.searches)], sessions[0].cookie)}
		}
		if _, err := load(ctx, product.Addr, 1, e.warmUp, next); err != nil {
			return fmt.Errorf("%s: %w", kind.name, err)
		}
		i = 0
		s, err := load(ctx, product.Addr, 1, 4*e.roundTime, next)
		if err != nil {
			return fmt.Errorf("%s: %w", kind.name, err)
		}
		example, err := url.QueryUnescape(strings.TrimPrefix(kind.searches[0], "search="))
		if err != nil {
			return err
		}
		report.Row(os.Stdout, kind.name, "`"+example+"`", s.P50, s.P95, s.P99)
	}
	return nil
}

// searchKinds returns the kinds of searches, with words of the projects.
func (e *env) searchKinds(ctx context.Context) ([]searchKind, error) {
	ids, err := e.publicIDs(ctx, e.database)
	if err != nil {
		return nil, err
	}
	db, err := e.open(ctx, e.database)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	var found []*ent.Project
	for part := range slices.Chunk(ids[:min(sampled, len(ids))], 500) {
		some, err := db.Client().Project.Query().Where(project.IDIn(part...)).Order(project.ByID()).
			Select(project.FieldTitle, project.FieldTagline).All(ctx)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	topics, err := db.Client().Tag.Query().Where(sql.FieldHasPrefix(tag.FieldID, "tag:"), tag.ProjectCountGT(0)).
		Order(tag.ByProjectCount(sql.OrderDesc()), tag.ByID()).Limit(20).IDs(ctx)
	if err != nil {
		return nil, err
	}
	if len(topics) == 0 {
		return nil, errors.New("the projects have no tags")
	}
	return kindsOf(found, topics), nil
}

func kindsOf(projects []*ent.Project, topics []string) []searchKind {
	random := rand.New(rand.NewPCG(1, 2))
	counts := map[string]int{}
	var pairs, eastern []string
	for _, p := range projects {
		words := wordsIn(p.Title + " " + p.Tagline)
		for _, word := range words {
			counts[word]++
		}
		if len(words) > 1 {
			i := random.IntN(len(words) - 1)
			pairs = append(pairs, words[i]+" "+words[i+1])
		}
		eastern = append(eastern, easternParts(p.Title)...)
	}
	if len(eastern) == 0 {
		eastern = []string{"東京", "音楽"}
	}
	byCount := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	common, rare := byCount[:min(20, len(byCount))], byCount[max(0, len(byCount)-queriesOf):]
	one := func(of []string) string { return of[random.IntN(len(of))] }
	ofLength := func(least, most int) []string {
		return slices.DeleteFunc(slices.Clone(byCount), func(w string) bool { return len(w) < least || len(w) > most })
	}
	short, long := ofLength(4, 7), ofLength(8, 20)
	wrong := func(word string, letters int) string {
		text := []byte(word)
		for at := range letters { // in different halves
			text[at*len(text)/2+random.IntN(len(text)/2)] = "bcdfghklmnprstvw"[random.IntN(16)]
		}
		return string(text)
	}
	list := func(name string, query func() string) searchKind {
		k := searchKind{name: name}
		for range queriesOf {
			k.searches = append(k.searches, query())
		}
		return k
	}
	search := func(text string) string { return "search=" + url.QueryEscape(text) }
	searches := func(name string, text func() string) searchKind {
		return list(name, func() string { return search(text()) })
	}
	stages, tools := []string{"mvp", "beta", "launched"}, []string{"cursor", "claude"}
	return []searchKind{
		searches("a common word", func() string { return one(common) }),
		searches("a rare word", func() string { return one(rare) }),
		searches("two words", func() string { return one(pairs) }),
		searches("a word of 4 to 7 letters", func() string { return one(short) }),
		searches("one letter of it wrong", func() string { return wrong(one(short), 1) }),
		searches("a word of 8 letters or more", func() string { return one(long) }),
		searches("two letters of it wrong", func() string { return wrong(one(long), 2) }),
		searches("two words, one with a wrong letter", func() string {
			return one(common) + " " + wrong(one(short), 1)
		}),
		searches("nothing", func() string { return wrong("qxqzqjqvqx", 2) }),
		searches("words with signs", func() string { return one([]string{"c++", "c#", ".net", "node.js"}) }),
		searches("two characters of a CJK text", func() string { return one(eastern) }),
		list("a common word, stage by parameter", func() string {
			return search(one(common)) + "&stage=" + one(stages)
		}),
		searches("a common word, stage", func() string { return one(common) + " stage:" + one(stages) }),
		list("a common word, tool by parameter", func() string { return search(one(common)) + "&tool=" + one(tools) }),
		searches("a common word, tool", func() string { return one(common) + " tool:" + one(tools) }),
		searches("a common word, tag", func() string { return one(common) + " " + one(topics) }),
		searches("one letter wrong, stage", func() string { return wrong(one(short), 1) + " stage:" + one(stages) }),
	}
}

// easternParts returns each two neighbouring characters of a text that are of languages without spaces.
func easternParts(text string) (parts []string) {
	runes := []rune(text)
	for i := range len(runes) - 1 {
		if unicode.In(runes[i], unicode.Han, unicode.Katakana, unicode.Hiragana) &&
			unicode.In(runes[i+1], unicode.Han, unicode.Katakana, unicode.Hiragana) {
			parts = append(parts, string(runes[i:i+2]))
		}
	}
	return parts
}
