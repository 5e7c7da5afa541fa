package config

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

const maxNewsInterval = 7 * 24 * time.Hour

// Limits of the list of feeds.
const (
	maxFeeds    = 200
	maxFeedName = 80   // characters
	maxFeedURL  = 1000 // bytes
)

// Feed is a news feed.
type Feed struct{ Name, URL string }

// readFeeds reads and checks a YAML list of feeds.
func readFeeds(path string) ([]Feed, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	var feeds []Feed
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	if err := decoder.Decode(&feeds); err != nil {
		return nil, fmt.Errorf("%s must be a YAML list of name and url: %s", path,
			strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if len(feeds) == 0 || len(feeds) > maxFeeds {
		return nil, fmt.Errorf("%s must list 1 to %d feeds", path, maxFeeds)
	}
	names, urls := map[string]bool{}, map[string]bool{}
	for i := range feeds {
		feeds[i].Name = strings.TrimSpace(feeds[i].Name)
		if err := feeds[i].check(); err != nil {
			return nil, fmt.Errorf("%s: feed %d: %w", path, i+1, err)
		}
		if names[feeds[i].Name] || urls[feeds[i].URL] {
			return nil, fmt.Errorf("%s: feed %d: the name or the URL is already in the list", path, i+1)
		}
		names[feeds[i].Name], urls[feeds[i].URL] = true, true
	}
	return feeds, nil
}

func (f Feed) check() error {
	if n := utf8.RuneCountInString(f.Name); n == 0 || n > maxFeedName ||
		strings.ContainsFunc(f.Name, func(r rune) bool { return r < ' ' }) {
		return fmt.Errorf("the name must be one line of 1 to %d characters", maxFeedName)
	}
	u, err := url.Parse(f.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || len(f.URL) > maxFeedURL {
		return fmt.Errorf("the url must begin with http:// or https:// and have at most %d bytes", maxFeedURL)
	}
	if u.User != nil {
		return errors.New("the url must not have a user name or a password")
	}
	return nil
}
