package seed

import (
	_ "embed"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed forum.yaml
var forumYAML []byte

// forumDemo is the content of forum.yaml.
type forumDemo struct {
	Rooms   []room
	Project room    // the channel of a project
	More    []topic // for any channel
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

// topicOf returns the topic of the nth thread of a channel, which is the i-th of all. After the channel's own topics
// come others, each with a name that no earlier thread has, until all names are used.
func topicOf(place room, nth, i int) topic {
	if nth < len(place.Topics) {
		return place.Topics[nth]
	}
	heads, tails := texts().NameHeads, texts().NameTails
	more := forumTexts().More
	about := more[i%len(more)]
	// Scattered: 1009 has no common factor with the number of names, and neighbors have different ones.
	n := (i/len(more) + i%len(more)*241) * 1009
	name := heads[n/len(tails)%len(heads)] + " " + tails[n%len(tails)]
	about.Title, about.Text = strings.ReplaceAll(about.Title, "{name}", name), strings.ReplaceAll(about.Text, "{name}",
		name)
	return about
}

// fillIn replaces the names in braces. product is the channel's project; empty picks any.
func fillIn(text, product string, random *rand.Rand) string {
	if !strings.Contains(text, "{") {
		return text
	}
	if product == "" {
		product = pick(random, texts().Products).Name
	}
	return fillers(product, random).Replace(text)
}

// fillers replaces the names in braces in several texts in the same way.
func fillers(product string, random *rand.Rand) *strings.Replacer {
	return strings.NewReplacer(
		"{product}", product, "{audience}", pick(random, texts().Audiences), "{place}", pick(random, texts().Places),
		"{tool}", pick(random, []string{"Cursor", "Claude", "Copilot", "v0", "Replit", "a small local model"}),
		"{n}", strconv.Itoa(3+random.IntN(38)),
	)
}
