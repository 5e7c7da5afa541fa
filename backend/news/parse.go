package news

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/mmcdole/gofeed"
	"github.com/mmcdole/gofeed/atom"
	ext "github.com/mmcdole/gofeed/extensions"
	"github.com/mmcdole/gofeed/json"
	"github.com/mmcdole/gofeed/rss"
	"golang.org/x/net/html"
	htmlatom "golang.org/x/net/html/atom"

	"uvboard/backend/platform/letters"
)

// Limits of a feed. The parser itself has no limits, although it recurses into elements and joins pieces of text.
const (
	maxItems    = 100 // of a feed, the first ones
	maxDepth    = 100
	maxElements = 40_000
	parseTime   = 5 * time.Second
)

// Reasons for which an entry is left out, as admins see them.
const (
	noTitle   = "without title"
	noAddress = "without address"
	repeated  = "listed twice"
	tooMany   = "beyond the first 100"
	tooOld    = "older than 90 days"
)

// document is what a feed has.
type document struct {
	items   []item
	skipped map[string]int // entries that were left out, by reason
}

// item is an entry of a feed, ready to be stored.
type item struct {
	title, excerpt, url, key, image string
	published                       time.Time // zero if the feed does not say
}

// parse reads a feed: RSS, Atom or JSON Feed. contentType is the header of the response, and base its address. A feed
// that takes too long or makes the parser panic is an error.
func parse(content []byte, contentType string, base *url.URL) (document, error) {
	content, err := toUTF8(content, contentType)
	if err == nil {
		err = checkShape(content)
	}
	if err != nil {
		return document{}, err
	}
	type result struct {
		document
		err error
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
		r.document, r.err = read(content, base)
	}()
	timeout := time.NewTimer(parseTime)
	defer timeout.Stop()
	select {
	case r := <-done:
		return r.document, r.err
	case <-timeout.C: // the rest of the work is bounded by maxElements
		return document{}, fmt.Errorf("the feed was not read within %s", parseTime)
	}
}

func read(content []byte, base *url.URL) (document, error) {
	parser := gofeed.NewParser()
	parser.KeepOriginalFeed = true
	feed, err := parser.Parse(bytes.NewReader(content))
	switch {
	case errors.Is(err, gofeed.ErrFeedTypeNotDetected):
		return document{}, errors.New("this is neither RSS nor Atom nor JSON Feed")
	case err != nil:
		return document{}, fmt.Errorf("the feed is malformed: %s", letters.Shorten(oneLine(err.Error()), 200))
	}
	d := document{skipped: map[string]int{}}
	if n := len(feed.Items) - maxItems; n > 0 {
		d.skipped[tooMany] = n
	}
	seen := map[string]bool{}
	for n, entry := range entries(feed, content) {
		if n == maxItems {
			break
		}
		i, reason := toItem(entry, base)
		if reason == "" && seen[i.key] {
			reason = repeated
		}
		if reason != "" {
			d.skipped[reason]++
			continue
		}
		seen[i.key] = true
		d.items = append(d.items, i)
	}
	return d, nil
}

// written is an entry of a feed with the forms of its texts.
type written struct {
	*gofeed.Item
	title, description, content form
	permalink                   string // an address that is used without a link
}

// entries returns the entries of a feed.
func entries(feed *gofeed.Feed, content []byte) []written {
	list := make([]written, len(feed.Items))
	for i, item := range feed.Items {
		list[i] = written{Item: item, title: asRSS, description: asRSS, content: asRSS}
	}
	switch original := feed.OriginalFeed().(type) {
	case *rss.Feed:
		for i, item := range original.Items {
			// an address by default: RSS 2.0
			if item.GUID != nil && !strings.EqualFold(item.GUID.IsPermalink, "false") {
				list[i].permalink = item.GUID.Value
			}
		}
	case *atom.Feed:
		types := typesOf(content)
		for i, item := range original.Entries {
			if len(types) == len(list) {
				list[i].title, list[i].description = types[i][0], types[i][1]
			}
			if item.Content != nil {
				list[i].content = formOf(item.Content.Type)
			}
		}
	case *json.Feed: // HTML is in content_html alone
		for i, item := range original.Items {
			list[i].title, list[i].description, list[i].content = asText, asText, asText
			if item.ContentHTML != "" {
				list[i].content = asHTML
			}
		}
	}
	return list
}

// formOf returns the form of a text construct of Atom: RFC 4287, 3.1.1.
func formOf(kind string) form {
	if strings.Contains(strings.ToLower(kind), "html") {
		return asHTML
	}
	return asText
}

// typesOf returns the forms of title and summary of each entry of an Atom feed, which the parser does not keep.
func typesOf(content []byte) [][2]form {
	type text struct {
		XMLName xml.Name
		Type    string `xml:"type,attr"`
	}
	var feed struct {
		Entries []struct {
			Titles    []text `xml:"title"`
			Summaries []text `xml:"summary"`
		} `xml:"entry"`
	}
	decoder := xml.NewDecoder(bytes.NewReader(content))
	decoder.Strict = false
	if err := decoder.Decode(&feed); err != nil {
		return nil
	}
	types := make([][2]form, len(feed.Entries))
	for i, e := range feed.Entries {
		for n, texts := range [][]text{e.Titles, e.Summaries} {
			for _, t := range texts {
				if t.XMLName.Space != "http://search.yahoo.com/mrss/" { // Media RSS has titles too
					types[i][n] = formOf(t.Type)
				}
			}
		}
	}
	return types
}

// toItem converts an entry, or returns the reason for which it is left out.
func toItem(e written, base *url.URL) (i item, reason string) {
	i.title = letters.Shorten(e.title.title(e.Title), maxTitle)
	for _, link := range append([]string{e.Link}, e.Links...) {
		if i.url == "" && strings.TrimSpace(link) != "" {
			i.url, i.key = articleURL(link, base)
		}
	}
	if i.url == "" {
		i.url, i.key = articleURL(e.permalink, &url.URL{}) // not relative
	}
	switch {
	case i.url == "":
		return item{}, noAddress
	case !strings.ContainsFunc(i.title, isWord):
		return item{}, noTitle
	}
	i.excerpt = excerpt(i.title, e.description.text(e.Description), e.content.text(e.Content))
	i.image = image(e.Item, base)
	for _, at := range []time.Time{dateOf(e.Published, e.PublishedParsed), dateOf(e.Updated, e.UpdatedParsed)} {
		if i.published.IsZero() {
			i.published = at.UTC().Truncate(time.Millisecond)
		}
	}
	return i, ""
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// excerpt returns the beginning of the first text that says more than the title or a single word, such as a link to
// comments.
func excerpt(title string, texts ...string) string {
	for _, plain := range texts {
		if strings.ContainsRune(plain, ' ') && !strings.EqualFold(plain, title) {
			return letters.Shorten(plain, maxExcerpt)
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
			if name, more := z.TagName(); htmlatom.Lookup(name) == htmlatom.Img {
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

// checkShape counts the elements of an XML document and how deep they nest. It need not be exact on a malformed
// document.
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
