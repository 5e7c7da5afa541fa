package seed

import (
	_ "embed"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed demo.yaml
var demoYAML []byte

// demo is the content of demo.yaml, which says what each list is for.
type demo struct {
	Handles        []string
	FirstNames     []string `yaml:"firstNames"`
	LastNames      []string `yaml:"lastNames"`
	Places         []string
	Skills         []string
	BioBeginnings  []string `yaml:"bioBeginnings"`
	BioEndings     []string `yaml:"bioEndings"`
	NameHeads      []string `yaml:"nameHeads"`
	NameTails      []string `yaml:"nameTails"`
	Stacks         [][]string
	CustomTools    []string `yaml:"customTools"`
	Audiences      []string
	Lessons        []string
	FeatureReasons []string `yaml:"featureReasons"`
	Updates        []updateText
	Products       []product
}

// updateText is what a maker writes about a project after publishing it. As in forum.yaml, names in braces are
// replaced.
type updateText struct{ Title, Text string }

var texts = sync.OnceValue(func() *demo {
	d := &demo{}
	if err := yaml.Unmarshal(demoYAML, d); err != nil {
		panic("demo.yaml: " + err.Error())
	}
	// Neighbors come from different parts of the list: 43 and the number of products have no common factor.
	mixed := make([]product, len(d.Products))
	for i := range mixed {
		mixed[i] = d.Products[i*43%len(mixed)]
	}
	d.Products = mixed
	return d
})

type product struct {
	Name, Categories, Tags, Metric     string
	Tagline                            string
	Problem, Solution, Features, Story string
}
