package project

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"uvboard/backend/platform/auth"
	"uvboard/ent/user"
)

func TestNormaliseStage(t *testing.T) {
	for stage, statuses := range map[string][]string{
		"mvp":      {"in_progress", "in progress", "wip", "development", "mvp", "unknown", "", "WIP", " In Progress ", "no such status"},
		"launched": {"complete", "completed", "done", "finished", "live", "published", "launched", "Complete"},
		"archived": {"given_up", "abandoned", "deprecated", "cancelled", "stopped", "archived"},
		"idea":     {"idea", "planning", "planned"},
		"beta":     {"beta", "testing", "preview"},
	} {
		for _, status := range statuses {
			t.Run(status+"Is"+stage, func(t *testing.T) {
				if got := normalise(legacyRecord{Status: text(status)}).Stage; string(got) != stage {
					t.Errorf("stage %q, want %q", got, stage)
				}
			})
		}
	}
	t.Run("KeepsWhatIsSaid", func(t *testing.T) {
		if got := normalise(legacyRecord{Stage: "idea", Status: "complete"}).Stage; got != "idea" {
			t.Errorf("stage %q", got)
		}
	})
}

func TestNormaliseCategory(t *testing.T) {
	type row struct {
		primary, category string
		stack             texts
		want              string
	}
	for name, test := range map[string]row{
		"CodingIsDeveloperTools":      {"", "coding", texts{"Rails", "Tailwind"}, "developer_tools"},
		"DevelopmentIsDeveloperTools": {"", "development", nil, "developer_tools"},
		"CodingWithAIIsAgents":        {"", "coding", texts{"React", "OpenAI API"}, "ai_agents"},
		"DevelopmentWithAIIsAgents":   {"", "development", texts{"AI"}, "ai_agents"},
		"CodingWithGPTIsAgents":       {"", "Coding", texts{"GPT-4"}, "ai_agents"},
		"CodingWithMLIsAgents":        {"", "coding", texts{"Machine Learning"}, "ai_agents"},
		"CodingWithLLMIsAgents":       {"", "coding", texts{"local llm"}, "ai_agents"},
		"Design":                      {"", "design", nil, "productivity"},
		"Productivity":                {"", "productivity", nil, "productivity"},
		"Entertainment":               {"", "entertainment", nil, "entertainment"},
		"Education":                   {"", "education", nil, "education"},
		"Social":                      {"", "social", nil, "social"},
		"Games":                       {"", "games", nil, "games"},
		"Gaming":                      {"", "gaming", nil, "games"},
		"Business":                    {"", "business", nil, "business"},
		"Finance":                     {"", "finance", nil, "finance"},
		"Health":                      {"", "health", nil, "health_fitness"},
		"Fitness":                     {"", "fitness", nil, "health_fitness"},
		"HealthSlashFitness":          {"", "Health/Fitness", nil, "health_fitness"},
		"Lifestyle":                   {"", "lifestyle", nil, "lifestyle"},
		"Music":                       {"", "music", nil, "music_audio"},
		"Audio":                       {"", "audio", nil, "music_audio"},
		"Photo":                       {"", "photo", nil, "photo_video"},
		"Video":                       {"", "video", nil, "photo_video"},
		"News":                        {"", "news", nil, "news"},
		"Utilities":                   {"", "utilities", nil, "utilities"},
		"Other":                       {"", "other", nil, "productivity"},
		"Unknown":                     {"", "unknown", nil, "productivity"},
		"NeverHeardOf":                {"", "blockchain", nil, "productivity"},
		"None":                        {"", "", nil, "productivity"},
		"AlreadyOneOfTodays":          {"", "ai_agents", nil, "ai_agents"},
		"LabelOfOneOfTodays":          {"", "Developer Tools", nil, "developer_tools"},
		"OtherGivesWay":               {"other", "gaming", nil, "games"},
		"OtherAloneStays":             {"other", "", nil, "other"},
		"KeepsWhatIsSaid":             {"travel", "gaming", nil, "travel"},
	} {
		t.Run(name, func(t *testing.T) {
			got := normalise(legacyRecord{PrimaryCategory: text(test.primary), Category: text(test.category), TechStack: test.stack}).PrimaryCategory
			if string(got) != test.want {
				t.Errorf("category %q, want %q", got, test.want)
			}
		})
	}
}

