package news

import (
	"strings"
	"testing"
)

// spec: enum2.news_sources
func TestDefaultFeeds(t *testing.T) {
	var names []string
	for _, feed := range DefaultFeeds {
		names = append(names, feed.Name)
		if !strings.HasPrefix(feed.URL, "https://") {
			t.Errorf("%s is at %s", feed.Name, feed.URL)
		}
	}
	if got := strings.Join(names,
		", "); got != "Hacker News, Dev.to, TechCrunch AI, The Verge Tech, ArsTechnica, Wired" {
		t.Errorf("feeds %s", got)
	}
}
