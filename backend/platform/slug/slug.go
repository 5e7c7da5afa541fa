// Package slug makes the slugs of tags. Words that differ only in how they are written, and well-known synonyms, have
// the same slug.
package slug

import (
	"fmt"
	"strings"
	"unicode"

	"uvboard/backend/platform/letters"
)

// synonyms are other slugs of well-known tools and topics. A new one needs a migration that merges the rows of its tag.
var synonyms = map[string]string{
	"artificial-intelligence": "ai", "chat-gpt": "chatgpt", "claude-ai": "claude", "copilot": "github-copilot",
	"cpp": "cplusplus", "cursor-ai": "cursor",
	"dalle": "dall-e", "golang": "go", "js": "javascript", "large-language-models": "llm", "llms": "llm",
	"lovable":          "loveable",
	"machine-learning": "ml", "next-js": "nextjs", "no-code": "nocode", "node": "nodejs", "node-js": "nodejs",
	"open-ai": "openai", "opensource": "open-source",
	"postgres": "postgresql", "react-js": "react", "reactjs": "react", "svelte-js": "svelte", "sveltejs": "svelte",
	"tailwind-css": "tailwind",
	"tailwindcss":  "tailwind", "ts": "typescript", "v0": "vercel-v0", "vibe-code": "vibe-coding",
	"vibecoding": "vibe-coding", "vite-js": "vite", "vitejs": "vite",
	"vue-js": "vue", "vuejs": "vue",
}

// Of returns the slug of a word: folded letters and digits of any script, and hyphens. It is empty only if the word is
// blank. name is the word as it was written; empty if it equals the slug or is a synonym.
func Of(word string) (slug, name string) {
	word = strings.TrimSpace(word)
	slug = written(word)
	if other, ok := synonyms[slug]; ok {
		return other, ""
	}
	if word != slug {
		name = word
	}
	return slug, name
}

// Prefix returns what the slug of a word that begins with a text begins with, without regard to synonyms.
func Prefix(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return written(text)
}

// written returns the slug of a word without regard to synonyms.
func written(word string) string {
	var b strings.Builder
	runes := []rune(letters.Fold(word))
	isWord := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsNumber(runes[i]) ||
			unicode.IsMark(runes[i]))
	}
	isDigit := func(i int) bool { return isWord(i) && unicode.IsNumber(runes[i]) }
	for i, r := range runes {
		switch {
		case isWord(i):
			b.WriteRune(r)
		case r == '+' && b.Len() > 0 && !isWord(i+1): // c++
			b.WriteString("plus")
		case r == '#' && isWord(i-1) && !isWord(i+1): // c#
			b.WriteString("sharp")
		case r == '.' && b.Len() == 0 && isWord(i+1): // .net
			b.WriteString("dot")
		case (r == '.' || r == '\'' || r == '’') && !(isDigit(i-1) && isDigit(i+1)): // next.js, but not 3.5
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	slug := letters.Fold(strings.TrimRight(b.String(), "-")) // what was removed may have parted a letter from a mark
	if slug == "" {                                          // only symbols, such as an emoji
		b.Reset()
		for _, r := range runes {
			fmt.Fprintf(&b, "u%x", r)
		}
		return b.String()
	}
	return slug
}

// Filter returns a slug in the letters of search filters: a to z, digits and the underscore.
func Filter(slug string) string {
	var b strings.Builder
	for _, c := range []byte(slug) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteByte(c)
		case c == '-':
			b.WriteByte('_')
		default: // a slug has no two hyphens in a row
			fmt.Fprintf(&b, "__%02x", c)
		}
	}
	return b.String()
}