func TestNormaliseTools(t *testing.T) {
	for tool, mentions := range map[string][]string{
		"replit": {"Replit"}, "vercel_v0": {"Vercel v0", "v0.dev", "vercel"}, "cursor": {"Cursor IDE"}, "openai": {"OpenAI", "GPT-4", "ChatGPT"},
		"claude": {"Claude 3.5", "Anthropic"}, "github_copilot": {"GitHub Copilot", "copilot"}, "midjourney": {"Midjourney"},
		"dall_e": {"DALL-E", "DALL·E 3", "dalle"}, "stable_diffusion": {"Stable Diffusion XL"}, "figma": {"figma"}, "framer": {"Framer"},
		"webflow": {"Webflow"}, "bubble": {"Bubble.io"}, "supabase": {"Supabase"}, "firebase": {"Firebase"},
		"nextjs": {"Next.js", "NextJS", "next"}, "react": {"React", "react native", "React.js"}, "vue": {"Vue.js", "Vue 3", "Nuxt"},
		"svelte": {"SvelteKit", "svelte"}, "tailwind": {"TailwindCSS", "Tailwind CSS"}, "typescript": {"TypeScript", "TS"},
		"python": {"Python 3", "Django"}, "nodejs": {"Node.js", "NodeJS", "Express"}, "other": {"COBOL", "preact", "vuetify", ""},
	} {
		for _, mention := range mentions {
			t.Run(mention, func(t *testing.T) {
				if got := normalise(legacyRecord{TechStack: texts{mention}}).VibeTools; !slices.Equal(got, texts{tool}) {
					t.Errorf("tools %q, want %q", got, tool)
				}
			})
		}
	}
	t.Run("FindsSeveralOnce", func(t *testing.T) {
		got := normalise(legacyRecord{TechStack: texts{"React + TypeScript", "react", "Tailwind"}}).VibeTools
		equal(t, "tools", got, []string{"react", "tailwind", "typescript"})
	})
	t.Run("NoTechStack", func(t *testing.T) { equal(t, "tools", normalise(legacyRecord{}).VibeTools, []string{"other"}) })
	t.Run("KeepsWhatIsSaid", func(t *testing.T) {
		equal(t, "tools", normalise(legacyRecord{VibeTools: texts{"figma"}, TechStack: texts{"react"}}).VibeTools, []string{"figma"})
	})
}

func TestNormaliseTagline(t *testing.T) {
	word := strings.Repeat("w", 9) + " " // 10 characters
	for name, test := range map[string]struct{ tagline, description, want string }{
		"FirstSentence":        {"", "Plant pixels. Watch them grow.", "Plant pixels"},
		"FirstQuestion":        {"", "Tired of spreadsheets? We are too.", "Tired of spreadsheets"},
		"VersionsEndNothing":   {"", "Now with v2.0 of the engine. Fast.", "Now with v2.0 of the engine"},
		"OnlySentence":         {"", "Plant pixels", "Plant pixels"},
		"Exactly140":           {"", strings.Repeat("é", 140) + ". More", strings.Repeat("é", 140)},
		"CutsAtAWord":          {"", strings.Repeat(word, 20), strings.TrimSpace(strings.Repeat(word, 13)) + "..."},
		"CutsALongWord":        {"", strings.Repeat("x", 200), strings.Repeat("x", 137) + "..."},
		"BoundaryAt100TooSoon": {"", strings.Repeat("x", 100) + " " + strings.Repeat("y", 100), strings.Repeat("x", 100) + " " + strings.Repeat("y", 36) + "..."},
		"BoundaryAfter100":     {"", strings.Repeat("x", 101) + " " + strings.Repeat("y", 100), strings.Repeat("x", 101) + "..."},
		"NoDescription":        {"", "", "An awesome project built by the community"},
		"BlankDescription":     {"", " \n ", "An awesome project built by the community"},
		"KeepsWhatIsSaid":      {"As it was", "Another. One.", "As it was"},
		"TruncatesWhatIsSaid":  {strings.Repeat("é", 150), "", strings.Repeat("é", 140)},
	} {
		t.Run(name, func(t *testing.T) {
			if got := normalise(legacyRecord{Tagline: text(test.tagline), Description: text(test.description)}).Tagline; string(got) != test.want {
				t.Errorf("tagline %q, want %q", got, test.want)
			}
		})
	}
}

func TestNormaliseDefaults(t *testing.T) {
	got := normalise(legacyRecord{})
	if got.Logo != "" || len(got.SecondaryCategories) != 0 || len(got.LookingFor) != 0 || got.Monetization != "free" || !*got.IsPublic {
		t.Errorf("defaults %+v", got)
	}
	said := normalise(legacyRecord{Logo: "https://a.example/l.png", Monetization: "ads", IsPublic: new(false), LookingFor: texts{"users"}, SecondaryCategories: texts{"news"}})
	if said.Logo == "" || said.Monetization != "ads" || *said.IsPublic || len(said.LookingFor) != 1 || len(said.SecondaryCategories) != 1 {
		t.Errorf("what is said became %+v", said)
	}
}

