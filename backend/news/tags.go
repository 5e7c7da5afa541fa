package news

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/tag"
	"uvboard/ent"
	"uvboard/ent/newsarticle"
)

// rule recognises a tool or a topic in a text, as words and not as parts of words.
type rule struct {
	tag    string
	isTool bool
	always []string // words and phrases in lower case that are enough, in any letter case
	begins []string // beginnings of words or phrases in lower case that are enough, such as "gpt 5" for "gpt 5.1"
	// named are words that mean something else too. They count only as written here, and only if one of the words in
	// with is in the text or with is empty.
	named []string
	with  []string
	also  []string // tags that imply this one
	never []string // phrases in lower case in which a word of named or always means something else
}

// Words that show that a text is about programming with AI.
var (
	aiWords = []string{
		"ai", "llm", "llms", "agent", "agents", "agentic", "gpt", "chatgpt", "openai", "anthropic", "gemini", "copilot",
		"model", "models", "prompt", "prompts", "vibe",
		"coding", "code", "ide", "mcp", "chatbot", "chatbots", "assistant",
	}
	builderWords = []string{
		"ai", "llm", "llms", "vibe", "app builder", "builder", "prompt", "prompts", "replit", "bolt", "v0", "vercel",
		"cursor", "claude", "startup", "supabase",
		"coding", "no-code", "raises", "valuation", "arr",
	}
	codeWords = []string{"code", "coding", "developer", "developers", "github", "vs code", "visual studio", "ide",
		"agent", "repository", "pull request", "pull requests", "programming", "programmers"}
)

