package slug

import (
	"runtime"
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for word, want := range map[string][2]string{
		"":                  {"", ""},
		"  ":                {"", ""},
		"clay":              {"clay", ""},
		" Clay ":            {"clay", "Clay"},
		"AI Agents":         {"ai-agents", "AI Agents"},
		"ai_agents":         {"ai-agents", "ai_agents"},
		"Health & Fitness":  {"health-fitness", "Health & Fitness"},
		"--a -- b--":        {"a-b", "--a -- b--"},
		"vite.js":           {"vite", ""},
		"Vite":              {"vite", "Vite"},
		"vitejs":            {"vite", ""},
		"Next.js":           {"nextjs", "Next.js"},
		"chat gpt":          {"chatgpt", ""},
		"Vercel v0":         {"vercel-v0", "Vercel v0"},
		"v0":                {"vercel-v0", ""},
		"DALL-E":            {"dall-e", "DALL-E"},
		"c":                 {"c", ""},
		"c++":               {"cplusplus", "c++"},
		"cpp":               {"cplusplus", ""},
		"C#":                {"csharp", "C#"},
		"#go":               {"go", "#go"},
		".NET":              {"dotnet", ".NET"},
		"Claude 3.5":        {"claude-3-5", "Claude 3.5"},
		"don't":             {"dont", "don't"},
		"CAFÉ":              {"cafe", "CAFÉ"},
		"cafe\u0301":        {"cafe", "cafe\u0301"},
		"日本語":               {"日本語", ""},
		"हिन्दी":            {"हिन्दी", ""},
		"ＡＩ":                {"ai", "ＡＩ"},
		"🔥":                 {"u1f525", "🔥"},
		"!!":                {"u21u21", "!!"},
		"\u0301\u0301clean": {"clean", "\u0301\u0301clean"},
		"バス":                {"バス", ""},
		"パス":                {"パス", ""},
		"Май":               {"май", "Май"},
		"❤\ufe0f":           {"u2764", "❤\ufe0f"},
	} {
		if slug, name := Of(word); slug != want[0] || name != want[1] {
			t.Errorf("%q has the slug %q and the name %q, want %q", word, slug, name, want)
		}
	}
	for word, slug := range synonyms {
		if _, chained := synonyms[slug]; chained || written(word) != word || written(slug) != slug {
			t.Errorf("%s → %s: both must be slugs, and the second no synonym", word, slug)
		}
	}
}

// A slug is its own slug, so that an address with it finds the tag.
func FuzzOf(f *testing.F) {
	for _, word := range []string{"c++", ".net", "a.b.c", "1.2.3", "İ", "\xff", "ǅ", "a'b", "u21", "#", "+", "ﬁ", "ͅ",
		"a\u0345"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		slug, _ := Of(word)
		if again, name := Of(slug); again != slug || name != "" {
			t.Errorf("%q has the slug %q, which has the slug %q", word, slug, again)
		}
	})
}

// The cost of a word is proportional to its length.
func TestLongWords(t *testing.T) {
	for _, unit := range []string{"a", "@", "- ", "c++ ", "a\u0301", "👨\u200d👩\u200d👧"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		Of(strings.Repeat(unit, 20_000))
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 {
			t.Errorf("20,000 times %q take %d MB", unit, used>>20)
		}
	}
}
