package producttest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/mmcdole/gofeed/atom"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// Every feed, narrowed or not, is valid Atom with an address of its own.
func TestFeeds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := testConfig(t)
		server := serveTest(t, c, db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		maker, makerID := visitor.register("maker")
		other, otherID := visitor.register("other")
		create := func(c *client, path string, body map[string]any) string {
			encoded, err := json.Marshal(body)
			must.NoError(t, err)
			return valueAt(t, c.want(http.StatusCreated, "POST", path, string(encoded)), "id")
		}
		const odd = "Glaze <b>&amp;</b> ]]> \"kiln\" \U0001f525"
		channel := create(maker, "/api/forum/channels", map[string]any{"name": "Kiln & clay <1>"})
		thread := create(maker, "/api/forum/threads", map[string]any{"title": odd, "content": "Which *glaze*? " + odd,
			"channelId": channel})
		elsewhere := create(other, "/api/forum/threads", map[string]any{"title": "Elsewhere", "content": "Text",
			"channelId": create(other, "/api/forum/channels", map[string]any{"name": "Other"})})
		story := create(maker, "/api/blog/posts", map[string]any{"title": odd, "content": "Cold.\n\n    <code>",
			"tags": []string{"C++ & more"}})
		project := create(maker, "/api/projects", map[string]any{"title": "Kiln", "tagline": "Fires clay by itself",
			"primaryCategory": "utilities", "stage": "beta",
			"vibeTools": []string{"cursor"}, "logo": "https://example.com/logo.png"})
		update := create(maker, "/api/projects/"+project+"/updates",
			map[string]any{"title": odd, "content": "Hotter. " + odd})

		for _, tc := range []struct {
			path, title, page string
			entries           []string
		}{
			{"/feed.xml", "UV Board: everything new", "/", []string{project, story, elsewhere, thread}},
			{"/projects/feed.xml", "UV Board: projects", "/search", []string{project}},
			{"/projects/feed.xml?userId=" + makerID, "UV Board: projects by maker", "/profile/maker",
				[]string{project}},
			{"/projects/" + project + "/feed.xml", "UV Board: updates of Kiln", "/projects/" + project,
				[]string{update}},
			{"/projects/feed.xml?userId=" + otherID, "UV Board: projects by other", "/profile/other", nil},
			{"/blog/feed.xml", "UV Board: stories", "/blog", []string{story}},
			{"/blog/feed.xml?tag=c%2B%2B+%26+more", "UV Board: stories about c++ & more", "/blog?tag=c%2B%2B+%26+more",
				[]string{story}},
			{"/blog/feed.xml?tag=none", "UV Board: stories about none", "/blog?tag=none", nil},
			{"/blog/feed.xml?userId=" + makerID, "UV Board: stories by maker", "/profile/maker", []string{story}},
			{"/tools/cursor/feed.xml", "UV Board: Cursor", "/tools/cursor", []string{project}},
			{"/tags/cplusplus-more/feed.xml", "UV Board: c++ & more", "/tags/cplusplus-more", []string{story}},
			{"/forum/feed.xml", "UV Board: discussions", "/forum", []string{elsewhere, thread}},
			{"/forum/feed.xml?channelId=" + channel, "UV Board: discussions in Kiln & clay <1>", "/forum/" + channel,
				[]string{thread}},
			{"/forum/feed.xml?userId=" + otherID, "UV Board: discussions by other", "/profile/other",
				[]string{elsewhere}},
			{"/forum/feed.xml?channelId=" + channel + "&userId=" + otherID,
				"UV Board: discussions in Kiln & clay <1> by other", "/profile/other", nil},
		} {
			response, body := visitor.send("GET", tc.path, "")
			if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK ||
				kind != "application/atom+xml; charset=utf-8" {
				t.Errorf("%s: %s %s", tc.path, response.Status, kind)
				continue
			}
			feed, err := new(atom.Parser).Parse(bytes.NewReader(body))
			if err != nil {
				t.Errorf("%s: %v", tc.path, err)
				continue
			}
			origin := c.BaseURL.String()
			links := map[string]string{}
			for _, link := range feed.Links {
				links[link.Rel] = link.Href
			}
			own, err := url.Parse(feed.ID)
			must.NoError(t, err)
			own.Path = pathByID(t, db, own.Path)
			page, err := url.Parse(links["alternate"])
			must.NoError(t, err)
			page.Path = pathByID(t, db, page.Path)
			if own.String() != origin+tc.path || links["self"] != feed.ID || page.String() != origin+tc.page ||
				feed.Title != tc.title || feed.UpdatedParsed == nil {
				t.Errorf("%s: id %s, links %v, title %q, updated %s", tc.path, feed.ID, links, feed.Title, feed.Updated)
			}
			var entries []string
			for _, e := range feed.Entries {
				id, ok := strings.CutPrefix(e.ID, "urn:uuid:")
				if !ok || e.Title == "" || e.UpdatedParsed == nil || e.PublishedParsed == nil || len(e.Authors) != 1 ||
					e.Authors[0].Name == "" || e.Content == nil {
					t.Errorf("%s: entry %v", tc.path, e)
				}
				page, err := url.Parse(e.Links[0].Href)
				must.NoError(t, err)
				if !strings.HasSuffix(cmp.Or(page.Fragment, pathByID(t, db, page.Path)), id) ||
					!strings.HasPrefix(e.Links[0].Href, origin+"/") {
					t.Errorf("%s: entry %s leads to %s", tc.path, id, page)
				}
				entries = append(entries, id)
			}
			if fmt.Sprint(entries) != fmt.Sprint(tc.entries) {
				t.Errorf("%s: entries %v, want %v", tc.path, entries, tc.entries)
			}
			visitor.want(http.StatusNotModified, "GET", tc.path, "", "If-None-Match", response.Header.Get("Etag"))
		}
		for _, path := range []string{"/forum/feed.xml?channelId=unknown", "/forum/feed.xml?userId=unknown",
			"/blog/feed.xml?userId=" + channel, "/projects/feed.xml?userId=x", "/projects/" + channel + "/feed.xml"} {
			visitor.want(http.StatusNotFound, "GET", path, "")
		}
	})
}