// rules is the table of tags. The tools are those of the screen's filter.
var rules = []rule{
	{tag: "replit", isTool: true, always: []string{"replit", "replit agent"}},
	{tag: "vercel", isTool: true, always: []string{"vercel"}},
	{
		tag: "v0", isTool: true, always: []string{"v0.dev", "v0 by vercel", "vercel v0", "vercel's v0"},
		named: []string{"v0"},
		with:  []string{"vercel", "vibe", "ai", "prompt", "prompts", "shadcn", "lovable", "bolt", "cursor", "ui"},
	},
	{
		tag: "loveable", isTool: true, always: []string{"lovable.dev", "loveable.dev", "lovable ai"},
		named: []string{"Lovable", "Loveable"}, with: builderWords,
		never: []string{"most lovable", "more lovable", "a lovable", "lovable robot", "minimum lovable",
			"lovable product"},
	},
	{
		tag: "openai", isTool: true, always: []string{"openai", "chatgpt", "dall e", "dalle", "sam altman", "gpt oss",
			"gpts"},
		begins: []string{"gpt 3", "gpt 4", "gpt 5", "gpt 6", "gpt3", "gpt4", "gpt5", "chatgpt"},
		named:  []string{"Sora", "Codex", "Whisper"},
		with: []string{"ai", "video", "videos", "app", "cli", "agent", "agents", "coding", "model", "models",
			"speech", "transcription", "claude", "deepfake", "deepfakes", "security", "chatgpt", "pricing", "code",
			"github"},
		never: []string{"codex sinaiticus", "codex seraphinianus", "kingdom hearts"},
	},
	{
		tag: "cursor", isTool: true, always: []string{"cursor cli", "cursor ai", "cursor.com", "cursor.sh",
			"cursor ide", "anysphere", "cursor composer", "cursor agent", "cursor rules", "cursorrules"},
		named: []string{"Cursor"},
		with: append([]string{"cli", "0day", "zero day", "vulnerability", "vulnerabilities", "disclosure", "pricing",
			"valuation", "windsurf", "vs code", "developers", "programmers"}, aiWords...),
		never: []string{
			"sql cursor", "database cursor", "db cursor", "mouse cursor", "custom cursor", "text cursor",
			"blinking cursor", "css cursor", "terminal cursor", "cursor pagination",
			"cursor based", "cursor position", "cursor movement", "cursor keys", "multiple cursors", "multi cursor",
			"cursor pointer", "mouse pointer", "block cursor", "cursor blink",
			"cursor trail", "cursor effect", "cursor effects", "cursor follower", "cursor api", "cursor size",
			"cursor color", "cursor hover", "server side cursor", "postgres cursor",
		},
	},
	{
		tag: "claude", isTool: true, always: []string{"claude code", "claude ai", "claude.ai", "claude opus",
			"claude sonnet", "claude haiku", "claude 2", "claude 3", "claude 3.5", "claude 3.7", "claude 4",
			"anthropic", "claude desktop", "claude cowork"},
		named: []string{"Claude"},
		never: []string{
			"claude monet", "claude shannon", "claude debussy", "jean claude", "claude levi strauss",
			"claude lévi strauss", "claude chabrol", "claude rains", "claude van damme",
			"claude bernard", "claude lorrain", "claude garamond", "claude chappe", "claude makélélé", "claude giroux",
			"claude juncker", "marie claude", "claude cahun",
		},
	},
	{
		tag: "github-copilot", isTool: true, always: []string{"github copilot", "copilot chat", "copilot workspace",
			"copilot x"}, named: []string{"Copilot"}, with: codeWords,
		never: []string{"microsoft 365 copilot", "copilot plus pc", "copilot+ pc", "copilot+ pcs", "windows copilot",
			"copilot key"},
	},

	{
		tag: "ai", also: []string{"v0", "loveable", "openai", "cursor", "claude", "github-copilot"}, always: []string{
			"ai", "a.i.", "artificial intelligence", "machine learning", "qwen", "kimi", "deepseek", "mistral", "gemma",
			"devstral", "nano banana", "cerebras", "post training", "fine tuning", "fine tuned", "language models",
			"foundation model", "foundation models", "frontier models", "doc bot", "codex security", "gpt 2", "llm",
			"llms", "gpt", "chatgpt", "openai", "anthropic", "deep learning", "neural network", "neural networks",
			"neural nets", "generative", "genai", "gen ai", "agi", "language model", "language models", "deepfake",
			"deepfakes", "chatbot", "chatbots", "deepseek", "mistral ai", "perplexity ai",
			"stable diffusion", "midjourney", "hugging face", "huggingface", "langchain", "openclaw",
			"superintelligence", "rag", "vibe coding", "vibe coded", "mcp server", "mcp servers",
			"model context protocol", "deepmind", "xai", "grok", "ollama", "transformers", "reinforcement learning",
			"computer vision", "speech recognition", "gpt 4", "gpt 5", "agentic",
			"prompt engineering", "prompt injection", "prompt injections", "diffusion models", "image generator",
			"alphafold", "alphago", "pytorch", "tensorflow", "notebooklm",
		},
		named: []string{"Gemini", "Llama", "Copilot", "Bard", "Alexa", "Siri"},
		with: []string{"google", "meta", "robotics", "hallucinates", "model", "models", "assistant", "microsoft",
			"pro", "flash", "nano", "chat", "app", "smarter", "android", "alibaba", "apple", "open source"},
		never: []string{"ai weiwei", "transformers one", "transformers movie", "grok the", "gemini observatory",
			"gemini south", "gemini crypto", "project gemini"},
	},
	{
		tag: "coding", always: []string{
			"programming", "programmer", "flutter", "rust", "generics", "command line", "bash", "shell script",
			"shell scripts", "htmx", "programming language", "linker", "tinygo", "gopls", "web server", "printf",
			"configuration language", "github.com", "cuda", "simd", "code reviews", "devtools", "scripting language",
			"link time", "source control", "version control", "crate", "cargo", "apis", "your shell", "a shell",
			"the shell", "programmers", "developer", "developers", "software engineer", "software engineers",
			"software engineering", "software development", "coding",
			"coder", "coders", "codebase", "code review", "code reviews", "source code", "compiler", "compilers",
			"javascript", "typescript", "python", "golang", "node.js", "nodejs",
			"react.js", "reactjs", "next.js", "nextjs", "vue.js", "svelte", "angular", "rustlang", "kotlin", "haskell",
			"erlang", "elixir", "ocaml", "clojure", "c++", "c#", "php", "laravel",
			"django", "ruby on rails", "rails", "css", "html", "tailwind", "webassembly", "wasm", "sql", "postgresql",
			"postgres", "mysql", "sqlite", "graphql", "rest api", "api", "apis", "sdk",
			"github", "gitlab", "git", "ide", "vs code", "vscode", "neovim", "vim", "emacs", "refactor", "refactoring",
			"debugging", "debugger", "pull request", "pull requests", "regex", "regexes", "regular expressions",
			"frontend", "front end", "backend", "full stack", "fullstack", "devops", "kubernetes", "docker", "ci cd",
			"unit test", "unit tests", "unit testing", "type checker", "data structures", "algorithm", "algorithms",
			"leetcode", "npm", "pnpm", "webpack", "vite", "eslint", "linter", "monorepo", "microservices", "hackathon",
			"web development", "web app", "open source library", "jquery", "asp.net", ".net", "dotnet", "lisp", "zig",
			"garbage collector", "garbage collection", "type system", "type systems", "concurrency", "async",
			"functional programming", "object oriented", "design patterns", "stack overflow", "replit", "vercel",
			"claude code", "github copilot", "codex cli",
		},
		named: []string{"React", "Go", "Java", "Swift", "Vue", "Ruby", "Rails", "Spring", "Flutter", "Cursor", "Code",
			"Perl", "Scala", "Dart", "Deno", "Bun"},
		with: []string{
			"code", "component", "components", "hooks", "hook", "library", "framework", "app", "apps", "server",
			"memory safety", "compile", "function", "functions", "boot", "language", "web", "native", "written in",
			"build", "building", "tutorial", "syntax", "runtime", "ai", "goroutines", "kernel", "linux", "package",
			"packages", "interview", "ios", "clean", "tests", "cli", "cerebras",
		},
		never: []string{"rust belt", "rust removal", "rust remover", "rust and", "taylor swift", "go to", "the go",
			"way to go", "hot spring", "spring sale", "bun b", "color code", "dress code", "qr code", "qr codes",
			"zip code", "discount code", "promo code", "html5 video"},
	},
	{
		tag: "security", always: []string{
			"security", "cybersecurity", "attacker", "attackers", "attack", "attacks", "malicious", "authentication",
			"auth", "saml", "sso", "certificate", "certificates", "nsa", "spying", "0 day", "0 days", "hardening",
			"secrets", "signing keys", "compromise", "compromised", "poison", "poisoned", "poisoning", "infosec",
			"vulnerability", "vulnerabilities", "malware", "ransomware", "phishing", "hacker", "hackers", "hacked",
			"hacking", "zero day", "zero days", "0day", "exploit", "exploits",
			"exploited", "data breach", "data breaches", "breach", "breached", "spyware", "botnet", "ddos",
			"encryption", "encrypted", "cve", "backdoor", "backdoors", "backdoored", "supply chain attack", "password",
			"passwords", "passkey", "passkeys",
			"two factor", "2fa", "tls", "ssl", "xss", "csrf", "sql injection", "prompt injection", "prompt injections",
			"cyberattack", "cyberattacks", "rootkit", "trojan", "stuxnet", "surveillance", "infostealer",
			"infostealers", "cryptography", "buffer overflow", "side channel", "heartbleed", "leaked", "stalkerware",
			"firewall", "vpn", "vpns",
		},
		never: []string{"heart attack", "heart attacks", "attack on titan", "panic attack", "gift certificate",
			"secrets of", "secrets to", "secret to", "trade secrets", "poison ivy", "hacker news", "social security",
			"hacker way", "growth hacker", "food security", "job security", "national security council", "life hacks"},
	},
	{
		tag: "open-source", always: []string{
			"open source", "open sourced", "open sources", "open sourcing", "opensource", "foss", "oss", "the kernel",
			"linux kernel", "hardenedbsd", "netbsd", "peertube", "postmarketos", "digital public good",
			"digital public goods", "f droid", "free software", "linux", "gnu", "debian", "ubuntu", "fedora", "freebsd",
			"openbsd", "apache license", "gpl", "mit license", "mozilla", "libreoffice",
			"open weights", "open weight", "self hosted", "self hosting", "selfhosted", "github sponsors", "wikipedia",
			"mastodon", "fediverse", "gnome", "kde", "blender", "arch linux", "nixos", "gimp",
		},
	},
	{
		tag: "startups", always: []string{
			"startup", "startups", "bootstrapping", "fundraise", "fundraising", "revenue", "side project",
			"side projects", "profitable", "y combinator", "yc", "venture capital", "vc", "vcs", "vc firm",
			"seed round", "series a", "series b", "series c", "series d", "series e", "ipo", "unicorn", "valuation",
			"founder", "founders", "cofounder", "co founder",
			"entrepreneur", "entrepreneurs", "acquires", "acquired", "acquisition", "acquisitions", "raises",
			"bootstrapped", "angel investor", "angel investors", "investors", "funding", "funding round", "accelerator",
			"techcrunch disrupt", "saas", "layoffs", "lays off", "venture",
			"indie hacker", "indie hackers", "valued at", "a16z", "sequoia", "softbank",
		},
		never: []string{"startup time", "startup times", "windows startup", "startup sound", "language acquisition",
			"data acquisition", "public funding", "series a of", "particle accelerator"},
	},
	{
		tag: "hardware", always: []string{
			"hardware", "microcontroller", "microcontrollers", "esp32s", "cray 1", "cray", "supercomputer",
			"supercomputers", "op amp", "op amps", "e ink", "flipper zero", "fairphone", "head unit", "cuda",
			"runs on a phone", "cpu", "cpus", "gpu", "gpus", "nvidia", "amd", "intel", "chip", "chips", "chipmaker",
			"semiconductor", "semiconductors", "tsmc", "asml", "raspberry pi", "arduino", "esp32", "laptop", "laptops",
			"macbook", "iphone", "iphones", "smartphone",
			"smartphones", "ipad", "ipads", "smartwatch", "keyboard", "keyboards", "monitor", "ssd", "ssds", "ram",
			"dram", "motherboard", "risc v", "fpga", "3d printer", "3d printers", "3d printing", "3d printed",
			"headphones", "earbuds", "airpods", "vr headset", "headset", "smart glasses", "router", "routers", "drone",
			"drones", "robot", "robots", "robotics", "humanoid", "battery", "batteries", "usb c", "usb", "bluetooth",
			"qualcomm", "snapdragon", "apple watch", "vision pro", "steam deck", "playstation", "xbox",
			"nintendo switch", "pixel phone", "galaxy s", "oled", "soldering", "pcb", "transistor", "transistors",
			"quantum computer", "quantum computers", "data center", "data centers", "datacenter", "datacenters",
			"thinkpad", "chromebook", "chromebooks", "wearable", "wearables", "e reader", "kindle", "camera", "cameras",
			"tvs", "soundbar", "soundbars", "webcam", "webcams", "printer", "printers", "vacuum tubes", "mainframe",
			"mainframes", "floppy", "smart tv", "smart tvs", "oled tv",
		},
		named: []string{"Pixel", "Galaxy", "Switch", "Framework", "Surface", "Tensor", "Arm"},
		with: []string{"google", "samsung", "nintendo", "laptop", "phone", "microsoft", "chip", "chips", "pro",
			"phones", "watch", "processor", "processors"},
		never: []string{"blue chip", "chip in", "chips act hearing", "react router", "api router", "ram into",
			"potato chips", "monitor your", "keyboard shortcut", "keyboard shortcuts"},
	},
}

