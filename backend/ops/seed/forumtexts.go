package seed

import (
	_ "embed"
	"math/rand/v2"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed forum.yaml
var forumYAML []byte

// forumDemo is the content of forum.yaml.
type forumDemo struct {
	Rooms   []room
	Project room // the channel of a project
	Replies []string
	Answers []string // to replies
}

// room is a channel.
type room struct {
	Name, About string
	Topics      []topic
}

type topic struct {
	Title, Text string
	Replies     []string
}

var forumTexts = sync.OnceValue(func() *forumDemo {
	d := &forumDemo{}
	if err := yaml.Unmarshal(forumYAML, d); err != nil {
		panic("forum.yaml: " + err.Error())
	}
	return d
})

// fillIn replaces the names in braces. product is that of the channel; empty for any.
func fillIn(text, product string, random *rand.Rand) string {
	if !strings.Contains(text, "{") {
		return text
	}
	if product == "" {
		product = pick(random, texts().Products).Name
	}
	return strings.NewReplacer(
		"{product}", product, "{audience}", pick(random, texts().Audiences), "{place}", pick(random, texts().Places),
		"{tool}", pick(random, []string{"Cursor", "Claude", "Copilot", "v0", "Replit", "a small local model"}),
	).Replace(text)
}
