package seed

import (
	"slices"
	"strings"

	"uvboard/backend/ops/seed/art"
)

// product is what a project of the demo is about. Its sentences, names and images are its own.
type product struct {
	name       string
	categories string // primary and secondary
	tags       string
	motif      string // of the logo
	views      string // of the screenshots, the cover's first

	figure, label string // what the screenshots show large, and what it is
	items         string // what they list, separated by commas
	metric        string // what the product counts
	tagline       string

	problem, solution string // the solution begins after the name
	features, story   string
}

// products are in an order in which neighbors come from different sides of life.
var products = func() []product {
	all := slices.Concat(work, living, playing)
	mixed := make([]product, len(all))
	for i := range mixed {
		mixed[i] = all[i*43%len(all)] // 43 and 120 have no common factor
	}
	return mixed
}()

// coverLayouts arrange the covers of products so that no two have the same view in the same layout.
var coverLayouts = func() []int {
	covers, before := make([]int, len(products)), map[string]int{}
	for i, p := range products {
		view := p.view(0)
		covers[i] = (3*before[view] + int(view[0])) % art.Layouts
		before[view]++
	}
	return covers
}()

// view is that of the n-th screenshot.
func (p *product) view(n int) string {
	views := strings.Fields(p.views)
	return views[n%len(views)]
}

// screenshot is the n-th of a project about the product; turn counts the projects that were about it before.
func (p *product) screenshot(i, turn, n int, title string, look uint64) art.Shot {
	return art.Shot{
		View: p.view(n), Layout: coverLayouts[i] + turn + 2*n, Title: title, Figure: p.figure, Label: p.label,
		Items: strings.Split(p.items, ","), Look: look + uint64(n)*24,
	}
}