// tagsOf returns the tags of an article, in the order of the table.
func tagsOf(title, excerpt string) []string {
	t := newWords(title + "\n" + excerpt)
	tags := []string{}
	for _, r := range rules {
		if r.matches(t) || slices.ContainsFunc(r.also, func(tag string) bool { return slices.Contains(tags, tag) }) {
			tags = append(tags, r.tag)
		}
	}
	return tags
}

// Tagged describes articles to package tag.
var Tagged = domain.Tagged{
	Target: tag.Target{Type: Kind, Count: "news_count"}, Table: newsarticle.Table,
	Items: func(ctx context.Context, client *ent.Client, after uuid.UUID, limit int) ([]tag.Item, error) {
		articles, err := client.NewsArticle.Query().Where(newsarticle.IDGT(after)).Order(newsarticle.ByID()).
			Limit(limit).All(ctx)
		return items(articles), err
	},
}

// items returns articles with the tags of their words.
func items(articles []*ent.NewsArticle) []tag.Item {
	list := make([]tag.Item, len(articles))
	for i, a := range articles {
		list[i] = tag.Item{ID: a.ID, PublishedAt: a.PublishedAt}
		for _, word := range a.Tags {
			list[i].Tags = append(list[i].Tags, tag.Of(kindOf(word), word)...)
		}
	}
	return list
}