func TestImport(t *testing.T) {
	data, err := os.ReadFile("testdata/legacy.json")
	if err != nil {
		t.Fatal(err)
	}
	each(t, func(t *testing.T, h house) {
		h.member(t, "ada") // somebody took the name meanwhile
		var problems []string
		run := func(data []byte) Imported {
			t.Helper()
			problems = nil
			done, err := h.Import(t.Context(),
				func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil },
				func(p string) { problems = append(problems, p) })
			if err != nil {
				t.Fatal(err)
			}
			return done
		}
		if done := run(data); done != (Imported{Users: 4, Projects: 7, Bad: 7}) {
			t.Fatalf("%+v, %q", done, problems)
		}
		equal(t, "problems", problems, []string{
			`user 3 (unnamed): it has neither an id nor a username`,
			`project 8 (h): Title must be at least 3 characters`,
			`project 9 (Script): Please enter a valid URL`,
			`project 10 (Words): "alpha" is not one of the allowed values`,
			`project 11 (Broken): "soon" is no time`,
			`project 12 (From the future): createdAt is no time it can have been made at`,
			`project 13 (NO id): it has no id and is like another in owner, title and createdAt: give both an id`,
		})
		equal(t, "newest", h.list(t, ListQuery{}), []string{"Numbers", "Pixel Garden", "Orphan", "By name", "No id", "Same name"})
		p := h.get(t, nil, h.id(t, "Pixel Garden"))
		owner := h.db.Client().User.GetX(t.Context(), p.UserID)
		if owner.Username != "ada_2" || owner.Email != "ada@example.org" || owner.DisplayName != "Ada Lovelace" || owner.PasswordHash != "" || owner.IsAdmin || owner.Website != "" {
			t.Errorf("owner %v", owner)
		}
		made := time.Date(2025, 3, 1, 10, 0, 0, 0, time.UTC)
		if p.Stage != "launched" || p.PrimaryCategory != "ai_agents" || p.Tagline != "Plants pixels" || !p.CreatedAt.Equal(made) || !p.PublishedAt.Equal(made) || p.Upvotes != 0 {
			t.Errorf("project %v", p)
		}
		equal(t, "tools", p.VibeTools, []string{"openai", "react"})
		equal(t, "tags", p.Tags, []string{"art", "pixels"})
		n := h.get(t, nil, h.id(t, "Numbers"))
		if n.Impact.Users == nil || *n.Impact.Users != 12 || n.Impact.Custom["stars"] != 5.0 || n.Impact.Custom["quote"] != "nice" {
			t.Errorf("impact %+v", n.Impact)
		}
		for title, username := range map[string]string{"Orphan": "legacy", "No id": "Grace_H", "By name": "Grace_H", "Same name": "Grace_H", "Hidden": "b__"} {
			id := h.id(t, title)
			if got := h.get(t, &auth.Caller{IsAdmin: true}, id).Edges.Owner.Username; got != username {
				t.Errorf("%s is of %s, want %s", title, got, username)
			}
		}
		if done := run(data); done != (Imported{Present: 7, Bad: 7}) {
			t.Errorf("again: %+v, %q", done, problems)
		}
		if done := run([]byte(`[{"id": "list", "title": "A bare\n\u202elist", "userId": "u1", "tags": ["two\nlines"], "tagline": "Many\nlines", "impact": {"metrics": {"a\nb": "c\nd"}}}]`)); done.Projects != 1 || done.Users != 0 {
			t.Errorf("a bare list: %+v, %q", done, problems)
		}
		if p := h.get(t, nil, h.id(t, "A bare list")); p.Tagline != "Many lines" || !slices.Equal(p.Tags, []string{"two lines"}) || p.Impact.Custom["a b"] != "c d" {
			t.Errorf("texts of one line: %q, %q, %v", p.Tagline, p.Tags, p.Impact.Custom)
		}
		if n, err := h.db.Client().User.Query().Where(user.UsernameHasPrefix("legacy")).Count(t.Context()); err != nil || n != 1 {
			t.Errorf("%d legacy accounts, %v", n, err)
		}
		for name, broken := range map[string]string{
			"Cut": `[{"id": "x", "title": "Cut off"}, {"id"`, "Number": "7", "Empty": "", "NoList": `{"projects": 3}`,
			"NoLists": `{"things": []}`, "NoJSON": `[{"id": "x" "title": "y"}]`,
		} {
			_, err := h.Import(t.Context(), func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(broken)), nil }, func(string) {})
			if err == nil {
				t.Errorf("%s: no error", name)
			}
			if err := CheckFile(strings.NewReader(broken)); err == nil || strings.Contains(err.Error(), "EOF") {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
