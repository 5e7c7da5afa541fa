package news

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/mmcdole/gofeed"
	ext "github.com/mmcdole/gofeed/extensions"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of a feed. The parser itself has no limits, although it recurses into elements and joins pieces of text.
const (
	maxItems    = 100 // of a feed, the first ones
	maxDepth    = 100
	maxElements = 40_000
	parseTime   = 5 * time.Second
)

// item is an entry of a feed, ready to be stored.
type item struct {
	title, excerpt, url, key, image string
	published                       time.Time // zero if the feed does not say
}

// parse reads a feed: RSS, Atom or JSON Feed. base is its address. A feed that takes too long or makes the parser panic is an error.
func parse(content []byte, base *url.URL) ([]item, error) {
	if err := checkShape(content); err != nil {
		return nil, err
	}
	type result struct {
		items []item
		err   error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if p := recover(); p != nil {
				r = result{err: fmt.Errorf("the feed cannot be read: %v", p)}
			}
			done <- r
		}()
		r.items, r.err = read(content, base)
	}()
	timeout := time.NewTimer(parseTime)
	defer timeout.Stop()
	select {
	case r := <-done:
		return r.items, r.err
	case <-timeout.C: // the rest of the work is bounded by maxElements
		return nil, fmt.Errorf("the feed was not read within %s", parseTime)
	}
}

func read(content []byte, base *url.URL) ([]item, error) {
	feed, err := gofeed.NewParser().Parse(bytes.NewReader(content))
	switch {
	case errors.Is(err, gofeed.ErrFeedTypeNotDetected):
		return nil, errors.New("this is neither RSS nor Atom nor JSON Feed")
	case err != nil:
		return nil, fmt.Errorf("the feed is malformed: %s", cut(oneLine(err.Error()), 200))
	}
	var items []item
	seen := map[string]bool{}
	for _, entry := range feed.Items[:min(len(feed.Items), maxItems)] {
		i, ok := toItem(entry, base)
		if ok && !seen[i.key] {
			seen[i.key] = true
			items = append(items, i)
		}
	}
	return items, nil
}

// toItem converts an entry. It leaves out one without a title or a usable link.
func toItem(entry *gofeed.Item, base *url.URL) (item, bool) {
	i := item{title: cut(plainText(entry.Title), maxTitle)}
	for _, link := range append([]string{entry.Link}, entry.Links...) {
		if i.url == "" && strings.TrimSpace(link) != "" {
			i.url, i.key = articleURL(link, base)
		}
	}
	if i.url == "" || !strings.ContainsFunc(i.title, isWord) {
		return item{}, false
	}
	i.excerpt = excerpt(i.title, entry.Description, entry.Content)
	i.image = image(entry, base)
	for _, at := range []*time.Time{entry.PublishedParsed, entry.UpdatedParsed} {
		if i.published.IsZero() && at != nil {
			i.published = at.UTC().Truncate(time.Millisecond)
		}
	}
	return i, true
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// excerpt returns the beginning of the first text that says more than the title or a single word, such as a link to comments.
func excerpt(title string, texts ...string) string {
	for _, text := range texts {
		plain := plainText(text)
		if strings.ContainsRune(plain, ' ') && !strings.EqualFold(plain, title) {
			return cut(plain, maxExcerpt)
		}
	}
	return ""
}

// image returns the first https image of an entry: its own, one of Media RSS, an enclosure, or the first in its text.
func image(entry *gofeed.Item, base *url.URL) string {
	var found []string
	if entry.Image != nil {
		found = append(found, entry.Image.URL)
	}
	found = append(found, mediaImages(entry.Extensions["media"], 0)...)
	for _, e := range entry.Enclosures {
		if strings.HasPrefix(e.Type, "image/") {
			found = append(found, e.URL)
		}
	}
	found = append(found, firstImage(entry.Content), firstImage(entry.Description))
	for _, candidate := range found {
		if address := imageURL(candidate, base); address != "" {
			return address
		}
	}
	return ""
}

// mediaImages returns the images of Media RSS, which may be grouped.
func mediaImages(media map[string][]ext.Extension, depth int) (found []string) {
	for _, content := range media["content"] {
		if content.Attrs["medium"] == "image" || strings.HasPrefix(content.Attrs["type"], "image/") {
			found = append(found, content.Attrs["url"])
		}
	}
	for _, thumbnail := range media["thumbnail"] {
		found = append(found, thumbnail.Attrs["url"])
	}
	if depth > 2 {
		return found
	}
	for _, name := range []string{"group", "content"} {
		for _, group := range media[name] {
			found = append(found, mediaImages(group.Children, depth+1)...)
		}
	}
	return found
}

func firstImage(fragment string) string {
	z := html.NewTokenizer(strings.NewReader(fragment))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			if name, more := z.TagName(); atom.Lookup(name) == atom.Img {
				for more {
					var key, value []byte
					if key, value, more = z.TagAttr(); string(key) == "src" {
						return string(value)
					}
				}
			}
		}
	}
}

// checkShape counts the elements of an XML document and how deep they nest. It need not be exact on a malformed document.
func checkShape(content []byte) error {
	if content = bytes.TrimLeft(content, "\ufeff \t\r\n"); bytes.HasPrefix(content, []byte("{")) {
		return nil // JSON, whose decoder has a limit
	}
	depth, elements := 0, 0
	for len(content) > 0 {
		start := bytes.IndexByte(content, '<')
		if start < 0 {
			break
		}
		content = content[start+1:]
		end := ">"
		switch {
		case bytes.HasPrefix(content, []byte("![CDATA[")):
			end = "]]>"
		case bytes.HasPrefix(content, []byte("!--")):
			end = "-->"
		}
		length := bytes.Index(content, []byte(end))
		if length < 0 {
			break
		}
		if end == ">" && length > 0 {
			switch tag := content[:length]; {
			case tag[0] == '/':
				depth--
			case tag[0] != '!' && tag[0] != '?' && tag[length-1] != '/':
				depth++
				fallthrough
			case tag[0] != '!' && tag[0] != '?':
				elements++
			}
		}
		if depth > maxDepth || elements > maxElements {
			return errors.New("the feed has too many elements or nests them too deeply")
		}
		content = content[length+len(end):]
	}
	return nil
}