// kindOf returns the kind of a tag of an article.
func kindOf(word string) string {
	if slices.ContainsFunc(rules, func(r rule) bool { return r.tag == word && r.isTool }) {
		return tag.Tool
	}
	return tag.Topic
}

func setTags(ctx context.Context, tx *ent.Client, articles ...*ent.NewsArticle) error {
	synonyms, err := tag.ReadSynonyms(ctx, tx)
	if err != nil {
		return err
	}
	list := items(articles)
	for i := range list {
		list[i].Tags = synonyms.Resolve(list[i].Tags)
	}
	return tag.Set(ctx, tx, Tagged.Target, list...)
}

func isTag(word string) bool {
	return slices.ContainsFunc(rules, func(r rule) bool { return r.tag == word })
}

func (r rule) matches(t words) bool {
	for _, phrase := range r.never {
		t = t.without(phrase)
	}
	return t.hasAny(r.always) || slices.ContainsFunc(r.begins, t.begins) ||
		slices.ContainsFunc(r.named, t.named) && (len(r.with) == 0 || t.hasAny(r.with))
}

// words is a text as words between single spaces, with a space at both ends: as written, and in lower case.
type words struct{ written, lower string }

func newWords(text string) words {
	var list []string
	for _, field := range strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`-–—/,:;!?()[]{}"“”‘«»…|&=*<>~@`+"`", r)
	}) {
		field = strings.ReplaceAll(field, "’", "'")
		field = strings.TrimSuffix(strings.Trim(field, "'_"), "'s")
		if trimmed := strings.TrimRight(field, ".'"); strings.Count(field, ".") < 2 { // keeps "A.I."
			field = trimmed
		}
		if field != "" {
			list = append(list, field)
		}
	}
	written := " " + strings.Join(list, " ") + " "
	return words{written, strings.ToLower(written)}
}

func (w words) hasAny(phrases []string) bool {
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.Contains(w.lower, " "+phrase+" ") })
}

func (w words) begins(phrase string) bool { return strings.Contains(w.lower, " "+phrase) }

func (w words) named(word string) bool { return strings.Contains(w.written, " "+word+" ") }

// without removes a phrase from the text as written and in lower case.
func (w words) without(phrase string) words {
	for {
		i := strings.Index(w.lower, " "+phrase+" ")
		if i < 0 || len(w.lower) != len(w.written) { // the lower case of a few letters has another length
			return w
		}
		end := i + len(phrase) + 1
		w = words{w.written[:i] + " |" + w.written[end:], w.lower[:i] + " |" + w.lower[end:]}
	}
}
