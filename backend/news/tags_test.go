package news

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"uvboard/backend/platform/must"
)

// Precision and recall on real titles, whose tags a person chose. The table must not be tuned to the unseen titles.
func TestTagsOfRealTitles(t *testing.T) {
	for _, tc := range []struct {
		file                        string
		titles                      int
		toolPrecision, toolRecall   float64
		topicPrecision, topicRecall float64
	}{
		{"titles.txt", 209, 0.97, 0.97, 0.95, 0.9},
		{"titles-unseen.txt", 77, 0.97, 0.95, 0.97, 0.7},
	} {
		t.Run(tc.file, func(t *testing.T) {
			tools, topics, titles := measure(t, tc.file)
			t.Logf("%d titles; tools: precision %.3f, recall %.3f; topics: precision %.3f, recall %.3f",
				titles, tools.precision(), tools.recall(), topics.precision(), topics.recall())
			if titles != tc.titles || tools.precision() < tc.toolPrecision || tools.recall() < tc.toolRecall ||
				topics.precision() < tc.topicPrecision || topics.recall() < tc.topicRecall {
				t.Errorf("want at least %+v", tc)
			}
		})
	}
}

// tally counts tags: those that the table gave, those that a person gave, and those that both gave.
type tally struct{ given, wanted, both float64 }

func (t tally) precision() float64 { return t.both / t.given }
func (t tally) recall() float64    { return t.both / t.wanted }

func measure(t *testing.T, file string) (tools, topics tally, titles int) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", file))
	must.NoError(t, err)
	for line := range strings.Lines(string(content)) {
		labels, title, found := strings.Cut(strings.TrimSpace(line), " | ")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		titles++
		wanted, given := strings.Fields(strings.Trim(labels, "-")), tagsOf(title, "")
		for _, r := range rules {
			count := &topics
			if isTool(r.tag) {
				count = &tools
			}
			w, g := slices.Contains(wanted, r.tag), slices.Contains(given, r.tag)
			if w {
				count.wanted++
			}
			if g {
				count.given++
			}
			if w && g {
				count.both++
			}
			if w != g {
				t.Logf("%s: %s given %t, wanted %t", title, r.tag, g, w)
			}
		}
	}
	return tools, topics, titles
}

func isTool(tag string) bool {
	return slices.Contains([]string{"replit", "vercel", "v0", "loveable", "openai", "cursor", "claude",
		"github-copilot"}, tag)
}

// Words that mean a tool in one title and something else in another.
func TestAmbiguousWords(t *testing.T) {
	for title, want := range map[string][]string{
		"How a SQL cursor works":                                nil,
		"Cursor pagination in a REST API":                       nil,
		"Build a custom Cursor with CSS":                        nil,
		"Why my mouse cursor is an AI agent":                    nil,
		"Anysphere, maker of Cursor, raises $900M":              {"cursor"},
		"Cursor's new agent writes your pull requests":          {"cursor"},
		"cursor.com was down":                                   {"cursor"},
		"Precursors of AI":                                      nil,
		"Claude Monet and the AI of painting":                   nil,
		"Claude Shannon, father of information theory":          nil,
		"Jean-Claude Van Damme in an AI movie":                  nil,
		"Claude can now control your computer, says the AI lab": {"claude"},
		"Anthropic’s Claude learns to knit":                     {"claude"},
		"The most lovable robot of the year uses AI":            nil,
		"Lovable raises $200M for vibe coding":                  {"loveable"},
		"A minimum lovable product for your startup":            nil,
		"Release v0.9 of an AI library":                         nil,
		"Vercel's v0 can now build full-stack apps":             {"vercel", "v0"},
		"I replaced v0 with a prompt":                           {"v0"},
		"Copilot+ PCs with AI arrive":                           nil,
		"The co-pilot of the plane landed it":                   nil,
		"Copilot in VS Code gets agent mode":                    {"github-copilot"},
		"OpenAI’s Sora makes video":                             {"openai"},
		"Sora is a province of Lazio":                           nil,
		"Codex Sinaiticus, the oldest Bible, read by AI":        nil,
		"GPT-4o, GPT‑5 and ChatGPT compared":                    {"openai"},
		"Replit deleted our database":                           {"replit"},
	} {
		got := slices.DeleteFunc(tagsOf(title, ""), func(tag string) bool { return !isTool(tag) })
		if !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s: %v, want %v", title, got, want)
		}
	}
}
