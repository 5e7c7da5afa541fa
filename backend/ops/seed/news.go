package seed

import (
	_ "embed"
	"fmt"
	"math"
	"sync"

	"go.yaml.in/yaml/v3"

	"uvboard/backend/news"
	"uvboard/ent"
)

//go:embed news.yaml
var newsYAML []byte

// headlines is the content of news.yaml: source, title and excerpt of each article.
var headlines = sync.OnceValue(func() (list [][3]string) {
	if err := yaml.Unmarshal(newsYAML, &list); err != nil {
		panic("news.yaml: " + err.Error())
	}
	return list
})

const firstNews = 30 * day

// articles returns the invented articles, oldest first.
func (p *plan) articles() []*ent.NewsArticle {
	list := headlines()
	articles := make([]*ent.NewsArticle, len(list))
	for i, h := range list {
		at := p.before(firstNews, math.Pow((float64(i)+0.3)/float64(len(list)), 2))
		address := fmt.Sprintf("https://example.com/news/%d", len(list)-i)
		articles[len(list)-1-i] = news.Demo(newID(at, p.random(aboutNews, i)), h[0], h[1], h[2], address, at)
	}
	return articles
}
