package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uvboard/backend/platform/must"
)

func writeFeeds(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "feeds.yaml")
	must.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func TestNewsFeeds(t *testing.T) {
	path := writeFeeds(t, "- name: ' Kiln weekly '\n  url: https://kiln.example/feed\n- {name: Intern, url: 'http://localhost:3000/rss'}\n")
	c, err := read(t, map[string]string{"UVBOARD_NEWS_FEEDS": path, "UVBOARD_NEWS_INTERVAL": "0"})
	must.NoError(t, err)
	want := []Feed{{"Kiln weekly", "https://kiln.example/feed"}, {"Intern", "http://localhost:3000/rss"}}
	if diff := cmp.Diff(want, c.NewsFeeds); diff != "" {
		t.Error(diff)
	}
	if c.NewsInterval != 0 {
		t.Errorf("interval %s", c.NewsInterval)
	}
	c, err = read(t, nil)
	must.NoError(t, err)
	// spec: const2.news.refresh
	if c.NewsFeeds != nil || c.NewsInterval != 30*time.Minute {
		t.Errorf("defaults %v %s", c.NewsFeeds, c.NewsInterval)
	}
}

func TestWrongNewsFeeds(t *testing.T) {
	for name, content := range map[string]string{
		"Empty": "", "Map": "name: a\nurl: https://a.example\n",
		"Unknown": "- {name: a, url: 'https://a.example', tag: b}\n", "NoName": "- {url: 'https://a.example'}\n",
		"NoHost": "- {name: a, url: 'https:///feed'}\n", "Scheme": "- {name: a, url: 'file:///etc/passwd'}\n",
		"User":  "- {name: a, url: 'https://u:p@a.example'}\n",
		"Twice": "- {name: a, url: 'https://a.example'}\n- {name: a, url: 'https://b.example'}\n",
		"Many":  strings.Repeat("- {name: a, url: 'https://a.example'}\n", maxFeeds+1), "LongName": "- {name: " +
			strings.Repeat("a", maxFeedName+1) + ", url: 'https://a.example'}\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(t, map[string]string{"UVBOARD_NEWS_FEEDS": writeFeeds(t, content)})
			if err == nil || !strings.Contains(err.Error(), "UVBOARD_NEWS_FEEDS") {
				t.Errorf("error %v", err)
			}
		})
	}
	if _, err := read(t, map[string]string{"UVBOARD_NEWS_FEEDS": "/no/such/file"}); err == nil {
		t.Error("a missing file was accepted")
	}
	for _, interval := range []string{"30", "59s", "-1h", "200h", "soon"} {
		if _, err := read(t, map[string]string{"UVBOARD_NEWS_INTERVAL": interval}); err == nil ||
			!strings.Contains(err.Error(), "UVBOARD_NEWS_INTERVAL") {
			t.Errorf("interval %s: error %v", interval, err)
		}
	}
}
