package news

import (
	"net/url"

	"uvboard/backend/platform/config"
	"uvboard/backend/platform/fetch"
)

// DefaultFeeds are the sources if the operator names none.
var DefaultFeeds = []config.Feed{
	{Name: "Hacker News", URL: "https://news.ycombinator.com/rss"},
	{Name: "Dev.to", URL: "https://dev.to/feed"},
	{Name: "TechCrunch AI", URL: "https://techcrunch.com/category/artificial-intelligence/feed/"},
	{Name: "The Verge Tech", URL: "https://www.theverge.com/rss/tech/index.xml"},
	{Name: "ArsTechnica", URL: "https://feeds.arstechnica.com/arstechnica/index"},
	{Name: "Wired", URL: "https://www.wired.com/feed/rss"},
}

// userAgent names this program to the sites whose feeds it fetches.
const userAgent = "UVBoard (feed reader)"

// newClient returns the client for feeds. The feeds that the operator names may have private addresses.
func newClient(named []config.Feed) *fetch.Client {
	var trusted []*url.URL
	for _, f := range named {
		if u, err := url.Parse(f.URL); err == nil { // checked by config
			trusted = append(trusted, u)
		}
	}
	return fetch.New(userAgent, nil, trusted...)
}
