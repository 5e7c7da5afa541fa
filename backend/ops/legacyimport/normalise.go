package legacyimport

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
)

const (
	maxTagline     = 140
	defaultTagline = "An awesome project built by the community"
)

// normalise fills in missing fields from those of older data: Status, Category and TechStack. Fields that have a value
// keep it, except that a long tagline is shortened.
func normalise(r projectRecord) projectRecord {
	r.Title = text(store.ToOneLine(string(r.Title)))
	r.Tags = oneLineEach(r.Tags)
	if r.Stage == "" {
		r.Stage = text(stageOf(string(r.Status)))
	}
	if r.PrimaryCategory == "" || r.PrimaryCategory == "other" && r.Category != "" {
		r.PrimaryCategory = text(categoryOf(string(r.Category), r.TechStack))
	}
	if len(r.VibeTools) == 0 {
		r.VibeTools = toolsOf(r.TechStack)
	}
	tagline := store.Clean(string(r.Tagline))
	if tagline == "" {
		tagline = taglineOf(markdown.Plain(markdown.HTML(string(r.Description))))
	}
	r.Tagline = text(letters.Cut(store.ToOneLine(tagline), maxTagline))
	r.SecondaryCategories = store.Unique(r.SecondaryCategories)
	r.LookingFor = store.Unique(r.LookingFor)
	if r.Monetization == "" {
		r.Monetization = "free"
	}
	if r.IsPublic == nil {
		r.IsPublic = new(true)
	}
	return r
}

var stages = map[string]string{
	"in_progress": "mvp", "in progress": "mvp", "wip": "mvp", "development": "mvp", "mvp": "mvp", "unknown": "mvp",
	"complete": "launched", "completed": "launched", "done": "launched", "finished": "launched", "live": "launched",
	"published": "launched", "launched": "launched",
	"given_up": "archived", "abandoned": "archived", "deprecated": "archived", "cancelled": "archived",
	"stopped":  "archived",
	"archived": "archived",
	"idea":     "idea", "planning": "idea", "planned": "idea",
	"beta": "beta", "testing": "beta", "preview": "beta",
}

func stageOf(status string) string {
	if stage := stages[strings.ToLower(store.Clean(status))]; stage != "" {
		return stage
	}
	return "mvp"
}

var categories = map[string]string{
	"design": "productivity", "productivity": "productivity",
	"entertainment": "entertainment", "education": "education", "social": "social",
	"games": "games", "gaming": "games", "business": "business", "finance": "finance",
	"health": "health_fitness", "fitness": "health_fitness", "lifestyle": "lifestyle",
	"music": "music_audio", "audio": "music_audio", "photo": "photo_video", "video": "photo_video",
	"news": "news", "utilities": "utilities", "other": "productivity", "unknown": "productivity",
}

func categoryOf(category string, techStack []string) string {
	category = strings.ToLower(store.Clean(category))
	if category == "coding" || category == "development" {
		if mentions(techStack, aiTerms...) {
			return "ai_agents"
		}
		return "developer_tools"
	}
	if c := categories[category]; c != "" {
		return c
	}
	words := strings.FieldsFunc(category, func(r rune) bool { return !unicode.IsLetter(r) })
	if name := strings.Join(words, "_"); project.CategoryLabel(name) != "" { // a current category, or its label
		return name
	}
	for _, word := range words { // such as health/fitness
		if c := categories[word]; c != "" {
			return c
		}
	}
	return "productivity"
}

// aiTerms in a tech stack make a coding project one of AI agents.
var aiTerms = []string{
	"ai", "artificial intelligence", "agent", "agents", "ml", "machine learning", "deep learning", "neural", "llm",
	"llms",
	"gpt", "gpt3", "gpt4", "gpt 3", "gpt 4", "chatgpt", "openai", "anthropic", "claude", "gemini", "mistral", "llama",
	"ollama", "langchain",
	"hugging face", "huggingface", "copilot", "midjourney", "dall e", "dalle", "stable diffusion", "whisper",
	"tensorflow", "pytorch",
}

// toolTerms are the terms of a tech stack by which each tool is recognised.
var toolTerms = []struct {
	tool  string
	terms []string
}{
	{"replit", []string{"replit"}},
	{"vercel_v0", []string{"vercel", "v0"}},
	{"cursor", []string{"cursor"}},
	{"openai", []string{"openai", "gpt", "gpt3", "gpt4", "chatgpt"}},
	{"claude", []string{"claude", "anthropic"}},
	{"github_copilot", []string{"copilot"}},
	{"midjourney", []string{"midjourney", "mid journey"}},
	{"dall_e", []string{"dall e", "dalle"}},
	{"stable_diffusion", []string{"stable diffusion", "stablediffusion"}},
	{"figma", []string{"figma"}},
	{"framer", []string{"framer"}},
	{"webflow", []string{"webflow"}},
	{"bubble", []string{"bubble", "bubble io"}},
	{"supabase", []string{"supabase"}},
	{"firebase", []string{"firebase", "firestore"}},
	{"nextjs", []string{"next", "next js", "nextjs"}},
	{"react", []string{"react", "reactjs"}},
	{"vue", []string{"vue", "vuejs", "nuxt"}},
	{"svelte", []string{"svelte", "sveltekit"}},
	{"tailwind", []string{"tailwind", "tailwindcss"}},
	{"typescript", []string{"typescript", "ts"}},
	{"python", []string{"python", "django", "flask", "fastapi"}},
	{"nodejs", []string{"node", "node js", "nodejs", "express"}},
}

func toolsOf(techStack []string) []string {
	var tools []string
	for _, t := range toolTerms {
		if mentions(techStack, t.terms...) {
			tools = append(tools, t.tool)
		}
	}
	if len(tools) == 0 {
		return []string{"other"}
	}
	return tools
}

// mentions reports whether a tech stack has one of the terms as whole words: "Tailwind" does not mention "ai".
func mentions(techStack []string, terms ...string) bool {
	for _, entry := range techStack {
		words := " " + strings.Join(strings.FieldsFunc(letters.Fold(entry), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsNumber(r)
		}), " ") + " "
		for _, term := range terms {
			if strings.Contains(words, " "+term+" ") {
				return true
			}
		}
	}
	return false
}

const (
	taglineCut     = 137 // leaves room for three dots
	taglineBreakAt = 100 // do not break at a word boundary before this
)

// taglineOf returns the first sentence of a description, shortened to fit.
func taglineOf(description string) string {
	description = strings.Join(strings.Fields(store.Clean(description)), " ")
	sentence := strings.TrimSpace(firstSentence(description))
	switch {
	case sentence == "":
		return defaultTagline
	case utf8.RuneCountInString(sentence) <= maxTagline:
		return sentence
	}
	start := letters.Cut(description, taglineCut)
	if space := strings.LastIndexByte(start, ' '); space >= 0 &&
		utf8.RuneCountInString(start[:space]) > taglineBreakAt {
		start = start[:space]
	}
	return start + "..."
}

// firstSentence returns the text before the first full stop, exclamation or question mark that ends a word.
func firstSentence(text string) string {
	for i, r := range text {
		if strings.ContainsRune(".!?", r) && (i+1 == len(text) || text[i+1] == ' ') {
			return strings.TrimRight(text[:i], ".!?")
		}
	}
	return text
}
