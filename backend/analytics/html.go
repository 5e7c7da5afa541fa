package analytics

import (
	"net/url"
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

// usual are shown until visitors have looked for as many others, as features/explore/TrendingSearches.tsx does.
var usual = []string{"AI", "React", "Next.js", "Python", "Mobile", "Web3", "Game", "Tool"}

// trending returns what visitors look for most, on Explore without a filter.
func trending(r web.Request) func(*pb.ListTrendingSearchesResponse) g.Node {
	return func(answer *pb.ListTrendingSearchesResponse) g.Node {
		for _, filter := range []string{"q", "stage", "category", "tool"} {
			if r.Query.Get(filter) != "" {
				return nil
			}
		}
		terms := slices.Clone(answer.Searches)
		for _, term := range usual {
			if !slices.Contains(answer.Searches, strings.ToLower(term)) {
				terms = append(terms, term)
			}
		}
		return h.Section(h.Class("served-trending"), h.H2(h.Class("sm quiet"), g.Text("Trending Searches")),
			h.Div(h.Class("Explore-line served-line"), g.Map(terms[:min(len(terms), len(usual))],
				func(term string) g.Node {
					return h.A(h.Href("/search?"+url.Values{"q": {term}}.Encode()),
						h.Class("served-badge served-badge-lg"), g.Text(term))
				})))
	}
}
