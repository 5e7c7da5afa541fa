package seed

import (
	_ "embed"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"uvboard/backend/ops/seed/art"
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
	FeatureReasons []string `yaml:"featureReasons"`
	Products       []product

	coverLayouts []int // of the products
}

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
	// No two covers have the same view in the same layout.
	covers := map[string]int{}
	for _, p := range d.Products {
		view := p.view(0)
		d.coverLayouts = append(d.coverLayouts, (3*covers[view]+int(view[0]))%art.Layouts)
		covers[view]++
	}
	return d
})

type product struct {
	Name, Categories, Tags, Motif, Views string
	Figure, Label, Items, Metric         string
	Tagline                              string
	Problem, Solution, Features, Story   string
}

func (p *product) view(n int) string {
	views := strings.Fields(p.Views)
	return views[n%len(views)]
}

// screenshot returns the n-th screenshot of a project about the i-th product. turn is the number of earlier projects about it.
func (p *product) screenshot(i, turn, n int, title string, look uint64) art.Shot {
	return art.Shot{
		View: p.view(n), Layout: texts().coverLayouts[i] + turn + 2*n, Title: title, Figure: p.Figure, Label: p.Label,
		Items: strings.Split(p.Items, ","), Look: look + uint64(n)*24,
	}
}
