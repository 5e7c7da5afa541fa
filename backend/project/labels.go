package project

// Labels of the enumerations, as in the web app.
var (
	stageLabels = map[string]string{
		"idea": "Idea", "mvp": "MVP", "beta": "Beta", "launched": "Launched", "archived": "Archived",
	}
	categoryLabels = map[string]string{
		"productivity": "Productivity", "utilities": "Utilities", "ai_agents": "AI Agents",
		"developer_tools": "Developer Tools",
		"education":       "Education", "health_fitness": "Health & Fitness", "finance": "Finance", "social": "Social",
		"entertainment": "Entertainment", "music_audio": "Music & Audio", "photo_video": "Photo & Video",
		"games":  "Games",
		"travel": "Travel", "food_drink": "Food & Drink", "news": "News", "sports": "Sports", "lifestyle": "Lifestyle",
		"business": "Business", "weather": "Weather", "reference": "Reference", "other": "Other",
	}
	toolLabels = map[string]string{
		"replit": "Replit", "vercel_v0": "Vercel v0", "cursor": "Cursor", "openai": "OpenAI", "claude": "Claude",
		"github_copilot": "GitHub Copilot", "midjourney": "Midjourney", "dall_e": "DALL-E",
		"stable_diffusion": "Stable Diffusion",
		"figma":            "Figma", "framer": "Framer", "webflow": "Webflow", "bubble": "Bubble",
		"supabase": "Supabase",
		"firebase": "Firebase", "nextjs": "Next.js", "react": "React", "vue": "Vue", "svelte": "Svelte",
		"tailwind": "Tailwind", "typescript": "TypeScript", "python": "Python", "nodejs": "Node.js", "other": "Other",
	}
)

// CategoryLabel returns the label of a category.
func CategoryLabel(category string) string { return categoryLabels[category] }
